package buffering

import (
	"slices"

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
	sets      struct{ r, w, f, iw int } // of the model; -1: the model does not use the set
	rels      struct {
		po, same, loc, rf, co, amo, lxsx, addr, data, ctrl, pickData int
	}
	tags     []tag
	number   []int32 // by event: its number in the candidate, or none
	first    []int32 // by location: the number of its initial write, or none
	accesses [][]int32
	work     int  // since it was counted: events of graphs checked, and 64 events that a search passes; with more than 64 in a graph, each counts several times
	tooLong  bool // a graph had more events than can be checked
}

// A tag is a set of the model by which it classifies events.
type tag struct {
	tags isa.Tags
	slot int
}

func newChecker(m *candidates.Model) *checker {
	k := &checker{checker: m.NewChecker(), candidate: m.NewCandidate()}
	for i, name := range m.Sets() {
		if t := isa.Tag(name); t != 0 {
			k.tags = append(k.tags, tag{t, i})
		}
	}
	set := func(name string) int { return slices.Index(m.Sets(), name) }
	k.sets.r, k.sets.w, k.sets.f, k.sets.iw = set("R"), set("W"), set("F"), set("IW")
	rel, to := func(name string) int { return slices.Index(m.Rels(), name) }, &k.rels
	to.po, to.same, to.loc, to.rf, to.co, to.amo, to.lxsx = rel("po"), rel("int"), rel("loc"), rel("rf"), rel("co"), rel("amo"), rel("lxsx")
	to.addr, to.data, to.ctrl = rel("addr"), rel("data"), rel("ctrl")
	to.pickData = rel("pick-data-dep")
	return k
}

func (k *checker) put(set int, e int32) {
	if set >= 0 {
		k.candidate.Put(set, int(e))
	}
}

func (k *checker) relate(rel int, a, b int32) {
	if rel >= 0 {
		k.candidate.Relate(rel, int(a), int(b))
	}
}

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
	r := &k.rels
	for _, rel := range []int{r.rf, r.co} {
		if rel >= 0 {
			k.candidate.Clear(rel)
		}
	}
	for id := range g.events {
		switch e := &g.events[id]; {
		case e.kind != reads:
		case e.rf >= 0:
			k.relate(r.rf, k.number[e.rf], k.number[id])
		case e.rf == initial:
			k.relate(r.rf, k.first[e.loc], k.number[id])
		}
	}
	for l, list := range g.co {
		if k.first[l] < 0 {
			continue
		}
		for at, w := range list {
			k.relate(r.co, k.first[l], k.number[w])
			for _, later := range list[at+1:] {
				k.relate(r.co, k.number[w], k.number[later])
			}
		}
	}
	return k.checker.CheckStage(k.candidate, cat.ReadsFrom) && k.checker.CheckStage(k.candidate, cat.Coherence)
}

// fill adds the events of a graph and all relations except rf and co.
func (k *checker) fill(g *graph) {
	r := &k.rels
	for _, w := range k.first {
		if w >= 0 {
			k.put(k.sets.w, w)
			k.put(k.sets.iw, w)
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
				k.put(k.sets.r, n)
			case writes:
				k.put(k.sets.w, n)
			case fences:
				k.put(k.sets.f, n)
			}
			for _, t := range k.tags {
				if e.tags&t.tags != 0 {
					k.candidate.Put(t.slot, int(n))
				}
			}
			if e.kind != fences {
				k.accesses[e.loc] = append(k.accesses[e.loc], n)
			}
			k.relate(r.same, n, n)
			for _, later := range list[at+1:] {
				f, m := &g.events[later], k.number[later]
				if m < 0 {
					continue
				}
				k.relate(r.same, n, m)
				k.relate(r.same, m, n)
				switch {
				case !e.half || !f.half || e.op != f.op || e.kind != reads || f.kind != writes:
				case e.tags&isa.EX == 0:
					k.relate(r.amo, n, m)
					continue
				default:
					k.relate(r.lxsx, n, m)
				}
				k.relate(r.po, n, m)
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
				k.relate(r.loc, a, b)
			}
		}
	}
}

// depend adds the dependencies of event e, which has number n, on earlier events of its thread.
func (k *checker) depend(g *graph, earlier []int32, e *event, n int32) {
	r := &k.rels
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
		on(r.ctrl, e.ctrl)
		if e.kind <= writes {
			on(r.addr, e.addr)
		}
		if e.kind == writes {
			on(r.data, e.data)
			on(r.pickData, e.pickData)
		}
	}
}
