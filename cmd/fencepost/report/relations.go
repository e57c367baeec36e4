package report

import (
	"slices"

	"fencepost/trace/graph"
	"fencepost/trace/lists"
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
	out := &Relations{RF: newEdges(slices.Collect(x.RF())), MO: []LocationOrder{}, SW: newEdges(slices.Collect(x.SW()))}
	for _, l := range x.orderOfLocations() {
		e := x.Event(l[0].To)
		out.MO = append(out.MO, LocationOrder{x.memory.Location(e), e.Addr, newEdges(l)})
	}
	return out
}

func newEdges(edges []graph.Edge) []Edge {
	return lists.Map(edges, func(e graph.Edge) Edge { return Edge(e) })
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
