package graph

import (
	"testing"

	"fencepost/trace"
)

// TestProgress measures executions of store buffering, sites 0 to 3: thread 1
// stores x and loads y, thread 2 stores y and loads x.
func TestProgress(t *testing.T) {
	const x, y = 0, 1
	store := func(thread trace.ThreadID, i, site, loc int32) trace.Event {
		return trace.Event{Kind: trace.Store, Thread: thread, I: i, Site: site, Loc: loc, C: trace.NoCommit}
	}
	load := func(thread trace.ThreadID, i, site, loc, c int32) trace.Event {
		return trace.Event{Kind: trace.Load, Thread: thread, I: i, Site: site, Loc: loc, C: c}
	}
	commit := func(thread trace.ThreadID, site, loc, of int32) trace.Event {
		return trace.Event{Kind: trace.Commit, Thread: thread, Site: site, Loc: loc, RF: of, C: 1}
	}
	for _, c := range []struct {
		name            string
		events          []trace.Event
		level           int
		from, to        int32
		firstPairOnly   bool
		createsTheCycle bool
	}{
		{"one after the other", []trace.Event{
			store(1, 1, 0, x), commit(1, 0, x, 1), load(1, 2, 1, y, 0),
			store(2, 1, 2, y), commit(2, 2, y, 4), load(2, 2, 3, x, 1),
		}, 1, 1, 2, true, false},
		{"the first store commits just before the last load", []trace.Event{
			store(1, 1, 0, x), load(1, 2, 1, y, 0),
			store(2, 1, 2, y), commit(1, 0, x, 1), load(2, 2, 3, x, 1), commit(2, 2, y, 3),
		}, 3, 3, 4, false, false},
		{"the cycle", []trace.Event{
			store(1, 1, 0, x), load(1, 2, 1, y, 0),
			store(2, 1, 2, y), load(2, 2, 3, x, 0), commit(1, 0, x, 1), commit(2, 2, y, 3),
		}, 4, 4, 6, false, true},
		{"no event of the cycle", []trace.Event{load(1, 1, 4, x, 0)}, 0, 0, 0, false, false},
	} {
		for i := range c.events {
			c.events[i].ID = int32(i + 1)
		}
		var m Matcher
		sites := []int32{0, 1, 2, 3}
		m.Want(sites...)
		m.Load(c.events, nil)
		if got := m.Match(sites); got != c.createsTheCycle {
			t.Errorf("%s: match = %v", c.name, got)
		}
		level, from, to := m.Progress(sites, []bool{true, !c.firstPairOnly})
		if level != c.level || from != c.from || to != c.to {
			t.Errorf("%s: progress = %d from %d to %d, want %d from %d to %d", c.name, level, from, to, c.level, c.from, c.to)
		}
	}
}
