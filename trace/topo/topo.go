// Package topo eliminates the nodes of directed graphs in topological order
// (Kahn 1962): what decides whether the relations of an execution have a cycle,
// and finds an order that agrees with them. It is the one place where that is
// done, for verdicts in the middle of a campaign too; so nodes are small numbers,
// edges lie in one slice, and a graph that is used again allocates nothing.
package topo

import "slices"

// A Graph has the nodes 0 to Len()-1. Edge 0 of Edges stands for none.
type Graph struct {
	Edges []Edge
	First []int32 // by node: the edge that was added last of those that leave it, or 0
	// Degree is, by node, how many edges lead to it; after Eliminate, how many of
	// them leave nodes that were not eliminated.
	Degree []int32

	order []int32
}

// An Edge leaves the node in whose list it is.
type Edge struct {
	To    int32
	Next  int32 // of the same node, or 0
	Label uint8 // the user's
}

// Len returns the number of nodes.
func (g *Graph) Len() int { return len(g.First) }

// Reset makes g a graph of n nodes without edges.
func (g *Graph) Reset(n int) {
	g.Edges = append(g.Edges[:0], Edge{})
	g.First = zeroed(g.First, n)
	g.Degree = zeroed(g.Degree, n)
}

// zeroed returns a slice of n zeros, in s if it has room.
func zeroed(s []int32, n int) []int32 {
	if n > cap(s) {
		return make([]int32, n, n+n/2)
	}
	s = s[:n]
	clear(s)
	return s
}

// AddNode adds a node and returns its number.
func (g *Graph) AddNode() int32 {
	g.First, g.Degree = append(g.First, 0), append(g.Degree, 0)
	return int32(len(g.First) - 1)
}

// Add adds an edge. There may be several between the same nodes.
func (g *Graph) Add(from, to int32, label uint8) {
	g.Edges = append(g.Edges, Edge{to, g.First[from], label})
	g.First[from] = int32(len(g.Edges) - 1)
	g.Degree[to]++
}

// An Order says which of the nodes that nothing precedes is eliminated next.
type Order uint8

// The orders.
const (
	Any      Order = iota // in time linear in nodes and edges
	Smallest              // the one of the least number
)

// Eliminate takes away nodes that no edge leads to, until none is left. It returns
// them in the order of elimination, valid until the next call; ok is false if some
// are left, which are then on a cycle, or behind one.
func (g *Graph) Eliminate(o Order) (order []int32, ok bool) {
	q := g.order[:0]
	for n, d := range g.Degree {
		if d == 0 {
			q = append(q, int32(n))
		}
	}
	if o == Smallest {
		q = g.smallest(q)
	} else {
		for i := 0; i < len(q); i++ {
			q = g.take(q[i], q)
		}
	}
	g.order = q
	return q, len(q) == g.Len()
}

// take takes node n away. It appends to q the nodes that nothing precedes then.
func (g *Graph) take(n int32, q []int32) []int32 {
	for e := g.First[n]; e != 0; e = g.Edges[e].Next {
		to := g.Edges[e].To
		if g.Degree[to]--; g.Degree[to] == 0 {
			q = append(q, to)
		}
	}
	return q
}

// smallest is Eliminate, beginning with the nodes of ready, which are in order.
func (g *Graph) smallest(ready []int32) (order []int32) {
	var freed []int32
	for len(ready) > 0 {
		n := ready[0]
		order, ready = append(order, n), ready[1:]
		freed = g.take(n, freed[:0])
		for _, m := range freed {
			at, _ := slices.BinarySearch(ready, m)
			ready = slices.Insert(ready, at, m)
		}
	}
	return order
}
