package symbols

import (
	"testing"

	"fencepost/interp/code"
	"fencepost/trace"
)

func TestAccessed(t *testing.T) {
	for text, want := range map[string]string{
		"x":                          "x",
		"me->next = 1":               "me->next",
		"f(x)[2]":                    "f(x)[2]",
		"atomic_store(&me->gate, 1)": "me->gate",
		"atomic_load_explicit(p, memory_order_acquire)":       "p",
		"atomic_fetch_add(&a[f(i, j)], 1)":                    "a[f(i, j)]",
		"__sync_lock_release(&l)":                             "l",
		"pthread_cond_wait(&q->cv, &q->m)":                    "q->cv",
		"atomic_exchange_explicit(&some_long_name.that_is...": "atomic_exchange_explicit(&some_long_name.that_is...",
	} {
		if got := accessed(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// Places on the stack have names, and pointers to them too.
func TestStackNames(t *testing.T) {
	p := &code.Program{
		Sites:   []trace.Site{{Text: "atomic_store(&me->next, 0)"}, {Text: "me->gate = 1"}},
		Objects: []code.Object{{Name: "tail", Addr: 1 << 16, Size: 8}},
	}
	access := func(site int32, addr uint64) trace.Event {
		return trace.Event{Kind: trace.Store, Site: site, Loc: int32(addr >> 3), Addr: addr, Size: 8}
	}
	m := New(p, p.Sites, []trace.Event{access(0, 2<<16), access(1, 2<<16+8), access(0, 3<<16), access(0, 2<<16), access(0, 1<<16)})
	for addr, want := range map[uint64]string{
		1 << 16: "&tail", 2 << 16: "&me->next", 2<<16 + 8: "&me->gate", 3 << 16: "&me->next#2", 4 << 16: "262144",
	} {
		if got := m.Value(addr, 8, false); got != want {
			t.Errorf("%#x is called %s, not %s", addr, got, want)
		}
	}
}

// A structure on a stack has the name of its variable. Its parts have the names of the members. A structure
// that is accessed through a pointer alone has the name of the pointer.
func TestLocalNames(t *testing.T) {
	pair := code.Shape{Size: 16, Scalars: []code.Scalar{{Path: ".a", Off: 0, Size: 8}, {Path: ".b", Off: 8, Size: 8}}}
	inner := code.Shape{Size: 8, Scalars: []code.Scalar{{Path: ".lo", Off: 0, Size: 4}, {Path: ".hi", Off: 4, Size: 4}}}
	p := &code.Program{
		Sites: []trace.Site{{Text: "r->b"}, {Text: "q.a"}, {Text: "r->a"}, {Text: "s->hi"}, {Text: "x"}},
		Pointees: map[int32]code.Pointee{
			0: {Pointer: "r", Shape: pair, Within: true, At: 8},
			1: {Pointer: "q", Variable: true, Shape: pair, Within: true},
			2: {Pointer: "r", Shape: pair, Within: true},
			3: {Pointer: "s", Shape: inner, Within: true, At: 4},
		},
	}
	access := func(id, site int32, addr uint64, size uint8) trace.Event {
		return trace.Event{ID: id, Kind: trace.Store, Site: site, Loc: id, Addr: addr, Size: size}
	}
	events := []trace.Event{
		access(1, 0, 1<<16+8, 8), access(2, 1, 1<<16, 8), access(3, 2, 2<<16, 8), access(4, 1, 3<<16, 8),
		access(5, 3, 1<<16+4, 4), access(6, 4, 4<<16, 8), access(7, 4, 1<<16, 16),
	}
	m := New(p, p.Sites, events)
	for i, want := range []string{"q.b", "q.a", "r->a", "q#2.a", "q+4", "x", "q"} {
		if got := m.Location(&events[i]); got != want {
			t.Errorf("event %d accesses %s, not %s", i+1, got, want)
		}
	}
	for addr, want := range map[uint64]string{1 << 16: "&q", 2 << 16: "r", 3<<16 + 8: "&q#2.b", 4 << 16: "&x"} {
		if got := m.Pointer(addr); got != want {
			t.Errorf("a pointer to %#x is called %s, not %s", addr, got, want)
		}
	}
}

func TestMemoryNames(t *testing.T) {
	p := &code.Program{Objects: []code.Object{
		{Name: "q", Size: 16, Scalars: []code.Scalar{{Path: ".hd", Off: 0, Size: 8}, {Path: ".lock.__word", Off: 8, Size: 4}}},
	}}
	code.Layout(p.Objects)
	q := p.Objects[0].Addr
	m := New(p, p.Sites, []trace.Event{
		{ID: 1, Kind: trace.Alloc, Addr: 1 << 30, Value: 8},
		{ID: 2, Kind: trace.Alloc, Addr: 1 << 29, Value: 24},
	})
	for addr, want := range map[uint64]string{
		q: "q.hd", q + 8: "q.lock", q + 4: "q+4", q + 16: "", 0: "",
		1 << 30: "malloc", 1<<29 + 8: "malloc#2+8", 1<<30 + 8: "",
	} {
		if got := m.Name(addr); got != want {
			t.Errorf("%#x is called %q, want %q", addr, got, want)
		}
	}
	minusOne := ^uint64(0)
	for _, c := range []struct {
		v     uint64
		size  uint8
		undef bool
		want  string
	}{
		{5, 4, false, "5"}, {minusOne >> 32, 4, false, "-1"}, {minusOne, 8, false, "-1"}, {255, 1, false, "-1"},
		{0, 4, true, "never written"}, {1 << 30, 8, false, "&malloc"}, {1 << 40, 8, false, "0x10000000000"},
	} {
		if got := m.Value(c.v, c.size, c.undef); got != c.want {
			t.Errorf("%#x of %d bytes is %q, want %q", c.v, c.size, got, c.want)
		}
	}
}

// What a thread does to a lock word is told by the function that it calls, and of a wait by
// the object.
func TestVerb(t *testing.T) {
	call := func(s code.SysID, site int32) code.Instr { return code.Instr{Op: code.Sys, C: uint8(s), Imm: site} }
	p := &code.Program{
		Funcs:   []code.Func{{Code: []code.Instr{call(code.CondWait, 0), call(code.CondSignal, 1), call(code.SemPost, 2), call(code.MutexTryLock, 3)}}},
		Sites:   make([]trace.Site, 4),
		Objects: []code.Object{{Name: "cv", Size: 8}, {Name: "m", Size: 8}, {Name: "s", Size: 8}},
	}
	code.Layout(p.Objects)
	at := func(kind trace.Kind, site int32, object int, value uint64) trace.Event {
		return trace.Event{Kind: kind, Site: site, Loc: int32(object), Addr: p.Objects[object].Addr, Size: 4, Thread: 1, Value: value}
	}
	const cv, m, s = 0, 1, 2
	events := []trace.Event{
		at(trace.Lock, 0, cv, 2), at(trace.Unlock, 0, m, 0), at(trace.LockRead, 0, cv, 2),
		at(trace.Lock, 1, cv, 6), at(trace.Unlock, 1, cv, 4), at(trace.LockRead, 0, cv, 4), at(trace.Lock, 0, m, 1),
		at(trace.Lock, 2, s, 1), at(trace.LockRead, 3, m, 1), at(trace.Unlock, 3, m, 0),
	}
	names := New(p, p.Sites, events)
	for i, want := range []string{
		"begin to wait for cv", "unlock m", "wait for cv",
		"signal cv", "wake one that waits for cv", "stop waiting for cv", "lock m",
		"post s", "look at m", "unlock m",
	} {
		if got := names.Describe(&events[i]); got != want {
			t.Errorf("event %d: %s, want %s", i+1, got, want)
		}
	}
}
