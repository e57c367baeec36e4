package models

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"

	"fencepost/trace"
	"fencepost/trace/lists"
)

// PSLO is partial store load order, Figure 6: PSO, and for every thread and address a
// history S of stores that a load may still read.
//
// S[t][a] is always a suffix of the stores committed to a. It is kept as the start of that
// suffix in one list of commits for each address. The figure keeps a set of values, which
// is wrong when a value recurs. The load-load fence shrinks every S[t][a] to the newest
// store. Here it only notes the time, and a history is cut when it is next used.
//
// It differs from the figure in three more points, each of which only removes behaviours. A
// failed compare-exchange, like a successful one, lets no later load read an older store. A
// store-load fence first drains and then cuts the histories; the figure's order, taken as
// two steps, allows store buffering. Joining a thread cuts the histories of the joiner, as
// acquiring a lock does. Store-store fences are those of PSO. A part of a location that is
// loaded has a history of its own, as an address has; a store that writes several parts
// appends to all of them at once.
//
// What was tried for speed stands in docs/notes/models.md.
var PSLO = &Model{
	Name:     "pslo",
	Title:    "partial store load order",
	Source:   "RELAXER, Figure 6",
	Buffered: true,
	New: func(log *Log) Memory {
		m := &psloMemory{}
		m.log = log
		m.globalMemory.histories = &m.histories
		return m
	},
	ReadChoice: true,
	PPO: NewPPO([]Class{LL, SS, SL},
		Relaxation{Before: []Class{W, SS}, After: []Class{R, LL, Join}},
		Relaxation{Before: []Class{W}, After: []Class{W, U, C}, Elsewhere: true},
		Relaxation{Before: []Class{R, U, C}, After: []Class{R}, Elsewhere: true},
		Relaxation{Before: []Class{Create}, After: []Class{R}}),
}

// A commit is an element of an address's list of commits.
type commit struct {
	value uint64
	time  int64 // number of commits before and including it, over all addresses
	store StoreID
	undef trace.Undef
	over  bool // another replaced it before any thread could read it
}

type history struct {
	stores []commit
	base   int32 // commit index of stores[0]
	keep   int   // length above which it is pruned
}

// A psloPart says that S for a part of a location starts later than for the whole location.
type psloPart struct {
	part  Part
	start int32
}

// noBytes overlaps no part.
var noBytes = Part{From: math.MaxUint8, Size: 1}

// minKeep is the length up to which a history is never pruned.
const minKeep = 64

type psloMemory struct {
	psoMemory
	histories
}

// histories is the state of PSLO beside that of PSO: PSO records in it every store that
// reaches m.
type histories struct {
	locs []history // by Loc
	time int64
	view []psloView // by thread
}

type psloView struct {
	start  []int32      // by Loc: commit index of the oldest store in S; 0 beyond its end
	parts  [][]psloPart // by Loc
	fence  int64        // time of the last load-load fence
	silent bool         // the thread has ended or waits in a join: it will read none of the current stores
}

func (m *psloMemory) Reset() {
	m.psoMemory.Reset()
	m.locs, m.time = m.locs[:0], 0
	m.view = m.view[:0]
	m.addView()
}

// Bytes estimates the memory of the buffers and the histories.
func (m *psloMemory) Bytes() int64 {
	n := m.psoMemory.Bytes()
	for i := range m.locs {
		n += int64(len(m.locs[i].stores)) * 32
	}
	for i := range m.view {
		n += int64(len(m.view[i].start)) * 4
	}
	return n
}

func (m *histories) addView() {
	n := len(m.view)
	m.view = lists.Longer(m.view)
	v := &m.view[n]
	v.start, v.parts, v.fence, v.silent = v.start[:0], v.noParts(), m.time, false
}

func (m *psloMemory) Define(l Loc, value uint64, undef trace.Undef) {
	m.psoMemory.Define(l, value, undef)
	m.locs = lists.Longer(m.locs)
	m.begin(l, value, undef)
}

func (m *psloMemory) Redefine(l Loc, value uint64, undef trace.Undef) {
	m.psoMemory.Redefine(l, value, undef)
	for t := range m.view {
		if int(l) < len(m.view[t].start) {
			m.view[t].start[l] = 0
		}
		m.view[t].forget(l)
	}
	m.begin(l, value, undef)
}

func (m *histories) begin(l Loc, value uint64, undef trace.Undef) {
	h := &m.locs[l]
	h.stores = append(h.stores[:0], commit{value: value, undef: undef})
	h.base, h.keep = 0, minKeep
}

// noParts empties v.parts and returns it.
func (v *psloView) noParts() [][]psloPart {
	for l := range v.parts {
		v.parts[l] = v.parts[l][:0]
	}
	return v.parts[:0]
}

// forget resets S of all parts of l to that of the whole location.
func (v *psloView) forget(l Loc) {
	if int(l) < len(v.parts) {
		v.parts[l] = v.parts[l][:0]
	}
}

// oldest returns the index, in the history of l, of the oldest store in S[t][l] for a load
// of a part.
func (m *histories) oldest(t trace.ThreadID, l Loc, part Part) int {
	v, h := &m.view[t], &m.locs[l]
	i := 0
	if int(l) < len(v.start) {
		i = max(0, int(v.start[l]-h.base))
	}
	if int(l) < len(v.parts) {
		for _, p := range v.parts[l] {
			if p.part.Overlaps(part) {
				i = max(i, int(p.start-h.base))
			}
		}
	}
	n := len(h.stores) - 1
	for k := n; k > i; k-- {
		if h.stores[k].time <= v.fence {
			return k
		}
	}
	return i
}

// cutAt makes the store to l with commit index start the oldest in S for part of l.
func (v *psloView) cutAt(l Loc, part Part, start int32) {
	if part.Size == 0 {
		v.cut(l, start)
	} else {
		v.cutPart(l, part, start)
	}
}

// cut makes the store to l with commit index start the oldest in S.
func (v *psloView) cut(l Loc, start int32) {
	if int(l) >= len(v.start) {
		v.reach(l)
	}
	v.start[l] = start
	if len(v.parts) > 0 {
		v.forget(l)
	}
}

// reach extends v.start to l.
func (v *psloView) reach(l Loc) {
	v.start = lists.Extended(v.start, int(l)+1)
}

// cutPart is cut for a part of a location.
func (v *psloView) cutPart(l Loc, part Part, start int32) {
	if int(l) >= len(v.parts) {
		v.parts = slices.Grow(v.parts, int(l)+1-len(v.parts))[:l+1]
	}
	v.parts[l] = append(slices.DeleteFunc(v.parts[l], func(p psloPart) bool { return part.Covers(p.part) }), psloPart{part, start})
}

// record appends the content of l after a store of t to part of l to the history of l.
func (m *histories) record(t trace.ThreadID, l Loc, part Part, value uint64, store StoreID, undef trace.Undef) {
	h := &m.locs[l]
	m.time++
	n := len(h.stores)
	if n == cap(h.stores) {
		h.stores = append(h.stores, commit{})
	}
	h.stores = h.stores[:n+1]
	p := &h.stores[n]
	p.value, p.time, p.store, p.undef, p.over = value, m.time, store, undef, false
	m.view[t].cutAt(l, part, h.base+int32(n))
	if len(h.stores) > h.keep {
		m.prune(l)
	}
}

// hide marks the newest store to l as one that no thread can read.
func (m *histories) hide(l Loc) {
	h := &m.locs[l]
	h.stores[len(h.stores)-1].over = true
}

// prune discards the stores that no thread can read any more. It runs again at twice the
// remaining length, so its cost is amortised.
func (m *histories) prune(l Loc) {
	h := &m.locs[l]
	low := len(h.stores) - 1
	for t := range m.view {
		if !m.view[t].silent {
			low = min(low, m.oldest(trace.ThreadID(t), l, noBytes))
		}
	}
	n := copy(h.stores, h.stores[low:])
	h.stores = h.stores[:n]
	h.base += int32(low)
	h.keep = max(minKeep, 2*n)
}

func (m *psloMemory) Readable(dst []StoreID, op *Op) []StoreID {
	if m.pending != 0 {
		if e := m.buffers[op.Thread].newestOf(op.Loc, op.Part); e != nil {
			return append(dst, e.store)
		}
	}
	h := &m.locs[op.Loc]
	if op.Kind != trace.Load {
		return append(dst, h.stores[len(h.stores)-1].store)
	}
	for i := m.oldest(op.Thread, op.Loc, op.Part); i < len(h.stores); i++ {
		dst = append(dst, h.stores[i].store)
	}
	return dst
}

func (m *psloMemory) Load(op *Op, from StoreID) uint64 {
	if op.Kind == trace.Load && m.pending != 0 {
		if v, ok := m.forward(op); ok {
			return v
		}
	}
	h := &m.locs[op.Loc]
	i := len(h.stores) - 1
	if op.Kind == trace.Load {
		for h.stores[i].store != from {
			i--
		}
	}
	s := &h.stores[i]
	op.C, op.RF, op.Undef = h.base+int32(i), s.store, s.undef
	m.view[op.Thread].cutAt(op.Loc, op.Part, op.C)
	return s.value
}

func (m *psloMemory) Fence(op *Op) {
	m.psoMemory.Fence(op)
	if op.Fence == trace.LoadLoad || op.Fence == trace.StoreLoad {
		m.view[op.Thread].fence = m.time
	}
}

func (m *psloMemory) Sync(op *Op, peer trace.ThreadID) {
	m.psoMemory.Sync(op, peer)
	switch op.Kind {
	case trace.Create:
		m.addView()
	case trace.Join:
		m.view[op.Thread].fence, m.view[op.Thread].silent = m.time, false
	case trace.Exit:
		m.view[op.Thread].silent = true
	}
}

// Awaits notes that t waits for the end of another thread. The join will cut all histories
// of t, so nothing is kept for it.
func (m *psloMemory) Awaits(t, _ trace.ThreadID) { m.view[t].silent = true }

// AppendState appends the pending stores. For each location of which some thread may read
// more than one store it appends these stores, oldest first, and how many of them each
// thread may read.
func (m *psloMemory) AppendState(dst []byte, newest int, where func(Loc) (uint64, bool)) []byte {
	dst = m.psoMemory.AppendState(dst, newest, where)
	var list [][]byte // one for each location, beginning with its address
	for l := range m.locs {
		addr, ok := where(Loc(l))
		if !ok {
			continue
		}
		h, most := &m.locs[l], 1
		var threads []byte
		readable := func(from int) {
			n := min(len(h.stores)-from, newest)
			most = max(most, n)
			threads = append(threads, byte(n))
		}
		for t := range m.view {
			v := &m.view[t]
			if v.silent {
				continue
			}
			readable(m.oldest(trace.ThreadID(t), Loc(l), noBytes))
			if l < len(v.parts) {
				for _, p := range v.parts[l] {
					threads = append(threads, p.part.From, p.part.Size)
					readable(m.oldest(trace.ThreadID(t), Loc(l), p.part))
				}
			}
		}
		if most == 1 {
			continue
		}
		one := append(binary.BigEndian.AppendUint64(nil, addr), threads...)
		for _, p := range h.stores[len(h.stores)-most:] {
			one = append(binary.AppendUvarint(one, p.value), byte(p.undef))
		}
		list = append(list, one)
	}
	slices.SortFunc(list, bytes.Compare)
	for _, one := range list {
		dst = append(dst, one...)
	}
	return dst
}

// Held calls use with the values of l that a thread may read and for which match is true.
func (m *psloMemory) Held(l Loc, least uint64, match, use func(value uint64) bool) bool {
	for t := range m.view {
		if m.view[t].silent {
			continue
		}
		for _, s := range m.locs[l].stores[m.oldest(trace.ThreadID(t), l, Part{}):] {
			if s.value >= least && match(s.value) && !use(s.value) {
				return false
			}
		}
	}
	return true
}
