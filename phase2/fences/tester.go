package fences

import (
	"context"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/predict"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// A tester searches for executions that go wrong: that end in an error or, if the result is
// to be robust, violate sequential consistency.
type tester struct {
	program  *code.Program // without the fences being tried
	model    *models.Model
	stronger []*models.Model // the models that allow no more than model, which is the first
	o        *Options
	lower    func(*trace.Event) models.Lowering
	graph    graph.Execution

	executions int             // so far
	ended      int             // of them, the completed ones and those with an error
	productive []predict.Cycle // cycles whose trials found something, the latest first
}

func newTester(p *code.Program, m *models.Model, o *Options) tester {
	t := tester{program: p, model: m, o: o, lower: lowering(p, o.Campaign.Machine.Mapping)}
	for _, n := range slices.Backward(o.Others) {
		if n != m && n.PPO.Relaxes() && n.PPO.Includes(m.PPO) {
			t.stronger = append(t.stronger, n)
		}
	}
	t.stronger = slices.Insert(t.stronger, 0, m)
	return t
}

// A counterexample is an execution that went wrong.
type counterexample struct {
	err     *interp.Error    // nil: it only violates SC
	order   *order           // nil if the axioms do not explain the execution
	witness *witness.Witness // of the tested program
}

// An SCError says that a program goes wrong without any reordering.
type SCError struct{ Err *interp.Error }

// Error returns the error of the execution, and says that no fence mends it.
func (e *SCError) Error() string {
	return e.Err.Error() + " (under sequential consistency too: no fence mends it)"
}

// find tests the program with the given fences, and returns up to want executions that went
// wrong. The tests are the cycles that found something before, random schedules, and phase
// 2 on all predicted cycles. There are this many rounds, with different seeds. Each round
// also tests under the stronger models: what they allow the model allows, and errors show
// sooner under them.
func (t *tester) find(ctx context.Context, p *code.Program, rounds, want int) ([]counterexample, error) {
	g := testRun{tester: t, want: want}
	samplers := make([]*phase2.Sampler, len(t.stronger))
	for round := 0; round < rounds && g.goesOn(ctx); round++ {
		g.seed = strategy.Seed(t.o.Campaign.Seed, streamRound, uint64(round))
		o := t.o.Campaign
		o.Seed, o.Models = g.seed, t.stronger
		r, cycles, err := phase2.Predict(ctx, p, o)
		if err != nil {
			return nil, err
		}
		if len(r.SC.Errors) > 0 {
			return nil, &SCError{r.SC.Errors[0].Error}
		}
		for i, m := range t.stronger {
			if samplers[i] == nil {
				samplers[i] = phase2.NewSampler(p, m, t.o.Campaign)
			}
			g.sampler = samplers[i]
			g.round(ctx, cycles.Cycles(m))
		}
	}
	return g.caught, g.err
}

// testRun is the state of one call of find.
type testRun struct {
	*tester
	sampler *phase2.Sampler
	seed    uint64
	want    int
	caught  []counterexample
	err     error
}

func (g *testRun) goesOn(ctx context.Context) bool {
	return len(g.caught) < g.want && g.err == nil && ctx.Err() == nil
}

// round tests under one model.
func (g *testRun) round(ctx context.Context, cycles []predict.Cycle) {
	productive := slices.Clone(g.productive)
	for i, c := range productive {
		g.cycle(ctx, c, i)
	}
	for run := 0; run < g.o.Random && g.goesOn(ctx); run++ {
		g.goesWrong(g.sampler.Random(ctx, strategy.Seed(g.seed, streamRandom, uint64(run))))
	}
	for i, c := range cycles {
		g.cycle(ctx, c, len(productive)+i)
	}
}

// hardCycleFactor is the factor by which trials are repeated for a cycle that can be
// confirmed: whether it does harm may also depend on the schedule.
const hardCycleFactor = 20

// cycle runs the trials of a cycle; index determines their seeds.
func (g *testRun) cycle(ctx context.Context, c predict.Cycle, index int) {
	trials, confirmed := g.o.Campaign.Trials, false
	for trial := 0; trial < trials && g.goesOn(ctx); trial++ {
		res, events := g.sampler.Biased(ctx, c, strategy.Seed(g.seed, streamBiased, uint64(index), uint64(trial)))
		if g.goesWrong(res, events) {
			g.prefer(c)
			return
		}
		if !confirmed && g.sampler.Makes(c, events) {
			confirmed = true
			trials *= hardCycleFactor
		}
	}
}

// prefer moves a cycle to the front of g.productive.
func (g *testRun) prefer(c predict.Cycle) {
	same := func(f predict.Cycle) bool { return slices.Equal(f.Sites, c.Sites) }
	list := slices.DeleteFunc(g.productive, same)
	g.productive = slices.Insert(list, 0, c)
}

// goesWrong examines an execution and reports whether it went wrong.
func (g *testRun) goesWrong(res *interp.Result, events []trace.Event) bool {
	switch {
	case res.Outcome == interp.Unsupported:
		g.err = &interp.UnsupportedError{Err: res.Err}
		return false
	case res.Outcome == interp.Interrupted:
		return false
	}
	g.executions++
	if res.Outcome == interp.Completed || res.Outcome == interp.Failed {
		g.ended++
	}
	if res.Err == nil && !(g.o.Robust && res.Outcome == interp.Completed && g.violates(events)) {
		return false
	}
	c, err := g.counterexample(res.Err, events)
	if err != nil {
		g.err = err
		return false
	}
	c.witness = g.sampler.Witness(res, events)
	g.caught = append(g.caught, c)
	return true
}

// noneEnded reports that none of the executions came to its end, in words; otherwise it is empty.
func noneEnded(executions, ended int) string {
	if executions > 0 && ended == 0 {
		return witness.NoneEnded
	}
	return ""
}

// violates reports whether an execution violates sequential consistency.
func (t *tester) violates(events []trace.Event) bool {
	t.graph.Reset(events, nil)
	return !t.graph.SC()
}

// counterexample keeps an execution that went wrong. It returns an error if that can happen
// without any reordering.
func (t *tester) counterexample(failure *interp.Error, events []trace.Event) (counterexample, error) {
	c := counterexample{err: failure}
	if len(events) == 0 {
		return c, nil
	}
	sites := len(t.program.Sites)
	if sc := newOrder(models.SC, events, failure, t.lower, sites); failure != nil && sc != nil && !sc.cyclic {
		return c, &SCError{failure}
	}
	if o := newOrder(t.model, events, failure, t.lower, sites); o != nil && !o.cyclic {
		c.order = o
	}
	return c, nil
}
