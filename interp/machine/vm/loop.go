package vm

import (
	"encoding/binary"

	"fencepost/interp/code"
)

// LiveRegisters appends the registers on which the rest of the current call depends. t is at a loop.
func (m *VM) LiveRegisters(dst []int64, t *Thread) []int64 {
	r := t.window()
	for _, k := range m.liveAt(t.fn)[t.pc-1] {
		dst = append(dst, r[k])
	}
	return dst
}

// LoopState appends the state on which the rest of the current call depends: live registers and the
// content of private objects. Callers lend theirs to a function that is Lent. t is at a loop.
func (m *VM) LoopState(dst []int64, t *Thread) []int64 {
	dst = m.LiveRegisters(dst, t)
	fn, autos := t.fn, t.autos
	for depth := len(t.frames); ; {
		own := autos[len(autos)-len(fn.Locals):]
		for i, o := range own {
			if o != 0 && fn.Locals[i].Private {
				dst = m.appendContent(dst, o-1)
			}
		}
		if !fn.Lent {
			return dst
		}
		depth--
		fn, autos = t.frames[depth].fn, autos[:len(autos)-len(own)]
	}
}

// appendContent appends the content of private object o.
func (m *VM) appendContent(dst []int64, o int32) []int64 {
	obj := &m.space.objs[o]
	for at := obj.base; int64(at-obj.base) < obj.size; at += 8 { // the room of an object is a multiple of 8 bytes
		dst = append(dst, int64(binary.LittleEndian.Uint64(m.space.arena[at:])), int64(binary.LittleEndian.Uint64(m.space.defined[at:])))
	}
	return dst
}

// liveAt returns the live registers at the loops of f.
func (m *VM) liveAt(f *code.Func) [][]uint8 {
	p := m.probeOf(f)
	if p.live == nil {
		p.live = m.source.LiveAtLoops(m.sourceOf(f))
	}
	return p.live
}

// cached returns the value of key in a map, which it makes if need be. It computes the value once.
func cached[K comparable, V any](m *map[K]V, key K, compute func() V) V {
	v, ok := (*m)[key]
	if !ok {
		v = compute()
		if *m == nil {
			*m = map[K]V{}
		}
		(*m)[key] = v
	}
	return v
}

// A LoopHead identifies a loop in which a thread is: its Loop instruction, and the number of callers.
type LoopHead struct {
	PC, Depth int
	body      []bool // by pc: the instruction belongs to the loop; nil if it is no natural loop
}

// LoopHead returns the loop at whose head t is.
func (m *VM) LoopHead(t *Thread) LoopHead {
	pc, _ := t.Place()
	return LoopHead{pc, t.Depth(), m.loopBodies(t.fn)[t.pc-1]}
}

// At reports whether the loop's head is at pc, with depth callers.
func (h *LoopHead) At(pc, depth int) bool { return h.PC == pc && h.Depth == depth }

// LeftFor reports whether the thread has left the loop if it comes to the head of a loop at pc, with
// depth callers.
func (h *LoopHead) LeftFor(pc, depth int) bool {
	switch {
	case h.Depth != depth:
		return h.Depth > depth
	case h.body == nil:
		return h.PC > pc
	}
	return !h.body[pc-1]
}

// loopBodies returns the bodies of the loops of f by the pcs of their heads; nil at other pcs.
func (m *VM) loopBodies(f *code.Func) [][]bool {
	return cached(&m.bodies, f, func() [][]bool {
		bodies := make([][]bool, len(f.Code))
		for _, l := range m.source.Loops(m.sourceOf(f)) {
			bodies[l.Head] = l.Body
		}
		return bodies
	})
}
