package cat

import (
	"math/bits"
	"slices"
)

// An Edge is a pair of events, with the name of the relation that has it.
type Edge struct {
	From, To int
	Name     string
}

// Violated returns, after a check that failed, the number of the axiom that is
// violated (Violations: the first), and events that show it: those of a shortest
// cycle; the one event of which an irreflexive relation holds; the pair, or the one
// event, of what is not empty. An axiom that asks for a violation (~) has none.
func (c *Checker) Violated() (axiom int, events []int) {
	if c.violated < 0 {
		return -1, nil
	}
	return c.violated, c.Show(c.violated)
}

// Show returns events that show that an axiom is violated, as Violated does.
func (c *Checker) Show(axiom int) []int {
	a := &c.m.axioms[axiom]
	switch {
	case a.negated:
		return nil
	case c.m.nodes[a.node].set:
		return []int{bits.TrailingZeros64(uint64(c.sets[a.node]))}
	}
	r := c.rels[a.node]
	switch a.kind {
	case acyclic:
		var best []int
		for e := range c.n {
			if p := c.path(r, e, e); p != nil && (best == nil || len(p) < len(best)) {
				best = p
			}
		}
		return best[:len(best)-1]
	case irreflexive:
		for e := range c.n {
			if r.Has(e, e) {
				return []int{e}
			}
		}
	default:
		for e := range c.n {
			if r[e] != 0 {
				return []int{e, bits.TrailingZeros64(uint64(r[e]))}
			}
		}
	}
	return nil
}

// Edges returns the steps of what Show returns: for a cycle, each of its pairs,
// taken apart where the axiom's relation is a union or a sequence, and named.
func (c *Checker) Edges(axiom int) (list []Edge) {
	a := &c.m.axioms[axiom]
	events := c.Show(axiom)
	if len(events) == 0 || c.m.nodes[a.node].set {
		return nil
	}
	x := &explainer{c, map[pair]bool{}, nil}
	if a.kind == empty {
		x.explain(a.node, events[0], events[1], "")
		return x.edges
	}
	for i, e := range events {
		x.explain(a.node, e, events[(i+1)%len(events)], "")
	}
	return x.edges
}

// An explainer collects edges.
type explainer struct {
	*Checker
	open  map[pair]bool // variables that are being taken apart
	edges []Edge
}

// A pair is one of a node.
type pair struct {
	node int32
	a, b int
}

// explain adds the steps from a to b, a pair of node n. Unions and closures are
// taken apart; sequences, too, if nothing around them has a name.
func (c *explainer) explain(n int32, a, b int, name string) {
	x := &c.m.nodes[n]
	if x.name != "" {
		name = x.name
	}
	has := func(n int32, a, b int) bool { return c.rels[n].Has(a, b) }
	switch x.op {
	case unionOp:
		if has(x.a, a, b) && !c.open[pair{x.a, a, b}] || !has(x.b, a, b) {
			c.explain(x.a, a, b, name)
		} else {
			c.explain(x.b, a, b, name)
		}
		return
	case optOp:
		if has(x.a, a, b) {
			c.explain(x.a, a, b, name)
		}
		return
	case plusOp:
		p := c.path(c.rels[x.a], a, b)
		for i := range len(p) - 1 {
			c.explain(x.a, p[i], p[i+1], name)
		}
		return
	case varOp:
		if k := (pair{n, a, b}); !c.open[k] {
			c.open[k] = true
			c.explain(x.body, a, b, name)
			delete(c.open, k)
			return
		}
	}
	if name == "" {
		switch x.op {
		case seqOp:
			for m := range c.n {
				if has(x.a, a, m) && has(x.b, m, b) {
					c.explain(x.a, a, m, "")
					c.explain(x.b, m, b, "")
					return
				}
			}
		case fromOp:
			c.explain(x.b, a, b, "")
			return
		case toOp, diffOp, interOp:
			c.explain(x.a, a, b, "")
			return
		case invOp:
			name = c.m.nodes[x.a].name + "^-1"
		}
	}
	c.edges = append(c.edges, Edge{a, b, name})
}

// path returns a shortest path of at least one step from a to b, both included,
// or nil.
func (c *Checker) path(r *Rel, a, b int) []int {
	var before [MaxEvents]int
	var seen Set
	for queue := []int{a}; len(queue) > 0; queue = queue[1:] {
		e := queue[0]
		for s := r[e] &^ seen; s != 0; s &= s - 1 {
			next := bits.TrailingZeros64(uint64(s))
			before[next] = e
			if next == b {
				p := []int{b}
				for e != a {
					p = append(p, e)
					e = before[e]
				}
				p = append(p, a)
				slices.Reverse(p)
				return p
			}
			seen |= 1 << uint(next)
			queue = append(queue, next)
		}
	}
	return nil
}
