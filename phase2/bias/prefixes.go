package bias

import (
	"context"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/strategy"
	"fencepost/models"
	"fencepost/predict"
	"fencepost/trace"
)

// Prefixes are of executions under SC, the first of those that phase 1 recorded.
// A cycle was predicted from one in which its sites were executed, one of which
// may be on a path that is hardly ever taken. So some executions of a trial of
// several begin with a prefix of such an execution, up to an instance of the cycle:
// the threads step in the same order, every store commits at once, except that
// the delayed stores of the instance stay pending; shortly before an event of the
// instance the prefix ends. The executions are made before the trials, which learn
// nothing from each other.
//
// Only the order of the threads is repeated. Where an execution goes another way,
// because a held store is missed, or a value was drawn otherwise, it is on its own
// from there.
type prefixes struct {
	runs      []scRun
	instances []instance // of the cycle that seek was given, the best first
	top       int        // how many are as good as the best
	clear     bool       // nothing is in the way in the best
	r         strategy.Rand

	// Of seek.
	cycle predict.Cycle
	run   *scRun
	at    [maxCycle][]int32 // by position of the cycle: steps
	path  [maxCycle]int32
	best  instance
	found int // as good as best
	left  int // steps of the search
}

// An scRun is one execution under SC.
type scRun struct {
	steps []step
	born  []int32 // by thread: the step that created it
	meets []int32 // by step: the next one that would meet its store, were that still pending
	since []int32 // by step: its thread's last access to the location before; -1 if none
	stale []bool  // by step: the location was written before
}

// A step is an event of an scRun.
type step struct {
	thread    trace.ThreadID
	site, loc int32
	kind      trace.Kind
}

const (
	maxRuns      = 1000
	maxRunEvents = 1 << 20 // events of all of them
)

// newPrefixes makes the executions whose prefixes are used.
func newPrefixes(ctx context.Context, p *code.Program, o *Options) *prefixes {
	h := &prefixes{}
	m := interp.New(p, models.SC, o.Machine)
	s := o.Recorded()
	var rec trace.Recorder
	events := 0
	for run := range maxRuns {
		s.Begin(run)
		res := m.Run(ctx, s, &rec)
		if events += len(rec.Events); events > maxRunEvents || res.Outcome == interp.Interrupted {
			break
		}
		h.runs = append(h.runs, newSCRun(rec.Events))
	}
	return h
}

func newSCRun(events []trace.Event) scRun {
	r := scRun{steps: make([]step, len(events))}
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
func (r *scRun) relate() {
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
