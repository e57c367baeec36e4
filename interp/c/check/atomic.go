package check

import (
	"cmp"
	"slices"
	"strings"

	"fencepost/interp/c/library"
	"fencepost/interp/c/types"
	"fencepost/interp/code"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// atomicOrders are the values of the memory_order enumeration.
var atomicOrders = []trace.Order{trace.Relaxed, trace.Consume, trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst}

// atomic checks a call of an atomic operation.
func (g *genericCall) atomic(form library.AtomicForm) *types.Expr {
	letters, more := strings.CutSuffix(form.Args, "*")
	if !more || len(g.args) < len(letters) {
		g.count(len(letters))
	}
	e := &types.Expr{Op: types.OpAtomic, Pos: g.pos, Text: g.text, Atomic: form.Op, RMW: uint8(form.RMW), Fetch: form.Fetch, Weak: form.Weak, Kernel: form.Kernel}
	e.Order, e.Fail = cmp.Or(form.Order, trace.SeqCst), trace.SeqCst
	var object *types.Type // of the object of the operation
	var values []*types.Expr
	var order, fail *types.Expr // those that are not constants
	for i := range len(letters) {
		switch letters[i] {
		case 'A':
			p := g.target(i, form)
			object = p.Type.Elem
			e.Args, e.Type2 = append(e.Args, p), object
		case 'v':
			e.Args = append(e.Args, g.operand(i, object))
		case 'a':
			e.Args = append(e.Args, g.addend(i, object, form))
		case 'e':
			e.Args = append(e.Args, g.valuePointer(i, object))
		case 'p':
			values = append(values, g.valuePointer(i, object))
		case 'w':
			e.Weak = g.c.integerConstant(g.args[i], "the weakness of a compare-exchange").I != 0
		case 'o':
			e.Order, order = g.order(i, form.Op, false)
		case 'f':
			e.Fail, fail = g.order(i, form.Op, true)
		}
	}
	if order == nil && fail == nil {
		return g.finish(e, form, values)
	}
	return g.dispatch(e, form, values, order, fail)
}

// dispatch makes an operation whose memory orders are not constant. It evaluates the arguments once,
// and then selects the operation with the right order.
func (g *genericCall) dispatch(e *types.Expr, form library.AtomicForm, values []*types.Expr, order, fail *types.Expr) *types.Expr {
	if g.c.fn == nil {
		g.c.fail(g.pos, "an atomic operation is not constant")
	}
	var list []*types.Stmt
	keep := func(x *types.Expr) func() *types.Expr {
		if x == nil || x.IsConst() {
			return func() *types.Expr { return x }
		}
		value, declared := g.c.keep(x)
		list = append(list, declared)
		return value
	}
	args, others := lists.Map(e.Args, keep), lists.Map(values, keep)
	orderOf, failOf := keep(order), keep(fail)
	operation := func(o, f trace.Order) *types.Expr {
		n := *e
		value := func(of func() *types.Expr) *types.Expr { return of() }
		n.Order, n.Fail, n.Args = o, f, lists.Map(args, value)
		return g.finish(&n, form, lists.Map(others, value))
	}
	result := g.byOrder(orderOf, e.Order, legalOrders(form.Op), func(o trace.Order) *types.Expr {
		return g.byOrder(failOf, e.Fail, atomicOrders, func(f trace.Order) *types.Expr { return operation(o, onFailure(f)) })
	})
	return inBlock(list, result)
}

// byOrder returns a selection among with(o) for the orders o of list, by value. Another value is an error
// of the program. If value() is nil it returns with(o).
func (g *genericCall) byOrder(value func() *types.Expr, o trace.Order, list []trace.Order, with func(trace.Order) *types.Expr) *types.Expr {
	if value() == nil {
		return with(o)
	}
	invalid := &types.Expr{Op: types.OpLibrary, Type: types.Void, Pos: g.pos, Text: g.text, Lib: library.InvalidOrder}
	result := with(list[0])
	result = &types.Expr{Op: types.OpComma, Type: result.Type, Pos: g.pos, Text: g.text, X: invalid, Y: result}
	for _, o := range slices.Backward(list) {
		number := types.IntConst(int64(slices.Index(atomicOrders, o)), types.Int)
		is := &types.Expr{Op: types.OpEq, Type: types.Int, Pos: g.pos, X: cast(value(), types.Int), Y: number}
		result = &types.Expr{Op: types.OpCond, Type: result.Type, Pos: g.pos, Text: g.text, X: is, Y: with(o), Z: result}
	}
	return result
}

// legalOrders returns the memory orders that an operation may have, in order of their values.
func legalOrders(op types.AtomicOp) []trace.Order {
	switch {
	case op == types.AtomicLoad:
		return []trace.Order{trace.Relaxed, trace.Consume, trace.Acquire, trace.SeqCst}
	case op == types.AtomicStore || op == types.AtomicClear:
		return []trace.Order{trace.Relaxed, trace.Release, trace.SeqCst}
	}
	return atomicOrders
}

// finish sets the type of the operation. It adds assignments to GNU's forms that take and return
// values through pointers.
func (g *genericCall) finish(e *types.Expr, form library.AtomicForm, values []*types.Expr) *types.Expr {
	c := g.c
	if form.Op == types.AtomicFence {
		e.Type = types.Void
		if form.Void || e.Order == trace.Relaxed {
			return cast(types.IntConst(0, types.Int), types.Void)
		}
		return e
	}
	object := e.Type2.Unqualified()
	e.Type = object
	switch form.Op {
	case types.AtomicStore:
		e.Type = types.Void
		switch {
		case g.name == "atomic_init":
			p := cast(e.Args[0], types.PointerTo(object))
			lv := c.deref(p, g.pos)
			lv.Text = g.text
			assign := &types.Expr{Op: types.OpAssign, Type: object, Pos: g.pos, Text: g.text, X: lv, Y: e.Args[1]}
			return cast(assign, types.Void)
		case len(values) > 0:
			e.Args = append(e.Args, c.load(values[0], g))
		case len(e.Args) == 1:
			e.Args = append(e.Args, cast(types.IntConst(0, types.Int), object))
		}
		return e
	case types.AtomicCAS:
		e.Type = types.Bool
		if len(values) > 0 {
			e.Args = append(e.Args, c.load(values[0], g))
		}
		return e
	case types.AtomicCASBool:
		e.Type = types.Bool
		return e
	case types.AtomicTestSet:
		e.Type = types.Bool
		return e
	case types.AtomicClear:
		e.Type = types.Void
		return e
	case types.AtomicRMW:
		if len(values) > 0 {
			e.Args = append(e.Args, c.load(values[0], g))
			values = values[1:]
		}
	}
	if len(values) == 0 {
		return e
	}
	lv := c.deref(values[0], g.pos)
	lv.Text = g.text
	return cast(&types.Expr{Op: types.OpAssign, Type: object, Pos: g.pos, Text: g.text, X: lv, Y: e}, types.Void)
}

// load reads the object to which p points.
func (c *checker) load(p *types.Expr, g *genericCall) *types.Expr {
	lv := c.deref(p, g.pos)
	lv.Text = g.text
	return c.rvalue(lv)
}

// target checks the pointer to the object of an atomic operation.
func (g *genericCall) target(i int, form library.AtomicForm) *types.Expr {
	p := g.pointer(i)
	if g.word != nil {
		markUnit(p)
		p = cast(p, types.PointerTo(g.word.WithQualifiers(p.Type.Elem.Qualifiers())))
	}
	if form.Op == types.AtomicTestSet || form.Op == types.AtomicClear {
		p = g.flag(p, i)
	}
	g.object(p, i, form.Op != types.AtomicLoad)
	t := p.Type.Elem
	switch {
	case form.Args[0] == 'A' && strings.HasPrefix(g.name, "__sync_") && !t.IsScalar():
		g.c.fail(g.c.pos(g.args[i]), "argument %d of '%s' points to '%s', which is no scalar", i+1, g.name, t)
	case strings.Contains(form.Args, "a") && !t.IsInteger() && (t.Kind != types.KindPtr || !form.Bytes && form.RMW != code.FetchAdd && form.RMW != code.FetchSub),
		strings.Contains(form.Args, "a") && t.Kind == types.KindBool && (form.RMW == code.FetchAdd || form.RMW == code.FetchSub):
		g.c.fail(g.c.pos(g.args[i]), "'%s' on an object of type '%s'", g.name, t)
	}
	return p
}

// flag returns a pointer to the byte of an atomic_flag, or of any object as GNU
// C allows.
func (g *genericCall) flag(p *types.Expr, i int) *types.Expr {
	t := p.Type.Elem
	switch {
	case t.IsRecord() && t.Size == 1 && len(t.Rec.Fields) == 1 && t.Rec.Fields[0].Type.IsScalar():
		lv := g.c.deref(p, g.pos)
		m := &types.Expr{Op: types.OpMember, Type: t.Rec.Fields[0].Type.Qualified(t.Qualifiers()), Pos: g.pos, Text: g.text, X: lv}
		return g.c.addressOf(m)
	case strings.HasPrefix(g.name, "__atomic") && (t.IsVoid() || t.IsInteger()):
		return cast(p, types.PointerTo(types.Bool))
	}
	g.c.fail(g.c.pos(g.args[i]), "argument %d of '%s' is no pointer to an atomic_flag but '%s'", i+1, g.name, p.Type)
	return nil
}

// object checks that p points to an object on which atomic operations are possible.
func (g *genericCall) object(p *types.Expr, i int, written bool) {
	t, pos := p.Type.Elem, g.c.pos(g.args[i])
	switch {
	case t.IsVoid():
		g.c.fail(pos, "argument %d of '%s' is a pointer to void", i+1, g.name)
	case !t.IsScalar() && !t.IsRecord():
		g.c.fail(pos, "argument %d of '%s' points to '%s'", i+1, g.name, t)
	case written && t.HasConst():
		g.c.fail(pos, "argument %d of '%s' points to the const type '%s'", i+1, g.name, t)
	}
	g.c.requireComplete(t, pos)
	if !t.CanBeAtomic() {
		g.c.badAtomic(t, pos)
	}
	if t.Size > 8 {
		markUnit(p)
	}
}

// markUnit records that the object to which p points is accessed as a whole, if it has more than 8
// bytes.
func markUnit(p *types.Expr) {
	size := p.Type.Elem.Size
	mark := func(t *types.Type) {
		if t.IsRecord() && t.Size > 8 && t.Size <= size {
			t.Rec.MarkUnit()
		}
	}
	for {
		if p.Type.Kind == types.KindPtr {
			mark(p.Type.Elem)
		}
		switch {
		case p.Op == types.OpCast && p.X.Type.Kind == types.KindPtr:
			p = p.X
			continue
		case p.Op == types.OpAddr:
			for lv := p.X; lv.Op == types.OpMember; lv = lv.X {
				mark(lv.X.Type)
			}
		}
		return
	}
}

func (g *genericCall) what(i int) string {
	return "argument " + string(rune('1'+i)) + " of '" + g.name + "'"
}

// operand checks a value that is stored in an object of type t or compared with it.
func (g *genericCall) operand(i int, t *types.Type) *types.Expr {
	return g.c.assignTo(t, g.c.value(g.args[i]), g.c.pos(g.args[i]), g.what(i))
}

// addend checks the operand that is combined with an object of type t. In C11 an addend of a pointer
// counts elements.
func (g *genericCall) addend(i int, t *types.Type, form library.AtomicForm) *types.Expr {
	if t.Kind != types.KindPtr {
		return g.operand(i, t)
	}
	a := g.c.value(g.args[i])
	pos := g.c.pos(g.args[i])
	if !a.Type.IsInteger() && !(form.Bytes && a.Type.Kind == types.KindPtr) {
		g.c.fail(pos, "%s is no integer but '%s'", g.what(i), a.Type)
	}
	a = cast(a, types.Long)
	size := types.IntConst(g.c.elementSize(t, pos), types.Long)
	switch {
	case form.Bytes || size.I == 1:
		return a
	case a.IsConst():
		return types.IntConst(a.I*size.I, types.Long)
	}
	return &types.Expr{Op: types.OpMul, Type: types.Long, Pos: pos, X: a, Y: size}
}

// valuePointer checks a pointer to a value of an object of type t.
func (g *genericCall) valuePointer(i int, t *types.Type) *types.Expr {
	p := g.pointer(i)
	to := types.PointerTo(t.Unqualified())
	if g.word == nil && !similar(to.Elem, p.Type.Elem) && !p.Type.Elem.IsVoid() {
		if p.Type.Elem.Size != t.Size {
			g.c.fail(g.c.pos(g.args[i]), "%s: it points to %d bytes, the object has %d", g.what(i), p.Type.Elem.Size, t.Size)
		}
		g.c.warn(g.c.pos(g.args[i]), "%s: incompatible pointer types '%s' and '%s'", g.what(i), to, p.Type)
	}
	return cast(p, to)
}

// order evaluates a memory order, and checks that the operation allows it. value is the expression of
// the order if it is not constant, and otherwise nil.
func (g *genericCall) order(i int, op types.AtomicOp, failure bool) (o trace.Order, value *types.Expr) {
	pos := g.c.pos(g.args[i])
	e := g.integer(i)
	if !e.IsConst() {
		return trace.SeqCst, e
	}
	v := e.I & 0xffff // the rest are GNU's hints
	if v < 0 || v >= int64(len(atomicOrders)) {
		g.c.fail(pos, "%s is no memory order", g.what(i))
	}
	order := atomicOrders[v]
	releases := order == trace.Release || order == trace.AcqRel
	acquires := order == trace.Acquire || order == trace.AcqRel || order == trace.Consume
	switch {
	case op == types.AtomicLoad && releases:
		g.c.fail(pos, "memory order %s for a load", order)
	case (op == types.AtomicStore || op == types.AtomicClear) && acquires:
		g.c.fail(pos, "memory order %s for a store", order)
	case failure && order != onFailure(order):
		g.c.warn(pos, "memory order %s for the failure of a compare-exchange is taken as %s", order, onFailure(order))
		return onFailure(order), nil
	}
	return order, nil
}

// onFailure returns the memory order of a compare-exchange that fails, without the release.
func onFailure(o trace.Order) trace.Order {
	switch o {
	case trace.Release:
		return trace.Relaxed
	case trace.AcqRel:
		return trace.Acquire
	}
	return o
}
