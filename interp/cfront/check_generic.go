package cfront

import (
	"fencepost/trace"

	"modernc.org/cc/v4"
)

// A genericCall is a call of a function that is typed by its arguments.
type genericCall struct {
	c    *checker
	name string
	args []cc.ExpressionNode
	pos  trace.Pos
	text string
}

func (g *genericCall) check() *expr {
	if form, ok := atomicForms[g.name]; ok {
		return g.atomic(form)
	}
	switch g.name {
	case "assert", "__VERIFIER_assert":
		g.count(1)
		x := g.c.condition(g.c.value(g.args[0]), g.pos)
		x.text = g.c.text(g.args[0])
		return &expr{op: xLibrary, typ: tVoid, pos: g.pos, text: g.text, lib: g.name, args: []*expr{x}}
	case "fence_sl", "fence_ss", "fence_ll":
		g.count(0)
		kind := map[string]trace.FenceKind{
			"fence_sl": trace.StoreLoad, "fence_ss": trace.StoreStore, "fence_ll": trace.LoadLoad,
		}[g.name]
		return &expr{op: xAtomic, typ: tVoid, pos: g.pos, text: g.text, atomic: aFence, hw: kind}
	case "dcas":
		return g.doubleCAS()
	case "kill_dependency":
		g.count(1)
		return g.c.value(g.args[0])
	case "atomic_is_lock_free", "__atomic_is_lock_free", "__atomic_always_lock_free":
		return g.constant(1)
	case "__builtin_expect":
		g.count(2)
		g.integer(1)
		return cast(g.integer(0), tLong)
	case "__builtin_constant_p":
		g.count(1)
		var e *expr
		g.c.notEvaluated(func() { e = g.c.value(g.args[0]) })
		return boolConst(e.isConst())
	case "__builtin_choose_expr":
		g.count(3)
		if g.c.integerConstant(g.args[0], "the condition of __builtin_choose_expr").i != 0 {
			return g.c.expr(g.args[1])
		}
		return g.c.expr(g.args[2])
	case "__builtin_assume_aligned":
		return cast(g.pointer(0), tVoidPtr)
	case "__builtin_prefetch":
		return cast(g.pointer(0), tVoid)
	}
	g.c.unsupported(g.pos, "'%s' is not supported", g.name)
	return nil
}

// count fails unless there are n arguments.
func (g *genericCall) count(n int) {
	switch {
	case len(g.args) < n:
		g.c.fail(g.pos, "too few arguments to '%s': %d instead of %d", g.name, len(g.args), n)
	case len(g.args) > n:
		g.c.fail(g.pos, "too many arguments to '%s': %d instead of %d", g.name, len(g.args), n)
	}
}

// constant is a call whose value does not depend on its arguments.
func (g *genericCall) constant(v int64) *expr {
	for _, a := range g.args {
		g.c.notEvaluated(func() { g.c.value(a) })
	}
	return intConst(v, tInt)
}

func (g *genericCall) integer(i int) *expr {
	e := g.c.value(g.args[i])
	if !e.typ.isScalar() {
		g.c.fail(g.c.pos(g.args[i]), "argument %d of '%s' is no integer but '%s'", i+1, g.name, e.typ)
	}
	return e
}

func (g *genericCall) pointer(i int) *expr {
	if i >= len(g.args) {
		g.count(i + 1)
	}
	e := g.c.value(g.args[i])
	if e.typ.kind != kPtr {
		g.c.fail(g.c.pos(g.args[i]), "argument %d of '%s' is no pointer but '%s'", i+1, g.name, e.typ)
	}
	return e
}

// doubleCAS checks dcas(p1, p2, old1, old2, new1, new2).
func (g *genericCall) doubleCAS() *expr {
	g.count(6)
	e := &expr{op: xAtomic, typ: tInt, pos: g.pos, text: g.text, atomic: aDCAS, order: trace.Relaxed, fail: trace.Relaxed}
	var types []*ctype
	for i := range 2 {
		p := g.pointer(i)
		g.object(p, i, true)
		if !p.typ.elem.isScalar() {
			g.c.fail(g.c.pos(g.args[i]), "argument %d of '%s' points to '%s', which is no scalar", i+1, g.name, p.typ.elem)
		}
		types = append(types, p.typ.elem)
		e.args = append(e.args, p)
	}
	if types[0].size != types[1].size {
		g.c.unsupported(g.pos, "'dcas' on objects of different sizes is not supported")
	}
	for i := 2; i < 6; i++ {
		e.args = append(e.args, g.operand(i, types[i%2]))
	}
	e.typ2 = types[0]
	return e
}
