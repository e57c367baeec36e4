package campaign

import (
	"math/bits"

	"fencepost/trace"
)

// A shape is a trace.Sink that computes a hash of the execution's behaviour: the events of
// each thread, by site, and the store that each load read. Executions that differ only in
// the order of independent steps have the same hash. Others have different hashes, except
// with a probability of 2^-64. The order of stores that no load reads does not count.
type shape struct {
	sum    uint64
	events []id       // by event ID - 1
	then   trace.Sink // receives the events, too; may be nil
}

// maxShape bounds the stores that are identified by their events. A later store is
// identified only by its position among the stores to its location.
const maxShape = 1 << 20

// An id identifies an event across executions: the thread in its upper half, the event's
// index in the thread in its lower half.
type id uint64

// Begin starts an execution.
func (s *shape) Begin() {
	s.sum, s.events = 0, s.events[:0]
	if s.then != nil {
		s.then.Begin()
	}
}

// Event adds an event to the hash.
func (s *shape) Event(e *trace.Event) {
	name := id(e.Thread)<<32 | id(uint32(e.I))
	if len(s.events) < maxShape {
		s.events = append(s.events, name)
	}
	if e.Kind != trace.Commit { // a commit is visible only to loads of the store
		s.sum += mix(mix(uint64(name), s.source(e)), uint64(e.Site)<<8^uint64(e.Kind))
	}
	if s.then != nil {
		s.then.Event(e)
	}
}

// source returns a number of the store that e reads, if it reads one.
func (s *shape) source(e *trace.Event) uint64 {
	switch {
	case !e.Kind.Reads():
		return 0
	case e.RF == 0:
		return 1 << 63
	case int(e.RF) <= len(s.events):
		return 1<<62 | uint64(s.events[e.RF-1])
	}
	return 1<<61 | uint64(uint32(e.C))
}

// mix hashes two numbers into one, like wyhash.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0xa0761d6478bd642f, b^0xe7037ed1a0b428db)
	return hi ^ lo
}
