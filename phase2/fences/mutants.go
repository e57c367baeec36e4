package fences

import (
	"slices"

	"fencepost/interp/code"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A MutantKind is the kind of change that makes a mutant.
type MutantKind uint8

// The kinds of mutants.
const (
	Weakened MutantKind = iota // a memory order is replaced by the next weaker one
	Dropped                    // a fence is removed
	Moved                      // a store is moved after the next access
)

// A Mutant is a source with one change that makes it order less.
type Mutant struct {
	Kind  MutantKind
	At    []Access    // the access, fence or store, in each program
	Order OrderChange // Weakened: the change, in the program of the first access
	Past  []Access    // Moved: parallel to At, the access that now comes first

	change func(k int) *code.Program
}

// Program returns the k-th program with the change; nil if the program does not have the access.
// Sites keep their numbers. It takes O(code).
func (m *Mutant) Program(k int) *code.Program {
	if !slices.ContainsFunc(m.At, func(a Access) bool { return a.Program == k }) {
		return nil
	}
	return m.change(k)
}

// Mutants returns the mutants of a source, in the order of the source. Each memory order is
// replaced by the next weaker ones, each fence is removed, and each store is moved after
// the next access if only computations stand between.
func Mutants(programs ...*code.Program) []Mutant {
	t := jointTable(programs, nil)
	fences := map[Access]bool{}
	for k, p := range programs {
		for _, site := range Own(p) {
			fences[Access{k, site}] = true
		}
	}
	var list []Mutant
	for i, site := range t.sites {
		at, orders := t.at[site.Site][0], t.next(i)
		fence := fences[at]
		if fence && len(orders) > 0 && orders[0] != trace.Relaxed {
			orders = append(orders, trace.Relaxed)
		}
		for _, o := range orders {
			m := Mutant{Kind: Weakened, At: t.at[site.Site], change: func(k int) *code.Program { return t.applyTo(k, t.weakened(i, o)) }}
			m.Order = OrderChange{OrderSite{Site: m.At[0].Site, Fail: site.Fail}, t.written[i], o}
			if fence && o == trace.Relaxed {
				m.Kind = Dropped
			}
			list = append(list, m)
		}
	}
	list = append(list, moved(programs)...)
	slices.SortStableFunc(list, func(a, b Mutant) int { return t.place(a.At[0]).Compare(t.place(b.At[0])) })
	return list
}

// weakened returns the written orders with the weaker order o for site i, and for its failure.
func (t *orderTable) weakened(i int, o trace.Order) setting {
	now := slices.Clone(t.written)
	now[i] = o
	if i+1 < len(t.sites) && t.sites[i+1].Fail && now[i+1] > o {
		now[i+1] = trace.Acquire
		if !acquires(o) {
			now[i+1] = trace.Relaxed
		}
	}
	return now
}

// next returns the orders directly below that of site i.
func (t *orderTable) next(i int) []trace.Order {
	below := func(a, b trace.Order) bool { return covers(b, a) && !covers(a, b) }
	return lists.Where(t.levels[i], func(o trace.Order) bool {
		return below(o, t.written[i]) && !slices.ContainsFunc(t.levels[i], func(x trace.Order) bool { return below(o, x) && below(x, t.written[i]) })
	})
}

// A move is a store that can be moved after the next access of its thread.
type move struct{ fn, from, to int }

// moved returns the mutants in which one store of the source comes after the next access.
func moved(programs []*code.Program) (list []Mutant) {
	type pair struct{ store, past sourcePlace }
	number := map[pair]int{}
	var moves []map[int][]move // of each mutant, by program
	for k, p := range programs {
		places := placesOf(p)
		for _, m := range movesOf(p) {
			in := p.Funcs[m.fn].Code
			store, past := Access{k, in[m.from].Imm}, Access{k, in[m.to].Imm}
			at := pair{places[store.Site], places[past.Site]}
			if at.store == at.past {
				continue
			}
			n, known := number[at]
			if !known {
				n = len(list)
				of := map[int][]move{}
				moves = append(moves, of)
				number[at], list = n, append(list, Mutant{Kind: Moved, change: func(k int) *code.Program { return withMoves(programs[k], of[k]) }})
			}
			list[n].At, list[n].Past = append(list[n].At, store), append(list[n].Past, past)
			moves[n][k] = append(moves[n][k], m)
		}
	}
	return list
}

// withMoves returns the program with moves in the order of the program.
func withMoves(p *code.Program, list []move) *code.Program {
	q := p.Clone()
	for _, m := range slices.Backward(list) { // of a function, in reverse order
		movedIn(&q.Funcs[m.fn], m, p.Funcs[m.fn].NRegs)
	}
	return q
}

// movesOf returns the possible moves of a program, by function and position.
func movesOf(p *code.Program) (list []move) {
	for n := range p.Funcs {
		f := &p.Funcs[n]
		if f.System || f.NRegs+2 > maxRegisters {
			continue
		}
		target := map[int]bool{}
		for _, in := range f.Code {
			if in.Op.Jumps() {
				target[int(in.Imm)] = true
			}
		}
		for pc, in := range f.Code {
			if in.Op != code.Store || p.Sites[in.Imm].Pos.System() {
				continue
			}
			if to := nextAccess(f, pc, target); to >= 0 {
				list = append(list, move{n, pc, to})
			}
		}
	}
	return list
}

// maxRegisters bounds the registers of a function.
const maxRegisters = 256

// nextAccess returns the pc of the next access after which the store at pc can be moved; -1
// if there is none, or a jump leads in or out between.
func nextAccess(f *code.Func, pc int, target map[int]bool) int {
	for to := pc + 1; to < len(f.Code) && !target[to]; to++ {
		switch op := f.Code[to].Op; {
		case op == code.Load || op == code.Store || op == code.RMW:
			return to
		case !op.Computes():
			return -1
		}
	}
	return -1
}

// movedIn moves a store of a function after a later access. Two new registers, free and the
// next one, keep the store's operands from where it stood. free is the first register that
// the function does not use.
func movedIn(f *code.Func, m move, free int) {
	store, address, value := f.Code[m.from], uint8(free), uint8(free+1)
	f.NRegs = free + 2
	keep := []code.Instr{{Op: code.Mov, A: address, B: store.B}, {Op: code.Mov, A: value, B: store.C}}
	store.B, store.C = address, value
	f.Code = slices.Concat(f.Code[:m.from], keep, f.Code[m.from+1:m.to+1], []code.Instr{store}, f.Code[m.to+1:])
	f.PosOf = slices.Concat(f.PosOf[:m.from], slices.Repeat(f.PosOf[m.from:m.from+1], 2), f.PosOf[m.from+1:m.to+1], f.PosOf[m.from:m.from+1], f.PosOf[m.to+1:])
	for pc := range f.Code {
		if in := &f.Code[pc]; in.Op.Jumps() && int(in.Imm) > m.from {
			in.Imm += 2
		}
	}
}
