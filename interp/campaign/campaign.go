// Package campaign tests a program by many executions under one model and one
// strategy, as C11Tester (ASPLOS 2021, section 3) and PCTWM (ASPLOS 2023,
// section 6) do.
//
// Executions are numbered. They run in batches of a fixed size, each batch
// spread over workers, and what an execution does depends on the seed, its
// number and earlier batches alone; strategies learn only between batches, in
// order of number. So the report is the same for any number of workers.
package campaign

import (
	"context"
	"runtime"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/strategy"
	"fencepost/interp/witness"
	"fencepost/models"
)

// BatchSize is how many executions run between two times of learning.
const BatchSize = 64

// DefaultRuns is how many executions a campaign has unless Options say otherwise.
const DefaultRuns = 1000

// Options are the settings of a campaign.
type Options struct {
	// Strategy makes the strategy of one worker. All that it makes must be
	// alike: what they answer in execution i must not depend on which worker
	// runs it.
	Strategy func() interp.Strategy
	Runs     int  // executions; 0: DefaultRuns
	Workers  int  // executions run at once; 0: as many as there are processors
	UntilBug bool // end at the first execution that shows an error
	Machine  interp.Options
	// Progress, if not nil, is told after every batch, by one goroutine.
	Progress func(*Report)
}

// A Report is what a campaign found. Nothing in it depends on time or on the
// number of workers, unless it is cut short.
type Report struct {
	Program    *code.Program
	Model      *models.Model
	Runs       int // executions that ended, in whatever way
	Ended      interp.Outcomes
	Buggy      int               // executions that showed an error
	Findings   []witness.Finding // in order of the first execution that showed them
	Behaviours int               // executions that no earlier one was equivalent to
	// Unsupported is the end of the first execution that met C that is not supported; nil
	// if none did. Such executions are not counted, unless they raced before.
	Unsupported *interp.Error
	// Incomplete says what cut the plan short; empty if nothing did.
	Incomplete string
}

// Run runs a campaign. When ctx ends it returns what is known so far, marked
// incomplete. What is not supported hides nothing that other executions show: the
// error, an *interp.UnsupportedError, is not nil only if the report, which is returned all
// the same, has no findings.
func Run(ctx context.Context, p *code.Program, m *models.Model, o Options) (*Report, error) {
	if o.Runs <= 0 {
		o.Runs = DefaultRuns
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	c := &campaign{report: &Report{Program: p, Model: m}, seen: make(map[uint64]bool)}
	for range min(o.Workers, BatchSize, o.Runs) {
		c.workers = append(c.workers, newWorker(p, m, &o))
	}
	for first := 0; first < o.Runs; first += BatchSize {
		batch := c.batch[:min(BatchSize, o.Runs-first)]
		c.run(ctx, batch, first)
		stop := c.merge(batch, first, o.UntilBug)
		if o.Progress != nil {
			o.Progress(c.report)
		}
		if stop {
			o.Runs = c.report.Runs
		}
		if stop || ctx.Err() != nil || c.report.Unsupported != nil && c.report.Runs == 0 {
			break
		}
		c.learn(batch)
	}
	if e := c.report.Unsupported; e != nil && len(c.report.Findings) == 0 {
		return c.report, &interp.UnsupportedError{Err: e}
	}
	c.addStacks(ctx)
	c.explainIncomplete(ctx, o.Runs)
	return c.report, nil
}

// A campaign is the state between batches.
type campaign struct {
	report  *Report
	workers []*worker
	batch   [BatchSize]execution
	seen    map[uint64]bool // behaviours
	samples []strategy.Sample
}

// merge adds a batch to the report, in order of number. It reports whether the
// campaign ends because of an error that it shows.
func (c *campaign) merge(batch []execution, first int, untilBug bool) (stop bool) {
	r := c.report
	for i := range batch {
		x := &batch[i]
		errs, outcome := x.errs, x.outcome
		switch {
		case outcome == interp.Interrupted:
			continue
		case outcome == interp.Unsupported:
			if r.Unsupported == nil {
				r.Unsupported = errs[0]
			}
			if errs = errs[1:]; len(errs) == 0 {
				continue
			}
			outcome = interp.Failed // it raced before
		}
		r.Ended.Add(outcome)
		r.Runs++
		if x.sample.Fresh = !c.seen[x.behaviour]; x.sample.Fresh {
			c.seen[x.behaviour] = true
			r.Behaviours++
		}
		if len(errs) == 0 {
			continue
		}
		r.Buggy++
		for k, e := range errs {
			if !among(errs[:k], e) {
				r.add(e, first+i+1, x.witness)
			}
		}
		if untilBug {
			return true
		}
	}
	return false
}

// among reports whether an execution showed an error before, at other accesses of the same
// places: it counts once.
func among(errs []*interp.Error, e *interp.Error) bool {
	return slices.ContainsFunc(errs, func(x *interp.Error) bool { return x.Key() == e.Key() })
}

// add counts an error, keeping the shortest witness.
func (r *Report) add(e *interp.Error, run int, w *witness.Witness) {
	key := e.Key()
	i := slices.IndexFunc(r.Findings, func(f witness.Finding) bool { return f.Error.Key() == key })
	if i < 0 {
		r.Findings = append(r.Findings, witness.Finding{Error: e, Count: 1, First: run, Witness: w})
		return
	}
	f := &r.Findings[i]
	f.Count++
	if w.Steps < f.Witness.Steps {
		f.Error, f.Witness = e, w
	}
}

// learn lets all workers' strategies learn from a batch.
func (c *campaign) learn(batch []execution) {
	c.samples = c.samples[:0]
	for i := range batch {
		c.samples = append(c.samples, batch[i].sample)
	}
	for _, w := range c.workers {
		if w.learner != nil {
			w.learner.Learn(c.samples)
		}
	}
}

func (c *campaign) explainIncomplete(ctx context.Context, runs int) {
	r := c.report
	switch {
	case r.Runs == runs && r.Ended.Completed+r.Ended.Failed > 0:
	case ctx.Err() != nil:
		r.Incomplete = witness.Limit(ctx)
	case r.Unsupported != nil:
		r.Incomplete = r.Unsupported.Error()
	default:
		r.Incomplete = witness.NoneEnded
	}
}
