package campaign

import (
	"math/bits"

	"fencepost/trace"
)

// A shape is a trace.Sink that computes a number of the execution's behaviour:
// which events each thread had, by site, and from which store each load read.
// Executions that differ only in the order of independent steps have the same
// number; others have different ones, but for a chance of 2^-64. The order of
// stores that nobody reads does not count.
type shape struct {
	sum    uint64
	events []id       // by event ID - 1
	then   trace.Sink // is given the events, too; may be nil
}

// maxShape is up to which event a load is told apart by the store it reads; a
// later store is named by its place among the stores to its location only.
const maxShape = 1 << 20

// An id names an event across executions: as the i-th of its thread. It has the thread in
// its upper half and i in its lower one.
type id uint64

// Begin starts an execution.
func (s *shape) Begin() {
	s.sum, s.events = 0, s.events[:0]
	if s.then != nil {
		s.then.Begin()
	}
}

// Event adds an event to the number.
func (s *shape) Event(e *trace.Event) {
	name := id(e.Thread)<<32 | id(uint32(e.I))
	if len(s.events) < maxShape {
		s.events = append(s.events, name)
	}
	if e.Kind != trace.Commit { // a commit is seen by what reads the store
		s.sum += mix(mix(uint64(name), s.source(e)), uint64(e.Site)<<8^uint64(e.Kind))
	}
	if s.then != nil {
		s.then.Event(e)
	}
}

// source names the store that e reads, if it reads one.
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

// mix hashes two numbers to one, as wyhash does.
func mix(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a^0xa0761d6478bd642f, b^0xe7037ed1a0b428db)
	return hi ^ lo
}
