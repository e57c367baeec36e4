package vm

import (
	"fmt"
	"slices"

	"fencepost/interp/code"
)

// wideDraw is the number of values above which a draw first chooses among likely values.
const wideDraw = 1 << 10

// maxLikely bounds the number of likely values.
const maxLikely = 64

// nondet performs nondet_range. In a wide range the first choice is among the likely values and "any
// other"; the latter needs up to two more choices. With Config.Few there is no other value. If the
// likely values then do not represent all values, nondet also asks the question Sample.
func (m *VM) nondet(t *Thread, r *[256]int64, a uint8) bool {
	lo, hi := r[a], r[a+1]
	if lo > hi {
		m.fail(t, &Error{Kind: BadCall, Message: fmt.Sprintf("empty range %d to %d", lo, hi)})
		return false
	}
	span := uint64(hi) - uint64(lo) // one less than the number of values
	if span>>46 != 0 {
		m.Unsupported(t, "a choice among more than 2^46 values")
		return false
	}
	m.local += localPerStep // the schedule has the choice, as it has a visible operation
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
	if slices.Contains(first, r[a]) { // this value is drawn by the first choice
		t.State = Assumed
		m.driver.Halts(t, nil)
		return false
	}
	return true
}

// A draw has the values that are drawn first in a range.
type draw struct {
	lo, hi  int64
	list    []int64
	classes int // of these, if not 0, represent all: the program cannot distinguish any other value from one of them
}

// first returns the values that are drawn first in [lo, hi] where t draws. Each place keeps the values of
// its latest range.
func (m *VM) first(t *Thread, lo, hi int64) (list []int64, classes int) {
	fn := t.fn
	for f, step := range m.steps {
		if step == fn { // see executeOne
			fn = f
		}
	}
	at := call{fn, t.pc}
	if d, ok := m.draws[at]; ok && d.lo == lo && d.hi == hi {
		return d.list, d.classes
	}
	list, _ = m.source.Classes(m.sourceOf(fn), t.pc, lo, hi)
	if len(list) > maxLikely {
		list = nil
	}
	classes = len(list)
	for _, v := range m.likely(lo, hi) {
		if !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	if m.draws == nil {
		m.draws = map[call]draw{}
	}
	m.draws[at] = draw{lo, hi, list, classes}
	return list, classes
}

// likely returns 0, 1, -1, the constants of the program with their neighbours, small ones first, and
// the bounds, as far as they are in the range.
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

// constants returns the constants in the program's own functions, small ones first.
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
