// Package phase2 makes predicted cycles happen: phase 2 of RELAXER (ISSTA 2011, section
// 4.3, Figures 7 to 9), and the pipeline around it.
//
// Check records executions under sequential consistency and predicts cycles from them
// (package predict). For each memory model, each cycle predicted under it, and each trial,
// it runs the program under a strategy that delays the cycle's odd sites and lets its even
// ones act at once. A cycle is confirmed when the trace of an execution holds events of its
// sites in the cycle's program order and conflict order. It is buggy when such an execution
// also ends in an error that no execution under SC showed.
//
// Every execution is one that the model allows, so a bias can cost detection but never
// cause a false alarm. Every finding is replayed from its schedule. The same holds for
// cycles that no trial confirms but exploring finds (Options.Prove): they are confirmed by
// a run of the model's machine, made from the explored execution.
//
// Package bias has the strategies, their differences from the figures and the heuristics
// that did not pay; package ablation measures them. Package cycles defines when an
// execution has a cycle. Half of the recorded executions use PCT, for paths that uniform
// choices hardly ever show. Under every model the program is also tested without
// aiming at a cycle (baseline), because some errors need none. Witnesses are minimised
// before they are reported.
package phase2

import (
	"cmp"
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
	"fencepost/trace/lists"
)

// Options configure a campaign.
type Options struct {
	Seed       uint64
	Models     []*models.Model
	Runs       int // number of executions recorded under SC
	Trials     int // number for each cycle
	Executions int // bound for each trial: see Confirmation.Buggy
	Delay      bias.Delay
	Parameters *bias.Parameters // heuristics of the strategies; nil: bias.Default
	Workers    int              // number of executions at a time; results do not depend on it
	Predict    predict.Options
	Machine    interp.Options
	// CountsOnly says that the caller does not use the witnesses of cycles or the number of
	// buggy trials. Witnesses are then not minimised, and a trial of a cycle that is known
	// to be buggy ends once it confirms the cycle.
	CountsOnly bool
	// UntilConfirmed ends the trials of a cycle after the first one that confirms it.
	UntilConfirmed bool
	// Prove bounds the executions explored, for each hardware model, to confirm the cycles
	// that trials did not confirm, or to find the reason. 0: none are explored. See
	// cycles.Prove.
	Prove int
	// ProveFirst bounds the executions explored, for each hardware model, before the
	// trials. A cycle that proves impossible gets no trials, and a cycle that trials do not
	// confirm may be confirmed so. 0: none are explored.
	ProveFirst int
	// GiveUp, if not 0, is the number of trials without confirmation after which a cycle
	// gets no more, unless it is known to be possible.
	GiveUp int
	// Parts, if set, returns the parts of Trials for cycles up to length maxLen. Check does
	// not repeat the trials in them.
	Parts func(maxLen int) []*Part
	// Bounds bound the work of the phases, in the units that Machine.Work counts; nil:
	// there is no bound.
	Bounds *Bounds
	// Progress, if not nil, receives progress, from several goroutines.
	Progress func(witness.Progress)
}

// Bounds are the numbers of units of work that the phases of a campaign may take. The part
// of Tests or Trials that one model leaves is available to the next.
type Bounds struct {
	Look   int64 // first tests under each model
	Record int64 // recorded executions; the tests under SC may take as much
	Tests  int64 // under all models
	Trials int64 // under all models
}

// Defaults of Options.
const (
	DefaultRuns   = 100
	DefaultTrials = 30
)

func (o *Options) fill() {
	o.Seed = cmp.Or(o.Seed, 1)
	if o.Models == nil {
		o.Models = models.Relaxed()
	}
	o.Runs = cmp.Or(o.Runs, DefaultRuns)
	o.Trials = cmp.Or(o.Trials, DefaultTrials)
	o.Executions = cmp.Or(o.Executions, 1)
	o.Predict.Fences = predict.Lower(o.Machine.Mapping)
	if o.Predict.Models == nil {
		o.Predict.Models = o.Models
	}
	o.Workers = cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
}

// A Report is the result of a campaign. It does not depend on time or on the number of
// workers.
type Report struct {
	Program *code.Program
	Options Options
	SC      SCReport
	Models  []ModelReport
	// Unsupported is the unsupported C that an execution met, under SC or the first model
	// in which one did; nil if none did.
	Unsupported *interp.Error
	// Cut names the phases that reached their bounds.
	Cut []string
	// Incomplete is the reason why the campaign ended early, other than bounds; empty if it
	// did not.
	Incomplete string
}

// SCReport is the result of the executions under sequential consistency.
type SCReport struct {
	Runs      int // number of executions: recorded and biased ones
	Ended     interp.Outcomes
	Predicted int // number of cycles of Algorithm 1, modulo rotation, unfiltered
	// Overflows counts the tests in which signed arithmetic overflowed an int, which wraps.
	// OverflowAt is the first position of the first of them.
	Overflows  int
	OverflowAt trace.Pos
	Errors     []witness.Finding

	longest int // steps of the longest execution that ended
}

// ModelReport is the result of phase 2 under one model.
type ModelReport struct {
	Model      *models.Model
	Predicted  int
	UnderModel int
	Capped     bool              // more cycles are predicted than are tried
	Cycles     []Confirmation    // one for each cycle tried, in the predictor's order
	Errors     []witness.Finding // errors that no SC execution showed, from executions for any cycle or none
	Races      []witness.Finding // data races, under a model that detects them
	Ended      interp.Outcomes
	// Behaviours counts the executions of the baseline that are not equivalent to an
	// earlier one.
	Behaviours int
	Explored   cycles.Exploration // the exploration for the reasons of the cycles
	// Unsupported is the unsupported C that an execution met; nil if none did.
	Unsupported *interp.Error
}

// Confirmed counts the cycles that an execution has, in a trial or in Prove.
func (r *ModelReport) Confirmed() int {
	return lists.Count(r.Cycles, func(c Confirmation) bool { return c.Confirmed() })
}

// Buggy counts the cycles for which such an execution ended in a new error.
func (r *ModelReport) Buggy() int {
	return lists.Count(r.Cycles, func(c Confirmation) bool { return c.HasBug() })
}

// FirstBug counts the executions, cycles being tried in order, up to the first that ended
// in an error that no SC execution showed. It is 0 if none did.
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

// MeanProbability is the mean, over the cycles that trials confirmed, of the share of their
// trials that did. ok is false if there is no such cycle.
func (r *ModelReport) MeanProbability() (p float64, ok bool) {
	all := r.shares()
	for _, share := range all {
		p += share
	}
	return p / float64(max(len(all), 1)), len(all) > 0
}

// MedianProbability is the median of the same shares.
func (r *ModelReport) MedianProbability() (p float64, ok bool) {
	all := r.shares()
	if len(all) == 0 {
		return 0, false
	}
	slices.Sort(all)
	return (all[(len(all)-1)/2] + all[len(all)/2]) / 2, true
}

// shares returns, for each cycle that trials confirmed, the share of its trials that did.
func (r *ModelReport) shares() (all []float64) {
	for i := range r.Cycles {
		if c := &r.Cycles[i]; c.Confirmations > 0 {
			all = append(all, float64(c.Confirmations)/float64(c.Trials))
		}
	}
	return all
}

// A Confirmation is the result of the trials of one cycle under one model. If no trial
// confirmed it, its witnesses may come from exploring: then Reason is cycles.Run. Its JSON has
// neither the cycle nor the reason.
type Confirmation struct {
	Cycle         predict.Cycle `json:"-"`
	Trials        int           // trials that were completed
	Confirmations int           // trials in which an execution confirmed the cycle
	Buggy         int           // trials in which an execution that confirmed the cycle also ended in a new error, which ended the trial
	// shortest executions found
	ConfirmedWitness *witness.Witness
	BuggyWitness     *witness.Witness
	Error            *interp.Error // error of BuggyWitness
	Reason           cycles.Reason `json:"-"` // why no trial confirmed it, if Options.Prove asks for the reason
	Ended            interp.Outcomes
	First            int // executions up to the first that ended in a new error; 0 if none did
	// Errors are the errors that no SC execution showed, from all executions of the trials, whether
	// they confirmed the cycle or not, and from that of Prove. Races are the data races of the trials.
	Errors, Races []witness.Finding
	Unsupported   *interp.Error // unsupported C that an execution met; nil if none did
	Work          int64         // units of work of the trials
}

// Of returns the report for a model; nil if the model was not reached.
func (r *Report) Of(m *models.Model) *ModelReport {
	return lists.Find(r.Models, func(own ModelReport) bool { return own.Model == m })
}

// neverEnds reports whether no recorded execution ended.
func (r *Report) neverEnds() bool {
	return r.SC.Ended.OutOfSteps == r.SC.Runs && (r.SC.Runs > 0 || r.Unsupported != nil)
}

// Predict is phase 1 alone: it records executions under SC and returns the predictor that
// received them. The error is an *interp.UnsupportedError, or nil.
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

// Confirm is phase 2 for one cycle under one model. known holds the keys of the errors that
// SC shows.
func Confirm(ctx context.Context, p *code.Program, m *models.Model, c predict.Cycle, o Options, known map[string]bool) (Confirmation, error) {
	o.fill()
	w := newWorker(p, m, &o)
	conf := w.trials(ctx, c, 0, known, false)
	if conf.Unsupported != nil {
		return conf, &interp.UnsupportedError{Err: conf.Unsupported}
	}
	w.minimiseRaces(ctx, conf.Races)
	return conf, nil
}

// Ended counts the executions of all models by how they ended.
func (r *Report) Ended() interp.Outcomes {
	ended := r.SC.Ended
	for i := range r.Models {
		ended.Merge(r.Models[i].Ended)
	}
	return ended
}

// NoneEnded reports whether no execution ended.
func (r *Report) NoneEnded() bool {
	ended := r.Ended()
	return ended.Completed+ended.Failed == 0
}

// explainIncomplete sets Incomplete to the reason why the campaign ended early.
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

// Confirmed reports whether any cycle was confirmed.
func (r *Report) Confirmed() bool {
	return slices.ContainsFunc(r.Models, func(m ModelReport) bool { return m.Confirmed() > 0 })
}

// HasBug reports whether any error or data race was found, under SC or under a model.
func (r *Report) HasBug() bool {
	return len(r.SC.Errors) > 0 ||
		slices.ContainsFunc(r.Models, func(m ModelReport) bool { return len(m.Errors) > 0 || len(m.Races) > 0 })
}
