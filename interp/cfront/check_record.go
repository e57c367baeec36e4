package cfront

import (
	"fencepost/trace"

	"modernc.org/cc/v4"
)

// This file declares structs, unions and enums, and lays them out as the
// System V ABI for x86-64 does.

// maxObject is the size of the largest object, in bytes.
const maxObject = 1 << 30

// structOrUnion evaluates a specifier: a definition, a declaration or a use.
func (c *checker) structOrUnion(n *cc.StructOrUnionSpecifier) *ctype {
	k := kStruct
	if n.StructOrUnion.Case == cc.StructOrUnionUnion {
		k = kUnion
	}
	if n.Case == cc.StructOrUnionSpecifierTag {
		return c.useTag(k, n.Token)
	}
	t := c.defineTag(k, n.Token, c.pos(n.StructOrUnion.Token))
	l := layout{rec: t.rec, align: 1, names: make(map[string]bool)}
	t.rec.broken = c.attempt(func() {
		l.align = max(1, c.attributes(n.AttributeSpecifierList), c.attributes(n.AttributeSpecifierList2))
	})
	for list := n.StructDeclarationList; list != nil; list = list.StructDeclarationList {
		if why := c.attempt(func() { c.structDeclaration(&l, list.StructDeclaration) }); why != nil {
			t.rec.broken = why
		}
	}
	if t.rec.size >= 0 {
		c.fail(t.rec.pos, "redefinition of '%s'", t)
	}
	if k == kStruct && t.rec.broken == nil && len(l.rec.fields) == 1 && l.rec.fields[0].typ.size < 0 {
		c.fail(t.rec.pos, "a flexible array member in a struct without other members")
	}
	size := (l.size + l.align - 1) / l.align * l.align
	if size > maxObject {
		c.fail(t.rec.pos, "'%s' is too large", t)
	}
	for _, f := range t.rec.fields {
		t.rec.constant = t.rec.constant || f.typ.hasConst()
		switch n := max(0, f.typ.leaves()); {
		case k == kStruct:
			t.rec.leaves += n
		default:
			t.rec.leaves = max(t.rec.leaves, n+1) // so that no member covers a union
		}
	}
	t.rec.complete(size, l.align, false)
	return t
}

// useTag finds or declares the type that a tag names.
func (c *checker) useTag(k kind, tag cc.Token) *ctype {
	name := tag.SrcStr()
	if t := c.scope.lookupTag(name); t != nil {
		if t.kind != k {
			c.fail(c.pos(tag), "'%s' is declared as another kind of tag", name)
		}
		return t
	}
	t := newRecord(k, name, c.pos(tag))
	c.scope.declareTag(name, t)
	return t
}

// defineTag returns the incomplete type that is about to be defined.
func (c *checker) defineTag(k kind, tag cc.Token, pos trace.Pos) *ctype {
	name := tag.SrcStr()
	if name == "" {
		return newRecord(k, "", pos)
	}
	t := c.scope.tags[name]
	switch {
	case t == nil:
		t = newRecord(k, name, c.pos(tag))
		c.scope.declareTag(name, t)
	case t.kind != k:
		c.fail(c.pos(tag), "'%s' is declared as another kind of tag", name)
	case t.rec.size >= 0:
		c.fail(c.pos(tag), "redefinition of '%s'", t)
	}
	t.rec.pos = c.pos(tag)
	return t
}

// A layout places the members of a record.
type layout struct {
	rec         *record
	size, align int64
	flexible    bool // the last member is a flexible array
	names       map[string]bool
}

func (l *layout) add(name string, t *ctype, align int64) {
	align = max(align, t.align)
	off := int64(0)
	if !l.rec.union {
		off = (l.size + align - 1) / align * align
	}
	l.rec.fields = append(l.rec.fields, field{name, t, off})
	l.size = max(l.size, off+max(t.size, 0))
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
	s, base := c.specifierQualifiers(n.SpecifierQualifierList, pos)
	if n.StructDeclaratorList == nil {
		if base.isRecord() && base.rec.tag == "" && s.defines {
			c.member(l, "", base, s.align, pos)
		}
		return
	}
	for list := n.StructDeclaratorList; list != nil; list = list.StructDeclaratorList {
		sd := list.StructDeclarator
		if sd.Case == cc.StructDeclaratorBitField {
			c.unsupported(c.pos(sd.Token), "bit-fields are not supported")
		}
		d := c.declarator(sd.Declarator, base)
		c.member(l, d.name, d.typ, s.align, d.pos)
	}
}

func (c *checker) member(l *layout, name string, t *ctype, align int64, pos trace.Pos) {
	isFlexible := t.kind == kArray && t.length < 0 && !l.rec.union
	switch {
	case l.flexible:
		c.fail(pos, "a flexible array member is not the last")
	case t.kind == kFunc:
		c.fail(pos, "member '%s' is a function", name)
	case isFlexible:
		l.flexible = true
	default:
		c.loadable(t, pos)
	}
	if name == "" {
		c.newMembers(l, t.rec, pos)
	} else {
		c.newMember(l, name, pos)
	}
	l.add(name, t, align)
	if l.size > maxObject {
		c.fail(pos, "the type is too large")
	}
}

// newMembers enters the names of an anonymous member's members.
func (c *checker) newMembers(l *layout, rec *record, pos trace.Pos) {
	for _, f := range rec.fields {
		if f.name == "" {
			c.newMembers(l, f.typ.rec, pos)
		} else {
			c.newMember(l, f.name, pos)
		}
	}
}

func (c *checker) newMember(l *layout, name string, pos trace.Pos) {
	if l.names[name] {
		c.fail(pos, "duplicate member '%s'", name)
	}
	l.names[name] = true
}

// findMember looks a member up, in anonymous members too. The field it returns
// has the offset in rec, and the qualifiers of the anonymous members.
func findMember(rec *record, name string) (field, bool) {
	if rec == nil {
		return field{}, false
	}
	for _, f := range rec.fields {
		if f.name == name {
			return f, true
		}
		if f.name == "" {
			if m, ok := findMember(f.typ.rec, name); ok {
				m.off += f.off
				m.typ = m.typ.qualified(f.typ.qualifiers())
				return m, true
			}
		}
	}
	return field{}, false
}

// enum evaluates an enum specifier.
func (c *checker) enum(n *cc.EnumSpecifier) *ctype {
	if n.EnumTypeSpecifier != nil {
		c.unsupported(c.pos(n.Token), "enums of a given type are not supported")
	}
	if n.Case == cc.EnumSpecifierTag {
		return c.useTag(kEnum, n.Token2)
	}
	t := c.defineTag(kEnum, n.Token2, c.pos(n.Token))
	next, low, high := intConst(0, tInt), int64(0), uint64(0)
	for list := n.EnumeratorList; list != nil; list = list.EnumeratorList {
		why := c.attempt(func() {
			e := list.Enumerator
			if e.Case == cc.EnumeratorExpr {
				next = enumerator(c.integerConstant(e.ConstantExpression, "the value of an enumerator"))
			}
			c.declare(e.Token.SrcStr(), &symbol{kind: symConstant, pos: c.pos(e.Token), typ: next.typ, val: next.i})
		})
		if name := list.Enumerator.Token.SrcStr(); why != nil && c.scope.names[name] == nil {
			c.scope.declare(name, &symbol{kind: symBroken, why: why})
		}
		if next.typ.signed && next.i < 0 {
			low = min(low, next.i)
		} else {
			high = max(high, uint64(next.i))
		}
		next = enumerator(successor(next))
	}
	size := int64(4)
	if low < -1<<31 || low < 0 && high > 1<<31-1 || high > 1<<32-1 {
		size = 8
	}
	t.rec.complete(size, size, low < 0)
	return t
}

// enumerator gives an enumeration constant its type: int if that can hold it.
func enumerator(e *expr) *expr {
	if e.i == int64(int32(e.i)) && (e.typ.signed || e.i >= 0) {
		return intConst(e.i, tInt)
	}
	return intConst(e.i, promoted(e.typ))
}

// successor returns the value after e, of a type that can hold it.
func successor(e *expr) *expr {
	if sameType(e.typ, tInt) {
		return intConst(e.i+1, tLong)
	}
	return intConst(e.i+1, e.typ)
}
