package models

import (
	"math/bits"

	"fencepost/trace"
)

// This file is the second description of the models: an execution is a graph
// of events, rf says which store each read reads, co orders the stores to each
// location, and a model is a condition on such graphs. Nothing is shared with
// the operational description.
//
// Consistent is an execution in which
//   - every location is coherent: po-loc ∪ rf ∪ co ∪ fr is acyclic on it;
//   - no store lies in co between the store that an RMW reads and its own;
//   - ppo ∪ rfe ∪ co ∪ fr ∪ tc is acyclic, where ppo is the model's.

// A node is an event of a graph.
type node struct {
	thread, index int
	in            instr
	kind          nodeKind
	reads, writes uint64 // values
}

type nodeKind byte

const (
	absent nodeKind = iota // a fence for the other outcome of a compare-exchange
	load                   // R
	store                  // W
	update                 // U
	check                  // C: a compare-exchange that failed
	fenceLL
	fenceSS
	fenceSL
	create
	join
)

func (k nodeKind) isRead() bool   { return k == load || k == update || k == check }
func (k nodeKind) isWrite() bool  { return k == store || k == update }
func (k nodeKind) isAccess() bool { return k >= load && k <= check }

// preserved reports whether a, which comes before b in program order, does so
// in ppo.
func preserved(model string, a, b *node) bool {
	elsewhere := a.in.loc != b.in.loc
	switch model {
	case "sc":
		return true
	case "tso":
		switch {
		case a.kind == fenceSS, a.kind == fenceLL, b.kind == fenceSS, b.kind == fenceLL:
			return false
		case a.kind == store && (b.kind == load || b.kind == join):
			return false
		}
		return true
	case "pso", "pslo":
		switch {
		case a.kind == store && (b.kind == load || b.kind == join):
			return false
		case a.kind == store && b.kind.isAccess() && elsewhere:
			return false
		case a.kind == fenceSS && (b.kind == load || b.kind == join):
			return false
		}
		if model == "pso" {
			return a.kind != fenceLL && b.kind != fenceLL
		}
		switch {
		case (a.kind == store || a.kind == fenceSS) && b.kind == fenceLL:
			return false
		case a.kind.isRead() && b.kind == load && elsewhere:
			return false
		case a.kind == create && b.kind == load:
			return false
		}
		return true
	}
	panic("unknown model")
}

// An order reports whether a, which comes before b in program order, does so in ppo.
type order func(a, b *node) bool

// orders returns those of models by name.
func orders(models []string) (list []order) {
	for _, m := range models {
		list = append(list, func(a, b *node) bool { return preserved(m, a, b) })
	}
	return list
}

// A relation holds for each node the set of nodes after it.
type relation []uint64

func (r relation) add(a, b int)      { r[a] |= 1 << b }
func (r relation) has(a, b int) bool { return r[a]>>b&1 != 0 }

func (r relation) acyclic() bool {
	left := uint64(1)<<len(r) - 1
	for removed := true; removed; {
		removed = false
		for s := left; s != 0; s &= s - 1 {
			if n := bits.TrailingZeros64(s); r[n]&left == 0 {
				left &^= 1 << n
				removed = true
			}
		}
	}
	return left == 0
}

// A judge enumerates all candidate executions of a program and notes the
// outcomes of those consistent under each model.
type judge struct {
	p      program
	models []order
	found  []map[outcome]bool // by model

	nodes  []node
	po, tc relation
	reads  []int
	writes [][]int // by location
	rf     []int   // by node: the node read from; -1 is the initial content
	ppo    []relation

	orders [][][]int // by location: the coherent orders of its stores
	chosen [][]int   // by location
}

// axiomatic returns the outcomes of p under each of the models.
func axiomatic(p program, models ...order) []map[outcome]bool {
	j := &judge{p: p, models: models}
	for range models {
		j.found = append(j.found, map[outcome]bool{})
	}
	j.writes = make([][]int, p.locs())
	for t, th := range p.unfused() {
		for i, in := range th {
			n := len(j.nodes)
			j.nodes = append(j.nodes, node{thread: t, index: i, in: in})
			if in.reads() {
				j.reads = append(j.reads, n)
			}
			if in.writes() {
				j.writes[in.loc] = append(j.writes[in.loc], n)
			}
		}
	}
	if len(j.nodes) > 63 {
		panic("program too long")
	}
	j.po, j.tc = make(relation, len(j.nodes)), make(relation, len(j.nodes))
	for a := range j.nodes {
		for b := range j.nodes {
			x, y := &j.nodes[a], &j.nodes[b]
			if x.thread == y.thread && x.index < y.index {
				j.po.add(a, b)
			}
			if x.in.kind == '+' && int(x.in.peer) == y.thread {
				j.tc.add(a, b)
			}
			if y.in.kind == '-' && int(y.in.peer) == x.thread {
				j.tc.add(a, b)
			}
		}
	}
	j.rf = make([]int, len(j.nodes))
	j.chosen = make([][]int, len(j.writes))
	j.chooseRF(0)
	return j.found
}

func (j *judge) chooseRF(k int) {
	if k == len(j.reads) {
		if j.evaluate() && j.chooseOrders() {
			j.ppo = nil
			j.chooseCO(0)
		}
		return
	}
	r := j.reads[k]
	j.rf[r] = -1
	j.chooseRF(k + 1)
	for _, w := range j.writes[j.nodes[r].in.loc] {
		if w != r && !j.po.has(r, w) {
			j.rf[r] = w
			j.chooseRF(k + 1)
		}
	}
}

// evaluate computes kinds and values along po ∪ rf, which has no cycle in any
// of the models, and reports whether they make sense.
func (j *judge) evaluate() bool {
	done := make([]bool, len(j.nodes))
	for left := len(j.nodes); left > 0; {
		before := left
		for n := range j.nodes {
			if done[n] || n > 0 && j.po.has(n-1, n) && !done[n-1] ||
				j.nodes[n].in.reads() && j.rf[n] >= 0 && !done[j.rf[n]] {
				continue
			}
			if !j.evaluateNode(n) {
				return false
			}
			done[n] = true
			left--
		}
		if left == before {
			return false
		}
	}
	return true
}

func (j *judge) evaluateNode(n int) bool {
	x := &j.nodes[n]
	if x.in.reads() {
		x.reads = 0
		if w := j.rf[n]; w >= 0 {
			if !j.nodes[w].kind.isWrite() {
				return false
			}
			x.reads = j.nodes[w].writes
		}
	}
	x.writes = x.in.value
	switch x.in.kind {
	case 'R':
		x.kind = load
	case 'W', 'U':
		x.kind = store
	case 'X':
		x.kind = update
	case 'A':
		x.kind = update
		x.writes += x.reads
	case 'L':
		x.kind = update
		return x.reads == 0
	case 'C':
		x.kind = update
		if x.reads != x.in.expect {
			x.kind = check
		}
	case 'F':
		x.kind = [...]nodeKind{trace.LoadLoad: fenceLL, trace.StoreStore: fenceSS, trace.StoreLoad: fenceSL}[x.in.fence]
		if x.in.when != always && (x.in.when == succeeded) != j.lastCASSucceeded(n) {
			x.kind = absent
		}
	case '+':
		x.kind = create
	case '-':
		x.kind = join
	}
	return true
}

// lastCASSucceeded tells of the last compare-exchange before n in its thread.
func (j *judge) lastCASSucceeded(n int) bool {
	for n--; j.nodes[n].in.kind != 'C'; n-- {
	}
	return j.nodes[n].kind == update
}

// chooseOrders finds, for each location, the orders of its stores in which it
// is coherent and its RMWs are atomic.
func (j *judge) chooseOrders() bool {
	j.orders = make([][][]int, len(j.writes))
	for l, all := range j.writes {
		var stores []int
		for _, w := range all {
			if j.nodes[w].kind.isWrite() {
				stores = append(stores, w)
			}
		}
		permute(stores, 0, func(co []int) {
			if j.atomic(co) && j.coherent(l, co) {
				j.orders[l] = append(j.orders[l], append([]int(nil), co...))
			}
		})
		if len(j.orders[l]) == 0 {
			return false
		}
	}
	return true
}

func permute(s []int, k int, f func([]int)) {
	if k == len(s) {
		f(s)
	}
	for i := k; i < len(s); i++ {
		s[k], s[i] = s[i], s[k]
		permute(s, k+1, f)
		s[k], s[i] = s[i], s[k]
	}
}

func (j *judge) atomic(co []int) bool {
	for i, w := range co {
		if j.nodes[w].kind == update && (i == 0 && j.rf[w] != -1 || i > 0 && j.rf[w] != co[i-1]) {
			return false
		}
	}
	return true
}

func (j *judge) coherent(l int, co []int) bool {
	g := make(relation, len(j.nodes))
	at := uint64(0)
	for n := range j.nodes {
		if j.nodes[n].kind.isAccess() && int(j.nodes[n].in.loc) == l {
			at |= 1 << n
		}
	}
	for s := at; s != 0; s &= s - 1 {
		n := bits.TrailingZeros64(s)
		g[n] = j.po[n] & at
		if j.nodes[n].kind.isRead() && j.rf[n] >= 0 {
			g.add(j.rf[n], n)
		}
	}
	j.addOrder(g, l, co)
	return g.acyclic()
}

// addOrder adds co and fr of location l.
func (j *judge) addOrder(g relation, l int, co []int) {
	for i, w := range co {
		for _, v := range co[i+1:] {
			g.add(w, v)
		}
	}
	for _, r := range j.reads {
		if int(j.nodes[r].in.loc) != l {
			continue
		}
		after := j.rf[r] < 0
		for _, w := range co {
			if after && w != r {
				g.add(r, w)
			}
			after = after || w == j.rf[r]
		}
	}
}

func (j *judge) chooseCO(l int) {
	if l == len(j.writes) {
		j.decide()
		return
	}
	for _, co := range j.orders[l] {
		j.chosen[l] = co
		j.chooseCO(l + 1)
	}
}

// decide puts the outcome of a complete candidate where it is consistent.
func (j *judge) decide() {
	var o outcome
	for k, r := range j.reads {
		o[k] = uint8(j.nodes[r].reads)
	}
	for l, co := range j.chosen {
		if len(co) > 0 {
			o[len(j.reads)+l] = uint8(j.nodes[co[len(co)-1]].writes)
		}
	}
	var common relation
	for m := range j.models {
		if j.found[m][o] {
			continue
		}
		if common == nil {
			common = j.communication()
			j.preserve()
		}
		g := make(relation, len(j.nodes))
		for n := range g {
			g[n] = common[n] | j.ppo[m][n]
		}
		if g.acyclic() {
			j.found[m][o] = true
		}
	}
}

// communication returns rfe ∪ co ∪ fr ∪ tc.
func (j *judge) communication() relation {
	g := append(relation(nil), j.tc...)
	for _, r := range j.reads {
		if w := j.rf[r]; w >= 0 && j.nodes[w].thread != j.nodes[r].thread {
			g.add(w, r)
		}
	}
	for l, co := range j.chosen {
		j.addOrder(g, l, co)
	}
	return g
}

// preserve computes ppo for the current kinds, if need be.
func (j *judge) preserve() {
	if j.ppo != nil {
		return
	}
	for _, m := range j.models {
		g := make(relation, len(j.nodes))
		for a := range j.nodes {
			for s := j.po[a]; s != 0; s &= s - 1 {
				b := bits.TrailingZeros64(s)
				x, y := &j.nodes[a], &j.nodes[b]
				if x.kind != absent && y.kind != absent && m(x, y) {
					g.add(a, b)
				}
			}
		}
		j.ppo = append(j.ppo, g)
	}
}
