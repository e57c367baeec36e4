package campaign

import "fencepost/trace"

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

// An id names an event across executions: as the i-th of its thread.
type id struct{ thread, i int32 }

// Begin starts an execution.
func (s *shape) Begin() {
	s.sum, s.events = 0, s.events[:0]
	if s.then != nil {
		s.then.Begin()
	}
}

// Event adds an event to the number.
func (s *shape) Event(e *trace.Event) {
	if len(s.events) < maxShape {
		s.events = append(s.events, id{e.Thread, e.I})
	}
	h := mix(uint64(e.Thread)<<32 | uint64(uint32(e.I)))
	switch {
	case e.Kind == trace.Commit:
		h = 0 // seen by what reads the store
	case e.Kind.Reads():
		from := id{-1, e.C}
		if e.RF == 0 {
			from.i = 0
		} else if int(e.RF) <= len(s.events) {
			from = s.events[e.RF-1]
		}
		h = mix(h ^ uint64(from.thread)<<32 ^ uint64(uint32(from.i)))
		fallthrough
	default:
		h = mix(h ^ uint64(e.Site)<<8 ^ uint64(e.Kind))
	}
	s.sum += h
	if s.then != nil {
		s.then.Event(e)
	}
}

// mix is the finaliser of SplitMix64.
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
