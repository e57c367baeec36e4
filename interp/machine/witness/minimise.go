package witness

import (
	"context"
	"slices"

	"fencepost/interp"
	"fencepost/trace"
)

// Bounds of the work of minimising one witness.
const (
	maxTries = 150
	maxWork  = 400_000 // units of all executions together
)

// A Goal is what a minimised witness must still show, beside its end.
type Goal struct {
	Made func([]trace.Event) bool // reports whether the events hold the cycle; nil: there is none
	Race string                   // key of a data race; then every end that is no other error is accepted
}

// Minimise returns a smaller witness, or w itself: one with fewer events, then fewer
// context switches, with the same error, that still shows the goal. It runs on machine m,
// which must have the program and model of w.
func (w *Witness) Minimise(ctx context.Context, m *interp.Machine, to Goal) *Witness {
	s := shrinker{ctx: ctx, machine: m, replay: newBestEffort(), goal: to, wit: w, choices: slices.Clone(w.Choices), size: w.Events}
	for s.listDecisions() {
		size, switches := s.size, s.switches
		s.join()
		s.remove()
		s.join()
		if s.size == size && s.switches == switches {
			break
		}
	}
	if slices.Equal(s.choices, w.Choices) {
		return w
	}
	late, cancel := Grace(ctx)
	defer cancel()
	res, _ := Replay(late, m, s.choices, &s.replay.observer)
	if res.Outcome == interp.Interrupted {
		return w
	}
	small := *w
	small.record(res, s.replay.observer.Events)
	return &small
}

// shown reports whether an execution ends as the witness does and shows the goal.
func (g *Goal) shown(res *interp.Result, wit *Witness, events []trace.Event) bool {
	if res.Outcome == interp.Interrupted || res.Outcome == interp.Discarded {
		return false
	}
	same := res.Err != nil && wit.Error != nil && res.Err.Same(wit.Error)
	if g.Race != "" {
		return (same || res.Err == nil) && slices.ContainsFunc(res.Races, func(e *interp.Error) bool { return e.Key() == g.Race })
	}
	if !same && (res.Err != nil || wit.Error != nil || res.Outcome != interp.Completed) {
		return false
	}
	return g.Made == nil || g.Made(events)
}

// A shrinker searches for a smaller execution that shows the same as a witness, by
// best-effort replays of fewer or other decisions.
type shrinker struct {
	ctx      context.Context
	machine  *interp.Machine
	replay   *bestEffort
	goal     Goal
	wit      *Witness
	choices  []int32    // of the best execution
	size     int        // number of its events
	switches int        // number of its context switches
	list     []decision // the decisions of which it is a best-effort replay
	tries    int        // so far
	work     int64      // units of these
}

// listDecisions lists the decisions of the best execution. It returns false if interrupted.
func (s *shrinker) listDecisions() bool {
	r := s.replay
	r.aim(nil)
	t := &teller{replay: r, choices: s.choices}
	res := s.machine.Run(s.ctx, t, &r.observer)
	s.list, s.switches = t.list, r.observer.switches
	return s.goal.shown(res, s.wit, r.observer.Events)
}

// spent reports whether the bounds are reached.
func (s *shrinker) spent() bool {
	return s.tries >= maxTries || s.work >= maxWork || s.ctx.Err() != nil
}

// try accepts a list of decisions if its best-effort replay shows the same and is no
// larger.
func (s *shrinker) try(list []decision) bool {
	s.tries++
	r := s.replay
	r.aim(list)
	res := s.machine.Run(s.ctx, r, &r.observer)
	s.work += res.Work
	switches := r.observer.switches
	if !s.goal.shown(res, s.wit, r.observer.Events) || res.Events > s.size || res.Events == s.size && switches > s.switches {
		return false
	}
	s.choices = append(s.choices[:0], res.Choices()...)
	s.size, s.switches, s.list = res.Events, switches, list
	return true
}

// remove removes decisions in ever smaller blocks (delta debugging), as long as the replay
// of the rest shows the same.
func (s *shrinker) remove() {
	for size := max(len(s.list)/2, 1); size >= 1; size /= 2 {
		for at := 0; at < len(s.list) && !s.spent(); {
			end := min(at+size, len(s.list))
			if !s.try(slices.Delete(slices.Clone(s.list), at, end)) {
				at = end
			}
		}
	}
}

// join merges two time slices of a thread: it moves the earlier one later, or the later one
// earlier.
func (s *shrinker) join() {
	for k := 0; !s.spent(); k++ {
		parts := slicesOf(s.list)
		if k >= len(parts) {
			return
		}
		later := parts[k]
		i := k - 1
		for i >= 0 && parts[i].thread != later.thread {
			i--
		}
		if i < 0 {
			continue
		}
		first, l := parts[i], s.list
		if !s.try(slices.Concat(l[:first.from], l[first.to:later.from], l[first.from:first.to], l[later.from:])) {
			s.try(slices.Concat(l[:first.to], l[later.from:later.to], l[first.to:later.from], l[later.to:]))
		}
	}
}

// A timeSlice is a range of decisions in which one thread steps.
type timeSlice struct {
	thread   int32
	from, to int
}

func slicesOf(list []decision) []timeSlice {
	var out []timeSlice
	for i := range list {
		d := &list[i]
		if n := len(out); n > 0 && (d.kind != interp.Schedule || d.store != 0 || out[n-1].thread == d.thread) {
			out[n-1].to = i + 1
			continue
		}
		out = append(out, timeSlice{d.thread, i, i + 1})
	}
	return out
}
