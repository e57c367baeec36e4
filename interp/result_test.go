package interp_test

import (
	"testing"

	"fencepost/interp"
	"fencepost/trace"
)

func TestErrorText(t *testing.T) {
	at := trace.Pos{File: "a.c", Line: 3, Col: 5}
	for _, c := range []struct {
		err  interp.Error
		want string
	}{
		{interp.Error{Kind: interp.NullPointer, Pos: at}, "a.c:3:5: null pointer"},
		{interp.Error{Kind: interp.AssertionFailed, Pos: at, Message: "x == 1"}, "a.c:3:5: assertion failed: x == 1"},
		{interp.Error{Kind: interp.Deadlock}, "deadlock"},
	} {
		if got := c.err.Error(); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
}

// TestErrorKey checks that errors are told apart by kind, place and allocation,
// and not by who made them.
func TestErrorKey(t *testing.T) {
	pos := func(line int) trace.Pos { return trace.Pos{File: "a.c", Line: line, Col: 1} }
	base := interp.Error{Kind: interp.OutOfBounds, Pos: pos(1), Alloc: pos(2), Message: "at offset 4", Thread: 1}
	same := base
	same.Thread, same.Message = 2, "at offset 8"
	if base.Key() != same.Key() {
		t.Errorf("%q and %q", base.Key(), same.Key())
	}
	for name, change := range map[string]func(*interp.Error){
		"kind":       func(e *interp.Error) { e.Kind = interp.UseAfterFree },
		"place":      func(e *interp.Error) { e.Pos = pos(3) },
		"allocation": func(e *interp.Error) { e.Alloc = pos(3) },
	} {
		other := base
		change(&other)
		if base.Key() == other.Key() {
			t.Errorf("errors that differ in %s have one key, %q", name, base.Key())
		}
	}
}
