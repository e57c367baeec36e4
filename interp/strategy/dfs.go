package strategy

import "fencepost/interp"

// DFS enumerates every combination of answers, depth first: each execution
// takes the first alternative wherever no earlier execution has been.
type DFS struct {
	path []branch
	next int
}

type branch struct{ taken, n int }

// Begin moves on to the next unexplored combination; false if there is none.
func (s *DFS) Begin(run int) bool {
	s.next = 0
	if run == 0 {
		s.path = s.path[:0]
		return true
	}
	for len(s.path) > 0 {
		last := &s.path[len(s.path)-1]
		if last.taken++; last.taken < last.n {
			return true
		}
		s.path = s.path[:len(s.path)-1]
	}
	return false
}

// Choose follows the current path, and extends it by first alternatives.
func (s *DFS) Choose(c *interp.Choice) int {
	if s.next == len(s.path) {
		s.path = append(s.path, branch{0, c.N})
	}
	s.next++
	return s.path[s.next-1].taken
}
