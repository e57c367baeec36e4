package vm

import (
	"encoding/binary"

	"fencepost/interp/code"
)

// LoopState appends what the rest of the current call depends on, t being at a
// loop: live registers and the content of private objects.
func (m *VM) LoopState(dst []int64, t *Thread) []int64 {
	r := t.window()
	for _, k := range m.liveAt(t.fn)[t.pc-1] {
		dst = append(dst, r[k])
	}
	for i := range t.fn.Locals {
		o := t.autos[len(t.autos)-len(t.fn.Locals)+i]
		if o == 0 || !t.fn.Locals[i].Private {
			continue
		}
		obj := &m.space.objs[o-1]
		for at := obj.base; int64(at-obj.base) < obj.size; at += 8 { // the room of an object is whole words
			dst = append(dst, int64(binary.LittleEndian.Uint64(m.space.arena[at:])), int64(binary.LittleEndian.Uint64(m.space.defined[at:])))
		}
	}
	return dst
}

// liveAt returns the live registers at the loops of f.
func (m *VM) liveAt(f *code.Func) [][]uint8 {
	live, ok := m.live[f]
	if !ok {
		live = m.source.LiveAtLoops(m.sourceOf(f))
		if m.live == nil {
			m.live = map[*code.Func][][]uint8{}
		}
		m.live[f] = live
	}
	return live
}
