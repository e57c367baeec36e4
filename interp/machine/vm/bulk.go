package vm

import (
	"fencepost/trace"
)

// A bulk is a memcpy, memmove, memset or realloc in progress. It accesses whole scalars of the
// objects, each access a step of its own. A copy reads everything before it writes. So source and
// destination may overlap. Never-written content is copied silently.
type bulk struct {
	active   bool
	dst, src uint64
	size     uint64
	at       uint64 // bytes read so far, or filled
	written  int    // chunks written
	chunks   []chunk
}

// A chunk is a scalar that was read.
type chunk struct {
	off   uint64
	value uint64
	size  uint8
	undef trace.Undef
	by    int // Thread.Number of the operation
}

func (b *bulk) start(dst, src, size uint64) {
	b.active, b.dst, b.src, b.size = true, dst, src, size
	b.at, b.written, b.chunks = 0, 0, b.chunks[:0]
}

// chunkSize returns the size in bytes of the next access of t. It is the size of the location that
// starts at the source address (if copying) or at the destination address. If there is none, it is the
// largest power of two, at most 8, to which the addresses are aligned.
func (m *VM) chunkSize(t *Thread, b *bulk, copying bool) uint8 {
	left := b.size - b.at
	if m.repeater != nil {
		if n := m.repeater.Size(t); n != 0 && uint64(n) <= left {
			return n
		}
	}
	if copying {
		if n := m.knownSize(b.src + b.at); n != 0 && uint64(n) <= left {
			return n
		}
	}
	if n := m.knownSize(b.dst + b.at); n != 0 && uint64(n) <= left {
		return n
	}
	align := b.dst + b.at
	if copying {
		align |= b.src + b.at
	}
	n := uint8(8)
	for uint64(n) > left || align&uint64(n-1) != 0 {
		n /= 2
	}
	return n
}

// knownSize returns the size in bytes of the location that starts at addr, or 0 if none does.
func (m *VM) knownSize(addr uint64) uint8 {
	off, ok := m.space.resolve(addr, 1)
	if !ok {
		return 0
	}
	if l := m.space.locAt[off] - 1; l >= 0 {
		return m.space.locs[l].size
	}
	return 0
}

// copyStep performs the next access of a copy; it reports whether it was the last.
func (m *VM) copyStep(t *Thread) (finished bool) {
	b := &t.bulk
	switch {
	case b.at < b.size:
		n := m.chunkSize(t, b, true)
		v, undef, ok := m.bulkLoad(t, b.src+b.at, n)
		if !ok {
			return false
		}
		b.chunks = append(b.chunks, chunk{b.at, v, n, undef, t.Number})
		b.at += uint64(n)
	case b.written < len(b.chunks):
		c := b.chunks[b.written]
		if t.flow != nil && !t.flow.named {
			t.flow.data = Only(c.by)
		}
		if !m.bulkStore(t, b.dst+c.off, c.size, c.value, c.undef) {
			return false
		}
		b.written++
	}
	if b.at == b.size && b.written == len(b.chunks) {
		b.active = false
		return true
	}
	return false
}

// fillStep performs the next store of a memset.
func (m *VM) fillStep(t *Thread, with byte) (finished bool) {
	b := &t.bulk
	if b.at < b.size {
		n := m.chunkSize(t, b, false)
		v := 0x0101010101010101 * uint64(with) & mask(n)
		if n > 8 {
			v = m.wides.NumberOf(n, func(i uint8) uint64 { return v & mask(min(n-8*i, 8)) })
		}
		if !m.bulkStore(t, b.dst+b.at, n, v, 0) {
			return false
		}
		b.at += uint64(n)
	}
	if b.at == b.size {
		b.active = false
		return true
	}
	return false
}

func (m *VM) bulkLoad(t *Thread, addr uint64, size uint8) (v uint64, undef trace.Undef, ok bool) {
	op := &t.Op
	op.Kind, op.Order, op.Loc, op.CAS = trace.Load, m.prog.Access[t.in.Imm].Fail, -1, false
	if !m.locate(t, addr, size, false) {
		return 0, 0, false
	}
	v = m.read(t)
	return v, op.Undef, true
}

// loadWritten is bulkLoad of memory that must have been written.
func (m *VM) loadWritten(t *Thread, addr uint64, size uint8) (v uint64, ok bool) {
	v, undef, ok := m.bulkLoad(t, addr, size)
	if ok && !m.stopped && undef != 0 {
		m.neverWritten(t)
		return 0, false
	}
	return v, ok && !m.stopped
}

func (m *VM) bulkStore(t *Thread, addr uint64, size uint8, v uint64, undef trace.Undef) bool {
	op := &t.Op
	op.Kind, op.Order, op.Loc, op.CAS = trace.Store, m.prog.Access[t.in.Imm].Order, -1, false
	if !m.locate(t, addr, size, true) {
		return false
	}
	return (!m.IsLock(t.Op.Loc) || m.overwrites(t)) && m.write(t, v, undef)
}
