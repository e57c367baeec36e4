package trace

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// A Drawing is what WriteDOT draws of one execution.
type Drawing struct {
	Events []Event
	Sites  []Site  // for labels; may be nil
	Show   []int32 // IDs of the events to show, ascending; nil for all
	Cycle  []Step  // drawn in red, and always shown
	// Relations, if not nil, are drawn with rf in place of the conflict edges: the
	// execution is one of C11's own model, where stores have no one order.
	Relations *Relations
}

// WriteDOT draws an execution in Graphviz's language: a column for each
// thread, program order down each column, and the immediate conflict edges
// between the events shown, or the relations of C11's own model.
func WriteDOT(w io.Writer, d Drawing) error {
	out := bufio.NewWriter(w)
	shown := d.shown()
	fmt.Fprintln(out, "digraph trace {")
	fmt.Fprintln(out, "\tnode [shape=box, fontname=monospace];")
	fmt.Fprintln(out, "\tedge [fontname=monospace];")
	d.writeThreads(out, shown)
	drawn := map[[2]int32]bool{}
	for i, s := range d.Cycle {
		to := d.Cycle[(i+1)%len(d.Cycle)].ID
		fmt.Fprintf(out, "\te%d -> e%d [label=%s, color=red, penwidth=2];\n", s.ID, to, s.Edge)
		drawn[[2]int32{s.ID, to}] = true
	}
	last := map[ThreadID]int32{}
	for _, n := range d.visible(shown) {
		e := &d.Events[n-1]
		if l := last[e.Thread]; l != 0 && !drawn[[2]int32{l, n}] {
			fmt.Fprintf(out, "\te%d -> e%d [label=po];\n", l, n)
		}
		last[e.Thread] = n
	}
	if d.Relations != nil {
		d.writeRelations(out, shown)
	} else {
		d.writeConflicts(out, shown, drawn)
	}
	fmt.Fprintln(out, "}")
	return out.Flush()
}

// writeConflicts draws the conflict edges that are not drawn yet.
func (d *Drawing) writeConflicts(out io.Writer, shown []bool, drawn map[[2]int32]bool) {
	var c Checker
	c.build(d.Events)
	for _, n := range d.visible(shown) {
		c.edgesInOrder(n, func(to int32, k EdgeKind) {
			if k != PO && to <= c.events && shown[to] && !drawn[[2]int32{n, to}] {
				fmt.Fprintf(out, "\te%d -> e%d [label=%s, style=dashed];\n", n, to, k)
			}
		})
	}
}

// writeRelations draws rf, mo and sw, and the initial content of a location where
// an edge leaves it.
func (d *Drawing) writeRelations(out io.Writer, shown []bool) {
	initial := map[int32]bool{}
	edge := func(from, to, loc int32, look string) {
		if from != 0 {
			if shown[from] && shown[to] {
				fmt.Fprintf(out, "\te%d -> e%d [%s];\n", from, to, look)
			}
			return
		}
		if !shown[to] {
			return
		}
		if !initial[loc] {
			initial[loc] = true
			fmt.Fprintf(out, "\ti%d [label=\"initial content of 0x%x\", shape=ellipse];\n", loc, d.Events[to-1].Addr)
		}
		fmt.Fprintf(out, "\ti%d -> e%d [%s];\n", loc, to, look)
	}
	for _, n := range d.visible(shown) {
		if e := &d.Events[n-1]; e.Kind.Reads() {
			edge(e.RF, n, e.Loc, "label=rf, color=blue, style=dashed")
		}
	}
	for _, l := range d.Relations.MO {
		for _, e := range l.Edges {
			edge(e.From, e.To, l.Loc, "label=mo, color=brown, style=dashed")
		}
	}
	for _, e := range d.Relations.SW {
		edge(e.From, e.To, -1, "label=sw, color=darkgreen")
	}
}

// edgesInOrder calls f for the edges that leave n, in the order of their making.
func (c *Checker) edgesInOrder(n int32, f func(to int32, k EdgeKind)) {
	var list []int32
	for e := c.first[n]; e != 0; e = c.edges[e].next {
		list = append(list, e)
	}
	for i := len(list) - 1; i >= 0; i-- {
		f(c.edges[list[i]].to, c.edges[list[i]].kind)
	}
}

// shown says by ID which events are drawn. Commits never are.
func (d *Drawing) shown() []bool {
	shown := make([]bool, len(d.Events)+1)
	for i := range d.Events {
		shown[i+1] = d.Show == nil
	}
	for _, n := range d.Show {
		shown[n] = true
	}
	for _, s := range d.Cycle {
		shown[s.ID] = true
	}
	for i := range d.Events {
		if d.Events[i].Kind == Commit {
			shown[i+1] = false
		}
	}
	return shown
}

func (d *Drawing) visible(shown []bool) []int32 {
	var ids []int32
	for n, ok := range shown {
		if ok {
			ids = append(ids, int32(n))
		}
	}
	return ids
}

func (d *Drawing) writeThreads(out io.Writer, shown []bool) {
	threads := ThreadID(0)
	for i := range d.Events {
		threads = max(threads, d.Events[i].Thread+1)
	}
	byThread := make([][]int32, threads)
	for _, n := range d.visible(shown) {
		t := d.Events[n-1].Thread
		byThread[t] = append(byThread[t], n)
	}
	for t, ids := range byThread {
		if len(ids) == 0 {
			continue
		}
		fmt.Fprintf(out, "\tsubgraph cluster_%d {\n\t\tlabel=\"thread %d\";\n", t, t)
		for _, n := range ids {
			fmt.Fprintf(out, "\t\te%d [label=\"%s\"];\n", n, quoteDOT(d.label(&d.Events[n-1])))
		}
		fmt.Fprintln(out, "\t}")
	}
}

func (d *Drawing) label(e *Event) string {
	s := fmt.Sprintf("%d: %s", e.ID, e)
	if e.Site >= 0 && int(e.Site) < len(d.Sites) {
		site := &d.Sites[e.Site]
		s += fmt.Sprintf("\n%s  %s", site, site.Text)
	}
	return s
}

func quoteDOT(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s)
}

// String describes the event without its place: "store 0x10000 = 1".
func (e *Event) String() string {
	switch e.Kind {
	case Load, CASFail:
		return fmt.Sprintf("%s 0x%x: %d", e.Kind, e.Addr, e.Value)
	case Store, Unlock, Commit:
		return fmt.Sprintf("%s 0x%x = %d", e.Kind, e.Addr, e.Value)
	case RMW, Lock:
		return fmt.Sprintf("%s 0x%x: %d = %d", e.Kind, e.Addr, e.Read, e.Value)
	case Fence:
		if e.Order != Plain {
			return "fence " + e.Order.String()
		}
		return fmt.Sprintf("fence %s", FenceKind(e.Value))
	case Create, Join:
		return fmt.Sprintf("%s thread %d", e.Kind, e.Value)
	case Alloc:
		return fmt.Sprintf("alloc 0x%x, %d bytes", e.Addr, e.Value)
	case Free:
		return fmt.Sprintf("free 0x%x", e.Addr)
	}
	return e.Kind.String()
}
