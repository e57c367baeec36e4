package report

import (
	"testing"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// Events that a library performs for one call are one span, which has the place of the call. A span
// ends before an event of the program, a marked one, and one of another thread or of another call.
func TestSpans(t *testing.T) {
	t.Parallel()
	p := program()
	call := func(line int) trace.Pos { return trace.Pos{File: "dir/sb.c", Line: line, Col: 4} }
	within := trace.Pos{File: "/lib/sync.rs", Line: 100, Col: 2}
	p.Sites = append(p.Sites,
		trace.Site{Pos: within, Library: within},    // site 4: a function of the library
		trace.Site{Pos: call(5), Library: within},   // site 5: one that was put into the program
		trace.Site{Pos: trace.Pos{File: "<sem.h>"}}) // site 6: embedded
	x := p.Objects[0].Addr
	steps := []struct {
		thread, site int32
		order        trace.Order
		at           int // line at which the program stands
	}{
		{0, 4, trace.Plain, 4}, {0, 6, trace.Plain, 4}, {0, 4, trace.Relaxed, 4}, // of one call
		{0, 4, trace.Plain, 5}, {0, 4, trace.Plain, 5}, // of another, but few
		{1, 4, trace.Plain, 0}, {1, 4, trace.Plain, 0}, // before the program's function
		{0, 0, trace.Plain, 4},                                                                           // of the program
		{0, 5, trace.Plain, 5}, {0, 4, trace.Plain, 5}, {0, 5, trace.Plain, 5}, {0, 5, trace.Relaxed, 5}, // the last may be a lock
		{0, 4, trace.Plain, 9}, {0, 4, trace.Plain, 9}, {0, 4, trace.Plain, 9}, {0, 4, trace.Plain, 9}, {0, 4, trace.Plain, 9}, // the second is marked
	}
	var events []trace.Event
	var callers []trace.Pos
	for i, s := range steps {
		events = append(events, trace.Event{ID: int32(i + 1), Thread: s.thread, I: int32(i + 1), Site: s.site, Kind: trace.Load, Order: s.order, Addr: x, Size: 4})
		callers = append(callers, call(s.at))
		if s.at == 0 {
			callers[i] = within
		}
	}
	last := len(events) - 1 // commits a store of another call
	events[0].Kind, events[0].C = trace.Store, trace.NoCommit
	events[last].Kind, events[last].RF, events[last].C = trace.Commit, 1, 1
	of := func(callers []trace.Pos) (list []span) {
		g := graph.New(events, nil)
		g.Callers = callers
		return NewExecution(NewSource(p), g, under(models.TSO)).spans([]int32{14}, false)
	}
	type told struct{ from, to, line int }
	for _, c := range []struct {
		callers []trace.Pos
		want    []told
	}{
		{callers, []told{{0, 2, 4}, {3, 3, 0}, {4, 4, 0}, {5, 6, 0}, {7, 7, 0}, {8, 10, 5}, {11, 11, 0}, {12, 12, 0}, {13, 13, 0}, {14, 16, 9}}},
		{nil, []told{{0, 4, 0}, {5, 6, 0}, {7, 7, 0}, {8, 8, 0}, {9, 9, 0}, {10, 10, 0}, {11, 11, 0}, {12, 12, 0}, {13, 13, 0}, {14, 16, 0}}},
	} {
		list := of(c.callers)
		for i, s := range list {
			if i >= len(c.want) || (told{s.from, s.to, s.at.Line}) != c.want[i] {
				t.Errorf("callers %v: span %d is %+v; want %v", c.callers != nil, i, s, c.want)
				break
			}
		}
		if len(list) != len(c.want) {
			t.Errorf("callers %v: %d spans, want %d", c.callers != nil, len(list), len(c.want))
		}
	}
}

// Fences of the program count. Fences of a library do not, even in a function of it that was inlined.
func TestOwnFences(t *testing.T) {
	t.Parallel()
	own := trace.Pos{File: "a.cc", Line: 5}
	within := trace.Pos{File: "/lib/sync.rs", Line: 100}
	for _, c := range []struct {
		op     code.Op
		site   trace.Site
		system bool
		want   bool
	}{
		{code.FenceOp, trace.Site{Pos: own}, false, true},
		{code.Load, trace.Site{Pos: own}, false, false},
		{code.FenceOp, trace.Site{Pos: own, Library: within}, false, false},
		{code.FenceOp, trace.Site{Pos: within, Library: within}, false, false},
		{code.FenceOp, trace.Site{Pos: own}, true, false},
	} {
		p := &code.Program{Sites: []trace.Site{c.site}, Funcs: []code.Func{{System: c.system, Code: []code.Instr{{Op: c.op}}}}}
		if got := NewSource(p).fences(); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
