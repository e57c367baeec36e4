package cat

import (
	"math/bits"
	"slices"
)

// A Checker checks candidates of one model, one after the other. It is not safe for
// concurrent use.
type Checker struct {
	m        *Model
	x        *Candidate
	sets     []Set   // by node, words for each
	rels     [][]Set // by node; for a base relation the candidate's matrix; nil: not computed
	own      [][]Set // by node: its own matrix, unless it uses that of another node
	n        int
	words    int // of each set
	room     int // words for which each set has room
	all      []Set
	left     []Set // scratch of isAcyclic
	violated int
	asked    int    // number of runs of the stage ReadsFrom since the last run of Events
	void     []bool // by node: empty whatever rf and co are
	idle     []bool // by node: need not be computed; see specialise
}

// NewChecker returns a checker.
func (m *Model) NewChecker() *Checker {
	n := len(m.nodes)
	c := &Checker{m: m, rels: make([][]Set, n), void: make([]bool, n), idle: make([]bool, n), violated: -1}
	c.allot(1)
	return c
}

// allot makes room for sets of this many words.
func (c *Checker) allot(words int) {
	c.room = words
	c.sets, c.all, c.left = make([]Set, words*len(c.m.nodes)), make([]Set, words), make([]Set, words)
	for _, p := range c.m.program {
		c.allotRels(p)
	}
	c.own = slices.Clone(c.rels)
}

// allotRels allocates a matrix for every relation that a program computes.
func (c *Checker) allotRels(program []instr) {
	size := c.room * c.room * wordBits
	for _, i := range program {
		if i.node >= 0 && !c.m.nodes[i.node].set && c.m.nodes[i.node].op != baseOp {
			c.rels[i.node] = make([]Set, size)
		}
		if i.loop != nil {
			for _, v := range i.loop.vars {
				c.rels[v] = make([]Set, size)
			}
			c.allotRels(i.loop.body)
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

// CheckStage runs one stage: it reports whether x satisfies the axioms that depend on stage
// s and on no later one. The earlier stages must have been run before, with the same events
// (Events) and the same rf (ReadsFrom), and must have held. So a search runs Events once
// for its events, ReadsFrom for each rf, and Coherence for each co.
func (c *Checker) CheckStage(x *Candidate, s Stage) bool {
	c.begin(x)
	c.violated = -1
	switch s {
	case Events:
		c.general()
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
	c.general()
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

// Flags runs all stages and returns the flags that are raised, bit i being flag i. A flag
// is raised if its test holds; a flag of undefined_unless, if its test does not hold.
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

// raised reports whether a flag is raised. holds is the result of its test without the
// negation.
func (a *axiom) raised(holds bool) bool { return (holds != a.negated) != a.undef }

// begin makes x the current candidate.
func (c *Checker) begin(x *Candidate) {
	c.x, c.n, c.words = x, x.N, x.Words()
	if c.words > c.room {
		c.allot(c.words)
	}
	c.all, c.left = c.all[:c.words], c.left[:c.words]
	for i := range c.all {
		c.all[i] = ^Set(0)
	}
	if rest := x.N % wordBits; rest > 0 || x.N == 0 {
		c.all[c.words-1] = 1<<uint(rest) - 1
	}
}

// setOf returns the set of a node.
func (c *Checker) setOf(node int32) []Set { return c.sets[int(node)*c.words:][:c.words] }

// relOf returns the matrix of a node, row after row.
func (c *Checker) relOf(node int32) []Set { return c.rels[node][:c.n*c.words] }

// row returns the row of an event.
func (c *Checker) row(r []Set, e int) []Set { return r[e*c.words:][:c.words] }

// has reports whether a set of any number of words has an event.
func has(s []Set, e int) bool { return s[e/wordBits].Has(e % wordBits) }

// put adds an event to a set of any number of words.
func put(s []Set, e int) { s[e/wordBits] |= 1 << uint(e%wordBits) }

// isZero reports whether all of a set or a matrix is empty.
func isZero(s []Set) bool {
	for _, word := range s {
		if word != 0 {
			return false
		}
	}
	return true
}

// holds reports whether the test of an axiom holds, without its negation.
func (c *Checker) holds(a *axiom) bool {
	if c.m.nodes[a.node].set {
		return isZero(c.setOf(a.node))
	}
	r := c.relOf(a.node)
	switch a.kind {
	case empty:
		return isZero(r)
	case irreflexive:
		for e := range c.n {
			if has(c.row(r, e), e) {
				return false
			}
		}
		return true
	}
	if c.words == 1 {
		return isAcyclic(r, c.all[0])
	}
	return c.isAcyclic(r)
}

// isAcyclic removes events without successors until none is left, for sets of one word.
func isAcyclic(r []Set, left Set) bool {
	for before := ^left; left != before; {
		before = left
		for s := left; s != 0; s &= s - 1 {
			if e := bits.TrailingZeros64(uint64(s)); r[e]&left == 0 {
				left &^= 1 << uint(e)
			}
		}
	}
	return left == 0
}

// isAcyclic removes events without successors until none is left.
func (c *Checker) isAcyclic(r []Set) bool {
	left := c.left
	copy(left, c.all)
	for changed := true; changed; {
		changed = false
		for i := range left {
			for s := left[i]; s != 0; s &= s - 1 {
				e := bits.TrailingZeros64(uint64(s))
				if !meets(c.row(r, i*wordBits+e), left) {
					left[i] &^= 1 << uint(e)
					changed = true
				}
			}
		}
	}
	return isZero(left)
}

// meets reports whether two sets have an event in common.
func meets(a, b []Set) bool {
	for i, word := range a {
		if word&b[i] != 0 {
			return true
		}
	}
	return false
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
		c.set(x, c.setOf(i.node))
		return
	}
	if x.op == baseOp {
		c.rels[i.node] = c.x.Rels[x.a]
		return
	}
	c.rel(x, c.relOf(i.node))
}

// runLoop computes the least solution of recursive equations.
func (c *Checker) runLoop(l *loop) {
	for _, v := range l.vars {
		clear(c.relOf(v))
	}
	for changed := true; changed; {
		changed = false
		for _, i := range l.body {
			c.run(i)
		}
		for _, v := range l.vars {
			now, next := c.relOf(v), c.relOf(c.m.nodes[v].body)
			for i, word := range next {
				changed = changed || word != now[i]
				now[i] = word
			}
		}
	}
}

// set computes a set.
func (c *Checker) set(x *node, out []Set) {
	switch x.op {
	case baseOp:
		copy(out, c.x.Sets[int(x.a)*c.words:])
	case emptyOp:
		clear(out)
	case allOp:
		copy(out, c.all)
	case unionOp, interOp, diffOp:
		combine(x.op, out, c.setOf(x.a), c.setOf(x.b))
	case domainOp:
		clear(out)
		r := c.relOf(x.a)
		for e := range c.n {
			if !isZero(c.row(r, e)) {
				put(out, e)
			}
		}
	case rangeOp:
		clear(out)
		r := c.relOf(x.a)
		for e := range c.n {
			for i, word := range c.row(r, e) {
				out[i] |= word
			}
		}
	}
}

// combine computes a union, an intersection or a difference.
func combine(o op, out, a, b []Set) {
	a, b = a[:len(out)], b[:len(out)]
	switch o {
	case unionOp:
		for i := range out {
			out[i] = a[i] | b[i]
		}
	case interOp:
		for i := range out {
			out[i] = a[i] & b[i]
		}
	default:
		for i := range out {
			out[i] = a[i] &^ b[i]
		}
	}
}

// rel computes a relation.
func (c *Checker) rel(x *node, out []Set) {
	switch x.op {
	case unionOp, interOp, diffOp:
		combine(x.op, out, c.relOf(x.a), c.relOf(x.b))
		return
	case seqOp:
		if c.words == 1 {
			sequence(out, c.relOf(x.a), c.relOf(x.b))
			return
		}
	case plusOp:
		copy(out, c.relOf(x.a))
		if c.words == 1 {
			closure(out)
		} else {
			c.closure(out)
		}
		return
	case optOp:
		copy(out, c.relOf(x.a))
		for e := range c.n {
			put(c.row(out, e), e)
		}
		return
	}
	clear(out)
	switch x.op {
	case allOp:
		for e := range c.n {
			copy(c.row(out, e), c.all)
		}
	case idOp:
		for e := range c.n {
			put(c.row(out, e), e)
		}
	case seqOp:
		a, b := c.relOf(x.a), c.relOf(x.b)
		for e := range c.n {
			row := c.row(out, e)
			for i, word := range c.row(a, e) {
				for ; word != 0; word &= word - 1 {
					unite(row, c.row(b, i*wordBits+bits.TrailingZeros64(uint64(word))))
				}
			}
		}
	case invOp:
		a := c.relOf(x.a)
		for e := range c.n {
			for i, word := range c.row(a, e) {
				for ; word != 0; word &= word - 1 {
					put(c.row(out, i*wordBits+bits.TrailingZeros64(uint64(word))), e)
				}
			}
		}
	case cartOp:
		s, t := c.setOf(x.a), c.setOf(x.b)
		c.each(s, func(e int) { copy(c.row(out, e), t) })
	case identityOp:
		c.each(c.setOf(x.a), func(e int) { put(c.row(out, e), e) })
	case fromOp:
		r := c.relOf(x.b)
		c.each(c.setOf(x.a), func(e int) { copy(c.row(out, e), c.row(r, e)) })
	case toOp:
		r, s := c.relOf(x.a), c.setOf(x.b)
		for i := range out {
			out[i] = r[i] & s[i%c.words]
		}
	}
}

// each calls f with the events of a set.
func (c *Checker) each(s []Set, f func(e int)) {
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			f(i*wordBits + bits.TrailingZeros64(uint64(word)))
		}
	}
}

// unite adds a set to another.
func unite(to, s []Set) {
	for i, word := range s {
		to[i] |= word
	}
}

// sequence computes a ; b of sets of one word.
func sequence(out, a, b []Set) {
	out = out[:len(a)]
	for e, row := range a {
		var after Set
		for ; row != 0; row &= row - 1 {
			after |= b[bits.TrailingZeros64(uint64(row))]
		}
		out[e] = after
	}
}

// closure makes a relation of sets of one word transitive (Warshall).
func closure(out []Set) {
	for via := range out {
		row, bit := out[via], Set(1)<<uint(via)
		if row == 0 {
			continue
		}
		for e, after := range out {
			if after&bit != 0 {
				out[e] = after | row
			}
		}
	}
}

// closure makes a relation transitive.
func (c *Checker) closure(out []Set) {
	for via := range c.n {
		row := c.row(out, via)
		if isZero(row) {
			continue
		}
		for e := range c.n {
			if r := c.row(out, e); has(r, via) {
				unite(r, row)
			}
		}
	}
}
