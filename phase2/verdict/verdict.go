// Package verdict answers of a program whether it is wrong, how far that is sure, and
// how to mend it.
//
// Run is a pipeline. It explores all executions (package interp/explore) under the
// models of which an estimate says that there are few. It records executions under
// sequential consistency, tests the C11 model, and predicts and confirms critical
// cycles (package phase2), of three threads too where those of two give nothing. If
// nothing goes wrong it explores under the other models, as far as a bound and a budget
// allow. What goes wrong is put together to causes, and inference (package
// phase2/fences) looks for a change of the source that mends each.
//
// A cause is found by experiment: an execution that goes wrong is followed in the
// mended program without one of the changes. Executions that go wrong again without
// the same change have one cause. No rule has to know why a change helps.
package verdict

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"fencepost/interp"
	"fencepost/interp/cfront"
	"fencepost/interp/code"
	"fencepost/interp/strategy"
	"fencepost/interp/vm"
	"fencepost/interp/witness"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/phase2"
)

// Options are the settings of Run.
type Options struct {
	// Campaign are those of prediction and confirmation; its models are those that are
	// looked at, Models of the program if there are none.
	Campaign phase2.Options
	// Native is the C11 model where none of the campaign's is; nil: c11.Model.
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
	if forMachine(p) {
		return list
	}
	return slices.Insert(list, 0, native)
}

// forMachine reports whether a program is written for a machine.
func forMachine(p *code.Program) bool {
	return slices.ContainsFunc(p.Files, func(f code.File) bool { return machineHeader().MatchString(f.Text) })
}

var machineHeader = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*[<"]fencepost\.h[>"]`)
})

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
	Explored   []Exploration  // by model
	Causes     []Cause
	// Unrun is what exploring found, each under one model, and of which no run was found.
	Unrun []Failure
	// Behaviours counts the executions of the C11 model's tests, or if it is not looked
	// at of the first model's, that no earlier one was equivalent to.
	Behaviours int
	// Reached tells what no execution reached.
	Reached *vm.Reached
	// NotExamined tells what was left out, and why.
	NotExamined []string
}

// Executions counts all explored executions.
func (a *Answer) Executions() int64 {
	var n int64
	for _, e := range a.Explored {
		n += e.Executions
	}
	return n
}

// Run answers. When ctx ends it returns what is known so far. What is not supported
// hides nothing that goes wrong elsewhere, and no proof: the error is an
// *interp.UnsupportedError if there is neither, or nil.
func Run(ctx context.Context, p *code.Program, o Options) (*Answer, error) {
	b := newBudget(o.Budget)
	a := &Answer{}
	coverage := vm.NewCoverage(p)
	o.Campaign.Machine.Coverage = coverage
	o.settle(p)
	threads, ended := trial(ctx, p, o.Campaign.Machine)
	x := newExplorations(p, &o)
	first := o.Explore > 0 && ended && !forMachine(p)
	if first {
		if err := x.run(ctx, b, min(o.Explore, exploreFirst), firstShare); err != nil {
			return nil, err
		}
	}
	unsupported := a.confirm(ctx, b, p, &o, threads, x.complete())
	if first {
		x.addTo(ctx, a)
	}
	if o.Explore > 0 && !a.Report.HasBug() && (a.Report.Incomplete == "" || a.Report.Incomplete == witness.NoneEnded) {
		if err := x.run(ctx, b, o.Explore, restShare); err != nil {
			return nil, err
		}
		x.addTo(ctx, a)
		a.NotExamined = append(a.NotExamined, x.left()...)
	}
	a.Explored = x.ofModels()
	a.Reached = coverage.Reached()
	o.Campaign.Machine.Coverage, a.Report.Options.Machine.Coverage = nil, nil
	a.conclude()
	if unsupported != nil && a.Conclusion != Buggy && a.Conclusion != Proved {
		return nil, unsupported
	}
	if len(a.Report.Models) > 0 {
		a.Behaviours = a.Report.Models[0].Behaviours
	}
	if a.Conclusion == Buggy {
		step, done := b.share(ctx, 1)
		defer done()
		a.Causes = Causes(step, p, collect(a), o)
		if ctx.Err() == nil && step.Err() != nil {
			a.NotExamined = append(a.NotExamined, "some changes that may mend it: the budget was spent")
		}
	}
	return a, nil
}

// settle chooses the models.
func (o *Options) settle(p *code.Program) {
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
}

// Lengths of cycles, twice the number of their threads.
const (
	twoThreads   = 4
	threeThreads = 6
)

// confirm is prediction and confirmation: unless the longest cycle is given, of cycles
// of two threads and, where they give nothing and it is not known already that nothing
// goes wrong, of three. A program that is written for a machine has those of two alone,
// as RELAXER has. The error is an *interp.UnsupportedError, or nil.
func (a *Answer) confirm(ctx context.Context, b *budget, p *code.Program, o *Options, threads int, proved bool) (err error) {
	step, done := b.share(ctx, 0.5)
	defer done()
	c := o.Campaign
	longer := !proved && longerToo(p, &c, threads)
	if c.Predict.MaxLen == 0 {
		c.Predict.MaxLen = twoThreads
	}
	a.Report, err = phase2.Check(step, p, c)
	if longer && err == nil && !a.Report.HasBug() && !confirmed(a.Report) && step.Err() == nil {
		c.Predict.MaxLen = threeThreads
		a.Report, err = phase2.Check(step, p, c)
	}
	switch {
	case ctx.Err() != nil:
	case step.Err() != nil:
		a.Report.Incomplete = ""
		if a.Report.NoneEnded() {
			a.Report.Incomplete = witness.NoneEnded
		}
		a.NotExamined = append(a.NotExamined, "some of the planned trials: the budget was spent")
	case a.Report.Unsupported != nil:
		a.Report.Incomplete = ""
	}
	a.NotExamined = append(a.NotExamined, unsupported(a.Report)...)
	return err
}

// Trials returns the trials of Run, for phase2.Options.Parts: of cycles of each length that
// may be asked for, the later ones only if the first give nothing.
func Trials(ctx context.Context, p *code.Program, o Options) (list []*phase2.Trials, lengths []int) {
	o.settle(p)
	c := o.Campaign
	switch threads, _ := trial(ctx, p, c.Machine); {
	case c.Predict.MaxLen != 0:
		lengths = []int{c.Predict.MaxLen}
	case longerToo(p, &c, threads):
		lengths = []int{twoThreads, threeThreads}
	default:
		lengths = []int{twoThreads}
	}
	for _, n := range lengths {
		c.Predict.MaxLen = n
		list = append(list, phase2.NewTrials(p, c))
	}
	return list, lengths
}

// longerToo reports whether cycles of three threads may be asked for.
func longerToo(p *code.Program, c *phase2.Options, threads int) bool {
	return c.Predict.MaxLen == 0 && !forMachine(p) && threads > threeThreads/2
}

// unsupported tells of the models under which executions met what is not supported.
func unsupported(r *phase2.Report) (list []string) {
	names := map[string][]string{}
	var met []string
	add := func(model string, e *interp.Error) {
		if e == nil {
			return
		}
		if names[e.Error()] == nil {
			met = append(met, e.Error())
		}
		names[e.Error()] = append(names[e.Error()], model)
	}
	for i := range r.Models {
		add(r.Models[i].Model.Name, r.Models[i].Unsupported)
	}
	if len(met) == 0 {
		add(models.SC.Name, r.Unsupported)
	}
	for _, e := range met {
		list = append(list, fmt.Sprintf("some executions under %s: %s", strings.Join(names[e], ", "), e))
	}
	return list
}

func confirmed(r *phase2.Report) bool {
	return slices.ContainsFunc(r.Models, func(m phase2.ModelReport) bool { return m.Confirmed() > 0 })
}

// Tests counts the executions that were made at random or for a cycle.
func (a *Answer) Tests() int {
	n := a.Report.SC.Ended.Total()
	for i := range a.Report.Models {
		n += a.Report.Models[i].Ended.Total()
	}
	return n
}

func (a *Answer) conclude() {
	complete := len(a.Explored) > 0 && !slices.ContainsFunc(a.Explored, func(e Exploration) bool { return !e.Complete })
	switch {
	case a.Report.HasBug() || len(a.Unrun) > 0:
		a.Conclusion = Buggy
	case complete && a.Report.Incomplete != witness.NoneEnded:
		a.Conclusion = Proved
	case a.Report.Incomplete != "":
		a.Conclusion = Incomplete
	default:
		a.Conclusion = Tested
	}
}

// trial makes an execution and counts its threads; 0 if it was interrupted. One that does
// not end, or goes wrong, says that exploring is not what comes first.
func trial(ctx context.Context, p *code.Program, o interp.Options) (threads int, ended bool) {
	choices := strategy.NewRandom(1)
	choices.Begin(0)
	m := interp.New(p, models.SC, o)
	res := m.Run(ctx, choices, nil)
	if res.Outcome == interp.Interrupted {
		return 0, false
	}
	return m.Threads(), res.Outcome == interp.Completed || res.Outcome == interp.Discarded
}
