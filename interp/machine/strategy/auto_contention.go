package strategy

import (
	"fencepost/interp"
	"fencepost/models"
	"fencepost/trace"
)

// The parameters of contention-first.
const (
	anyStep   = iota // one in how many steps any agent may come next, stores or not
	initial          // in sixteenths, how often a load reads the initial content if it may
	newest           // in sixteenths, how often it reads the newest store otherwise
	even             // 1: among equals each agent is equally likely
	unguarded        // 1: loads that acquire, and ordered ones, have likings as well
	numParameters
)

// parameters has the values of each, the usual one first, with the shares of executions that
// have them.
var parameters = [numParameters]struct{ values, shares []int }{
	anyStep:   {[]int{16, 1, 2, 64}, []int{52, 4, 4, 4}},
	initial:   {[]int{15, 0, 8}, []int{58, 3, 3}},
	newest:    {[]int{10, 0, 16}, []int{52, 6, 6}},
	even:      {[]int{0, 1}, []int{58, 6}},
	unguarded: {[]int{0, 1}, []int{56, 8}},
}

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
//     its location mostly does, and otherwise often reads the newest store. What
//     main stores before it creates a thread is initial content, too: see startup.
//     A load that acquires reads any, and so does one that all accesses to the
//     location happen before: what it reads is a matter of modification order.
//
// Now and then a step is any agent's, so no thread starves and no behaviour is
// out of reach. How strong these likings are, parameters say.
type contentionFirst struct {
	r       Rand
	surw    surw
	startup startup
	set     []int              // actions to pick from
	with    [numParameters]int // values of its parameters
}

// begin starts an execution with parameters, each given by its place among the values.
func (s *contentionFirst) begin(r Rand, setting [numParameters]int8) {
	s.r = r
	for h, k := range setting {
		s.with[h] = parameters[h].values[k]
	}
}

// Choose answers as described at the type.
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
