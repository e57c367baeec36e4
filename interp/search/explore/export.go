package explore

import (
	"fencepost/models/axiom"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// A place names a location of an execution.
type place struct {
	addr        uint64
	size        uint8
	epoch, life uint16
}

func (e *Event) place() place {
	if e.Unit.Size > 0 {
		return place{e.Unit.Addr, e.Unit.Size, e.Epoch, e.Life}
	}
	return place{e.Addr, e.Size, e.Epoch, e.Life}
}

// Execution returns the graph in the form that all machines share: its events in an order that
// agrees with po and rf. A store's C is its coherence position. The two halves of an RMW become
// one event. Choices of values are left out, and so are the comparing reads of a double
// compare-and-swap that succeeds.
func (g *Graph) Execution() *graph.Execution {
	var events []trace.Event
	ids := make([]int32, len(g.Events))      // by event of the graph
	halves := make(map[trace.ThreadID]int32) // by thread: the RMW of its latest reading half
	locs := make(map[place]int32)
	for i := range g.Events {
		v := &g.Events[i]
		if v.Kind == axiom.ExclusiveWrite && !v.Inserts {
			e := &events[halves[v.Thread]-1]
			e.Kind, e.Read, e.Value, e.C = trace.RMW, e.Value, v.Value, int32(v.CoPosition)
			if v.LockWord {
				e.Kind = trace.Lock
			}
			ids[i] = e.ID
			continue
		}
		kind, ok := kinds[v.Kind]
		if v.LockWord {
			kind = lockKinds[v.Kind]
		}
		if v.Inserts && v.Kind == axiom.ExclusiveWrite {
			kind, ok = trace.Store, true
		}
		if !ok || v.Peek || v.Inserts && v.Kind.Reads() {
			continue
		}
		e := trace.Event{
			ID: int32(len(events) + 1), Thread: v.Thread, I: int32(v.Index + 1), Kind: kind, Order: v.Order,
			Site: v.Site, Loc: -1, Addr: v.Addr, Size: v.Size, Value: v.Value,
		}
		if v.Kind.Accesses() {
			at := v.place()
			l, known := locs[at]
			if !known {
				l = int32(len(locs))
				locs[at] = l
			}
			e.Loc = l
		}
		switch v.Kind {
		case axiom.Read, axiom.FailedRead, axiom.ExclusiveRead:
			if w := g.writer(v); w >= 0 {
				e.RF = ids[w]
				e.C = events[e.RF-1].C
			}
			if v.Kind == axiom.ExclusiveRead {
				halves[v.Thread] = e.ID
			}
		case axiom.Write, axiom.ExclusiveWrite:
			e.C = int32(v.CoPosition)
		case axiom.Fence:
			e.Value = uint64(v.Fence)
		case axiom.Free:
			e.Addr = v.Value
		case axiom.Reuse:
			e.Addr, e.Value = v.Value, v.Bytes
		case axiom.Create, axiom.Join:
			e.Value = uint64(v.Peer)
		}
		ids[i] = e.ID
		events = append(events, e)
	}
	x := graph.New(events, nil)
	x.Native = g.Model == axiom.RC11.Name || g.Model == axiom.RC20.Name
	x.RMWSequences = g.Model == axiom.RC20.Name
	return x
}

// kinds maps the kinds of exported events. A reading half without its writing half, where an
// execution was cut short, becomes a failed compare-and-swap.
var kinds = map[axiom.Kind]trace.Kind{
	axiom.Read: trace.Load, axiom.FailedRead: trace.CASFail, axiom.ExclusiveRead: trace.CASFail, axiom.Write: trace.Store,
	axiom.Fence: trace.Fence, axiom.Create: trace.Create, axiom.Join: trace.Join, axiom.Exit: trace.Exit,
	axiom.Free: trace.Free, axiom.Reuse: trace.Alloc,
}

// lockKinds replaces kinds for accesses of lock words.
var lockKinds = map[axiom.Kind]trace.Kind{
	axiom.FailedRead: trace.LockRead, axiom.ExclusiveRead: trace.LockRead, axiom.Write: trace.Unlock,
}
