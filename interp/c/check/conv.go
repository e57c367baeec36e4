package check

import (
	"fencepost/interp/c/types"
	"fencepost/interp/code"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// Implicit conversions (C11 6.3). They accept what GCC 12 accepts. A pointer may lose a qualifier of
// its target, and change its target's signedness. A pointer to another type, or an integer, without a
// cast is a warning.

// loadable checks that values of type t can be read and written.
func (c *checker) loadable(t *types.Type, pos trace.Pos) {
	c.requireComplete(t, pos)
	if t.Atomic && !t.CanBeAtomic() {
		c.badAtomic(t, pos)
	}
}

// badAtomic reports that atomic objects of type t are not supported.
func (c *checker) badAtomic(t *types.Type, pos trace.Pos) {
	c.unsupported(pos, "atomic objects of %d bytes are not supported: those of 1 to %d are", t.Size, trace.MaxSize)
}

// rvalue converts an expression to its value: an array to a pointer to its first element, a function
// to a pointer to it, and any other lvalue is read.
func (c *checker) rvalue(e *types.Expr) *types.Expr {
	switch {
	case e.Type.Kind == types.KindFunc:
		return c.addressOf(e)
	case e.Type.Kind == types.KindArray:
		return c.decay(e)
	case !e.IsLvalue():
		return e
	case e.Op == types.OpObj && e.Obj.Constant && e.Type.IsInteger():
		return constantOf(e)
	}
	c.loadable(e.Type, e.Pos)
	if e.Bits > 0 {
		values := lists.Map(words(e), c.rvalue)
		return extract(values, e)
	}
	return &types.Expr{Op: types.OpRead, Node: e.Node, Type: e.Type.Unqualified(), Pos: e.Pos, Text: e.Text, X: e}
}

// constantOf returns the value of a constexpr integer.
func constantOf(e *types.Expr) *types.Expr {
	v := int64(0)
	if len(e.Obj.Init) > 0 {
		v = e.Obj.Init[0].Val.I
	}
	return types.IntConst(v, e.Type.Unqualified())
}

// decay converts an array lvalue to a pointer to its first element.
func (c *checker) decay(e *types.Expr) *types.Expr {
	p, t := c.addressOf(e), types.PointerTo(e.Type.Elem)
	if p.Op == types.OpAddr {
		p.Type = t
		return p
	}
	return cast(p, t)
}

// addressOf returns &e, of an lvalue or a function.
func (c *checker) addressOf(e *types.Expr) *types.Expr {
	t := types.PointerTo(e.Type)
	if e.Op == types.OpFunc {
		return &types.Expr{Op: types.OpFunc, Type: t, Pos: e.Pos, Text: e.Text, Fn: e.Fn}
	}
	if e.Op == types.OpDeref && e.X.Op != types.OpInt {
		return cast(e.X, t)
	}
	if base, off := types.Address(e); base.Op == types.OpDeref && base.X.IsConst() {
		return &types.Expr{Op: types.OpInt, Type: t, Pos: e.Pos, Text: e.Text, I: base.X.I + off}
	}
	return &types.Expr{Op: types.OpAddr, Type: t, Pos: e.Pos, X: e}
}

// deref returns *p, p a pointer value.
func (c *checker) deref(p *types.Expr, pos trace.Pos) *types.Expr {
	t := p.Type.Elem
	if p.Op == types.OpFunc {
		return &types.Expr{Op: types.OpFunc, Type: t, Pos: pos, Fn: p.Fn}
	}
	if p.Op == types.OpAddr && p.X.Op != types.OpInit {
		if types.Same(p.X.Type, t) {
			lv := *p.X
			lv.Pos = pos
			return &lv
		}
		if p.X.Type.Kind == types.KindArray && types.Same(p.X.Type.Elem, t) {
			return &types.Expr{Op: types.OpMember, Type: t, Pos: pos, X: p.X}
		}
	}
	return &types.Expr{Op: types.OpDeref, Type: t, Pos: pos, X: p}
}

// cast converts e to type t. The caller has checked that the conversion is allowed.
func cast(e *types.Expr, t *types.Type) *types.Expr {
	t = t.Unqualified()
	if t.Kind == types.KindPtr && t.Elem.IsWide() {
		markUnit(e)
	}
	switch {
	case types.Same(e.Type, t):
		return e
	case t.Kind == types.KindBool && e.Type.IsFloat() && !e.IsConst():
		return cast(notZero(e), t)
	case e.IsConst() && t.IsScalar() && foldable(e, t):
		n := types.IntConst(types.Convert(e.I, e.Type, t), t)
		n.Pos, n.Text = e.Pos, e.Text
		return n
	case e.Type.IsWide() && t.IsInteger() && !t.IsWide() && !e.IsConst():
		if z, ok := wideValue(e); ok {
			if t.Kind == types.KindBool {
				return cast(boolConst(z != code.Int128{}), t)
			}
			return types.IntConst(int64(z.Low), t)
		}
	case e.Op == types.OpFunc && t.PointsTo(types.KindFunc):
		n := *e
		n.Type = t
		return &n
	}
	return &types.Expr{Op: types.OpCast, Type: t, Pos: e.Pos, Text: e.Text, X: e}
}

// foldable reports whether the conversion of constant e to type t is a constant of the tree. Of 128
// bits only values that fit 64 signed bits are.
func foldable(e *types.Expr, t *types.Type) bool {
	switch {
	case t.IsWide():
		return !e.Type.IsFloat() && (e.Type.Signed || e.Type.Size != 8 || e.I >= 0)
	case e.Type.IsWide():
		return !t.IsFloat() || e.Type.Signed || e.I >= 0
	}
	return true
}

// promoted returns the type to which the integer promotions convert integer type t.
func promoted(t *types.Type) *types.Type {
	if t.Kind == types.KindBool || t.Kind == types.KindInt && t.Rank < types.RankInt {
		return types.Int
	}
	return t.Representation().Unqualified()
}

// promote performs the integer promotions.
func promote(e *types.Expr) *types.Expr {
	if e.Type.IsInteger() {
		return cast(e, promoted(e.Type))
	}
	return e
}

// commonType returns the type of the usual arithmetic conversions.
func commonType(a, b *types.Type) *types.Type {
	a, b = promoted(a), promoted(b)
	switch {
	case a.IsFloat() || b.IsFloat():
		if a.Rank >= b.Rank {
			return a
		}
		return b
	case a.Signed == b.Signed:
		if a.Rank >= b.Rank {
			return a
		}
		return b
	case a.Signed:
		a, b = b, a // a is the unsigned one
	}
	switch {
	case a.Rank >= b.Rank:
		return a
	case b.Size > a.Size:
		return b
	}
	return map[int]*types.Type{types.RankInt: types.UInt, types.RankLong: types.ULong, types.RankLongLong: types.ULongLong}[b.Rank]
}

// arithmetic performs the usual arithmetic conversions on two numbers.
func arithmetic(x, y *types.Expr) (*types.Expr, *types.Expr) {
	t := commonType(x.Type, y.Type)
	return cast(x, t), cast(y, t)
}

// condition checks that e can be compared with zero, and returns a condition of integer or pointer
// type.
func (c *checker) condition(e *types.Expr, pos trace.Pos) *types.Expr {
	if !e.Type.IsScalar() {
		c.fail(pos, "a value of type '%s' is used where a scalar is needed", e.Type)
	}
	if e.Type.IsFloat() {
		return notZero(e)
	}
	return e
}

// notZero returns e != 0 for a floating e.
func notZero(e *types.Expr) *types.Expr {
	if e.IsConst() {
		return boolConst(types.FloatOf(e.I, e.Type) != 0)
	}
	return &types.Expr{Op: types.OpNe, Type: types.Int, Pos: e.Pos, Text: e.Text, X: e, Y: types.FloatConst(0, e.Type)}
}

// assignTo converts e to type t as by assignment. what describes the assignment in diagnostics
// ("assignment", "argument 2 of 'f'").
func (c *checker) assignTo(t *types.Type, e *types.Expr, pos trace.Pos, what string) *types.Expr {
	t = t.Unqualified()
	from := e.Type
	switch {
	case from.IsVoid():
		c.fail(pos, "%s: a void value is used", what)
	case t.IsArithmetic() && from.IsArithmetic(), t.Kind == types.KindBool && from.Kind == types.KindPtr:
		return cast(e, t)
	case t.IsRecord() && from.IsRecord() && types.SameRecord(t.Rec, from.Rec):
		return e
	case t.Kind == types.KindPtr && from.Kind == types.KindPtr:
		if !c.pointersAgree(t, e) {
			c.warn(pos, "%s: incompatible pointer types '%s' and '%s'", what, t, from)
		}
		return cast(e, t)
	case t.Kind == types.KindPtr && e.IsNull():
		return cast(e, t)
	case t.Kind == types.KindPtr && from.IsInteger():
		c.warn(pos, "%s: pointer '%s' from integer '%s' without a cast", what, t, from)
		return cast(e, t)
	case t.IsInteger() && from.Kind == types.KindPtr:
		c.warn(pos, "%s: integer '%s' from pointer '%s' without a cast", what, t, from)
		return cast(e, t)
	}
	if t.IsRecord() && t.Rec.Transparent && c.fn != nil {
		if u := c.transparent(t, e, pos); u != nil {
			return u
		}
	}
	c.fail(pos, "%s: incompatible types '%s' and '%s'", what, t, from)
	return nil
}

// transparent converts e to a transparent union, as the value of the first member to which it can be
// assigned; nil if there is none.
func (c *checker) transparent(t *types.Type, e *types.Expr, pos trace.Pos) *types.Expr {
	for _, f := range t.Rec.Fields {
		m := f.Type
		fits := types.Compatible(m.Unqualified(), e.Type.Unqualified()) ||
			m.Kind == types.KindPtr && (e.IsNull() || e.Type.Kind == types.KindPtr && c.pointersAgree(m, e))
		if fits && f.Bits == 0 {
			o := c.newLocal("", pos, t)
			v := c.assignTo(m, e, pos, "argument")
			u := &types.Expr{Op: types.OpInit, Type: t, Pos: pos, Text: e.Text, Obj: o, Inits: []types.AutoInit{{Off: f.Off, Type: m.Unqualified(), Val: v}}}
			return c.rvalue(u)
		}
	}
	return nil
}

// pointersAgree reports whether pointer e may be converted to pointer type t
// without a cast.
func (c *checker) pointersAgree(t *types.Type, e *types.Expr) bool {
	return e.IsNull() || t.Elem.IsVoid() || e.Type.Elem.IsVoid() || similar(t.Elem, e.Type.Elem)
}

// similar reports whether pointers to a and b convert to each other without a diagnostic: the types
// are compatible apart from const, volatile and signedness.
func similar(a, b *types.Type) bool {
	a, b = dropCV(a), dropCV(b)
	if types.Compatible(a, b) {
		return true
	}
	sameShape := a.Size == b.Size && a.Rank == b.Rank && a.Atomic == b.Atomic
	return sameShape && a.Kind == types.KindInt && b.Kind == types.KindInt
}

func dropCV(t *types.Type) *types.Type {
	if t.Kind == types.KindArray {
		return t.WithQualifiers(t.Elem.Qualifiers() & types.QualAtomic)
	}
	return t.WithQualifiers(t.Qualifiers() & types.QualAtomic)
}

// compositePointer returns the type of a conditional or comparison on pointers
// x and y, and both converted to it; ok is false if they do not agree.
func (c *checker) compositePointer(x, y *types.Expr) (a, b *types.Expr, ok bool) {
	switch {
	case x.Type.Kind != types.KindPtr && x.IsNull() && y.Type.Kind == types.KindPtr:
		return cast(x, y.Type), y, true
	case y.Type.Kind != types.KindPtr && y.IsNull() && x.Type.Kind == types.KindPtr:
		return x, cast(y, x.Type), true
	case x.Type.Kind != types.KindPtr || y.Type.Kind != types.KindPtr:
		return nil, nil, false
	case x.IsNull():
		return cast(x, y.Type), y, true
	case y.IsNull():
		return x, cast(y, x.Type), true
	}
	quals := (x.Type.Elem.Qualifiers() | y.Type.Elem.Qualifiers()) &^ types.QualAtomic
	switch {
	case y.Type.Elem.IsVoid():
		x, y = y, x
		t := types.PointerTo(x.Type.Elem.Qualified(quals))
		return cast(y, t), cast(x, t), true
	case x.Type.Elem.IsVoid():
		t := types.PointerTo(x.Type.Elem.Qualified(quals))
		return cast(x, t), cast(y, t), true
	case similar(x.Type.Elem, y.Type.Elem):
		t := types.PointerTo(x.Type.Elem.Qualified(quals))
		return cast(x, t), cast(y, t), true
	}
	return nil, nil, false
}
