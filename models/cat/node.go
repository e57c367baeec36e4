package cat

// An op computes a set or a relation from at most two others.
type op uint8

const (
	baseOp  op = iota // a: slot
	varOp             // a recursive definition
	emptyOp           // {}
	allOp             // every event, every pair
	idOp              // each event with itself
	unionOp
	interOp
	diffOp
	domainOp   // sets: of relation a
	rangeOp    // sets: of relation a
	seqOp      // a ; b
	invOp      // a^-1
	plusOp     // a+
	optOp      // a?
	cartOp     // set a * set b
	identityOp // [set a]
	fromOp     // [set a] ; b
	toOp       // a ; [set b]
)

// operands returns the number of operands of an op.
func (o op) operands() int {
	switch o {
	case baseOp, varOp, emptyOp, allOp, idOp:
		return 0
	case domainOp, rangeOp, invOp, plusOp, optOp, identityOp:
		return 1
	}
	return 2
}

// A key identifies a node: nodes with equal keys are one.
type key struct {
	op   op
	set  bool // a set, not a relation
	a, b int32
}

// A node is a set or relation that a model computes. Nodes are numbered in the
// order they were made: operands come first, except for the equations of varOp.
type node struct {
	key
	name  string // the first name it was given, or ""
	body  int32  // varOp: its equation
	group int32  // varOp: the number of its let rec
	stage Stage
}

// nodes builds nodes. Equal nodes are built once, and nodes whose value is known are
// replaced by a constant.
type nodes struct {
	list  []node
	index map[key]int32
}

// maxNodes bounds the size of a model.
const maxNodes = 5000

func (g *nodes) make(k key) int32 {
	if n, ok := g.index[k]; ok {
		return n
	}
	if len(g.list) >= maxNodes {
		return 0 // compiling ends: see compiler.step
	}
	n := int32(len(g.list))
	g.list = append(g.list, node{key: k, body: -1})
	g.index[k] = n
	return n
}

// variable makes the node of a recursive definition of a group.
func (g *nodes) variable(group int32) int32 {
	n := int32(len(g.list))
	g.list = append(g.list, node{key: key{op: varOp, a: n}, body: -1, group: group})
	return n
}

func (g *nodes) empty(set bool) int32 { return g.make(key{op: emptyOp, set: set}) }
func (g *nodes) all(set bool) int32   { return g.make(key{op: allOp, set: set}) }
func (g *nodes) id() int32            { return g.make(key{op: idOp}) }

func (g *nodes) isEmpty(n int32) bool { return g.list[n].op == emptyOp }
func (g *nodes) isAll(n int32) bool   { return g.list[n].op == allOp }

func (g *nodes) union(a, b int32) int32 {
	set := g.list[a].set
	switch {
	case a == b || g.isEmpty(b) || g.isAll(a):
		return a
	case g.isEmpty(a) || g.isAll(b):
		return b
	}
	return g.make(key{unionOp, set, min(a, b), max(a, b)})
}

func (g *nodes) inter(a, b int32) int32 {
	set := g.list[a].set
	switch {
	case a == b || g.isEmpty(a) || g.isAll(b):
		return a
	case g.isEmpty(b) || g.isAll(a):
		return b
	}
	for range 2 {
		switch x := g.list[b]; x.op {
		case cartOp: // a & (s * t)
			return g.from(x.a, g.to(a, x.b))
		case identityOp:
			if g.list[a].op == idOp {
				return b
			}
		}
		a, b = b, a
	}
	return g.make(key{interOp, set, min(a, b), max(a, b)})
}

func (g *nodes) diff(a, b int32) int32 {
	set := g.list[a].set
	switch {
	case a == b || g.isAll(b):
		return g.empty(set)
	case g.isEmpty(a) || g.isEmpty(b):
		return a
	}
	if y := g.list[b]; g.isAll(a) && y.op == diffOp && g.isAll(y.a) { // ~~x
		return y.b
	}
	return g.make(key{diffOp, set, a, b})
}

func (g *nodes) domain(a int32) int32  { return g.events(domainOp, a) }
func (g *nodes) rangeOf(a int32) int32 { return g.events(rangeOp, a) }

// events returns the domain or the range of a relation.
func (g *nodes) events(op op, a int32) int32 {
	switch x := g.list[a]; x.op {
	case emptyOp:
		return g.empty(true)
	case allOp, idOp:
		return g.all(true)
	case identityOp:
		return x.a
	}
	return g.make(key{op: op, set: true, a: a})
}

func (g *nodes) seq(a, b int32) int32 {
	x, y := g.list[a], g.list[b]
	switch {
	case x.op == emptyOp || y.op == idOp:
		return a
	case y.op == emptyOp || x.op == idOp:
		return b
	case x.op == identityOp:
		return g.from(x.a, b)
	case y.op == identityOp:
		return g.to(a, y.a)
	case x.op == fromOp: // ([s] ; r) ; b, so that equal parts become one node
		return g.from(x.a, g.seq(x.b, b))
	case y.op == toOp:
		return g.to(g.seq(a, y.a), y.b)
	}
	return g.make(key{op: seqOp, a: a, b: b})
}

// from returns [s] ; r.
func (g *nodes) from(s, r int32) int32 {
	x := g.list[r]
	switch {
	case g.isEmpty(s) || x.op == emptyOp:
		return g.empty(false)
	case g.isAll(s):
		return r
	case x.op == idOp:
		return g.identity(s)
	case x.op == identityOp:
		return g.identity(g.inter(s, x.a))
	case x.op == cartOp:
		return g.cart(g.inter(s, x.a), x.b)
	case x.op == fromOp:
		return g.from(g.inter(s, x.a), x.b)
	case x.op == allOp:
		return g.cart(s, g.all(true))
	}
	return g.make(key{op: fromOp, a: s, b: r})
}

// to returns r ; [s]. Where both occur, it stands inside from.
func (g *nodes) to(r, s int32) int32 {
	x := g.list[r]
	switch {
	case g.isEmpty(s) || x.op == emptyOp:
		return g.empty(false)
	case g.isAll(s):
		return r
	case x.op == idOp:
		return g.identity(s)
	case x.op == identityOp:
		return g.identity(g.inter(x.a, s))
	case x.op == cartOp:
		return g.cart(x.a, g.inter(x.b, s))
	case x.op == fromOp:
		return g.from(x.a, g.to(x.b, s))
	case x.op == toOp:
		return g.to(x.a, g.inter(x.b, s))
	case x.op == allOp:
		return g.cart(g.all(true), s)
	}
	return g.make(key{op: toOp, a: r, b: s})
}

func (g *nodes) identity(s int32) int32 {
	switch {
	case g.isEmpty(s):
		return g.empty(false)
	case g.isAll(s):
		return g.id()
	}
	return g.make(key{op: identityOp, a: s})
}

func (g *nodes) cart(s, t int32) int32 {
	switch {
	case g.isEmpty(s) || g.isEmpty(t):
		return g.empty(false)
	case g.isAll(s) && g.isAll(t):
		return g.all(false)
	}
	return g.make(key{op: cartOp, a: s, b: t})
}

func (g *nodes) inv(a int32) int32 {
	switch x := g.list[a]; x.op {
	case emptyOp, allOp, idOp, identityOp:
		return a
	case invOp:
		return x.a
	case cartOp:
		return g.cart(x.b, x.a)
	}
	return g.make(key{op: invOp, a: a})
}

func (g *nodes) plus(a int32) int32 {
	switch x := g.list[a]; x.op {
	case emptyOp, allOp, idOp, identityOp, plusOp:
		return a
	case optOp:
		return g.opt(g.plus(x.a))
	}
	return g.make(key{op: plusOp, a: a})
}

func (g *nodes) opt(a int32) int32 {
	switch x := g.list[a]; x.op {
	case emptyOp, idOp, identityOp:
		return g.id()
	case allOp, optOp:
		return a
	}
	return g.make(key{op: optOp, a: a})
}
