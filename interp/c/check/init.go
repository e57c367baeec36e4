package check

import (
	"fencepost/interp/c/types"
	"fencepost/trace"
	"fencepost/trace/lists"

	"modernc.org/cc/v4"
)

// An initialiser collects the initialisers of one object (C11 6.7.9): scalars, and whole structs or
// unions, at their offsets.
type initialiser struct {
	c       *checker
	items   []types.AutoInit // overridden ones have no Val
	at      map[int64]int
	outer   int64       // number of elements of the outermost array, if its length is unknown
	objType *types.Type // the type of the object
	static  bool        // of an object of static storage duration
	end     int64       // of the items
}

// autoInit checks the initialiser of an automatic object of type t. It returns the type, which the
// initialiser may complete, and whether the parts without items must be cleared first.
func (c *checker) autoInit(t *types.Type, n *cc.Initializer) (typ *types.Type, items []types.AutoInit, zero bool) {
	in := &initialiser{c: c, at: make(map[int64]int)}
	typ = in.object(t, n)
	covered := int64(0)
	for _, it := range in.items {
		if it.Val != nil {
			items = append(items, it)
			covered += it.Type.Leaves()
		}
	}
	return typ, items, covered < typ.Leaves()
}

// staticInit checks the initialiser of an object of static or thread storage
// duration.
func (c *checker) staticInit(o *types.Object, n *cc.Initializer) {
	in := &initialiser{c: c, at: make(map[int64]int), static: true}
	o.Type = in.object(o.Type, n)
	for _, it := range in.items {
		if it.Val == nil {
			continue
		}
		if parts := c.literalParts(it.Val); parts != nil {
			for _, part := range parts {
				part.Off += it.Off
				o.Init = append(o.Init, c.staticItem(o, part, n))
			}
			continue
		}
		if z, ok := wideValue(it.Val); ok && it.Type.IsWide() {
			for k, word := range [...]uint64{z.Low, z.High} {
				o.Init = append(o.Init, types.InitItem{Off: it.Off + int64(8*k), Type: types.ULong, Val: types.IntConst(int64(word), types.ULong)})
			}
			continue
		}
		o.Init = append(o.Init, c.staticItem(o, it, n))
	}
}

func (c *checker) staticItem(o *types.Object, it types.AutoInit, n *cc.Initializer) types.InitItem {
	v := staticValue(it.Val)
	if v == nil {
		c.fail(c.firstPos(it.Val, n), "the initialiser of '%s' is not a constant", o.Name)
	}
	return types.InitItem{Off: it.Off, Type: it.Type, Val: v}
}

// literalParts returns the initialisers of the compound literal whose value is e: GNU C allows it as
// a static initialiser. It returns nil if e is something else.
func (c *checker) literalParts(e *types.Expr) (parts []types.AutoInit) {
	switch {
	case e.Op != types.OpRead || !e.Type.IsRecord():
	case e.X.Op == types.OpInit:
		return e.X.Inits
	case e.X.Op == types.OpObj && c.objInfo[e.X.Obj] != nil && c.objInfo[e.X.Obj].literal:
		parts = lists.Map(e.X.Obj.Init, func(it types.InitItem) types.AutoInit { return types.AutoInit(it) })
	}
	return parts
}

// firstPos returns the position of e, or of n if e has none.
func (c *checker) firstPos(e *types.Expr, n *cc.Initializer) trace.Pos {
	if e.Pos.Line > 0 {
		return e.Pos
	}
	return c.pos(n)
}

// object initialises the whole object.
func (in *initialiser) object(t *types.Type, n *cc.Initializer) *types.Type {
	if !(t.Kind == types.KindArray && t.Length < 0) {
		in.c.requireComplete(t, in.c.pos(n))
	}
	in.objType = t
	in.value(t, 0, n)
	if t.Kind == types.KindArray && t.Length < 0 {
		return types.ArrayOf(t.Elem, in.outer)
	}
	return t
}

// value initialises a (sub)object of type t at off.
func (in *initialiser) value(t *types.Type, off int64, n *cc.Initializer) {
	c := in.c
	if n.Case == cc.InitializerExpr {
		in.single(t, off, n.AssignmentExpression)
		return
	}
	in.forget(off, t.Size)
	list := n.InitializerList
	switch {
	case t.Kind == types.KindArray || t.IsRecord():
		if only := onlyExpression(list); only != nil && in.isString(t, only) {
			in.single(t, off, only)
			return
		}
		in.list(t, off, &cursor{c: c, list: list}, true)
	case list == nil:
		in.add(t, off, types.IntConst(0, t))
	case list.Designation != nil:
		c.fail(c.pos(list), "a designator in the initialiser of a scalar")
	case list.InitializerList != nil:
		c.warn(c.pos(list.InitializerList.Initializer), "too many values for a scalar")
		in.value(t, off, list.Initializer)
	default:
		in.value(t, off, list.Initializer)
	}
}

// onlyExpression returns the expression in { expression }, or nil.
func onlyExpression(list *cc.InitializerList) cc.ExpressionNode {
	if list == nil || list.InitializerList != nil || list.Designation != nil || list.Initializer.Case != cc.InitializerExpr {
		return nil
	}
	return list.Initializer.AssignmentExpression
}

// single initialises an object by an expression without braces.
func (in *initialiser) single(t *types.Type, off int64, n cc.ExpressionNode) {
	c := in.c
	if in.isString(t, n) {
		in.str(t, off, n)
		return
	}
	if lit := arrayLiteral(t, n); lit != nil {
		in.literal(t, off, lit)
		return
	}
	if t.Kind == types.KindArray {
		c.fail(c.pos(n), "an array is initialised by an expression that is no string literal")
	}
	in.assign(t, off, c.value(n), c.pos(n))
}

// arrayLiteral returns the compound literal n, perhaps in parentheses, if t is an array: in GNU C it
// can initialise an array of its type.
func arrayLiteral(t *types.Type, n cc.ExpressionNode) *cc.PostfixExpression {
	switch n := n.(type) {
	case *cc.PrimaryExpression:
		if n.Case == cc.PrimaryExpressionExpr {
			return arrayLiteral(t, n.ExpressionList)
		}
	case *cc.PostfixExpression:
		if n.Case == cc.PostfixExpressionComplit && t.Kind == types.KindArray {
			return n
		}
	}
	return nil
}

// literal initialises the array of type t at off by the initialisers of a compound literal.
func (in *initialiser) literal(t *types.Type, off int64, n *cc.PostfixExpression) {
	c := in.c
	lt := c.typeName(n.TypeName)
	if lt.Kind == types.KindArray {
		own := &initialiser{c: c, at: make(map[int64]int), static: in.static}
		lt = own.object(lt, &cc.Initializer{Case: cc.InitializerInitList, InitializerList: n.InitializerList, Token: n.Token3})
		if t.Length < 0 {
			in.outer = lt.Length
		}
		in.forget(off, lt.Size)
		for _, it := range own.items {
			if it.Val != nil {
				in.add(it.Type, off+it.Off, it.Val)
			}
		}
	}
	if lt.Kind != types.KindArray || !types.Same(lt.Elem.Unqualified(), t.Elem.Unqualified()) || t.Length >= 0 && t.Length != lt.Length {
		c.fail(c.pos(n.Token), "an array of type '%s' is initialised by a compound literal of type '%s'", t, lt)
	}
}

func (in *initialiser) assign(t *types.Type, off int64, e *types.Expr, pos trace.Pos) {
	v := in.c.assignTo(t, e, pos, "initialiser")
	if v.IsConst() && v.Pos.Line == 0 {
		copied := *v
		copied.Pos = pos
		v = &copied
	}
	in.add(t, off, v)
}

// add appends an item, which replaces earlier ones of the same bytes.
func (in *initialiser) add(t *types.Type, off int64, v *types.Expr) {
	in.forget(off, t.Size)
	in.at[off] = len(in.items)
	in.items = append(in.items, types.AutoInit{Off: off, Type: t.Unqualified(), Val: v})
	in.end = max(in.end, off+t.Size)
}

// forget drops the items within a range: a later initialiser overrides them.
func (in *initialiser) forget(off, size int64) {
	if off >= in.end {
		return
	}
	drop := func(start int64) {
		if i, ok := in.at[start]; ok && start+in.items[i].Type.Size <= off+size {
			in.items[i].Val = nil
			delete(in.at, start)
		}
	}
	if size > int64(len(in.items)) {
		for i := range in.items {
			if o := in.items[i].Off; o >= off && o < off+size {
				drop(o)
			}
		}
		return
	}
	for o := off; o < off+size && len(in.at) > 0; o++ {
		drop(o)
	}
}

// isString reports whether n is a string literal and t an array that it can
// initialise.
func (in *initialiser) isString(t *types.Type, n cc.ExpressionNode) bool {
	p, ok := n.(*cc.PrimaryExpression)
	if !ok || t.Kind != types.KindArray || t.Elem.Kind != types.KindInt {
		return false
	}
	switch p.Case {
	case cc.PrimaryExpressionString:
		return t.Elem.Size == 1
	case cc.PrimaryExpressionLString:
		return t.Elem.Size == 4
	case cc.PrimaryExpressionExpr:
		return in.isString(t, p.ExpressionList)
	}
	return false
}

func (in *initialiser) str(t *types.Type, off int64, n cc.ExpressionNode) {
	p := n.(*cc.PrimaryExpression)
	if p.Case == cc.PrimaryExpressionExpr {
		in.str(t, off, p.ExpressionList)
		return
	}
	units, _, err := parseString(in.c.p.Literal(p.Token.SrcStr()))
	pos := in.c.pos(p.Token)
	in.c.literalError(pos, err)
	if t.Length < 0 {
		in.outer = int64(len(units)) + 1
	} else if int64(len(units)) > t.Length {
		in.c.fail(pos, "the string is too long for an array of %d", t.Length)
	}
	in.forget(off, t.Size)
	if t.Length < 0 || int64(len(units)) < t.Length {
		units = append(units, 0)
	}
	for i, u := range units {
		in.add(t.Elem, off+int64(i)*t.Elem.Size, &types.Expr{Op: types.OpInt, Type: t.Elem.Unqualified(), Pos: pos, I: types.Canonical(u, t.Elem)})
	}
}

// A cursor walks an initialiser list.
type cursor struct {
	c    *checker
	list *cc.InitializerList
	val  *types.Expr // of the current item, once it has been checked
}

func (cur *cursor) next() { cur.list, cur.val = cur.list.InitializerList, nil }

// value checks the expression of the current item, once.
func (cur *cursor) value() *types.Expr {
	if cur.val == nil {
		cur.val = cur.c.value(cur.list.Initializer.AssignmentExpression)
	}
	return cur.val
}

// list initialises the members or elements of t in order. Without its own braces it takes as many
// items of the outer list as it needs.
func (in *initialiser) list(t *types.Type, off int64, cur *cursor, braced bool) {
	in.listFrom(t, off, cur, braced, 0, nil)
}

// listFrom is list beginning with member number i or, if path is not nil, with the part of it that
// path designates.
func (in *initialiser) listFrom(t *types.Type, off int64, cur *cursor, braced bool, i int64, path *cc.DesignatorList) {
	c := in.c
	for ; cur.list != nil; i++ {
		if path == nil && cur.list.Designation != nil {
			if !braced {
				return
			}
			var last int64
			first := cur.list.Designation.DesignatorList
			i, path = in.designated(t, first)
			for last = in.rangeEnd(t, first.Designator, i); i < last; i++ { // GNU C's [first ... last]
				again := *cur
				in.designatedItem(t, off, &again, i, path)
			}
			if path == nil {
				in.memberItem(t, off, cur, i, true)
				continue
			}
		}
		if path != nil {
			mt, mo := in.memberAt(t, i)
			in.designate(mt, off+mo, cur, path)
			path = nil
			continue
		}
		if i >= in.count(t) {
			if braced {
				c.warn(c.pos(cur.list.Initializer), "too many values in the initialiser")
			}
			return
		}
		in.memberItem(t, off, cur, i, false)
	}
}

// designatedItem initialises member number i of t, or the part of it that path
// designates, from the current item alone.
func (in *initialiser) designatedItem(t *types.Type, off int64, cur *cursor, i int64, path *cc.DesignatorList) {
	item := *cur.list
	item.InitializerList = nil
	cur.list = &item
	if path == nil {
		in.memberItem(t, off, cur, i, true)
		return
	}
	mt, mo := in.memberAt(t, i)
	in.designate(mt, off+mo, cur, path)
}

// rangeEnd returns the last index of a designator's range that begins with first, or first if it is
// no range.
func (in *initialiser) rangeEnd(t *types.Type, n *cc.Designator, first int64) int64 {
	if n.Case != cc.DesignatorIndex2 {
		return first
	}
	e := in.c.integerConstant(n.ConstantExpression2, "the index of a designator")
	if e.I < first || e.I >= in.count(t) {
		in.c.fail(in.c.pos(n), "the index of a designator is out of bounds")
	}
	in.memberAt(t, e.I)
	return e.I
}

// designate continues a designation in the member of type t at off.
func (in *initialiser) designate(t *types.Type, off int64, cur *cursor, path *cc.DesignatorList) {
	if t.Kind != types.KindArray && !t.IsRecord() {
		in.c.fail(in.c.pos(path.Designator), "a designator in a value of type '%s'", t)
	}
	i, rest := in.designated(t, path)
	if rest != nil {
		in.listFrom(t, off, cur, false, i, rest)
		return
	}
	in.memberItem(t, off, cur, i, true)
	if cur.list != nil {
		in.listFrom(t, off, cur, false, i+1, nil)
	}
}

// memberItem initialises member number i of t from the current item, and from the following ones if
// braces are left out.
func (in *initialiser) memberItem(t *types.Type, off int64, cur *cursor, i int64, designated bool) {
	c := in.c
	mt, mo := in.memberAt(t, i)
	off += mo
	if mt.Kind == types.KindArray && mt.Length < 0 && (!in.static || in.objType.Rec != t.Rec) {
		c.fail(c.pos(cur.list.Initializer), "a flexible array member of an automatic object, or of a part of one, is initialised")
	}
	item := cur.list.Initializer
	switch {
	case t.IsRecord() && t.Rec.Fields[i].Bits > 0:
		if item.Case == cc.InitializerInitList {
			c.unsupported(c.pos(item), "an initialiser of a bit-field in braces is not supported")
		}
		in.bits(t.Rec.Fields[i], off, cur.value(), c.pos(item))
		cur.next()
	case item.Case == cc.InitializerInitList:
		in.value(mt, off, item)
		cur.next()
	case in.isString(mt, item.AssignmentExpression):
		in.str(mt, off, item.AssignmentExpression)
		cur.next()
	case arrayLiteral(mt, item.AssignmentExpression) != nil:
		in.literal(mt, off, arrayLiteral(mt, item.AssignmentExpression))
		cur.next()
	case mt.IsScalar(), mt.IsRecord() && cur.value().Type.IsRecord() && types.SameRecord(cur.value().Type.Rec, mt.Rec):
		in.assign(mt, off, cur.value(), c.pos(item))
		cur.next()
	case in.count(mt) == 0 && designated:
		c.fail(c.pos(item), "a value for a member without size")
	case in.count(mt) == 0: // an excess value, which gcc drops, too
		cur.value()
		cur.next()
	default:
		if designated {
			cur = in.undesignated(cur)
		}
		in.list(mt, off, cur, false)
	}
}

// undesignated removes the designation, which has been followed, from the current item.
func (in *initialiser) undesignated(cur *cursor) *cursor {
	item := *cur.list
	item.Designation = nil
	cur.list = &item
	return cur
}

// count returns how many members or elements of t an initialiser list has.
func (in *initialiser) count(t *types.Type) int64 {
	switch {
	case t.Kind == types.KindArray && t.Length < 0:
		return maxObject / max(1, t.Elem.Size)
	case t.Kind == types.KindArray:
		return t.Length
	case t.Kind == types.KindUnion:
		return int64(min(1, len(t.Rec.Fields)))
	}
	return int64(len(t.Rec.Fields))
}

// memberAt returns the type and offset of member number i.
func (in *initialiser) memberAt(t *types.Type, i int64) (*types.Type, int64) {
	if t.Kind == types.KindArray {
		if t.Length < 0 {
			in.outer = max(in.outer, i+1)
		}
		return t.Elem, i * t.Elem.Size
	}
	f := t.Rec.Fields[i]
	return f.Type, f.Off
}

// designated returns the number of the first member of a designation, and the rest of the
// designation. A member of an anonymous struct or union is designated through that.
func (in *initialiser) designated(t *types.Type, path *cc.DesignatorList) (i int64, rest *cc.DesignatorList) {
	c, n := in.c, path.Designator
	pos := c.pos(n)
	switch {
	case n.Case == cc.DesignatorIndex || n.Case == cc.DesignatorIndex2:
		if t.Kind != types.KindArray {
			c.fail(pos, "an index designates a member of '%s'", t)
		}
		e := c.integerConstant(n.ConstantExpression, "the index of a designator")
		if e.I < 0 || e.I >= in.count(t) {
			c.fail(pos, "the index of a designator is out of bounds")
		}
		return e.I, path.DesignatorList
	case !t.IsRecord():
		c.fail(pos, "a name designates an element of '%s'", t)
	}
	name := n.Token2
	if n.Case == cc.DesignatorField2 {
		name = n.Token
	}
	for i, f := range t.Rec.Fields {
		if f.Name == name.SrcStr() {
			return int64(i), path.DesignatorList
		}
		if _, ok := findMember(f.Type.Rec, name.SrcStr()); ok && f.Name == "" {
			return int64(i), path
		}
	}
	c.fail(c.pos(name), "'%s' has no member '%s'", t, name.SrcStr())
	return 0, nil
}
