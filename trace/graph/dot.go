package graph

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"fencepost/trace"

	"github.com/dominikbraun/graph"
	"github.com/dominikbraun/graph/draw"
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
	t := dot{x: x, d: &d, p: p, g: graph.New(graph.StringHash, graph.Directed()), edges: map[[2]string]*dotEdge{}}
	if err := t.fill(); err != nil {
		return err
	}
	var out bytes.Buffer
	if err := draw.DOT(t.g, &out); err != nil {
		return err
	}
	_, err = io.WriteString(w, t.arrange(out.String()))
	return err
}

// A dot is a drawing under construction.
type dot struct {
	x     *Execution
	d     *Drawing
	p     *Picture
	g     graph.Graph[string, string]
	nodes []string
	pairs [][2]string
	edges map[[2]string]*dotEdge
}

// A dotEdge represents all edges between two nodes.
type dotEdge struct {
	labels string
	attrs  [][2]string // of the first edge
	orders bool        // it takes part in the layout
}

func name(id int32) string { return fmt.Sprintf("e%d", id) }

// fill makes the graph to be drawn.
func (t *dot) fill() error {
	for _, id := range t.p.Events {
		if err := t.node(name(id), t.label(t.x.Event(id))); err != nil {
			return err
		}
	}
	for i, s := range t.d.Cycle {
		t.edge(name(s.ID), name(t.d.Cycle[(i+1)%len(t.d.Cycle)].ID), s.Edge.String(), "color=red", "penwidth=2")
	}
	sw := "sync"
	if t.x.Native {
		sw = "sw"
	}
	for _, e := range t.p.HB {
		from, to := t.x.Event(e.From), t.x.Event(e.To)
		if from.Thread == to.Thread {
			t.edge(name(e.From), name(e.To), "po")
		} else {
			t.edge(name(e.From), name(e.To), sw, "color=darkgreen")
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
			from, err := t.origin(e)
			if err != nil {
				return err
			}
			if from != "" {
				t.edge(from, name(e.To), kind.label, "color="+kind.color, "style=dashed")
			}
		}
	}
	for _, pair := range t.pairs {
		e := t.edges[pair]
		options := []func(*graph.EdgeProperties){graph.EdgeAttribute("label", e.labels)}
		if e.orders {
			options = append(options, graph.EdgeWeight(8))
		} else {
			options = append(options, graph.EdgeAttribute("constraint", "false"))
		}
		for _, a := range e.attrs {
			options = append(options, graph.EdgeAttribute(a[0], a[1]))
		}
		if err := t.g.AddEdge(pair[0], pair[1], options...); err != nil {
			return fmt.Errorf("edge from %s to %s: %w", pair[0], pair[1], err)
		}
	}
	return nil
}

// coherence returns the name of coherence order.
func (t *dot) coherence() string {
	if t.x.Native {
		return "mo"
	}
	return "co"
}

func (t *dot) node(name, label string, look ...func(*graph.VertexProperties)) error {
	t.nodes = append(t.nodes, name)
	return t.g.AddVertex(name, append(look, graph.VertexAttribute("label", label))...)
}

// edge adds an edge. If there is one between the same nodes, only its label is added.
func (t *dot) edge(from, to, label string, look ...string) {
	pair := [2]string{from, to}
	e := t.edges[pair]
	if e != nil {
		if e.labels != label {
			e.labels += ", " + label
		}
		return
	}
	e = &dotEdge{labels: label}
	for _, l := range look {
		key, value, _ := strings.Cut(l, "=")
		e.attrs = append(e.attrs, [2]string{key, value})
	}
	t.edges[pair] = e
	t.pairs = append(t.pairs, pair)
}

// origin returns the node that e leaves. For the initial content under native C11 that is a
// separate node; otherwise there is none.
func (t *dot) origin(e Edge) (string, error) {
	if e.From != 0 {
		return name(e.From), nil
	}
	if !t.x.Native {
		return "", nil
	}
	to := t.x.Event(e.To)
	n := fmt.Sprintf("i%d", to.Loc)
	if slices.Contains(t.nodes, n) {
		return n, nil
	}
	return n, t.node(n, fmt.Sprintf("initial content of 0x%x", to.Addr), graph.VertexAttribute("shape", "ellipse"))
}

func (t *dot) label(e *trace.Event) string {
	s := fmt.Sprintf("%d: %s", e.ID, e)
	if e.Site >= 0 && int(e.Site) < len(t.d.Sites) {
		site := &t.d.Sites[e.Site]
		s += fmt.Sprintf("\n%s  %s", site, site.Text)
	}
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s)
}

// arrange orders the statements of a drawing: the nodes of each thread in a column, then
// the layers, then the edges in the order in which they were added.
func (t *dot) arrange(drawn string) string {
	statement := map[string]string{} // by node, or by edge
	for line := range strings.Lines(drawn) {
		line = strings.TrimSpace(line)
		if id, _, ok := strings.Cut(line, " ["); ok && strings.HasPrefix(line, `"`) {
			statement[id] = line
		}
	}
	take := func(ids ...string) string {
		for i := range ids {
			ids[i] = `"` + ids[i] + `"`
		}
		return statement[strings.Join(ids, " -> ")]
	}
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
			fmt.Fprintf(&b, "\t\t%s\n", take(n))
		}
		b.WriteString("\t}\n")
	}
	for _, n := range t.nodes[len(t.p.Events):] {
		fmt.Fprintf(&b, "\t%s\n", take(n))
	}
	for _, l := range slices.Sorted(maps.Keys(layers)) {
		if nodes := layers[l]; len(nodes) > 1 {
			fmt.Fprintf(&b, "\t{ rank=same; %s }\n", strings.Join(nodes, "; "))
		}
	}
	for _, pair := range t.pairs {
		fmt.Fprintf(&b, "\t%s\n", take(pair[0], pair[1]))
	}
	b.WriteString("}\n")
	return b.String()
}

// shownOf returns how many events the execution has to show if the drawing asks for all, and
// otherwise 0.
func (x *Execution) shownOf(d *Drawing) int {
	n := 0
	for i := range x.Events {
		if d.Show == nil && x.Events[i].Kind != trace.Commit {
			n++
		}
	}
	return n
}
