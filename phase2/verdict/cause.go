package verdict

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/interp/machine/work"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A Kind classifies causes.
type Kind string

// The kinds of causes.
const (
	Logic   Kind = "logic error"         // sequential consistency shows it
	Order   Kind = "weak memory order"   // a memory order is too weak
	Fence   Kind = "missing fence"       // a machine reorders two accesses
	Plain   Kind = "data race"           // threads share a variable that is not atomic
	Lock    Kind = "missing lock"        // a thread accesses without a lock a variable that a lock protects
	Unknown Kind = "relaxed memory only" // no change was found that mends it
)

// A Cause is one fault of the program, with the failures that it leads to.
type Cause struct {
	Kind        Kind
	Accesses    []Access // the places where a change is needed
	Explanation string
	Fix         *Fix // nil if none is known
	// Search is a subcommand with flags that looks longer for a fix. It is empty if there is a
	// fix, or if no order or fence can be one.
	Search   string
	Failures []Failure
}

// SC reports whether sequential consistency shows the cause.
func (c *Cause) SC() bool { return c.Kind == Logic }

// An Access is a place of the source that accesses memory.
type Access struct {
	Pos  trace.Pos
	Text string
}

// A Failure is an error with the models that showed it.
type Failure struct {
	Error   *interp.Error
	Models  []*models.Model  // in the order in which they showed it
	Witness *witness.Witness // an execution under the first model; nil if none was found
	Unrun   bool             // exploring found it under another model, whose machine was not seen to show it
}

// Of returns findings under a model as failures.
func Of(m *models.Model, found []witness.Finding) []Failure {
	return lists.Map(found, func(f witness.Finding) Failure {
		return Failure{Error: f.Error, Models: []*models.Model{m}, Witness: f.Witness}
	})
}

// collect returns all failures of an answer, those under sequential consistency first. An error
// that several models show is one failure.
func collect(a *Answer) []Failure {
	list := Of(models.SC, a.Report.SC.Errors)
	for i := range a.Report.Models {
		m := &a.Report.Models[i]
		list = append(list, Of(m.Model, slices.Concat(m.Races, m.Errors))...)
	}
	list = merge(list)
	for i := range list {
		list[i].Unrun = a.runElsewhere[list[i].Error.Key()]
	}
	return list
}

// A finder groups failures by cause and looks for fixes.
type finder struct {
	ctx        context.Context
	late       context.Context // for replays of failures; it outlives ctx for a moment
	program    *code.Program
	o          *Options
	cas        map[int32]bool            // sites of compare-exchanges; nil: not computed
	conditions map[int32]bool            // sites of loads that decide whether a loop ends; nil: not computed
	blamed     map[string]blame          // by the key of the error
	variables  map[string]*code.Declared // that race, by the key of the error
}

// findCauses groups the failures by cause, and looks for fixes.
func (r *run) findCauses(ctx context.Context) {
	a := r.a
	r.b.phase("causes", func() {
		step, done := r.b.limit(ctx, r.b.rest())
		defer done()
		f := r.finder(step)
		a.Causes = f.ranked(collect(a))
		a.NotExamined = append(a.NotExamined, leftOut(ctx, step, a.Causes)...)
		if a.Kernel != nil {
			f.holdToKernel(a.Causes, a.Kernel)
		}
	})
}

func newFinder(ctx context.Context, p *code.Program, o Options) *finder {
	o.Native = cmp.Or(o.Native, c11.Model)
	o.Campaign.Machine.Coverage = nil
	return &finder{ctx: ctx, late: ctx, program: p, o: &o, blamed: map[string]blame{}, variables: map[string]*code.Declared{}}
}

func (r *run) finder(ctx context.Context) *finder { return newFinder(ctx, r.program, *r.o) }

// ranked groups failures by cause, logic errors first. It looks for fixes if o.Mend. When ctx
// ends, the failures without a cause are grouped by the variables that they access.
func (f *finder) ranked(found []Failure) []Cause {
	late, cancel := witness.Grace(f.ctx)
	defer cancel()
	f.late = late
	return f.rankAlpha(f.causes(found))
}

// leftOut says what the budget of a step did not suffice for.
func leftOut(ctx, step context.Context, list []Cause) (left []string) {
	if ctx.Err() == nil && step.Err() != nil && slices.ContainsFunc(list, func(c Cause) bool { return c.Fix == nil && !c.SC() }) {
		left = append(left, "some changes that may mend it: the budget was spent")
	}
	return left
}

// causes returns the causes of all failures, logic errors first. A failure in a function of the
// library is an effect of a data race there: the caller does not see more of what the function does.
func (f *finder) causes(found []Failure) []Cause {
	effects, found := divide(found, func(g Failure) bool {
		return g.Error.Kind != interp.DataRace && slices.ContainsFunc(found, func(race Failure) bool { return f.racesInLibrary(race, g.Error.Pos) })
	})
	list := f.causesOf(found)
	for _, g := range effects {
		if i := slices.IndexFunc(list, func(c Cause) bool { return f.racesAt(c, g.Error.Pos) }); i >= 0 {
			list[i].Failures = append(list[i].Failures, g)
		} else {
			list = append(list, f.causesOf([]Failure{g})...)
		}
	}
	return list
}

// racesInLibrary reports whether g is a data race in a function of the library that is called at p.
func (f *finder) racesInLibrary(g Failure, p trace.Pos) bool {
	return slices.ContainsFunc(g.Error.Racers(), func(r *interp.Racer) bool {
		return f.called(r) == p && f.program.Sites[r.Site].Library.Line > 0
	})
}

func (f *finder) causesOf(found []Failure) []Cause {
	logic, relaxed := divide(found, func(g Failure) bool { return len(g.Models) > 0 && g.Models[0] == models.SC })
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

// unmended returns causes for the failures that no change mends. tried says whether changes were
// looked for.
func (f *finder) unmended(found []Failure, tried bool) []Cause {
	list := f.unmendedRaces(found, tried)
	for _, g := range found {
		if g.Error.Kind == interp.DataRace {
			continue
		}
		i := slices.IndexFunc(list, func(c Cause) bool { return f.racesAt(c, g.Error.Pos) })
		if i < 0 {
			i = f.raced(list, g)
		}
		if i < 0 {
			i = slices.IndexFunc(list, func(c Cause) bool { return c.Kind == Unknown })
		}
		if i >= 0 {
			list[i].Failures = append(list[i].Failures, g)
			continue
		}
		c := Cause{Kind: Unknown, Accesses: []Access{f.at(g.Error.Pos)}, Explanation: "it was not seen under sequential consistency", Failures: []Failure{g}}
		if i := slices.IndexFunc(g.Models, func(m *models.Model) bool { return !m.Inexact }); i >= 0 {
			c.Search = "fences --infer --model " + g.Models[i].Name
			if g.Models[i].Native && len(list) > 0 { // no order mends the program: its plain accesses race
				c.Search = "check --racy-plain relaxed"
			}
		}
		list = append(list, c)
	}
	return list
}

// raced returns the index of the first cause whose data race leads to g, or -1. The execution of g has the
// race. Only the model of the language shows g, and no longer if the accesses of the race are relaxed.
func (f *finder) raced(list []Cause, g Failure) int {
	w := g.Witness
	if w == nil || w.Explored || f.late.Err() != nil || slices.ContainsFunc(g.Models, func(m *models.Model) bool { return m != f.o.Native }) {
		return -1
	}
	races := witness.Races(f.late, interp.New(f.program, w.Model, f.o.Campaign.Machine), w.Choices)
	return slices.IndexFunc(list, func(c Cause) bool {
		return slices.ContainsFunc(c.Failures, func(h Failure) bool { return slices.ContainsFunc(races, h.Error.Same) }) &&
			!f.shows(g, f.withRelaxed(c))
	})
}

// withRelaxed returns the program with relaxed accesses where the data races of a cause have plain ones.
func (f *finder) withRelaxed(c Cause) *code.Program {
	racing := map[trace.Pos]bool{}
	for _, g := range c.Failures {
		for _, r := range g.Error.Racers() {
			racing[r.Pos] = true
		}
	}
	var list []code.Ordering
	for i, a := range f.program.Access {
		if racing[f.program.Sites[i].Pos] && a.Order == trace.Plain && a.Fence == trace.NoFence {
			list = append(list, code.Ordering{Site: int32(i), Order: trace.Relaxed, Fail: trace.Relaxed})
		}
	}
	return f.program.Reordered(list)
}

// racesAt reports whether one of the data races of a cause has an access at a place. Another failure
// there counts as an effect of the race.
func (f *finder) racesAt(c Cause, p trace.Pos) bool {
	return slices.ContainsFunc(c.Failures, func(g Failure) bool {
		return slices.ContainsFunc(g.Error.Racers(), func(r *interp.Racer) bool { return f.called(r) == p })
	})
}

// unmendedRaces groups the data races by the variables, and by the places of both accesses; by one place
// if no time is left to find the variable.
func (f *finder) unmendedRaces(found []Failure, tried bool) []Cause {
	var list []Cause
	causeOf := map[string]int{}
	for _, g := range found {
		if g.Error.Kind != interp.DataRace {
			continue
		}
		a, b := f.called(g.Error.First).String(), f.called(g.Error.Second).String()
		keys, what := []string{min(a, b) + " " + max(a, b)}, "nothing orders the two accesses"
		if object := f.racing(g); object != nil {
			keys, what = append(keys, object.Name), "nothing orders the accesses of "+object.Name
		} else if f.late.Err() != nil {
			keys = append(keys, a, b)
		}
		known := slices.IndexFunc(keys, func(k string) bool { _, ok := causeOf[k]; return ok })
		n := len(list)
		if known >= 0 {
			n = causeOf[keys[known]]
			list[n].Failures = append(list[n].Failures, g)
		} else {
			list = append(list, f.unmendedRace(g, what, tried))
		}
		for _, k := range keys {
			causeOf[k] = n
		}
	}
	return list
}

func (f *finder) unmendedRace(g Failure, what string, tried bool) Cause {
	c := Cause{Kind: Plain, Accesses: f.accesses(g), Explanation: what, Failures: []Failure{g}}
	switch {
	case !tried:
		c.Explanation += "; what mends it is looked for when the logic errors are mended"
	case work.Spent(f.ctx):
		c.Search = "check --budget deep"
	case f.ctx.Err() != nil:
		c.Explanation += "; the search for what mends it was cut short"
	default:
		c.Explanation += "; no order, fence or atomic access was found that mends it: a lock may be missing"
	}
	c.Explanation += f.inLibrary(g.Error)
	return c
}

func (f *finder) called(r *interp.Racer) trace.Pos { return r.Called(f.program.Sites) }

// inLibrary names the places in the language's library where the accesses of a race are; "" if the
// program itself makes them.
func (f *finder) inLibrary(race *interp.Error) string {
	var at []string
	for _, r := range slices.Backward(race.Racers()) {
		if p := f.program.Sites[r.Site].Library; p.Line > 0 {
			at = append(at, p.String())
		}
	}
	if len(at) == 0 {
		return ""
	}
	return "; in the library: " + strings.Join(slices.Compact(at), " and ")
}

// accesses returns the accesses of a data race.
func (f *finder) accesses(g Failure) []Access {
	return []Access{f.at(f.called(g.Error.First)), f.at(f.called(g.Error.Second))}
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

// split groups failures by the changes that they need, of changes that mend them together in
// program all. without returns the program with all changes except the i-th. rest are the
// failures that the changes do not mend.
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

// A group is a set of failures with the changes that they need.
type group struct {
	changes  []int
	failures []Failure
}

// join unites groups that share a change. A failure that needs no single change goes to the
// first group: another change does as well. So does a change that no failure needs alone.
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

// shows follows the execution of a failure in a program with other orders or fences, and
// reports whether it goes wrong there too. Only a run of a machine can be followed.
func (f *finder) shows(g Failure, p *code.Program) bool {
	rec := f.recording(g)
	if rec == nil {
		return false
	}
	return rec.Follow(f.late, interp.New(p, g.Witness.Model, f.o.Campaign.Machine)) != nil
}

// recording returns the run of a failure; nil if it is none of a machine, or no time is left.
func (f *finder) recording(g Failure) *witness.Recording {
	if g.Witness == nil || g.Witness.Explored || f.late.Err() != nil {
		return nil
	}
	return witness.Record(f.late, interp.New(f.program, g.Witness.Model, f.o.Campaign.Machine), g.Witness.Choices)
}
