// Package verdict answers of a program whether it is wrong, how far that is sure, and
// how to mend it.
//
// Run is a pipeline. It records executions under sequential consistency, tests the C11
// model, and predicts and confirms critical cycles (package phase2). If nothing goes
// wrong it explores all executions (package interp/explore) as far as a bound and a
// budget allow. What goes wrong is put together to causes, and inference (package
// phase2/fences) looks for a change of the source that mends each.
//
// A cause is found by experiment: an execution that goes wrong is followed in the
// mended program without one of the changes. Executions that go wrong again without
// the same change have one cause. No rule has to know why a change helps.
package verdict

import (
	"context"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"fencepost/interp"
	"fencepost/interp/cfront"
	"fencepost/interp/code"
	"fencepost/interp/explore"
	"fencepost/interp/strategy"
	"fencepost/interp/vm"
	"fencepost/interp/witness"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/models/c11"
	"fencepost/phase2"
	"fencepost/trace"
)

// Options are the settings of Run.
type Options struct {
	// Campaign are those of prediction and confirmation; its models are those that are
	// looked at, Models of the program if there are none.
	Campaign phase2.Options
	// Native is C11's own model where none of the campaign's is; nil: c11.Model.
	Native *models.Model
	// Compile is how the program was compiled.
	Compile cfront.Options
	// Budget is how much processor time Run may take; 0: no bound.
	Budget time.Duration
	// Explore is how many executions are explored under each model; 0: none.
	Explore int
	// Mend says whether changes are looked for that mend what goes wrong.
	Mend bool
}

// DefaultExplore is how many executions the command explores under each model.
const DefaultExplore = 100_000

// Models returns the models that a program is looked at under unless the user names
// some: a program that includes <fencepost.h> is written for a machine, any other in
// C11, native, whose compilers decide what a machine sees.
func Models(p *code.Program, native *models.Model) []*models.Model {
	list := []*models.Model{models.TSO, models.PSO, models.PSLO}
	if slices.ContainsFunc(p.Files, func(f code.File) bool { return machineHeader.MatchString(f.Text) }) {
		return list
	}
	return slices.Insert(list, 0, native)
}

var machineHeader = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*[<"]fencepost\.h[>"]`)

// A Conclusion is what is known of a program as a whole.
type Conclusion string

// The conclusions.
const (
	Buggy      Conclusion = "buggy"      // an execution goes wrong
	Proved     Conclusion = "proved"     // all executions were explored under all models, up to bounds: none goes wrong
	Tested     Conclusion = "tested"     // no execution that was made goes wrong
	Incomplete Conclusion = "incomplete" // not even the tests came to their end
)

// An Answer is what Run found.
type Answer struct {
	Conclusion Conclusion
	Report     *phase2.Report // of prediction and confirmation, with what only exploring found
	Explored   []Exploration  // by model; empty if something went wrong before
	Causes     []Cause
	// Unrun are errors that exploring found, and of which no run was found.
	Unrun   []*interp.Error
	Threads int // of an execution under sequential consistency
	// Behaviours counts the executions of the C11 model's tests, or if it is not looked
	// at of the first model's, that no earlier one was equivalent to.
	Behaviours int
	// Reached tells what no execution reached.
	Reached *vm.Reached
	// NotExamined tells what was left out, and why.
	NotExamined []string
}

// An Exploration is how far one model was explored.
type Exploration struct {
	Model      *axiom.Model
	Executions int64 // with those that are blocked
	Complete   bool
	Limit      string // why it is not complete
	// Expected is how many executions there are, as estimated, and Time how long one
	// worker would take; 0 if that is not known.
	Expected float64
	Time     time.Duration
}

// Executions counts all explored executions.
func (a *Answer) Executions() int64 {
	var n int64
	for _, e := range a.Explored {
		n += e.Executions
	}
	return n
}

// Run answers. When ctx ends it returns what is known so far. The error is an
// *interp.UnsupportedError, or nil.
func Run(ctx context.Context, p *code.Program, o Options) (*Answer, error) {
	b := newBudget(o.Budget)
	a := &Answer{}
	coverage := vm.NewCoverage(p)
	o.Campaign.Machine.Coverage = coverage
	if o.Native == nil {
		o.Native = c11.Model
	}
	for _, m := range o.Campaign.Models {
		if m.Native {
			o.Native = m
		}
	}
	if o.Campaign.Models == nil {
		o.Campaign.Models = Models(p, o.Native)
	}
	if err := a.confirm(ctx, b, p, &o); err != nil {
		return nil, err
	}
	if o.Explore > 0 && !a.Report.HasBug() && a.Report.Incomplete == "" {
		if err := a.explore(ctx, b, p, &o); err != nil {
			return nil, err
		}
	}
	a.Threads = threads(ctx, p, a.Report.Options.Machine)
	a.Reached = coverage.Reached()
	o.Campaign.Machine.Coverage, a.Report.Options.Machine.Coverage = nil, nil
	a.conclude()
	if len(a.Report.Models) > 0 {
		a.Behaviours = a.Report.Models[0].Behaviours
	}
	if a.Conclusion == Buggy {
		step, done := b.share(ctx, 1)
		defer done()
		f := &finder{ctx: step, program: p, o: &o, machine: a.Report.Options.Machine}
		a.Causes = f.causes(collect(a))
	}
	return a, nil
}

// confirm is prediction and confirmation.
func (a *Answer) confirm(ctx context.Context, b *budget, p *code.Program, o *Options) (err error) {
	step, done := b.share(ctx, 0.5)
	defer done()
	a.Report, err = phase2.Check(step, p, o.Campaign)
	if err == nil && ctx.Err() == nil && step.Err() != nil {
		a.Report.Incomplete = ""
		a.NotExamined = append(a.NotExamined, "some of the planned trials: the budget was spent")
	}
	return err
}

// explore goes through all executions under each model.
func (a *Answer) explore(ctx context.Context, b *budget, p *code.Program, o *Options) error {
	r := a.Report
	machine := r.Options.Machine
	if o.Campaign.Machine.Mapping == nil || *o.Campaign.Machine.Mapping == models.C11 {
		machine.Mapping = nil
	}
	for i := range r.Models {
		if n := len(a.Explored); n > 0 && !a.Explored[n-1].Complete {
			// The others have about as many executions.
			e := Exploration{Model: axiom.Of(r.Models[i].Model), Limit: a.Explored[0].Limit, Time: a.Explored[0].Time}
			a.Explored = append(a.Explored, e)
			continue
		}
		step, done := b.share(ctx, 0.7)
		e, found, err := exploreOne(step, p, axiom.Of(r.Models[i].Model), o, machine)
		done()
		if err != nil {
			return err
		}
		if !e.Complete && ctx.Err() == nil && step.Err() != nil {
			e.Limit = "the budget was spent"
		}
		a.Explored = append(a.Explored, e)
		if found != nil {
			a.add(ctx, p, &r.Models[i], machine, found)
		}
	}
	var left []string
	limit := ""
	for _, e := range a.Explored {
		if !e.Complete {
			left, limit = append(left, e.Model.Name), e.Limit
		}
	}
	if len(left) > 0 {
		a.NotExamined = append(a.NotExamined, fmt.Sprintf("all executions under %s: %s", strings.Join(left, ", "), limit))
	}
	return nil
}

// An exploration is begun if estimateSamples descents of at most estimateSteps a thread
// say that there are at most estimateFactor times as many executions as the bound.
const (
	estimateSamples = 300
	estimateSteps   = 20_000
	estimateFactor  = 2
)

// Endless is the limit of an exploration in which loops have no end.
const Endless = "loops go on for ever in some executions"

func exploreOne(ctx context.Context, p *code.Program, m *axiom.Model, o *Options, machine interp.Options) (e Exploration, r *explore.Report, err error) {
	e.Model = m
	eo := explore.Options{Machine: machine, Workers: 1, MaxExecutions: int64(o.Explore)}
	// A loop that goes on for ever is met by an estimate too: with few steps it ends.
	short := eo
	if short.Machine.MaxSteps == 0 || short.Machine.MaxSteps > estimateSteps {
		short.Machine.MaxSteps = estimateSteps
	}
	est, err := explore.Estimate(ctx, p, m, short, estimateSamples, 1)
	if err == nil && est.Samples > 0 {
		e.Expected, e.Time = est.Executions+est.Blocked, est.Time()
		if e.Expected > estimateFactor*float64(o.Explore) {
			e.Limit = "there are about " + rough(e.Expected)
			return e, nil, nil
		}
	}
	if err == nil {
		r, err = explore.Run(ctx, p, m, eo)
	}
	var unsupported *interp.Error
	if errors.As(err, &unsupported) {
		e.Limit = unsupported.Message + " is not explored"
		return e, nil, nil
	}
	if err != nil {
		return e, nil, err
	}
	e.Executions, e.Complete = r.Executions+r.Blocked+r.Bounded, r.Complete
	switch {
	case r.Complete:
	case witness.Limit(ctx) != "":
		e.Limit = witness.Limit(ctx)
	case r.Bounded > 0:
		e.Limit = Endless
	default:
		e.Limit = fmt.Sprintf("there are more than %d", o.Explore)
	}
	return e, r, nil
}

// rough writes a number of which the first digit is known.
func rough(x float64) string {
	if x >= 1e15 {
		return fmt.Sprintf("%.0e", x)
	}
	unit := math.Pow(10, math.Floor(math.Log10(max(x, 1))))
	return fmt.Sprintf("%.0f", math.Round(x/unit)*unit)
}

// Tests counts the executions that were made at random or for a cycle.
func (a *Answer) Tests() int {
	n := a.Report.SC.Ended.Total()
	for i := range a.Report.Models {
		n += a.Report.Models[i].Ended.Total()
	}
	return n
}

// add makes findings of the errors that exploring found. Each has a run of the machine
// that shows it; the rare one that none is found of is told as what it is.
func (a *Answer) add(ctx context.Context, p *code.Program, mr *phase2.ModelReport, machine interp.Options, r *explore.Report) {
	known := a.Report.ErrorKeys()
	for i := range r.Errors {
		f := &r.Errors[i]
		if known[f.Error.Key()] || f.Witness == nil {
			continue
		}
		var rec trace.Recorder
		mc, res, err := explore.Linearise(ctx, p, mr.Model, machine, f, &rec)
		if err != nil {
			a.Unrun = append(a.Unrun, f.Error)
			continue
		}
		found := witness.Finding{Error: f.Error, Count: int(f.Executions), Witness: witness.Of(mc, machine, res, rec.Events)}
		if f.Error.Kind == interp.DataRace {
			if e := witness.Race(ctx, mc, found.Witness.Choices, f.Error.Key()); e != nil {
				found.Error = e
			}
			mr.Races = append(mr.Races, found)
		} else {
			mr.Errors = append(mr.Errors, found)
		}
	}
}

func (a *Answer) conclude() {
	complete := len(a.Explored) > 0 && !slices.ContainsFunc(a.Explored, func(e Exploration) bool { return !e.Complete })
	switch {
	case a.Report.HasBug() || len(a.Unrun) > 0:
		a.Conclusion = Buggy
	case complete:
		a.Conclusion = Proved
	case a.Report.Incomplete != "":
		a.Conclusion = Incomplete
	default:
		a.Conclusion = Tested
	}
}

// threads counts the threads of an execution.
func threads(ctx context.Context, p *code.Program, o interp.Options) int {
	var rec trace.Recorder
	choices := strategy.NewRandom(1)
	choices.Begin(0)
	interp.New(p, models.SC, o).Run(context.WithoutCancel(ctx), choices, &rec)
	n := 1
	for i := range rec.Events {
		if rec.Events[i].Kind == trace.Create {
			n++
		}
	}
	return n
}
