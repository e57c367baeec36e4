package phase2

import (
	"slices"

	"fencepost/interp"
	"fencepost/interp/strategy"
	"fencepost/trace"
)

// A cue tells how an execution begins as a rehearsal.
type cue struct {
	steps []step
	scene *scene
	at    int  // the step that comes next
	end   int  // the step before which the execution is on its own
	n     int  // length of the cycle
	all   bool // all stores of the scene's odd sites are held
}

const (
	maxAhead   = 8  // how long before an event of its scene a rehearsal may end
	clearFirst = 16 // executions of a trial of which half rehearse a clear scene
	cueEvery   = 16 // one of so many begins as a rehearsal anyway
)

// due reports whether execution ex of a trial, if it is fresh, begins as a
// rehearsal. Where a scene is clear a few attempts are enough; where none is, most
// go astray.
func (h *rehearsals) due(ex int) bool {
	return h.clear && ex < clearFirst && ex%2 == 0 || ex%cueEvery == 2
}

// cue draws how the next execution is to begin; it is empty if there is no scene
// of the cycle.
func (h *rehearsals) cue(r *strategy.Rand) cue {
	if len(h.scenes) == 0 {
		return cue{}
	}
	n := len(h.cycle.Sites)
	half := func() bool { return r.Uint64()&1 != 0 }
	s := &h.scenes[r.Intn(len(h.scenes))]
	if half() {
		s = &h.scenes[r.Intn(h.top)]
	}
	end := int(slices.Max(s.events[:n]))
	if half() {
		end = int(s.events[r.Intn(n)]) - r.Intn(maxAhead)
	}
	return cue{steps: s.run.steps, scene: s, end: max(end, 0), n: n, all: half()}
}

// rehearses reports whether the next step is the rehearsal's.
func (q *cue) rehearses() bool { return q.at < q.end }

// follow takes note of event e, which is no commit.
func (q *cue) follow(e *trace.Event) {
	if s := &q.steps[q.at]; s.thread == e.Thread && s.site == e.Site {
		q.at++
	} else {
		q.end = 0
	}
}

// delays reports whether the store that is the next step is to stay pending.
func (q *cue) delays() bool {
	for j := 0; j < q.n; j += 2 {
		if int(q.scene.events[j]) == q.at && (q.all || j == q.scene.held) {
			return true
		}
	}
	return false
}

// rehearse answers what comes next as the rehearsal did; k is -1 if it cannot.
func (b *bias) rehearse(c *interp.Choice) (k int) {
	next := b.cue.steps[b.cue.at].thread
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
		b.cue.end = 0
		return -1
	}
	return k
}
