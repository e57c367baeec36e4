package buffering

import (
	"slices"

	"fencepost/interp/hardware/isa"
	"fencepost/interp/search/candidates"
	"fencepost/models/cat"
)

// A checker asks a model in cat whether a graph is consistent.
type checker struct {
	checker   *cat.Checker
	candidate *cat.Candidate
	sets      map[string]int
	rels      map[string]int
	tags      []tag
	number    []int32 // by event: its number in the candidate, or none
	first     []int32 // by location: the number of its initial write, or none
	accesses  [][]int32
	tooLong   bool // a graph had more events than can be checked
}

// A tag is a set of the model.
type tag struct {
	tags isa.Tags
	slot int
}

func newChecker(m *candidates.Model) *checker {
	k := &checker{checker: m.NewChecker(), candidate: m.NewCandidate(), sets: map[string]int{}, rels: map[string]int{}}
	for i, name := range m.Sets() {
		k.sets[name] = i
		if t := isa.Tag(name); t != 0 {
			k.tags = append(k.tags, tag{t, i})
		}
	}
	for i, name := range m.Rels() {
		k.rels[name] = i
	}
	return k
}

func (k *checker) put(set string, e int32) {
	if i, ok := k.sets[set]; ok {
		k.candidate.Put(i, int(e))
	}
}

// consistent reports whether the model allows g, as far as it goes.
func (k *checker) consistent(g *graph) bool {
	n := int32(0)
	k.number, k.first = k.number[:0], k.first[:0]
	for range g.co {
		k.first = append(k.first, none)
	}
	for len(k.accesses) < len(g.co) {
		k.accesses = append(k.accesses, nil)
	}
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
	k.fill(g)
	return k.checker.Check(k.candidate)
}

func (k *checker) relation(name string) func(a, b int32) {
	i, ok := k.rels[name]
	if !ok {
		return func(int32, int32) {}
	}
	return func(a, b int32) { k.candidate.Relate(i, int(a), int(b)) }
}

func (k *checker) fill(g *graph) {
	po, same, loc, rf, co, amo, lxsx := k.relation("po"), k.relation("int"), k.relation("loc"), k.relation("rf"), k.relation("co"), k.relation("amo"), k.relation("lxsx")
	for _, w := range k.first {
		if w >= 0 {
			k.put("W", w)
			k.put("IW", w)
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
				k.put("R", n)
				if e.rf >= 0 {
					rf(k.number[e.rf], n)
				} else if e.rf == initial {
					rf(k.first[e.loc], n)
				}
			case writes:
				k.put("W", n)
			case fences:
				k.put("F", n)
			}
			for _, t := range k.tags {
				if e.tags&t.tags != 0 {
					k.candidate.Put(t.slot, int(n))
				}
			}
			if e.kind != fences {
				k.accesses[e.loc] = append(k.accesses[e.loc], n)
			}
			same(n, n)
			for _, later := range list[at+1:] {
				f, m := &g.events[later], k.number[later]
				if m < 0 {
					continue
				}
				same(n, m)
				same(m, n)
				if e.half && f.half && e.op == f.op && e.kind == reads && f.kind == writes {
					if e.tags&isa.EX == 0 {
						amo(n, m)
						continue
					}
					lxsx(n, m)
				}
				po(n, m)
			}
			k.depend(g, list[:at], e, n)
		}
	}
	for l, list := range g.co {
		if k.first[l] < 0 {
			continue
		}
		for at, w := range list {
			co(k.first[l], k.number[w])
			for _, later := range list[at+1:] {
				co(k.number[w], k.number[later])
			}
		}
		for _, a := range k.accesses[l] {
			for _, b := range k.accesses[l] {
				loc(a, b)
			}
		}
	}
}

// depend relates event e, the n-th of the candidate, to what it depends on of the earlier
// ones of its thread.
func (k *checker) depend(g *graph, earlier []int32, e *event, n int32) {
	for _, d := range []struct {
		name string
		has  func(int) bool
		on   bool
	}{
		{"addr", e.addr.Has, e.kind <= writes}, {"data", e.data.Has, e.kind == writes}, {"ctrl", e.ctrl.Has, true},
		{"pick-addr-dep", e.pickAddr.Has, e.kind <= writes}, {"pick-data-dep", e.pickData.Has, e.kind == writes}, {"pick-ctrl-dep", e.pickCtrl.Has, true},
	} {
		i, ok := k.rels[d.name]
		if !ok || !d.on {
			continue
		}
		for _, id := range earlier {
			if f := &g.events[id]; f.kind == reads && d.has(int(f.op)) {
				k.candidate.Relate(i, int(k.number[id]), int(n))
			}
		}
	}
}

// isLast reports whether w is last in co.
func (g *graph) isLast(w int32) bool {
	list := g.co[g.events[w].loc]
	return len(list) > 0 && list[len(list)-1] == w && slices.Contains(list, w)
}
