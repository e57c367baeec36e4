package phase2

import (
	"context"
	"slices"

	"fencepost/interp"
	"fencepost/interp/strategy"
	"fencepost/models"
	"fencepost/predict"
	"fencepost/trace"
)

// Rehearsals are executions under SC, the first of those that phase 1 recorded.
// A cycle was predicted from one in which its sites were executed, one of which
// may be on a path that is hardly ever taken. So some executions of a trial of
// several begin as a rehearsal did, with a scene of the cycle: threads take
// turns as there, every store commits at once, except that the scene's delayed
// stores stay pending; and they are on their own shortly before an event of the
// scene. They are made before the trials, which learn nothing from each other.
type rehearsals struct {
	runs   [][]step
	scenes []scene // of the cycle that seek was given
	r      strategy.Rand

	// Of seek.
	run   []step
	at    [maxCycle][]int32 // by position of the cycle: steps
	path  [maxCycle]int32
	found int // scenes so far
	left  int // steps of the search
}

// A step is an event of a rehearsal.
type step struct {
	thread    trace.ThreadID
	site, loc int32
	writes    bool
}

// A scene is where a rehearsal executes a cycle's sites: pairs in program order,
// in threads of their own, each end of one racing with the next.
type scene struct {
	run    int32
	events [maxCycle]int32 // by position of the cycle
}

const (
	maxRehearsals = 256
	maxRehearsed  = 1 << 20 // events of all rehearsals
	maxScenes     = 64      // of a cycle
	maxSeek       = 1 << 12 // steps of the search for scenes in a run
)

// newRehearsals makes the rehearsals of a program.
func newRehearsals(ctx context.Context, w *worker) *rehearsals {
	h := &rehearsals{}
	m := interp.New(w.prog, models.SC, w.options.Machine)
	s := newRecording(strategySeed(w.options.Seed, streamSC))
	var rec trace.Recorder
	events := 0
	for run := range min(w.options.Runs, maxRehearsals) {
		s.Begin(run)
		res := m.Run(ctx, s, &rec)
		if events += len(rec.Events); events > maxRehearsed || res.Outcome == interp.Interrupted {
			break
		}
		steps := make([]step, len(rec.Events))
		for i := range rec.Events {
			e := &rec.Events[i]
			steps[i] = step{e.Thread, e.Site, e.Loc, e.Kind.Writes()}
		}
		h.runs = append(h.runs, steps)
	}
	return h
}

// seek finds scenes of cycle c: of each run one, drawn from those that the
// search meets, until there are enough.
func (h *rehearsals) seek(c predict.Cycle, seed uint64) {
	h.scenes, h.r = h.scenes[:0], strategy.NewRand(seed)
	for k, run := range h.runs {
		if len(h.scenes) == maxScenes {
			return
		}
		for j := range c.Sites {
			h.at[j] = h.at[j][:0]
		}
		for i := range run {
			for j, s := range c.Sites {
				if run[i].site == s {
					h.at[j] = append(h.at[j], int32(i))
				}
			}
		}
		h.run, h.found, h.left = run, 0, maxSeek
		h.scenes = append(h.scenes, scene{run: int32(k)})
		h.extend(0, len(c.Sites))
		if h.found == 0 {
			h.scenes = h.scenes[:len(h.scenes)-1]
		}
	}
}

// extend goes on from the first k events of a scene of n.
func (h *rehearsals) extend(k, n int) {
	if k == n {
		if !races(h.run, h.path[n-1], h.path[0]) {
			return
		}
		if h.found++; h.r.Intn(h.found) == 0 {
			h.scenes[len(h.scenes)-1].events = h.path
		}
		return
	}
	for _, i := range h.at[k] {
		if h.left--; h.left < 0 {
			return
		}
		t := h.run[i].thread
		switch {
		case k%2 == 1:
			if b := h.path[k-1]; t != h.run[b].thread || i < b {
				continue
			}
		case k > 0 && !races(h.run, h.path[k-1], i) || slices.ContainsFunc(h.path[:k], func(b int32) bool { return h.run[b].thread == t }):
			continue
		}
		h.path[k] = i
		h.extend(k+1, n)
	}
}

func races(run []step, a, b int32) bool {
	return run[a].thread != run[b].thread && run[a].loc == run[b].loc && (run[a].writes || run[b].writes)
}

// A cue tells how an execution begins as a rehearsal.
type cue struct {
	run   []step
	scene *scene
	at    int // the step of the rehearsal that comes next
	end   int // the step before which the execution is on its own
}

// maxAhead is how long before an event of its scene a rehearsal may end.
const maxAhead = 8

// cue draws where the next execution is to begin; it is empty if there is no
// scene of the cycle, of n events.
func (h *rehearsals) cue(r *strategy.Rand, n int) cue {
	if len(h.scenes) == 0 {
		return cue{}
	}
	s := &h.scenes[r.Intn(len(h.scenes))]
	ahead := 0
	if r.Uint64()&1 != 0 {
		ahead = r.Intn(maxAhead)
	}
	end := int(s.events[r.Intn(n)]) - ahead
	return cue{run: h.runs[s.run], scene: s, end: max(end, 0)}
}

// rehearses reports whether the next step is the rehearsal's.
func (q *cue) rehearses() bool { return q.at < q.end }

// follow takes note of event e, which is no commit.
func (q *cue) follow(e *trace.Event) {
	if s := &q.run[q.at]; s.thread == e.Thread && s.site == e.Site {
		q.at++
	} else {
		q.end = 0
	}
}

// delays reports whether the store that is the next step is to stay pending.
func (q *cue) delays() bool {
	for j := 0; j < len(q.scene.events); j += 2 {
		if int(q.scene.events[j]) == q.at {
			return true
		}
	}
	return false
}

// rehearse answers what comes next as the rehearsal did; k is -1 if it cannot.
func (b *bias) rehearse(c *interp.Choice) (k int) {
	next := b.cue.run[b.cue.at].thread
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
