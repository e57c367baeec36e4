package report

import (
	"fmt"
	"io"
	"strings"

	"fencepost/trace"
	"fencepost/trace/graph"
)

// A Node is an event of a cycle, with why it comes before the next one.
type Node struct {
	Mark   int    `json:"mark"`
	Event  int32  `json:"event"` // 0: the initial content of memory
	Thread int32  `json:"thread"`
	Does   string `json:"does"`
	At     string `json:"at"`
	Text   string `json:"text"` // of the source line
	Then   string `json:"then"`
	// Inside says that the next event is of the same thread.
	Inside bool `json:"inside"`
}

// WriteCycle explains how the events e1 ... en, found by Instance, make a
// cycle: what each does, and why it comes before the next one.
func (x *Execution) WriteCycle(w io.Writer, ids []int32, st Style) error {
	return writeNodes(w, x.cycleNodes(ids), st)
}

func writeNodes(w io.Writer, nodes []Node, st Style) error {
	var b strings.Builder
	for _, n := range nodes {
		then := n.Then
		if n.Inside {
			then = st.note(then)
		}
		if n.Event == 0 {
			fmt.Fprintf(&b, "  (%d) %s\n", n.Mark, n.Does)
		} else {
			fmt.Fprintf(&b, "  (%d) thread %d: %s\n", n.Mark, n.Thread, st.bold(n.Does))
		}
		if n.At != "" {
			fmt.Fprintf(&b, "      %-16s %s\n", n.At, clip(n.Text, 70))
		}
		fmt.Fprintf(&b, "      %s\n", then)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cycleNodes returns the nodes of the cycle that events e1 ... en make.
func (x *Execution) cycleNodes(ids []int32) []Node {
	nodes := []Node{}
	for j, id := range ids {
		e := x.Event(id)
		next := (j + 1) % len(ids)
		if j%2 == 1 && id == ids[j-1] {
			continue // a thread that contributes one event
		}
		if j%2 == 0 && ids[next] == id {
			next = (j + 2) % len(ids)
		}
		n := x.node(e, j+1)
		target := x.Event(ids[next])
		if n.Inside = target.Thread == e.Thread; n.Inside {
			n.Then = x.relaxed(e, target, next+1)
		} else {
			n.Then = x.before(e, target, next+1)
		}
		nodes = append(nodes, n)
	}
	return nodes
}

// node returns e as a node of a cycle, without what comes next.
func (x *Execution) node(e *trace.Event, mark int) Node {
	n := Node{Mark: mark, Event: e.ID, Thread: e.Thread, Does: x.describe(e)}
	if e.Site >= 0 {
		n.At, n.Text = x.source.Place(x.source.Sites[e.Site].Pos), x.source.siteText(e.Site)
	}
	return n
}

// nodes returns the cycle of the given sites in the execution, or if there is
// none a shortest happens-before cycle; it is empty if there is none either.
func (x *Execution) nodes(sites []int32) []Node {
	if len(sites) > 0 {
		if ids := x.Instance(sites); ids != nil {
			return x.cycleNodes(ids)
		}
	}
	return x.stepNodes(x.Cycle())
}

// stepNodes returns the nodes of a happens-before cycle.
func (x *Execution) stepNodes(steps []graph.Step) []Node {
	nodes := []Node{}
	for i, s := range steps {
		n := x.node(x.Event(s.ID), i+1)
		n.Then = fmt.Sprintf("%s (%d)", x.edgeWords(s.Edge), (i+1)%len(steps)+1)
		nodes = append(nodes, n)
	}
	return nodes
}

// relaxed says how a and b, in program order, took effect: n is b's number.
func (x *Execution) relaxed(a, b *trace.Event, n int) string {
	switch {
	case x.Order != nil && a.Loc != b.Loc:
		return fmt.Sprintf("is before (%d) in its thread, but nothing makes others see the two in that order", n)
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
	case x.Order != nil && !a.Kind.Writes():
		return fmt.Sprintf("reads what was there before (%d)", n)
	case x.Order != nil && !b.Kind.Writes() && b.RF == a.ID:
		return fmt.Sprintf("is read by (%d)", n)
	case x.Order != nil && !b.Kind.Writes():
		return fmt.Sprintf("is, in modification order, before what (%d) reads", n)
	case x.Order != nil:
		return fmt.Sprintf("is, in modification order, before (%d)", n)
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
func (x *Execution) WriteSteps(w io.Writer, steps []graph.Step, st Style) error {
	return writeNodes(w, x.stepNodes(steps), st)
}

// edgeWords says what an edge of a kind stands for.
func (x *Execution) edgeWords(k graph.EdgeKind) string {
	if x.Order != nil && k == graph.CO {
		return "is, in modification order, before"
	}
	return edgeWords[k]
}

var edgeWords = [graph.NumEdgeKinds]string{
	graph.PO:   "is before, in program order,",
	graph.RF:   "is read by",
	graph.CO:   "reaches memory before",
	graph.FR:   "reads what was there before",
	graph.Sync: "is before, by creation or join,",
}

// maxInstanceWork bounds the search for a cycle's events.
const maxInstanceWork = 2_000_000

// Instance returns the events e1 ... en of the execution that make the cycle of the
// given sites, within its shortest stretch that has some; nil if there are none.
func (x *Execution) Instance(sites []int32) []int32 {
	if len(sites)%2 != 0 {
		return nil
	}
	m := graph.Matcher{Limit: maxInstanceWork}
	m.Want(sites...)
	m.Load(x.Events, x.Order)
	return m.Closest(sites)
}
