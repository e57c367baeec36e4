// Package verdict answers of a program whether it is wrong, how far that is sure, and
// how to mend it.
//
// Run is a pipeline. It explores all executions (package interp/search/explore) under the
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
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/vm"
	"fencepost/interp/machine/witness"
	"fencepost/interp/machine/work"
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
	// Budget is how many units of work Run may take; 0: no bound.
	Budget int64
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
	list := models.Relaxed()
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
	// Unrun is what exploring found under one model, no run of whose machine was found: it is
	// possible, and a fault of ours.
	Unrun []Failure
	// elsewhere has the errors of Unrun that runs under another model show, by their keys.
	elsewhere map[string]bool
	// Behaviours counts the executions of the C11 model's tests, or if it is not looked
	// at of the first model's, that no earlier one was equivalent to.
	Behaviours int
	// Reached tells what no execution reached.
	Reached *vm.Reached
	// Unseen names what no model has that the program is looked at under; Sequences is not nil if
	// the other rule of release sequences gives another conclusion.
	Unseen    []string
	Sequences *Sequences
	// Buffering is what load buffering leads to if nothing else goes wrong; nil if that is not
	// known, or there is none.
	Buffering *Buffering
	// Kernel is what the Linux kernel's model says; nil of a program without the kernel's
	// headers.
	Kernel *Kernel
	// NotExamined tells what else was left out, and why.
	NotExamined []string
	// Phases are what Run did, in order, and Units what it took as a whole.
	Phases []Phase
	Units  int64
	// Searches are the explorations of the program: one for each model.
	Searches []Effort
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
//
// Each model has a first share before any has its second: Look comes before all that may
// take long.
func Run(ctx context.Context, p *code.Program, o Options) (*Answer, error) {
	asksKernel := p.Kernel && o.Campaign.Models == nil
	r := newRun(p, &o)
	a := r.a
	r.begin(ctx)
	if err := r.exploreFirst(ctx); err != nil {
		return nil, err
	}
	unsupported := r.test(ctx)
	if err := r.exploreRest(ctx); err != nil {
		return nil, err
	}
	r.conclude(ctx)
	if unsupported != nil && a.Conclusion != Buggy && a.Conclusion != Proved {
		return nil, unsupported
	}
	r.askOtherRule(ctx)
	if asksKernel && r.askKernel(ctx) {
		return a.underKernelAlone(ctx, p, o)
	}
	if a.Conclusion != Buggy {
		r.askUnseen(ctx)
	}
	if a.Conclusion == Buggy && len(a.Causes) == 0 {
		r.findCauses(ctx)
	}
	a.Phases, a.Units = r.b.phases, r.b.meter.Spent()
	return a, nil
}

// thirds returns so many thirds of a number of units.
func thirds(units, n int64) int64 { return units / 3 * n }

// A run is the state of Run. Its methods are the phases.
type run struct {
	program  *code.Program
	o        *Options
	b        *budget
	a        *Answer
	coverage *vm.Coverage
	threads  int  // of an execution
	ended    bool // it came to its end, and showed no error
	longer   bool // cycles of three threads may be asked for
	campaign *phase2.Campaign
	explored *explorations
}

func newRun(p *code.Program, o *Options) *run {
	b := newBudget(o.Budget)
	coverage := vm.NewCoverage(p)
	o.Campaign.Machine.Coverage, o.Campaign.Machine.Work = coverage, b.meter
	o.settle(p)
	o.Campaign.Bounds = b.bounds(len(o.Campaign.Models))
	return &run{program: p, o: o, b: b, a: &Answer{}, coverage: coverage, explored: newExplorations(p, o)}
}

// begin makes an execution and a few tests of each model.
func (r *run) begin(ctx context.Context) {
	r.b.phase("first execution", func() { r.threads, r.ended = trial(ctx, r.program, r.o.Campaign.Machine) })
	r.beginCampaign()
	r.b.phase("look", func() {
		if r.campaign.Look(ctx) {
			r.b.always(r.o.Campaign.Bounds)
		}
	})
}

// first reports whether exploring comes before the tests.
func (r *run) first() bool { return r.o.Explore > 0 && r.ended && !forMachine(r.program) }

// exploreFirst explores a few executions under each model.
func (r *run) exploreFirst(ctx context.Context) (err error) {
	if r.first() {
		r.b.phase("explore", func() {
			err = r.explored.run(ctx, r.b, min(r.o.Explore, exploreFirst), min(r.b.part(explorePart), r.b.left()))
		})
	}
	return err
}

// test predicts, confirms, and tests at random. The error is an *interp.UnsupportedError, or nil.
func (r *run) test(ctx context.Context) (err error) {
	r.b.phase("test", func() {
		err = r.confirm(ctx, r.explored.complete())
		if r.first() {
			r.explored.addTo(ctx, r.a)
		}
	})
	return err
}

// exploreRest explores the other executions where nothing went wrong, and notes what was explored.
func (r *run) exploreRest(ctx context.Context) (err error) {
	a, x := r.a, r.explored
	if r.o.Explore > 0 && !a.Report.HasBug() && (a.Report.Incomplete == "" || a.Report.Incomplete == witness.NoneEnded) {
		r.b.phase("explore the rest", func() {
			if err = x.run(ctx, r.b, r.o.Explore, thirds(r.b.left(), 2)); err == nil {
				x.addTo(ctx, a)
			}
		})
		a.NotExamined = append(a.NotExamined, x.left()...)
	}
	a.Explored, a.Searches = x.ofModels(), x.efforts()
	return err
}

// conclude concludes from what was explored and tested.
func (r *run) conclude(ctx context.Context) {
	a := r.a
	a.Reached = r.coverage.Reached()
	r.o.Campaign.Machine.Coverage, a.Report.Options.Machine.Coverage = nil, nil
	if a.conclude(ctx); len(a.Report.Models) > 0 {
		a.Behaviours = a.Report.Models[0].Behaviours
	}
}

// askOtherRule asks for the conclusion under the other rule of release sequences, if it matters.
func (r *run) askOtherRule(ctx context.Context) {
	if other := r.otherRule(); other != nil {
		r.b.phase("other release sequences", func() {
			step, done := r.b.limit(ctx, r.b.part(sequencesPart))
			defer done()
			r.a.Sequences = r.underRule(step, other)
		})
	}
}

// askKernel asks the Linux kernel's model. It reports whether the answer is to be made anew by that
// model alone.
func (r *run) askKernel(ctx context.Context) (again bool) {
	r.b.phase("lkmm", func() { again = r.a.askKernel(ctx, r.program, r.o) })
	return again
}

// askUnseen names what no model has that the program is looked at under, and looks at load
// buffering.
func (r *run) askUnseen(ctx context.Context) {
	a, o := r.a, r.o
	a.Unseen = unseen(r.program, slices.Contains(o.Campaign.Models, o.Native), o.Campaign.Machine.Reuse)
	k := slices.Index(a.Unseen, LoadBuffering)
	if k < 0 {
		return
	}
	known := a.Kernel != nil && a.Kernel.right()
	if !known {
		r.b.phase("load buffering", func() { a.Buffering = loadBuffering(ctx, r.program, o) })
	}
	if known || a.Buffering != nil {
		a.Unseen = slices.Delete(a.Unseen, k, k+1)
	}
	if a.Buffering != nil && a.Buffering.Error != nil {
		a.Conclusion, a.Unseen, a.Causes = Buggy, nil, []Cause{a.Buffering.Cause}
	}
}

// findCauses puts what goes wrong together to causes, and looks for what mends them.
func (r *run) findCauses(ctx context.Context) {
	a := r.a
	r.b.phase("causes", func() {
		step, done := r.b.limit(ctx, r.b.rest())
		defer done()
		a.Causes = causes(step, r.program, collect(a), *r.o)
		a.NotExamined = append(a.NotExamined, leftOut(ctx, step, a.Causes)...)
		if a.Kernel != nil {
			a.holdToKernel(step, r.program, r.o)
		}
	})
}

// beginCampaign begins the campaign, of cycles of two threads unless the longest is given.
func (r *run) beginCampaign() {
	c := r.o.Campaign
	r.longer = longerToo(r.program, &c, r.threads)
	if c.Predict.MaxLen == 0 {
		c.Predict.MaxLen = twoThreads
	}
	r.campaign = phase2.Begin(r.program, c)
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
func (r *run) confirm(ctx context.Context, proved bool) (err error) {
	if bounds := r.o.Campaign.Bounds; bounds != nil {
		third := thirds(r.b.left()-2*bounds.Record, 1)
		bounds.Tests, bounds.Trials = third, third
	}
	a := r.a
	a.Report, err = r.campaign.Finish(ctx)
	cut := len(a.Report.Cut) > 0
	if r.longer && !proved && err == nil && !a.Report.HasBug() && !confirmed(a.Report) && !cut && ctx.Err() == nil {
		a.Report, err = r.campaign.Again(threeThreads).Finish(ctx)
	}
	if len(a.Report.Cut) > 0 {
		a.NotExamined = append(a.NotExamined, fmt.Sprintf("some of the planned executions (%s): %v", strings.Join(a.Report.Cut, ", "), work.ErrSpent))
	}
	if ctx.Err() == nil && a.Report.Unsupported != nil {
		a.Report.Incomplete = ""
	}
	a.NotExamined = append(a.NotExamined, unsupported(a.Report)...)
	return err
}

// Trials returns the trials of Run, for phase2.Options.Parts: of cycles of each length that
// may be asked for, the later ones only if the first give nothing.
func Trials(ctx context.Context, p *code.Program, o Options) (list []*phase2.Trials, lengths []int) {
	o.settle(p)
	o.Campaign.Bounds = newBudget(o.Budget).bounds(len(o.Campaign.Models))
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

// conclude says what is known of the program as a whole. A plan that was cut short by a
// time limit or an interrupt, or that has hardly an execution under one of the models, tells
// nothing of a program in which nothing was found.
func (a *Answer) conclude(ctx context.Context) {
	a.elsewhere = map[string]bool{}
	a.Unrun = slices.DeleteFunc(a.Unrun, func(f Failure) bool {
		shown := a.shows(f.Error)
		a.elsewhere[f.Error.Key()] = a.elsewhere[f.Error.Key()] || shown
		return shown
	})
	for _, f := range a.Unrun {
		a.NotExamined = append(a.NotExamined, fmt.Sprintf("%v [%s]: possible, no run found", f.Error, f.Models[0].Name))
	}
	complete := len(a.Explored) > 0 && !slices.ContainsFunc(a.Explored, func(e Exploration) bool { return !e.Complete })
	switch {
	case a.Report.HasBug():
		a.Conclusion = Buggy
		return
	case complete && len(a.Unrun) == 0 && a.Report.Incomplete != witness.NoneEnded:
		a.Conclusion, a.Report.Incomplete = Proved, "" // whatever else was planned
		return
	}
	if a.Report.Incomplete == "" {
		a.Report.Incomplete = cmp.Or(witness.Limit(ctx), a.tooFew())
	}
	if a.Conclusion = Tested; a.Report.Incomplete != "" {
		a.Conclusion = Incomplete
	}
}

// shows reports whether an execution shows an error.
func (a *Answer) shows(e *interp.Error) bool {
	if has(a.Report.SC.Errors, e) {
		return true
	}
	return slices.ContainsFunc(a.Report.Models, func(m phase2.ModelReport) bool { return has(m.Errors, e) || has(m.Races, e) })
}

// enough is how many executions have to come to their end under a model of which not all
// are explored, for a program to count as tested.
const enough = 10

// tooFew names the models under which too few executions came to their end; empty if there
// are none.
func (a *Answer) tooFew() string {
	var list []string
	for _, e := range a.Explored {
		m := e.machine
		planned := min(enough, a.Report.Options.Tests(m))
		ended := 0
		if r := a.Report.Of(m); r != nil {
			ended = r.Ended.Completed + r.Ended.Failed
		}
		if !e.Complete && ended < planned {
			list = append(list, fmt.Sprintf("%s (%d of at least %d)", m.Name, ended, planned))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return "too few executions came to their end under " + strings.Join(list, ", ")
}

// trial makes an execution and counts its threads; 0 if it was interrupted. One that does
// not end, or goes wrong, or is longer than an estimate follows, says that exploring is not
// what comes first.
func trial(ctx context.Context, p *code.Program, o interp.Options) (threads int, ended bool) {
	choices := strategy.NewRandom(1)
	choices.Begin(0)
	m := interp.New(p, models.SC, o)
	res := m.Run(ctx, choices, nil)
	if res.Outcome == interp.Interrupted {
		return 0, false
	}
	return m.Threads(), res.Steps <= estimateSteps && (res.Outcome == interp.Completed || res.Outcome == interp.Discarded)
}
