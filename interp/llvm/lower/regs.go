package lower

import (
	"cmp"
	"slices"

	"fencepost/interp/code"
	"fencepost/interp/llvm/debug"
	"fencepost/trace/bitset"
)

// A label is a place that jumps lead to.
type label struct {
	at   int  // index of the instruction after it
	back bool // a later jump leads here
	pc   int
	refs []int
}

// kind says how an instruction of the first form is translated to byte code.
type kind uint8

const (
	plain  kind = iota // as it is, with registers in a, b and c
	jump               // to a label
	place              // where a label stands
	call               // args before it and results after it are in the callee's window
	callBy             // as call, by the address in b
	sys                // args and at most one result
	cas                // args old and new; results whether it was changed, and the content
	leave              // returns args
)

// none is no register.
const none = -1

// minst is an instruction of the first form: registers are numbered without a bound.
type minst struct {
	kind    kind
	op      code.Op
	a, b, c int
	imm     int32
	args    []int
	results []int
	to      *label
	at      debug.Place
}

// eachRegister calls f for the registers that an instruction reads, and then for those that it sets.
func (m *minst) eachRegister(f func(r *int, sets bool)) {
	what := m.op.Fields()
	if m.kind == plain || m.kind == jump {
		if what&code.ReadsA != 0 {
			f(&m.a, false)
		}
		if what&code.ReadsB != 0 {
			f(&m.b, false)
		}
		if what&code.ReadsC != 0 {
			f(&m.c, false)
		}
		if what&code.SetsA != 0 {
			f(&m.a, true)
		}
		return
	}
	if m.kind == callBy || m.kind == cas {
		f(&m.b, false)
	}
	for k := range m.args {
		f(&m.args[k], false)
	}
	for k := range m.results {
		if m.results[k] != none {
			f(&m.results[k], true)
		}
	}
}

// mostRegisters is the number of registers for values. The registers after them are for calls.
const mostRegisters = 190

// An interval is where a register of the first form is in use.
type interval struct {
	reg      int
	from, to int
	place    int // register of the machine, or -1
	slot     int64
	fixed    bool // a parameter
}

// allocation gives registers places.
type allocation struct {
	of    []*interval
	used  int   // registers of the machine that are taken
	frame int64 // bytes of values without a register
}

// allocate finds a register of the machine for each of the first form, or a place in memory. The
// first params registers arrive in the first of the machine.
func allocate(list []minst, n, params int) *allocation {
	in := liveness(list, n)
	of := make([]*interval, n)
	touch := func(r, at int) {
		if of[r] == nil {
			of[r] = &interval{reg: r, from: at, to: at, place: -1}
		}
		of[r].from, of[r].to = min(of[r].from, at), max(of[r].to, at)
	}
	for r := range params {
		touch(r, 0)
		of[r].fixed = true
	}
	for at := range list {
		for _, r := range in[at] {
			touch(int(r), at)
		}
		list[at].eachRegister(func(r *int, sets bool) { touch(*r, at) })
	}
	order := slices.DeleteFunc(slices.Clone(of), func(v *interval) bool { return v == nil })
	slices.SortStableFunc(order, func(a, b *interval) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.reg, b.reg)) })
	a := &allocation{of: of, used: params}
	var free [mostRegisters]bool
	for k := range free {
		free[k] = true
	}
	var active []*interval
	for _, v := range order {
		kept := active[:0]
		for _, u := range active {
			if u.to < v.from {
				free[u.place] = true
			} else {
				kept = append(kept, u)
			}
		}
		active = kept
		if v.fixed {
			v.place = v.reg
		} else {
			for k, f := range free {
				if f && (k >= params || v.from > 0) {
					v.place = k
					break
				}
			}
		}
		if v.place < 0 {
			last := v
			for _, u := range active {
				if u.to > last.to && !u.fixed {
					last = u
				}
			}
			if last != v {
				v.place, last.place = last.place, -1
				active = slices.DeleteFunc(active, func(u *interval) bool { return u == last })
			}
			last.slot = a.frame
			a.frame += 8
			if last == v {
				continue
			}
		}
		free[v.place] = false
		a.used = max(a.used, v.place+1)
		active = append(active, v)
	}
	return a
}

// liveness returns the registers that are in use before every instruction that begins a run, and
// before its jumps: enough to know where registers are in use as a whole.
func liveness(list []minst, n int) [][]int32 {
	type run struct{ from, to int }
	var runs []run
	starts := map[int]int{}
	begin := 0
	closeRun := func(end int) {
		if end > begin {
			starts[begin] = len(runs)
			runs = append(runs, run{begin, end})
			begin = end
		}
	}
	for at := range list {
		switch {
		case list[at].kind == place:
			closeRun(at)
		case list[at].kind == jump || ends(&list[at]):
			closeRun(at + 1)
		}
	}
	closeRun(len(list))
	next := make([][]int, len(runs))
	for k, r := range runs {
		last := &list[r.to-1]
		if last.kind == jump {
			next[k] = append(next[k], starts[last.to.at])
		}
		if !ends(last) {
			next[k] = append(next[k], k+1)
		}
	}
	after := make([]bitset.Set, len(runs))
	before := bitset.Live(len(runs), n, func(k int) []int { return next[k] }, func(k int, live *bitset.Set) {
		after[k] = append(after[k][:0], *live...)
		for at := runs[k].to - 1; at >= runs[k].from; at-- {
			list[at].eachRegister(func(r *int, sets bool) {
				if sets {
					live.Remove(*r)
				}
			})
			list[at].eachRegister(func(r *int, sets bool) {
				if !sets {
					live.Add(*r)
				}
			})
		}
	})
	in := make([][]int32, len(list))
	collect := func(at int, live bitset.Set) {
		for r := range live.All() {
			in[at] = append(in[at], int32(r))
		}
	}
	for k, r := range runs {
		collect(r.from, before[k])
		collect(r.to-1, after[k])
	}
	return in
}

// ends reports whether execution never continues after an instruction.
func ends(m *minst) bool {
	switch m.kind {
	case leave:
		return true
	case sys:
		switch code.SysID(m.c) {
		case code.Exit, code.Abort, code.AssertFail, code.ThreadExit:
			return true
		}
		return false
	}
	return m.op == code.Jmp || m.op == code.Trap || m.op == code.RetV
}
