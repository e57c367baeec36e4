package fences

import (
	"slices"

	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/trace"
)

// coveredExecutions bounds the executions explored to find out what a program covers.
const coveredExecutions = 100_000

// keepCovered divides r.OverStrong: r.Minimal gets the orders that the program tests, beside
// r.Changes, and r.Uncovered the others. A program that never reaches the situation in which an
// order matters shows no error without it. So an order is weakened only if exploring proved that
// no execution goes wrong and reached every access of the program. In the functions of the access
// and of its partners, every condition has to be true once and false once, and every line has to
// be reached. Partners are the accesses of other threads that it reads from, or that read from it.
func (s *orderSearch) keepCovered(r *OrderResult) {
	covered := func(int32) bool { return false }
	if r.OverStrongVerdict.Proved && s.ctx.Err() == nil {
		covered = s.covered(r.Program)
	}
	now := s.setting(r.Changes)
	for _, c := range r.OverStrong {
		if covered(c.Site) {
			now = s.changed(now, c)
		} else {
			r.Uncovered = append(r.Uncovered, c)
		}
	}
	r.Minimal = s.changes(s.written, now)
}

// setting returns the written orders with some changes.
func (s *orderSearch) setting(list []OrderChange) setting {
	now := s.written
	for _, c := range list {
		now = s.changed(now, c)
	}
	return now
}

// covered explores a program, and returns a function that reports whether a site is
// covered.
func (s *orderSearch) covered(p *code.Program) func(site int32) bool {
	machine := s.o.Campaign.Machine
	machine.Coverage = vm.NewCoverage(p)
	c, err := communicate(s.ctx, p, s.model, machine, coveredExecutions)
	if err != nil || !c.Complete || slices.ContainsFunc(newOrderTable(p, s.model).sites, func(o OrderSite) bool { return !c.reached[OrderSite{Site: o.Site}] }) {
		return func(int32) bool { return false }
	}
	whole, first := wholeFunctions(p, machine.Coverage.Reached()), firstCopies(p)
	same := func(a, b int32) bool { return a == b || first != nil && first[a] == first[b] }
	return func(site int32) bool {
		if !whole(p.Sites[site].Pos) {
			return false
		}
		for pair := range c.seen {
			if same(pair.Store, site) && !whole(p.Sites[pair.Load].Pos) || same(pair.Load, site) && !whole(p.Sites[pair.Store].Pos) {
				return false
			}
		}
		return true
	}
}

// wholeFunctions returns a function that reports, for a position, whether all code of the
// functions at it was reached.
func wholeFunctions(p *code.Program, r *vm.Reached) func(trace.Pos) bool {
	of := map[trace.Pos][]int{} // functions with code at a position, and on a line
	for i := range p.Funcs {
		for _, pos := range p.Funcs[i].PosOf {
			line := pos
			line.Col = 0
			for _, at := range []trace.Pos{pos, line} {
				if list := of[at]; len(list) == 0 || list[len(list)-1] != i {
					of[at] = append(list, i)
				}
			}
		}
	}
	part := map[int]bool{}
	for _, at := range slices.Concat(r.Lines.Missing, r.Branches.Missing) {
		for _, f := range of[at] {
			part[f] = true
		}
	}
	return func(pos trace.Pos) bool {
		return !slices.ContainsFunc(of[pos], func(f int) bool { return part[f] })
	}
}
