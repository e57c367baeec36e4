package buffering

import (
	"context"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/interp/search/candidates"
	"fencepost/models"
	"fencepost/trace"
	shown "fencepost/trace/graph"
	"fencepost/trace/lists"
)

// A recorder is the driver of a replay. It records the events of the explorer's run. A read may come
// before the store from which it reads.
type recorder struct {
	*explorer
	events  []trace.Event
	sources []source // by event: its source
	index   []int32  // by thread: the program index of its latest event
	ids     []int32  // by access of the graph: the ID of its event
	// By location, the IDs of the stores of main while it was alone, before and after there were
	// other threads.
	early, late map[int32][]int32
}

// A source is a write of the graph or, if write is none, the event with an ID; ID 0 is the initial
// content.
type source struct{ write, event int32 }

func newRecorder(ctx context.Context, p *code.Program, m *candidates.Model, o interp.Options) *recorder {
	d := &recorder{}
	d.explorer = newExplorer(ctx, p, m, Options{Machine: o}, d)
	d.begin()
	return d
}

// begin removes the events recorded so far.
func (d *recorder) begin() {
	d.events, d.sources, d.index = nil, nil, nil
	d.ids = make([]int32, len(d.g.events))
	d.early, d.late = map[int32][]int32{}, map[int32][]int32{}
}

// execution returns the recorded execution.
func (d *recorder) execution() *shown.Execution {
	list := func(loc int32) (ids []int32) {
		ids = append(ids, d.early[loc]...)
		for _, w := range d.g.co[loc] {
			ids = append(ids, d.ids[w])
		}
		return append(ids, d.late[loc]...)
	}
	for loc := range d.g.co {
		for at, id := range list(int32(loc)) {
			if id > 0 {
				d.events[id-1].C = int32(at + 1)
			}
		}
	}
	for i := range d.events {
		e, from := &d.events[i], d.sources[i]
		if !e.Kind.Reads() {
			continue
		}
		if e.RF = from.event; from.write >= 0 {
			e.RF = d.ids[from.write]
		}
		if e.RF > 0 && !e.Kind.Writes() {
			e.C = d.events[e.RF-1].C
		}
	}
	x := shown.New(d.events, nil)
	x.Native = true
	return x
}

// event adds an event of the operation in progress.
func (d *recorder) event(t *vm.Thread, kind trace.Kind) *trace.Event {
	d.index = lists.Extended(d.index, int(t.ID)+1)
	d.index[t.ID]++
	d.events = append(d.events, trace.Event{ID: int32(len(d.events) + 1), Thread: t.ID, I: d.index[t.ID], Kind: kind, Site: t.Op.Site, Loc: -1})
	d.sources = append(d.sources, source{write: none})
	return &d.events[len(d.events)-1]
}

// newest returns the source of a read of main while it is alone.
func (d *recorder) newest(loc int32) source {
	if list := d.late[loc]; len(list) > 0 {
		return source{none, list[len(list)-1]}
	}
	if d.created == 0 {
		return d.sourceOf(initial, loc)
	}
	return d.sourceOf(d.g.last(loc), loc)
}

// sourceOf returns write w of a location as a source. w may be initial.
func (d *recorder) sourceOf(w, loc int32) source {
	if list := d.early[loc]; w < 0 && len(list) > 0 {
		return source{none, list[len(list)-1]}
	}
	return source{write: w}
}

// latestEvent returns the last event of kind k in the graph that t has performed, or none.
func (d *recorder) latestEvent(t *vm.Thread, k kind) int32 {
	list := d.g.threads[t.ID]
	for at := d.cursor[t.ID] - 1; at >= 0; at-- {
		if d.g.events[list[at]].kind == k {
			return list[at]
		}
	}
	return none
}

// accessed records an access. alone says that main made it while it was alone.
func (d *recorder) accessed(t *vm.Thread, kind trace.Kind, value, read uint64, alone bool, from source) {
	if d.dead {
		return
	}
	e, op := d.event(t, kind), &t.Op
	e.Order, e.Loc, e.Undef, e.Value, e.Read = op.Order, op.Loc, op.Undef, value, read
	if e.Addr, e.Size = d.vm.Where(op.Loc); e.Size > 8 {
		d.vm.Tell(value, e.Size)
		d.vm.Tell(read, e.Size)
	}
	d.sources[e.ID-1] = from
	loc := d.locOf[op.Loc]
	switch {
	case !alone:
		if kind.Reads() {
			d.setID(d.latestEvent(t, reads), e.ID)
		}
		if kind.Writes() {
			d.setID(d.latestEvent(t, writes), e.ID)
		}
	case !kind.Writes():
	case d.created == 0:
		d.early[loc] = append(d.early[loc], e.ID)
	default:
		d.late[loc] = append(d.late[loc], e.ID)
	}
}

// setID records the event of an access of the graph.
func (d *recorder) setID(access, event int32) {
	if access >= 0 && int(access) < len(d.ids) {
		d.ids[access] = event
	}
}

// from returns the source of the read that t has just performed.
func (d *recorder) from(t *vm.Thread, alone bool) source {
	loc := d.locOf[t.Op.Loc]
	if alone {
		return d.newest(loc)
	}
	r := d.latestEvent(t, reads)
	if r < 0 {
		return source{write: none}
	}
	return d.sourceOf(d.g.events[r].rf, loc)
}

// Load performs a load.
func (d *recorder) Load(t *vm.Thread) uint64 {
	alone := d.alone(t)
	v := d.explorer.Load(t)
	d.accessed(t, trace.Load, v, 0, alone, d.from(t, alone))
	return v
}

// Store performs a store.
func (d *recorder) Store(t *vm.Thread, value uint64) (ok bool) {
	alone := d.alone(t)
	ok = d.explorer.Store(t, value)
	d.accessed(t, t.Op.Kind, value, 0, alone, source{write: none})
	return ok
}

// Write performs the writing half of a read-modify-write.
func (d *recorder) Write(t *vm.Thread, kind trace.Kind, old, value uint64) {
	alone := d.alone(t)
	from := d.from(t, alone)
	d.explorer.Write(t, kind, old, value)
	if !kind.Writes() {
		value, old = old, 0
	}
	d.accessed(t, kind, value, old, alone, from)
}

// Fence performs a fence of the program.
func (d *recorder) Fence(t *vm.Thread, low models.Lowering) {
	d.explorer.Fence(t, low)
	d.event(t, trace.Fence).Order = t.Op.Order
}

// Create performs the creation of a thread.
func (d *recorder) Create(t *vm.Thread) (n trace.ThreadID, ok bool) {
	n, ok = d.explorer.Create(t)
	d.event(t, trace.Create).Value = uint64(n)
	return n, ok
}

// Join performs the join of a thread that has ended.
func (d *recorder) Join(t *vm.Thread, peer trace.ThreadID) {
	d.explorer.Join(t, peer)
	d.event(t, trace.Join).Value = uint64(peer)
}

// Exit performs the end of a thread.
func (d *recorder) Exit(t *vm.Thread) {
	d.explorer.Exit(t)
	d.event(t, trace.Exit)
}

// Free ends the life of a block.
func (d *recorder) Free(t *vm.Thread, b vm.Block) {
	d.explorer.Free(t, b)
	d.event(t, trace.Free).Addr = b.Addr
}

// Allocated records a new block.
func (d *recorder) Allocated(t *vm.Thread, site int32, addr, size uint64) {
	e := d.event(t, trace.Alloc)
	e.Site, e.Addr, e.Value = site, addr, size
}

// Awaits has no event.
func (d *recorder) Awaits(*vm.Thread, trace.ThreadID) {}

// Wakes has no event.
func (d *recorder) Wakes(t, u *vm.Thread) {}
