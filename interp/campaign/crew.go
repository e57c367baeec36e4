package campaign

import (
	"context"
	"slices"
	"sync/atomic"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/strategy"
	"fencepost/models"
)

// A crew is workers that run one batch after the other together.
type crew struct {
	o       *Options
	program *code.Program
	model   *models.Model
	workers []*worker
	batch   [BatchSize]execution
	samples []strategy.Sample
	// taught, if set, is shown what the strategies learn.
	taught func([]strategy.Sample)
}

func newCrew(p *code.Program, m *models.Model, o *Options, workers int) *crew {
	c := &crew{o: o, program: p, model: m}
	for range workers {
		c.workers = append(c.workers, newWorker(p, m, o))
	}
	return c
}

// run runs the executions behind those of a part up to number end, and adds them to it.
// After every batch it asks whether to go on.
func (c *crew) run(ctx context.Context, to *Part, end int, more func() bool) {
	c.inform(ctx, to.end() == 0)
	for first := to.end(); first < end; first = to.end() {
		batch := c.batch[:min(BatchSize, end-first)]
		c.execute(ctx, batch, first, to)
		to.addBatch(batch, c.o.UntilBug)
		if !more() || to.Stopped || ctx.Err() != nil {
			return
		}
		if first < Learning {
			c.learn(batch)
		}
	}
}

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
	Parallel(len(c.workers), func(k int) {
		for i := next.Add(1) - 1; i < int64(len(batch)); i = next.Add(1) - 1 {
			c.workers[k].execute(ctx, &batch[i], first+int(i), known)
		}
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

// among reports whether an execution showed an error before, at other accesses of the same
// places: it counts once.
func among(errs []*interp.Error, e *interp.Error) bool {
	return slices.ContainsFunc(errs, func(x *interp.Error) bool { return x.Same(e) })
}
