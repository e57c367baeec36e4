package cat

import (
	"fmt"
	"slices"

	"fencepost/trace"
	"fencepost/trace/lists"
)

// match binds the names of a pattern to a value.
func (c *compiler) match(e *env, p trace.Pos, pattern []string, v value) *env {
	if len(pattern) == 1 {
		if pattern[0] == "_" {
			return e
		}
		return e.with(pattern[0], v)
	}
	if v.kind != tupleValue || len(v.list) != len(pattern) {
		failf(p, "%s where %d values are expected", describe(v), len(pattern))
	}
	for i, name := range pattern {
		e = c.match(e, p, []string{name}, v.list[i])
	}
	return e
}

func describe(v value) string {
	if v.kind == tupleValue {
		return fmt.Sprintf("a tuple of %d", len(v.list))
	}
	return v.kind.String()
}

// set returns the node of a set.
func (c *compiler) set(p trace.Pos, v value) int32 { return c.nodeOf(p, v, setValue) }

// rel returns the node of a relation.
func (c *compiler) rel(p trace.Pos, v value) int32 { return c.nodeOf(p, v, relValue) }

func (c *compiler) nodeOf(p trace.Pos, v value, kind valueKind) int32 {
	switch v.kind {
	case zeroValue:
		return c.empty(kind == setValue)
	case kind:
		return v.node
	}
	failf(p, "%s where %s is expected", describe(v), kind)
	return 0
}

// isZero reports whether v is known to be empty.
func (c *compiler) isZero(v value) bool {
	return v.kind == zeroValue || (v.kind == setValue || v.kind == relValue) && c.isEmpty(v.node) ||
		v.kind == listValue && len(v.list) == 0
}

// members returns the members of a set whose members are known at compile time.
func (c *compiler) members(p trace.Pos, v value) []value {
	if c.isZero(v) {
		return nil
	}
	if v.kind != listValue {
		failf(p, "%s whose members are known only in a candidate", describe(v))
	}
	return v.list
}

func (c *compiler) eval(e *env, x *expr) value {
	c.step(x.pos)
	switch x.kind {
	case emptyExpr:
		return value{}
	case universeExpr:
		return value{kind: setValue, node: c.all(true)}
	case nameExpr:
		v, ok := c.lookup(e, x.name)
		if !ok {
			panic(&unboundError{&trace.Diagnostic{Pos: x.pos, Message: fmt.Sprintf("unknown name %s", x.name)}})
		}
		return v
	case tagExpr:
		failf(x.pos, "tags are not supported")
	case applyExpr:
		return c.apply(x.pos, c.eval(e, x.args[0]), c.eval(e, x.args[1]))
	case tupleExpr:
		return value{kind: tupleValue, list: lists.Map(x.args, func(a *expr) value { return c.eval(e, a) })}
	case setExpr:
		v := value{}
		for _, a := range x.args {
			v = c.insert(x.pos, c.eval(e, a), v)
		}
		return v
	case identityExpr:
		return value{kind: relValue, node: c.identity(c.set(x.pos, c.eval(e, x.args[0])))}
	case infixExpr:
		return c.infix(x, c.eval(e, x.args[0]), c.eval(e, x.args[1]))
	case prefixExpr:
		v := c.eval(e, x.args[0])
		if v.kind == setValue {
			return value{kind: setValue, node: c.diff(c.all(true), v.node)}
		}
		return value{kind: relValue, node: c.diff(c.all(false), c.rel(x.pos, v))}
	case postfixExpr:
		return c.postfix(x, c.rel(x.pos, c.eval(e, x.args[0])))
	case letExpr:
		return c.eval(c.let(e, x.binds, x.rec), x.args[0])
	case funExpr:
		return value{kind: funValue, pattern: x.pattern, body: x.args[0], env: e}
	case tryExpr:
		return c.try(e, x)
	case ifExpr:
		if c.cond(e, x.cond) {
			return c.eval(e, x.args[0])
		}
		return c.eval(e, x.args[1])
	}
	return c.matchSet(e, x)
}

func (c *compiler) apply(p trace.Pos, f, arg value) value {
	c.enter(p)
	defer func() { c.depth-- }()
	switch f.kind {
	case funValue:
		return c.eval(c.match(f.env, p, f.pattern, arg), f.body)
	case primValue:
		return f.prim(c, p, arg)
	}
	failf(p, "%s is no function", describe(f))
	return value{}
}

// insert adds a relation or set to a set of them.
func (c *compiler) insert(p trace.Pos, v, to value) value {
	return value{kind: listValue, list: append([]value{v}, c.members(p, to)...)}
}

func (c *compiler) infix(x *expr, a, b value) value {
	if x.name == "++" {
		return c.insert(x.pos, a, b)
	}
	switch x.name {
	case "*":
		return value{kind: relValue, node: c.cart(c.set(x.args[0].pos, a), c.set(x.args[1].pos, b))}
	case ";":
		return value{kind: relValue, node: c.seq(c.rel(x.args[0].pos, a), c.rel(x.args[1].pos, b))}
	}
	if a.kind == zeroValue && b.kind == zeroValue {
		return value{}
	}
	if x.name == "|" && (a.kind == listValue || b.kind == listValue) {
		return value{kind: listValue, list: slices.Concat(c.members(x.pos, a), c.members(x.pos, b))}
	}
	v := value{kind: relValue}
	if a.kind == setValue || b.kind == setValue {
		v.kind = setValue
	}
	m, n := c.nodeOf(x.args[0].pos, a, v.kind), c.nodeOf(x.args[1].pos, b, v.kind)
	switch x.name {
	case "|":
		v.node = c.union(m, n)
	case "&":
		v.node = c.inter(m, n)
	default:
		v.node = c.diff(m, n)
	}
	return v
}

func (c *compiler) postfix(x *expr, r int32) value {
	v := value{kind: relValue}
	switch x.name {
	case "+":
		v.node = c.plus(r)
	case "*":
		v.node = c.opt(c.plus(r))
	case "?":
		v.node = c.opt(r)
	default:
		v.node = c.inv(r)
	}
	return v
}

// try evaluates the first expression, or the second if a name in the first is not defined.
func (c *compiler) try(e *env, x *expr) (v value) {
	depth := c.depth
	defer func() {
		switch err := recover().(type) {
		case nil:
		case *unboundError:
			c.depth = depth
			v = c.eval(e, x.args[1])
		default:
			panic(err)
		}
	}()
	return c.eval(e, x.args[0])
}

func (c *compiler) cond(e *env, x *cond) bool {
	switch x.kind {
	case notCond:
		return !c.cond(e, x.args[0])
	case andCond:
		return c.cond(e, x.args[0]) && c.cond(e, x.args[1])
	case orCond:
		return c.cond(e, x.args[0]) || c.cond(e, x.args[1])
	case variantCond:
		return false
	}
	a, b := c.eval(e, x.exprs[0]), c.eval(e, x.exprs[1])
	switch {
	case c.isZero(a) && (x.kind == subsetCond || c.isZero(b)), a.kind == b.kind && a.kind != listValue && a.node == b.node:
		return true
	}
	failf(x.pos, "a condition that is known only in a candidate")
	return false
}

// matchSet evaluates a match on a set whose members are known.
func (c *compiler) matchSet(e *env, x *expr) value {
	list := c.members(x.args[0].pos, c.eval(e, x.args[0]))
	if len(list) == 0 {
		return c.eval(e, x.args[1])
	}
	e = c.match(e, x.pos, x.pattern[:1], list[0])
	e = c.match(e, x.pos, x.pattern[1:], value{kind: listValue, list: list[1:]})
	return c.eval(e, x.args[2])
}
