package check

import (
	"cmp"
	"strings"

	"fencepost/interp/c/types"
	"fencepost/trace"

	"modernc.org/cc/v4"
)

// specifiers collects the contents of a list of declaration specifiers.
type specifiers struct {
	pos         trace.Pos   // of the first
	typ         *types.Type // a struct, union, enum, typedef or typeof; nil if basic
	defines     bool        // typ is a struct or union that is defined here
	definesEnum bool
	basic       map[cc.TypeSpecifierCase]int
	quals       types.Qualifiers
	attributes

	storage     cc.StorageClassSpecifierCase // except _Thread_local
	hasStorage  bool
	threadLocal bool
	inline      bool
}

func (s *specifiers) is(storage cc.StorageClassSpecifierCase) bool {
	return s.hasStorage && s.storage == storage
}

// declarationSpecifiers evaluates a list that may be empty.
func (c *checker) declarationSpecifiers(list *cc.DeclarationSpecifiers, pos trace.Pos) (*specifiers, *types.Type) {
	s := &specifiers{pos: pos, basic: make(map[cc.TypeSpecifierCase]int)}
	for n := list; n != nil; n = n.DeclarationSpecifiers {
		switch n.Case {
		case cc.DeclarationSpecifiersStorage:
			c.storageClass(s, n.StorageClassSpecifier)
		case cc.DeclarationSpecifiersTypeSpec:
			c.typeSpecifier(s, n.TypeSpecifier)
		case cc.DeclarationSpecifiersTypeQual:
			c.typeQualifier(s, n.TypeQualifier)
		case cc.DeclarationSpecifiersFunc:
			s.inline = s.inline || n.FunctionSpecifier.Case == cc.FunctionSpecifierInline
		case cc.DeclarationSpecifiersAlignSpec:
			c.alignmentSpecifier(s, n.AlignmentSpecifier)
		case cc.DeclarationSpecifiersAttr:
			c.specifierAttributes(s, n.AttributeSpecifierList)
		}
	}
	return s, c.specifiedType(s)
}

// specifierQualifiers evaluates the list of a member or type name.
func (c *checker) specifierQualifiers(list *cc.SpecifierQualifierList, pos trace.Pos) (*specifiers, *types.Type) {
	s := &specifiers{pos: pos, basic: make(map[cc.TypeSpecifierCase]int)}
	for n := list; n != nil; n = n.SpecifierQualifierList {
		switch n.Case {
		case cc.SpecifierQualifierListTypeSpec:
			c.typeSpecifier(s, n.TypeSpecifier)
		case cc.SpecifierQualifierListTypeQual:
			c.typeQualifier(s, n.TypeQualifier)
		case cc.SpecifierQualifierListAlignSpec:
			c.alignmentSpecifier(s, n.AlignmentSpecifier)
		}
	}
	return s, c.specifiedType(s)
}

func (c *checker) storageClass(s *specifiers, n *cc.StorageClassSpecifier) {
	switch {
	case n.Case == cc.StorageClassSpecifierThreadLocal:
		s.threadLocal = true
	case n.Case == cc.StorageClassSpecifierDeclspec:
		c.unsupported(c.pos(n.Token), "__declspec is not supported")
	case s.hasStorage:
		c.fail(c.pos(n.Token), "more than one storage class")
	default:
		s.storage, s.hasStorage = n.Case, true
	}
}

func (c *checker) typeQualifier(s *specifiers, n *cc.TypeQualifier) {
	if n.Case == cc.TypeQualifierAttr {
		c.specifierAttributes(s, n.AttributeSpecifierList)
	}
	s.quals |= qualifierOf(n) // none of an attribute
}

func qualifierOf(n *cc.TypeQualifier) types.Qualifiers {
	switch n.Case {
	case cc.TypeQualifierConst:
		return types.QualConst
	case cc.TypeQualifierVolatile:
		return types.QualVolatile
	case cc.TypeQualifierAtomic:
		return types.QualAtomic
	}
	return 0
}

func (c *checker) alignmentSpecifier(s *specifiers, n *cc.AlignmentSpecifier) {
	var align int64
	if n.Case == cc.AlignmentSpecifierType {
		t := c.typeName(n.TypeName)
		c.requireComplete(t, c.pos(n.Token))
		align = t.Align
	} else {
		align = c.integerConstant(n.ConstantExpression, "the alignment").I
	}
	if align < 0 || align > 1<<16 || align&(align-1) != 0 {
		c.fail(c.pos(n.Token), "the alignment is not a power of two up to 65536")
	}
	s.align = max(s.align, align)
}

// attributes are the GNU attributes that change the meaning of the program.
type attributes struct {
	align       int64 // the strictest; 0 if not given
	last        int64 // the last given, which applies to a type
	packed      bool
	transparent bool            // of a union
	start       int             // constructor: the priority; 0: not given
	end         int             // destructor
	cleanup     *types.Function // of a local; nil: none
	alias       string          // of a function: the name of the function of which it is an alias
	weak        bool
	constant    bool // constexpr: the object's value is a constant
}

// add adds the attributes of another list.
func (a *attributes) add(b attributes) {
	a.align, a.packed = max(a.align, b.align), a.packed || b.packed
	a.transparent = a.transparent || b.transparent
	a.start, a.end = max(a.start, b.start), max(a.end, b.end)
	a.weak, a.constant = a.weak || b.weak, a.constant || b.constant
	a.cleanup, a.alias, a.last = cmp.Or(b.cleanup, a.cleanup), cmp.Or(b.alias, a.alias), cmp.Or(b.last, a.last)
}

// specifierAttributes evaluates attributes among specifiers. After the definition of an enum they
// apply to the enum.
func (c *checker) specifierAttributes(s *specifiers, list *cc.AttributeSpecifierList) {
	a := c.attributes(list)
	if a.packed && s.definesEnum {
		shrink(s.typ)
		a.packed = false
	}
	s.add(a)
}

// attributes evaluates GNU attributes.
func (c *checker) attributes(list *cc.AttributeSpecifierList) (a attributes) {
	for ; list != nil; list = list.AttributeSpecifierList {
		for l := list.AttributeSpecifier.AttributeValueList; l != nil; l = l.AttributeValueList {
			c.attribute(&a, l.AttributeValue)
		}
	}
	return a
}

func (c *checker) attribute(a *attributes, n *cc.AttributeValue) {
	switch name := n.Token.SrcStr(); strings.Trim(name, "_") {
	case "packed":
		a.packed = true
	case "transparent_union":
		a.transparent = true
	case "constructor":
		a.start = c.priority(n)
	case "destructor":
		a.end = c.priority(n)
	case "vector_size", "mode", "scalar_storage_order":
		c.unsupported(c.pos(n.Token), "attribute '%s' is not supported", name)
	case "cleanup":
		if n.ArgumentExpressionList != nil {
			a.cleanup = c.calledFunction(n.ArgumentExpressionList.AssignmentExpression)
		}
		if a.cleanup == nil {
			c.fail(c.pos(n.Token), "attribute '%s' names no function", name)
		}
	case "alias":
		if n.ArgumentExpressionList != nil {
			if e, ok := n.ArgumentExpressionList.AssignmentExpression.(*cc.PrimaryExpression); ok && e.Case == cc.PrimaryExpressionString {
				a.alias, _ = asmString(e.Token.SrcStr())
			}
		}
		if a.alias == "" {
			c.fail(c.pos(n.Token), "attribute '%s' names no function", name)
		}
	case "weak":
		a.weak = true
	case "fp_constexpr":
		a.constant = true
	case "aligned":
		align := int64(16)
		if n.ArgumentExpressionList != nil {
			align = c.integerConstant(n.ArgumentExpressionList.AssignmentExpression, "the alignment").I
		}
		if align < 1 || align > 1<<16 || align&(align-1) != 0 {
			c.fail(c.pos(n.Token), "the alignment is not a power of two up to 65536")
		}
		a.align, a.last = max(a.align, align), align
	}
}

// priority returns the priority of a constructor or destructor.
func (c *checker) priority(n *cc.AttributeValue) int {
	if n.ArgumentExpressionList == nil {
		return noPriority
	}
	e := c.integerConstant(n.ArgumentExpressionList.AssignmentExpression, "the priority")
	if e.I < 0 || e.I >= noPriority {
		c.fail(c.pos(n.Token), "the priority is not from 0 to %d", noPriority-1)
	}
	return int(e.I) + 1
}

func (c *checker) typeSpecifier(s *specifiers, n *cc.TypeSpecifier) {
	var t *types.Type
	switch n.Case {
	case cc.TypeSpecifierStructOrUnion:
		t = c.structOrUnion(n.StructOrUnionSpecifier)
		s.defines = n.StructOrUnionSpecifier.Case == cc.StructOrUnionSpecifierDef
	case cc.TypeSpecifierEnum:
		t = c.enum(n.EnumSpecifier)
		s.definesEnum = n.EnumSpecifier.Case == cc.EnumSpecifierDef
	case cc.TypeSpecifierTypeName:
		t = c.typedefName(n.Token)
	case cc.TypeSpecifierTypeofExpr:
		c.notEvaluated(func() { t = c.expr(n.ExpressionList).Type })
	case cc.TypeSpecifierTypeofType:
		t = c.typeName(n.TypeName)
	case cc.TypeSpecifierAtomic:
		t = c.atomicSpecifier(n.AtomicTypeSpecifier)
	case cc.TypeSpecifierVoid, cc.TypeSpecifierChar, cc.TypeSpecifierShort, cc.TypeSpecifierInt,
		cc.TypeSpecifierLong, cc.TypeSpecifierSigned, cc.TypeSpecifierUnsigned, cc.TypeSpecifierBool,
		cc.TypeSpecifierFloat, cc.TypeSpecifierDouble:
		s.basic[n.Case]++
		return
	case cc.TypeSpecifierInt128:
		t = types.Int128
	case cc.TypeSpecifierUint128:
		t = types.UInt128
	case cc.TypeSpecifierComplex, cc.TypeSpecifierImaginary:
		c.unsupported(c.pos(n.Token), "complex types are not supported")
	default:
		c.unsupported(c.pos(n.Token), "type '%s' is not supported", n.Token.SrcStr())
	}
	if s.typ != nil {
		c.fail(s.pos, "more than one type in a declaration")
	}
	s.typ = t
}

func (c *checker) typedefName(name cc.Token) *types.Type {
	sym := c.scope.lookup(name.SrcStr())
	switch {
	case sym != nil && sym.kind == symBroken:
		c.blame(sym.why)
	case sym == nil || sym.kind != symTypedef:
		c.fail(c.pos(name), "'%s' is not a type", name.SrcStr())
	}
	return sym.typ
}

func (c *checker) atomicSpecifier(n *cc.AtomicTypeSpecifier) *types.Type {
	t := c.typeName(n.TypeName)
	if t.Qualifiers() != 0 {
		c.fail(c.pos(n.Token), "_Atomic of the qualified type '%s'", t)
	}
	return c.qualify(t, types.QualAtomic, c.pos(n.Token))
}

// qualify adds qualifiers to t, and checks that it can be atomic.
func (c *checker) qualify(t *types.Type, q types.Qualifiers, pos trace.Pos) *types.Type {
	if q&types.QualAtomic != 0 {
		switch {
		case t.Kind == types.KindArray || t.Kind == types.KindFunc:
			c.fail(pos, "_Atomic of the array or function type '%s'", t)
		case t.IsComplete() && !t.CanBeAtomic():
			c.badAtomic(t, pos)
		}
	}
	return t.Qualified(q)
}

// specifiedType returns the type that the specifiers name, with its qualifiers.
func (c *checker) specifiedType(s *specifiers) *types.Type {
	t := s.typ
	switch {
	case t == nil && len(s.basic) == 0 && s.is(cc.StorageClassSpecifierAuto):
		c.fail(s.pos, "the declaration has no type")
	case t == nil && len(s.basic) == 0:
		c.warn(s.pos, "the declaration has no type, taken as int")
		t = types.Int
	case t == nil:
		t = basicType(s.basic)
	case t == types.Int128 && len(s.basic) == 1 && s.basic[cc.TypeSpecifierUnsigned] == 1:
		t = types.UInt128
	case len(s.basic) > 0 && (t != types.Int128 || len(s.basic) > 1 || s.basic[cc.TypeSpecifierSigned] != 1):
		t = nil
	}
	if t == nil {
		c.fail(s.pos, "type specifiers that do not go together")
	}
	return c.qualify(t, s.quals, s.pos)
}

// basicType returns the type that a multiset of keywords names, or nil.
func basicType(n map[cc.TypeSpecifierCase]int) *types.Type {
	const (
		signed   = cc.TypeSpecifierSigned
		unsigned = cc.TypeSpecifierUnsigned
		long     = cc.TypeSpecifierLong
		integer  = cc.TypeSpecifierInt
	)
	only := func(words ...cc.TypeSpecifierCase) bool {
		total, known := 0, 0
		for _, k := range n {
			total += k
		}
		for _, w := range words {
			known += n[w]
			if n[w] > 1 && w != long {
				return false
			}
		}
		return total == known
	}
	pick := func(s, u *types.Type) *types.Type {
		switch {
		case n[unsigned] > 0 && n[signed] > 0:
			return nil
		case n[unsigned] > 0:
			return u
		}
		return s
	}
	switch {
	case n[cc.TypeSpecifierFloat] > 0 && only(cc.TypeSpecifierFloat):
		return types.Float
	case n[cc.TypeSpecifierDouble] > 0 && n[long] == 1 && only(cc.TypeSpecifierDouble, long):
		return types.LongDouble
	case n[cc.TypeSpecifierDouble] > 0 && only(cc.TypeSpecifierDouble):
		return types.Double
	case n[cc.TypeSpecifierVoid] > 0 && only(cc.TypeSpecifierVoid):
		return types.Void
	case n[cc.TypeSpecifierBool] > 0 && only(cc.TypeSpecifierBool):
		return types.Bool
	case n[cc.TypeSpecifierChar] > 0 && only(cc.TypeSpecifierChar, signed, unsigned):
		if n[signed] > 0 {
			return pick(types.SChar, types.UChar)
		}
		return pick(types.Char, types.UChar)
	case n[cc.TypeSpecifierShort] > 0 && only(cc.TypeSpecifierShort, signed, unsigned, integer):
		return pick(types.Short, types.UShort)
	case n[long] == 1 && only(long, signed, unsigned, integer):
		return pick(types.Long, types.ULong)
	case n[long] == 2 && only(long, signed, unsigned, integer):
		return pick(types.LongLong, types.ULongLong)
	case n[long] == 0 && only(signed, unsigned, integer):
		return pick(types.Int, types.UInt)
	}
	return nil
}

// typeName evaluates a type name.
func (c *checker) typeName(n *cc.TypeName) *types.Type {
	_, t := c.specifierQualifiers(n.SpecifierQualifierList, c.pos(n))
	d := &declarator{}
	return c.abstractDeclarator(d, n.AbstractDeclarator, t)
}
