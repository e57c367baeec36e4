// Package verdict answers of a program whether it is wrong, how far that is sure, and
// how to mend it.
//
// Run is a pipeline. It first explores a few executions under each model (package
// interp/search/explore). If there are few, these are all. It then records executions under
// sequential consistency, tests the C11 model at random, and predicts and confirms critical
// cycles (package phase2): of two threads, and of three if those give nothing. If nothing goes
// wrong, it explores the other executions, within a bound and a budget. Last, it groups the
// failures by cause, and inference (package phase2/fences) looks for a change of the source that
// mends each cause.
//
// Causes are found by experiment. An execution that goes wrong is followed in the mended program
// without one of the changes. Executions that need the same change have one cause. No rule has to
// know why a change helps.
package verdict

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/vm"
	"fencepost/interp/machine/witness"
	"fencepost/interp/machine/work"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/phase2"
	"fencepost/trace"
	"fencepost/trace/lazyregexp"
	"fencepost/trace/lists"
)

// Options are the settings of Run.
type Options struct {
	// Campaign configures prediction and confirmation. Its models are those of the answer. If
	// there are none, those of the function Models are.
	Campaign phase2.Options
	// Native is the C11 model if no model of the campaign is one; nil: c11.Model.
	Native *models.Model
	// Compile are the options with which the program was compiled.
	Compile cfront.Options
	// Budget bounds the units of work (package work); 0: no bound.
	Budget int64
	// Explore bounds the executions explored under each model; 0: none are explored.
	Explore int
	// Mend says whether to look for changes that mend the failures.
	Mend bool
}

// tests returns the options of a campaign of random executions.
func (o *Options) tests(runs int, untilBug bool) campaign.Options {
	c := o.Campaign
	return campaign.Options{
		Strategy: func() interp.Strategy { return strategy.NewAuto(c.Seed, true) },
		Runs:     runs, Workers: c.Workers, UntilBug: untilBug, Machine: c.Machine,
	}
}

// DefaultExplore is the command's default of Options.Explore.
const DefaultExplore = 100_000

// Models returns the default models for a program. A program that includes <fencepost.h> is
// written for a machine. Any other is written in C11, whose compilers decide what a machine sees:
// it has the native model, too.
func Models(p *code.Program, native *models.Model) []*models.Model {
	list := models.Relaxed()
	if forMachine(p) {
		return list
	}
	return slices.Insert(list, 0, native)
}

// forMachine reports whether a program is written for a machine.
func forMachine(p *code.Program) bool {
	return slices.ContainsFunc(p.Files, func(f code.File) bool {
		return strings.Contains(f.Text, "fencepost.h") && machineHeader().MatchString(f.Text)
	})
}

var machineHeader = lazyregexp.New(`(?m)^[ \t]*#[ \t]*include[ \t]*[<"]fencepost\.h[>"]`)

// A Conclusion is the answer in one word.
type Conclusion string

// The conclusions.
const (
	Buggy      Conclusion = "buggy"      // an execution goes wrong
	Proved     Conclusion = "proved"     // all executions were explored under all models, up to bounds: none goes wrong
	Tested     Conclusion = "tested"     // no execution of those that were run goes wrong
	Incomplete Conclusion = "incomplete" // the tests were cut short
)

// An Answer is the result of Run.
type Answer struct {
	Conclusion Conclusion
	Report     *phase2.Report // of prediction and confirmation, with the findings of exploring
	Explored   []Exploration  // by model
	Causes     []Cause
	// Unrun are errors that exploring found under one model and of which search.Shown has no
	// execution. They are possible, and a fault of this tool.
	Unrun []Failure
	// runElsewhere has the keys of the errors of Unrun that a run under another model shows.
	runElsewhere map[string]bool
	// Behaviours is the number of distinct behaviours in the tests of the first model.
	Behaviours int
	// Reached is the coverage of all executions.
	Reached *vm.Reached
	// Unseen names behaviours that none of the models has. Sequences is not nil if the other rule
	// of release sequences gives another conclusion.
	Unseen    []string
	Sequences *Sequences
	// Buffering is the result under load buffering if nothing else goes wrong; nil if it is not
	// known, or the program has no load buffering.
	Buffering *Buffering
	// Kernel is the result under the Linux kernel's model; nil for a program without the kernel's
	// headers.
	Kernel *Kernel
	// NotExamined says what else was left out, and why.
	NotExamined []string
	// Phases are the phases of Run, in order. Units are the units of work of all.
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

// Run answers. When ctx ends it returns what is known so far. Unsupported C hides neither a
// failure in other executions nor a proof. If there is neither, the error is an
// *interp.UnsupportedError.
//
// Each model gets a few tests before anything that may take long.
func Run(ctx context.Context, p *code.Program, o Options) (*Answer, error) {
	a, err := answer(ctx, p, o)
	o.settle(p)
	if ctx.Err() != nil || !explore.FindUnits(ctx, p, models.SC, &o.Campaign.Machine, a.raceInSizes(err)) {
		return a, err
	}
	if slices.ContainsFunc(o.Campaign.Machine.Units, vm.Unit.IsWord) { // then models of the language have no answer
		if err == nil && a.wrongInLanguage() {
			return a, nil
		}
		o.Campaign.Models = lists.Where(o.Campaign.Models, func(m *models.Model) bool { return !m.Native })
	}
	if len(o.Campaign.Models) == 0 {
		return a, err
	}
	o.Campaign.Parts = nil // of executions without units
	return answer(ctx, p, o)
}

// wrongInLanguage reports whether something is wrong under a model of the language.
func (a *Answer) wrongInLanguage() bool {
	return slices.ContainsFunc(collect(a), func(f Failure) bool {
		return slices.ContainsFunc(f.Models, func(m *models.Model) bool { return m.Native })
	})
}

// raceInSizes returns a race of accesses of different sizes that an execution met, for which Run has no answer
// or err is the answer; nil if none did.
func (a *Answer) raceInSizes(err error) *interp.Error {
	if unsupported, ok := errors.AsType[*interp.UnsupportedError](err); ok {
		return unsupported.Err
	}
	if err != nil {
		return nil
	}
	met := []*interp.Error{a.Report.Unsupported}
	for i := range a.Report.Models {
		met = append(met, a.Report.Models[i].Unsupported)
	}
	if k := slices.IndexFunc(met, interp.RacesInSizes); k >= 0 {
		return met[k]
	}
	return nil
}

// answer is Run with the bytes of Options.Campaign.Machine.Units.
func answer(ctx context.Context, p *code.Program, o Options) (*Answer, error) {
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
		return r.underKernelAlone(ctx)
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
	trial    trial
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
	r.b.phase("first execution", func() { r.trial = try(ctx, r.program, r.o.Campaign.Machine) })
	r.explored.completes = r.trial.outcome == interp.Completed
	r.beginCampaign()
	r.b.phase("look", func() {
		if r.campaign.Look(ctx) {
			r.b.always(r.o.Campaign.Bounds)
		}
	})
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

// conclude concludes from what was explored and tested.
func (r *run) conclude(ctx context.Context) {
	a := r.a
	a.Reached = r.coverage.Reached()
	r.o.Campaign.Machine.Coverage, a.Report.Options.Machine.Coverage = nil, nil
	if a.conclude(ctx); len(a.Report.Models) > 0 {
		a.Behaviours = a.Report.Models[0].Behaviours
	}
}

// beginCampaign begins the campaign, of cycles of two threads unless the longest is given.
func (r *run) beginCampaign() {
	c := r.o.Campaign
	r.longer = longerToo(r.program, &c, r.trial.threads)
	c.Predict.MaxLen = cmp.Or(c.Predict.MaxLen, twoThreads)
	r.campaign = phase2.Begin(r.program, c)
}

// settle chooses the models.
func (o *Options) settle(p *code.Program) {
	o.Native = cmp.Or(o.Native, c11.Model)
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

// confirm predicts and confirms cycles of two threads. If they give nothing, and proved does not
// say that nothing goes wrong, it asks for cycles of three. A program that is written for a
// machine has cycles of two threads only, as in RELAXER. If the user gives the greatest length,
// that decides. The error is an *interp.UnsupportedError, or nil.
func (r *run) confirm(ctx context.Context, proved bool) (err error) {
	if bounds := r.o.Campaign.Bounds; bounds != nil {
		third := thirds(r.b.left()-2*bounds.Record, 1)
		bounds.Tests, bounds.Trials = third, third
		if proved {
			r.b.proved(bounds)
		}
	}
	a := r.a
	a.Report, err = r.campaign.Finish(ctx)
	cut := len(a.Report.Cut) > 0
	if r.longer && !proved && err == nil && !a.Report.HasBug() && !a.Report.Confirmed() && !cut && ctx.Err() == nil {
		a.Report, err = r.campaign.Again(threeThreads).Finish(ctx)
	}
	if len(a.Report.Cut) > 0 && !proved {
		a.NotExamined = append(a.NotExamined, fmt.Sprintf("some of the planned executions (%s): %v", strings.Join(a.Report.Cut, ", "), work.ErrSpent))
	}
	if ctx.Err() == nil && a.Report.Unsupported != nil {
		a.Report.Incomplete = ""
	}
	a.NotExamined = append(a.NotExamined, unsupported(a.Report)...)
	if slices.ContainsFunc(a.Report.Models, func(m phase2.ModelReport) bool { return len(m.Races) >= interp.MaxRaces }) {
		a.NotExamined = append(a.NotExamined, interp.OtherRaces)
	}
	return err
}

// Trials returns the trials of Run, for phase2.Options.Parts, for each length of cycles. Run needs
// the trials of a length only if those before give nothing.
func Trials(ctx context.Context, p *code.Program, o Options) (list []*phase2.Trials, lengths []int) {
	o.settle(p)
	o.Campaign.Bounds = newBudget(o.Budget).bounds(len(o.Campaign.Models))
	c := o.Campaign
	switch threads := try(ctx, p, c.Machine).threads; {
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

// unsupported names the models under which executions met unsupported C.
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

// Tests counts the executions that were made at random or for a cycle.
func (a *Answer) Tests() int { return a.Report.Ended().Total() }

// conclude sets a.Conclusion. If no failure was found, a plan that was cut short by a time limit or
// an interrupt, or that has few executions under one of the models, is Incomplete.
func (a *Answer) conclude(ctx context.Context) {
	a.runElsewhere = map[string]bool{}
	a.Unrun = slices.DeleteFunc(a.Unrun, func(f Failure) bool {
		shown := a.shows(f.Error)
		a.runElsewhere[f.Error.Key()] = a.runElsewhere[f.Error.Key()] || shown
		return shown
	})
	for _, f := range a.Unrun {
		a.NotExamined = append(a.NotExamined, fmt.Sprintf("%v [%s]: possible, no run found", f.Error, f.Models[0].Name))
	}
	complete := len(a.Explored) > 0 && !slices.ContainsFunc(a.Explored, func(e Exploration) bool { return !e.Complete })
	ended := true // an execution completed under each model that was explored
	if complete && a.Report.Incomplete == witness.NoneEnded {
		a.Report.Incomplete = a.noneEnded()
		ended = a.Report.Incomplete == ""
	}
	switch {
	case a.Report.HasBug():
		a.Conclusion = Buggy
		return
	case complete && len(a.Unrun) == 0 && ended:
		a.Conclusion, a.Report.Incomplete = Proved, "" // whatever else was planned
		return
	}
	a.Report.Incomplete = cmp.Or(a.Report.Incomplete, witness.Limit(ctx), a.tooFew())
	if a.Conclusion = Tested; a.Report.Incomplete != "" {
		a.Conclusion = Incomplete
	}
}

// noneEnded names the models under which no execution came to its end where all were explored; empty
// if one did under each.
func (a *Answer) noneEnded() string {
	endless := lists.Where(a.Explored, func(e Exploration) bool { return !e.completes })
	switch len(endless) {
	case 0:
		return ""
	case len(a.Explored):
		return witness.NoneEnded
	}
	return witness.NoneEnded + " under " + strings.Join(lists.Map(endless, func(e Exploration) string { return e.Name() }), ", ")
}

// shows reports whether an execution shows an error.
func (a *Answer) shows(e *interp.Error) bool {
	return has(a.Report.SC.Errors, e) || slices.ContainsFunc(a.Report.Models, func(m phase2.ModelReport) bool { return has(m.Errors, e) || has(m.Races, e) })
}

// enough is the number of executions that have to end under each model that is not explored
// completely, for a program to count as tested.
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

// A trial is an execution under sequential consistency.
type trial struct {
	threads int // 0: it was interrupted
	outcome interp.Outcome
	// short says that exploring comes first: it has at most firstSteps steps, and estimateSteps events
	// from the first creation of a thread on.
	short bool
}

// ended reports whether the execution ended without an error.
func (t *trial) ended() bool {
	return t.outcome == interp.Completed || t.outcome == interp.Discarded
}

// try runs a trial.
func try(ctx context.Context, p *code.Program, o interp.Options) trial {
	choices := strategy.NewRandom(1)
	choices.Begin(0)
	m := interp.New(p, models.SC, o)
	var together concurrent
	res := m.Run(ctx, choices, &together)
	t := trial{outcome: res.Outcome, short: res.Steps <= firstSteps && together.events <= estimateSteps}
	if res.Outcome != interp.Interrupted {
		t.threads = m.Threads()
	}
	return t
}

// A concurrent counts the events of an execution from the first creation of a thread on.
type concurrent struct {
	began  bool
	events int
}

func (c *concurrent) Begin() { *c = concurrent{} }

func (c *concurrent) Event(e *trace.Event) {
	if c.began = c.began || e.Kind == trace.Create; c.began {
		c.events++
	}
}
