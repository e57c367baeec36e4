package benchmarks

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// The outcomes that the litmus programs state are those of the axioms of SC,
// TSO, PSO and PSLO, found by trying every execution graph: every store that
// each read may take and every order of the stores to each variable.
//
// A graph is consistent if each variable is coherent, each RMW comes right after
// the store it reads, and ppo, the external part of rf, co and fr form no
// cycle. main only creates and joins threads, so no cycle goes through it, and
// it finds the last stores in memory.

type nodeKind uint8

const (
	load nodeKind = iota
	store
	rmw
	failed // a compare-exchange that does not find what it expects
	sl
	ss
	ll
	initial
)

func (k nodeKind) reads() bool  { return k == load || k == rmw || k == failed }
func (k nodeKind) writes() bool { return k == store || k == rmw || k == initial }
func (k nodeKind) fence() bool  { return k == sl || k == ss || k == ll }

// A node is an event of a graph; of a thread's nodes the earlier come first.
type node struct {
	kind    nodeKind
	thread  int
	loc     string
	value   int  // written
	add     bool // to the value read
	cas     bool
	expects int    // by a compare-exchange
	reg     string // takes the value read
}

// ppo tells whether a model keeps the order of two nodes of one thread.
func ppo(model string, a, b node) bool {
	if model == "sc" {
		return true
	}
	if model != "pslo" && (a.kind == ll || b.kind == ll) {
		return false
	}
	if model == "tso" {
		return a.kind != ss && b.kind != ss && !(a.kind == store && b.kind == load)
	}
	accesses := !a.kind.fence() && !b.kind.fence()
	switch {
	case a.kind == store && b.kind == load,
		a.kind == store && accesses && a.loc != b.loc,
		a.kind == ss && b.kind == load:
		return false
	}
	if model == "pso" {
		return true
	}
	switch {
	case a.kind == store && b.kind == ll,
		a.kind == ss && b.kind == ll,
		a.kind.reads() && b.kind == load && a.loc != b.loc:
		return false
	}
	return true
}

// A graph is an execution graph. Node i reads from rf[i], -1 if it reads
// nothing; place is a write's place in the co of its variable, 0 the first.
type graph struct {
	nodes []node
	rf    []int
	place []int
}

// conflict tells whether rf, co or fr leads from a to b; an rf within a thread
// counts only if rfi is set.
func (g *graph) conflict(a, b int, rfi bool) bool {
	na, nb := g.nodes[a], g.nodes[b]
	if a == b || na.loc != nb.loc || na.kind.fence() || nb.kind.fence() {
		return false
	}
	switch {
	case g.rf[b] == a && (rfi || na.thread != nb.thread):
		return true
	case na.kind.writes() && nb.kind.writes() && g.place[a] < g.place[b]:
		return true
	}
	return na.kind.reads() && nb.kind.writes() && g.place[g.rf[a]] < g.place[b]
}

// before tells whether a is before b in program order; initial stores are in none.
func (g *graph) before(a, b int) bool {
	return a < b && g.nodes[a].thread == g.nodes[b].thread && g.nodes[a].kind != initial
}

func (g *graph) coherent() bool {
	for i, n := range g.nodes {
		if n.kind == rmw && g.place[g.rf[i]]+1 != g.place[i] {
			return false
		}
	}
	return acyclic(len(g.nodes), func(a, b int) bool {
		return g.conflict(a, b, true) || g.before(a, b) && g.nodes[a].loc == g.nodes[b].loc
	})
}

func (g *graph) consistent(model string) bool {
	return acyclic(len(g.nodes), func(a, b int) bool {
		return g.conflict(a, b, false) || g.before(a, b) && ppo(model, g.nodes[a], g.nodes[b])
	})
}

// acyclic tells whether the relation on 0..n-1 has no cycle.
func acyclic(n int, edge func(a, b int) bool) bool {
	rest := make([]int, n)
	for i := range rest {
		rest[i] = i
	}
	for len(rest) > 0 { // each round takes away a node that no other precedes
		first := slices.IndexFunc(rest, func(b int) bool {
			return !slices.ContainsFunc(rest, func(a int) bool { return edge(a, b) })
		})
		if first < 0 {
			return false
		}
		rest = slices.Delete(rest, first, first+1)
	}
	return true
}

// values gives what each node writes and reads, if reads and the outcomes of
// compare-exchanges agree.
func (g *graph) values() (written, read []int, ok bool) {
	n := len(g.nodes)
	written, read = make([]int, n), make([]int, n)
	known := make([]bool, n)
	for range n {
		for i, x := range g.nodes {
			if known[i] {
				continue
			}
			if x.kind.reads() && !known[g.rf[i]] {
				continue
			}
			known[i] = true
			written[i] = x.value
			if x.kind.reads() {
				read[i] = written[g.rf[i]]
			}
			if x.add {
				written[i] += read[i]
			}
			if x.cas && (read[i] == x.expects) != (x.kind == rmw) {
				return nil, nil, false
			}
		}
	}
	return written, read, !slices.Contains(known, false)
}

// outcomes returns the final values of the globals named by observe under each
// model.
func (l *litmus) outcomes(observe []string) map[string][]string {
	g := graph{nodes: slices.Clone(l.nodes)}
	locs := map[string][]int{}
	for _, n := range l.nodes {
		if _, seen := locs[n.loc]; !n.kind.fence() && !seen {
			locs[n.loc] = nil
			g.nodes = append(g.nodes, node{kind: initial, thread: -1, loc: n.loc})
		}
	}
	found := map[string]map[string]bool{}
	for _, m := range models {
		found[m] = map[string]bool{}
	}
	g.rf = make([]int, len(g.nodes))
	g.place = make([]int, len(g.nodes))
	g.fates(0, func() {
		outcome, ok := g.outcome(l.regs, observe)
		if !ok || !g.coherent() {
			return
		}
		for _, m := range models {
			found[m][outcome] = found[m][outcome] || g.consistent(m)
		}
	})
	sets := map[string][]string{}
	for _, m := range models {
		maps.DeleteFunc(found[m], func(_ string, allowed bool) bool { return !allowed })
		sets[m] = slices.Sorted(maps.Keys(found[m]))
	}
	return sets
}

// fates lets every compare-exchange from node i on succeed and fail.
func (g *graph) fates(i int, visit func()) {
	if i == len(g.nodes) {
		g.orders(0, visit)
		return
	}
	g.fates(i+1, visit)
	if g.nodes[i].cas {
		g.nodes[i].kind = failed
		g.fates(i+1, visit)
		g.nodes[i].kind = rmw
	}
}

// orders gives the writes from node i on every place after the initial store.
func (g *graph) orders(i int, visit func()) {
	if i == len(g.nodes) {
		g.sources(0, visit)
		return
	}
	if !g.nodes[i].kind.writes() || g.nodes[i].kind == initial {
		g.place[i] = 0
		g.orders(i+1, visit)
		return
	}
	writes := 0 // to the variable, the initial store aside
	for _, n := range g.nodes {
		if n.loc == g.nodes[i].loc && n.kind.writes() && n.kind != initial {
			writes++
		}
	}
	for p := 1; p <= writes; p++ {
		taken := false
		for j, n := range g.nodes[:i] {
			taken = taken || n.loc == g.nodes[i].loc && n.kind.writes() && g.place[j] == p
		}
		if !taken {
			g.place[i] = p
			g.orders(i+1, visit)
		}
	}
}

// sources lets each read from node i on take each write to its variable.
func (g *graph) sources(i int, visit func()) {
	if i == len(g.nodes) {
		visit()
		return
	}
	g.rf[i] = -1
	if !g.nodes[i].kind.reads() {
		g.sources(i+1, visit)
		return
	}
	for w, n := range g.nodes {
		if w != i && n.kind.writes() && n.loc == g.nodes[i].loc {
			g.rf[i] = w
			g.sources(i+1, visit)
		}
	}
}

// outcome returns the final values of the globals observed.
func (g *graph) outcome(constants map[string]int, observe []string) (string, bool) {
	written, read, ok := g.values()
	if !ok {
		return "", false
	}
	final := maps.Clone(constants)
	last := map[string]int{}
	for i, n := range g.nodes {
		if n.kind.writes() && g.place[i] >= last[n.loc] {
			last[n.loc] = g.place[i]
			final[n.loc] = written[i]
		}
		if n.reg != "" && n.kind.reads() {
			final[n.reg] = read[i] // a compare-exchange that succeeds read what reg holds
		}
	}
	var parts []string
	for _, name := range observe {
		parts = append(parts, strconv.Itoa(final[name]))
	}
	return strings.Join(parts, ","), true
}
