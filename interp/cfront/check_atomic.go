package cfront

import (
	"strings"

	"fencepost/interp/code"
	"fencepost/trace"
)

// An atomicForm says what an atomic operation does and what its arguments are,
// one letter each:
//
//	A  a pointer to the object
//	v  a value of the object's type
//	a  what is added or combined: an integer
//	e  a pointer to the expected value
//	p  a pointer to the value, or to where the result goes (GNU's forms)
//	w  whether a compare-exchange is weak
//	o  the memory order; f the order on failure
//	*  any further arguments, which are ignored
type atomicForm struct {
	args  string
	op    atomicOp
	rmw   code.RMWOp
	fetch bool        // the result is the new value
	weak  bool        // a weak compare-exchange
	order trace.Order // where no argument gives it; Plain: seq_cst
	bytes bool        // what is added to a pointer counts bytes, as in GNU's forms
	void  bool        // the result is dropped
}

// atomicForms lists the atomic operations of C11 and GNU C.
var atomicForms = func() map[string]atomicForm {
	forms := map[string]atomicForm{
		"atomic_init":                  {args: "Av", op: aStore, order: trace.Plain},
		"__atomic_load_n":              {args: "Ao", op: aLoad},
		"__atomic_load":                {args: "Apo", op: aLoad},
		"__atomic_store_n":             {args: "Avo", op: aStore},
		"__atomic_store":               {args: "Apo", op: aStore},
		"__atomic_exchange_n":          {args: "Avo", op: aRMW, rmw: code.Xchg},
		"__atomic_exchange":            {args: "Appo", op: aRMW, rmw: code.Xchg},
		"__atomic_compare_exchange_n":  {args: "Aevwof", op: aCAS},
		"__atomic_compare_exchange":    {args: "Aepwof", op: aCAS},
		"__atomic_test_and_set":        {args: "Ao", op: aTestSet},
		"__atomic_clear":               {args: "Ao", op: aClear},
		"__atomic_thread_fence":        {args: "o", op: aFence},
		"__atomic_signal_fence":        {args: "o", op: aFence, void: true},
		"atomic_thread_fence":          {args: "o", op: aFence},
		"atomic_signal_fence":          {args: "o", op: aFence, void: true},
		"__sync_synchronize":           {args: "*", op: aFence},
		"__sync_bool_compare_and_swap": {args: "Avv*", op: aCASBool},
		"__sync_val_compare_and_swap":  {args: "Avv*", op: aCASVal},
		"__sync_lock_test_and_set":     {args: "Av*", op: aRMW, rmw: code.Xchg, order: trace.Acquire},
		"__sync_lock_release":          {args: "A*", op: aStore, order: trace.Release},
	}
	c11 := map[string]atomicForm{
		"atomic_load":                    {args: "A", op: aLoad},
		"atomic_store":                   {args: "Av", op: aStore},
		"atomic_exchange":                {args: "Av", op: aRMW, rmw: code.Xchg},
		"atomic_compare_exchange_strong": {args: "Aev", op: aCAS},
		"atomic_compare_exchange_weak":   {args: "Aev", op: aCAS, weak: true},
		"atomic_fetch_add":               {args: "Aa", op: aRMW, rmw: code.FetchAdd},
		"atomic_fetch_sub":               {args: "Aa", op: aRMW, rmw: code.FetchSub},
		"atomic_fetch_and":               {args: "Aa", op: aRMW, rmw: code.FetchAnd},
		"atomic_fetch_or":                {args: "Aa", op: aRMW, rmw: code.FetchOr},
		"atomic_fetch_xor":               {args: "Aa", op: aRMW, rmw: code.FetchXor},
		"atomic_flag_test_and_set":       {args: "A", op: aTestSet},
		"atomic_flag_clear":              {args: "A", op: aClear},
	}
	for name, f := range c11 {
		forms[name] = f
		f.args += "o"
		if f.op == aCAS {
			f.args += "f"
		}
		forms[name+"_explicit"] = f
	}
	for name, op := range map[string]code.RMWOp{
		"add": code.FetchAdd, "sub": code.FetchSub, "and": code.FetchAnd,
		"or": code.FetchOr, "xor": code.FetchXor, "nand": code.FetchNand,
	} {
		forms["__atomic_fetch_"+name] = atomicForm{args: "Aao", op: aRMW, rmw: op, bytes: true}
		forms["__atomic_"+name+"_fetch"] = atomicForm{args: "Aao", op: aRMW, rmw: op, fetch: true, bytes: true}
		forms["__sync_fetch_and_"+name] = atomicForm{args: "Aa*", op: aRMW, rmw: op, bytes: true}
		forms["__sync_"+name+"_and_fetch"] = atomicForm{args: "Aa*", op: aRMW, rmw: op, fetch: true, bytes: true}
	}
	return forms
}()

// atomicOrders are the values of the memory_order enumeration.
var atomicOrders = []trace.Order{trace.Relaxed, trace.Consume, trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst}

// atomic checks a call of an atomic operation.
func (g *genericCall) atomic(form atomicForm) *expr {
	letters, more := strings.CutSuffix(form.args, "*")
	if !more || len(g.args) < len(letters) {
		g.count(len(letters))
	}
	e := &expr{op: xAtomic, pos: g.pos, text: g.text, atomic: form.op, rmw: uint8(form.rmw), fetch: form.fetch, weak: form.weak}
	e.order, e.fail = trace.SeqCst, trace.SeqCst
	if form.order != trace.Plain {
		e.order = form.order
	}
	var object *ctype // what the operation is on
	var values []*expr
	for i := range len(letters) {
		switch letters[i] {
		case 'A':
			p := g.target(i, form)
			object = p.typ.elem
			e.args, e.typ2 = append(e.args, p), object
		case 'v':
			e.args = append(e.args, g.operand(i, object))
		case 'a':
			e.args = append(e.args, g.addend(i, object, form))
		case 'e':
			e.args = append(e.args, g.valuePointer(i, object))
		case 'p':
			values = append(values, g.valuePointer(i, object))
		case 'w':
			e.weak = g.c.integerConstant(g.args[i], "the weakness of a compare-exchange").i != 0
		case 'o':
			e.order = g.order(i, form.op, false)
		case 'f':
			e.fail = g.order(i, form.op, true)
		}
	}
	return g.finish(e, form, values)
}

// finish gives the operation its type, and makes assignments of GNU's forms
// that take and return values through pointers.
func (g *genericCall) finish(e *expr, form atomicForm, values []*expr) *expr {
	c := g.c
	if form.op == aFence {
		e.typ = tVoid
		if form.void || e.order == trace.Relaxed {
			return cast(intConst(0, tInt), tVoid)
		}
		return e
	}
	object := e.typ2.unqualified()
	e.typ = object
	switch form.op {
	case aStore:
		e.typ = tVoid
		switch {
		case g.name == "atomic_init":
			p := cast(e.args[0], pointerTo(object))
			lv := c.deref(p, g.pos)
			lv.text = g.text
			assign := &expr{op: xAssign, typ: object, pos: g.pos, text: g.text, x: lv, y: e.args[1]}
			return cast(assign, tVoid)
		case len(values) > 0:
			e.args = append(e.args, c.load(values[0], g))
		case len(e.args) == 1:
			e.args = append(e.args, cast(intConst(0, tInt), object))
		}
		return e
	case aCAS:
		e.typ = tBool
		if len(values) > 0 {
			e.args = append(e.args, c.load(values[0], g))
		}
		return e
	case aCASBool:
		e.typ = tBool
		return e
	case aTestSet:
		e.typ = tBool
		return e
	case aClear:
		e.typ = tVoid
		return e
	case aRMW:
		if len(values) > 0 {
			e.args = append(e.args, c.load(values[0], g))
			values = values[1:]
		}
	}
	if len(values) == 0 {
		return e
	}
	lv := c.deref(values[0], g.pos)
	lv.text = g.text
	return cast(&expr{op: xAssign, typ: object, pos: g.pos, text: g.text, x: lv, y: e}, tVoid)
}

// load reads what p points to.
func (c *checker) load(p *expr, g *genericCall) *expr {
	lv := c.deref(p, g.pos)
	lv.text = g.text
	return c.rvalue(lv)
}

// target checks the pointer to the object of an atomic operation.
func (g *genericCall) target(i int, form atomicForm) *expr {
	p := g.pointer(i)
	if form.op == aTestSet || form.op == aClear {
		p = g.flag(p, i)
	}
	g.object(p, i, form.op != aLoad)
	t := p.typ.elem
	switch {
	case form.args[0] == 'A' && strings.HasPrefix(g.name, "__sync_") && !t.isScalar():
		g.c.fail(g.c.pos(g.args[i]), "argument %d of '%s' points to '%s', which is no scalar", i+1, g.name, t)
	case strings.Contains(form.args, "a") && !t.isInteger() && (t.kind != kPtr || form.rmw != code.FetchAdd && form.rmw != code.FetchSub),
		strings.Contains(form.args, "a") && t.kind == kBool && (form.rmw == code.FetchAdd || form.rmw == code.FetchSub):
		g.c.fail(g.c.pos(g.args[i]), "'%s' on an object of type '%s'", g.name, t)
	}
	return p
}

// flag returns a pointer to the byte of an atomic_flag, or of any object as GNU
// C allows.
func (g *genericCall) flag(p *expr, i int) *expr {
	t := p.typ.elem
	switch {
	case t.isRecord() && t.size == 1 && len(t.rec.fields) == 1 && t.rec.fields[0].typ.isScalar():
		lv := g.c.deref(p, g.pos)
		m := &expr{op: xMember, typ: t.rec.fields[0].typ.qualified(t.qualifiers()), pos: g.pos, text: g.text, x: lv}
		return g.c.addressOf(m)
	case strings.HasPrefix(g.name, "__atomic") && (t.isVoid() || t.isInteger()):
		return cast(p, pointerTo(tBool))
	}
	g.c.fail(g.c.pos(g.args[i]), "argument %d of '%s' is no pointer to an atomic_flag but '%s'", i+1, g.name, p.typ)
	return nil
}

// object checks that p points to an object that atomic operations can be on.
func (g *genericCall) object(p *expr, i int, written bool) {
	t, pos := p.typ.elem, g.c.pos(g.args[i])
	switch {
	case t.isVoid():
		g.c.fail(pos, "argument %d of '%s' is a pointer to void", i+1, g.name)
	case !t.isScalar() && !t.isRecord():
		g.c.fail(pos, "argument %d of '%s' points to '%s'", i+1, g.name, t)
	case written && t.hasConst():
		g.c.fail(pos, "argument %d of '%s' points to the const type '%s'", i+1, g.name, t)
	}
	g.c.requireComplete(t, pos)
	if !t.lockFree() {
		g.c.unsupported(pos, "atomic objects of %d bytes are not supported", t.size)
	}
}

func (g *genericCall) what(i int) string {
	return "argument " + string(rune('1'+i)) + " of '" + g.name + "'"
}

// operand checks a value that an object of type t gets or is compared with.
func (g *genericCall) operand(i int, t *ctype) *expr {
	return g.c.assignTo(t, g.c.value(g.args[i]), g.c.pos(g.args[i]), g.what(i))
}

// addend checks what is combined with an object of type t. What is added to a
// pointer counts elements in C11.
func (g *genericCall) addend(i int, t *ctype, form atomicForm) *expr {
	if t.kind != kPtr {
		return g.operand(i, t)
	}
	a := g.c.value(g.args[i])
	pos := g.c.pos(g.args[i])
	if !a.typ.isInteger() {
		g.c.fail(pos, "%s is no integer but '%s'", g.what(i), a.typ)
	}
	a = cast(a, tLong)
	size := intConst(g.c.elementSize(t, pos), tLong)
	switch {
	case form.bytes || size.i == 1:
		return a
	case a.isConst():
		return intConst(a.i*size.i, tLong)
	}
	return &expr{op: xMul, typ: tLong, pos: pos, x: a, y: size}
}

// valuePointer checks a pointer to a value of an object of type t.
func (g *genericCall) valuePointer(i int, t *ctype) *expr {
	p := g.pointer(i)
	to := pointerTo(t.unqualified())
	if !similar(to.elem, p.typ.elem) {
		g.c.fail(g.c.pos(g.args[i]), "%s: incompatible pointer types '%s' and '%s'", g.what(i), to, p.typ)
	}
	return cast(p, to)
}

// order evaluates a memory order, and checks that the operation allows it.
func (g *genericCall) order(i int, op atomicOp, failure bool) trace.Order {
	pos := g.c.pos(g.args[i])
	e := g.integer(i)
	if !e.isConst() {
		g.c.unsupported(pos, "a memory order that is not a constant is not supported")
	}
	v := e.i & 0xffff // the rest are GNU's hints
	if v < 0 || v >= int64(len(atomicOrders)) {
		g.c.fail(pos, "%s is no memory order", g.what(i))
	}
	order := atomicOrders[v]
	releases := order == trace.Release || order == trace.AcqRel
	acquires := order == trace.Acquire || order == trace.AcqRel || order == trace.Consume
	switch {
	case op == aLoad && releases:
		g.c.fail(pos, "memory order %s for a load", order)
	case (op == aStore || op == aClear) && acquires:
		g.c.fail(pos, "memory order %s for a store", order)
	case failure && releases:
		g.c.fail(pos, "memory order %s for the failure of a compare-exchange", order)
	}
	return order
}
