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
)

// A teller is the driver of a replay: it tells the events of the explorer's run. A read may come
// before the store that it reads from.
type teller struct {
	*explorer
	events  []trace.Event
	sources []source // by event: what it reads from
	index   []int32  // by thread: its latest program index
	ids     []int32  // by access of the graph: its event
	// By location, what main has stored while it was alone: before, and after there were other
	// threads.
	early, late map[int32][]int32
}

// A source is what an event reads from: a write of the graph, or if there is none an event; 0
// is the initial content.
type source struct{ write, event int32 }

func newTeller(ctx context.Context, p *code.Program, m *candidates.Model, o interp.Options) *teller {
	d := &teller{}
	d.explorer = newExplorer(ctx, p, m, Options{Machine: o}, d)
	d.begin()
	return d
}

// begin forgets the events told so far.
func (d *teller) begin() {
	d.events, d.sources, d.index = nil, nil, nil
	d.ids = make([]int32, len(d.g.events))
	d.early, d.late = map[int32][]int32{}, map[int32][]int32{}
}

// execution returns what was told.
func (d *teller) execution() *shown.Execution {
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
func (d *teller) event(t *vm.Thread, kind trace.Kind) *trace.Event {
	for len(d.index) <= int(t.ID) {
		d.index = append(d.index, 0)
	}
	d.index[t.ID]++
	d.events = append(d.events, trace.Event{ID: int32(len(d.events) + 1), Thread: t.ID, I: d.index[t.ID], Kind: kind, Site: t.Op.Site, Loc: -1})
	d.sources = append(d.sources, source{write: none})
	return &d.events[len(d.events)-1]
}

// newest returns what main reads while it is alone.
func (d *teller) newest(loc int32) source {
	if list := d.late[loc]; len(list) > 0 {
		return source{none, list[len(list)-1]}
	}
	if d.created == 0 {
		return d.of(initial, loc)
	}
	return d.of(d.g.last(loc), loc)
}

// of returns write w of a location, or what it held at first, as a source.
func (d *teller) of(w, loc int32) source {
	if list := d.early[loc]; w < 0 && len(list) > 0 {
		return source{none, list[len(list)-1]}
	}
	return source{write: w}
}

// did returns the last event of the graph that t has done, of a kind, or none.
func (d *teller) did(t *vm.Thread, k kind) int32 {
	list := d.g.threads[t.ID]
	for at := d.cursor[t.ID] - 1; at >= 0; at-- {
		if d.g.events[list[at]].kind == k {
			return list[at]
		}
	}
	return none
}

// accessed tells an access, which was made while main was alone or not, and read from a source.
func (d *teller) accessed(t *vm.Thread, kind trace.Kind, value, read uint64, alone bool, from source) {
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
			d.tells(d.did(t, reads), e.ID)
		}
		if kind.Writes() {
			d.tells(d.did(t, writes), e.ID)
		}
	case !kind.Writes():
	case d.created == 0:
		d.early[loc] = append(d.early[loc], e.ID)
	default:
		d.late[loc] = append(d.late[loc], e.ID)
	}
}

// tells notes the event of an access of the graph.
func (d *teller) tells(access, event int32) {
	if access >= 0 && int(access) < len(d.ids) {
		d.ids[access] = event
	}
}

// from returns what the read that t has just done read from.
func (d *teller) from(t *vm.Thread, alone bool) source {
	loc := d.locOf[t.Op.Loc]
	if alone {
		return d.newest(loc)
	}
	r := d.did(t, reads)
	if r < 0 {
		return source{write: none}
	}
	return d.of(d.g.events[r].rf, loc)
}

// Load performs a load.
func (d *teller) Load(t *vm.Thread) uint64 {
	alone := d.alone(t)
	v := d.explorer.Load(t)
	d.accessed(t, trace.Load, v, 0, alone, d.from(t, alone))
	return v
}

// Store performs a store.
func (d *teller) Store(t *vm.Thread, value uint64) (ok bool) {
	alone := d.alone(t)
	ok = d.explorer.Store(t, value)
	d.accessed(t, t.Op.Kind, value, 0, alone, source{write: none})
	return ok
}

// Write performs the writing half of a read-modify-write.
func (d *teller) Write(t *vm.Thread, kind trace.Kind, old, value uint64) {
	alone := d.alone(t)
	from := d.from(t, alone)
	d.explorer.Write(t, kind, old, value)
	if !kind.Writes() {
		value, old = old, 0
	}
	d.accessed(t, kind, value, old, alone, from)
}

// Fence performs a fence of the program.
func (d *teller) Fence(t *vm.Thread, low models.Lowering) {
	d.explorer.Fence(t, low)
	d.event(t, trace.Fence).Order = t.Op.Order
}

// Create performs the creation of a thread.
func (d *teller) Create(t *vm.Thread) (n trace.ThreadID, ok bool) {
	n, ok = d.explorer.Create(t)
	d.event(t, trace.Create).Value = uint64(n)
	return n, ok
}

// Join performs the join of a thread that has ended.
func (d *teller) Join(t *vm.Thread, peer trace.ThreadID) {
	d.explorer.Join(t, peer)
	d.event(t, trace.Join).Value = uint64(peer)
}

// Exit performs the end of a thread.
func (d *teller) Exit(t *vm.Thread) {
	d.explorer.Exit(t)
	d.event(t, trace.Exit)
}

// Free ends the life of a block.
func (d *teller) Free(t *vm.Thread, b vm.Block) {
	d.explorer.Free(t, b)
	d.event(t, trace.Free).Addr = b.Addr
}

// Allocated tells of a new block.
func (d *teller) Allocated(t *vm.Thread, site int32, addr, size uint64) {
	e := d.event(t, trace.Alloc)
	e.Site, e.Addr, e.Value = site, addr, size
}

// Drop is told of the end of an object.
func (d *teller) Drop(*vm.Thread, models.Loc) {}

// Awaits is told of a thread that waits for another.
func (d *teller) Awaits(*vm.Thread, trace.ThreadID) {}

// Wakes is told of a signal.
func (d *teller) Wakes(t, u *vm.Thread) {}
