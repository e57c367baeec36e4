package bias

import (
	"slices"

	"fencepost/interp"
	"fencepost/interp/machine/strategy"
	"fencepost/trace"
)

// A prefixReplay repeats the beginning of an SC execution.
type prefixReplay struct {
	steps    []step
	instance *instance
	at       int  // index of the next step
	end      int  // index of the first step that is not repeated
	n        int  // length of the cycle
	all      bool // all stores of the instance's odd sites are held
}

const (
	maxAhead    = 8  // bound of the distance between the end of a prefix and an event of its instance
	clearFirst  = 16 // number of executions of a trial of which half replay a prefix of a clear instance
	prefixEvery = 16 // of the others, one in this many begins with a prefix
)

// due reports whether execution ex of a trial begins with a prefix. If an instance is clear
// a few attempts are enough; if none is, most attempts leave the prefix.
func (h *prefixes) due(ex int) bool {
	return h.clear && ex < clearFirst && ex%2 == 0 || ex%prefixEvery == 2
}

// draw draws the prefix of the next execution. It is empty if the cycle has no instance.
func (h *prefixes) draw(r *strategy.Rand) prefixReplay {
	if len(h.instances) == 0 {
		return prefixReplay{}
	}
	n := len(h.cycle.Sites)
	half := func() bool { return r.Uint64()&1 != 0 }
	s := &h.instances[r.Intn(len(h.instances))]
	if half() {
		s = &h.instances[r.Intn(h.top)]
	}
	end := int(slices.Max(s.events[:n]))
	if half() {
		end = int(s.events[r.Intn(n)]) - r.Intn(maxAhead)
	}
	return prefixReplay{steps: h.runs[s.run], instance: s, end: max(end, 0), n: n, all: half()}
}

// continues reports whether the next step is part of the prefix.
func (q *prefixReplay) continues() bool { return q.at < q.end }

// follow compares event e, which is no commit, with the next step.
func (q *prefixReplay) follow(e *trace.Event) {
	if s := &q.steps[q.at]; s.thread == e.Thread && s.site == e.Site {
		q.at++
	} else {
		q.end = 0
	}
}

// delays reports whether the store of the next step is to stay pending.
func (q *prefixReplay) delays() bool {
	for j := 0; j < q.n; j += 2 {
		if int(q.instance.events[j]) == q.at && (q.all || j == q.instance.held) {
			return true
		}
	}
	return false
}

// followPrefix picks the transition that comes next in the prefix; k is -1 if it is not
// enabled.
func (b *hardware) followPrefix(c *interp.Choice) (k int) {
	next := b.replay.steps[b.replay.at].thread
	k = -1
	for i := range c.Actions {
		a := &c.Actions[i]
		if a.Store == 0 {
			if a.Thread == next {
				k = i
			}
		} else if due, _ := b.dueStore(a.Store); due == 0 {
			return i
		}
	}
	if k < 0 || b.machine.Drains(next) && b.latestStore(next) > 0 {
		b.replay.end = 0
		return -1
	}
	return k
}
