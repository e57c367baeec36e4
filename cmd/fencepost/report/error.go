package report

import (
	"fmt"
	"io"
	"strings"

	"fencepost/interp"
)

// Headline returns an error in one line: file:line:col: kind: message.
func (s *Source) Headline(e *interp.Error) string {
	text := string(e.Kind)
	if e.Message != "" {
		text += ": " + s.message(e)
	}
	return s.Pos(e.Pos) + ": " + text
}

// message returns the error's message with files called as elsewhere.
func (s *Source) message(e *interp.Error) string {
	if e.First == nil {
		return e.Message
	}
	return strings.ReplaceAll(e.Message, e.First.Pos.String(), s.Pos(e.First.Pos))
}

// WriteError explains an error: its place in the source, the calls that led
// there, where the memory that it concerns came from, and who waits for what. Of
// a data race it shows both accesses.
func (s *Source) WriteError(w io.Writer, e *interp.Error, st Style) error {
	var b strings.Builder
	b.WriteString(st.bad(s.Headline(e)) + "\n")
	switch {
	case e.Kind == interp.DataRace:
		s.writeRacers(&b, e)
	case len(e.Waiting) == 0:
		b.WriteString(s.Excerpt(e.Pos))
		s.writeStack(&b, "in", e.Stack, int(e.Thread))
	}
	name := "the memory"
	if e.Object != "" {
		name = e.Object
	}
	if e.Alloc.Line > 0 {
		verb := "allocated"
		if e.Object != "" {
			verb = "defined"
		}
		fmt.Fprintf(&b, "  %s was %s at %s\n%s", name, verb, s.Pos(e.Alloc), s.Excerpt(e.Alloc))
	}
	if e.Freed.Line > 0 {
		fmt.Fprintf(&b, "  %s was freed at %s\n%s", name, s.Pos(e.Freed), s.Excerpt(e.Freed))
	}
	for _, t := range e.Waiting {
		fmt.Fprintf(&b, "  thread %d waits for %s at %s\n%s", t.Thread, t.For, s.Pos(t.Pos), s.Excerpt(t.Pos))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (s *Source) writeStack(b *strings.Builder, word string, stack []interp.Frame, thread int) {
	for i, f := range stack {
		if i == maxFrames {
			fmt.Fprintf(b, "  ... and %s\n", count(len(stack)-i, "call"))
			break
		}
		fmt.Fprintf(b, "  %s %s (%s)", word, f.Func, s.Pos(f.Pos))
		if i == 0 {
			fmt.Fprintf(b, ", thread %d", thread)
		}
		b.WriteString("\n")
		word = "called from"
	}
}

// writeRacers shows the two accesses of a data race.
func (s *Source) writeRacers(b *strings.Builder, e *interp.Error) {
	for _, r := range []*interp.Racer{e.First, e.Second} {
		what := "reads"
		if r.Writes {
			what = "writes"
		}
		if r.Atomic {
			what += " atomically"
		}
		fmt.Fprintf(b, "  thread %d %s at %s\n%s", r.Thread, what, s.Pos(r.Pos), s.Excerpt(r.Pos))
		s.writeStack(b, "in", r.Stack, int(r.Thread))
	}
}

// maxFrames is how many calls of a stack are shown.
const maxFrames = 10
