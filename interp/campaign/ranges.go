package campaign

import (
	"context"
	"slices"
	"sync"

	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/vm"
	"fencepost/models"
)

// A Campaign runs ranges of its executions separately. A strategy that learns does so from
// the first Learning executions, which are run again if a later range is asked for. It is
// safe for concurrent use.
type Campaign struct {
	program *code.Program
	model   *models.Model
	o       Options

	mu      sync.Mutex
	lessons [][]strategy.Sample
}

// New returns the campaign of Run with these arguments.
func New(p *code.Program, m *models.Model, o Options) *Campaign {
	o.fill()
	return &Campaign{program: p, model: m, o: o}
}

// Ranges divides the executions into at least n ranges, if there are that many batches.
func (c *Campaign) Ranges(n int) (list []Range) {
	first := 0
	if newCrew(c.program, c.model, &c.o, 1).learns() {
		first = min(Learning, c.o.Runs)
		list = append(list, Range{0, first})
	}
	batches := (c.o.Runs - first + BatchSize - 1) / BatchSize
	size := max(1, batches/max(n, 1)) * BatchSize
	for ; first < c.o.Runs; first += size {
		list = append(list, Range{first, min(size, c.o.Runs-first)})
	}
	return list
}

// Run runs a range returned by Ranges, or the rest of one, until its end or until enough
// returns true after a batch. The part's range says how far it came. If the campaign asks
// for coverage it is added to reached. The error is that of ctx, or nil.
func (c *Campaign) Run(ctx context.Context, r Range, reached *vm.Coverage, enough func() bool) (*Part, error) {
	o := c.o
	o.Machine.Coverage = reached
	crew := newCrew(c.program, c.model, &o, 1)
	if r.First > 0 && crew.learns() {
		lessons, err := c.learn(ctx)
		if err != nil {
			return nil, err
		}
		for _, batch := range lessons {
			crew.teach(batch)
		}
	}
	part := newPart(r.First)
	crew.run(ctx, part, r.end(), func() bool { return part.end() < Learning || !enough() })
	crew.finish(part)
	return part, ctx.Err()
}

// learn returns the samples that the strategies learn from, batch by batch.
func (c *Campaign) learn(ctx context.Context) ([][]strategy.Sample, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lessons != nil {
		return c.lessons, nil
	}
	o := c.o
	o.UntilBug, o.Machine.Coverage = false, nil
	crew := newCrew(c.program, c.model, &o, min(o.Workers, BatchSize))
	var lessons [][]strategy.Sample
	crew.taught = func(batch []strategy.Sample) {
		batch = slices.Clone(batch)
		for i := range batch {
			batch[i].Threads = slices.Clone(batch[i].Threads)
		}
		lessons = append(lessons, batch)
	}
	crew.run(ctx, newPart(0), Learning, func() bool { return true })
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c.lessons = lessons
	return lessons, nil
}
