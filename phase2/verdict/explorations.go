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
	"fencepost/interp/search"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/phase2"
	"fencepost/trace/lists"
)

// An Exploration says how much of the program was explored under one model.
type Exploration struct {
	Model      *axiom.Model
	Executions int64 // including blocked ones
	Complete   bool
	Limit      string   // why it is not complete; empty if it is
	Endless    bool     // loops may go on for ever, and a longer exploration does not end either
	Omits      bool     // a longer exploration would omit the same executions, or the program cannot be explored
	StandsFor  []string // differences between executions that were explored as one
	// Expected is the estimated number of executions, and Units the work to explore them; 0 if
	// there is no estimate.
	Expected float64
	Units    float64

	// Among is a model that allows all executions of this one. It was explored to the end without an error,
	// so this one need not be explored. It may be nil.
	Among *axiom.Model

	machine   *models.Model
	completes bool // an execution came to its end
}

// Name returns the name of the model as the user knows it.
func (e *Exploration) Name() string {
	if e.machine != nil {
		return e.machine.Name
	}
	return e.Model.Name
}

// explorations are the explorations of one program. The first is under sequential consistency: it
// shows which errors are logic errors. The others are under the models of the answer.
type explorations struct {
	program   *code.Program
	machine   interp.Options
	completes bool // an execution under sequential consistency is known that completes
	models    []*models.Model
	list      []Exploration
	// searches has one search for each element of list. A search continues where a bound or the
	// budget stopped it, so no execution is explored twice.
	searches []*explore.Search
	found    []*explore.Report // nil: not begun
	added    []bool            // the errors of found are findings
}

// exploreFirst bounds the executions of each model before the tests, and firstSteps the steps of one.
const (
	exploreFirst = 20_000
	firstSteps   = 100_000
)

func newExplorations(p *code.Program, o *Options) *explorations {
	x := &explorations{program: p, machine: o.Campaign.Machine, models: slices.Insert(slices.Clone(o.Campaign.Models), 0, models.SC)}
	for _, m := range x.models {
		e := Exploration{Model: axiom.Of(m), machine: m}
		x.list = append(x.list, e)
		options := x.options()
		options.Progress = func(executions, blocked int64) {
			o.Campaign.ReportProgress(witness.Progress{Stage: "explore " + e.Name(), Executions: int(executions + blocked)})
		}
		x.searches = append(x.searches, explore.NewSearch(p, e.Model, options))
	}
	x.found, x.added = make([]*explore.Report, len(x.list)), make([]bool, len(x.list))
	return x
}

// first reports whether exploring comes before the tests.
func (r *run) first() bool {
	return r.o.Explore > 0 && r.trial.ended() && r.trial.short && !forMachine(r.program)
}

// exploreFirst explores a few executions under each model whose executions no other one contains. If they
// show an error, it explores some under the other models, too.
func (r *run) exploreFirst(ctx context.Context) (err error) {
	if r.first() {
		r.b.phase("explore", func() {
			err = r.explored.run(ctx, r.b, min(r.o.Explore, exploreFirst), min(r.b.percent(explorePart), r.b.left()), false)
		})
	}
	return err
}

// exploreRest explores the other executions where nothing went wrong, and notes what was explored.
func (r *run) exploreRest(ctx context.Context) (err error) {
	a, x := r.a, r.explored
	cut := a.Report.Incomplete != "" && a.Report.Incomplete != witness.NoneEnded
	if cut && !forMachine(r.program) {
		cut = ctx.Err() != nil // that more cycles are predicted than are tried does not matter
	}
	if r.o.Explore > 0 && !a.Report.HasBug() && !cut {
		r.b.phase("explore the rest", func() {
			if err = x.run(ctx, r.b, r.o.Explore, thirds(r.b.left(), 2), true); err == nil {
				x.addTo(ctx, a)
			}
		})
		a.NotExamined = append(a.NotExamined, x.left()...)
	}
	a.Explored, a.Searches = x.ofModels(), x.efforts()
	return err
}

// run continues each exploration that can be completed, up to about limit executions, those that contain
// others first. The models share the units; what one leaves goes to those that need more. After the
// first error it is asked whether sequential consistency shows it. Unless all is set, models whose
// executions others contain are left out as long as there is no error.
func (x *explorations) run(ctx context.Context, b *budget, limit int, units int64, all bool) error {
	given, before, asked := units, units, make([]bool, len(x.list))
	for {
		x.noteContained()
		open := x.open(all)
		left := lists.Where(open, func(p part) bool { return !asked[p.model] })
		if len(left) == 0 {
			more := slices.ContainsFunc(open, func(p part) bool { return x.list[p.model].Limit == work.ErrSpent.Error() })
			if !all || !more || units < given/leastRound || units == before || ctx.Err() != nil {
				return nil
			}
			before = units
			clear(asked)
			continue
		}
		next := 0
		if x.shows() {
			next = max(0, slices.IndexFunc(left, func(p part) bool { return p.model == 0 }))
		}
		i, share, begun := left[next].model, left[next].of(units, left), b.meter.Spent()
		step, done := b.limit(ctx, share)
		err := x.one(step, b, share, i, limit)
		spent := work.Spent(step)
		done()
		if err != nil {
			return err
		}
		if e := &x.list[i]; !e.Complete && spent {
			e.Limit = work.ErrSpent.Error()
		}
		units = max(0, units-(b.meter.Spent()-begun))
		asked[i] = true
	}
}

// leastRound says what another round of run is worth: the units, divided by this.
const leastRound = 10

// A part is what the exploration under a model may take of the units.
type part struct {
	model  int // its index in the list
	weight int64
}

// containing is the weight, as long as there is no error, of a model whose executions no other one
// contains. That of the others is 1.
const containing = 4

// of returns the units of p. The parts are those that are left, with p.
func (p part) of(units int64, parts []part) int64 {
	var all int64
	for _, o := range parts {
		all += o.weight
	}
	return units / all * p.weight
}

// contains reports whether the k-th model allows the executions of the i-th. Of equal models the first
// contains the others.
func (x *explorations) contains(k, i int) bool {
	o, m := x.list[k].Model, x.list[i].Model
	return k != i && o.Allows(m) && (k < i || !m.Allows(o))
}

// noteContained completes the explorations of models that another one contains which was explored to the
// end without an error.
func (x *explorations) noteContained() {
	if !x.completes {
		return
	}
	for i := range x.list {
		for k := range x.list {
			if e, o := &x.list[i], &x.list[k]; !e.Complete && o.Complete && o.Among == nil && len(x.found[k].Errors) == 0 && x.contains(k, i) {
				e.Among, e.Complete, e.completes, e.Limit, e.Executions = o.Model, true, true, "", 0
			}
		}
	}
}

// open returns the parts of the explorations that can be continued. A model comes after those that
// contain it.
func (x *explorations) open(all bool) (list []part) {
	wrong, containedIn := x.shows(), make([]int, len(x.list))
	for i := range x.list {
		for k := range x.list {
			if x.contains(k, i) {
				containedIn[i]++
			}
		}
		p := part{i, 1}
		if containedIn[i] == 0 && !wrong {
			p.weight = containing
		}
		if e := &x.list[i]; !e.Complete && !e.Omits && !e.Endless && (all || wrong || p.weight == containing) {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(p, q part) int { return containedIn[p.model] - containedIn[q.model] })
	return list
}

// shows reports whether an explored execution shows an error.
func (x *explorations) shows() bool {
	return slices.ContainsFunc(x.found, func(r *explore.Report) bool { return r != nil && len(r.Errors) > 0 })
}

// An exploration first tries so many executions, and a part of its units. If there are more, an
// estimate decides: estimateSamples descents of at most estimateSteps each. The exploration
// continues if it expects at most estimateFactor times as many executions as the bound.
const (
	tried           = 2_000
	triedPart       = 10 // the units for tried are the share divided by this
	estimateSamples = 100
	estimateSteps   = 20_000
	estimateFactor  = 2
	estimatePart    = 8 // the units for an estimate are those of tried divided by this
)

// one continues the i-th exploration, with at most so many units.
func (x *explorations) one(ctx context.Context, b *budget, units int64, i, limit int) error {
	e := &x.list[i]
	if e.Expected == 0 {
		before := b.meter.Spent()
		first, done := b.limit(ctx, units/triedPart)
		err := x.explore(first, i, min(limit, tried))
		done()
		if err != nil || e.Complete || e.Omits || e.Endless || ctx.Err() != nil || limit <= tried {
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

// estimate sets e.Expected and e.Units, if so many units suffice.
func (x *explorations) estimate(ctx context.Context, b *budget, units int64, e *Exploration, limit int) error {
	// An estimate meets loops without an end too. With few steps it ends.
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
	e.Executions, e.Complete, e.completes = r.All(), r.Complete, r.Executions > 0
	e.Limit, e.Endless, e.Omits, e.StandsFor = "", false, false, r.StandsFor()
	switch {
	case r.Complete:
	case witness.Limit(ctx) != "":
		e.Limit = witness.Limit(ctx)
	case len(r.Endless) > 0:
		e.Endless, e.Limit = true, "what may go on for ever at "+strings.Join(r.Endless, ", ")
	case r.Bounded > 0:
		e.Endless, e.Limit = true, "executions reached the step limit"
		if r.Loop.Line > 0 {
			e.Limit += " in the loop at " + r.Loop.String()
		}
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

// giveUp notes which part of the program cannot be explored. It returns any other error.
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
	e.Omits = true
	return nil
}

// rough formats a number with one significant digit.
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
		e.Counted = r.All()
	}
	return e
}

// ofModels returns the explorations under the models of the answer.
func (x *explorations) ofModels() []Exploration { return x.list[1:] }

// complete reports whether all executions under the models of the answer were explored, and no
// explored execution goes wrong.
func (x *explorations) complete() bool {
	for i, e := range x.list {
		if i > 0 && !e.Complete || x.found[i] != nil && len(x.found[i].Errors) > 0 {
			return false
		}
	}
	return true
}

// left says under which models not all executions were explored, and why.
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

// addTo adds the errors that were found to the answer as findings. It may take a moment after ctx
// has ended. An error that sequential consistency shows is not one of relaxed memory.
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
	a.nameWaits()
	a.Report.DropSequential()
}

// nameWaits gives an explored execution in which threads wait the error of a run in which they wait
// at the same lines: a run has other columns. If the run is under the same model, it is enough.
func (a *Answer) nameWaits() {
	lists := []*[]witness.Finding{&a.Report.SC.Errors}
	for i := range a.Report.Models {
		lists = append(lists, &a.Report.Models[i].Errors)
	}
	var runs []*interp.Error
	for _, list := range lists {
		for _, f := range *list {
			if f.Error.Waiting != nil && f.Witness != nil && !f.Witness.Explored {
				runs = append(runs, f.Error)
			}
		}
	}
	for _, list := range lists {
		var kept []witness.Finding
		for _, f := range *list {
			if f.Error.Waiting != nil && f.Witness != nil && f.Witness.Explored {
				if same := slices.IndexFunc(runs, func(e *interp.Error) bool { return explore.SameWait(e, f.Error) }); same >= 0 {
					if f.Error = runs[same]; has(*list, f.Error) {
						continue
					}
				}
			}
			kept = append(kept, f)
		}
		*list = kept
	}
}

// findings are where the findings of an exploration go.
type findings struct {
	errors, races *[]witness.Finding
	known         []witness.Finding // before
}

// add makes a finding of an error that is not known yet. The finding has an execution that shows
// the error. An error of which there is none goes to a.Unrun.
func (x *explorations) add(ctx context.Context, a *Answer, m *models.Model, f *explore.Counterexample, into *findings) {
	if f.Witness == nil || has(into.known, f.Error) {
		return
	}
	found, err := search.Shown(ctx, x.program, m, x.machine, f)
	switch {
	case err != nil:
		a.Unrun = append(a.Unrun, Failure{Error: f.Error, Models: []*models.Model{m}})
	case f.Error.Kind == interp.DataRace:
		*into.races = append(*into.races, *found)
	case !has(into.known, found.Error):
		*into.errors = append(*into.errors, *found)
	}
}

// has reports whether an error is among findings.
func has(list []witness.Finding, e *interp.Error) bool {
	return slices.ContainsFunc(list, func(f witness.Finding) bool { return f.Error.Same(e) })
}
