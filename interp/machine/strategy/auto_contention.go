package strategy

import (
	"fencepost/interp"
	"fencepost/models"
	"fencepost/trace"
)

// The parameters of contention-first.
const (
	anyStep   = iota // one in this many steps may be any agent's
	initial          // in sixteenths: probability that a load reads the initial content if it may
	newest           // in sixteenths: otherwise, probability that it reads the newest store
	even             // 1: among equals each agent is equally likely
	unguarded        // 1: acquire loads, and those for which isOrdered is true, have preferences as well
	numParameters
)

// parameters has the values of each parameter, the usual one first, with their shares of
// executions.
var parameters = [numParameters]struct{ values, shares []int }{
	anyStep:   {[]int{16, 1, 2, 64}, []int{52, 4, 4, 4}},
	initial:   {[]int{15, 0, 8}, []int{58, 3, 3}},
	newest:    {[]int{10, 0, 16}, []int{52, 6, 6}},
	even:      {[]int{0, 1}, []int{58, 6}},
	unguarded: {[]int{0, 1}, []int{56, 8}},
}

// contentionFirst is the strategy that Auto uses most. It creates contention and leaves
// loads many stores to choose from, and it prefers to read what a thread that has not
// synchronised would read:
//
//   - Operations that write atomically, and the creation of threads, come before loads and
//     non-atomic stores. C11Tester (ASPLOS 2021, section 3) does this only with plain
//     stores. With read-modify-writes, two threads try to take a lock before either has
//     released it. Non-atomic stores come late, so other threads pass before the data that
//     they publish is there.
//   - Among equals, interleavings are about equally likely: see surw.
//   - A relaxed or non-atomic load that may still read the initial content of its location
//     mostly does, and otherwise often reads the newest store. Stores of main before it
//     creates a thread count as initial content: see startup. An acquire load reads any
//     store, and so does a load that all accesses to the location happen before: it depends
//     on modification order what it reads.
//
// Now and then a step is any agent's, so no thread starves and every behaviour can occur.
// The parameters set the strength of these preferences.
type contentionFirst struct {
	r       Rand
	surw    surw
	startup startup
	set     []int              // indices of actions to pick from
	with    [numParameters]int // values of its parameters
}

// begin starts an execution. setting has, for each parameter, the index of its value.
func (s *contentionFirst) begin(r Rand, setting [numParameters]int8) {
	s.r = r
	for h, k := range setting {
		s.with[h] = parameters[h].values[k]
	}
}

// Choose implements interp.Strategy.
func (s *contentionFirst) Choose(c *interp.Choice) int {
	switch c.Kind {
	case interp.Schedule:
		s.set = s.set[:0]
		if s.r.Intn(s.with[anyStep]) != 0 {
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
		if s.with[even] != 0 {
			return s.set[s.r.Intn(len(s.set))]
		}
		return s.surw.pick(c, s.set, &s.r)
	case interp.ReadFrom:
		if c.Op.Kind != trace.Load || s.with[unguarded] == 0 && (c.Op.Order >= trace.Acquire || isOrdered(c)) {
			break
		}
		if !c.Repeats && s.startup.isInitial(c.Store(0)) && s.r.Intn(16) < s.with[initial] {
			return 0
		}
		if s.r.Intn(16) < s.with[newest] {
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

// isOrdered reports whether all earlier accesses to the location happen before the load, if
// the model knows.
func isOrdered(c *interp.Choice) bool {
	o, ok := c.Machine.Memory().(models.Orderer)
	if !ok {
		return false
	}
	_, found := o.Unordered(c.Thread, c.Op.Loc, false)
	return !found
}
