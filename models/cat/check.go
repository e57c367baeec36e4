package cat

import "math/bits"

// A Checker checks candidates of one model, one after the other. It is for one
// goroutine.
type Checker struct {
	m        *Model
	x        *Candidate
	sets     []Set  // by node
	rels     []*Rel // by node; of a base relation the candidate's
	n        int
	all      Set
	violated int
	asked    int    // how often the stage ReadsFrom was run since Events
	void     []bool // by node: empty, as the events say alone
	idle     []bool // by node: need not be computed, see specialise
}

// NewChecker returns a checker.
func (m *Model) NewChecker() *Checker {
	n := len(m.nodes)
	c := &Checker{m: m, sets: make([]Set, n), rels: make([]*Rel, n), void: make([]bool, n), idle: make([]bool, n), violated: -1}
	for _, p := range m.program {
		c.allot(p)
	}
	return c
}

// allot gives every relation that a program computes its matrix.
func (c *Checker) allot(program []instr) {
	for _, i := range program {
		if i.node >= 0 && !c.m.nodes[i.node].set && c.m.nodes[i.node].op != baseOp {
			c.rels[i.node] = new(Rel)
		}
		if i.loop != nil {
			for _, v := range i.loop.vars {
				c.rels[v] = new(Rel)
			}
			c.allot(i.loop.body)
		}
	}
}

// Check reports whether x satisfies all axioms. It runs all stages.
func (c *Checker) Check(x *Candidate) bool {
	for s := range numStages {
		if !c.CheckStage(x, s) {
			return false
		}
	}
	return true
}

// CheckStage runs one stage: it reports whether x satisfies the axioms that
// depend on stage s, and on no later one. The stages before must have been run with
// the same events (Events) and the same rf (ReadsFrom) and have held. So a search
// runs Events once for its events, ReadsFrom for each rf, Coherence for each co.
func (c *Checker) CheckStage(x *Candidate, s Stage) bool {
	c.begin(x)
	c.violated = -1
	switch s {
	case Events:
		clear(c.idle)
		c.asked = 0
	case ReadsFrom:
		if c.asked++; c.asked == specialiseAt {
			c.specialise()
		}
	}
	for _, i := range c.m.program[s] {
		if i.axiom < 0 {
			c.run(i)
		} else if a := &c.m.axioms[i.axiom]; c.holds(a) == a.negated {
			c.violated = int(i.axiom)
			return false
		}
	}
	return true
}

// Violations appends the axioms that x violates to dst. It runs all stages.
func (c *Checker) Violations(dst []int, x *Candidate) []int {
	c.begin(x)
	c.violated = -1
	clear(c.idle)
	for _, program := range c.m.program[:numStages] {
		for _, i := range program {
			if i.axiom < 0 {
				c.run(i)
			} else if a := &c.m.axioms[i.axiom]; c.holds(a) == a.negated {
				if c.violated < 0 {
					c.violated = int(i.axiom)
				}
				dst = append(dst, int(i.axiom))
			}
		}
	}
	return dst
}

// Flags returns the flags that are raised, bit i being flag i, after all stages
// were run. A flag is raised if its test holds; undefined_unless, if it does not.
func (c *Checker) Flags(x *Candidate) (raised uint64) {
	c.begin(x)
	for _, i := range c.m.program[numStages] {
		c.run(i)
	}
	for i := range c.m.flags {
		if f := &c.m.flags[i]; f.raised(c.holds(f)) {
			raised |= 1 << uint(i)
		}
	}
	return raised
}

// raised reports whether a flag is raised if its test, the negation aside, holds or not.
func (a *axiom) raised(holds bool) bool { return (holds != a.negated) != a.undef }

// begin turns to a candidate.
func (c *Checker) begin(x *Candidate) {
	c.x, c.n = x, x.N
	c.all = 1<<uint(x.N) - 1
	if x.N == MaxEvents {
		c.all = ^Set(0)
	}
}

// holds tests an axiom, its negation aside.
func (c *Checker) holds(a *axiom) bool {
	if c.m.nodes[a.node].set {
		return c.sets[a.node] == 0
	}
	r := c.rels[a.node][:c.n]
	switch a.kind {
	case empty:
		for _, row := range r {
			if row != 0 {
				return false
			}
		}
	case irreflexive:
		for e, row := range r {
			if row.Has(e) {
				return false
			}
		}
	default:
		return isAcyclic(r, c.all)
	}
	return true
}

// isAcyclic takes away events without successors until none is left.
func isAcyclic(r []Set, left Set) bool {
	for left != 0 {
		before := left
		for s := left; s != 0; s &= s - 1 {
			if e := bits.TrailingZeros64(uint64(s)); r[e]&left == 0 {
				left &^= 1 << uint(e)
			}
		}
		if left == before {
			return false
		}
	}
	return true
}

// run computes a node.
func (c *Checker) run(i instr) {
	if i.loop != nil {
		if !c.isIdle(i.loop) {
			c.runLoop(i.loop)
		}
		return
	}
	if c.idle[i.node] {
		return
	}
	x := &c.m.nodes[i.node]
	if x.set {
		c.sets[i.node] = c.set(x)
		return
	}
	if x.op == baseOp {
		c.rels[i.node] = &c.x.Rels[x.a]
		return
	}
	c.rel(x, c.rels[i.node][:c.n])
}

// runLoop computes the least solution of equations.
func (c *Checker) runLoop(l *loop) {
	for _, v := range l.vars {
		clear(c.rels[v][:c.n])
	}
	for changed := true; changed; {
		changed = false
		for _, i := range l.body {
			c.run(i)
		}
		for _, v := range l.vars {
			now, next := c.rels[v][:c.n], c.rels[c.m.nodes[v].body][:c.n]
			for e, row := range next {
				changed = changed || row != now[e]
				now[e] = row
			}
		}
	}
}

// set computes a set.
func (c *Checker) set(x *node) Set {
	switch x.op {
	case baseOp:
		return c.x.Sets[x.a]
	case allOp:
		return c.all
	case unionOp:
		return c.sets[x.a] | c.sets[x.b]
	case interOp:
		return c.sets[x.a] & c.sets[x.b]
	case diffOp:
		return c.sets[x.a] &^ c.sets[x.b]
	case domainOp:
		var s Set
		for e, row := range c.rels[x.a][:c.n] {
			if row != 0 {
				s |= 1 << uint(e)
			}
		}
		return s
	case rangeOp:
		var s Set
		for _, row := range c.rels[x.a][:c.n] {
			s |= row
		}
		return s
	}
	return 0
}

// rel computes a relation.
func (c *Checker) rel(x *node, out []Set) {
	n := len(out)
	switch x.op {
	case emptyOp:
		clear(out)
	case allOp:
		for e := range out {
			out[e] = c.all
		}
	case idOp:
		for e := range out {
			out[e] = 1 << uint(e)
		}
	case unionOp:
		a, b := c.rels[x.a][:n], c.rels[x.b][:n]
		for e := range out {
			out[e] = a[e] | b[e]
		}
	case interOp:
		a, b := c.rels[x.a][:n], c.rels[x.b][:n]
		for e := range out {
			out[e] = a[e] & b[e]
		}
	case diffOp:
		a, b := c.rels[x.a][:n], c.rels[x.b][:n]
		for e := range out {
			out[e] = a[e] &^ b[e]
		}
	case seqOp:
		a, b := c.rels[x.a][:n], c.rels[x.b]
		for e, row := range a {
			var after Set
			for ; row != 0; row &= row - 1 {
				after |= b[bits.TrailingZeros64(uint64(row))]
			}
			out[e] = after
		}
	case invOp:
		clear(out)
		for e, row := range c.rels[x.a][:n] {
			for ; row != 0; row &= row - 1 {
				out[bits.TrailingZeros64(uint64(row))] |= 1 << uint(e)
			}
		}
	case plusOp:
		copy(out, c.rels[x.a][:n])
		for via := range out { // Warshall
			row := out[via]
			if row == 0 {
				continue
			}
			for e := range out {
				if out[e].Has(via) {
					out[e] |= row
				}
			}
		}
	case optOp:
		for e, row := range c.rels[x.a][:n] {
			out[e] = row | 1<<uint(e)
		}
	case cartOp:
		s, t := c.sets[x.a], c.sets[x.b]
		for e := range out {
			out[e] = t & -(s >> uint(e) & 1)
		}
	case identityOp:
		s := c.sets[x.a]
		for e := range out {
			out[e] = s & (1 << uint(e))
		}
	case fromOp:
		s, r := c.sets[x.a], c.rels[x.b][:n]
		for e := range out {
			out[e] = r[e] & -(s >> uint(e) & 1)
		}
	case toOp:
		r, s := c.rels[x.a][:n], c.sets[x.b]
		for e := range out {
			out[e] = r[e] & s
		}
	}
}
