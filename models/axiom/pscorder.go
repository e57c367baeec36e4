package axiom

import (
	"cmp"
	"slices"
	"sort"
)

// addPSCOrder adds edges between seq_cst events. Together with the edges of po ∪ rf, creation
// and join they make the same paths as psc. They are few: an edge of psc by happens-before
// follows from po ∪ rf, so only edges by co or fr are added.
//
//   - From an access, psc leads to the seq_cst writes that come later in co. Each of them
//     leads to the next.
//   - If it leads to a fence through a write that happens before the fence, the first such
//     fence of the thread is enough.
//   - From a fence, psc leads on from the accesses that happen after it: for each location,
//     from the earliest in co. Edges that the thread's next fence also has are left out.
func (g *Graph) addPSCOrder(add func(a, b int32)) {
	o := pscOrder{g: g, add: add, fences: make([][]int32, len(g.Threads)), from: make([][]pscSource, len(g.Locs))}
	for t := range g.Threads {
		o.fences[t] = g.psc.threads[t].fences
	}
	for t, fences := range o.fences {
		if len(fences) > 0 && !g.halted() {
			o.fromFences(int32(t))
		}
	}
	for l := range g.Locs {
		if !g.halted() {
			o.location(int32(l))
		}
	}
}

// A pscOrder is the working state of addPSCOrder.
type pscOrder struct {
	g      *Graph
	add    func(a, b int32)
	fences [][]int32     // by thread: its seq_cst fences
	from   [][]pscSource // by location: fences that psc leads from, through its accesses
}

// A pscSource is a fence and the lowest position in co of the accesses that happen after it.
type pscSource struct{ position, fence int32 }

// fromFences computes from for the fences of thread t. It visits each event once: with the last fence
// that happens before it.
func (o *pscOrder) fromFences(t int32) {
	g := o.g
	first := make([]int32, len(g.Locs)) // by location: 1 + a place in co, or 0
	left := make([]int, len(g.Threads)) // by thread: how many events were not visited
	for u := range left {
		left[u] = len(g.Threads[u].Events)
	}
	for _, f := range slices.Backward(o.fences[t]) {
		for u := range left {
			for ; left[u] > 0; left[u]-- {
				a := g.Threads[u].Events[left[u]-1]
				if a != f && !g.happensBefore(f, a) {
					break
				}
				e := &g.Events[a]
				if !e.inCo() || e.Idle != 0 {
					continue
				}
				at := g.position(e)
				if first[e.Loc] != 0 && first[e.Loc] <= at+1 {
					continue
				}
				first[e.Loc] = at + 1
				list := &o.from[e.Loc]
				if n := len(*list); n > 0 && (*list)[n-1].fence == f {
					(*list)[n-1].position = at
				} else {
					*list = append(*list, pscSource{at, f})
				}
			}
		}
	}
}

// inCo reports whether e is an access with a position in co.
func (e *Event) inCo() bool { return e.Kind.Writes() || e.Kind.Reads() && e.RF != None }

// location adds the edges through the accesses of a location, from the latest in co to the first.
func (o *pscOrder) location(l int32) {
	g := o.g
	var list []int32
	for a := g.Locs[l].Access; a != None; a = g.Events[a].Access {
		if g.Events[a].inCo() {
			list = append(list, a)
		}
	}
	place := func(a int32) int32 { return g.position(&g.Events[a]) }
	slices.SortFunc(list, func(a, b int32) int { return cmp.Compare(place(b), place(a)) })
	from := o.from[l]
	slices.SortFunc(from, func(a, b pscSource) int { return cmp.Compare(b.position, a.position) })

	next := int32(None) // the first seq_cst write that comes later
	written, read := newFirstFences(o.fences), newFirstFences(o.fences)
	leads := func(x int32, fences firstFences) {
		if next != None {
			o.add(x, next)
		}
		for t, k := range fences {
			if k < len(o.fences[t]) {
				o.add(x, o.fences[t][k])
			}
		}
	}
	for len(list) > 0 && !g.halted() {
		at := place(list[0])
		n := 0
		for ; n < len(list) && place(list[n]) == at; n++ {
			if e := &g.Events[list[n]]; e.isSC() && e.Idle == 0 {
				leads(list[n], written)
			}
		}
		for ; len(from) > 0 && from[0].position == at; from = from[1:] {
			leads(from[0].fence, read)
		}
		for _, a := range list[:n] {
			o.reach(read, a)
			if e := &g.Events[a]; e.Kind.Writes() {
				o.reach(written, a)
				if e.isSC() {
					next = a
				}
			}
		}
		list = list[n:]
	}
}

// firstFences has, for each thread, the index of its first seq_cst fence that happens after certain
// accesses, or the number of its fences if there is none.
type firstFences []int

func newFirstFences(fences [][]int32) firstFences {
	f := make(firstFences, len(fences))
	for t := range f {
		f[t] = len(fences[t])
	}
	return f
}

// reach lowers f by the fences that happen after access a.
func (o *pscOrder) reach(f firstFences, a int32) {
	for t := range f {
		f[t] = sort.Search(f[t], func(k int) bool { return o.g.happensBefore(a, o.fences[t][k]) })
	}
}
