package fences

import (
	"slices"

	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/trace"
)

// coveredExecutions is how many executions are explored at most to see what a program
// covers.
const coveredExecutions = 100_000

// keepCovered takes of the orders that may be weakened those that the program is no
// witness of: a test that does not reach what an order is for shows nothing wrong
// without it. An order is weakened if nothing goes wrong in any execution, which is
// proved by exploring, if every access of the program is reached, and if in the
// functions of the access and of its partners, from which it reads or which read from
// it in another thread, every condition goes both ways and every line is reached.
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

// setting returns the orders with some changes.
func (s *orderSearch) setting(list []OrderChange) setting {
	now := s.written
	for _, c := range list {
		now = s.changed(now, c)
	}
	return now
}

// covered explores a program, and tells of a site whether it is covered.
func (s *orderSearch) covered(p *code.Program) func(site int32) bool {
	machine := s.o.Campaign.Machine
	machine.Coverage = vm.NewCoverage(p)
	c, err := communicate(s.ctx, p, s.model, machine, coveredExecutions)
	if err != nil || !c.Complete || slices.ContainsFunc(s.sites, func(o OrderSite) bool { return !c.reached[OrderSite{Site: o.Site}] }) {
		return func(int32) bool { return false }
	}
	whole := wholeFunctions(p, machine.Coverage.Reached())
	return func(site int32) bool {
		if !whole(p.Sites[site].Pos) {
			return false
		}
		for pair := range c.seen {
			if pair.Store == site && !whole(p.Sites[pair.Load].Pos) || pair.Load == site && !whole(p.Sites[pair.Store].Pos) {
				return false
			}
		}
		return true
	}
}

// wholeFunctions tells of a place whether all of the functions that have it was reached.
func wholeFunctions(p *code.Program, r *vm.Reached) func(trace.Pos) bool {
	of := map[trace.Pos][]int{} // functions with code of a place, and of a line
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
