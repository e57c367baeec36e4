package cat

import "slices"

// specialiseAt is the number of checks with the same events at which the checker
// specialises for them. To specialise takes as long as one check of lkmm.
const specialiseAt = 4

// specialise finds the nodes of the later stages that need not be computed for the current
// events: those that are empty whatever rf and co are, and those that nothing reads. For
// example, a test without plain accesses has no plain races.
func (c *Checker) specialise() {
	c.findVoid()
	for n := range c.idle {
		c.idle[n] = true
	}
	for i := range c.m.flags {
		c.needs(c.m.flags[i].node)
	}
	for s := numStages; s > Events; s-- {
		c.findNeeded(c.m.program[s])
	}
	for n := range c.m.nodes {
		switch x := &c.m.nodes[n]; {
		case !c.void[n] || x.stage == Events:
		case x.set:
			clear(c.setOf(int32(n)))
		case c.rels[n] != nil:
			clear(c.relOf(int32(n)))
		}
	}
	c.share()
}

// general ends a specialisation.
func (c *Checker) general() {
	clear(c.idle)
	copy(c.rels, c.own)
	c.asked = 0
}

// share lets a node use the matrix of an operand if the two are equal: a node restricted to
// a set of all events, or combined with an empty node.
func (c *Checker) share() {
	for n := range c.m.nodes { // operands come first
		x := &c.m.nodes[n]
		if x.set || x.stage == Events || c.idle[n] || c.own[n] == nil {
			continue
		}
		of := int32(-1)
		switch x.op {
		case unionOp:
			if c.void[x.a] {
				of = x.b
			} else if c.void[x.b] {
				of = x.a
			}
		case diffOp:
			if c.void[x.b] {
				of = x.a
			}
		case fromOp:
			if c.isWhole(x.a) {
				of = x.b
			}
		case toOp:
			if c.isWhole(x.b) {
				of = x.a
			}
		}
		if of < 0 {
			continue
		}
		if op := c.m.nodes[of].op; op != varOp && op != baseOp {
			c.rels[n], c.idle[n] = c.rels[of], true
		}
	}
}

// isWhole reports whether a set contains all events, whatever rf and co are.
func (c *Checker) isWhole(n int32) bool {
	return c.m.nodes[n].stage == Events && slices.Equal(c.setOf(n), c.all)
}

// MayRaise returns the flags that candidates with the current events may raise with some rf
// and co. The stage Events must have been run with these events, and must have held.
func (c *Checker) MayRaise() (flags uint64) {
	if c.asked < specialiseAt {
		c.asked = specialiseAt
		c.specialise()
	}
	for i := range c.m.flags {
		f := &c.m.flags[i]
		if known := c.void[f.node] || c.m.nodes[f.node].stage == Events; !known || f.raised(c.holds(f)) {
			flags |= 1 << uint(i)
		}
	}
	return flags
}

// findVoid finds the empty nodes. A recursive definition is empty if it is empty when its
// variables are.
func (c *Checker) findVoid() {
	nodes := c.m.nodes
	for n := range nodes {
		x := &nodes[n]
		c.void[n] = x.op == varOp && x.stage > Events || x.stage == Events && c.isVoid(n)
	}
	for changed := true; changed; {
		changed = false
		for n := range nodes {
			x := &nodes[n]
			if x.stage == Events {
				continue
			}
			void := false
			switch x.op {
			case varOp:
				void = x.body < 0 || c.void[x.body]
			case unionOp:
				void = c.void[x.a] && c.void[x.b]
			case interOp, seqOp, cartOp, fromOp, toOp:
				void = c.void[x.a] || c.void[x.b]
			case diffOp, domainOp, rangeOp, invOp, plusOp, identityOp:
				void = c.void[x.a]
			}
			changed = changed || void != c.void[n]
			c.void[n] = void
		}
	}
}

// isVoid reports whether a node that has been computed is empty.
func (c *Checker) isVoid(n int) bool {
	if c.m.nodes[n].set {
		return isZero(c.setOf(int32(n)))
	}
	return c.rels[n] != nil && isZero(c.relOf(int32(n)))
}

// findNeeded finds the nodes that a program must compute, from its end backwards.
func (c *Checker) findNeeded(program []instr) {
	for k := len(program) - 1; k >= 0; k-- {
		i := program[k]
		switch {
		case i.axiom >= 0:
			c.needs(c.m.axioms[i.axiom].node)
		case i.loop != nil:
			if c.isIdle(i.loop) {
				continue
			}
			for _, v := range i.loop.vars {
				c.needs(v)
				c.needs(c.m.nodes[v].body)
			}
			c.findNeeded(i.loop.body)
		case !c.idle[i.node]:
			x := &c.m.nodes[i.node]
			if n := x.op.operands(); n > 0 {
				c.needs(x.a)
				if n > 1 {
					c.needs(x.b)
				}
			}
		}
	}
}

// needs notes that node n is read.
func (c *Checker) needs(n int32) { c.idle[n] = c.void[n] }

// isIdle reports whether nothing reads what a loop computes.
func (c *Checker) isIdle(l *loop) bool {
	for _, v := range l.vars {
		if !c.idle[v] {
			return false
		}
	}
	return true
}
