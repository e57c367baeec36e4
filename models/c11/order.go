package c11

import (
	"cmp"
	"slices"

	"fencepost/models"
	"fencepost/trace/graph"
)

// Constraints appends the constraints on the modification order of l, without those that follow from
// others, sorted by From and then To. A location without atomic accesses has none, because its stores
// are in execution order. The cost is that of comparing the edges of each block.
func (m *Memory) Constraints(dst []graph.Edge, l models.Loc) []graph.Edge {
	at := &m.locs[l]
	if !at.atomic {
		return dst
	}
	if at.total {
		for k := 1; k < len(at.order); k++ {
			dst = append(dst, graph.Edge{From: m.stores[at.order[k-1]].id, To: m.stores[at.order[k]].id})
		}
		return dst
	}
	start := len(dst)
	var blocks, members []int32
	entered := map[int32]bool{} // blocks to which an edge leads
	if at.base != 0 {
		members = append(members, at.base)
	}
	for i := at.views; i != 0; i = m.views[i].next {
		blocks = append(blocks, m.views[i].blocks...)
		for _, s := range m.views[i].stores {
			members = append(members, s.store)
		}
	}
	slices.SortFunc(members, func(a, b int32) int {
		x, y := &m.stores[a], &m.stores[b]
		return cmp.Or(cmp.Compare(x.block, y.block), cmp.Compare(x.place, y.place))
	})
	for k := 1; k < len(members); k++ {
		if x, y := &m.stores[members[k-1]], &m.stores[members[k]]; x.block == y.block && x.place+1 == y.place {
			dst = append(dst, graph.Edge{From: x.id, To: y.id})
		}
	}
	for _, b := range blocks {
		for e := m.blocks[b].out; e != 0; e = m.edges[e].next {
			to := m.edges[e].to
			entered[to] = true
			if !m.implied(b, to) {
				dst = append(dst, m.between(b, to))
			}
		}
	}
	if at.origin != 0 {
		for _, b := range blocks {
			if !entered[b] {
				dst = append(dst, m.between(at.origin, b))
			}
		}
	}
	slices.SortFunc(dst[start:], func(a, b graph.Edge) int {
		return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	return dst
}

// between returns the constraint that an edge from block a to block b represents.
func (m *Memory) between(a, b int32) graph.Edge {
	return graph.Edge{From: m.stores[m.blocks[a].tail].id, To: m.blocks[b].head}
}

// implied reports whether a path from block a to block b begins with another edge.
func (m *Memory) implied(a, b int32) bool {
	for e := m.blocks[a].out; e != 0; e = m.edges[e].next {
		if c := m.edges[e].to; c != b && m.reaches(c, b) {
			return true
		}
	}
	return false
}
