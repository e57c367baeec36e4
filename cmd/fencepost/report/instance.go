package report

import (
	"fencepost/trace"
	"fencepost/trace/graph"
)

// maxInstanceWork bounds the search for a cycle's events.
const maxInstanceWork = 2_000_000

// Instance returns the events e1 ... en of the execution that make the cycle of
// the given sites: each pair (odd, even) in program order in a thread of its
// own, each pair (even, odd) in conflict order, and the last before the first.
// Of several it returns one within the shortest stretch of the execution, the
// latest if there are more; nil if there is none.
func (x *Execution) Instance(sites []int32) []int32 {
	if len(sites)%2 != 0 {
		return nil
	}
	s := instanceSearch{x: x, n: len(sites), at: make([][]candidate, len(sites))}
	for i := range x.Events {
		e := &x.Events[i]
		switch e.Kind {
		case trace.Load, trace.Store, trace.RMW, trace.CASFail:
		default:
			continue
		}
		for j, site := range sites {
			if site != e.Site {
				continue
			}
			if x.Order != nil {
				s.at[j] = append(s.at[j], candidate{Event: e})
			} else if c, ok := x.place(e); ok {
				s.at[j] = append(s.at[j], candidate{e, c})
			}
		}
	}
	s.extend(0)
	return s.best
}

// A candidate is an event with its place in the order of its location.
type candidate struct {
	*trace.Event
	c int32
}

type instanceSearch struct {
	x     *Execution
	n     int
	at    [][]candidate // by position in the cycle
	chain []candidate
	work  int
	best  []int32
	span  int32
}

func (s *instanceSearch) extend(j int) {
	if j == s.n {
		s.keep()
		return
	}
	for _, e := range s.at[j] {
		if s.work++; s.work > maxInstanceWork {
			return
		}
		if s.follows(j, e) {
			s.chain = append(s.chain, e)
			s.extend(j + 1)
			s.chain = s.chain[:j]
		}
	}
}

// follows reports whether e can be the cycle's j-th event after the chain.
func (s *instanceSearch) follows(j int, e candidate) bool {
	if j%2 == 1 {
		before := s.chain[j-1]
		if e.Thread != before.Thread || e.I < before.I {
			return false
		}
		return j < s.n-1 || s.conflict(e, s.chain[0])
	}
	for k := 0; k < j; k += 2 {
		if s.chain[k].Thread == e.Thread {
			return false
		}
	}
	return j == 0 || s.conflict(s.chain[j-1], e)
}

// conflict reports whether a comes before b in the conflict order.
func (s *instanceSearch) conflict(a, b candidate) bool {
	if o := s.x.Order; o != nil {
		return a.Thread != b.Thread && graph.Conflict(o, a.Event, b.Event)
	}
	if a.Loc != b.Loc || a.Thread == b.Thread {
		return false
	}
	switch {
	case b.Kind.Writes():
		return a.c < b.c
	case a.Kind.Writes():
		return a.c <= b.c
	}
	return false
}

func (s *instanceSearch) keep() {
	low, high := s.chain[0].ID, int32(0)
	for _, e := range s.chain {
		low, high = min(low, e.ID), max(high, e.ID)
	}
	if s.best != nil && high-low > s.span {
		return
	}
	s.span = high - low
	s.best = s.best[:0]
	for _, e := range s.chain {
		s.best = append(s.best, e.ID)
	}
}
