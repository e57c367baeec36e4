package bias

import (
	"context"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/strategy"
	"fencepost/models"
	"fencepost/trace"
)

// A profile tells how often things happen in an execution, on average, as a few
// executions under SC show it: what a strategy draws instances from. It is made
// before the trials, which learn nothing from each other.
type profile struct {
	sites  []int // by site: how often it is executed
	stores []int // by thread: stores
}

// profileRuns is how many executions are profiled.
const profileRuns = 8

func newProfile(ctx context.Context, p *code.Program, o *Options) *profile {
	c := &profile{sites: make([]int, len(p.Sites))}
	m := interp.New(p, models.SC, o.Machine)
	s := strategy.NewRandom(o.Seeds.Profile)
	for run := range profileRuns {
		s.Begin(run)
		m.Run(ctx, s, c)
	}
	for _, counts := range [][]int{c.sites, c.stores} {
		for i := range counts {
			counts[i] = (counts[i] + profileRuns - 1) / profileRuns
		}
	}
	return c
}

// Begin starts an execution.
func (p *profile) Begin() {}

// Event counts e.
func (p *profile) Event(e *trace.Event) {
	if e.Site < 0 {
		return
	}
	p.sites[e.Site]++
	if e.Kind != trace.Store {
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
