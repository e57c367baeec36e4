package check

import (
	"fencepost/interp/c/types"
	"fencepost/trace"

	"modernc.org/cc/v4"
)

// Structs, unions and enums, with the layout of the System V ABI for x86-64.

// maxObject is the size of the largest object, in bytes.
const maxObject = 1 << 30

// structOrUnion evaluates a specifier: a definition, a declaration or a use.
func (c *checker) structOrUnion(n *cc.StructOrUnionSpecifier) *types.Type {
	k := types.KindStruct
	if n.StructOrUnion.Case == cc.StructOrUnionUnion {
		k = types.KindUnion
	}
	if n.Case == cc.StructOrUnionSpecifierTag {
		return c.useTag(k, n.Token)
	}
	t := c.defineTag(k, n.Token, c.pos(n.StructOrUnion.Token))
	l := layout{rec: t.Rec, align: 1, names: make(map[string]bool)}
	t.Rec.Broken = c.attempt(func() {
		a := c.attributes(n.AttributeSpecifierList)
		a.add(c.attributes(n.AttributeSpecifierList2))
		l.align, l.packed, t.Rec.Transparent = max(1, a.last), a.packed, a.transparent
	})
	for list := n.StructDeclarationList; list != nil; list = list.StructDeclarationList {
		if d := list.StructDeclaration; d.Case == cc.StructDeclarationAssert {
			c.pragma(d.StaticAssertDeclaration) // the state at the end applies to all members
		}
	}
	l.pack = c.pack.now
	for list := n.StructDeclarationList; list != nil; list = list.StructDeclarationList {
		if why := c.attempt(func() { c.structDeclaration(&l, list.StructDeclaration) }); why != nil {
			t.Rec.Broken = why
		}
	}
	if t.Rec.Size >= 0 {
		c.fail(t.Rec.Pos, "redefinition of '%s'", t)
	}
	if k == types.KindStruct && t.Rec.Broken == nil && len(l.rec.Fields) == 1 && l.rec.Fields[0].Type.Size < 0 {
		c.fail(t.Rec.Pos, "a flexible array member in a struct without other members")
	}
	size := (l.size + l.align - 1) / l.align * l.align
	if size > maxObject {
		c.fail(t.Rec.Pos, "'%s' is too large", t)
	}
	l.placeWords(size)
	for _, f := range t.Rec.Parts {
		t.Rec.Constant = t.Rec.Constant || f.Type.HasConst()
		switch n := max(0, f.Type.Leaves()); {
		case k == types.KindStruct:
			t.Rec.Leaves += n
		default:
			t.Rec.Leaves = max(t.Rec.Leaves, n+1) // so that no member covers a union
		}
	}
	t.Rec.Complete(size, l.align, false)
	return t
}

// useTag finds or declares the type that a tag names.
func (c *checker) useTag(k types.Kind, tag cc.Token) *types.Type {
	name := tag.SrcStr()
	if t := c.scope.lookupTag(name); t != nil {
		if t.Kind != k {
			c.fail(c.pos(tag), "'%s' is declared as another kind of tag", name)
		}
		return t
	}
	t := types.NewRecord(k, name, c.pos(tag))
	c.scope.declareTag(name, t)
	return t
}

// defineTag returns the incomplete type that is about to be defined.
func (c *checker) defineTag(k types.Kind, tag cc.Token, pos trace.Pos) *types.Type {
	name := tag.SrcStr()
	if name == "" {
		return types.NewRecord(k, "", pos)
	}
	t := c.scope.tags[name]
	switch {
	case t == nil, c.displaces(c.pos(tag), t.Rec.Pos):
		t = types.NewRecord(k, name, c.pos(tag))
		c.scope.declareTag(name, t)
	case t.Kind != k:
		c.fail(c.pos(tag), "'%s' is declared as another kind of tag", name)
	case t.Rec.Size >= 0:
		c.fail(c.pos(tag), "redefinition of '%s'", t)
	}
	t.Rec.Pos = c.pos(tag)
	return t
}

// A layout places the members of a record.
type layout struct {
	rec         *types.Record
	size, align int64
	packed      bool  // members only have the alignment that they ask for
	pack        int64 // bound on the alignment of members by #pragma pack; 0: none
	flexible    bool  // the last member is a flexible array
	names       map[string]bool

	bitEnd int64   // end of the last member in bits if it is a bit-field; otherwise 0
	runs   [][]int // the numbers of consecutive bit-fields
}

// alignment returns the alignment of a member of type t with attributes a.
func (l *layout) alignment(t *types.Type, a attributes) int64 {
	align := t.Align
	if l.packed || a.packed {
		align = 1
	}
	align = max(align, a.align)
	if l.pack > 0 {
		align = min(align, l.pack)
	}
	return align
}

func (l *layout) add(name string, t *types.Type, a attributes, pos trace.Pos) {
	l.bitEnd = 0
	align := l.alignment(t, a)
	off := int64(0)
	if !l.rec.Union {
		off = (l.size + align - 1) / align * align
	}
	l.rec.Fields = append(l.rec.Fields, types.Field{Name: name, Type: t, Off: off, Align: align, Pos: pos})
	l.size = max(l.size, off+max(t.Size, 0))
	l.align = max(l.align, align)
}

func (c *checker) structDeclaration(l *layout, n *cc.StructDeclaration) {
	if n.Case == cc.StructDeclarationAssert {
		c.staticAssert(n.StaticAssertDeclaration)
		return
	}
	if n.SpecifierQualifierList == nil && n.StructDeclaratorList == nil {
		return // a stray semicolon
	}
	pos := c.pos(n)
	if n.SpecifierQualifierList == nil {
		c.fail(pos, "a member without a type")
	}
	s, base := c.specifierQualifiers(n.SpecifierQualifierList, pos)
	s.add(c.attributes(n.AttributeSpecifierList)) // of the last member; after other members the parser accepts none
	if n.StructDeclaratorList == nil {
		if base.IsRecord() && base.Rec.Tag == "" && s.defines {
			c.member(l, "", base, s.attributes, pos)
		}
		return
	}
	for list := n.StructDeclaratorList; list != nil; list = list.StructDeclaratorList {
		sd := list.StructDeclarator
		if sd.Case == cc.StructDeclaratorBitField {
			c.bitField(l, sd, base, s.attributes)
			continue
		}
		d := c.declarator(sd.Declarator, base)
		c.member(l, d.name, d.typ, s.attributes, d.pos)
	}
}

func (c *checker) member(l *layout, name string, t *types.Type, a attributes, pos trace.Pos) {
	isFlexible := t.Kind == types.KindArray && t.Length < 0 && !l.rec.Union
	switch {
	case l.flexible:
		c.fail(pos, "a flexible array member is not the last")
	case t.Kind == types.KindFunc:
		c.fail(pos, "member '%s' is a function", name)
	case isFlexible:
		l.flexible = true
	default:
		c.loadable(t, pos)
	}
	if name == "" {
		c.newMembers(l, t.Rec, pos)
	} else {
		c.newMember(l, name, pos)
	}
	l.add(name, t, a, pos)
	if l.size > maxObject {
		c.fail(pos, "the type is too large")
	}
}

// newMembers enters the names of an anonymous member's members.
func (c *checker) newMembers(l *layout, rec *types.Record, pos trace.Pos) {
	for _, f := range rec.Fields {
		if f.Name == "" {
			c.newMembers(l, f.Type.Rec, pos)
		} else {
			c.newMember(l, f.Name, pos)
		}
	}
}

func (c *checker) newMember(l *layout, name string, pos trace.Pos) {
	if l.names[name] {
		c.fail(pos, "duplicate member '%s'", name)
	}
	l.names[name] = true
}

// findMember finds a member, also in anonymous members. The field that it returns has the offset in
// rec, and the qualifiers of the anonymous members.
func findMember(rec *types.Record, name string) (types.Field, bool) {
	if rec == nil {
		return types.Field{}, false
	}
	for _, f := range rec.Fields {
		if f.Name == name {
			return f, true
		}
		if f.Name == "" {
			if m, ok := findMember(f.Type.Rec, name); ok {
				m.Off += f.Off
				m.Type = m.Type.Qualified(f.Type.Qualifiers())
				return m, true
			}
		}
	}
	return types.Field{}, false
}

// enum evaluates an enum specifier.
func (c *checker) enum(n *cc.EnumSpecifier) *types.Type {
	if n.Case == cc.EnumSpecifierTag {
		return c.useTag(types.KindEnum, n.Token2)
	}
	given := c.givenType(n)
	t := c.defineTag(types.KindEnum, n.Token2, c.pos(n.Token))
	next, low, high := types.IntConst(0, types.Int), int64(0), uint64(0)
	for list := n.EnumeratorList; list != nil; list = list.EnumeratorList {
		why := c.attempt(func() {
			e := list.Enumerator
			if e.Case == cc.EnumeratorExpr {
				next = enumerator(c.integerConstant(e.ConstantExpression, "the value of an enumerator"))
			}
			if given != nil {
				next = c.ofType(next, given, c.pos(e.Token))
			}
			c.declare(e.Token.SrcStr(), &symbol{kind: symConstant, pos: c.pos(e.Token), typ: next.Type, val: next.I})
		})
		if name := list.Enumerator.Token.SrcStr(); why != nil && c.scope.names[name] == nil {
			c.scope.declare(name, &symbol{kind: symBroken, why: why})
		}
		if next.Type.Signed && next.I < 0 {
			low = min(low, next.I)
		} else {
			high = max(high, uint64(next.I))
		}
		next = enumerator(successor(next))
	}
	if t.Rec.Low, t.Rec.High = low, high; given != nil {
		t.Rec.Complete(given.Size, given.Size, given.Signed)
		return t
	}
	size := int64(4)
	if low < -1<<31 || low < 0 && high > 1<<31-1 || high > 1<<32-1 {
		size = 8
	}
	t.Rec.Complete(size, size, low < 0)
	return t
}

// givenType returns the type that an enum specifier of C23 gives the values; nil if it gives none.
func (c *checker) givenType(n *cc.EnumSpecifier) *types.Type {
	if n.EnumTypeSpecifier == nil {
		return nil
	}
	_, t := c.specifierQualifiers(n.EnumTypeSpecifier.SpecifierQualifierList, c.pos(n.Token))
	if !t.IsInteger() || t.Kind == types.KindEnum || t.Size > 8 {
		c.fail(c.pos(n.Token), "the values of an enum cannot have type '%s'", t)
	}
	return t.Unqualified()
}

// ofType returns enumerator e of an enum whose values have a given type, which has to represent it.
func (c *checker) ofType(e *types.Expr, given *types.Type, pos trace.Pos) *types.Expr {
	v := types.IntConst(e.I, given)
	if v.I != e.I || e.I < 0 && e.Type.Signed != given.Signed {
		c.fail(pos, "the value of an enumerator is none of '%s'", given)
	}
	return types.IntConst(v.I, promoted(given))
}

// shrink gives an enum that has just been defined the size of a packed one.
func shrink(t *types.Type) {
	size := int64(1)
	for size < t.Size && !fits(t.Rec, 8*size) {
		size *= 2
	}
	t.Rec.Complete(size, size, t.Signed)
}

// fits reports whether bits bits can represent all values of an enum.
func fits(e *types.Record, bits int64) bool {
	if e.Low < 0 {
		return e.Low >= -1<<(bits-1) && e.High < 1<<(bits-1)
	}
	return e.High < 1<<bits
}

// enumerator gives an enumeration constant its type: int if that can represent it.
func enumerator(e *types.Expr) *types.Expr {
	if e.I == int64(int32(e.I)) && (e.Type.Signed || e.I >= 0) {
		return types.IntConst(e.I, types.Int)
	}
	return types.IntConst(e.I, promoted(e.Type))
}

// successor returns the value after e, with a type that can represent it.
func successor(e *types.Expr) *types.Expr {
	if types.Same(e.Type, types.Int) {
		return types.IntConst(e.I+1, types.Long)
	}
	return types.IntConst(e.I+1, e.Type)
}
