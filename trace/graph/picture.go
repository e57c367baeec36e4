package graph

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"

	"fencepost/trace"

	"github.com/dominikbraun/graph"
)

// MaxShown bounds the events shown if all events of an execution are asked for. To reduce
// happens-before takes time cubic in them.
const MaxShown = 400

// A Picture is the part of an execution to be drawn: some of its events, and the relations
// between them. Its happens-before and coherence order are transitive reductions: an edge
// that others imply is left out, and a path through events that are not shown becomes an
// edge.
type Picture struct {
	Events []int32 // IDs, ascending; commits are never shown
	Layers []int   // by index in Events: 0, or one more than the greatest layer before it in happens-before
	HB     []Edge  // po ∪ sw, by From, then To
	CO     []Edge  // by location; From may be 0
	RF     []Edge  // From may be 0
	FR     []Edge
}

// Picture returns the picture of the events with these IDs. If show is nil it shows all
// events; if they are more than MaxShown, those around the cycle, or the last ones.
func (x *Execution) Picture(show []int32, cycle []Step) (*Picture, error) {
	shown := make([]bool, len(x.Events)+1)
	from, to := x.window(cycle)
	for id := from; show == nil && id <= to; id++ {
		shown[id] = true
	}
	for _, id := range show {
		shown[id] = true
	}
	for _, s := range cycle {
		shown[s.ID] = true
	}
	p := &Picture{}
	for id, ok := range shown {
		if ok && x.Events[id-1].Kind != trace.Commit {
			p.Events = append(p.Events, int32(id))
		} else {
			shown[id] = false
		}
	}
	hb := graph.New(graph.IntHash, graph.Directed())
	for _, id := range p.Events {
		if err := hb.AddVertex(int(id)); err != nil {
			return nil, fmt.Errorf("event %d: %w", id, err)
		}
	}
	var err error
	if p.HB, hb, err = reduce(hb, x.happensBefore(shown)); err != nil {
		return nil, fmt.Errorf("happens-before: %w", err)
	}
	if p.Layers, err = layers(hb, p.Events); err != nil {
		return nil, fmt.Errorf("happens-before: %w", err)
	}
	if p.CO, err = x.shownOrder(shown); err != nil {
		return nil, fmt.Errorf("coherence order: %w", err)
	}
	p.RF = among(x.RF(), shown)
	p.FR = x.shownFromReads(shown)
	return p, nil
}

// shownFromReads returns the from-reads between events shown. With a partial coherence
// order it looks only at the reads shown.
func (x *Execution) shownFromReads(shown []bool) []Edge {
	if x.Order == nil {
		return among(x.FR(), shown)
	}
	x.sortOwn()
	var list []Edge
	for i := range x.Events {
		if e := &x.Events[i]; shown[e.ID] && e.Kind.Reads() {
			x.eachLater(e.Loc, e.RF, e.ID, func(w int32) {
				if shown[w] {
					list = append(list, Edge{e.ID, w})
				}
			})
		}
	}
	return list
}

// window returns the range of events to show if all are asked for: at most MaxShown.
func (x *Execution) window(cycle []Step) (from, to int32) {
	to = int32(len(x.Events))
	if to <= MaxShown {
		return 1, to
	}
	if len(cycle) > 0 {
		last := slices.MaxFunc(cycle, func(a, b Step) int { return cmp.Compare(a.ID, b.ID) })
		to = min(to, max(last.ID+MaxShown/20, MaxShown))
	}
	return to - MaxShown + 1, to
}

// happensBefore yields the edges from the last event shown of each thread that happens
// before an event shown: O(shown · threads) of them.
func (x *Execution) happensBefore(shown []bool) iter.Seq[Edge] {
	return func(yield func(Edge) bool) {
		s := x.synchronise()
		list := make([][]*trace.Event, len(s.threads)) // shown events of each thread so far
		for i := range x.Events {
			e := &x.Events[i]
			s.event(e)
			if !shown[e.ID] {
				continue
			}
			for t, n := range s.threads[e.Thread].now {
				k, ok := slices.BinarySearchFunc(list[t], n, func(e *trace.Event, n int32) int { return cmp.Compare(e.I, n) })
				if !ok {
					k--
				}
				if k >= 0 && !yield(Edge{list[t][k].ID, e.ID}) {
					return
				}
			}
			list[e.Thread] = append(list[e.Thread], e)
		}
	}
}

// reduce returns the transitive reduction of the graph with these edges.
func reduce(g graph.Graph[int, int], edges iter.Seq[Edge]) ([]Edge, graph.Graph[int, int], error) {
	for e := range edges {
		if err := g.AddEdge(int(e.From), int(e.To)); err != nil {
			return nil, nil, err
		}
	}
	g, err := graph.TransitiveReduction(g)
	if err != nil {
		return nil, nil, err
	}
	list, err := g.Edges()
	if err != nil {
		return nil, nil, err
	}
	out := make([]Edge, len(list))
	for i, e := range list {
		out[i] = Edge{int32(e.Source), int32(e.Target)}
	}
	slices.SortFunc(out, func(a, b Edge) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	return out, g, nil
}

// layers returns the layer of each of the nodes.
func layers(g graph.Graph[int, int], nodes []int32) ([]int, error) {
	order, err := graph.StableTopologicalSort(g, func(a, b int) bool { return a < b })
	if err != nil {
		return nil, err
	}
	after, err := g.AdjacencyMap()
	if err != nil {
		return nil, err
	}
	layer := map[int]int{}
	for _, n := range order {
		for m := range after[n] {
			layer[m] = max(layer[m], layer[n]+1)
		}
	}
	list := make([]int, len(nodes))
	for i, n := range nodes {
		list[i] = layer[int(n)]
	}
	return list, nil
}

// shownOrder returns the coherence order of the stores shown, reduced for each location.
func (x *Execution) shownOrder(shown []bool) ([]Edge, error) {
	var all, edges []Edge
	flush := func() error {
		if len(edges) == 0 {
			return nil
		}
		g := graph.New(graph.IntHash, graph.Directed())
		through := overHidden(edges, func(id int32) bool { return id == 0 || shown[id] })
		for _, e := range through {
			for _, id := range []int32{e.From, e.To} {
				if err := g.AddVertex(int(id)); err != nil && err != graph.ErrVertexAlreadyExists {
					return err
				}
			}
		}
		list, _, err := reduce(g, slices.Values(through))
		all, edges = append(all, list...), edges[:0]
		return err
	}
	loc := int32(-1)
	for e := range x.CO() {
		if l := x.Event(e.To).Loc; l != loc {
			if err := flush(); err != nil {
				return nil, err
			}
			loc = l
		}
		edges = append(edges, e)
	}
	return all, flush()
}

// overHidden returns the edges between nodes shown that paths over hidden nodes make.
func overHidden(edges []Edge, shown func(int32) bool) []Edge {
	next := map[int32][]int32{}
	for _, e := range edges {
		next[e.From] = append(next[e.From], e.To)
	}
	var list []Edge
	for _, from := range slices.Sorted(maps.Keys(next)) {
		if !shown(from) {
			continue
		}
		seen := map[int32]bool{}
		for stack := slices.Clone(next[from]); len(stack) > 0; {
			to := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if seen[to] {
				continue
			}
			seen[to] = true
			if shown(to) {
				list = append(list, Edge{from, to})
			} else {
				stack = append(stack, next[to]...)
			}
		}
	}
	return list
}

// among returns the edges between events shown, or from initial content to one.
func among(edges iter.Seq[Edge], shown []bool) (list []Edge) {
	for e := range edges {
		if (e.From == 0 || shown[e.From]) && shown[e.To] {
			list = append(list, e)
		}
	}
	return list
}
