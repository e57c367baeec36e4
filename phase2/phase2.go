// Package phase2 makes predicted cycles happen: phase 2 of RELAXER (ISSTA
// 2011, section 4.3, Figures 7 to 9), and the pipeline around it.
//
// Check records executions under sequential consistency, predicts cycles from
// them (package predict), and for each memory model re-executes the program,
// once for every cycle predicted under the model and trial, under a strategy that
// delays the cycle's odd sites and hurries its even ones. A cycle is confirmed when
// the trace of an execution holds events of its sites in that order of program order and
// conflict order; it is buggy when such an execution also ends in an error that
// no execution under SC showed.
//
// Every execution is one that the model allows, so a bias can cost detection, never
// cause a false alarm; and every finding is replayed from its schedule. That holds of the
// cycles, too, that no trial confirms but exploring finds (Options.Prove): what confirms one
// is a run of the model's machine, which the explored execution led to.
//
// Package bias has the strategies, where they differ from the figures and which
// heuristics did not pay; package ablation measures that, package
// cycles what it means that an execution has a cycle. Half of the recorded
// executions are PCT's, for paths that uniform choices hardly ever show. Under every
// model the program is tested without any cycle in mind, too (baseline), since some
// errors need none. Witnesses are minimised before they are reported.
package phase2

import (
	"context"
	"runtime"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/phase2/bias"
	"fencepost/phase2/cycles"
	"fencepost/predict"
	"fencepost/trace"
)

// Options are the settings of a campaign.
type Options struct {
	Seed       uint64
	Models     []*models.Model
	Runs       int // executions recorded under SC
	Trials     int // for each cycle
	Executions int // in each trial, at most: see Confirmation.Buggy
	Delay      bias.Delay
	Parameters *bias.Parameters // of the strategies; nil: bias.Default
	Workers    int              // executions run at once; results do not depend on it
	Predict    predict.Options
	Machine    interp.Options
	// CountsOnly says that nobody reads the witnesses of cycles, nor how many trials were
	// buggy: witnesses are not minimised, and of a cycle that is known to be buggy a trial
	// ends once it confirms it.
	CountsOnly bool
	// UntilConfirmed ends the trials of a cycle at the first that confirms it.
	UntilConfirmed bool
	// Prove is how many executions are explored, for each hardware model, to confirm the
	// cycles that trials did not confirm, or to tell why not; 0 is none. See cycles.Prove.
	Prove int
	// ProveFirst is how many executions are explored, for each hardware model, before the
	// trials: none are made of a cycle that cannot happen, and one that trials do not confirm
	// may be confirmed. 0 is none.
	ProveFirst int
	// GiveUp is after how many trials, none of which confirmed it, no more are made of a
	// cycle of which it is not known that it can happen; 0: all are made.
	GiveUp int
	// Parts, if set, returns parts of Trials whose longest cycle is that of maxLen. What
	// they have is not made again.
	Parts func(maxLen int) []*Part
	// Bounds are how many units of work the phases may take, where Machine.Work counts
	// them; nil: as many as they need.
	Bounds *Bounds
	// Progress, if not nil, is told of progress from several goroutines.
	Progress func(witness.Progress)
}

// Bounds are how many units of work the phases of a campaign may take. What one model
// leaves of Tests or Trials the next one may take.
type Bounds struct {
	Look   int64 // the first tests under each model
	Record int64 // the recorded executions; the tests under SC may take as much
	Tests  int64 // under all models
	Trials int64 // under all models
}

// Defaults of Options.
const (
	DefaultRuns   = 100
	DefaultTrials = 30
)

func (o *Options) fill() {
	if o.Seed == 0 {
		o.Seed = 1
	}
	if o.Models == nil {
		o.Models = models.Relaxed()
	}
	if o.Runs == 0 {
		o.Runs = DefaultRuns
	}
	if o.Trials == 0 {
		o.Trials = DefaultTrials
	}
	if o.Executions == 0 {
		o.Executions = 1
	}
	o.Predict.Fences = predict.Lower(o.Machine.Mapping)
	if o.Predict.Models == nil {
		o.Predict.Models = o.Models
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
}

// A Report is what a campaign found. Nothing in it depends on time or on the
// number of workers.
type Report struct {
	Program *code.Program
	Options Options
	SC      SCReport
	Models  []ModelReport
	// Unsupported is what an execution met that is not supported, under SC or the first
	// such model; nil if none did.
	Unsupported *interp.Error
	// Cut names the phases that met their bounds.
	Cut []string
	// Incomplete says why the plan was cut short; empty if it was not, but by bounds.
	Incomplete string
}

// SCReport is what the executions under sequential consistency showed.
type SCReport struct {
	Runs      int // executions: recorded and biased ones
	Ended     interp.Outcomes
	Predicted int // cycles of Algorithm 1, modulo rotation, unfiltered
	// Overflows counts tests in which signed arithmetic overflowed an int, which wraps;
	// OverflowAt is the first place of the first.
	Overflows  int
	OverflowAt trace.Pos
	Errors     []witness.Finding

	longest int // steps of an execution that ended, at most
}

// ModelReport is what phase 2 found under one model.
type ModelReport struct {
	Model      *models.Model
	Predicted  int
	UnderModel int
	Capped     bool              // more cycles are predicted under it than are tried
	Cycles     []Confirmation    // one for each cycle that is tried, in the predictor's order
	Errors     []witness.Finding // errors that no SC execution showed, whatever cycle was aimed at
	Races      []witness.Finding // data races, under a model that knows them
	Ended      interp.Outcomes
	// Behaviours counts the executions of the baseline that no earlier one was
	// equivalent to.
	Behaviours int
	Explored   cycles.Exploration // for the reasons of the cycles
	// Unsupported is what an execution met that is not supported; nil if none did.
	Unsupported *interp.Error
}

// Confirmed counts the cycles that an execution has, be it of a trial or of Prove.
func (r *ModelReport) Confirmed() int {
	n := 0
	for i := range r.Cycles {
		if r.Cycles[i].Confirmed() {
			n++
		}
	}
	return n
}

// Buggy counts the cycles of which such an execution ended in an error of their own.
func (r *ModelReport) Buggy() int {
	n := 0
	for i := range r.Cycles {
		if r.Cycles[i].HasBug() {
			n++
		}
	}
	return n
}

// FirstBug counts the executions up to the first that ended in an error that no
// SC execution showed, cycles being tried in order; it is 0 if none did.
func (r *ModelReport) FirstBug() int {
	n := 0
	for i := range r.Cycles {
		if c := &r.Cycles[i]; c.First > 0 {
			return n + c.First
		}
		n += r.Cycles[i].Ended.Total()
	}
	return 0
}

// MeanProbability is the mean, over the cycles that trials confirmed, of the share of
// trials that did; ok is false if there is none.
func (r *ModelReport) MeanProbability() (p float64, ok bool) {
	n := 0
	for i := range r.Cycles {
		if c := &r.Cycles[i]; c.Confirmations > 0 {
			p += float64(c.Confirmations) / float64(c.Trials)
			n++
		}
	}
	if n == 0 {
		return 0, false
	}
	return p / float64(n), true
}

// MedianProbability is the median of what MeanProbability is the mean of.
func (r *ModelReport) MedianProbability() (p float64, ok bool) {
	var all []float64
	for i := range r.Cycles {
		if c := &r.Cycles[i]; c.Confirmations > 0 {
			all = append(all, float64(c.Confirmations)/float64(c.Trials))
		}
	}
	if len(all) == 0 {
		return 0, false
	}
	slices.Sort(all)
	return (all[(len(all)-1)/2] + all[len(all)/2]) / 2, true
}

// A Confirmation is what the trials of one cycle under one model gave. Where none confirmed
// it, the witnesses may be of an execution that exploring led to: then Reason is cycles.Run.
type Confirmation struct {
	Cycle         predict.Cycle
	Trials        int // that ran to their end
	Confirmations int // trials in which an execution confirmed the cycle
	Buggy         int // trials in which one that confirmed it also ended in a new error, with which the trial ended
	// Shortest executions found.
	ConfirmedWitness *witness.Witness
	BuggyWitness     *witness.Witness
	Error            *interp.Error // that BuggyWitness ends in
	Reason           cycles.Reason // why no trial confirmed it, if Options.Prove asks for it
	Ended            interp.Outcomes
	First            int   // executions up to the first that ended in a new error; 0 if none did
	Work             int64 // units that the trials took
	errors           []witness.Finding
	races            []witness.Finding
	unsupported      *interp.Error
}

// Of returns what was found under a model; nil if it was not come to.
func (r *Report) Of(m *models.Model) *ModelReport {
	for i := range r.Models {
		if r.Models[i].Model == m {
			return &r.Models[i]
		}
	}
	return nil
}

// neverEnds reports whether no execution that was recorded came to its end.
func (r *Report) neverEnds() bool {
	return r.SC.Ended.OutOfSteps == r.SC.Runs && (r.SC.Runs > 0 || r.Unsupported != nil)
}

// Predict is phase 1 alone: it records executions under SC and returns the
// predictor that was fed with them. The error is an *interp.UnsupportedError, or nil.
func Predict(ctx context.Context, p *code.Program, o Options) (*Report, *predict.Predictor, error) {
	o.fill()
	r := &Report{Program: p, Options: o}
	pr := record(ctx, r)
	if r.Unsupported != nil {
		return nil, nil, &interp.UnsupportedError{Err: r.Unsupported}
	}
	r.explainIncomplete(ctx)
	return r, pr, nil
}

// Confirm is phase 2 for one cycle under one model. known holds the keys of
// the errors that SC shows too.
func Confirm(ctx context.Context, p *code.Program, m *models.Model, c predict.Cycle, o Options, known map[string]bool) (Confirmation, error) {
	o.fill()
	w := newWorker(p, m, &o)
	conf := w.trials(ctx, c, 0, known, false)
	if conf.unsupported != nil {
		return conf, &interp.UnsupportedError{Err: conf.unsupported}
	}
	w.minimiseRaces(ctx, conf.races)
	return conf, nil
}

// NoneEnded reports whether no execution came to its end.
func (r *Report) NoneEnded() bool {
	ended := r.SC.Ended
	for i := range r.Models {
		ended.Merge(r.Models[i].Ended)
	}
	return ended.Completed+ended.Failed == 0
}

// explainIncomplete says what cut the plan short.
func (r *Report) explainIncomplete(ctx context.Context) {
	switch {
	case ctx.Err() != nil:
		r.Incomplete = witness.Limit(ctx)
	case r.NoneEnded():
		r.Incomplete = witness.NoneEnded
	case r.Unsupported != nil:
		r.Incomplete = r.Unsupported.Error()
	case slices.ContainsFunc(r.Models, func(m ModelReport) bool { return m.Capped }):
		r.Incomplete = "more cycles were predicted than are tried"
	}
}

// ErrorKeys returns the keys of the errors that SC shows.
func (r *Report) ErrorKeys() map[string]bool {
	keys := make(map[string]bool, len(r.SC.Errors))
	for _, f := range r.SC.Errors {
		keys[f.Error.Key()] = true
	}
	return keys
}

// HasBug reports whether any error or data race was found, under SC or under a
// model.
func (r *Report) HasBug() bool {
	if len(r.SC.Errors) > 0 {
		return true
	}
	for i := range r.Models {
		if len(r.Models[i].Errors) > 0 || len(r.Models[i].Races) > 0 {
			return true
		}
	}
	return false
}
