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

// prefixes holds the first SC executions that phase 1 recorded. A cycle was predicted from an
// execution that performs its sites, perhaps on a path that is hardly ever taken.
// So some executions of a trial of several begin with a prefix of such an execution, up to
// an instance of the cycle. The threads step in the same order, and every store commits at
// once except the delayed stores of the instance. The prefix ends shortly before an event
// of the instance. The SC executions are made before the trials, so trials stay independent
// of each other.
//
// Only the order of the threads is repeated. If the execution takes another path, because a
// held store is missing or a value was drawn differently, the prefix ends there.
type prefixes struct {
	runs      [][]step
	sites     []siteSteps // by site
	instances []instance  // of the cycle given to seek, best first
	top       int         // number of instances as good as the best
	clear     bool        // the best instance has no obstacle
	r         strategy.Rand

	// scratch of seek
	cycle predict.Cycle
	run   int
	at    [maxCycle][]siteStep // by position in the cycle: the run's steps of its site
	path  [maxCycle + 1]*siteStep
	best  instance
	found int // number of instances as good as the best
	left  int // remaining steps of the search
}

// A step is an event of an SC execution.
type step struct {
	thread    trace.ThreadID
	site, loc int32
	kind      trace.Kind
}

// A siteStep is a step with the data that the search for instances needs.
type siteStep struct {
	at     int32 // index in the run
	thread trace.ThreadID
	loc    int32
	born   int32 // index of the step that created its thread
	meets  int32 // the next step that would meet its store, if that were still pending
	since  int32 // its thread's previous access to the location; -1 if none
	kind   trace.Kind
	stale  bool // the location was written before it
}

// siteSteps holds the steps of a site in all runs, one run after the other.
type siteSteps struct {
	steps []siteStep
	first []int32 // by run: index of its first step; and at the end the number of steps
}

func (s *siteSteps) stepsOf(run int) []siteStep { return s.steps[s.first[run]:s.first[run+1]] }

const (
	maxRuns      = 1000
	maxRunEvents = 1 << 20 // bound of the events of all runs
)

// newPrefixes makes the SC executions.
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

// add adds a run with these events.
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

// relate computes, for each step, its relations to other steps at its location. A pending
// store is met by an access of another thread, or by one of its own thread that commits it.
func relate(steps []step) []siteStep {
	n := len(steps)
	all := make([]siteStep, n)
	written := map[int32]bool{}
	type access struct{ thread, loc int32 }
	last := map[access]int32{} // 1 + index
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
