// Package views is a restriction of the C11 model in which executions return to a state:
// stores to a location are in modification order as they are executed, and loads read one
// of the newest stores. In package c11 executions never return to a state, because the
// graph holds all past events.
//
// The state is that of a view machine (Kang, Hur, Lahav, Vafeiadis and Dreyer, "A promising
// semantics for relaxed-memory concurrency", POPL 2017, without promises). A view has, for
// each location, the oldest store that may be read. Each thread has a view, and another one
// that it adds at an acquire fence. Each store has a view, which an acquire read of it adds
// to the reader's. Only the part of a view that concerns the newest stores is kept, since
// older stores are not read.
//
// A Memory combines the memory of package c11 with the views: a read must be allowed by
// both. So every execution is one of the C11 model, even if the views are wrong. After a
// state recurs, the execution can go on as after its first occurrence only as far as the
// views decide alone. So the views are strict:
//   - A seq_cst access acts as if it stood between two seq_cst fences. All seq_cst
//     operations share one view, which each of them takes and adds to.
//   - An RMW, or a compare-exchange that succeeds, reads the newest store.
//   - Release sequences are those of C11, also for the C++20 model, which has shorter ones.
package views

import (
	"cmp"
	"encoding/binary"
	"slices"

	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// Of returns the restriction of a native model in which loads read one of the newest stores
// to a location, as many as newest says.
func Of(m *models.Model, newest int) *models.Model {
	out := *m
	out.New = func(log *models.Log) models.Memory {
		return &memory{Memory: m.New(log).(*c11.Memory), most: newest}
	}
	return &out
}

type memory struct {
	*c11.Memory
	most    int
	locs    []location
	threads []thread
	sc      view
	stores  []models.StoreID // readable stores, oldest first
}

// A view has, by location, the number of a store; it is 0 beyond its end.
type view []int32

// A location has its newest stores, oldest first. Stores are numbered in the order of
// execution.
type location struct {
	stores []store
	count  int32 // number of the newest store
}

type store struct {
	id    models.StoreID
	value uint64
	undef trace.Undef
	view  view // added to the view of an acquire reader
}

type thread struct {
	now     view
	acquire view   // added by an acquire fence
	release view   // at the latest release fence
	heads   []view // by location: at the latest release store
	ended   bool
}

// Reset starts a new execution.
func (m *memory) Reset() {
	m.Memory.Reset()
	m.locs, m.threads, m.sc = m.locs[:0], append(m.threads[:0], thread{}), nil
}

// Define adds location l.
func (m *memory) Define(l models.Loc, value uint64, undef trace.Undef) {
	m.Memory.Define(l, value, undef)
	m.locs = append(m.locs, location{stores: []store{{value: value, undef: undef}}})
}

// Redefine makes l a new location.
func (m *memory) Redefine(l models.Loc, value uint64, undef trace.Undef) {
	m.Memory.Redefine(l, value, undef)
	m.locs[l].stores = []store{{value: value, undef: undef}}
}

// at returns the number of the oldest readable store of location l.
func (v view) at(l models.Loc) int32 {
	if int(l) < len(v) {
		return v[l]
	}
	return 0
}

// see makes store n the oldest readable one of l, unless the oldest is newer.
func (v *view) see(l models.Loc, n int32) {
	*v = lists.Extended(*v, int(l)+1)
	(*v)[l] = max((*v)[l], n)
}

// join makes v the join of v and w.
func (v *view) join(w view) {
	for l, n := range w {
		v.see(models.Loc(l), n)
	}
}

// oldest returns the number of the oldest store in l.stores.
func (l *location) oldest() int32 { return l.count - int32(len(l.stores)-1) }

// order returns the memory order of a read that returns value.
func order(op *models.Op, value uint64) trace.Order {
	switch {
	case op.Word:
		return trace.Acquire
	case op.CAS && value != op.Expect:
		return op.Fail
	}
	return op.Order
}

// Read counts the stores that a load or RMW may read. If there is only one, it performs the
// read.
func (m *memory) Read(op *models.Op) (n int, value uint64) {
	if m.list(op); len(m.stores) > 1 {
		return len(m.stores), 0
	}
	return 1, m.Load(op, m.stores[0])
}

// list sets m.stores to the stores that a load or RMW may read.
func (m *memory) list(op *models.Op) {
	m.stores = m.Memory.Readable(m.stores[:0], op)
	if len(m.stores) > 1 {
		m.stores = slices.DeleteFunc(m.stores, func(id models.StoreID) bool { return !m.admits(op, id) })
	}
}

// Pick returns the k-th store of the last Read.
func (m *memory) Pick(_ *models.Op, k int) models.StoreID { return m.stores[k] }

// Readable appends the stores that a load or RMW may read.
func (m *memory) Readable(dst []models.StoreID, op *models.Op) []models.StoreID {
	m.list(op)
	return append(dst, m.stores...)
}

// admits reports whether the views allow an operation to read a store.
func (m *memory) admits(op *models.Op, id models.StoreID) bool {
	l := &m.locs[op.Loc]
	i := slices.IndexFunc(l.stores, func(s store) bool { return s.id == id })
	if i < 0 {
		return false
	}
	value := l.stores[i].value
	if op.Kind != trace.Load && (!op.CAS || value == op.Expect) {
		return i == len(l.stores)-1
	}
	n := m.threads[op.Thread].now.at(op.Loc)
	if order(op, value) == trace.SeqCst {
		n = max(n, m.sc.at(op.Loc))
	}
	return l.oldest()+int32(i) >= n
}

// Load performs a read from a store.
func (m *memory) Load(op *models.Op, from models.StoreID) uint64 {
	value := m.Memory.Load(op, from)
	t, l := &m.threads[op.Thread], &m.locs[op.Loc]
	i := slices.IndexFunc(l.stores, func(s store) bool { return s.id == op.RF })
	o := order(op, value)
	if o == trace.SeqCst {
		t.now.join(m.sc)
	}
	t.now.see(op.Loc, l.oldest()+int32(i))
	if o.Acquires() {
		t.now.join(l.stores[i].view)
	} else if o != trace.Plain {
		t.acquire.join(l.stores[i].view)
	}
	if o == trace.SeqCst {
		m.sc.join(t.now)
	}
	return value
}

// Store performs a write.
func (m *memory) Store(op *models.Op, value uint64) {
	m.Memory.Store(op, value)
	t, l := &m.threads[op.Thread], &m.locs[op.Loc]
	last := &l.stores[len(l.stores)-1]
	s := store{id: op.ID, value: value, undef: op.Undef}
	l.count++
	if op.Order == trace.SeqCst {
		t.now.join(m.sc)
	}
	t.now.see(op.Loc, l.count)
	if op.Order == trace.SeqCst {
		m.sc.join(t.now)
	}
	t.heads = lists.Extended(t.heads, int(op.Loc)+1)
	switch {
	case op.Order.Releases() || op.Word:
		s.view = slices.Clone(t.now)
		t.heads[op.Loc] = slices.Clone(t.now)
	case op.Order != trace.Plain:
		s.view = slices.Clone(t.release)
		s.view.join(t.heads[op.Loc])
	}
	if op.Kind == trace.RMW || op.Kind == trace.Lock {
		s.view.join(last.view)
	}
	l.stores = append(l.stores, s)
	l.stores = l.stores[max(0, len(l.stores)-m.most):]
}

// Fence performs a fence.
func (m *memory) Fence(op *models.Op) {
	m.Memory.Fence(op)
	t := &m.threads[op.Thread]
	if op.Order.Acquires() {
		t.now.join(t.acquire)
	}
	if op.Order == trace.SeqCst {
		t.now.join(m.sc)
		m.sc.join(t.now)
	}
	if op.Order.Releases() {
		t.release = slices.Clone(t.now)
	}
}

// Sync performs the creation, the end or the join of a thread.
func (m *memory) Sync(op *models.Op, peer trace.ThreadID) {
	m.Memory.Sync(op, peer)
	t := &m.threads[op.Thread]
	switch op.Kind {
	case trace.Create:
		m.threads = append(m.threads, thread{now: slices.Clone(t.now)})
	case trace.Join:
		t.now.join(m.threads[peer].now)
		m.threads[peer].now = nil
	case trace.Exit:
		*t = thread{now: t.now, ended: true}
	}
}

// AppendState appends the stores of each location that has more than one, and all views
// restricted to them.
func (m *memory) AppendState(dst []byte, _ int, where func(models.Loc) (uint64, bool)) []byte {
	type place struct {
		addr uint64
		loc  models.Loc
	}
	var places []place
	for l := range m.locs {
		if addr, ok := where(models.Loc(l)); ok && len(m.locs[l].stores) > 1 {
			places = append(places, place{addr, models.Loc(l)})
		}
	}
	slices.SortFunc(places, func(a, b place) int { return cmp.Compare(a.addr, b.addr) })
	told := func(v view) {
		for _, p := range places {
			dst = append(dst, byte(max(0, v.at(p.loc)-m.locs[p.loc].oldest())))
		}
	}
	for _, p := range places {
		dst = binary.AppendUvarint(dst, p.addr)
		stores := m.locs[p.loc].stores
		dst = append(dst, byte(len(stores)))
		for _, s := range stores {
			dst = append(binary.AppendUvarint(dst, s.value), byte(s.undef))
			told(s.view)
		}
	}
	told(m.sc)
	for i := range m.threads {
		t := &m.threads[i]
		told(t.now)
		if t.ended {
			continue
		}
		acquire := slices.Clone(t.acquire)
		acquire.join(t.now)
		told(acquire)
		told(t.release)
		for _, p := range places {
			if int(p.loc) < len(t.heads) {
				told(t.heads[p.loc])
			} else {
				told(nil)
			}
		}
	}
	return dst
}
