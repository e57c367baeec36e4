package verdict

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/interp/machine/work"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/phase2"
	"fencepost/trace"
)

// An Exploration is how far one model was explored.
type Exploration struct {
	Model      *axiom.Model
	Executions int64 // with those that are blocked
	Complete   bool
	Limit      string   // why it is not complete
	Omits      bool     // another exploration would omit the same
	StandsFor  []string // what executions differ in that were explored as one
	// Expected is how many executions there are, as estimated, and Units what it would take
	// to explore them; 0 if that is not known.
	Expected float64
	Units    float64

	machine    *models.Model
	infeasible bool // the program cannot be explored under the model
}

// Name returns the name of the model that was asked for, whose axioms were explored.
func (e *Exploration) Name() string {
	if e.machine != nil {
		return e.machine.Name
	}
	return e.Model.Name
}

// Explorations are those of one program: the first under sequential consistency, which
// tells logic errors apart, the others under the models that it is looked at under.
type explorations struct {
	program *code.Program
	machine interp.Options
	models  []*models.Model
	list    []Exploration
	// searches are those of the list. Each continues where a bound or the budget stopped it, so
	// that no execution is explored twice.
	searches []*explore.Search
	found    []*explore.Report // nil: not begun
	added    []bool
}

// exploreFirst is how many executions each of the explorations has at most that come first.
const exploreFirst = 20_000

func newExplorations(p *code.Program, o *Options) *explorations {
	x := &explorations{program: p, machine: o.Campaign.Machine, models: slices.Insert(slices.Clone(o.Campaign.Models), 0, models.SC)}
	for _, m := range x.models {
		e := Exploration{Model: axiom.Of(m), machine: m}
		x.list = append(x.list, e)
		x.searches = append(x.searches, explore.NewSearch(p, e.Model, x.options()))
	}
	x.found, x.added = make([]*explore.Report, len(x.list)), make([]bool, len(x.list))
	return x
}

// run goes through all executions under each model for which that is not done, or known
// to have no end, if there are at most about limit, and shares so many units among the
// models.
func (x *explorations) run(ctx context.Context, b *budget, limit int, units int64) error {
	for i := range x.list {
		e := &x.list[i]
		if e.Complete || e.Omits || e.Limit == Endless || e.infeasible {
			continue
		}
		share, before := units/int64(len(x.list)-i), b.meter.Spent()
		step, done := b.limit(ctx, share)
		err := x.one(step, b, share, i, limit)
		spent := work.Spent(step)
		done()
		if err != nil {
			return err
		}
		if !e.Complete && spent {
			e.Limit = work.ErrSpent.Error()
		}
		units = max(0, units-(b.meter.Spent()-before))
	}
	return nil
}

// An exploration has tried executions first, and a part of its units. If that is not all,
// it goes on if estimateSamples descents of at most estimateSteps a thread say that there
// are at most estimateFactor times as many executions as the bound.
const (
	tried           = 2_000
	triedPart       = 10 // of the share of the exploration, one of so many
	estimateSamples = 100
	estimateSteps   = 20_000
	estimateFactor  = 2
	estimatePart    = 8 // of what was tried first, one of so many
)

// Endless is the limit of an exploration in which loops have no end.
const Endless = "loops go on for ever in some executions"

// one explores under the i-th model, which may take so many units.
func (x *explorations) one(ctx context.Context, b *budget, units int64, i, limit int) error {
	e := &x.list[i]
	if e.Expected == 0 {
		before := b.meter.Spent()
		first, done := b.limit(ctx, units/triedPart)
		err := x.explore(first, i, min(limit, tried))
		done()
		if err != nil || e.Complete || e.Omits || e.Limit == Endless || ctx.Err() != nil || limit <= tried {
			return err
		}
		if err := x.estimate(ctx, b, (b.meter.Spent()-before)/estimatePart, e, limit); err != nil {
			return err
		}
	}
	if e.Expected > estimateFactor*float64(limit) {
		e.Limit = "there are about " + rough(e.Expected)
		return nil
	}
	return x.explore(ctx, i, limit)
}

// estimate says how many executions there are, if that can be said with so many units.
func (x *explorations) estimate(ctx context.Context, b *budget, units int64, e *Exploration, limit int) error {
	// A loop that goes on for ever is met by an estimate too: with few steps it ends.
	short := x.options()
	if short.Machine.MaxSteps == 0 || short.Machine.MaxSteps > estimateSteps {
		short.Machine.MaxSteps = estimateSteps
	}
	before := b.meter.Spent()
	step, done := b.limit(ctx, units)
	defer done()
	est, err := explore.NewSearch(x.program, e.Model, short).Estimate(step, estimateSamples, 1, estimateFactor*float64(limit))
	b.estimated += b.meter.Spent() - before
	if err != nil {
		return e.giveUp(err)
	}
	if est.Samples > 0 {
		e.Expected = est.Executions + est.Blocked
		e.Units = e.Expected * est.Units
	}
	return nil
}

func (x *explorations) options() explore.Options {
	return explore.Options{Machine: x.machine, Workers: 1, Reductions: explore.AllReductions(), UnrollEndless: explore.DefaultUnroll}
}

// explore continues under the i-th model until about limit executions are explored.
func (x *explorations) explore(ctx context.Context, i, limit int) error {
	e := &x.list[i]
	r, err := x.searches[i].Run(ctx, int64(limit))
	if err != nil {
		return e.giveUp(err)
	}
	x.found[i], x.added[i] = r, false
	e.Executions, e.Complete = r.Executions+r.Blocked+r.Bounded, r.Complete
	e.Limit, e.Omits, e.StandsFor = "", false, r.StandsFor()
	switch {
	case r.Complete:
	case witness.Limit(ctx) != "":
		e.Limit = witness.Limit(ctx)
	case r.Bounded > 0:
		e.Limit = Endless
	case r.Omits() != "" && e.Executions < int64(limit):
		e.Omits = true
	default:
		e.Limit = fmt.Sprintf("there are more than %d", limit)
	}
	if left := r.Omits(); left != "" {
		e.Limit = strings.TrimPrefix(e.Limit+"; "+left, "; ")
	}
	return nil
}

// giveUp notes what of the program is not explored; another error is returned.
func (e *Exploration) giveUp(err error) error {
	var (
		unsupported *interp.Error
		inexact     *axiom.InexactError
	)
	switch {
	case errors.As(err, &unsupported):
		e.Limit = unsupported.Message + " is not explored"
	case errors.As(err, &inexact):
		e.Limit = inexact.Error()
	default:
		return err
	}
	e.infeasible = true
	return nil
}

// rough writes a number of which the first digit is known.
func rough(x float64) string {
	if x >= 1e15 {
		return fmt.Sprintf("%.0e", x)
	}
	unit := math.Pow(10, math.Floor(math.Log10(max(x, 1))))
	return fmt.Sprintf("%.0f", math.Round(x/unit)*unit)
}

// efforts returns what the searches explored.
func (x *explorations) efforts() (list []Effort) {
	for i, s := range x.searches {
		if e := newEffort(x.list[i].Name(), s, x.found[i]); e.Begun > 0 {
			list = append(list, e)
		}
	}
	return list
}

// An Effort is what a search explored of the program.
type Effort struct {
	Model      string
	Begun      int   // how often it began: more than once if a reduction turned out not to hold
	Executions int64 // with those that it explored before it began anew
	Counted    int64 // those that the answer is made of
}

func newEffort(model string, s *explore.Search, r *explore.Report) Effort {
	e := Effort{Model: model}
	if e.Begun, e.Executions = s.Effort(); r != nil {
		e.Counted = r.Executions + r.Blocked + r.Bounded
	}
	return e
}

// ofModels are the explorations under the models that the program is looked at under.
func (x *explorations) ofModels() []Exploration { return x.list[1:] }

// complete reports whether all executions were explored, and none goes wrong.
func (x *explorations) complete() bool {
	for i, e := range x.list {
		if i > 0 && !e.Complete || x.found[i] != nil && len(x.found[i].Errors) > 0 {
			return false
		}
	}
	return true
}

// left tells under which models not all executions were explored, by reason.
func (x *explorations) left() (list []string) {
	names := map[string][]string{}
	var limits []string
	for _, e := range x.ofModels() {
		if e.Complete {
			continue
		}
		if names[e.Limit] == nil {
			limits = append(limits, e.Limit)
		}
		names[e.Limit] = append(names[e.Limit], e.Name())
	}
	for _, limit := range limits {
		list = append(list, fmt.Sprintf("all executions under %s: %s", strings.Join(names[limit], ", "), limit))
	}
	return list
}

// addTo makes findings of the errors that were found, for a moment after ctx has ended,
// too. An error that sequential consistency shows is not one of relaxed memory.
func (x *explorations) addTo(ctx context.Context, a *Answer) {
	ctx, cancel := witness.Grace(ctx)
	defer cancel()
	for i, r := range x.found {
		if r == nil || x.added[i] {
			continue
		}
		x.added[i] = true
		into := findings{errors: &a.Report.SC.Errors, known: a.Report.SC.Errors}
		if i > 0 {
			k := slices.IndexFunc(a.Report.Models, func(m phase2.ModelReport) bool { return m.Model == x.models[i] })
			if k < 0 { // confirmation was cut short before
				k = len(a.Report.Models)
				a.Report.Models = append(a.Report.Models, phase2.ModelReport{Model: x.models[i], Predicted: a.Report.SC.Predicted})
			}
			m := &a.Report.Models[k]
			into = findings{&m.Errors, &m.Races, slices.Concat(into.known, m.Errors, m.Races)}
		}
		for k := range r.Errors {
			x.add(ctx, a, x.models[i], &r.Errors[k], &into)
		}
	}
	a.Report.DropSequential()
}

// findings are where the findings of an exploration go.
type findings struct {
	errors, races *[]witness.Finding
	known         []witness.Finding // before
}

// add makes a finding of an error that is not known yet. The finding has a run of the machine
// that shows the error. An error of which no run is found goes to a.Unrun.
func (x *explorations) add(ctx context.Context, a *Answer, m *models.Model, f *explore.Counterexample, into *findings) {
	if f.Witness == nil || has(into.known, f.Error) {
		return
	}
	var rec trace.Recorder
	mc, res, err := explore.Linearise(ctx, x.program, m, x.machine, f, &rec)
	if err != nil {
		a.Unrun = append(a.Unrun, Failure{Error: f.Error, Models: []*models.Model{m}})
		return
	}
	found := witness.Finding{Error: f.Error, Count: int(f.Executions), Witness: witness.Of(mc, x.machine, res, rec.Events)}
	if f.Error.Kind == interp.DataRace {
		found.Error = witness.Race(ctx, mc, found.Witness.Choices, f.Error)
		*into.races = append(*into.races, found)
		return
	}
	// The search sees a thread wait at the condition of a loop, the machine at its head.
	if found.Error = res.Err; !has(into.known, res.Err) {
		*into.errors = append(*into.errors, found)
	}
}

// has reports whether an error is among findings.
func has(list []witness.Finding, e *interp.Error) bool {
	return slices.ContainsFunc(list, func(f witness.Finding) bool { return f.Error.Key() == e.Key() })
}
