package report

import (
	"fmt"
	"io"
	"strings"

	"fencepost/trace"
)

// WriteCycle explains how the events e1 ... en, found by Instance, make a
// cycle: what each does, and why it comes before the next one.
func (x *Execution) WriteCycle(w io.Writer, ids []int32, st Style) error {
	var b strings.Builder
	for j, id := range ids {
		e := x.event(id)
		next := (j + 1) % len(ids)
		if j%2 == 1 && id == ids[j-1] {
			continue // a thread that contributes one event
		}
		fmt.Fprintf(&b, "  (%d) thread %d: %s\n", j+1, e.Thread, st.bold(x.describe(e)))
		fmt.Fprintf(&b, "      %-16s %s\n", x.source.Place(x.source.Sites[e.Site].Pos), clip(x.source.siteText(e.Site), 70))
		if j%2 == 0 && ids[next] == id {
			next = (j + 2) % len(ids)
		}
		target := x.event(ids[next])
		if target.Thread == e.Thread {
			fmt.Fprintf(&b, "      %s\n", st.note(x.relaxed(e, target, next+1)))
		} else {
			fmt.Fprintf(&b, "      %s\n", x.before(e, target, next+1))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// relaxed says how a and b, in program order, took effect: n is b's number.
func (x *Execution) relaxed(a, b *trace.Event, n int) string {
	switch {
	case a.Kind == trace.Store && a.C == trace.NoCommit:
		commit := x.commitOf(a)
		switch {
		case !b.Kind.Writes() && commit > b.ID:
			return fmt.Sprintf("this store waits in the store buffer while the later load (%d) is performed", n)
		case b.Kind.Writes() && commit > x.commitOf(b):
			return fmt.Sprintf("this store waits in the store buffer while the later store (%d) reaches memory", n)
		}
	case a.Kind.Reads() && b.Kind == trace.Load && x.stale(b, a.ID):
		return fmt.Sprintf("the later load (%d) still reads an old value, which was replaced before this read", n)
	}
	return fmt.Sprintf("takes effect before (%d), as the program has it", n)
}

// stale reports whether load e reads a value that another store to its location
// had replaced when event id happened.
func (x *Execution) stale(e *trace.Event, id int32) bool {
	c, ok := x.place(e)
	if !ok {
		return false
	}
	for i := range id {
		f := &x.Events[i]
		if f.Loc == e.Loc && (f.Kind.Writes() || f.Kind == trace.Commit) && f.C > c {
			return true
		}
	}
	return false
}

// before says why a comes before b of another thread: n is b's number.
func (x *Execution) before(a, b *trace.Event, n int) string {
	switch {
	case !a.Kind.Writes():
		return fmt.Sprintf("reads before (%d) writes %s", n, x.location(b))
	case b.Kind.Writes():
		return fmt.Sprintf("reaches memory before (%d)", n)
	}
	from, _ := x.place(a)
	if c, _ := x.place(b); c == from {
		return fmt.Sprintf("is read by (%d)", n)
	}
	return fmt.Sprintf("reaches memory before what (%d) reads", n)
}

// WriteSteps explains a happens-before cycle that Checker.Cycle found.
func (x *Execution) WriteSteps(w io.Writer, steps []trace.Step, st Style) error {
	var b strings.Builder
	for i, s := range steps {
		next := (i + 1) % len(steps)
		if s.ID < 1 || int(s.ID) > len(x.Events) {
			fmt.Fprintf(&b, "  (%d) the initial content of memory\n", i+1)
		} else {
			e := x.event(s.ID)
			fmt.Fprintf(&b, "  (%d) thread %d: %s\n", i+1, e.Thread, st.bold(x.describe(e)))
			if e.Site >= 0 {
				fmt.Fprintf(&b, "      %-16s %s\n", x.source.Place(x.source.Sites[e.Site].Pos), clip(x.source.siteText(e.Site), 70))
			}
		}
		fmt.Fprintf(&b, "      %s (%d)\n", edgeWords[s.Edge], next+1)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

var edgeWords = [trace.NumEdgeKinds]string{
	trace.PO:   "is before, in program order,",
	trace.RF:   "is read by",
	trace.CO:   "reaches memory before",
	trace.FR:   "reads what was there before",
	trace.Sync: "is before, by creation or join,",
}
