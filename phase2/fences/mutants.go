package fences

import (
	"slices"

	"fencepost/interp/code"
	"fencepost/trace"
)

// A MutantKind says how a mutant differs from its program.
type MutantKind uint8

// The kinds of mutants.
const (
	Weakened MutantKind = iota // a memory order is the next weaker one
	Dropped                    // a fence is left out
	Moved                      // a store comes after the access that follows it
)

// A Mutant is a source with one change that makes it order less.
type Mutant struct {
	Kind     MutantKind
	At       []Access        // of the order, the fence or the store, in each program
	Order    OrderChange     // Weakened: of the order, in the program of the first access
	Past     []Access        // Moved: by access of At, the one that now comes first
	Programs []*code.Program // by program, whose sites keep their numbers; nil: it has no such access
}

// Mutants returns the mutants of a source, by place: each memory order is weakened to those next
// below it, each fence left out, and each store moved after the access that follows it, where
// nothing but computations stands between.
func Mutants(programs ...*code.Program) []Mutant {
	t := jointTable(programs, nil)
	var list []Mutant
	for i, site := range t.sites {
		fence, orders := t.isFence(t.at[site.Site][0]), t.next(i)
		if fence && len(orders) > 0 && orders[0] != trace.Relaxed {
			orders = append(orders, trace.Relaxed)
		}
		for _, o := range orders {
			now := slices.Clone(t.written)
			now[i] = o
			if i+1 < len(t.sites) && t.sites[i+1].Fail && now[i+1] > o {
				now[i+1] = trace.Acquire
				if !acquires(o) {
					now[i+1] = trace.Relaxed
				}
			}
			m := Mutant{Kind: Weakened, At: t.at[site.Site], Programs: make([]*code.Program, len(programs))}
			m.Order = OrderChange{OrderSite{Site: m.At[0].Site, Fail: site.Fail}, t.written[i], o}
			for _, a := range m.At {
				m.Programs[a.Program] = t.applyTo(a.Program, now)
			}
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

// isFence reports whether an access is a fence.
func (t *orderTable) isFence(a Access) bool {
	return slices.Contains(Own(t.programs[a.Program]), a.Site)
}

// next returns the orders next below that of site i: no other stands between.
func (t *orderTable) next(i int) (list []trace.Order) {
	below := func(a, b trace.Order) bool { return covers(b, a) && !covers(a, b) }
	for _, o := range t.levels[i] {
		if below(o, t.written[i]) && !slices.ContainsFunc(t.levels[i], func(x trace.Order) bool { return below(o, x) && below(x, t.written[i]) }) {
			list = append(list, o)
		}
	}
	return list
}

// A move is a store that can come after the next access of its thread.
type move struct{ fn, from, to int }

// moved returns the mutants in which one store of the source comes after the next access.
func moved(programs []*code.Program) (list []Mutant) {
	type pair struct{ store, past sourcePlace }
	number := map[pair]int{}
	for k, p := range programs {
		moves, places := map[int][]move{}, placesOf(p)
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
				number[at], list = n, append(list, Mutant{Kind: Moved, Programs: make([]*code.Program, len(programs))})
			}
			list[n].At, list[n].Past = append(list[n].At, store), append(list[n].Past, past)
			moves[n] = append(moves[n], m)
		}
		for n, of := range moves {
			q := p.Clone()
			for _, m := range slices.Backward(of) { // of a function, the last first
				movedIn(&q.Funcs[m.fn], m, p.Funcs[m.fn].NRegs)
			}
			list[n].Programs[k] = q
		}
	}
	return list
}

// movesOf returns what can be moved in a program, by function and place.
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

// maxRegisters is how many registers a function has at most.
const maxRegisters = 256

// nextAccess returns where the next access stands that the store at pc can be moved after; -1 if
// there is none, or control comes or goes in between.
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

// movedIn moves a store of a function after a later access. The store's operands are kept in two
// registers of their own, where it stood; free is the first that the function does not use.
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
