package graph

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"fencepost/trace"
	"fencepost/trace/lists"
)

// A Drawing configures how an execution is drawn.
type Drawing struct {
	Sites []trace.Site // for labels; may be nil
	Show  []int32      // IDs of the events to show, ascending; nil: all, or a part of a long execution
	Cycle []Step       // drawn in red, and always shown
}

// WriteDOT draws an execution in Graphviz's language. Each thread is a column. In it and
// between columns are the edges of happens-before; events of one layer are at the same
// height. It also draws the immediate conflict edges between the events shown; for native
// C11 rf and mo, and the initial content if one of them leaves it. See Picture for the
// choice of events.
func (x *Execution) WriteDOT(w io.Writer, d Drawing) error {
	p, err := x.Picture(d.Show, d.Cycle)
	if err != nil {
		return err
	}
	t := dot{x: x, d: &d, p: p, nodes: map[string]string{}, edges: map[[2]string]*dotEdge{}}
	t.fill()
	_, err = io.WriteString(w, t.text())
	return err
}

// A dot is a drawing under construction.
type dot struct {
	x     *Execution
	d     *Drawing
	p     *Picture
	nodes map[string]string // statements by name
	begin []string          // names of the nodes that are initial content
	pairs [][2]string
	edges map[[2]string]*dotEdge
}

// A dotEdge represents all edges between two nodes.
type dotEdge struct {
	labels string
	attrs  map[string]string // of the first edge
	orders bool              // it takes part in the layout
}

func name(id int32) string { return fmt.Sprintf("e%d", id) }

// fill makes the nodes and edges to be drawn.
func (t *dot) fill() {
	for _, id := range t.p.Events {
		t.node(name(id), map[string]string{"label": t.label(t.x.Event(id))})
	}
	for i, s := range t.d.Cycle {
		t.edge(name(s.ID), name(t.d.Cycle[(i+1)%len(t.d.Cycle)].ID), s.Edge.String(), map[string]string{"color": "red", "penwidth": "2"})
	}
	sw := "sync"
	if t.x.Native {
		sw = "sw"
	}
	for _, e := range t.p.HB {
		from, to := t.x.Event(e.From), t.x.Event(e.To)
		if from.Thread == to.Thread {
			t.edge(name(e.From), name(e.To), "po", map[string]string{})
		} else {
			t.edge(name(e.From), name(e.To), sw, map[string]string{"color": "darkgreen"})
		}
		t.edges[[2]string{name(e.From), name(e.To)}].orders = true
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
				t.edge(from, name(e.To), kind.label, map[string]string{"color": kind.color, "style": "dashed"})
			}
		}
	}
}

// coherence returns the name of coherence order.
func (t *dot) coherence() string {
	if t.x.Native {
		return "mo"
	}
	return "co"
}

func (t *dot) node(name string, attrs map[string]string) {
	t.nodes[name] = statement(`"`+name+`"`, attrs, 0)
}

// edge adds an edge. If there is one between the same nodes, only its label is added.
func (t *dot) edge(from, to, label string, attrs map[string]string) {
	pair := [2]string{from, to}
	switch e := t.edges[pair]; {
	case e == nil:
		t.edges[pair] = &dotEdge{labels: label, attrs: attrs}
		t.pairs = append(t.pairs, pair)
	case e.labels != label:
		e.labels += ", " + label
	}
}

// statement returns the statement that draws a node or an edge.
func statement(what string, attrs map[string]string, weight int) string {
	text := what + " [ "
	for _, key := range slices.Sorted(maps.Keys(attrs)) {
		text += fmt.Sprintf(`%s="%s", `, key, attrs[key])
	}
	return fmt.Sprintf("%s weight=%d ];", text, weight)
}

// origin returns the node that e leaves. For the initial content under native C11 that is a
// separate node; otherwise there is none.
func (t *dot) origin(e Edge) string {
	if e.From != 0 {
		return name(e.From)
	}
	if !t.x.Native {
		return ""
	}
	to := t.x.Event(e.To)
	n := fmt.Sprintf("i%d", to.Loc)
	if t.nodes[n] == "" {
		t.begin = append(t.begin, n)
		t.node(n, map[string]string{"label": fmt.Sprintf("initial content of 0x%x", to.Addr), "shape": "ellipse"})
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
// edges in the order in which they were added.
func (t *dot) text() string {
	var b strings.Builder
	b.WriteString("strict digraph {\n\tnewrank=true;\n\tnode [shape=box, fontname=monospace];\n\tedge [fontname=monospace];\n")
	if n := t.x.shownOf(t.d); n > len(t.p.Events) {
		fmt.Fprintf(&b, "\tlabel=\"%d of %d events\";\n", len(t.p.Events), n)
	}
	threads := map[trace.ThreadID][]string{}
	layers := map[int][]string{}
	for i, id := range t.p.Events {
		threads[t.x.Event(id).Thread] = append(threads[t.x.Event(id).Thread], name(id))
		layers[t.p.Layers[i]] = append(layers[t.p.Layers[i]], name(id))
	}
	for _, thread := range slices.Sorted(maps.Keys(threads)) {
		fmt.Fprintf(&b, "\tsubgraph cluster_%d {\n\t\tlabel=\"thread %d\";\n", thread, thread)
		for _, n := range threads[thread] {
			fmt.Fprintf(&b, "\t\t%s\n", t.nodes[n])
		}
		b.WriteString("\t}\n")
	}
	for _, n := range t.begin {
		fmt.Fprintf(&b, "\t%s\n", t.nodes[n])
	}
	for _, l := range slices.Sorted(maps.Keys(layers)) {
		if nodes := layers[l]; len(nodes) > 1 {
			fmt.Fprintf(&b, "\t{ rank=same; %s }\n", strings.Join(nodes, "; "))
		}
	}
	for _, pair := range t.pairs {
		e, weight := t.edges[pair], 0
		e.attrs["label"] = e.labels
		if e.orders {
			weight = 8
		} else {
			e.attrs["constraint"] = "false"
		}
		fmt.Fprintf(&b, "\t%s\n", statement(fmt.Sprintf(`"%s" -> "%s"`, pair[0], pair[1]), e.attrs, weight))
	}
	b.WriteString("}\n")
	return b.String()
}

// shownOf returns how many events the execution has to show if the drawing asks for all, and
// otherwise 0.
func (x *Execution) shownOf(d *Drawing) int {
	if d.Show != nil {
		return 0
	}
	return lists.Count(x.Events, func(e trace.Event) bool { return e.Kind != trace.Commit })
}
