package report

import (
	"fmt"
	"slices"

	"fencepost/trace"
)

// A span is a range of the events of an execution, from and to by index, that a text tells as one:
// a single event, or several that a library performs for one call of the program. In Rust, to start
// a thread takes a hundred.
type span struct {
	from, to int       // to is the last one
	at       trace.Pos // of several events: where the program calls the library; none if it is not known
}

// fewInCall is the number of events of one call in the program up to which each has a span of its own.
const fewInCall = 2

// several reports whether the span has more than one event.
func (s span) several() bool { return s.to > s.from }

// spans divides an execution. Each marked event has a span of its own; if all is asked for, every
// event has.
func (x *Execution) spans(marked []int32, all bool) (list []span) {
	for i := 0; i < len(x.Events); {
		s := span{from: i, to: i}
		if !all {
			s = x.call(i, marked)
		}
		if s.at.Line > 0 && s.to-s.from < fewInCall {
			s = span{from: i, to: i}
		}
		list = append(list, s)
		i = s.to + 1
	}
	return list
}

// call returns the events from i on that a library performs for one call; event i alone if it is not
// such an event.
func (x *Execution) call(i int, marked []int32) span {
	s := span{i, i, x.at(&x.Events[i])}
	for k := i; k < len(x.Events); k++ {
		e := &x.Events[k]
		if e.Thread != x.Events[i].Thread || !x.inCall(e) || x.at(e) != s.at && e.Kind != trace.Commit || slices.Contains(marked, markedBy(e)) {
			break
		}
		s.to = k
	}
	return s
}

// inCall reports whether an event may be told with others of its call: a library performs it, and it
// neither begins or ends a thread nor takes or gives back a lock of the program nor, at a place in the
// program, accesses memory that the program allocated, or an object atomically.
func (x *Execution) inCall(e *trace.Event) bool {
	switch {
	case e.Kind == trace.Create, e.Kind == trace.Exit, e.Kind == trace.Join, e.Site < 0 || int(e.Site) >= len(x.source.Sites):
		return false
	case e.Kind.IsLockWord():
		return x.ofLibrary(e)
	case x.inLibrary(e):
		return true
	case x.source.Sites[e.Site].Library.Line == 0:
		return false
	}
	return x.ofLibrary(e) || e.Loc < 0 || e.Order == trace.Plain && x.memory.BlockAt(e.Addr) == nil
}

// ofLibrary reports whether an event accesses a variable of a library, or memory that a library
// allocated. A local variable is one if a library first stored to it, before this event.
func (x *Execution) ofLibrary(e *trace.Event) bool {
	if b := x.memory.BlockAt(e.Addr); b != nil {
		return x.inLibrary(x.Event(b.Event))
	}
	if x.source.prog != nil {
		for _, o := range x.source.prog.Objects {
			if o.Addr <= e.Addr && e.Addr < o.Addr+uint64(o.Size) {
				return o.Pos.System()
			}
		}
	}
	stores := x.writes[e.Loc]
	return len(stores) > 0 && stores[0] < e.ID && x.inLibrary(x.Event(stores[0]))
}

// inLibrary reports whether a library performs an event.
func (x *Execution) inLibrary(e *trace.Event) bool {
	return e.Site >= 0 && int(e.Site) < len(x.source.Sites) && x.source.Sites[e.Site].InLibrary()
}

// at returns the place of an event in the program, which may be a call of the library; no position if
// that is not known.
func (x *Execution) at(e *trace.Event) trace.Pos {
	switch {
	case e.Site < 0 || int(e.Site) >= len(x.source.Sites):
		return trace.Pos{}
	case !x.inLibrary(e):
		return x.source.Sites[e.Site].Pos
	case x.Callers == nil:
		return trace.Pos{}
	}
	p := x.Callers[markedBy(e)-1]
	if x.source.lines[p.File] == nil { // a function of a library into which one of the program was put
		return trace.Pos{}
	}
	return p
}

// stepsOfLibrary describes a span of several events.
func (s span) stepsOfLibrary() string { return fmt.Sprintf("%d steps of the library", s.to-s.from+1) }

// part returns the range of a list of n spans or events of which limit are told: from shortly before
// number first on, or to the end if that is n. If limit is 0 all are.
func part(n, limit, first int) (from, to int) {
	if limit == 0 || n <= limit {
		return 0, n
	}
	if from = n - limit; first < n {
		from = max(0, min(from, first-leadIn))
	}
	return from, from + limit
}
