package bias

import (
	"context"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
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
	runs      [][]step
	sites     []siteSteps // by site
	instances []instance  // of the cycle that seek was given, the best first
	top       int         // how many are as good as the best
	clear     bool        // nothing is in the way in the best
	r         strategy.Rand

	// Of seek.
	cycle predict.Cycle
	run   int
	at    [maxCycle][]siteStep // by position of the cycle: the run's steps of its site
	path  [maxCycle + 1]*siteStep
	best  instance
	found int // as good as best
	left  int // steps of the search
}

// A step is an event of a run under SC.
type step struct {
	thread    trace.ThreadID
	site, loc int32
	kind      trace.Kind
}

// A siteStep is what a search for instances has to know of a step.
type siteStep struct {
	at     int32 // its place in the run
	thread trace.ThreadID
	loc    int32
	born   int32 // the step that created its thread
	meets  int32 // the next step that would meet its store, were that still pending
	since  int32 // its thread's last access to the location before; -1 if none
	kind   trace.Kind
	stale  bool // the location was written before
}

// siteSteps are the steps of a site in all runs, one run after the other, as a search
// goes through them.
type siteSteps struct {
	steps []siteStep
	first []int32 // by run: where its steps begin; and where the last one's end
}

func (s *siteSteps) of(run int) []siteStep { return s.steps[s.first[run]:s.first[run+1]] }

const (
	maxRuns      = 1000
	maxRunEvents = 1 << 20 // events of all of them
)

// newPrefixes makes the executions whose prefixes are used.
func newPrefixes(ctx context.Context, p *code.Program, o *Options) *prefixes {
	h := &prefixes{sites: make([]siteSteps, len(p.Sites))}
	for i := range h.sites {
		h.sites[i].first = append(h.sites[i].first, 0)
	}
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
		h.add(rec.Events)
	}
	return h
}

// add adds a run of these events.
func (h *prefixes) add(events []trace.Event) {
	steps := make([]step, len(events))
	var born []int32 // by thread
	for i := range events {
		e := &events[i]
		steps[i] = step{e.Thread, e.Site, e.Loc, e.Kind}
		for int(e.Thread) >= len(born) {
			born = append(born, int32(i))
		}
		if e.Kind == trace.Create {
			for int(e.Value) >= len(born) {
				born = append(born, int32(i))
			}
		}
	}
	h.runs = append(h.runs, steps)
	for _, s := range relate(steps) {
		if site := steps[s.at].site; site >= 0 {
			s.born = born[s.thread]
			h.sites[site].steps = append(h.sites[site].steps, s)
		}
	}
	for i := range h.sites {
		s := &h.sites[i]
		s.first = append(s.first, int32(len(s.steps)))
	}
}

// relate returns what each step has to do with others at its location. What
// meets a pending store is an access of another thread, or one of its own that
// makes it commit.
func relate(steps []step) []siteStep {
	n := len(steps)
	all := make([]siteStep, n)
	written := map[int32]bool{}
	type access struct{ thread, loc int32 }
	last := map[access]int32{} // and one more
	for i := range steps {
		s := &steps[i]
		a := access{s.thread, s.loc}
		all[i] = siteStep{at: int32(i), thread: s.thread, loc: s.loc, kind: s.kind, since: last[a] - 1, stale: written[s.loc]}
		last[a] = int32(i) + 1
		if s.kind.Writes() {
			written[s.loc] = true
		}
	}
	type following struct{ next, meets int32 }
	after := map[int32]following{} // by location
	for i := n - 1; i >= 0; i-- {
		s := &steps[i]
		f, ok := after[s.loc]
		switch {
		case !ok:
			f.meets = int32(n)
		case steps[f.next].thread != s.thread || steps[f.next].kind == trace.RMW || steps[f.next].kind == trace.CASFail:
			f.meets = f.next
		}
		f.next = int32(i)
		after[s.loc], all[i].meets = f, f.meets
	}
	return all
}
