package report

import (
	"cmp"

	"fencepost/interp"
)

// maxFrames bounds the calls of a stack that are shown.
const maxFrames = 10

// error explains an error: its position in the source, the calls that led there, the origin
// of the memory that it concerns, and which threads wait for what. For a data race it shows
// both accesses.
func (t *printer) error(s *Source, e *Error) {
	t.WriteString(t.Style.bad(e.Headline()) + "\n")
	switch {
	case e.Kind == string(interp.DataRace):
		t.racers(s, e)
	case len(e.Waiting) == 0:
		t.verbatim(s.Excerpt(e.Pos))
		t.stack(e.Stack, e.Depth, e.Thread)
	}
	name := cmp.Or(e.Object, "the memory")
	if e.AllocPos.Line > 0 {
		verb := "allocated"
		if e.Object != "" {
			verb = "defined"
		}
		t.printf("  %s was %s at %s\n", name, verb, e.Alloc)
		t.verbatim(s.Excerpt(e.AllocPos))
	}
	if e.FreedPos.Line > 0 {
		t.printf("  %s was freed at %s\n", name, e.Freed)
		t.verbatim(s.Excerpt(e.FreedPos))
	}
	for _, w := range e.Waiting {
		t.printf("  thread %d waits for %s at %s\n", w.Thread, w.For, w.At)
		t.verbatim(s.Excerpt(w.Pos))
	}
}

func (t *printer) stack(stack []Frame, depth, thread int) {
	word := "in"
	for i, f := range stack {
		if i == maxFrames {
			t.printf("  ... and %s\n", Count(depth-i, "call"))
			break
		}
		t.printf("  %s %s (%s)", word, f.Func, f.At)
		if i == 0 {
			t.printf(", thread %d", thread)
		}
		t.printf("\n")
		word = "called from"
	}
}

// racers shows the two accesses of a data race.
func (t *printer) racers(s *Source, e *Error) {
	for _, r := range e.Racers {
		what := "reads"
		if r.Writes {
			what = "writes"
		}
		if r.Atomic {
			what += " atomically"
		}
		t.printf("  thread %d %s at %s\n", r.Thread, what, r.At)
		t.verbatim(s.Excerpt(r.Pos))
		t.stack(r.Stack, r.Depth, r.Thread)
	}
}

// errorText returns the explanation of an error without colours.
func errorText(s *Source, e *Error) string {
	var t printer
	t.error(s, e)
	return t.String()
}
