package vm

import (
	"context"

	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A Snapshot is the state of an execution between two steps, without the state of its driver. The
// zero value is ready for Save. Save reuses its memory.
type Snapshot struct {
	threads  []savedThread
	locks    []lockState
	signals  []models.Loc
	keys     []uint64
	section  trace.ThreadID
	accessed bool
	queued   int
	local    int
	memory   savedSpace
}

// A savedThread is a copy of a thread that shares no slice with it; regs has only the registers in
// use.
type savedThread struct {
	Thread
	room int // len(Thread.regs)
}

// A savedSpace is a copy of a space without the objects with which every execution starts.
type savedSpace struct {
	arena, defined []byte
	slots          []slot // of the stripes, one after the other
	objs           []memObject
	locs           []location
	dead           []life
	freed          []int32
	stripes        []stripe
	spent, aside   int64
	replaced       bool
	changes        int
	stamp          int64
}

// maxSaved bounds the bytes of memory beside the objects of the program, and the registers of a
// thread, of an execution that Save accepts. Copying more would take longer than running the
// execution again.
const maxSaved = 1 << 12

// Save sets s to the state of the execution, which has not ended. It reports false, and s is invalid,
// if the state cannot be restored or is not worth it: much memory is in use, static objects have
// changed in the arena, or generations of addresses are exhausted.
func (m *VM) Save(s *Snapshot) bool {
	if m.wides.Bytes() > 0 || !m.space.save(&s.memory) {
		return false
	}
	n := len(m.threads)
	s.threads = lists.Extended(s.threads, n)
	s.threads = s.threads[:n]
	for i, t := range m.threads {
		if t.top > maxSaved {
			return false
		}
		u := &s.threads[i]
		regs := append(u.regs[:0], t.regs[:t.top]...)
		u.take(t)
		u.regs, u.room = regs, len(t.regs)
	}
	s.locks = append(s.locks[:0], m.locks...)
	s.signals = append(s.signals[:0], m.signals...)
	s.keys = append(s.keys[:0], m.keys...)
	s.section, s.accessed, s.queued, s.local = m.section, m.accessed, m.queued, m.local
	return true
}

// Restore ends the execution and continues from s, which Save of the same VM made.
func (m *VM) Restore(ctx context.Context, s *Snapshot) {
	m.keep(min(len(s.threads), len(m.threads)))
	m.space.restore(&s.memory)
	m.begin(ctx)
	for i := range s.threads {
		if m.Same(s, trace.ThreadID(i)) {
			continue
		}
		if i == len(m.threads) {
			m.newThread()
		}
		u, t := &s.threads[i], m.threads[i]
		regs := t.regs
		if len(regs) < u.room {
			regs = make([]int64, u.room)
		} else if u.top < t.top {
			clear(regs[u.top:t.top]) // see newThread
		}
		copy(regs, u.regs)
		t.take(&u.Thread)
		t.regs = regs
		t.slide(t.base)
	}
	m.locks = append(m.locks, s.locks...)
	m.signals = append(m.signals, s.signals...)
	m.keys = append(m.keys, s.keys...)
	m.section, m.accessed, m.queued, m.local = s.section, s.accessed, s.queued, s.local
}

// Same reports whether thread t is in the same state as in s.
func (m *VM) Same(s *Snapshot, t trace.ThreadID) bool {
	return int(t) < min(len(s.threads), len(m.threads)) && m.threads[t].stamp == s.threads[t].stamp
}

// take makes t a copy of u, except for the registers. It reuses the memory of t.
func (t *Thread) take(u *Thread) {
	frames, autos, chunks := copied(t.frames, u.frames), copied(t.autos, u.autos), copied(t.bulk.chunks, u.bulk.chunks)
	taints, tls, values := copied(t.taints, u.taints), copied(t.tls, u.tls), copied(t.values, u.values)
	*t = *u
	t.frames, t.autos, t.bulk.chunks, t.taints, t.tls, t.values = frames, autos, chunks, taints, tls, values
}

// copied returns a copy of list, which is often empty, in the memory of old.
func copied[T any](old, list []T) []T {
	if len(list) == 0 {
		return old[:0]
	}
	return append(old[:0], list...)
}

func (s *space) save(d *savedSpace) bool {
	n := len(s.image)
	if s.dirty || s.spent || s.memory.large || !s.striped || len(s.histories) > 0 || len(s.arena)-n > maxSaved {
		return false
	}
	d.slots = d.slots[:0]
	d.stripes = lists.Extended(d.stripes, len(s.stripes))
	d.stripes = d.stripes[:len(s.stripes)]
	for i := range s.stripes {
		t := &s.stripes[i]
		if t.used > stripeSlots {
			return false
		}
		d.slots = append(d.slots, s.reserved(int32(i))...)
		d.stripes[i].take(t)
	}
	d.arena, d.defined = append(d.arena[:0], s.arena[n:]...), append(d.defined[:0], s.defined[n:]...)
	d.objs = append(d.objs[:0], s.objs[s.imageObjs:]...)
	d.locs = append(d.locs[:0], s.locs...)
	d.dead = append(d.dead[:0], s.dead...)
	d.freed, d.replaced = append(d.freed[:0], s.freed...), s.replaced
	d.spent, d.aside, d.changes, d.stamp = s.memory.spent, s.memory.aside, s.changes, s.stamp
	return true
}

// restore makes s the space from which save made d.
func (s *space) restore(d *savedSpace) {
	if s.stamp != d.stamp {
		s.reset()
		s.copyFrom(d)
		s.stamp = d.stamp
	}
	s.memory.reset()
	s.memory.spent, s.memory.aside = d.spent, d.aside
}

// copyFrom is restore for a space that was reset.
func (s *space) copyFrom(d *savedSpace) {
	n := len(s.image)
	s.grow(n + len(d.arena))
	copy(s.arena[n:], d.arena)
	copy(s.defined[n:], d.defined)
	s.objs = append(s.objs, d.objs...)
	s.locs = append(s.locs, d.locs...)
	for l := range s.locs {
		if at := &s.locs[l]; at.size != 0 && at.obj >= 0 {
			s.place(models.Loc(l))
		}
	}
	s.dead = append(s.dead, d.dead...)
	s.freed, s.replaced = append(s.freed, d.freed...), d.replaced
	slots := d.slots
	for i := range d.stripes {
		t := s.stripeOf(int32(i))
		t.take(&d.stripes[i])
		slots = slots[copy(s.reserved(int32(i)), slots):]
	}
	s.changes = d.changes
}

// reserved returns the used slots of a stripe that has only its first piece.
func (s *space) reserved(stripe int32) []slot {
	used := s.stripes[stripe].used
	if used == 0 {
		return nil
	}
	first := s.firstSlot(stripe, 0)
	for int64(len(s.slots)) < first+used {
		s.slots = append(s.slots, slot{obj: -1})
	}
	return s.slots[first : first+used]
}

// take makes t a copy of u. It reuses the memory of t.
func (t *stripe) take(u *stripe) {
	t.used, t.rooms = u.used, u.rooms
	for k := range u.free[:u.rooms] {
		t.free[k] = append(t.free[k][:0], u.free[k]...)
	}
}
