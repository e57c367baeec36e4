package vm

import (
	"cmp"
	"encoding/binary"
	"slices"

	"fencepost/interp/code"
	"fencepost/models"
)

// maxState bounds the bytes of memory in a state that AppendState returns.
const maxState = 1 << 20

// nobody is the number of no thread: it has no pending stores.
const nobody = -1

// AppendState appends the state on which the rest of the execution depends, except for the memory of
// the model beside the newest contents: two executions of a program under SC with equal states
// continue alike. The first shared bytes are the content of memory that threads share. ok is false if
// the memory is larger than maxState.
func (m *VM) AppendState(dst []byte) (state []byte, shared int, ok bool) {
	s := &m.space
	if len(s.arena) > maxState {
		return dst, 0, false
	}
	from := len(dst)
	content, defined := slices.Clone(s.arena), slices.Clone(s.defined)
	var locs []models.Loc
	for l := range s.locs {
		at := &s.locs[l]
		if at.size == 0 || at.obj < 0 {
			continue
		}
		v, u := m.driver.Latest(nobody, models.Loc(l))
		if m.Signals(models.Loc(l)) {
			v = 0
		}
		for i := range uint32(at.size) {
			content[at.off+i] = byte(v >> (8 * i))
			defined[at.off+i] = ^byte(u) >> i & 1
		}
		if m.IsLock(models.Loc(l)) {
			locs = append(locs, models.Loc(l))
		}
	}
	object := func(o *memObject) {
		dst = binary.AppendUvarint(dst, o.addr)
		dst = binary.AppendUvarint(dst, uint64(o.size))
		for i := o.base; i < o.base+uint32(o.size); i++ {
			if dst = append(dst, defined[i]); defined[i] != 0 {
				dst = append(dst, content[i])
			}
		}
	}
	for i := range s.objs {
		if o := &s.objs[i]; !o.dead && !o.private && !o.readOnly {
			object(o)
		}
	}
	slices.SortFunc(locs, func(a, b models.Loc) int { return cmp.Compare(s.locs[a].addr, s.locs[b].addr) })
	for _, l := range locs {
		k := &m.locks[l]
		dst = binary.AppendUvarint(dst, s.locs[l].addr)
		dst = append(dst, bit(k.made), k.kind, bit(k.robust), bit(k.inconsistent))
		dst = binary.AppendVarint(dst, int64(k.owner))
		dst = binary.AppendVarint(dst, int64(k.count))
	}
	shared = len(dst) - from
	for i := range s.objs {
		if o := &s.objs[i]; !o.dead && o.private {
			object(o)
		}
	}
	for _, k := range m.keys {
		dst = binary.AppendUvarint(dst, k)
	}
	dst = binary.AppendVarint(dst, 2*int64(m.section)+truth(m.accessed))
	for _, t := range m.threads {
		dst = m.appendThread(dst, t)
	}
	return dst, shared, true
}

// appendThread appends the state of a thread.
func (m *VM) appendThread(dst []byte, t *Thread) []byte {
	dst = append(dst, byte(t.State))
	number := func(v int64) { dst = binary.AppendVarint(dst, v) }
	number(t.result)
	number(t.handle)
	dst = append(dst, bit(t.joined), bit(t.detached), bit(t.pthreadExit), bit(t.inside))
	if t.State == Done {
		return dst
	}
	call := func(f *code.Func, pc, base int) {
		number(int64(f.Pos.Line))
		dst = append(append(append(append(dst, f.Pos.File...), 0), f.Name...), 0)
		number(int64(pc))
		for _, r := range m.liveBefore(f, pc) {
			number(t.regs[base+int(r)])
		}
	}
	for _, f := range t.frames {
		call(f.fn, f.pc, f.base)
	}
	call(t.fn, t.pc, t.base)
	for _, list := range [][]int32{t.autos, t.tls} {
		for _, o := range list {
			number(int64(o))
		}
	}
	for _, v := range t.values {
		number(v)
	}
	if t.seen >= Days {
		number(t.seen)
	}
	dst = append(dst, bit(t.starting), bit(t.ending), bit(t.signaled), bit(t.expired), bit(t.spurious), bit(t.awoken), byte(t.copied), byte(t.in.Op))
	before := 0 // in the queue
	for _, u := range m.threads {
		if t.awaits >= 0 && u.awaits == t.awaits && u.arrival < t.arrival {
			before++
		}
	}
	for _, v := range []int{t.stage, int(t.target), int(t.awaits), before, int(t.ticket), t.key, t.rounds, t.created, len(t.text)} {
		number(int64(v))
	}
	dst = append(dst, t.text...)
	if b := &t.bulk; b.active {
		for _, v := range []uint64{b.dst, b.src, b.size, b.at, uint64(b.written)} {
			number(int64(v))
		}
		for _, c := range b.chunks {
			number(int64(c.off))
			number(int64(c.value))
			dst = append(dst, c.size, byte(c.undef))
		}
	}
	for _, u := range t.taints {
		for _, v := range []int64{int64(u.register), int64(u.bits), int64(u.from)} {
			number(v)
		}
	}
	return dst
}

// liveBefore returns the live registers of f before the instruction at pc.
func (m *VM) liveBefore(f *code.Func, pc int) []uint8 {
	live := cached(&m.lives, f, func() [][]uint8 { return m.source.Live(m.sourceOf(f)) })
	if pc >= len(live) {
		return nil
	}
	return live[pc]
}

func bit(b bool) byte { return byte(truth(b)) }

// Calls calls f for each call in progress of t, the outermost first, with the function and the pc at
// which it is.
func (t *Thread) Calls(f func(fn *code.Func, pc int)) {
	for _, c := range t.frames {
		f(c.fn, max(c.pc-1, 0))
	}
	f(t.fn, t.pc)
}
