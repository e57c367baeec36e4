package report

import (
	"fmt"
	"io"

	"fencepost/interp/explore"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// graphEvents returns an execution graph as a sequence of events that agrees
// with program order and reads-from, to be drawn as other executions are. A
// store's C is its place in the modification order of its location. The two
// halves of an RMW become one event, and choices of values are left out.
func graphEvents(g *explore.Graph) []trace.Event {
	var events []trace.Event
	ids := make([]int32, len(g.Events))      // by event of the graph
	places := make(map[int32]int32)          // of stores, by ID
	halves := make(map[trace.ThreadID]int32) // the RMW whose reading half came last
	locs := make(map[uint64]int32)           // numbers of locations
	for i := range g.Events {
		v := &g.Events[i]
		if v.Kind == axiom.Updated {
			id := halves[v.Thread]
			e := &events[id-1]
			e.Read, e.Value, e.C = e.Value, v.Value, int32(v.Place)
			ids[i], places[id] = id, e.C
			continue
		}
		kind, ok := graphKinds[v.Kind]
		if !ok {
			continue
		}
		e := trace.Event{
			ID: int32(len(events) + 1), Thread: v.Thread, I: int32(v.Index + 1), Kind: kind, Order: v.Order,
			Site: v.Site, Loc: -1, Addr: v.Addr, Size: v.Size, Value: v.Value,
		}
		if v.Kind.Accesses() {
			n, known := locs[v.Addr]
			if !known {
				n = int32(len(locs))
				locs[v.Addr] = n
			}
			e.Loc = n
		}
		switch v.Kind {
		case axiom.Read, axiom.Check, axiom.Update:
			if v.RF >= 0 {
				e.RF = ids[v.RF]
				e.C = places[e.RF]
			}
			if v.Kind == axiom.Update {
				halves[v.Thread] = e.ID
			}
		case axiom.Write:
			e.C = int32(v.Place)
			places[e.ID] = e.C
		case axiom.Fence:
			e.Value = uint64(v.Fence)
		case axiom.Free:
			e.Addr = v.Value
		case axiom.Create, axiom.Join:
			e.Value = uint64(v.Peer)
		}
		ids[i] = e.ID
		events = append(events, e)
	}
	return events
}

var graphKinds = map[axiom.Kind]trace.Kind{
	axiom.Read: trace.Load, axiom.Check: trace.CASFail, axiom.Update: trace.RMW, axiom.Write: trace.Store,
	axiom.Fence: trace.Fence, axiom.Create: trace.Create, axiom.Join: trace.Join, axiom.Exit: trace.Exit,
	axiom.Free: trace.Free,
}

// WriteGraphDOT draws an execution graph in Graphviz's language, under a
// comment that says what it is.
func (s *Source) WriteGraphDOT(w io.Writer, title string, g *explore.Graph) error {
	if _, err := fmt.Fprintf(w, "// %s\n", title); err != nil {
		return err
	}
	return trace.WriteDOT(w, trace.Drawing{Events: graphEvents(g), Sites: s.Sites})
}
