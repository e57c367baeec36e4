package lower

import (
	"cmp"
	"slices"

	"fencepost/interp/code"
	"fencepost/interp/llvm/debug"
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
	words := (n + 63) / 64
	type run struct {
		from, to  int
		next      []int
		in        []uint64
		gen, kill []uint64
	}
	var runs []run
	starts := map[int]int{}
	begin := 0
	closeRun := func(end int) {
		if end > begin {
			starts[begin] = len(runs)
			runs = append(runs, run{from: begin, to: end})
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
	for k := range runs {
		r := &runs[k]
		r.in, r.gen, r.kill = make([]uint64, words), make([]uint64, words), make([]uint64, words)
		for at := r.from; at < r.to; at++ {
			list[at].eachRegister(func(x *int, sets bool) {
				w, bit := *x>>6, uint64(1)<<(*x&63)
				if sets {
					r.kill[w] |= bit
				} else if r.kill[w]&bit == 0 {
					r.gen[w] |= bit
				}
			})
		}
		last := &list[r.to-1]
		if last.kind == jump {
			r.next = append(r.next, starts[last.to.at])
		}
		if !ends(last) && r.to < len(list) {
			r.next = append(r.next, starts[r.to])
		}
	}
	for changed := true; changed; {
		changed = false
		for k := len(runs) - 1; k >= 0; k-- {
			r := &runs[k]
			for w := range words {
				out := uint64(0)
				for _, s := range r.next {
					out |= runs[s].in[w]
				}
				v := r.gen[w] | out&^r.kill[w]
				if v != r.in[w] {
					r.in[w], changed = v, true
				}
			}
		}
	}
	in := make([][]int32, len(list))
	collect := func(at int, set []uint64) {
		for w, word := range set {
			for b := 0; word != 0; b, word = b+1, word>>1 {
				if word&1 != 0 {
					in[at] = append(in[at], int32(w<<6+b))
				}
			}
		}
	}
	out := make([]uint64, words)
	for k := range runs {
		r := &runs[k]
		collect(r.from, r.in)
		clear(out)
		for _, s := range r.next {
			for w := range words {
				out[w] |= runs[s].in[w]
			}
		}
		collect(r.to-1, out)
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
