package vm

import (
	"fmt"
	"slices"

	"fencepost/interp/code"
)

// wideDraw is from how many values on a draw begins with those that are likely to
// matter.
const wideDraw = 1 << 10

// maxLikely bounds the values that are drawn first.
const maxLikely = 64

// nondet answers nondet_range. Of a wide range the first choice is among the values
// that programs compare with, or any other, which takes up to two choices more. With
// Config.Few there is no other; if those do not stand for all, a Sample is chosen.
func (m *VM) nondet(t *Thread, r *[256]int64, a uint8) bool {
	lo, hi := r[a], r[a+1]
	if lo > hi {
		m.fail(t, &Error{Kind: BadCall, Message: fmt.Sprintf("empty range %d to %d", lo, hi)})
		return false
	}
	span := uint64(hi) - uint64(lo) // one less than the number of values
	if span>>46 != 0 {
		m.unsupported(t, "a choice among more than 2^46 values")
		return false
	}
	var first []int64
	if span >= wideDraw {
		var classes int
		first, classes = m.first(t, lo, hi)
		if m.config.Few {
			if classes == 0 {
				m.driver.Choose(t, Sample, 1)
				classes = len(first)
			}
			r[a] = first[m.driver.Choose(t, Value, classes)]
			return true
		}
		if k := m.driver.Choose(t, Value, len(first)+1); k < len(first) {
			r[a] = first[k]
			return true
		}
	}
	const chunk = 1 << 16
	ask := func(n uint64) uint64 {
		if n <= 1 {
			return 0
		}
		return uint64(m.driver.Choose(t, Value, int(n)))
	}
	v := uint64(0)
	if high := span / chunk; high > 0 {
		v = ask(high+1) * chunk
	}
	v += ask(min(chunk, span-v+1))
	r[a] = int64(uint64(lo) + v)
	if slices.Contains(first, r[a]) { // each value is drawn in one way
		t.State = Assumed
		m.driver.Halts(t, nil)
		return false
	}
	return true
}

// first returns the values of a range that are drawn first, where t draws. The first so
// many, unless that is 0, stand for all others.
func (m *VM) first(t *Thread, lo, hi int64) (list []int64, classes int) {
	fn := t.fn
	for f, step := range m.steps {
		if step == fn { // see executeOne
			fn = f
		}
	}
	at := call{fn, t.pc}
	list, ok := m.classes[at]
	if !ok {
		if m.classes == nil {
			m.classes = map[call][]int64{}
		}
		list, _ = m.source.Classes(m.sourceOf(fn), t.pc, lo, hi)
		if len(list) > maxLikely {
			list = nil
		}
		m.classes[at] = list
	}
	classes = len(list)
	for _, v := range m.likely(lo, hi) {
		if !slices.Contains(list, v) {
			list = append(list[:len(list):len(list)], v)
		}
	}
	return list, classes
}

// likely returns the values of a range that are drawn first: 0, 1, -1, and the
// constants of the program with their neighbours, small ones first, and the bounds.
func (m *VM) likely(lo, hi int64) []int64 {
	if m.constants == nil {
		m.constants = constants(m.source)
	}
	var list []int64
	add := func(v int64) {
		if lo <= v && v <= hi && len(list) < maxLikely && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	for _, v := range []int64{0, 1, -1} {
		add(v)
	}
	for _, c := range m.constants {
		add(c)
		add(c + 1)
		add(c - 1)
	}
	add(lo)
	add(hi)
	return list
}

// constants returns those in the program's own functions, small ones first.
func constants(p *code.Program) []int64 {
	list := []int64{2}
	for i := range p.Funcs {
		if p.Funcs[i].System {
			continue
		}
		for _, in := range p.Funcs[i].Code {
			switch in.Op {
			case code.Const:
				list = append(list, int64(in.Imm))
			case code.ConstL:
				list = append(list, p.Consts[in.Imm])
			}
		}
	}
	code.SmallFirst(list)
	return slices.Compact(list)
}
