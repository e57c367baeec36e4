package graph

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"fencepost/trace"
)

// A Drawing says how an execution is drawn.
type Drawing struct {
	Sites []trace.Site // for labels; may be nil
	Show  []int32      // IDs of the events to show, ascending; nil for all, of a long execution a part
	Cycle []Step       // drawn in red, and always shown
}

// WriteDOT draws an execution in Graphviz's language: a column for each thread, in it
// and between them happens-before, events of the same layer at the same height, and
// the immediate conflict edges between the events shown; of native C11 rf and mo, and
// the initial content where one of them leaves it. See Picture for what is shown.
func (x *Execution) WriteDOT(w io.Writer, d Drawing) error {
	t := dot{x: x, d: &d, p: x.Picture(d.Show, d.Cycle), edges: map[[2]string]*dotEdge{}}
	t.addEdges()
	_, err := io.WriteString(w, t.text())
	return err
}

// A dot is a drawing in the making.
type dot struct {
	x       *Execution
	d       *Drawing
	p       *Picture
	initial []string // the names of nodes of initial content, and their statements
	made    []string
	pairs   [][2]string
	edges   map[[2]string]*dotEdge
}

// A dotEdge stands for all edges between two nodes.
type dotEdge struct {
	labels      string
	color, look string // attributes of the first
	orders      bool   // it takes part in the layout
}

func name(id int32) string { return fmt.Sprintf("e%d", id) }

func (t *dot) addEdges() {
	for i, s := range t.d.Cycle {
		t.edge(name(s.ID), name(t.d.Cycle[(i+1)%len(t.d.Cycle)].ID), s.Edge.String(), "red", `penwidth="2", `)
	}
	sw := "sync"
	if t.x.Native {
		sw = "sw"
	}
	for _, e := range t.p.HB {
		if t.x.Event(e.From).Thread == t.x.Event(e.To).Thread {
			t.edge(name(e.From), name(e.To), "po", "", "").orders = true
		} else {
			t.edge(name(e.From), name(e.To), sw, "darkgreen", "").orders = true
		}
	}
	for _, kind := range []struct {
		label, color string
		edges        []Edge
	}{{"rf", "blue", t.p.RF}, {t.coherence(), "brown", t.p.CO}, {"fr", "orange", t.p.FR}} {
		if kind.label == "fr" && t.x.Native {
			continue
		}
		for _, e := range kind.edges {
			if from := t.origin(e); from != "" {
				t.edge(from, name(e.To), kind.label, kind.color, `style="dashed", `)
			}
		}
	}
}

// coherence is what coherence order is called.
func (t *dot) coherence() string {
	if t.x.Native {
		return "mo"
	}
	return "co"
}

// edge adds an edge, or its label to that between the same nodes.
func (t *dot) edge(from, to, label, color, look string) *dotEdge {
	pair := [2]string{from, to}
	e := t.edges[pair]
	switch {
	case e == nil:
		e = &dotEdge{labels: label, color: color, look: look}
		t.edges[pair] = e
		t.pairs = append(t.pairs, pair)
	case e.labels != label:
		e.labels += ", " + label
	}
	return e
}

// origin returns the node that e leaves: for the initial content, of native C11, one
// of its own, otherwise none.
func (t *dot) origin(e Edge) string {
	if e.From != 0 {
		return name(e.From)
	}
	if !t.x.Native {
		return ""
	}
	to := t.x.Event(e.To)
	n := fmt.Sprintf("i%d", to.Loc)
	if !slices.Contains(t.initial, n) {
		t.initial = append(t.initial, n)
		t.made = append(t.made, fmt.Sprintf(`"%s" [ label="initial content of 0x%x", shape="ellipse",  weight=0 ];`, n, to.Addr))
	}
	return n
}

func (t *dot) label(e *trace.Event) string {
	s := fmt.Sprintf("%d: %s", e.ID, e)
	if e.Site >= 0 && int(e.Site) < len(t.d.Sites) {
		site := &t.d.Sites[e.Site]
		s += fmt.Sprintf("\n%s  %s", site, site.Text)
	}
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s)
}

// text returns the drawing: the nodes of each thread in a column, then the layers, then the
// edges as they were added.
func (t *dot) text() string {
	var b strings.Builder
	b.WriteString("strict digraph {\n\tnewrank=true;\n\tnode [shape=box, fontname=monospace];\n\tedge [fontname=monospace];\n")
	if n := t.x.shownOf(t.d); n > len(t.p.Events) {
		fmt.Fprintf(&b, "\tlabel=\"%d of %d events\";\n", len(t.p.Events), n)
	}
	threads := map[trace.ThreadID][]*trace.Event{}
	layers := map[int][]string{}
	for i, id := range t.p.Events {
		e := t.x.Event(id)
		threads[e.Thread] = append(threads[e.Thread], e)
		layers[t.p.Layers[i]] = append(layers[t.p.Layers[i]], name(id))
	}
	for _, thread := range slices.Sorted(maps.Keys(threads)) {
		fmt.Fprintf(&b, "\tsubgraph cluster_%d {\n\t\tlabel=\"thread %d\";\n", thread, thread)
		for _, e := range threads[thread] {
			fmt.Fprintf(&b, "\t\t\"%s\" [ label=\"%s\",  weight=0 ];\n", name(e.ID), t.label(e))
		}
		b.WriteString("\t}\n")
	}
	for _, statement := range t.made {
		fmt.Fprintf(&b, "\t%s\n", statement)
	}
	for _, l := range slices.Sorted(maps.Keys(layers)) {
		if nodes := layers[l]; len(nodes) > 1 {
			fmt.Fprintf(&b, "\t{ rank=same; %s }\n", strings.Join(nodes, "; "))
		}
	}
	for _, pair := range t.pairs {
		e := t.edges[pair]
		color, constraint, weight := "", "", 8
		if e.color != "" {
			color = fmt.Sprintf("color=%q, ", e.color)
		}
		if !e.orders {
			constraint, weight = `constraint="false", `, 0
		}
		fmt.Fprintf(&b, "\t\"%s\" -> \"%s\" [ %s%slabel=\"%s\", %s weight=%d ];\n", pair[0], pair[1], color, constraint, e.labels, e.look, weight)
	}
	b.WriteString("}\n")
	return b.String()
}

// shownOf returns how many events the whole execution shows, if all are asked for.
func (x *Execution) shownOf(d *Drawing) int {
	n := 0
	for i := range x.Events {
		if d.Show == nil && x.Events[i].Kind != trace.Commit {
			n++
		}
	}
	return n
}
