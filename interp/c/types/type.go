// Package types holds the C types, and the typed tree of a program, which the checker makes from the
// parser's syntax tree and the generator compiles. In the tree every name is resolved, every implicit
// conversion is explicit, every constant is folded, and every type is complete where it must be.
package types

import (
	"strconv"
	"strings"

	"fencepost/trace"
)

// Kind is the kind of a C type.
type Kind uint8

// The kinds of types.
const (
	KindVoid Kind = iota
	KindBool
	KindInt  // every other integer type, identified by size, signed and rank
	KindEnum // compatible with int
	KindPtr
	KindArray
	KindStruct
	KindUnion
	KindFunc
	KindFloat // its values are bit patterns
)

// A Type is a C type, qualifiers included. Atomicity is part of the type.
// Types are compared by identity of structure (Same), struct and union
// types by identity of their record. A Type never changes, except that the
// types of a record are completed with it.
type Type struct {
	Kind     Kind
	Size     int64 // bytes; -1 while incomplete
	Align    int64
	Signed   bool   // KindInt, KindEnum
	Rank     int    // KindInt, KindFloat: conversion rank, so that long and long long differ
	Name     string // KindInt, KindFloat: as in diagnostics ("unsigned long"); typedef names are not kept
	Atomic   bool
	Constant bool
	Volatile bool
	Aligned  bool  // an attribute of a typedef gives Align
	Elem     *Type // pointer, array: element; function: result
	Length   int64 // array: elements; -1 if not known
	Count    *Expr // array of variable length: its elements, an unsigned long
	Params   []*Type
	Variadic bool
	NoProto  bool    // declared (): arguments are not checked
	Rec      *Record // struct, union, enum
}

// A Record is the definition of a struct or union, shared by all its Types.
// For an enum it is no more than an identity.
type Record struct {
	Tag    string
	Pos    trace.Pos
	Union  bool
	Fields []Field
	Parts  []Field // the parts of objects: the fields, with words in place of bit-fields
	Size   int64   // -1 while incomplete
	align  int64

	Low         int64                // enum: the least value, if it is negative
	High        uint64               // enum: the greatest
	Leaves      int64                // how many scalars; one more in a union
	Constant    bool                 // has a const member
	Transparent bool                 // union: a value of a member's type may be passed for it
	Broken      *Failure             // of a member's declaration, or nil
	variants    [numQualifiers]*Type // the record's types, by qualifiers; completed together
	linked      *Record              // the same record in another translation unit, or nil
	compared    bool                 // its members, too, count as the same there
	unit        bool                 // see MarkUnit
}

// SameRecord reports whether a and b are one record: declared once, or in two
// translation units in the same way (see Linked).
func SameRecord(a, b *Record) bool { return a.Root() == b.Root() }

// MarkUnit records that the program also accesses objects of this record, of more than 8 bytes, as a
// whole.
func (r *Record) MarkUnit() { r.Root().unit = true }

// IsUnit reports whether MarkUnit was called for the record.
func (r *Record) IsUnit() bool { return r.Root().unit }

// Root returns the record that stands for all that SameRecord calls one with r.
func (r *Record) Root() *Record {
	for r.linked != nil {
		r = r.linked
	}
	return r
}

// A Failure says why a declaration cannot be used. Message describes what is not supported at Pos, or
// is empty if an error has been reported.
type Failure struct {
	Pos     trace.Pos
	Message string
}

// A Field is a member of a record. Members of anonymous structs and unions are
// found through path lookups by the checker, not listed twice.
type Field struct {
	Name  string
	Type  *Type
	Off   int64
	Align int64     // as declared: for a packed member less than its type's
	Pos   trace.Pos // of its name; unset of a bit-field

	// A bit-field has Bits bits from bit Shift on of the word of type Word at Off. All bit-fields of
	// a word are one memory location. If there is no room for such a word, they are in single bytes
	// from Off on.
	Bits, Shift uint8
	Word        *Type
}

// The conversion ranks of the integer types.
const (
	RankBool = iota
	RankChar
	RankShort
	RankInt
	RankLong
	RankLongLong
	RankInt128
	RankFloat
	RankDouble
	RankLongDouble
)

// The basic types, of LP64.
var (
	Void      = &Type{Kind: KindVoid, Size: -1, Align: 1}
	Bool      = &Type{Kind: KindBool, Size: 1, Align: 1}
	Char      = integer("char", 1, true, RankChar)
	SChar     = integer("signed char", 1, true, RankChar)
	UChar     = integer("unsigned char", 1, false, RankChar)
	Short     = integer("short", 2, true, RankShort)
	UShort    = integer("unsigned short", 2, false, RankShort)
	Int       = integer("int", 4, true, RankInt)
	UInt      = integer("unsigned int", 4, false, RankInt)
	Long      = integer("long", 8, true, RankLong)
	ULong     = integer("unsigned long", 8, false, RankLong)
	LongLong  = integer("long long", 8, true, RankLongLong)
	ULongLong = integer("unsigned long long", 8, false, RankLongLong)
	Int128    = integer("__int128", 16, true, RankInt128)
	UInt128   = integer("unsigned __int128", 16, false, RankInt128)

	Float      = &Type{Kind: KindFloat, Size: 4, Align: 4, Rank: RankFloat, Name: "float"}
	Double     = &Type{Kind: KindFloat, Size: 8, Align: 8, Rank: RankDouble, Name: "double"}
	LongDouble = &Type{Kind: KindFloat, Size: 8, Align: 8, Rank: RankLongDouble, Name: "long double"} // no wider than double

	VoidPtr = PointerTo(Void)
)

func integer(name string, size int64, signed bool, rank int) *Type {
	return &Type{Kind: KindInt, Size: size, Align: size, Signed: signed, Rank: rank, Name: name}
}

// PointerTo returns the type of a pointer to t.
func PointerTo(t *Type) *Type {
	return &Type{Kind: KindPtr, Size: 8, Align: 8, Elem: t}
}

// ArrayOf returns the type of an array of n elements; n is -1 if not known.
// The product of n and the element's size must have been checked.
func ArrayOf(t *Type, n int64) *Type {
	size := int64(-1)
	if n >= 0 && t.Size >= 0 {
		size = n * t.Size
	}
	return &Type{Kind: KindArray, Size: size, Align: t.Align, Elem: t, Length: n}
}

// IsVariable reports whether t is an array of variable length, or of such arrays.
func (t *Type) IsVariable() bool {
	return t.Kind == KindArray && (t.Count != nil || t.Elem.IsVariable())
}

// NewRecord returns the unqualified type of a new, incomplete struct, union or
// enum.
func NewRecord(k Kind, tag string, pos trace.Pos) *Type {
	rec := &Record{Tag: tag, Pos: pos, Union: k == KindUnion, Size: -1, align: 1}
	rec.variants[0] = &Type{Kind: k, Size: -1, Align: 1, Rec: rec}
	return rec.variants[0]
}

// Complete gives a record its size and alignment, and all its types with it.
func (r *Record) Complete(size, align int64, signed bool) {
	r.Size, r.align = size, align
	for _, t := range r.variants {
		if t != nil {
			t.complete(signed)
		}
	}
}

func (t *Type) complete(signed bool) {
	t.Size, t.Align, t.Signed = t.Rec.Size, t.Rec.align, signed
	if t.Atomic && (t.Size == 1 || t.Size == 2 || t.Size == 4 || t.Size == 8 || t.Size == 16) {
		t.Align = t.Size
	}
}

// CanBeAtomic reports whether objects of this complete type can be atomic. Sizes for which processors
// have no instruction are allowed, because compilers use a lock for them.
func (t *Type) CanBeAtomic() bool { return t.Size > 0 && t.Size <= trace.MaxSize }

// IsWide reports whether t is an integer type of 128 bits.
func (t *Type) IsWide() bool { return t.Kind == KindInt && t.Size == 16 }

// Qualifiers is a set of type qualifiers. The qualifier restrict is not kept.
type Qualifiers uint8

const (
	QualAtomic Qualifiers = 1 << iota
	QualConst
	QualVolatile
	numQualifiers = 1 << iota
)

func (t *Type) Qualifiers() (q Qualifiers) {
	if t.Atomic {
		q |= QualAtomic
	}
	if t.Constant {
		q |= QualConst
	}
	if t.Volatile {
		q |= QualVolatile
	}
	return q
}

// WithQualifiers returns t with exactly the qualifiers q. The qualifiers of an array are those of its
// elements; a function has none.
func (t *Type) WithQualifiers(q Qualifiers) *Type {
	switch {
	case t.Kind == KindFunc:
		return t
	case t.Kind == KindArray:
		elem := t.Elem.WithQualifiers(q)
		if elem == t.Elem {
			return t
		}
		n := *ArrayOf(elem, t.Length)
		n.Count = t.Count
		return &n
	case t.Qualifiers() == q:
		return t
	case t.Rec != nil && t.Rec.variants[q] != nil && !t.Aligned:
		return t.Rec.variants[q]
	}
	n := *t
	n.Atomic, n.Constant, n.Volatile = q&QualAtomic != 0, q&QualConst != 0, q&QualVolatile != 0
	if t.Rec != nil && !t.Aligned {
		t.Rec.variants[q] = &n
		if n.Size >= 0 {
			n.complete(t.Signed)
		}
	}
	return &n
}

// AlignedTo returns t with another alignment, which its objects have unless their declaration
// requires more.
func (t *Type) AlignedTo(align int64) *Type {
	n := *t
	n.Align, n.Aligned = align, true
	return &n
}

// Qualified returns t with the qualifiers q added.
func (t *Type) Qualified(q Qualifiers) *Type {
	if t.Kind == KindArray {
		return t.WithQualifiers(t.Elem.Qualifiers() | q)
	}
	return t.WithQualifiers(t.Qualifiers() | q)
}

// Unqualified returns t without qualifiers: the type of its value.
func (t *Type) Unqualified() *Type {
	if t.Kind == KindArray {
		return t
	}
	return t.WithQualifiers(0)
}

func (t *Type) IsInteger() bool { return t.Kind == KindBool || t.Kind == KindInt || t.Kind == KindEnum }
func (t *Type) IsFloat() bool   { return t.Kind == KindFloat }
func (t *Type) IsScalar() bool  { return t.IsInteger() || t.Kind == KindPtr || t.Kind == KindFloat }

// IsArithmetic reports whether t is an integer or floating type.
func (t *Type) IsArithmetic() bool { return t.IsInteger() || t.Kind == KindFloat }
func (t *Type) IsRecord() bool     { return t.Kind == KindStruct || t.Kind == KindUnion }
func (t *Type) IsVoid() bool       { return t.Kind == KindVoid }

// PointsTo reports whether t is a pointer to a type of kind k.
func (t *Type) PointsTo(k Kind) bool { return t.Kind == KindPtr && t.Elem.Kind == k }

// HasConst reports whether t is const or has a const part.
func (t *Type) HasConst() bool {
	return t.Constant || t.IsRecord() && t.Rec.Constant || t.Kind == KindArray && t.Elem.HasConst()
}

// Leaves returns the number of scalars in an object of type t.
func (t *Type) Leaves() int64 {
	switch {
	case t.Kind == KindArray:
		return t.Length * t.Elem.Leaves()
	case t.IsRecord():
		return t.Rec.Leaves
	}
	return 1
}

// IsComplete reports whether objects of type t have a known size.
func (t *Type) IsComplete() bool { return t.Size >= 0 && t.Kind != KindFunc }

// Same reports whether a and b are one type.
func Same(a, b *Type) bool { return (&typeMatch{}).types(a, b) }

// Compatible reports whether a and b are compatible types (C11 6.2.7).
func Compatible(a, b *Type) bool { return (&typeMatch{loose: true}).types(a, b) }

// Linked reports whether a and b, types of declarations of one name in two translation units, are
// compatible (C11 6.2.7). It compares records by tag and members. If the types are compatible, their
// records count as one from now on.
func Linked(a, b *Type) bool {
	m := &typeMatch{loose: true, pairs: map[[2]*Record]bool{}}
	if !m.types(a, b) {
		return false
	}
	for p := range m.pairs {
		if x, y := p[0].Root(), p[1].Root(); x != y {
			y.linked = x
			x.unit = x.unit || y.unit
		}
		if p[0].Size >= 0 && p[1].Size >= 0 {
			p[0].compared, p[1].compared = true, true
		}
	}
	return true
}

// maxMatch bounds the steps of a comparison of types. Types share their parts, so the number of paths
// through a type can be exponential in its size.
const maxMatch = 100_000

// A typeMatch is one comparison of types.
type typeMatch struct {
	loose bool // compatible types match
	steps int
	pairs map[[2]*Record]bool // records assumed to be the same, of a comparison of two translation units
}

func (m *typeMatch) types(a, b *Type) bool {
	if a == b {
		return true
	}
	if m.steps++; m.steps > maxMatch || a.Qualifiers() != b.Qualifiers() {
		return false
	}
	if a.Kind != b.Kind {
		return m.loose && (enumMatches(a, b) || enumMatches(b, a))
	}
	switch a.Kind {
	case KindVoid, KindBool:
		return true
	case KindInt, KindFloat:
		return a.Name == b.Name
	case KindPtr:
		return m.types(a.Elem, b.Elem)
	case KindArray:
		sameLength := a.Length == b.Length || m.loose && (a.Length < 0 || b.Length < 0)
		return sameLength && m.types(a.Elem, b.Elem)
	case KindFunc:
		return m.functions(a, b)
	}
	x, y := a.Rec, b.Rec
	if m.pairs == nil || x == y {
		return SameRecord(x, y)
	}
	return x.compared && y.compared && SameRecord(x, y) || m.records(x, y)
}

// records compares records of two translation units.
func (m *typeMatch) records(x, y *Record) bool {
	pair := [2]*Record{x, y}
	if m.pairs[pair] {
		return true
	}
	if x.Tag != y.Tag || x.Union != y.Union {
		return false
	}
	m.pairs[pair] = true
	if x.Size < 0 || y.Size < 0 {
		return x.Tag != ""
	}
	if x.Size != y.Size || len(x.Fields) != len(y.Fields) {
		return false
	}
	for i, f := range x.Fields {
		if g := y.Fields[i]; f.Name != g.Name || f.Off != g.Off || f.Bits != g.Bits || f.Shift != g.Shift || !m.types(f.Type, g.Type) {
			return false
		}
	}
	return true
}

func (m *typeMatch) functions(a, b *Type) bool {
	if !m.types(a.Elem, b.Elem) {
		return false
	}
	if a.NoProto || b.NoProto {
		return a.NoProto == b.NoProto || m.loose
	}
	if a.Variadic != b.Variadic || len(a.Params) != len(b.Params) {
		return false
	}
	for i, p := range a.Params {
		if !m.types(p.Unqualified(), b.Params[i].Unqualified()) {
			return false
		}
	}
	return true
}

// enumMatches reports whether integer type i represents enum type e.
func enumMatches(e, i *Type) bool {
	return e.Kind == KindEnum && i.Kind == KindInt && e.Size == i.Size && e.Signed == i.Signed && i.Rank >= RankInt
}

// maxTypeText bounds the bytes of a type's text.
const maxTypeText = 120

// String returns the type as C writes it.
func (t *Type) String() string {
	s := t.declare("", 0)
	if len(s) > maxTypeText {
		s = strings.ToValidUTF8(s[:maxTypeText], "") + "..."
	}
	return s
}

// declare returns the declaration of name as a t. Functions in the parameters
// of functions are cut short.
func (t *Type) declare(name string, depth int) string {
	quals := t.qualifierString()
	switch t.Kind {
	case KindPtr:
		inner := strings.TrimSuffix("*"+quals+name, " ")
		if t.Elem.Kind == KindArray || t.Elem.Kind == KindFunc {
			inner = "(" + inner + ")"
		}
		return t.Elem.declare(inner, depth)
	case KindArray:
		length := ""
		switch {
		case t.Count != nil:
			length = "*"
		case t.Length >= 0:
			length = strconv.FormatInt(t.Length, 10)
		}
		return t.Elem.declare(name+"["+length+"]", depth)
	case KindFunc:
		return t.Elem.declare(name+t.parameterString(depth+1), depth)
	}
	if name != "" && !strings.HasPrefix(name, "[") {
		name = " " + name
	}
	return quals + t.baseString() + name
}

func (t *Type) qualifierString() (s string) {
	if t.Atomic {
		s += "_Atomic "
	}
	if t.Constant {
		s += "const "
	}
	if t.Volatile {
		s += "volatile "
	}
	return s
}

func (t *Type) parameterString(depth int) string {
	var list []string
	if depth > 2 {
		return "(...)"
	}
	for _, p := range t.Params {
		list = append(list, p.declare("", depth))
	}
	if t.Variadic {
		list = append(list, "...")
	}
	if len(list) == 0 && !t.NoProto {
		list = append(list, "void")
	}
	return "(" + strings.Join(list, ", ") + ")"
}

func (t *Type) baseString() string {
	switch t.Kind {
	case KindVoid:
		return "void"
	case KindBool:
		return "_Bool"
	case KindInt, KindFloat:
		return t.Name
	}
	word := map[Kind]string{KindStruct: "struct", KindUnion: "union", KindEnum: "enum"}[t.Kind]
	if t.Rec.Tag == "" {
		return word + " <anonymous>"
	}
	return word + " " + t.Rec.Tag
}

// Representation returns the integer type that represents an enum.
func (t *Type) Representation() *Type {
	if t.Kind != KindEnum {
		return t
	}
	plain := map[int64][2]*Type{1: {UChar, SChar}, 2: {UShort, Short}, 4: {UInt, Int}, 8: {ULong, Long}}[t.Size]
	if t.Signed {
		return plain[1]
	}
	return plain[0]
}
