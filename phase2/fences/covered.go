package fences

import (
	"slices"
	"sync"

	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
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
	var (
		mu       sync.Mutex
		partners = map[[2]int32]bool{}
		reached  = make([]bool, len(p.Sites))
	)
	m := axiom.RC11
	if s.model.Native {
		m = axiom.Of(s.model)
	}
	machine := s.o.Campaign.Machine
	machine.Mapping, machine.Coverage = nil, vm.NewCoverage(p)
	found, err := explore.Run(s.ctx, p, m, explore.Options{Machine: machine, Workers: 1, MaxExecutions: coveredExecutions, Each: func(x *explore.Execution) {
		mu.Lock()
		defer mu.Unlock()
		g := x.Graph()
		for i := range g.Events {
			e := &g.Events[i]
			if e.Site < 0 {
				continue
			}
			reached[e.Site] = true
			if !e.Kind.Reads() || e.RF < 0 {
				continue
			}
			if w := &g.Events[e.RF]; w.Thread != e.Thread && w.Site >= 0 {
				partners[[2]int32{w.Site, e.Site}], partners[[2]int32{e.Site, w.Site}] = true, true
			}
		}
	}})
	if err != nil || !found.Complete || slices.ContainsFunc(s.sites, func(o OrderSite) bool { return !reached[o.Site] }) {
		return func(int32) bool { return false }
	}
	whole := wholeFunctions(p, machine.Coverage.Reached())
	return func(site int32) bool {
		if !whole(p.Sites[site].Pos) {
			return false
		}
		for pair := range partners {
			if pair[0] == site && !whole(p.Sites[pair[1]].Pos) {
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
