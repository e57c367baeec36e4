package report

import (
	"iter"
	"slices"

	"fencepost/trace/graph"
)

// Relations are the edges of an execution under the C11 model, by event; From is 0 for the
// initial content.
type Relations struct {
	RF []Edge          `json:"rf"`
	MO []LocationOrder `json:"mo"`
	SW []Edge          `json:"sw"` // with program order they generate happens-before
}

// An Edge says that one event comes before another.
type Edge struct {
	From int32 `json:"from"`
	To   int32 `json:"to"`
}

// A LocationOrder is the decided part of the modification order of a location, without
// edges that follow from others.
type LocationOrder struct {
	Location string `json:"location"`
	Address  uint64 `json:"address"`
	Edges    []Edge `json:"edges"`
}

// edges returns the relations of an execution under the C11 model.
func (x *Execution) edges() *Relations {
	out := &Relations{RF: newEdges(x.RF()), MO: []LocationOrder{}, SW: newEdges(x.SW())}
	for _, l := range x.orderOfLocations() {
		e := x.Event(l[0].To)
		out.MO = append(out.MO, LocationOrder{x.memory.Location(e), e.Addr, newEdges(slices.Values(l))})
	}
	return out
}

func newEdges(edges iter.Seq[graph.Edge]) []Edge {
	list := []Edge{}
	for e := range edges {
		list = append(list, Edge(e))
	}
	return list
}

// orderOfLocations returns the decided part of the modification order, by location.
func (x *Execution) orderOfLocations() (list [][]graph.Edge) {
	loc := int32(-1)
	for e := range x.CO() {
		if l := x.Event(e.To).Loc; l != loc {
			list, loc = append(list, nil), l
		}
		last := &list[len(list)-1]
		*last = append(*last, e)
	}
	return list
}
