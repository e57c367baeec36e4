package fences

import (
	"context"

	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/trace"
)

// A Cost is the cost of the explicit fences of a program, as a mean over random executions
// under sequential consistency.
type Cost struct {
	Executed [trace.NumFences]float64 // number by kind, in one execution
	Weighted float64
}

// A tally counts the sites and fences that random executions under SC pass.
type tally struct {
	runs   int
	sites  []int // by site
	fences [trace.NumFences]int
}

// count runs the program this many times.
func count(ctx context.Context, p *code.Program, runs int, o phase2.Options) *tally {
	t := &tally{sites: make([]int, len(p.Sites))}
	s := phase2.NewSampler(p, models.SC, o)
	for run := range runs {
		if ctx.Err() != nil {
			break
		}
		_, events := s.Random(ctx, strategy.Seed(o.Seed, streamCost, uint64(run)))
		t.runs++
		for i := range events {
			switch e := &events[i]; {
			case e.Kind == trace.Fence:
				t.fences[trace.FenceKind(e.Value)]++
			case e.Kind != trace.Commit && e.Site >= 0:
				t.sites[e.Site]++
			}
		}
	}
	for _, s := range sitesOf(p, func(op code.Op) bool { return op == code.DCAS }) {
		t.sites[s] /= 2 // the site has two events
	}
	return t
}

// cost returns the cost of the fences that the executions passed.
func (t *tally) cost(w Weights) Cost {
	var c Cost
	for k, n := range t.fences {
		c.Executed[k] = float64(n) / float64(max(t.runs, 1))
		c.Weighted += c.Executed[k] * float64(w[k])
	}
	return c
}

// Independent streams of random numbers.
const (
	streamCost = iota + 1
	streamRandom
	streamBiased
	streamRound
	streamOrders
)
