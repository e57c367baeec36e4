package models

import "fencepost/trace"

// The preserved program order of a Machine follows from when its operations take effect. A
// store in a buffer takes effect when it commits. A fence that orders stores takes effect
// between the stores that it orders. So both are late. A load with delayed invalidations
// takes effect while the store that it reads is the newest one. So it is early. Every other
// operation takes effect when the thread performs it.

// act returns the action of a class of operations. For RMWs and locks it is the actions
// that both have.
func (s *Machine) act(c Class) Action {
	switch c {
	case U, C:
		return s.RMW & s.Lock
	case Create:
		return s.Create
	case Join:
		return s.Join
	}
	for f := range trace.NumFences {
		if FenceClass(f) == c {
			return s.Fences[f]
		}
	}
	return 0
}

// late reports whether operations of a class may take effect after later ones do.
func (s *Machine) late(c Class) bool {
	return c == W && s.Buffer != NoBuffer || isFence(c) && s.act(c)&Order != 0
}

// keeps reports whether an operation of class a takes effect before a later one of class b
// in every execution. same says that both access one location.
func (s *Machine) keeps(a, b Class, same bool) bool {
	switch {
	case a == W && b == R && same:
		return s.Waits || s.Buffer == NoBuffer
	case same: // coherence
		return true
	case b == R && s.Delayed:
		return !s.late(a) && s.act(a)&Cut != 0
	case !s.late(a):
		return true
	case a == W && b == W:
		return s.Buffer == PerThread && s.Coalesces != Always
	case s.late(b):
		return true
	case b == R:
		return false
	case (b == U || b == C) && a != W && s.act(b)&DrainOrdered != 0:
		return true
	}
	return s.act(b)&DrainAll != 0
}

// ppo returns the preserved program order.
func (s *Machine) ppo() *PPO {
	list := []Class{R, W, U, C, Create, Join}
	var fences []Class
	for f, a := range s.Fences {
		if a != 0 {
			fences = append(fences, FenceClass(trace.FenceKind(f)))
		}
	}
	list = append(list, fences...)
	var relaxed []Relaxation
	for _, a := range list {
		for _, b := range list {
			if s.keeps(a, b, false) {
				continue
			}
			elsewhere := a.Accesses() && b.Accesses() && s.keeps(a, b, true)
			relaxed = append(relaxed, Relaxation{Before: []Class{a}, After: []Class{b}, Elsewhere: elsewhere})
		}
	}
	return NewPPO(fences, relaxed...)
}

// exact reports whether the machine allows everything that ppo allows. It does not if an
// action depends on more than pairs of operations, or if it matters that a fence is one
// step with its access, or with another fence at its place: see fuses.
func (s *Machine) exact() bool {
	for _, a := range s.Fences {
		if a&(Order|Cut) == Order|Cut {
			return false
		}
	}
	return !s.fuses() && s.Capacity == 0 && s.Coalesces == NoCoalescing && s.Lock == s.RMW && s.Unlock == 0
}

// fuses reports whether the machine allows less because a fence is one step with its access
// or with another fence. A load-load fence that drains does so before others notice the
// load. A store-load fence that drains does so before others notice the store, which no
// store-store fence keeps after earlier ones. A store-store fence that cuts does so when
// its store is made. One that drains does so when the load-load fence of an acq_rel fence
// cuts.
func (s *Machine) fuses() bool {
	ll, ss, sl := s.Fences[trace.LoadLoad], s.Fences[trace.StoreStore], s.Fences[trace.StoreLoad]
	return ll&DrainAll != 0 || ss&Cut != 0 || ss&DrainAll != 0 && ll&Cut != 0 ||
		s.Buffer == PerLocation && sl&DrainAll != 0 && ss&(DrainAll|Order) == 0
}
