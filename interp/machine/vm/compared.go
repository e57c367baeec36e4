package vm

import (
	"math/bits"

	"fencepost/interp/code"
)

// Addresses that are told apart. Whether an allocation takes a freed block matters only if an operation
// depends on whether an address of that block is one of the new block: if it compares the two, subtracts
// one from the other, or computes with one in such a way that the result is none, as a hash does. Where
// the driver chooses new addresses, it may ask for these operations (Config.Compared). A comparison of single
// bytes of addresses, as by memcmp, is not reported.

// A Comparer is a Driver that receives the operations that may depend on whether two heap blocks, of
// which one is freed before the other is allocated, have one address.
type Comparer interface {
	// Compares reports such an operation of t, on addresses of blocks a and b.
	Compares(t *Thread, a, b Block)
	// Scatters reports that t computes with the address of a block in another way.
	Scatters(t *Thread)
}

// mayHold reports whether value v may hold the address of a heap block, as far as its size tells.
func (m *VM) mayHold(v int64) bool { return uint64(v) >= m.least }

// notes reports the instruction that t performs, if it depends on addresses.
func (m *VM) notes(t *Thread, in *code.Instr, r *[256]int64) {
	if in.Op == code.BadOp {
		in = &m.covered.source.Funcs[in.Imm].Code[t.pc]
	}
	switch in.Op {
	case code.JEq, code.JNe, code.JLtU, code.JLeU:
		m.compares(t, uint64(r[in.A]), uint64(r[in.B]))
	case code.Sub, code.Xor, code.Eq, code.Ne, code.LtU, code.LeU:
		m.compares(t, uint64(r[in.B]), uint64(r[in.C]))
	case code.Mul, code.DivS, code.DivU, code.ModS, code.ModU, code.ShrS, code.ShrU:
		if n := m.space.object(uint64(r[in.B])); m.isBlock(n) {
			m.comparer.Scatters(t)
		}
	case code.Wide:
		narrowX, narrowY, _ := code.WideOp(in.Imm).Narrow()
		x, y := m.wideOperand(r[in.B], narrowX), m.wideOperand(r[in.C], narrowY)
		m.compares(t, x.Low, y.Low)
		m.compares(t, x.High, y.High)
	}
}

// compares reports that the operation of t compares values v and w, if they hold addresses of two blocks.
func (m *VM) compares(t *Thread, v, w uint64) {
	if v == w || min(v, w) < m.least {
		return
	}
	a, b := m.heldIn(v), m.heldIn(w)
	if a < 0 || b < 0 || a == b {
		return
	}
	block := func(n int32) Block { return Block{Addr: m.space.objs[n].addr, Size: m.space.objs[n].size} }
	m.comparer.Compares(t, block(a), block(b))
}

// comparesWhole is compares for two values of size bytes.
func (m *VM) comparesWhole(t *Thread, v, w uint64, size uint8) {
	if size <= 8 {
		m.compares(t, v, w)
		return
	}
	for i := range size / 8 {
		m.compares(t, m.wides.Word(v, size, i), m.wides.Word(w, size, i))
	}
}

// heldIn returns the heap block, dead or alive, of which value v holds an address as copies understands
// it, or -1.
func (m *VM) heldIn(v uint64) int32 {
	s := &m.space
	for ; v >= m.least; v >>= 1 {
		_, slot := split(v)
		if slot == 0 || slot >= uint64(len(s.slots)) || !m.isBlock(s.slots[slot].obj) {
			continue
		}
		n := s.slots[slot].obj
		o := &s.objs[n]
		size := uint64(max(o.size, 1))
		if v&(1<<bits.Len64(o.addr+size)-1)-o.addr < size {
			return n
		}
	}
	return -1
}

func (m *VM) isBlock(n int32) bool { return n >= 0 && m.space.objs[n].kind == heapObject }
