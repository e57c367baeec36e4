package buffering

import (
	"fencepost/interp/hardware/isa"
	"fencepost/interp/machine/vm"
	"fencepost/interp/search/candidates"
	"fencepost/models/cat"
	"fencepost/trace/lists"
)

// A checker checks by a model in cat whether a graph is consistent.
type checker struct {
	checker   *cat.Checker
	candidate *cat.Candidate
	slots     candidates.Slots
	number    []int32 // by event: its number in the candidate, or none
	first     []int32 // by location: the number of its initial write, or none
	accesses  [][]int32
	work      int  // since it was counted: events of graphs checked, and 64 events that a search passes; with more than 64 in a graph, each counts several times
	tooLong   bool // a graph had more events than can be checked
}

func newChecker(m *candidates.Model) *checker {
	return &checker{checker: m.NewChecker(), candidate: m.NewCandidate(), slots: m.Slots()}
}

func (k *checker) put(set int, e int32) { k.candidate.Put(set, int(e)) }

func (k *checker) relate(rel int, a, b int32) { k.candidate.Relate(rel, int(a), int(b)) }

// consistent reports whether the model allows g.
func (k *checker) consistent(g *graph) bool { return k.begin(g) && k.holds(g) }

// begin prepares the check of g, except for rf and co. It reports false if the model forbids g for
// every rf and co.
func (k *checker) begin(g *graph) bool {
	n := int32(0)
	k.number, k.first = k.number[:0], k.first[:0]
	for range g.co {
		k.first = append(k.first, none)
	}
	k.accesses = lists.Extended(k.accesses, len(g.co))
	for id := range g.events {
		e := &g.events[id]
		k.number = append(k.number, none)
		if e.kind <= writes && k.first[e.loc] == none {
			k.first[e.loc] = n
			k.accesses[e.loc] = append(k.accesses[e.loc][:0], n)
			n++
		}
	}
	for _, list := range g.threads {
		for _, id := range list {
			if g.events[id].kind != chooses {
				k.number[id] = n
				n++
			}
		}
	}
	if n > cat.MaxEvents {
		k.tooLong = true
		return false
	}
	k.candidate.Begin(int(n))
	k.work += int(n) * k.candidate.Words()
	k.fill(g)
	return k.checker.CheckStage(k.candidate, cat.Events)
}

// holds reports whether the model allows the graph of begin with its present rf and co.
func (k *checker) holds(g *graph) bool {
	r := &k.slots
	k.candidate.Clear(r.RF)
	k.candidate.Clear(r.CO)
	for id := range g.events {
		switch e := &g.events[id]; {
		case e.kind != reads:
		case e.rf >= 0:
			k.relate(r.RF, k.number[e.rf], k.number[id])
		case e.rf == initial:
			k.relate(r.RF, k.first[e.loc], k.number[id])
		}
	}
	for l, list := range g.co {
		if k.first[l] < 0 {
			continue
		}
		for at, w := range list {
			k.relate(r.CO, k.first[l], k.number[w])
			for _, later := range list[at+1:] {
				k.relate(r.CO, k.number[w], k.number[later])
			}
		}
	}
	return k.checker.CheckStage(k.candidate, cat.ReadsFrom) && k.checker.CheckStage(k.candidate, cat.Coherence)
}

// fill adds the events of a graph and all relations except rf and co.
func (k *checker) fill(g *graph) {
	r := &k.slots
	for _, w := range k.first {
		if w >= 0 {
			k.put(r.W, w)
			k.put(r.IW, w)
		}
	}
	for _, list := range g.threads {
		for at, id := range list {
			e, n := &g.events[id], k.number[id]
			if n < 0 {
				continue
			}
			switch e.kind {
			case reads:
				k.put(r.R, n)
			case writes:
				k.put(r.W, n)
			case fences:
				k.put(r.F, n)
			}
			for _, t := range r.Tags {
				if e.tags&t.Tag != 0 {
					k.put(t.Slot, n)
				}
			}
			if e.kind != fences {
				k.accesses[e.loc] = append(k.accesses[e.loc], n)
			}
			k.relate(r.Int, n, n)
			for _, later := range list[at+1:] {
				f, m := &g.events[later], k.number[later]
				if m < 0 {
					continue
				}
				k.relate(r.Int, n, m)
				k.relate(r.Int, m, n)
				switch {
				case !e.half || !f.half || e.op != f.op || e.kind != reads || f.kind != writes:
				case e.tags&isa.EX == 0:
					k.relate(r.AMO, n, m)
					continue
				default:
					k.relate(r.LXSX, n, m)
				}
				k.relate(r.PO, n, m)
			}
			k.depend(g, list[:at], e, n)
		}
	}
	for l := range g.co {
		if k.first[l] < 0 {
			continue
		}
		for _, a := range k.accesses[l] {
			for _, b := range k.accesses[l] {
				k.relate(r.Loc, a, b)
			}
		}
	}
}

// depend adds the dependencies of event e, which has number n, on earlier events of its thread.
func (k *checker) depend(g *graph, earlier []int32, e *event, n int32) {
	r := &k.slots
	for _, id := range earlier {
		f, m := &g.events[id], k.number[id]
		if f.kind != reads {
			continue
		}
		on := func(rel int, d vm.Deps) {
			if d.Has(int(f.op)) {
				k.relate(rel, m, n)
			}
		}
		on(r.Ctrl, e.ctrl)
		if e.kind <= writes {
			on(r.Addr, e.addr)
		}
		if e.kind == writes {
			on(r.Data, e.data)
			on(r.PickData, e.pickData)
		}
	}
}
