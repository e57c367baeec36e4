package phase2

import (
	"fencepost/interp/strategy"
	"fencepost/predict"
	"fencepost/trace/graph"
)

// A search is what the executions of one trial hand on to each other: how those
// began that came nearest to the cycle. Later executions begin in the same way
// and go on otherwise. So a cycle that needs several unlikely things, one after
// the other, costs the sum of what each of them costs and not the product: that
// is multilevel splitting, as in the simulation of rare events.
//
// Only some executions of a trial are continued ones, because what came near may
// be a dead end, and a start is dropped when it has been used a few times.
//
// Every trial begins with an empty search.
type search struct {
	r       strategy.Rand
	matcher *graph.Matcher // of the latest execution
	cycle   predict.Cycle
	starts  []start
	spare   []start
	level   int     // of the start that the current execution continues; 0 if it is fresh
	begin   []int32 // its choices up to where it goes on
}

// A start is an execution that came near.
type start struct {
	choices  []int32
	level    int // how far it came: see graph.Matcher.Progress
	from, to int // how many choices had been made when it came so far, and when it was too late
	uses     int
}

const (
	firstFresh = 8  // executions of a trial that are fresh, all of them
	freshEvery = 2  // one of so many is fresh after that
	maxStarts  = 12 // that are kept
	maxUses    = 4  // of a start
)

// reset forgets everything: a new trial of cycle c begins, for which m looks.
func (s *search) reset(m *graph.Matcher, c predict.Cycle, seed uint64) {
	s.r = strategy.NewRand(seed)
	s.matcher, s.cycle = m, c
	s.spare = append(s.spare, s.starts...)
	s.starts, s.level = s.starts[:0], 0
}

// next returns the choices with which execution ex of the trial is to begin,
// valid until the next call: none if it is fresh. A start is continued from
// where it came so far or later, and from ever earlier points when that did not
// help.
func (s *search) next(ex int) []int32 {
	s.level = 0
	if len(s.starts) == 0 || ex < firstFresh || ex%freshEvery == 0 {
		return nil
	}
	best := 0
	for k := range s.starts {
		if a, b := &s.starts[k], &s.starts[best]; a.level > b.level || a.level == b.level && a.uses < b.uses {
			best = k
		}
	}
	p := &s.starts[best]
	s.level = p.level
	low := p.from - p.from*p.uses/maxUses
	s.begin = append(s.begin[:0], p.choices[:low+s.r.Intn(p.to-low)]...)
	if p.uses++; p.uses == maxUses {
		s.spare = append(s.spare, *p)
		last := len(s.starts) - 1
		s.starts[best] = s.starts[last]
		s.starts = s.starts[:last]
	}
	return s.begin
}

// learn takes note of an execution that did not create the cycle; asked tells
// for each event how many choices had been made. One that came no further than
// that which it continued is no new start.
func (s *search) learn(choices, asked []int32) {
	level, from, to := s.matcher.Progress(s.cycle.Sites, s.cycle.Relaxable)
	if level <= s.level {
		return
	}
	p := start{level: level, from: int(asked[from-1]), to: min(int(asked[to-2]), len(choices)) + 1}
	if p.from >= p.to {
		return
	}
	if n := len(s.spare); n > 0 {
		p.choices, s.spare = s.spare[n-1].choices[:0], s.spare[:n-1]
	}
	p.choices = append(p.choices, choices[:p.to-1]...)
	s.keep(p)
}

// keep adds a start; if there are many already, in the place of the worst one.
func (s *search) keep(p start) {
	if len(s.starts) < maxStarts {
		s.starts = append(s.starts, p)
		return
	}
	worst := s.r.Intn(maxStarts)
	for k := range s.starts {
		if a, b := &s.starts[k], &s.starts[worst]; a.level < b.level || a.level == b.level && a.uses > b.uses {
			worst = k
		}
	}
	if s.starts[worst].level > p.level {
		s.spare = append(s.spare, p)
		return
	}
	s.spare = append(s.spare, s.starts[worst])
	s.starts[worst] = p
}
