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

// A Mutant is a program with one change that makes it order less.
type Mutant struct {
	Kind    MutantKind
	Site    int32         // of the order, the fence or the store
	Changes []OrderChange // Weakened: of the order first, and of that of failure, which may be no stronger
	Past    int32         // Moved: the site of the access that now comes first
	Program *code.Program // its sites have the numbers of the program's
}

// Mutants returns the mutants of a program, by site: each memory order is weakened to those next
// below it, each fence left out, and each store moved after the access that follows it, where
// nothing but computations stands between.
func Mutants(p *code.Program) []Mutant {
	t := newOrderTable(p, nil).withFences()
	own := Own(p)
	var list []Mutant
	for i, site := range t.sites {
		fence, orders := slices.Contains(own, site.Site), t.next(i)
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
			m := Mutant{Kind: Weakened, Site: site.Site, Changes: t.changes(t.written, now), Program: t.apply(now)}
			if fence && o == trace.Relaxed {
				m.Kind = Dropped
			}
			list = append(list, m)
		}
	}
	list = append(list, moved(p)...)
	slices.SortStableFunc(list, func(a, b Mutant) int { return int(a.Site) - int(b.Site) })
	return list
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

// moved returns the programs in which one store comes after the next access of its thread.
func moved(p *code.Program) (list []Mutant) {
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
				list = append(list, Mutant{Kind: Moved, Site: in.Imm, Past: f.Code[to].Imm, Program: movedTo(p, n, pc, to)})
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

// movedTo returns the program with a store of function n moved after a later access. The store's
// operands are kept in two registers of their own, where it stood.
func movedTo(p *code.Program, n, from, to int) *code.Program {
	q := p.Clone()
	f := &q.Funcs[n]
	store, address, value := f.Code[from], uint8(f.NRegs), uint8(f.NRegs+1)
	f.NRegs += 2
	keep := []code.Instr{{Op: code.Mov, A: address, B: store.B}, {Op: code.Mov, A: value, B: store.C}}
	store.B, store.C = address, value
	f.Code = slices.Concat(f.Code[:from], keep, f.Code[from+1:to+1], []code.Instr{store}, f.Code[to+1:])
	f.PosOf = slices.Concat(f.PosOf[:from], slices.Repeat(f.PosOf[from:from+1], 2), f.PosOf[from+1:to+1], f.PosOf[from:from+1], f.PosOf[to+1:])
	for pc := range f.Code {
		if in := &f.Code[pc]; in.Op.Jumps() && int(in.Imm) > from {
			in.Imm += 2
		}
	}
	return q
}
