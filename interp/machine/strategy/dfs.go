package strategy

import (
	"fencepost/interp"
	"fencepost/models"
	"fencepost/trace"
)

// DFS enumerates answers depth first: each execution takes the first
// alternative wherever no earlier execution has been.
//
// Reduced, it still reaches every outcome, but not in every order of
// independent steps; only if the program ends while threads are left, which it
// lets go on for longer than they need to, it misses some. Steps that no other thread can notice, and that lose
// nothing by being early, are taken at once; and sleep sets (Godefroid, 1996)
// keep an interleaving from being explored that differs from an earlier one
// only in the order of independent steps. Executions that are given up because
// nothing but such steps is left are discarded.
type DFS struct {
	Reduced bool

	path  []branch
	next  int
	sleep []sleeper // at the next choice, while the execution runs
}

// A branch is a choice on the current path.
type branch struct {
	taken, n int
	from     []sleeper // Schedule, reduced: asleep when it was reached; then also what was tried
	steps    []sleeper // Schedule, reduced: the alternatives
}

// A sleeper is a step that need not be taken before a step it depends on.
type sleeper struct {
	step   models.Step
	global bool // it may depend on anything
	reads  bool // a load, which depends on writes only
}

// Begin moves on to the next unexplored path; false if there is none.
func (s *DFS) Begin(run int) bool {
	s.next, s.sleep = 0, s.sleep[:0]
	if run == 0 {
		s.path = s.path[:0]
		return true
	}
	for len(s.path) > 0 {
		last := &s.path[len(s.path)-1]
		if last.steps != nil {
			last.from = append(last.from, last.steps[last.taken])
		}
		for last.taken++; last.taken < last.n; last.taken++ {
			if last.steps == nil || !contains(last.from, last.steps[last.taken].step) {
				return true
			}
		}
		s.path = s.path[:len(s.path)-1]
	}
	return false
}

// Choose follows the current path, and extends it by first alternatives.
func (s *DFS) Choose(c *interp.Choice) int {
	if s.Reduced && c.Kind == interp.Schedule {
		if k := eager(c); k >= 0 {
			s.took(describe(c, k))
			return k
		}
	}
	if s.next == len(s.path) && !s.extend(c) {
		return interp.GiveUp
	}
	b := &s.path[s.next]
	s.next++
	if b.steps != nil {
		s.sleep = append(s.sleep[:0], b.from...)
		s.took(b.steps[b.taken])
	}
	return b.taken
}

// extend adds a choice to the path; false if all its alternatives are asleep.
func (s *DFS) extend(c *interp.Choice) bool {
	if len(s.path) < cap(s.path) {
		s.path = s.path[:len(s.path)+1]
	} else {
		s.path = append(s.path, branch{})
	}
	b := &s.path[len(s.path)-1]
	steps := b.steps[:0]
	b.taken, b.n, b.steps, b.from = 0, c.N, nil, append(b.from[:0], s.sleep...)
	if !s.Reduced || c.Kind != interp.Schedule {
		return true
	}
	for k := range c.Actions {
		steps = append(steps, describe(c, k))
	}
	b.steps = steps
	for ; b.taken < b.n; b.taken++ {
		if !contains(b.from, steps[b.taken].step) {
			return true
		}
	}
	s.path = s.path[:len(s.path)-1]
	return false
}

// took keeps asleep only what is independent of the step taken.
func (s *DFS) took(t sleeper) {
	kept := s.sleep[:0]
	for _, u := range s.sleep {
		if independent(u, t) {
			kept = append(kept, u)
		}
	}
	s.sleep = kept
}

func contains(list []sleeper, s models.Step) bool {
	for _, u := range list {
		if u.step.Thread == s.Thread && u.step.Store == s.Store {
			return true
		}
	}
	return false
}

// independent reports whether two steps lead to the same state in either
// order; in doubt it is false.
func independent(a, b sleeper) bool {
	if a.global || b.global || a.step.Thread == b.step.Thread {
		return false
	}
	return a.step.Loc != b.step.Loc || a.reads && b.reads
}

// describe tells what an alternative may depend on.
func describe(c *interp.Choice, k int) sleeper {
	s := sleeper{step: c.Actions[k]}
	if s.step.Store != 0 {
		return s
	}
	op := c.Machine.Next(s.step.Thread)
	switch op.Kind {
	case trace.Load:
		s.reads = true
	case trace.Store, trace.RMW:
	default:
		s.global = true
	}
	if op.Loc < 0 || op.Order > trace.Relaxed || c.Machine.Drains(s.step.Thread) || c.Machine.Thread(s.step.Thread).ComparesTwo() {
		s.global = true // its fences order it with everything, or Loc is one of two
	}
	return s
}

// eager returns a step that may be taken before all others without losing an
// outcome: a thread's end, a join, a fence that only concerns its own thread, a
// store that goes to a buffer, the creation of a thread when nothing is
// pending. A load-load fence or a join that comes early leaves its thread the
// choice among more stores, never fewer. -1 if there is none.
func eager(c *interp.Choice) int {
	if k := Unnoticed(c); k >= 0 {
		return k
	}
	m := c.Machine
	for k, a := range c.Actions {
		if a.Store != 0 {
			break // commits come last
		}
		switch op := m.Next(a.Thread); op.Kind {
		case trace.Fence:
			if !m.Drains(a.Thread) {
				return k
			}
		case trace.Store:
			if m.Model().Buffered && op.Loc >= 0 && !m.Drains(a.Thread) {
				return k
			}
		}
	}
	return -1
}

// Unnoticed returns a step of a Schedule that makes no difference to when other threads
// do what: a thread's end, a join, the creation of a thread when nothing is pending. -1
// if there is none.
func Unnoticed(c *interp.Choice) int {
	m := c.Machine
	for k, a := range c.Actions {
		if a.Store != 0 {
			break // commits come last
		}
		switch m.Next(a.Thread).Kind {
		case trace.Join:
			return k
		case trace.Exit:
			if !m.EndsProgram(a.Thread) {
				return k
			}
		case trace.Create:
			if m.Memory().Drained(a.Thread) {
				return k
			}
		}
	}
	return -1
}
