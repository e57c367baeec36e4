package campaign

import (
	"context"
	"slices"
	"sync/atomic"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/work"
	"fencepost/models"
)

// A crew is workers that run one batch after the other together.
type crew struct {
	o       *Options
	program *code.Program
	model   *models.Model
	workers []*worker
	batch   [BatchSize]execution
	pending int // executions of the batch that were run, and are not added to a part yet
	samples []strategy.Sample
	work    *work.Meter // of this crew
	ended   int         // executions that came to their end
	longest int         // steps of one of them, at most
	// taught, if set, is shown what the strategies learn.
	taught func([]strategy.Sample)
}

func newCrew(p *code.Program, m *models.Model, o *Options, workers int) *crew {
	own := *o
	own.Machine.Work = o.Machine.Work.Part()
	c := &crew{o: &own, program: p, model: m, work: own.Machine.Work}
	for range workers {
		c.workers = append(c.workers, newWorker(p, m, &own))
	}
	return c
}

// run runs the executions after those of a part up to number end, and adds them to it
// batch by batch. After every batch it asks whether to go on. If ctx ends within a batch, a
// later call goes on there, and flush adds what there is of it.
func (c *crew) run(ctx context.Context, to *Part, end int, more func() bool) {
	c.inform(ctx, to.end()+c.pending == 0)
	for !to.Stopped && to.end() < end && ctx.Err() == nil {
		first := to.end()
		batch := c.batch[:min(BatchSize, end-first)]
		for c.pending < len(batch) && ctx.Err() == nil && !c.stops() {
			chunk := batch[c.pending:min(c.pending+c.atOnce(first+c.pending), len(batch))]
			c.execute(ctx, chunk, first+c.pending, to)
			c.pending += len(chunk)
			if c.o.CutLong {
				c.cutLong(chunk)
			}
		}
		if c.pending < len(batch) && !c.stops() {
			return
		}
		batch = batch[:c.pending]
		c.flush(to)
		if first < Learning {
			c.learn(batch)
		}
		if !more() {
			return
		}
	}
}

// flush adds to a part the executions that were run and are not there yet.
func (c *crew) flush(to *Part) {
	if c.pending > 0 {
		to.addBatch(c.batch[:c.pending], c.o.UntilBug)
		c.pending = 0
	}
}

// finish makes a part that of all executions that were run.
func (c *crew) finish(to *Part) {
	c.flush(to)
	if s, ok := c.workers[0].strategy.(strategy.Estimator); ok {
		to.KCom = s.KCom()
	}
}

// stops reports whether the campaign ends within the batch.
func (c *crew) stops() bool {
	return c.o.UntilBug && slices.ContainsFunc(c.batch[:c.pending], func(x execution) bool { return len(x.errs) > 0 })
}

// Where work is counted, executions are run a few at a time, so that a limit is noticed
// soon: fewAtOnce at first, then as many as take about unitsAtOnce.
const (
	fewAtOnce   = 4
	unitsAtOnce = 1_000_000
)

// atOnce returns how many executions are run before the limits are looked at, done of them
// being made.
func (c *crew) atOnce(done int) int {
	if c.work == nil {
		return BatchSize
	}
	return work.AtOnce(fewAtOnce, unitsAtOnce, done, c.work.Spent())
}

// Executions that are longTimes as long as the longest that ended, and longer than
// longSteps, are cut short, once longAfter have ended.
const (
	longTimes = 20
	longSteps = 20_000
	longAfter = 4
)

// cutLong bounds the executions to come by those that were just made.
func (c *crew) cutLong(list []execution) {
	for i := range list {
		if x := &list[i]; x.outcome == interp.Completed || x.outcome == interp.Failed {
			c.ended++
			c.longest = max(c.longest, x.steps)
		}
	}
	if c.ended >= longAfter {
		for _, w := range c.workers {
			w.machine.Bound(LongSteps(c.longest))
		}
	}
}

// LongSteps returns how long an execution may be if so many steps are the most that one had
// which ended.
func LongSteps(longest int) int { return max(longSteps, longTimes*longest) }

// inform tells strategies that make use of it what an exploration finds. What that reached
// counts with the first executions.
func (c *crew) inform(ctx context.Context, first bool) {
	if c.o.known == nil {
		return
	}
	for i, w := range c.workers {
		s, ok := w.strategy.(strategy.Informed)
		if !ok {
			return
		}
		buggy, reached := c.o.known.get(ctx, c)
		s.Inform(buggy)
		if i == 0 && first && c.o.Machine.Coverage != nil {
			// It fails only for another program.
			_ = c.o.Machine.Coverage.Add(reached)
		}
	}
}

// execute runs the executions of a batch, number first and those after it, on all
// workers. They keep the witnesses that strategies may learn from, or that tell a part that
// has the batches before it more than it knows.
func (c *crew) execute(ctx context.Context, batch []execution, first int, known *Part) {
	if first < Learning {
		known = nil
	}
	var next atomic.Int64
	c.work.Parallel(func() {
		Parallel(min(len(c.workers), len(batch)), func(k int) {
			for i := next.Add(1) - 1; i < int64(len(batch)); i = next.Add(1) - 1 {
				c.workers[k].execute(ctx, &batch[i], first+int(i), known)
			}
		})
	})
}

// learn lets all workers' strategies learn from a batch.
func (c *crew) learn(batch []execution) {
	c.samples = c.samples[:0]
	for i := range batch {
		c.samples = append(c.samples, batch[i].sample)
	}
	if c.taught != nil {
		c.taught(c.samples)
	}
	c.teach(c.samples)
}

func (c *crew) teach(batch []strategy.Sample) {
	for _, w := range c.workers {
		if w.learner != nil {
			w.learner.Learn(batch)
		}
	}
}

// learns reports whether the strategy of a crew learns.
func (c *crew) learns() bool { return c.workers[0].learner != nil }
