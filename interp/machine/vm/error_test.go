package vm

import (
	"math/rand/v2"
	"testing"

	"fencepost/trace"
)

// Same errors are those with the same key.
func TestSame(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	pos := func() trace.Pos {
		return trace.Pos{File: []string{"a.c", "b.c"}[r.IntN(2)], Line: r.IntN(3), Col: r.IntN(3)}
	}
	draw := func() *Error {
		e := &Error{Kind: []ErrorKind{DataRace, DataRace, DataRace, AssertionFailed}[r.IntN(4)], Pos: pos(), Alloc: pos()}
		if e.Kind == DataRace {
			e.First, e.Second = &Racer{Pos: pos()}, &Racer{Pos: pos()}
		}
		return e
	}
	same := 0
	for range 20_000 {
		a, b := draw(), draw()
		if a.Same(b) != (a.Key() == b.Key()) {
			t.Fatalf("%q and %q: same is %v", a.Key(), b.Key(), a.Same(b))
		}
		if a.Same(b) && a.Kind == DataRace {
			same++
		}
	}
	if same < 20 {
		t.Errorf("%d pairs of races are the same: the test shows little", same)
	}
}

// TestCalled says which place of a racing access is shown.
func TestCalled(t *testing.T) {
	call, inside := trace.Pos{File: "a.cpp", Line: 3, Col: 1}, trace.Pos{File: "/usr/include/c++/12/map", Line: 9, Col: 1}
	embedded := trace.Pos{File: "<pthread.h>", Line: 7, Col: 1}
	sites := []trace.Site{{Pos: call}, {Pos: call, Library: inside}, {Pos: inside, Library: inside}, {Pos: embedded}}
	stack := []Frame{{Func: "main", Pos: call}}
	for _, c := range []struct {
		name  string
		site  int32
		stack []Frame
		want  trace.Pos
	}{
		{"of the program", 0, []Frame{{Func: "f", Pos: trace.Pos{File: "a.cpp", Line: 2}}}, call},
		{"of an inlined function of the library", 1, stack, call},
		{"of another function of the library", 2, stack, call},
		{"of it, without a stack", 2, nil, inside},
		{"of an embedded header", 3, stack, call},
		{"of no site", -1, stack, trace.Pos{}},
	} {
		r := Racer{Site: c.site, Stack: c.stack}
		if c.site >= 0 {
			r.Pos = sites[c.site].Pos
		}
		if got := r.Called(sites); got != c.want {
			t.Errorf("an access %s: %s, want %s", c.name, got, c.want)
		}
	}
}
