package cfront

import (
	"fencepost/trace"
)

// This file holds the implicit conversions (C11 6.3). What it accepts is what
// GCC 14 accepts without an error: a pointer may lose a qualifier of its
// target, and change its target's signedness, but a pointer to another type
// needs a cast, as an integer does.

// loadable checks that values of type t can be read and written.
func (c *checker) loadable(t *ctype, pos trace.Pos) {
	c.requireComplete(t, pos)
	if t.atomic && !t.lockFree() {
		c.unsupported(pos, "atomic objects of %d bytes are not supported", t.size)
	}
}

// rvalue turns what an expression designates into its value: an array decays
// to a pointer to its first element, a function to a pointer to it, any other
// lvalue is read.
func (c *checker) rvalue(e *expr) *expr {
	switch {
	case e.typ.kind == kFunc:
		return c.addressOf(e)
	case e.typ.kind == kArray:
		return c.decay(e)
	case !e.isLvalue():
		return e
	}
	c.loadable(e.typ, e.pos)
	return &expr{op: xRead, typ: e.typ.unqualified(), pos: e.pos, text: e.text, x: e}
}

func (e *expr) isLvalue() bool {
	switch e.op {
	case xObj, xDeref, xMember, xInit:
		return e.typ.kind != kFunc
	}
	return false
}

// decay converts an array lvalue to a pointer to its first element.
func (c *checker) decay(e *expr) *expr {
	p, t := c.addressOf(e), pointerTo(e.typ.elem)
	if p.op == xAddr {
		p.typ = t
		return p
	}
	return cast(p, t)
}

// addressOf returns &e, of an lvalue or a function.
func (c *checker) addressOf(e *expr) *expr {
	t := pointerTo(e.typ)
	if e.op == xFunc {
		return &expr{op: xFunc, typ: t, pos: e.pos, text: e.text, fn: e.fn}
	}
	if e.op == xDeref && e.x.op != xInt {
		return cast(e.x, t)
	}
	if base, off := address(e); base.op == xDeref && base.x.isConst() {
		return &expr{op: xInt, typ: t, pos: e.pos, text: e.text, i: base.x.i + off}
	}
	return &expr{op: xAddr, typ: t, pos: e.pos, x: e}
}

// deref returns *p, p a pointer value.
func (c *checker) deref(p *expr, pos trace.Pos) *expr {
	t := p.typ.elem
	if p.op == xFunc {
		return &expr{op: xFunc, typ: t, pos: pos, fn: p.fn}
	}
	if p.op == xAddr && p.x.op != xInit {
		if sameType(p.x.typ, t) {
			lv := *p.x
			lv.pos = pos
			return &lv
		}
		if p.x.typ.kind == kArray && sameType(p.x.typ.elem, t) {
			return &expr{op: xMember, typ: t, pos: pos, x: p.x}
		}
	}
	return &expr{op: xDeref, typ: t, pos: pos, x: p}
}

// cast converts e to type t, whatever the types; the caller has checked them.
func cast(e *expr, t *ctype) *expr {
	t = t.unqualified()
	switch {
	case sameType(e.typ, t):
		return e
	case e.isConst() && t.isScalar():
		n := intConst(e.i, t)
		n.pos, n.text = e.pos, e.text
		return n
	case e.op == xFunc && t.pointsTo(kFunc):
		n := *e
		n.typ = t
		return &n
	}
	return &expr{op: xCast, typ: t, pos: e.pos, text: e.text, x: e}
}

// representation returns the plain integer type that an enum is made of.
func (t *ctype) representation() *ctype {
	if t.kind != kEnum {
		return t
	}
	switch {
	case t.size == 8 && t.signed:
		return tLong
	case t.size == 8:
		return tULong
	case t.signed:
		return tInt
	}
	return tUInt
}

// promoted returns what the integer promotions make of integer type t.
func promoted(t *ctype) *ctype {
	if t.kind == kBool || t.kind == kInt && t.rank < rankInt {
		return tInt
	}
	return t.representation().unqualified()
}

// promote performs the integer promotions.
func promote(e *expr) *expr {
	if e.typ.isInteger() {
		return cast(e, promoted(e.typ))
	}
	return e
}

// commonType returns the type of the usual arithmetic conversions.
func commonType(a, b *ctype) *ctype {
	a, b = promoted(a), promoted(b)
	switch {
	case a.signed == b.signed:
		if a.rank >= b.rank {
			return a
		}
		return b
	case a.signed:
		a, b = b, a // a is the unsigned one
	}
	switch {
	case a.rank >= b.rank:
		return a
	case b.size > a.size:
		return b
	}
	return map[int]*ctype{rankInt: tUInt, rankLong: tULong, rankLongLong: tULLong}[b.rank]
}

// arithmetic performs the usual arithmetic conversions on two integers.
func arithmetic(x, y *expr) (*expr, *expr) {
	t := commonType(x.typ, y.typ)
	return cast(x, t), cast(y, t)
}

// condition checks that e can be compared with zero.
func (c *checker) condition(e *expr, pos trace.Pos) *expr {
	if !e.typ.isScalar() {
		c.fail(pos, "a value of type '%s' is used where a scalar is needed", e.typ)
	}
	return e
}

// assignTo converts e to type t as by assignment; what says what is being done
// ("assignment", "argument 2 of 'f'").
func (c *checker) assignTo(t *ctype, e *expr, pos trace.Pos, what string) *expr {
	t = t.unqualified()
	from := e.typ
	switch {
	case from.isVoid():
		c.fail(pos, "%s: a void value is used", what)
	case t.isInteger() && from.isInteger(), t.kind == kBool && from.kind == kPtr:
		return cast(e, t)
	case t.isRecord() && from.isRecord() && t.rec == from.rec:
		return e
	case t.kind == kPtr && from.kind == kPtr:
		if !c.pointersAgree(t, e) {
			c.fail(pos, "%s: incompatible pointer types '%s' and '%s'", what, t, from)
		}
		return cast(e, t)
	case t.kind == kPtr && e.isNull():
		return cast(e, t)
	case t.kind == kPtr && from.isInteger():
		c.fail(pos, "%s: pointer '%s' from integer '%s' without a cast", what, t, from)
	case t.isInteger() && from.kind == kPtr:
		c.fail(pos, "%s: integer '%s' from pointer '%s' without a cast", what, t, from)
	}
	c.fail(pos, "%s: incompatible types '%s' and '%s'", what, t, from)
	return nil
}

// pointersAgree reports whether pointer e may be converted to pointer type t
// without a cast.
func (c *checker) pointersAgree(t *ctype, e *expr) bool {
	return e.isNull() || t.elem.isVoid() || e.typ.elem.isVoid() || similar(t.elem, e.typ.elem)
}

// similar reports whether pointers to a and b convert to each other silently:
// the types are compatible but for const, volatile and signedness.
func similar(a, b *ctype) bool {
	a, b = dropCV(a), dropCV(b)
	if compatible(a, b) {
		return true
	}
	sameShape := a.size == b.size && a.rank == b.rank && a.atomic == b.atomic
	return sameShape && a.kind == kInt && b.kind == kInt
}

func dropCV(t *ctype) *ctype {
	if t.kind == kArray {
		return t.withQualifiers(t.elem.qualifiers() & qAtomic)
	}
	return t.withQualifiers(t.qualifiers() & qAtomic)
}

// compositePointer returns the type of a conditional or comparison on pointers
// x and y, and both converted to it; ok is false if they do not agree.
func (c *checker) compositePointer(x, y *expr) (a, b *expr, ok bool) {
	switch {
	case x.typ.kind != kPtr && x.isNull() && y.typ.kind == kPtr:
		return cast(x, y.typ), y, true
	case y.typ.kind != kPtr && y.isNull() && x.typ.kind == kPtr:
		return x, cast(y, x.typ), true
	case x.typ.kind != kPtr || y.typ.kind != kPtr:
		return nil, nil, false
	case x.isNull():
		return cast(x, y.typ), y, true
	case y.isNull():
		return x, cast(y, x.typ), true
	}
	quals := (x.typ.elem.qualifiers() | y.typ.elem.qualifiers()) &^ qAtomic
	switch {
	case y.typ.elem.isVoid():
		x, y = y, x
		t := pointerTo(x.typ.elem.qualified(quals))
		return cast(y, t), cast(x, t), true
	case x.typ.elem.isVoid():
		t := pointerTo(x.typ.elem.qualified(quals))
		return cast(x, t), cast(y, t), true
	case similar(x.typ.elem, y.typ.elem):
		t := pointerTo(x.typ.elem.qualified(quals))
		return cast(x, t), cast(y, t), true
	}
	return nil, nil, false
}
