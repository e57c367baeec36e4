package verdict

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/interp/machine/work"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/phase2/fences"
	"fencepost/trace"
)

// A Kind is what sort of fault a cause is.
type Kind string

// The kinds of causes.
const (
	Logic   Kind = "logic error"         // sequential consistency shows it
	Order   Kind = "weak memory order"   // a memory order is too weak
	Fence   Kind = "missing fence"       // a machine reorders two accesses
	Plain   Kind = "data race"           // a variable that threads share is no atomic one
	Lock    Kind = "missing lock"        // an access of what others access under a lock
	Unknown Kind = "relaxed memory only" // nothing was found that mends it
)

// A Cause is one fault of the program, with all that it leads to.
type Cause struct {
	Kind        Kind
	Accesses    []Access // between which something is missing
	Explanation string
	Fix         *Fix // nil if none is known
	// Search is the subcommand and its flags that look longer for a fix; empty if
	// there is one, or none can be.
	Search   string
	Failures []Failure
}

// SC reports whether the cause has nothing to do with relaxed memory.
func (c *Cause) SC() bool { return c.Kind == Logic }

// An Access is a place of the source that accesses memory.
type Access struct {
	Pos  trace.Pos
	Text string
}

// A Failure is an error found, under the first model that showed it.
type Failure struct {
	Error   *interp.Error
	Models  []*models.Model  // that showed it
	Witness *witness.Witness // nil if no run was found
	Unrun   bool             // exploring found it under another model too, of whose machine there is no run
}

// Of returns what was found of a program under a model.
func Of(m *models.Model, found []witness.Finding) (list []Failure) {
	for _, f := range found {
		list = append(list, Failure{Error: f.Error, Models: []*models.Model{m}, Witness: f.Witness})
	}
	return list
}

// collect returns what was found, errors under sequential consistency first. An error
// of several models counts once.
func collect(a *Answer) []Failure {
	list := Of(models.SC, a.Report.SC.Errors)
	for i := range a.Report.Models {
		m := &a.Report.Models[i]
		list = append(list, Of(m.Model, slices.Concat(m.Races, m.Errors))...)
	}
	list = merge(list)
	for i := range list {
		list[i].Unrun = a.elsewhere[list[i].Error.Key()]
	}
	return list
}

// A finder puts findings together to causes.
type finder struct {
	ctx     context.Context
	late    context.Context // for replays of what was found; it outlives ctx for a moment
	program *code.Program
	o       *Options
	machine interp.Options
	cas     map[int32]bool // sites of compare-exchanges; nil: not asked for yet
	blamed  map[string]blame
}

// causes puts findings together to causes, logic errors first. Of the options it takes
// how the program is compiled, run and tested, and whether to mend it. When ctx ends
// what is left is grouped by what it accesses.
func causes(ctx context.Context, p *code.Program, found []Failure, o Options) []Cause {
	if o.Native == nil {
		o.Native = c11.Model
	}
	o.Campaign.Machine.Coverage = nil
	late, cancel := witness.Grace(ctx)
	defer cancel()
	f := &finder{ctx: ctx, late: late, program: p, o: &o, machine: o.Campaign.Machine}
	return f.rankAlpha(f.causes(found))
}

// leftOut tells of a step for causes what its budget did not suffice for.
func leftOut(ctx, step context.Context, list []Cause) (left []string) {
	if ctx.Err() == nil && step.Err() != nil && slices.ContainsFunc(list, func(c Cause) bool { return c.Fix == nil && !c.SC() }) {
		left = append(left, "some changes that may mend it: the budget was spent")
	}
	return left
}

// causes returns the causes of all findings, logic errors first.
func (f *finder) causes(found []Failure) []Cause {
	var logic, relaxed []Failure
	for _, g := range found {
		if len(g.Models) > 0 && g.Models[0] == models.SC {
			logic = append(logic, g)
		} else {
			relaxed = append(relaxed, g)
		}
	}
	list, relaxed := f.logic(logic, relaxed)
	if len(relaxed) == 0 {
		return list
	}
	tried := f.o.Mend && len(logic) == 0
	if tried {
		for _, mend := range []func([]Failure) ([]Cause, []Failure){f.byOrders, f.byFences, f.byLocks, f.byWindows, f.byAtomics, f.byAccesses} {
			var more []Cause
			if more, relaxed = mend(relaxed); len(more) > 0 {
				list = append(list, more...)
			}
			if len(relaxed) == 0 {
				return list
			}
		}
	}
	return append(list, f.unmended(relaxed, tried)...)
}

// unmended groups by what is accessed what nothing was found to mend, which was tried or not.
func (f *finder) unmended(found []Failure, tried bool) []Cause {
	var list []Cause
	byKey := map[string]int{}
	for _, g := range found {
		key, what := f.subject(g)
		if i, known := byKey[key]; known {
			list[i].Failures = append(list[i].Failures, g)
			continue
		}
		byKey[key] = len(list)
		c := Cause{Kind: Unknown, Accesses: f.accesses(g), Explanation: what, Failures: []Failure{g}}
		switch {
		case g.Error.Kind == interp.DataRace:
			c.Kind = Plain
			switch {
			case !tried:
				c.Explanation += "; what mends it is looked for when the logic errors are mended"
			case work.Spent(f.ctx):
				c.Search = "check --budget deep"
			default:
				c.Explanation += "; no order, fence or _Atomic was found that mends it: a lock may be missing"
			}
		default:
			if i := slices.IndexFunc(g.Models, func(m *models.Model) bool { return !m.Inexact }); i >= 0 {
				c.Search = "fences --infer --model " + g.Models[i].Name
			}
		}
		list = append(list, c)
	}
	return list
}

// subject names what goes wrong in a finding: two with one key have one cause, as far
// as can be told.
func (f *finder) subject(g Failure) (key, what string) {
	if g.Error.Kind != interp.DataRace {
		return "relaxed", "it happens under relaxed memory alone"
	}
	if object := f.racing(g); object != nil {
		return "object " + object.Name, fmt.Sprintf("nothing orders the accesses of %s", object.Name)
	}
	return g.Error.Key(), "nothing orders the two accesses"
}

// accesses returns those that a finding tells of.
func (f *finder) accesses(g Failure) []Access {
	if g.Error.First == nil {
		return []Access{f.at(g.Error.Pos)}
	}
	return []Access{f.at(g.Error.First.Pos), f.at(g.Error.Second.Pos)}
}

// at returns the access at a place, with its source line.
func (f *finder) at(p trace.Pos) Access {
	for _, file := range f.program.Files {
		if file.Name != p.File {
			continue
		}
		if lines := strings.Split(file.Text, "\n"); p.Line >= 1 && p.Line <= len(lines) {
			return Access{p, strings.TrimSpace(lines[p.Line-1])}
		}
	}
	return Access{Pos: p}
}

// split puts findings together by which of the changes that mend all of them each
// needs. Without says which program has all changes but one, or that one alone. What
// the changes do not mend is returned apart.
func (f *finder) split(found []Failure, changes int, without func(i int) *code.Program, all *code.Program) (groups []group, rest []Failure) {
	for _, g := range found {
		if f.shows(g, all) {
			rest = append(rest, g)
			continue
		}
		one := group{failures: []Failure{g}}
		for i := range changes {
			if f.shows(g, without(i)) {
				one.changes = append(one.changes, i)
			}
		}
		groups = append(groups, one)
	}
	return join(groups, changes), rest
}

// A group are findings that need some of the same changes.
type group struct {
	changes  []int
	failures []Failure
}

// join makes one group of those that share a change. A finding that needs no single
// change, since others do as well, goes with the first group; changes that nothing
// needs alone do, too.
func join(groups []group, changes int) []group {
	var out []group
	var loose []Failure
	for _, g := range groups {
		if len(g.changes) == 0 {
			loose = append(loose, g.failures...)
			continue
		}
		var apart []group
		for _, h := range out {
			if slices.ContainsFunc(h.changes, func(i int) bool { return slices.Contains(g.changes, i) }) {
				h.changes = append(h.changes, g.changes...)
				h.failures = append(h.failures, g.failures...)
				g = h
			} else {
				apart = append(apart, h)
			}
		}
		slices.Sort(g.changes)
		g.changes = slices.Compact(g.changes)
		out = append(apart, g)
	}
	if len(out) == 0 {
		out = []group{{}}
	}
	out[0].failures = append(out[0].failures, loose...)
	for i := range changes {
		if !slices.ContainsFunc(out, func(g group) bool { return slices.Contains(g.changes, i) }) {
			out[0].changes = append(out[0].changes, i)
		}
	}
	slices.Sort(out[0].changes)
	return out
}

// shows follows the execution of a finding in a program with other orders or fences,
// and reports whether it goes wrong there, too.
func (f *finder) shows(g Failure, p *code.Program) bool {
	if g.Witness == nil {
		return false
	}
	m := g.Witness.Model
	rec := witness.Record(f.late, interp.New(f.program, m, f.machine), g.Witness.Choices)
	if rec == nil {
		return false
	}
	own := fences.Own(p)
	has := func(site int32) bool { return slices.Contains(own, site) }
	return rec.Follow(f.late, interp.New(p, m, f.machine), has) != nil
}
