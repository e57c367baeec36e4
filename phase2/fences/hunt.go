package fences

import (
	"context"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/witness"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/predict"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// A hunter looks for executions that go wrong: that end in an error or, if the
// result is to be robust, violate sequential consistency.
type hunter struct {
	program  *code.Program // without the fences that are tried
	model    *models.Model
	stronger []*models.Model // those that allow no more than model, it first
	o        *Options
	lower    func(*trace.Event) models.Lowering
	graph    graph.Execution

	executions int             // so far
	fruitful   []predict.Cycle // those that led to something, the latest first
}

func newHunter(p *code.Program, m *models.Model, o *Options) hunter {
	h := hunter{program: p, model: m, o: o, lower: lowering(p, o.Campaign.Machine.Mapping)}
	for _, n := range slices.Backward(models.All()) {
		if n != m && n.PPO.Relaxes() && n.PPO.Includes(m.PPO) {
			h.stronger = append(h.stronger, n)
		}
	}
	h.stronger = slices.Insert(h.stronger, 0, m)
	return h
}

// A catch is an execution that went wrong.
type catch struct {
	err     *interp.Error    // nil: it only violates SC
	order   *order           // nil if the order does not explain the execution
	witness *witness.Witness // of the program that was hunted
}

// An SCError says that a program goes wrong without any reordering.
type SCError struct{ Err *interp.Error }

// Error says what goes wrong.
func (e *SCError) Error() string {
	return e.Err.Error() + " (under sequential consistency too: no fence mends it)"
}

// hunt tests the program with the given fences, and returns up to want
// executions that went wrong. Tests are the cycles that led to something
// before, random schedules, and phase 2 on all predicted cycles; so many rounds
// of them, each with seeds of its own, and each under the stronger models too:
// what they allow the model allows, and in fewer ways, so it shows up sooner.
func (h *hunter) hunt(ctx context.Context, p *code.Program, rounds, want int) ([]catch, error) {
	g := hunting{hunter: h, want: want}
	samplers := make([]*phase2.Sampler, len(h.stronger))
	for round := 0; round < rounds && g.goesOn(ctx); round++ {
		g.seed = seedOf(h.o.Campaign.Seed, streamRound, uint64(round))
		o := h.o.Campaign
		o.Seed, o.Models = g.seed, h.stronger
		r, cycles, err := phase2.Predict(ctx, p, o)
		if err != nil {
			return nil, err
		}
		if len(r.SC.Errors) > 0 {
			return nil, &SCError{r.SC.Errors[0].Error}
		}
		for i, m := range h.stronger {
			if samplers[i] == nil {
				samplers[i] = phase2.NewSampler(p, m, h.o.Campaign)
			}
			g.sampler = samplers[i]
			g.round(ctx, cycles.Cycles(m))
		}
	}
	return g.caught, g.err
}

// hunting is one call of hunt.
type hunting struct {
	*hunter
	sampler *phase2.Sampler
	seed    uint64
	want    int
	caught  []catch
	err     error
}

func (g *hunting) goesOn(ctx context.Context) bool {
	return len(g.caught) < g.want && g.err == nil && ctx.Err() == nil
}

// round tests under one model.
func (g *hunting) round(ctx context.Context, cycles []predict.Cycle) {
	fruitful := slices.Clone(g.fruitful)
	for i, c := range fruitful {
		g.cycle(ctx, c, i)
	}
	for run := 0; run < g.o.Random && g.goesOn(ctx); run++ {
		g.look(g.sampler.Random(ctx, seedOf(g.seed, streamRandom, uint64(run))))
	}
	for i, c := range cycles {
		g.cycle(ctx, c, len(fruitful)+i)
	}
}

// insistence is how many times the trials are repeated of a cycle that can be
// created: if it can do harm, that may need the right moment too.
const insistence = 20

// cycle runs the trials of a cycle; index names their seeds.
func (g *hunting) cycle(ctx context.Context, c predict.Cycle, index int) {
	trials, created := g.o.Campaign.Trials, false
	for trial := 0; trial < trials && g.goesOn(ctx); trial++ {
		res, events := g.sampler.Biased(ctx, c, seedOf(g.seed, streamBiased, uint64(index), uint64(trial)))
		if g.look(res, events) {
			g.prefer(c)
			return
		}
		if !created && g.sampler.Makes(c, events) {
			created = true
			trials *= insistence
		}
	}
}

// prefer makes a cycle the first to be tried.
func (g *hunting) prefer(c predict.Cycle) {
	same := func(f predict.Cycle) bool { return slices.Equal(f.Sites, c.Sites) }
	list := slices.DeleteFunc(g.fruitful, same)
	g.fruitful = slices.Insert(list, 0, c)
}

// look takes a look at an execution and reports whether it was caught.
func (g *hunting) look(res *interp.Result, events []trace.Event) bool {
	switch {
	case res.Outcome == interp.Unsupported:
		g.err = &interp.UnsupportedError{Err: res.Err}
		return false
	case res.Outcome == interp.Interrupted:
		return false
	}
	g.executions++
	if res.Err == nil && !(g.o.Robust && res.Outcome == interp.Completed && g.violates(events)) {
		return false
	}
	c, err := g.catch(res.Err, events)
	if err != nil {
		g.err = err
		return false
	}
	c.witness = g.sampler.Witness(res, events)
	g.caught = append(g.caught, c)
	return true
}

// violates reports whether an execution violates sequential consistency.
func (h *hunter) violates(events []trace.Event) bool {
	h.graph.Reset(events, nil)
	return !h.graph.SC()
}

// catch makes the catch of an execution that went wrong. It is an error if that
// can happen without any reordering.
func (h *hunter) catch(failure *interp.Error, events []trace.Event) (catch, error) {
	c := catch{err: failure}
	if len(events) == 0 {
		return c, nil
	}
	sites := len(h.program.Sites)
	if sc := newOrder(models.SC, events, failure, h.lower, sites); failure != nil && sc != nil && !sc.cyclic {
		return c, &SCError{failure}
	}
	if o := newOrder(h.model, events, failure, h.lower, sites); o != nil && !o.cyclic {
		c.order = o
	}
	return c, nil
}
