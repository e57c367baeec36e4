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
