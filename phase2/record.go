package phase2

import (
	"cmp"
	"context"
	"slices"

	"fencepost/interp"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/predict"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// Independent streams of random numbers.
const (
	streamSC = iota + 1
	streamBiasedSC
	streamTrials
	streamBaseline
	streamInstances
)

// giveUp is the number of executions without an end after which no more are recorded.
const giveUp = 8

// stepsPerUnit is the number of steps of the predictor for one unit of work.
const stepsPerUnit = 8

// settled is the number of executions that predicted nothing new after which recording
// ends, if it has taken half of its bound.
const settled = 20

// recordDepth is the depth of the PCT executions that are recorded.
const recordDepth = 3

// A recording is the strategy of the recorded executions. Every other one chooses
// uniformly, so threads advance side by side. The others use PCT, in which a thread may be far
// ahead of another. Uniform choices hardly ever show a path that needs such a lead, for example a
// path that only a late thread takes.
type recording struct {
	random  *strategy.Random
	pct     *strategy.PCT
	current interp.Strategy
	sample  [1]strategy.Sample
}

func newRecording(seed uint64) *recording {
	return &recording{random: strategy.NewRandom(seed), pct: strategy.NewPCT(seed, recordDepth)}
}

// Begin starts execution run, in order of number.
func (s *recording) Begin(run int) bool {
	if s.current == s.pct {
		s.pct.Sample(&s.sample[0])
		s.pct.Learn(s.sample[:])
	}
	s.current = s.random
	if run%2 == 1 {
		s.current = s.pct
	}
	return s.current.Begin(run)
}

// Choose answers by the strategy of this execution.
func (s *recording) Choose(c *interp.Choice) int { return s.current.Choose(c) }

// record performs phase 1. It makes random executions under SC, whose events the predictor
// receives as they happen, and as many executions biased towards the predicted cycles, so
// that an error that SC can show is not blamed on a relaxed model.
func record(ctx context.Context, r *Report) *predict.Predictor {
	o := &r.Options
	w := newWorker(r.Program, models.SC, o)
	po := o.Predict
	before := o.Machine.Work.Spent()
	po.Spend = func(steps int) bool {
		o.Machine.Work.Add(int64(steps) / stepsPerUnit)
		return ctx.Err() == nil
	}
	pr := predict.New(po)
	s := newRecording(strategy.Seed(o.Seed, streamSC))
	known, since := 0, 0
	for run := range o.Runs {
		if ctx.Err() != nil || run == giveUp && r.SC.Ended.OutOfSteps == r.SC.Runs {
			break
		}
		if o.Bounds != nil {
			if n := pr.Predicted(); n > known {
				known, since = n, run
			}
			if run-since >= settled && o.Machine.Work.Spent()-before > o.Bounds.Record/2 {
				break
			}
		}
		s.Begin(run)
		res := w.machine.Run(ctx, s, pr)
		r.scRun(ctx, w, res, nil)
		w.bound(r)
		o.ReportProgress(witness.Progress{Stage: "sc", Done: run + 1, Total: 2 * o.Runs, Executions: run + 1})
	}
	r.SC.Predicted = pr.Predicted()
	cycles := mostCycles(pr, o.Models)
	for run := range o.Runs {
		if ctx.Err() != nil || len(cycles) == 0 || r.SC.Ended.OutOfSteps == r.SC.Runs {
			break
		}
		res, events := w.runner.Run(ctx, cycles[run*len(cycles)/o.Runs], strategy.Seed(o.Seed, streamBiasedSC, uint64(run)))
		r.scRun(ctx, w, res, events)
		o.ReportProgress(witness.Progress{Stage: "sc", Done: o.Runs + run + 1, Total: 2 * o.Runs, Executions: o.Runs + run + 1})
	}
	w.minimiseAll(ctx, r.SC.Errors)
	return pr
}

// mostCycles returns the cycles of the model that keeps the most; of several models the
// last.
func mostCycles(pr *predict.Predictor, list []*models.Model) (most []predict.Cycle) {
	for _, m := range list {
		if cycles := pr.Cycles(m); len(cycles) >= len(most) {
			most = cycles
		}
	}
	return most
}

// scRun counts an execution under SC. events is nil if the predictor received them and they
// were not kept; if they are needed, the execution is replayed.
func (r *Report) scRun(ctx context.Context, w *worker, res *interp.Result, events []trace.Event) {
	switch res.Outcome {
	case interp.Unsupported:
		keepFirst(&r.Unsupported, res.Err)
		return
	case interp.Interrupted:
		return
	}
	r.SC.Runs++
	r.SC.Ended.Add(res.Outcome, res.Loop)
	if res.Outcome == interp.Completed || res.Outcome == interp.Failed {
		r.SC.longest = max(r.SC.longest, res.Steps)
	}
	if res.Err == nil {
		return
	}
	if events == nil {
		var rec trace.Recorder
		res, _ = witness.Replay(ctx, w.machine, slices.Clone(res.Choices()), &rec)
		events = rec.Events
	}
	if res.Err != nil {
		r.SC.Errors = w.addFinding(r.SC.Errors, res.Err, res, events)
	}
}

// keepFirst notes what is unsupported, unless something was noted before.
func keepFirst(first **interp.Error, e *interp.Error) {
	*first = cmp.Or(*first, e)
}

// addFinding counts an error of an execution, and keeps the shortest execution with that
// error.
func (w *worker) addFinding(list []witness.Finding, e *interp.Error, res *interp.Result, events []trace.Event) []witness.Finding {
	f := findingOf(list, e)
	if f == nil && full(list, e) {
		return list
	}
	if f == nil {
		return append(list, witness.Finding{Error: e, Count: 1, Witness: w.witness(res, events, nil)})
	}
	f.Count++
	if res.Steps < f.Witness.Steps {
		f.Error, f.Witness = e, w.witness(res, events, nil)
	}
	return list
}

// findingOf returns the finding of an error; nil if the list has none.
func findingOf(list []witness.Finding, e *interp.Error) *witness.Finding {
	return lists.Find(list, func(f witness.Finding) bool { return f.Error.Same(e) })
}

// full reports whether an error is a data race that a list has no room for.
func full(list []witness.Finding, e *interp.Error) bool {
	return e.Kind == interp.DataRace && len(list) >= interp.MaxRaces
}

// mergeFindings adds the findings of more to list.
func mergeFindings(list, more []witness.Finding) []witness.Finding {
	for _, f := range more {
		g := findingOf(list, f.Error)
		if g == nil {
			if !full(list, f.Error) {
				list = append(list, f)
			}
			continue
		}
		g.Count += f.Count
		if f.Witness.Steps < g.Witness.Steps {
			g.Error, g.Witness = f.Error, f.Witness
		}
	}
	return list
}

// minimiseAll minimises the witnesses of findings.
func (w *worker) minimiseAll(ctx context.Context, list []witness.Finding) {
	for i := range list {
		f := &list[i]
		f.Witness = f.Witness.Minimise(ctx, w.machine, witness.Goal{})
		f.Error = f.Witness.Error
	}
}

// ReportProgress reports progress, if Progress is set.
func (o *Options) ReportProgress(p witness.Progress) {
	if o.Progress != nil {
		o.Progress(p)
	}
}
