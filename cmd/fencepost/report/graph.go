package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fencepost/interp/search/candidates"
	"fencepost/trace"
	"fencepost/trace/graph"
	"fencepost/trace/lists"
)

// A Graph is an execution, or an inconsistent candidate, as events and relations: po, rf,
// co, fr, sw, hb, each without edges that follow from others, the dependencies addr, data
// and ctrl, and cycle, the edges that contradict an order of all steps. Memory that only
// one thread accesses is left out.
type Graph struct {
	Events []GraphEvent `json:"events"`
	Edges  []GraphEdge  `json:"edges"`

	names map[int32]string // of threads, in pictures: P0; none for those of a machine
}

// A GraphEvent is an event of a Graph.
type GraphEvent struct {
	Event  int32  `json:"event,omitempty"` // ID in the execution; 0: none
	Thread int32  `json:"thread"`          // -1: the initial content of memory
	Does   string `json:"does"`            // W x=1, R x=1, RW x=0 to 1, F, x=0
	Text   string `json:"text"`            // of the source
	Line   int    `json:"line,omitempty"`
}

// A GraphEdge leads from one event to another, by index in Graph.Events.
type GraphEdge struct {
	From     int    `json:"from"`
	To       int    `json:"to"`
	Relation string `json:"relation"`
	Label    string `json:"label,omitempty"` // for an edge of a cycle: its relations
}

// relationNames are the relations of a Graph in display order.
var relationNames = []string{"po", "rf", "co", "fr", "sw", "hb", "addr", "data", "ctrl", "cycle"}

// relations describes each relation.
var relations = map[string]string{
	"po": "program order", "rf": "reads from", "co": "coherence order", "fr": "reads before", "sw": "synchronises with",
	"hb": "happens before, reduced", "addr": "address dependency", "data": "data dependency", "ctrl": "control dependency",
	"cycle": "no order of all steps has it",
}

// Relations returns the names of the relations of the graph.
func (g *Graph) Relations() []string {
	return lists.Where(relationNames, func(name string) bool {
		return slices.ContainsFunc(g.Edges, func(e GraphEdge) bool { return e.Relation == name })
	})
}

// maxGraphEvents bounds the events of a Graph.
const maxGraphEvents = 60

// Graph returns the execution as a graph; nil if it has more events than a reader can
// follow.
func (x *Execution) Graph() *Graph {
	threads := map[int32][]trace.ThreadID{} // by location
	for _, e := range x.Events {
		if e.Loc >= 0 && e.Kind != trace.Commit && !slices.Contains(threads[e.Loc], e.Thread) {
			threads[e.Loc] = append(threads[e.Loc], e.Thread)
		}
	}
	var show []int32
	marked := x.marked()
	for _, e := range x.Events {
		access := (e.Kind.Reads() || e.Kind.Writes()) && e.Kind != trace.Commit && e.Loc >= 0 && len(threads[e.Loc]) > 1
		if access || e.Kind == trace.Fence || slices.Contains(marked, e.ID) {
			show = append(show, e.ID)
		}
	}
	if len(show) == 0 || len(show) > maxGraphEvents {
		return nil
	}
	p, err := x.Picture(show, nil)
	if err != nil {
		return nil
	}
	g, at := &Graph{}, map[int32]int{}
	initial := map[int32]int{} // by location
	begin := func(e *trace.Event) int {
		if k, ok := initial[e.Loc]; ok {
			return k
		}
		initial[e.Loc] = len(g.Events)
		g.Events = append(g.Events, GraphEvent{Thread: -1, Does: x.memory.Location(e) + "=" + x.memory.Initial(e.Addr, e.Size)})
		return initial[e.Loc]
	}
	last := map[trace.ThreadID]int{}
	for _, id := range p.Events {
		e := x.Event(id)
		at[id] = len(g.Events)
		out := GraphEvent{Event: id, Thread: e.Thread, Does: x.short(e)}
		if e.Site >= 0 {
			out.Text, out.Line = x.source.Sites[e.Site].Text, x.source.Sites[e.Site].Pos.Line
		}
		g.Events = append(g.Events, out)
		if before, ok := last[e.Thread]; ok {
			g.Edges = append(g.Edges, GraphEdge{From: before, To: at[id], Relation: "po"})
		}
		last[e.Thread] = at[id]
	}
	add := func(name string, edges []graph.Edge) {
		for _, e := range edges {
			to, ok := at[e.To]
			if !ok {
				continue
			}
			from, ok := at[e.From]
			if e.From == 0 {
				from, ok = begin(x.Event(e.To)), true
			}
			if ok {
				g.Edges = append(g.Edges, GraphEdge{From: from, To: to, Relation: name})
			}
		}
	}
	for _, id := range p.Events { // in the order of their first access
		if e := x.Event(id); e.Loc >= 0 {
			begin(e)
		}
	}
	add("rf", p.RF)
	add("co", p.CO)
	add("fr", p.FR)
	add("sw", slices.Collect(x.SW()))
	add("hb", p.HB)
	if len(marked) > 1 && x.Error.race() == nil {
		nodes := x.nodes()
		for k, n := range nodes {
			next := nodes[(k+1)%len(nodes)]
			from, ok := at[n.Event]
			to, ok2 := at[next.Event]
			if ok && ok2 {
				g.cycle(from, to, "")
			}
		}
	}
	return g
}

// short describes e in the notation of memory models.
func (x *Execution) short(e *trace.Event) string {
	switch e.Kind {
	case trace.Load, trace.CASFail:
		return fmt.Sprintf("R %s=%s", x.memory.Location(e), x.memory.ValueOf(e, e.Value))
	case trace.Store:
		return fmt.Sprintf("W %s=%s", x.memory.Location(e), x.memory.ValueOf(e, e.Value))
	case trace.RMW:
		return fmt.Sprintf("RW %s=%s to %s", x.memory.Location(e), x.memory.ValueOf(e, e.Read), x.memory.ValueOf(e, e.Value))
	case trace.Fence:
		return "F " + strings.TrimPrefix(x.memory.Describe(e), "fence ")
	}
	return x.memory.Describe(e)
}

// cycle adds an edge of the cycle in place of others between the same two events. If the
// label is empty it takes theirs.
func (g *Graph) cycle(from, to int, label string) {
	var names []string
	g.Edges = slices.DeleteFunc(g.Edges, func(e GraphEdge) bool {
		same := e.From == from && e.To == to && e.Relation != "hb"
		if same {
			names = append(names, e.Relation)
		}
		return same
	})
	label = cmp.Or(label, strings.Join(names, ", "))
	g.Edges = append(g.Edges, GraphEdge{From: from, To: to, Relation: "cycle", Label: label})
}

// PictureGraph returns the picture of a candidate execution as a graph. cycle and relations
// are those of a candidates.Why, nil if there is none. Threads are numbered from 1, as in a
// machine, and keep their names.
func PictureGraph(p *candidates.Picture, cycle []int, relations []string) *Graph {
	private := privateTo(p)
	g, at := &Graph{names: map[int32]string{}}, map[int]int{}
	for i, name := range p.Threads {
		g.names[int32(i)+1] = name
	}
	last := map[int]int{}
	for i, e := range p.Events {
		if private[accessedBy(e.Does)] && !slices.Contains(cycle, i) {
			continue
		}
		thread := int32(-1)
		if e.Thread >= 0 {
			thread = int32(e.Thread) + 1
		}
		at[i] = len(g.Events)
		g.Events = append(g.Events, GraphEvent{Thread: thread, Does: e.Does, Text: e.Text, Line: e.Pos.Line})
		if e.Thread < 0 {
			continue
		}
		if before, ok := last[e.Thread]; ok {
			g.Edges = append(g.Edges, GraphEdge{From: before, To: at[i], Relation: "po"})
		}
		last[e.Thread] = at[i]
	}
	for _, e := range p.Edges {
		from, ok := at[e.From]
		to, ok2 := at[e.To]
		if ok && ok2 && e.Name != "po" {
			g.Edges = append(g.Edges, GraphEdge{From: from, To: to, Relation: e.Name})
		}
	}
	for i, from := range cycle {
		if to := cycle[(i+1)%len(cycle)]; to != from {
			g.cycle(at[from], at[to], relations[i])
		}
	}
	return g
}

// privateTo returns the locations that only one thread of a picture accesses.
func privateTo(p *candidates.Picture) map[string]bool {
	threads, private := map[string]int{}, map[string]bool{}
	for _, e := range p.Events {
		name := accessedBy(e.Does)
		if name == "" || e.Thread < 0 {
			continue
		}
		first, known := threads[name]
		private[name] = !known || private[name] && first == e.Thread
		threads[name] = e.Thread
	}
	return private
}

// accessedBy returns the location in the description of a picture's event; "" for a fence.
func accessedBy(does string) string {
	name, _, _ := strings.Cut(does, "=")
	return name[strings.LastIndexByte(name, ' ')+1:]
}
