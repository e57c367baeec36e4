package bias

import (
	"fencepost/interp/strategy"
	"fencepost/predict"
	"fencepost/trace/graph"
)

// A splitting is what the executions of one trial hand on to each other: how those
// began that came nearest to the cycle. Later executions begin in the same way
// and go on otherwise. So a cycle that needs several unlikely things, one after
// the other, costs the sum of what each of them costs and not the product: that
// is multilevel splitting, as in the simulation of rare events. An execution's
// level is how far round the cycle it came (graph.Matcher.Progress), its state the
// choices that led there.
//
// Only some executions of a trial are continued ones, because what came near may
// be a dead end, and a state is dropped when it has been used a few times.
//
// Every trial begins with no state.
type splitting struct {
	r       strategy.Rand
	matcher *graph.Matcher // of the latest execution
	cycle   predict.Cycle
	states  []state
	spare   []state
	level   int     // of the state that the current execution continues; 0 if it is fresh
	begin   []int32 // its choices up to where it goes on
}

// A state is the beginning of an execution that came near.
type state struct {
	choices  []int32
	level    int // how far it came
	from, to int // how many choices had been made when it came so far, and when it was too late
	uses     int
}

const (
	firstFresh = 8  // executions of a trial that are fresh, all of them
	freshEvery = 2  // one of so many is fresh after that
	maxStates  = 12 // that are kept
	maxUses    = 4  // of a state
)

// reset forgets everything: a new trial of cycle c begins, for which m looks.
func (s *splitting) reset(m *graph.Matcher, c predict.Cycle, seed uint64) {
	s.r = strategy.NewRand(seed)
	s.matcher, s.cycle = m, c
	s.spare = append(s.spare, s.states...)
	s.states, s.level = s.states[:0], 0
}

// next returns the choices with which execution ex of the trial is to begin,
// valid until the next call: none if it is fresh. A state is continued from
// where it came so far or later, and from ever earlier points when that did not
// help.
func (s *splitting) next(ex int) []int32 {
	s.level = 0
	if len(s.states) == 0 || ex < firstFresh || ex%freshEvery == 0 {
		return nil
	}
	best := 0
	for k := range s.states {
		if a, b := &s.states[k], &s.states[best]; a.level > b.level || a.level == b.level && a.uses < b.uses {
			best = k
		}
	}
	p := &s.states[best]
	s.level = p.level
	low := p.from - p.from*p.uses/maxUses
	s.begin = append(s.begin[:0], p.choices[:low+s.r.Intn(p.to-low)]...)
	if p.uses++; p.uses == maxUses {
		s.spare = append(s.spare, *p)
		last := len(s.states) - 1
		s.states[best] = s.states[last]
		s.states = s.states[:last]
	}
	return s.begin
}

// learn takes note of an execution that did not create the cycle; asked tells
// for each event how many choices had been made. One that came no further than
// that which it continued is no new state.
func (s *splitting) learn(choices, asked []int32) {
	level, from, to := s.matcher.Progress(s.cycle.Sites, s.cycle.Relaxable)
	if level <= s.level {
		return
	}
	p := state{level: level, from: int(asked[from-1]), to: min(int(asked[to-2]), len(choices)) + 1}
	if p.from >= p.to {
		return
	}
	if n := len(s.spare); n > 0 {
		p.choices, s.spare = s.spare[n-1].choices[:0], s.spare[:n-1]
	}
	p.choices = append(p.choices, choices[:p.to-1]...)
	s.keep(p)
}

// keep adds a state; if there are many already, in the place of the worst one.
func (s *splitting) keep(p state) {
	if len(s.states) < maxStates {
		s.states = append(s.states, p)
		return
	}
	worst := s.r.Intn(maxStates)
	for k := range s.states {
		if a, b := &s.states[k], &s.states[worst]; a.level < b.level || a.level == b.level && a.uses > b.uses {
			worst = k
		}
	}
	if s.states[worst].level > p.level {
		s.spare = append(s.spare, p)
		return
	}
	s.spare = append(s.spare, s.states[worst])
	s.states[worst] = p
}
