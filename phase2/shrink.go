package phase2

import (
	"context"
	"slices"

	"fencepost/interp"
)

// A shrinker looks for a smaller execution that shows what a witness shows, by
// executions that a guide makes of ever fewer or other decisions.
type shrinker struct {
	ctx           context.Context
	w             *worker
	guide         *guide
	goal          goal
	wit           *Witness
	choices       []int32    // of the best execution
	size          int        // its events
	switches      int        // its context switches
	list          []decision // of which the guide makes it
	tries, events int        // so far
}

// retell tells the best execution as decisions. It fails if interrupted.
func (s *shrinker) retell() bool {
	g := s.guide
	g.aim(nil)
	tell := &retelling{guide: g, choices: s.choices}
	res := s.w.machine.Run(s.ctx, tell, &g.trail)
	s.list, s.switches = tell.list, g.trail.switches
	return s.goal.shown(res, s.wit, g.trail.Events)
}

// spent reports whether enough has been tried.
func (s *shrinker) spent() bool {
	return s.tries >= maxTries || s.events >= maxEvents || s.ctx.Err() != nil
}

// try takes over a list of decisions if what the guide makes of it is no larger.
func (s *shrinker) try(list []decision) bool {
	s.tries++
	g := s.guide
	g.aim(list)
	res := s.w.machine.Run(s.ctx, g, &g.trail)
	s.events += res.Events
	switches := g.trail.switches
	if !s.goal.shown(res, s.wit, g.trail.Events) || res.Events > s.size || res.Events == s.size && switches > s.switches {
		return false
	}
	s.choices = append(s.choices[:0], res.Choices...)
	s.size, s.switches, s.list = res.Events, switches, list
	return true
}

// remove leaves out decisions in ever smaller blocks (delta debugging) as long as
// the rest, filled up by the guide, still shows what the witness shows.
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

// join lets a thread do at once what it does in two turns: the earlier part later,
// or the later one earlier.
func (s *shrinker) join() {
	for k := 0; !s.spent(); k++ {
		turns := turnsOf(s.list)
		if k >= len(turns) {
			return
		}
		later := turns[k]
		i := k - 1
		for i >= 0 && turns[i].thread != later.thread {
			i--
		}
		if i < 0 {
			continue
		}
		first, l := turns[i], s.list
		if !s.try(slices.Concat(l[:first.from], l[first.to:later.from], l[first.from:first.to], l[later.from:])) {
			s.try(slices.Concat(l[:first.to], l[later.from:later.to], l[first.to:later.from], l[later.to:]))
		}
	}
}

// A turnSpan is a stretch of decisions in which one thread steps.
type turnSpan struct {
	thread   int32
	from, to int
}

func turnsOf(list []decision) []turnSpan {
	var turns []turnSpan
	for i := range list {
		d := &list[i]
		if n := len(turns); n > 0 && (d.kind != interp.Schedule || d.store != 0 || turns[n-1].thread == d.thread) {
			turns[n-1].to = i + 1
			continue
		}
		turns = append(turns, turnSpan{d.thread, i, i + 1})
	}
	return turns
}
