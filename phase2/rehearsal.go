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
	runs   []rehearsal
	scenes []scene // of the cycle that seek was given, the best first
	top    int     // how many are as good as the best
	clear  bool    // nothing is in the way in the best
	r      strategy.Rand

	// Of seek.
	cycle predict.Cycle
	run   *rehearsal
	at    [maxCycle][]int32 // by position of the cycle: steps
	path  [maxCycle]int32
	best  scene
	found int // as good as best
	left  int // steps of the search
}

// A rehearsal is one execution.
type rehearsal struct {
	steps []step
	born  []int32 // by thread: the step that created it
	meets []int32 // by step: the next one that would meet its store, were that still pending
	since []int32 // by step: its thread's last access to the location before; -1 if none
	stale []bool  // by step: the location was written before
}

// A step is an event of a rehearsal.
type step struct {
	thread    trace.ThreadID
	site, loc int32
	kind      trace.Kind
}

// A scene is where a rehearsal executes a cycle's sites: pairs in program order,
// in threads of their own, each end of one racing with the next.
type scene struct {
	run    *rehearsal
	events [maxCycle]int32 // by position of the cycle
	held   int             // position of the pair that is out of order; its store is held
	rank   int             // how little of it is in the way of the cycle: see take
}

const (
	maxRehearsals = 1000
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
	for run := range maxRehearsals {
		s.Begin(run)
		res := m.Run(ctx, s, &rec)
		if events += len(rec.Events); events > maxRehearsed || res.Outcome == interp.Interrupted {
			break
		}
		h.runs = append(h.runs, newRehearsal(rec.Events))
	}
	return h
}

func newRehearsal(events []trace.Event) rehearsal {
	r := rehearsal{steps: make([]step, len(events))}
	for i := range events {
		e := &events[i]
		r.steps[i] = step{e.Thread, e.Site, e.Loc, e.Kind}
		for int(e.Thread) >= len(r.born) {
			r.born = append(r.born, int32(i))
		}
		if e.Kind == trace.Create {
			for int(e.Value) >= len(r.born) {
				r.born = append(r.born, int32(i))
			}
		}
	}
	r.relate()
	return r
}

// relate fills in what each step has to do with others at its location. What
// meets a pending store is an access of another thread, or one of its own that
// makes it commit.
func (r *rehearsal) relate() {
	n := len(r.steps)
	r.meets, r.since, r.stale = make([]int32, n), make([]int32, n), make([]bool, n)
	written := map[int32]bool{}
	type access struct{ thread, loc int32 }
	last := map[access]int32{} // and one more
	for i := range r.steps {
		s := &r.steps[i]
		a := access{s.thread, s.loc}
		r.since[i], last[a] = last[a]-1, int32(i)+1
		r.stale[i] = written[s.loc]
		if s.kind.Writes() {
			written[s.loc] = true
		}
	}
	type following struct{ next, meets int32 }
	after := map[int32]following{} // by location
	for i := n - 1; i >= 0; i-- {
		s := &r.steps[i]
		f, ok := after[s.loc]
		switch {
		case !ok:
			f.meets = int32(n)
		case r.steps[f.next].thread != s.thread || r.steps[f.next].kind == trace.RMW || r.steps[f.next].kind == trace.CASFail:
			f.meets = f.next
		}
		f.next = int32(i)
		after[s.loc], r.meets[i] = f, f.meets
	}
}

// seek finds scenes of cycle c: of each run one, drawn from those that the
// search meets, until there are enough.
func (h *rehearsals) seek(c predict.Cycle, seed uint64) {
	h.scenes, h.r, h.cycle = h.scenes[:0], strategy.NewRand(seed), c
	top := 0
	for k := range h.runs {
		run := &h.runs[k]
		if top == maxScenes {
			break
		}
		for j := range c.Sites {
			h.at[j] = h.at[j][:0]
		}
		for i := range run.steps {
			for j, s := range c.Sites {
				if run.steps[i].site == s {
					h.at[j] = append(h.at[j], int32(i))
				}
			}
		}
		h.run, h.found, h.left = run, 0, maxSeek
		h.best.rank = 0
		h.extend(0, len(c.Sites))
		if h.found > 0 {
			h.scenes = append(h.scenes, h.best)
			if h.best.rank == 3*len(c.Sites)/2+2 {
				top++
			}
		}
	}
	slices.SortStableFunc(h.scenes, func(a, b scene) int { return b.rank - a.rank })
	h.scenes = h.scenes[:min(len(h.scenes), maxScenes)]
	h.top, h.clear = 0, top > 0
	for h.top < len(h.scenes) && h.scenes[h.top].rank == h.scenes[0].rank {
		h.top++
	}
}

// extend goes on from the first k events of a scene of n.
func (h *rehearsals) extend(k, n int) {
	if k == n {
		if h.run.races(h.path[n-1], h.path[0]) {
			h.take(n)
		}
		return
	}
	for _, i := range h.at[k] {
		if h.left--; h.left < 0 {
			return
		}
		t := h.run.steps[i].thread
		switch {
		case k%2 == 1:
			if b := h.path[k-1]; t != h.run.steps[b].thread || i < b {
				continue
			}
		case k > 0 && !h.run.races(h.path[k-1], i) || slices.ContainsFunc(h.path[:k], func(b int32) bool { return h.run.steps[b].thread == t }):
			continue
		}
		h.path[k] = i
		h.extend(k+1, n)
	}
}

// take keeps the scene that path is if it is better than others of its run, or as
// good and drawn.
func (h *rehearsals) take(n int) {
	ordered := func(j int) int { // the race out of pair j was run in its order
		if h.path[2*j+1] < h.path[(2*j+2)%n] {
			return 1
		}
		return 0
	}
	all := 0
	for j := range n / 2 {
		all += ordered(j)
	}
	for j, on := range h.cycle.Relaxable {
		if !on {
			continue
		}
		// A store takes effect late, or a load reads what is old.
		var rank int
		if first, last := h.path[2*j], h.path[(2*j+n-1)%n]; h.run.steps[first].kind == trace.Store {
			rank = 3 * (1 + all - ordered((j+n/2-1)%(n/2)))
			if h.run.meets[first] >= last {
				rank += 2
			} else if h.run.stale[first] {
				rank++
			}
		} else {
			rank = 3 * (1 + all - ordered(j))
			if h.run.since[h.path[2*j+1]] <= h.path[(2*j+2)%n] {
				rank += 2
			}
		}
		switch {
		case rank > h.best.rank:
			h.found = 1
		case rank < h.best.rank:
			continue
		default:
			h.found++
		}
		if h.r.Intn(h.found) == 0 {
			h.best = scene{h.run, h.path, 2 * j, rank}
		}
	}
}

// races reports whether b may come after a and races with it.
func (r *rehearsal) races(a, b int32) bool {
	s, t := &r.steps[a], &r.steps[b]
	return s.thread != t.thread && s.loc == t.loc && (s.kind.Writes() || t.kind.Writes()) && r.born[s.thread] <= b
}

// A cue tells how an execution begins as a rehearsal.
type cue struct {
	steps []step
	scene *scene
	at    int  // the step that comes next
	end   int  // the step before which the execution is on its own
	all   bool // all stores of the scene's odd sites are held
}

// maxAhead is how long before an event of its scene a rehearsal may end.
const maxAhead = 8

// cue draws where the next execution is to begin; it is empty if there is no
// scene of the cycle, of n events.
func (h *rehearsals) cue(r *strategy.Rand, n int) cue {
	if len(h.scenes) == 0 {
		return cue{}
	}
	half := func() bool { return r.Uint64()&1 != 0 }
	s := &h.scenes[r.Intn(len(h.scenes))]
	if half() {
		s = &h.scenes[r.Intn(h.top)]
	}
	end := int(slices.Max(s.events[:n]))
	if half() {
		end = int(s.events[r.Intn(n)]) - r.Intn(maxAhead)
	}
	return cue{steps: s.run.steps, scene: s, end: max(end, 0), all: half()}
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
	for j := 0; j < len(q.scene.events); j += 2 {
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
