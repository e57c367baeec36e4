package strategy

import (
	"slices"

	"fencepost/interp"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// DFS enumerates answers depth first: each execution takes the first alternative at every
// choice that no earlier execution has reached.
//
// Reduced, it reaches every outcome, but not every order of independent steps. If the
// program ends while other threads are running, it lets them run longer than they must, and
// misses some outcomes. Steps that no other thread can notice, and that lose no behaviour
// by being early, are taken at once. Sleep sets (Godefroid, 1996) avoid interleavings that
// differ from an earlier one only in the order of independent steps. Executions in which
// only such steps are left are discarded.
type DFS struct {
	Reduced bool

	path  []branch
	next  int
	sleep []sleeper // at the next choice of the running execution
}

// A branch is a choice on the current path.
type branch struct {
	taken, n int
	from     []sleeper // Schedule, reduced: steps asleep when it was reached, and those tried since
	steps    []sleeper // Schedule, reduced: the alternatives
}

// A sleeper is a step that need not be taken before a step on which it depends.
type sleeper struct {
	step   models.Step
	global bool // it may depend on any step
	reads  bool // a load, which depends only on writes
}

// Begin moves on to the next unexplored path. It returns false if there is none.
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

// Choose follows the current path and extends it by first alternatives.
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

// extend adds a choice to the path. It returns false if all alternatives are asleep.
func (s *DFS) extend(c *interp.Choice) bool {
	s.path = lists.Longer(s.path)
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

// took keeps asleep only the steps that are independent of the step taken.
func (s *DFS) took(t sleeper) {
	s.sleep = slices.DeleteFunc(s.sleep, func(u sleeper) bool { return !independent(u, t) })
}

func contains(list []sleeper, s models.Step) bool {
	for _, u := range list {
		if u.step.Thread == s.Thread && u.step.Store == s.Store {
			return true
		}
	}
	return false
}

// independent reports whether two steps lead to the same state in either order. In doubt it
// returns false.
func independent(a, b sleeper) bool {
	if a.global || b.global || a.step.Thread == b.step.Thread {
		return false
	}
	return a.step.Loc != b.step.Loc || a.reads && b.reads
}

// describe returns an alternative with its dependences.
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
	m, t := c.Machine, c.Machine.Thread(s.step.Thread)
	if op.Loc < 0 || op.Order > trace.Relaxed || m.Drains(t.ID) || t.ComparesTwo() || m.VM().MayEnd(t) {
		s.global = true // its fences order it with everything, it has a second location, or variables die after it
	}
	return s
}

// eager returns a step that may be taken before all others without losing an outcome; -1 if
// there is none. Such steps are a thread's end, a join, a fence that concerns only its own
// thread, a store that goes to a buffer, and the creation of a thread when nothing is
// pending. After an early load-load fence or join, a thread may choose among more stores,
// never fewer.
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

// Unnoticed returns a step of a Schedule that does not affect when other threads can do
// what; -1 if there is none. Such steps are a thread's end that releases nothing, a join, and the
// creation of a thread when nothing is pending.
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
			if !m.EndsProgram(a.Thread) && !m.VM().ReleasesAtExit(m.Thread(a.Thread)) {
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
