package phase2

import (
	"context"
	"math"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/work"
	"fencepost/models"
	"fencepost/predict"
)

// Check runs phase 1, and then phase 2 under every model of o. When ctx ends it returns the
// results so far, marked incomplete. Executions that meet unsupported C do not hide the
// results of others: the report is returned in any case, and the error, an
// *interp.UnsupportedError, is not nil only if the report has no bug.
func Check(ctx context.Context, p *code.Program, o Options) (*Report, error) {
	return Begin(p, o).Finish(ctx)
}

// A Campaign is Check in steps. It is not safe for concurrent use.
type Campaign struct {
	r         *Report
	predictor *predict.Predictor
	tests     map[testsKey]*tests
}

// Begin returns the campaign of Check with these arguments. It runs no execution yet.
func Begin(p *code.Program, o Options) *Campaign {
	o.fill()
	return &Campaign{r: &Report{Program: p, Options: o}, tests: map[testsKey]*tests{}}
}

// Again returns a campaign that predicts cycles up to another length. It reuses the tests
// that c has made.
func (c *Campaign) Again(maxLen int) *Campaign {
	o := c.r.Options
	o.Predict.MaxLen = maxLen
	again := Begin(c.r.Program, o)
	again.tests = c.tests
	return again
}

// Look makes the first tests under each model, so that errors of many executions are found
// before any model gets its share of the rest. It reports whether every test under one of
// the models shows an error.
func (c *Campaign) Look(ctx context.Context) (always bool) {
	o := &c.r.Options
	for _, m := range o.Models {
		t := c.testsOf(m, o.Tests(m))
		c.bounded(ctx, o.bound(func(b *Bounds) int64 { return b.Look }), "", func(ctx context.Context) {
			t.session.Run(ctx, looksAlways)
			made, buggy := t.session.Made()
			if always = always || made >= looksAlways && buggy == made; !always {
				t.session.Run(ctx, looks)
			}
		})
	}
	return always
}

// looks is the number of tests of Look under a model. If looksAlways tests all show an
// error, every execution is taken to show one.
const (
	looks       = 64
	looksAlways = 4
)

// Finish runs the rest of the campaign; see Check.
func (c *Campaign) Finish(ctx context.Context) (*Report, error) {
	r := c.r
	endless := c.phase1(ctx)
	c.perModel(ctx, func(b *Bounds) int64 { return b.Tests }, "tests under ", func(ctx context.Context, m *models.Model) {
		if endless && !m.Native {
			return
		}
		r.Models = append(r.Models, ModelReport{Model: m, Predicted: r.SC.Predicted})
		mr := &r.Models[len(r.Models)-1]
		if endless {
			c.baselineEndless(ctx, mr)
			return
		}
		mr.UnderModel, mr.Capped = len(c.predictor.Cycles(m)), c.predictor.Capped(m)
		c.baseline(ctx, mr)
	})
	c.keepLooks(ctx)
	if !endless {
		c.perModel(ctx, func(b *Bounds) int64 { return b.Trials }, "trials under ", func(ctx context.Context, m *models.Model) {
			if mr := r.Of(m); mr != nil {
				kept := c.predictor.Cycles(m)
				confirmAll(ctx, r, mr, kept, proveFirst(ctx, r, mr, kept))
				prove(ctx, r, mr)
			}
		})
	}
	for i := range r.Models {
		keepFirst(&r.Unsupported, r.Models[i].Unsupported)
	}
	r.sequential(ctx)
	r.explainIncomplete(ctx)
	if r.Unsupported != nil && !r.HasBug() {
		return r, &interp.UnsupportedError{Err: r.Unsupported}
	}
	return r, nil
}

// keepLooks reports the results of Look under models that the tests did not reach.
func (c *Campaign) keepLooks(ctx context.Context) {
	r := c.r
	for _, m := range r.Options.Models {
		t := c.tests[testsKey{m, r.Options.Tests(m)}]
		if r.Of(m) != nil || t == nil {
			continue
		}
		t.end(ctx, r, m)
		r.Models = append(r.Models, ModelReport{Model: m, Predicted: r.SC.Predicted})
		r.Models[len(r.Models)-1].take(t)
	}
}

// phase1 records executions and makes the tests under SC. It reports whether no recorded
// execution ended.
func (c *Campaign) phase1(ctx context.Context) (endless bool) {
	bound := c.r.Options.bound(func(b *Bounds) int64 { return b.Record })
	c.bounded(ctx, bound, "recorded executions", func(ctx context.Context) { c.predictor = record(ctx, c.r) })
	if endless = c.r.neverEnds(); !endless {
		c.bounded(ctx, bound, "tests under sc", c.testSC)
	}
	return endless
}

// perModel runs a phase for each model until ctx ends, within one bound for all models.
func (c *Campaign) perModel(ctx context.Context, bound func(*Bounds) int64, name string, phase func(context.Context, *models.Model)) {
	o := &c.r.Options
	left := o.bound(bound)
	for i, m := range o.Models {
		if ctx.Err() != nil {
			return
		}
		before := o.Machine.Work.Spent()
		c.bounded(ctx, left/int64(len(o.Models)-i), name+m.Name, func(ctx context.Context) { phase(ctx, m) })
		left = max(0, left-(o.Machine.Work.Spent()-before))
	}
}

// bound returns one of the bounds, or math.MaxInt64 if there are none.
func (o *Options) bound(of func(*Bounds) int64) int64 {
	if o.Bounds == nil {
		return math.MaxInt64
	}
	return of(o.Bounds)
}

// bounded runs a phase within a bound. If the phase reaches it and has a name, Report.Cut
// names it.
func (c *Campaign) bounded(ctx context.Context, units int64, name string, phase func(context.Context)) {
	if units == math.MaxInt64 {
		phase(ctx)
		return
	}
	step, done := c.r.Options.Machine.Work.Limit(ctx, units)
	defer done()
	phase(step)
	if name != "" && work.Spent(step) && !work.Spent(ctx) {
		c.r.Cut = append(c.r.Cut, name)
	}
}
