package report

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
	m := newMemoryMap(p, []trace.Event{access(0, 2<<16), access(1, 2<<16+8), access(0, 3<<16), access(0, 2<<16), access(0, 1<<16)})
	for addr, want := range map[uint64]string{
		1 << 16: "&tail", 2 << 16: "&me->next", 2<<16 + 8: "&me->gate", 3 << 16: "&me->next#2", 4 << 16: "262144",
	} {
		if got := m.value(addr, 8, false); got != want {
			t.Errorf("%#x is called %s, not %s", addr, got, want)
		}
	}
}
