package vm

import (
	"fencepost/interp/code"
	"fencepost/trace"
)

// Reads of a library function that prints or formats text. Bytes of an object that other threads can
// write are read by plain loads, each a step of its own. The function reads until it comes to a byte
// that it has not loaded yet, parks before the load, and starts again after it, with the loaded bytes
// in Thread.bulk. So it has an effect only when it has read all bytes.

// maxString bounds the bytes of a string that are read.
const maxString = 1 << 16

// shared reports whether another thread can write to the byte at addr.
func (m *VM) shared(addr uint64) bool {
	_, obj, ok := m.space.find(addr, 1)
	return ok && !m.space.objs[obj].private && !m.space.objs[obj].readOnly
}

// cString reads a string up to its end, or most bytes. ok is false if t has failed, or has parked
// before a load.
func (m *VM) cString(t *Thread, addr uint64, most int) (s []byte, ok bool) {
	for len(s) < most {
		b, ok := m.textByte(t, addr+uint64(len(s)))
		if !ok {
			return nil, false
		}
		if b == 0 {
			break
		}
		s = append(s, b)
	}
	return s, true
}

// textByte reads the byte at addr; ok is false if t has failed, or has parked before the load.
func (m *VM) textByte(t *Thread, addr uint64) (b byte, ok bool) {
	k := &t.bulk
	switch {
	case k.active && k.written < len(k.chunks) && k.chunks[k.written].off == addr:
		k.written++
		return byte(k.chunks[k.written-1].value), true
	case m.shared(addr):
		m.parkText(t, addr, 1)
		return 0, false
	}
	return m.peek(t, addr)
}

// bytes reads n bytes from addr on. It is like textByte, except that it loads whole scalars.
func (m *VM) bytes(t *Thread, addr, n uint64) (text []byte, ok bool) {
	k := &t.bulk
	if k.active {
		for _, c := range k.chunks {
			for i := range c.size {
				text = append(text, byte(m.wides.Part(c.value, c.size, i)))
			}
		}
		return text, true
	}
	if n > 0 && m.shared(addr) {
		m.parkText(t, addr, n)
		return nil, false
	}
	for i := range n {
		b, ok := m.peek(t, addr+i)
		if !ok {
			return nil, false
		}
		text = append(text, b)
	}
	return text, true
}

// parkText parks t, which performs a library function, before the loads of size bytes at addr.
func (m *VM) parkText(t *Thread, addr, size uint64) {
	k := &t.bulk
	if !k.active {
		k.start(addr, addr, size)
	}
	k.src, k.dst, k.at, k.size = addr, addr, 0, size
	m.park(t, &t.fn.Code[t.pc], t.window())
	t.addr, t.Op.Loc = addr, m.tryLocate(addr, m.chunkSize(t, k, false))
}

// stepText performs the load before which t is parked in a library function. After the last load that
// was requested it runs the function again.
func (m *VM) stepText(t *Thread, id code.SysID, r *[256]int64) {
	k := &t.bulk
	n := m.chunkSize(t, k, false)
	v, ok := m.loadWritten(t, k.src+k.at, n)
	if !ok {
		return
	}
	k.chunks = append(k.chunks, chunk{k.src + k.at, v, n, 0, t.Number})
	if k.at += uint64(n); k.at < k.size {
		t.addr = k.src + k.at
		t.Op.Loc, t.changes = m.tryLocate(t.addr, m.chunkSize(t, k, false)), m.space.changes
		return
	}
	k.written = 0
	in := t.in
	if m.system(t, id, r, &in) {
		k.active = false
		m.passed(t)
	}
}

// peek reads the byte at addr as thread t would see it, without an event. It fails t if the byte is
// not in a live object or was never written.
func (m *VM) peek(t *Thread, addr uint64) (b byte, ok bool) {
	off, ok := m.space.resolve(addr, 1)
	if !ok {
		m.badAddress(t, addr, 1)
		return 0, false
	}
	var undef trace.Undef
	if l := m.space.covering(off); l >= 0 {
		var v uint64
		v, undef = m.driver.Latest(t.ID, l)
		b, undef = m.byteOf(l, v, undef, off)
		ok = undef == 0
	} else {
		b, ok = m.space.arena[off], m.space.defined[off] != 0
	}
	if !ok {
		m.fail(t, m.objectError(NeverWritten, m.space.object(addr)))
	}
	return b, ok
}
