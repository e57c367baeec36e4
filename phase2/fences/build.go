package fences

import (
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/predict"
	"fencepost/trace"
	"fencepost/trace/graph"
	"fencepost/trace/lists"
)

// lowering returns the hardware fences around each access of a program. For a failed
// compare-exchange it takes the order from the program, because the event does not have it.
func lowering(p *code.Program, m models.Mapping) func(*trace.Event) models.Lowering {
	m = m.OrC11()
	lower := predict.Lower(m)
	return func(e *trace.Event) models.Lowering {
		low := lower(e)
		if e.Kind == trace.CASFail {
			low.After = m.Load[p.Access[e.Site].Fail].After
		}
		return low
	}
}

// A builder builds the order of an execution from its events.
type builder struct {
	o      order
	lower  func(*trace.Event) models.Lowering
	sites  int32
	nodeOf []int32 // by event ID: 1 + its node, or 0
	fences []fenced
	blocks map[uint64]uint64 // sizes of heap blocks by address
	shared []bool            // by location: several threads access it
	freed  int32             // ID of the free before the failing access, or 0
}

// A fenced is a fence that the execution passed.
type fenced struct {
	gap  gap
	kind trace.FenceKind
}

// share finds the locations that several threads access; a free accesses its block. Loads
// and stores of other locations order nothing.
func (b *builder) share(events []trace.Event) {
	var user []trace.ThreadID
	for i := range events {
		e := &events[i]
		switch e.Kind {
		case trace.Alloc:
			b.blocks[e.Addr] = e.Value
		case trace.Free:
			for k := range events {
				if a := &events[k]; a.Loc >= 0 && int(a.Loc) < len(user) && user[a.Loc] >= 0 && a.Addr-e.Addr < b.blocks[e.Addr] && a.Thread != e.Thread {
					b.shared[a.Loc] = true
				}
			}
		}
		if e.Loc < 0 {
			continue
		}
		for int(e.Loc) >= len(user) {
			user = append(user, -1)
			b.shared = append(b.shared, false)
		}
		if user[e.Loc] >= 0 && user[e.Loc] != e.Thread {
			b.shared[e.Loc] = true
		}
		user[e.Loc] = e.Thread
	}
}

// event adds the node of an event, and notes fences and gaps.
func (b *builder) event(e *trace.Event) {
	switch e.Kind {
	case trace.Load, trace.Store, trace.RMW, trace.CASFail, trace.LockRead:
		low := b.lower(e)
		b.gap(e, Before)
		b.fence(e.Thread, low.Before)
		b.node(e)
		b.fence(e.Thread, low.After)
		b.gap(e, After)
	case trace.Lock:
		b.node(e)
		b.fence(e.Thread, models.Acquiring.After)
	case trace.Unlock:
		b.fence(e.Thread, models.Releasing.Before)
		b.node(e)
	case trace.Fence:
		if e.Site < b.sites {
			low := b.lower(e)
			b.fence(e.Thread, low.Before)
			b.fence(e.Thread, trace.FenceKind(e.Value))
			b.fence(e.Thread, low.After)
		}
	case trace.Create, trace.Join, trace.Free:
		b.node(e)
	}
}

// here returns the gap at the current end of a thread.
func (b *builder) here(t trace.ThreadID) gap {
	b.o.threads = lists.Extended(b.o.threads, int(t)+1)
	return gap{t, int32(len(b.o.threads[t]))}
}

func (b *builder) gap(e *trace.Event, s Side) {
	at := place{e.Site, s}
	b.o.gaps[at] = append(b.o.gaps[at], b.here(e.Thread))
}

func (b *builder) fence(t trace.ThreadID, f trace.FenceKind) {
	if f != trace.NoFence {
		b.fences = append(b.fences, fenced{b.here(t), f})
	}
}

// node adds the node of an event, unless it is a plain load or store of a location that no
// other thread accesses.
func (b *builder) node(e *trace.Event) {
	g := b.here(e.Thread)
	if e.Loc >= 0 && !b.shared[e.Loc] && (e.Kind == trace.Load || e.Kind == trace.Store) {
		return
	}
	n := int32(len(b.o.nodes))
	b.o.nodes = append(b.o.nodes, node{e.Kind, e.Loc})
	b.o.threads[g.thread] = append(b.o.threads[g.thread], n)
	b.nodeOf[e.ID] = n + 1
}

// edge orders two events.
func (b *builder) edge(from, to int32) {
	if f, t := b.nodeOf[from], b.nodeOf[to]; f != 0 && t != 0 {
		b.o.add(f-1, t-1)
	}
}

// failure adds a node for the access of a freed block that ended the execution and has no
// event. It comes after the latest free by another thread. A store that left its buffer too
// late has an event.
func (b *builder) failure(events []trace.Event, t trace.ThreadID) {
	if last := &events[len(events)-1]; last.Kind == trace.Commit && last.Thread == t {
		return
	}
	for i := len(events) - 1; i >= 0; i-- {
		if e := &events[i]; e.Kind == trace.Free && e.Thread != t {
			b.freed = e.ID
			g := b.here(t)
			n := int32(len(b.o.nodes))
			b.o.nodes = append(b.o.nodes, node{trace.Free, -1})
			b.o.threads[g.thread] = append(b.o.threads[g.thread], n)
			return
		}
	}
}

// communication adds co, rf between threads, fr, and the order that creation, join and free
// make. Stores that never reached memory are left out.
func (b *builder) communication(events []trace.Event) {
	x := graph.New(events, nil)
	for e := range x.CO() {
		if e.From != 0 && !x.Pending(e.To) {
			b.edge(e.From, e.To)
		}
	}
	for e := range x.RF() {
		if e.From != 0 && x.Event(e.From).Thread != x.Event(e.To).Thread {
			b.edge(e.From, e.To)
		}
	}
	for e := range x.FR() {
		if !x.Pending(e.To) {
			b.edge(e.From, e.To)
		}
	}
	for i := range events {
		switch e := &events[i]; e.Kind {
		case trace.Create, trace.Join:
			b.lifetime(e)
		case trace.Free:
			b.free(events, e)
		}
	}
}

// lifetime orders the creation of a thread before its events, and its events before its
// join.
func (b *builder) lifetime(e *trace.Event) {
	if int(e.Value) >= len(b.o.threads) {
		return
	}
	at := b.nodeOf[e.ID] - 1
	for _, n := range b.o.threads[e.Value] {
		if e.Kind == trace.Create {
			b.o.add(at, n)
		} else {
			b.o.add(n, at)
		}
	}
}

// free orders the free of a block after the accesses that took effect before it, and before
// the later ones.
func (b *builder) free(events []trace.Event, f *trace.Event) {
	size := b.blocks[f.Addr]
	for i := range events {
		e := &events[i]
		id := e.ID
		if e.Loc < 0 || e.Addr < f.Addr || e.Addr >= f.Addr+size {
			continue
		}
		if e.Kind == trace.Commit {
			id = e.RF
		} else if e.C == trace.NoCommit && e.Kind.Writes() {
			continue // it takes effect at its commit
		}
		if e.ID < f.ID {
			b.edge(id, f.ID)
		} else {
			b.edge(f.ID, id)
		}
	}
}
