package cat

import (
	"cmp"
	"math/bits"
	"slices"
)

// An Edge is a pair of events in a named relation.
type Edge struct {
	From, To int
	Name     string
}

// Violated returns, after a check that failed, the number of the violated axiom (after
// Violations the first one), and events that show the violation; see Show.
func (c *Checker) Violated() (axiom int, events []int) {
	if c.violated < 0 {
		return -1, nil
	}
	return c.violated, c.Show(c.violated)
}

// Show returns events that show that an axiom is violated. If it demands that a relation is
// acyclic or irreflexive, they are a cycle in the relations from which it is built, without
// fences where there are accesses. If it demands that something is empty, they are a pair
// of events, or one event. If it demands a violation (~) there are none.
func (c *Checker) Show(axiom int) (events []int) {
	a := &c.m.axioms[axiom]
	switch {
	case a.negated:
		return nil
	case c.m.nodes[a.node].set:
		return []int{first(c.setOf(a.node))}
	}
	r := c.relOf(a.node)
	if a.kind == empty {
		i := slices.IndexFunc(r, func(word Set) bool { return word != 0 })
		e := i / c.words
		return []int{e, first(c.row(r, e))}
	}
	accesses := make([]Set, c.words)
	for i, name := range c.m.sets {
		if name == "R" || name == "W" {
			unite(accesses, c.x.Sets[i*c.words:][:c.words])
		}
	}
	for _, e := range c.Edges(axiom) {
		events = append(events, e.From)
	}
	if len(events) == 0 { // an event with itself
		return c.cycle(r)[:1]
	}
	if slices.ContainsFunc(events, func(e int) bool { return has(accesses, e) }) {
		events = slices.DeleteFunc(events, func(e int) bool { return !has(accesses, e) })
	}
	return events
}

// Raising returns, after Flags, the events that raise a flag: a pair, or one event. It
// returns nil if the flag's test has another form.
func (c *Checker) Raising(flag int) []int {
	a := &c.m.flags[flag]
	switch {
	case a.kind != empty:
		return nil
	case c.m.nodes[a.node].set:
		if s := c.setOf(a.node); !isZero(s) {
			return []int{first(s)}
		}
		return nil
	}
	r := c.relOf(a.node)
	i := slices.IndexFunc(r, func(word Set) bool { return word != 0 })
	if i < 0 {
		return nil
	}
	e := i / c.words
	return []int{e, first(c.row(r, e))}
}

// first returns the first event of a set that is not empty.
func first(s []Set) int {
	i := slices.IndexFunc(s, func(word Set) bool { return word != 0 })
	return i*wordBits + bits.TrailingZeros64(uint64(s[i]))
}

// Edges returns the steps that show that an axiom is violated: a cycle, or a path between
// the events of a pair. Relations made by union, sequence and closure are split into their
// parts.
func (c *Checker) Edges(axiom int) []Edge {
	a := &c.m.axioms[axiom]
	if a.negated || c.m.nodes[a.node].set {
		return nil
	}
	r := c.relOf(a.node)
	x := &explainer{c, map[pair]bool{}, nil}
	switch a.kind {
	case acyclic:
		cycle := c.cycle(r)
		for i := range len(cycle) - 1 {
			x.explain(a.node, cycle[i], cycle[i+1], "")
		}
	case irreflexive:
		for e := range c.n {
			if has(c.row(r, e), e) {
				x.explain(a.node, e, e, "")
				break
			}
		}
	default:
		pair := c.Show(axiom)
		x.explain(a.node, pair[0], pair[1], "")
	}
	return x.edges
}

// An explainer collects edges.
type explainer struct {
	*Checker
	open  map[pair]bool // pairs of recursive variables that are being explained
	edges []Edge
}

// A pair is a pair of events of a node's relation.
type pair struct {
	node int32
	a, b int
}

// explain adds the steps from a to b, which is a pair of node n. A named difference or
// intersection, such as fr, is one step.
func (c *explainer) explain(n int32, a, b int, name string) {
	x := &c.m.nodes[n]
	name = cmp.Or(x.name, name)
	has := func(n int32, a, b int) bool { return has(c.row(c.relOf(n), a), b) }
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
		p := c.path(c.relOf(x.a), a, b)
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
	case seqOp:
		for m := range c.n {
			if has(x.a, a, m) && has(x.b, m, b) {
				c.explain(x.a, a, m, name)
				c.explain(x.b, m, b, name)
				return
			}
		}
	case fromOp:
		c.explain(x.b, a, b, name)
		return
	case toOp:
		c.explain(x.a, a, b, name)
		return
	case diffOp, interOp:
		if x.name == "" {
			c.explain(x.a, a, b, name)
			return
		}
	case invOp:
		if x.name == "" {
			name = c.m.nodes[x.a].name + "^-1"
		}
	case idOp, identityOp:
		return
	}
	c.edges = append(c.edges, Edge{a, b, name})
}

// cycle returns a shortest cycle, its first event also at the end.
func (c *Checker) cycle(r []Set) (best []int) {
	for e := range c.n {
		if p := c.path(r, e, e); p != nil && (best == nil || len(p) < len(best)) {
			best = p
		}
	}
	return best
}

// path returns a shortest path of at least one step from a to b, both included,
// or nil.
func (c *Checker) path(r []Set, a, b int) []int {
	var before [MaxEvents]int
	seen := make([]Set, c.words)
	for queue := []int{a}; len(queue) > 0; queue = queue[1:] {
		e := queue[0]
		for next := range c.n {
			if !has(c.row(r, e), next) || has(seen, next) {
				continue
			}
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
			put(seen, next)
			queue = append(queue, next)
		}
	}
	return nil
}
