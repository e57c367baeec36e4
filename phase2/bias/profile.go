package bias

import (
	"context"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/strategy"
	"fencepost/models"
	"fencepost/trace"
)

// A profile tells how many stores a thread makes in an execution, on average, as a few
// executions under SC show it. It is made before the trials, which learn nothing from
// each other.
type profile struct {
	stores []int // by thread
}

// profileRuns is how many executions are profiled.
const profileRuns = 8

func newProfile(ctx context.Context, p *code.Program, o *Options) *profile {
	c := &profile{}
	m := interp.New(p, models.SC, o.Machine)
	s := strategy.NewRandom(o.Seeds.Profile)
	for run := range profileRuns {
		s.Begin(run)
		m.Run(ctx, s, c)
	}
	for i := range c.stores {
		c.stores[i] = (c.stores[i] + profileRuns - 1) / profileRuns
	}
	return c
}

// Begin starts an execution.
func (p *profile) Begin() {}

// Event counts e.
func (p *profile) Event(e *trace.Event) {
	if e.Site < 0 || e.Kind != trace.Store {
		return
	}
	for int(e.Thread) >= len(p.stores) {
		p.stores = append(p.stores, 0)
	}
	p.stores[e.Thread]++
}

func (p *profile) storesOf(t trace.ThreadID) int {
	if int(t) < len(p.stores) {
		return p.stores[t]
	}
	return 0
}
