package phase2

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"fencepost/interp"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/witness"
	"fencepost/interp/machine/work"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/phase2/bias"
	"fencepost/phase2/cycles"
	"fencepost/predict"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A worker runs executions of one program under one model.
type worker struct {
	prog    *code.Program
	model   *models.Model
	options *Options
	machine *interp.Machine
	runner  *bias.Runner
	work    *work.Meter // of this worker
}

// rememberedStores is the number of stores after which an execution under C11 discards the stores
// that no thread can read any more, with their order.
const rememberedStores = 1 << 17

func newWorker(p *code.Program, m *models.Model, o *Options) *worker {
	w := &worker{prog: p, model: m, options: o, work: o.Machine.Work.Part()}
	own := o.Machine
	own.Work = w.work
	if m.Native {
		m = c11.New(c11.Options{Every: rememberedStores, CXX20: m.CXX20})
	}
	w.machine = interp.New(p, m, own)
	own.Work = nil // each worker repeats the recorded executions
	b := bias.Options{Delay: o.Delay, Parameters: o.Parameters, Machine: own,
		Recorded:  func() interp.Strategy { return newRecording(strategy.Seed(o.Seed, streamSC)) },
		Instances: strategy.Seed(o.Seed, streamInstances)}
	w.runner = bias.NewRunner(w.machine, b)
	return w
}

// bound limits executions to a length far above that of the recorded ones: longer ones
// spin.
func (w *worker) bound(r *Report) {
	if r.Options.Bounds != nil && r.SC.Ended.Completed+r.SC.Ended.Failed >= giveUp {
		w.machine.Bound(campaign.LongSteps(r.SC.longest))
	}
}

// witness returns the witness of the execution that ended in res.
func (w *worker) witness(res *interp.Result, events []trace.Event, cycle []string) *witness.Witness {
	wit := witness.Of(w.machine, w.options.Machine, res, events)
	wit.Model, wit.Cycle = w.model, cycle
	return wit
}

// siteNames returns the names of a cycle's sites.
func (w *worker) siteNames(c predict.Cycle) []string {
	return lists.Map(c.Sites, func(s int32) string { return w.prog.Sites[s].String() })
}

// trials runs the trials of one cycle. The seed depends on index, the cycle's number. If happens is
// set, the cycle is known to be possible.
func (w *worker) trials(ctx context.Context, c predict.Cycle, index int, known map[string]bool, happens bool) (conf Confirmation) {
	o := w.options
	conf.Cycle = c
	before := w.work.Spent()
	defer func() { conf.Work = w.work.Spent() - before }()
	for trial := range o.Trials {
		if trial == o.GiveUp && trial > 0 && conf.Confirmations == 0 && !happens {
			break
		}
		confirmed := conf.Confirmations
		if !w.trial(ctx, &conf, index, trial, known) {
			return conf
		}
		if conf.Confirmations > confirmed && o.UntilConfirmed {
			break
		}
	}
	w.minimiseCycle(ctx, &conf)
	return conf
}

// trialsWithin runs the trials of one cycle. They end once they have taken so many units. Then they are
// cut, and nothing is minimised.
func (w *worker) trialsWithin(ctx context.Context, units int64, c predict.Cycle, index int, known map[string]bool, happens bool) (conf Confirmation, cut bool) {
	inner, done := w.work.Limit(ctx, units)
	defer done()
	conf = w.trials(inner, c, index, known, happens)
	return conf, work.Spent(inner) && !work.Spent(ctx)
}

// minimiseCycle minimises the witnesses of a cycle, unless nobody reads them.
func (w *worker) minimiseCycle(ctx context.Context, c *Confirmation) {
	if w.options.CountsOnly {
		return
	}
	w.runner.Aim(c.Cycle)
	if c.ConfirmedWitness != nil {
		c.ConfirmedWitness = c.ConfirmedWitness.Minimise(ctx, w.machine, witness.Goal{Made: w.runner.Holds})
	}
	if c.BuggyWitness != nil {
		c.BuggyWitness = c.BuggyWitness.Minimise(ctx, w.machine, witness.Goal{Made: w.runner.Holds})
		c.Error = c.BuggyWitness.Error
	}
}

// trial runs one trial of conf's cycle and adds the result to conf. It does not depend on
// what the worker did before. It ends with an execution that confirms the cycle and ends in
// a new error, or, with CountsOnly, confirms a cycle that is known to be buggy: more
// executions would say nothing more about the cycle. It reports whether the trial was
// completed. An execution in which an assumption does not hold confirms nothing.
func (w *worker) trial(ctx context.Context, conf *Confirmation, index, trial int, known map[string]bool) bool {
	o, c := w.options, conf.Cycle
	t := w.runner.Trial(ctx, c, o.Executions)
	confirmed, buggy := false, false
	for ex := range o.Executions {
		res, events := t.Run(ctx, strategy.Seed(o.Seed, streamTrials, uint64(index), uint64(trial), uint64(ex)))
		if res.Outcome == interp.Interrupted {
			return false
		}
		if res.Outcome == interp.Unsupported {
			conf.Unsupported = res.Err
			return false
		}
		conf.Ended.Add(res.Outcome, res.Loop)
		fresh := res.Err != nil && !known[res.Err.Key()]
		if fresh {
			conf.First = cmp.Or(conf.First, conf.Ended.Total())
			conf.Errors = w.addFinding(conf.Errors, res.Err, res, events)
		}
		for _, e := range res.Races {
			conf.Races = w.addFinding(conf.Races, e, res, events)
		}
		if res.Outcome == interp.Discarded || !w.runner.Holds(events) {
			continue
		}
		confirmed = true
		if conf.ConfirmedWitness == nil || res.Steps < conf.ConfirmedWitness.Steps {
			conf.ConfirmedWitness = w.witness(res, events, w.siteNames(c))
		}
		if fresh {
			buggy = true
			if conf.BuggyWitness == nil || res.Steps < conf.BuggyWitness.Steps {
				conf.BuggyWitness, conf.Error = w.witness(res, events, w.siteNames(c)), res.Err
			}
		}
		if fresh || o.CountsOnly && conf.HasBug() {
			break
		}
	}
	conf.Trials++
	if confirmed {
		conf.Confirmations++
	}
	if buggy {
		conf.Buggy++
	}
	return true
}

// Confirmed reports whether an execution has the cycle, in a trial or in Prove.
func (c *Confirmation) Confirmed() bool { return c.ConfirmedWitness != nil }

// HasBug reports whether such an execution ended in a new error.
func (c *Confirmation) HasBug() bool { return c.BuggyWitness != nil }

// prove takes over the results of exploring for a cycle that no trial confirmed.
func (c *Confirmation) prove(by *Confirmation) {
	c.Reason, c.ConfirmedWitness, c.BuggyWitness, c.Error = by.Reason, by.ConfirmedWitness, by.BuggyWitness, by.Error
}

// confirmAll runs phase 2 for all cycles of one model, spread over workers. Each cycle's
// trials depend only on the seed, the cycle's number, and proved, which may be nil. A cycle
// that is proved impossible gets no trials.
func confirmAll(ctx context.Context, r *Report, mr *ModelReport, list []predict.Cycle, proved []Confirmation) {
	o := &r.Options
	known := r.ErrorKeys()
	results := make([]Confirmation, len(list))
	var (
		mu sync.Mutex
		p  = witness.Progress{Stage: mr.Model.Name, Total: len(list)}
	)
	o.ReportProgress(p)
	var workers []*worker
	for range max(1, min(o.Workers, len(list))) {
		w := newWorker(r.Program, mr.Model, o)
		w.bound(r)
		workers = append(workers, w)
	}
	have := o.mergeParts(slices.Index(o.Models, mr.Model), workers[0], results)
	for i := range proved {
		if proved[i].Reason == cycles.Impossible && !have[i] {
			results[i], have[i] = proved[i], true
		}
	}
	tell := func(c *Confirmation) {
		mu.Lock()
		defer mu.Unlock()
		p.Done++
		p.Executions += c.Ended.Completed + c.Ended.Failed + c.Ended.Discarded + c.Ended.OutOfSteps
		if c.Confirmations > 0 {
			p.Confirmed++
		}
		if c.Buggy > 0 {
			p.Buggy++
		}
		o.ReportProgress(p)
	}
	// try makes the trials of cycle i. They may take a share of the work that is left. The result says
	// whether the cycle needs more.
	try := func(w *worker, i int, share, left int64) (more bool) {
		if have[i] && results[i].Work < share {
			o.Machine.Work.Add(results[i].Work)
			return false
		}
		happens := proved != nil && proved[i].Reason == cycles.Run
		c := &results[i]
		var cut bool
		*c, cut = w.trialsWithin(ctx, share, list[i], i, known, happens)
		have[i] = false
		if happens && c.Confirmations == 0 {
			c.prove(&proved[i])
		}
		if cut && share < left {
			return true
		}
		if cut {
			w.minimiseCycle(ctx, c)
		}
		tell(c)
		return false
	}
	todo := make([]int, len(list))
	for i := range todo {
		todo[i] = i
	}
	var spent int64
	for tried := 0; len(todo) > 0 && ctx.Err() == nil; {
		group := todo[:min(o.cyclesAtOnce(tried, spent), len(todo))]
		before, left := o.Machine.Work.Spent(), o.Machine.Work.Left()
		share := left
		if n := int64(len(group)); n > fewAtOnce {
			share = left / n * fewAtOnce
		}
		costly := make([]bool, len(group))
		o.Machine.Work.Parallel(func() {
			var next atomic.Int64
			campaign.Parallel(min(len(workers), len(group)), func(k int) {
				for at := int(next.Add(1) - 1); at < len(group) && ctx.Err() == nil; at = int(next.Add(1) - 1) {
					costly[at] = try(workers[k], group[at], share, left)
				}
			})
		})
		todo = todo[len(group):]
		for at, i := range group {
			if costly[at] {
				todo = append(todo, i)
			}
		}
		tried, spent = tried+len(group), spent+o.Machine.Work.Spent()-before
	}
	for _, i := range todo {
		if have[i] {
			results[i] = Confirmation{} // without parts it would not have been reached
		}
	}
	for i := range results {
		c := &results[i]
		keepFirst(&mr.Unsupported, c.Unsupported)
		if c.Cycle.Sites == nil {
			c.Cycle = list[i] // a part has it, or ctx ended before it
		}
		mr.Ended.Merge(c.Ended)
		mr.Errors = mergeFindings(mr.Errors, c.Errors)
		mr.Races = mergeFindings(mr.Races, c.Races)
	}
	workers[0].minimiseAll(ctx, mr.Errors)
	workers[0].minimiseRaces(ctx, mr.Races)
	mr.Cycles = results
}

// With bounds, cycles are tried in groups. A first group has fewAtOnce cycles. A later one has as many as
// take about unitsAtOnce. Each cycle of a group may take the same share of what the bound leaves. All
// shares together are fewAtOnce times that. A cycle that needs more is tried again after the others.
const (
	fewAtOnce   = 2
	unitsAtOnce = 2_000_000
)

// cyclesAtOnce returns the size of the next group of cycles. done cycles have taken spent
// units.
func (o *Options) cyclesAtOnce(done int, spent int64) int {
	if o.Bounds == nil {
		return math.MaxInt32
	}
	return work.AtOnce(fewAtOnce, unitsAtOnce, done, spent)
}
