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

// A crew is a group of workers that run batches together.
type crew struct {
	o       *Options
	program *code.Program
	model   *models.Model
	workers []*worker
	batch   [BatchSize]execution
	pending int // executions of the batch that were run and are not in a part yet
	samples []strategy.Sample
	work    *work.Meter // of this crew
	ended   int         // number of executions that ended
	longest int         // steps of the longest one
	// taught, if set, receives the samples that the strategies learn from.
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

// run runs the executions after those of a part, up to number end, and adds them to the
// part batch by batch. After every batch it calls more to ask whether to go on. If ctx ends
// within a batch, a later call goes on there, and flush adds the executions of the batch so
// far.
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

// flush adds the executions to a part that were run and are not in it yet.
func (c *crew) flush(to *Part) {
	if c.pending > 0 {
		to.addBatch(c.batch[:c.pending], c.o.UntilBug)
		c.pending = 0
	}
}

// finish completes a part with all executions that were run.
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

// With a bound of work, executions are run in groups, so that a limit takes effect soon:
// first fewAtOnce, then as many as take about unitsAtOnce.
const (
	fewAtOnce   = 4
	unitsAtOnce = 1_000_000
)

// atOnce returns the size of the next group of executions. done were made before.
func (c *crew) atOnce(done int) int {
	if c.work == nil {
		return BatchSize
	}
	return work.AtOnce(fewAtOnce, unitsAtOnce, done, c.work.Spent())
}

// Once longAfter executions have ended, executions are cut short that are longTimes as long
// as the longest of them, and longer than longSteps.
const (
	longTimes = 20
	longSteps = 20_000
	longAfter = 4
)

// cutLong bounds later executions by the length of those just made.
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

// LongSteps returns the bound of the steps of an execution, given those of the longest that
// ended.
func LongSteps(longest int) int { return max(longSteps, longTimes*longest) }

// inform passes the results of an exploration to Informed strategies. The first executions
// count what it reached as coverage.
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

// execute runs the executions of a batch, from number first on, on all workers. They keep
// the witnesses from which strategies may learn, or that are new or shorter for known, a
// part with the batches before.
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

// learn passes a batch to all workers' strategies.
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

// learns reports whether the strategy is a Learner.
func (c *crew) learns() bool { return c.workers[0].learner != nil }
