package strategy

import (
	"fencepost/interp"
	"fencepost/models"
	"fencepost/trace"
)

// In sixteenths, how often contention-first scheduling reads the initial content of a location if it
// may, and the newest store otherwise. Else it reads any.
const (
	readInitial = 15
	readNewest  = 10
)

// anyStep is one in how many steps any agent may come next, stores or not.
const anyStep = 16

// contentionFirst is the strategy that Auto uses most. It brings about contention and
// leaves loads much to choose from, and it prefers to read what a thread that
// has not synchronised would read:
//
//   - Operations that write atomically, and the creation of threads, come before
//     loads and non-atomic stores. C11Tester (ASPLOS 2021, section 3) does this
//     with plain stores only. With read-modify-writes, two threads try to take a
//     lock before either has left it; with non-atomic stores, which come late,
//     others pass before what they publish is there.
//   - Among equals, interleavings are about equally likely: see surw.
//   - A relaxed or non-atomic load that may still read the initial content of
//     its location mostly does, and otherwise often reads the newest store. A
//     load that acquires reads any, and so does one that all accesses to the
//     location happen before: what it reads is a matter of modification order.
//
// One step in sixteen is any agent's, so no thread starves and no behaviour is
// out of reach.
type contentionFirst struct {
	r    Rand
	surw surw
	set  []int // actions to pick from
	any  bool  // does without the preference for the initial content
}

func (s *contentionFirst) begin(r Rand, any bool) { s.r, s.any = r, any }

// Choose answers as described at the type.
func (s *contentionFirst) Choose(c *interp.Choice) int {
	switch c.Kind {
	case interp.Schedule:
		s.set = s.set[:0]
		if s.r.Intn(anyStep) != 0 {
			for k := range c.Actions {
				if goesFirst(c, k) {
					s.set = append(s.set, k)
				}
			}
		}
		if len(s.set) == 0 {
			for k := range c.Actions {
				s.set = append(s.set, k)
			}
		}
		return s.surw.pick(c, s.set, &s.r)
	case interp.ReadFrom:
		if c.Op.Kind != trace.Load || c.Op.Order >= trace.Acquire || isOrdered(c) {
			break
		}
		if !s.any && !c.Repeats && c.Store(0) == 0 && s.r.Intn(16) < readInitial {
			return 0
		}
		if s.r.Intn(16) < readNewest {
			return c.N - 1
		}
	}
	return s.r.Intn(c.N)
}

// goesFirst reports whether action k is the creation of a thread or an atomic
// write.
func goesFirst(c *interp.Choice, k int) bool {
	a := &c.Actions[k]
	if a.Store != 0 {
		return false
	}
	switch op := c.Machine.Next(a.Thread); op.Kind {
	case trace.Create, trace.RMW:
		return true
	case trace.Store:
		return op.Order != trace.Plain || !c.Machine.Model().Native
	}
	return false
}

// isOrdered reports whether all accesses so far to the location that is read
// happen before the load, if the model knows.
func isOrdered(c *interp.Choice) bool {
	o, ok := c.Machine.Memory().(models.Orderer)
	if !ok {
		return false
	}
	_, found := o.Unordered(c.Thread, c.Op.Loc, false)
	return !found
}
