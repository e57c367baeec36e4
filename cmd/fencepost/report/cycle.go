package report

import (
	"fmt"
	"slices"

	"fencepost/trace"
	"fencepost/trace/graph"
	"fencepost/trace/lists"
)

// A Node is an event of a cycle, with the reason why it comes before the next one.
type Node struct {
	Mark   int    `json:"mark"`
	Event  int32  `json:"event"` // 0: the initial content of memory
	Thread int32  `json:"thread"`
	Does   string `json:"does"`
	At     string `json:"at"`
	Text   string `json:"text"` // the source line
	Then   string `json:"then"`
	// Inside says that the next event belongs to the same thread.
	Inside bool `json:"inside"`
}

// cycleNodes returns the nodes of the cycle of events e1 ... en.
func (x *Execution) cycleNodes(ids []int32) []Node {
	nodes := []Node{}
	for j, id := range ids {
		e := x.Event(id)
		next := (j + 1) % len(ids)
		if j%2 == 1 && id == ids[j-1] {
			continue // a thread with a single event
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

// node returns e as a node of a cycle, without the edge to the next one.
func (x *Execution) node(e *trace.Event, mark int) Node {
	n := Node{Mark: mark, Event: e.ID, Thread: e.Thread, Does: x.memory.Describe(e)}
	if e.Site >= 0 {
		n.At, n.Text = x.source.Place(x.source.Sites[e.Site].Pos), x.source.siteText(e.Site)
	}
	return n
}

// nodes returns the predicted cycle in the execution; if it has none, a shortest
// happens-before cycle; empty if there is none either.
func (x *Execution) nodes() []Node {
	if x.Instance != nil {
		return x.cycleNodes(x.Instance)
	}
	return x.stepNodes(x.Steps)
}

// marked returns the events of the cycle or of the race, in order.
func (x *Execution) marked() []int32 {
	if race := x.Error.race(); race != nil {
		return race
	}
	if x.Instance != nil {
		return x.Instance
	}
	return lists.Map(x.Steps, func(s graph.Step) int32 { return s.ID })
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

// relaxed describes how a and b, in program order, took effect. n is b's number.
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

// stale reports whether load e reads a value that another store to its location had
// replaced when event id happened.
func (x *Execution) stale(e *trace.Event, id int32) bool {
	c, ok := x.place(e)
	if !ok {
		return false
	}
	n, _ := slices.BinarySearch(x.writes[e.Loc], id+1)
	return n > 0 && x.newest[e.Loc][n-1] > c
}

// before describes why a comes before b of another thread. n is b's number.
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
		return fmt.Sprintf("reads before (%d) writes %s", n, x.memory.Location(b))
	case b.Kind.Writes():
		return fmt.Sprintf("reaches memory before (%d)", n)
	}
	from, _ := x.place(a)
	if c, _ := x.place(b); c == from {
		return fmt.Sprintf("is read by (%d)", n)
	}
	return fmt.Sprintf("reaches memory before what (%d) reads", n)
}

// edgeWords describes an edge of a kind.
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
