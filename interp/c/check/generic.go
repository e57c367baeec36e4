package check

import (
	"strings"

	"fencepost/interp/c/library"
	"fencepost/interp/c/types"
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
	word *types.Type // the type of the object by the name of the function; nil: the type by its pointer
}

// sizedCall returns a call of an atomic function whose name has the size of the object, such as
// __atomic_load_8; nil if n is no such call.
func (c *checker) sizedCall(n *cc.PostfixExpression, args []cc.ExpressionNode) *genericCall {
	id, ok := n.PostfixExpression.(*cc.PrimaryExpression)
	if !ok || id.Case != cc.PrimaryExpressionIdent {
		return nil
	}
	name := id.Token.SrcStr()
	end := strings.LastIndexByte(name, '_')
	if end < 0 || c.scope.lookup(name) != nil {
		return nil
	}
	word := map[string]*types.Type{"1": types.UChar, "2": types.UShort, "4": types.UInt, "8": types.ULong, "16": types.UInt128}[name[end+1:]]
	for _, form := range []string{name[:end], name[:end] + "_n"} {
		f, known := library.Atomic(form)
		if known && word != nil && strings.HasPrefix(name, "__") && !strings.Contains(f.Args, "p") {
			return &genericCall{c: c, name: form, args: args, pos: c.pos(n.PostfixExpression), text: c.text(n), word: word}
		}
	}
	return nil
}

func (g *genericCall) check() *types.Expr {
	if form, ok := library.Atomic(g.name); ok {
		return g.atomic(form)
	}
	switch g.name {
	case "assert", "__VERIFIER_assert", "__ESBMC_assert", "__CPROVER_assert":
		if len(g.args) != 2 || g.name == "assert" || g.name == "__VERIFIER_assert" { // the second is the text of the assertion
			g.count(1)
		}
		x := g.c.condition(g.c.value(g.args[0]), g.pos)
		x.Text = g.c.text(g.args[0])
		return &types.Expr{Op: types.OpLibrary, Type: types.Void, Pos: g.pos, Text: g.text, Lib: g.name, Args: []*types.Expr{x}}
	case "fence_sl", "fence_ss", "fence_ll":
		g.count(0)
		kind := map[string]trace.FenceKind{
			"fence_sl": trace.StoreLoad, "fence_ss": trace.StoreStore, "fence_ll": trace.LoadLoad,
		}[g.name]
		return &types.Expr{Op: types.OpAtomic, Type: types.Void, Pos: g.pos, Text: g.text, Atomic: types.AtomicFence, HW: kind}
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
		return cast(g.integer(0), types.Long)
	case "__builtin_constant_p":
		g.count(1)
		var e *types.Expr
		g.c.notEvaluated(func() { e = g.c.value(g.args[0]) })
		return boolConst(e.IsConst())
	case "__builtin_types_compatible_p":
		g.count(2)
		return boolConst(types.Compatible(g.typeOfSize(0), g.typeOfSize(1)))
	case "__builtin_choose_expr":
		g.count(3)
		if g.c.integerConstant(g.args[0], "the condition of __builtin_choose_expr").I != 0 {
			return g.c.expr(g.args[1])
		}
		return g.c.expr(g.args[2])
	case "__builtin_assume_aligned":
		return cast(g.pointer(0), types.VoidPtr)
	case "__builtin_prefetch":
		return cast(g.pointer(0), types.Void)
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

// constant returns the value v of a call that does not depend on its arguments.
func (g *genericCall) constant(v int64) *types.Expr {
	for _, a := range g.args {
		g.c.notEvaluated(func() { g.c.value(a) })
	}
	return types.IntConst(v, types.Int)
}

func (g *genericCall) integer(i int) *types.Expr {
	e := g.c.value(g.args[i])
	if !e.Type.IsScalar() {
		g.c.fail(g.c.pos(g.args[i]), "argument %d of '%s' is no integer but '%s'", i+1, g.name, e.Type)
	}
	return e
}

// typeOfSize returns, without qualifiers, the type of which argument i is the size.
func (g *genericCall) typeOfSize(i int) *types.Type {
	n, ok := g.args[i].(*cc.UnaryExpression)
	if !ok || n.Case != cc.UnaryExpressionSizeofType {
		g.c.fail(g.c.pos(g.args[i]), "argument %d of '%s' is no type", i+1, g.name)
	}
	return g.c.typeName(n.TypeName).Unqualified()
}

func (g *genericCall) pointer(i int) *types.Expr {
	if i >= len(g.args) {
		g.count(i + 1)
	}
	e := g.c.value(g.args[i])
	if e.Type.Kind != types.KindPtr {
		g.c.fail(g.c.pos(g.args[i]), "argument %d of '%s' is no pointer but '%s'", i+1, g.name, e.Type)
	}
	return e
}

// doubleCAS checks dcas(p1, p2, old1, old2, new1, new2).
func (g *genericCall) doubleCAS() *types.Expr {
	g.count(6)
	e := &types.Expr{Op: types.OpAtomic, Type: types.Int, Pos: g.pos, Text: g.text, Atomic: types.AtomicDCAS, Order: trace.Relaxed, Fail: trace.Relaxed}
	var types []*types.Type
	for i := range 2 {
		p := g.pointer(i)
		g.object(p, i, true)
		if !p.Type.Elem.IsScalar() {
			g.c.fail(g.c.pos(g.args[i]), "argument %d of '%s' points to '%s', which is no scalar", i+1, g.name, p.Type.Elem)
		}
		types = append(types, p.Type.Elem)
		e.Args = append(e.Args, p)
	}
	if types[0].Size != types[1].Size {
		g.c.unsupported(g.pos, "'dcas' on objects of different sizes is not supported")
	}
	for i := 2; i < 6; i++ {
		e.Args = append(e.Args, g.operand(i, types[i%2]))
	}
	e.Type2 = types[0]
	return e
}
