package cfront

import (
	"strconv"
	"strings"

	"fencepost/trace"
)

// kind is the kind of a C type.
type kind uint8

const (
	kVoid kind = iota
	kBool
	kInt  // every other integer type: size and signed tell which; rank breaks ties
	kEnum // compatible with int
	kPtr
	kArray
	kStruct
	kUnion
	kFunc
)

// A ctype is a C type, qualifiers included. Atomicity is part of the type.
// Types are compared by identity of structure (sameType), struct and union
// types by identity of their record. A ctype never changes, except that the
// types of a record are completed with it.
type ctype struct {
	kind     kind
	size     int64 // bytes; -1 while incomplete
	align    int64
	signed   bool   // kInt, kEnum
	rank     int    // kInt: conversion rank, so that long and long long differ
	name     string // kInt: as in diagnostics ("unsigned long"); typedef names are not kept
	atomic   bool
	constant bool
	volatile bool
	elem     *ctype // pointer, array: element; function: result
	length   int64  // array: elements; -1 if not known
	params   []*ctype
	variadic bool
	noProto  bool    // declared (): arguments are not checked
	rec      *record // struct, union, enum
}

// A record is the definition of a struct or union, shared by all its ctypes.
// For an enum it is no more than an identity.
type record struct {
	tag    string
	pos    trace.Pos
	union  bool
	fields []field
	size   int64 // -1 while incomplete
	align  int64

	leaves   int64                 // how many scalars; one more in a union
	constant bool                  // has a const member
	broken   *failure              // of a member's declaration, or nil
	variants [numQualifiers]*ctype // the record's types, by qualifiers; completed together
}

// A field is a member of a record. Members of anonymous structs and unions are
// found through path lookups by the checker, not listed twice.
type field struct {
	name string
	typ  *ctype
	off  int64
}

// The conversion ranks of the integer types.
const (
	rankBool = iota
	rankChar
	rankShort
	rankInt
	rankLong
	rankLongLong
)

// The basic types, of LP64.
var (
	tVoid   = &ctype{kind: kVoid, size: -1, align: 1}
	tBool   = &ctype{kind: kBool, size: 1, align: 1}
	tChar   = integer("char", 1, true, rankChar)
	tSChar  = integer("signed char", 1, true, rankChar)
	tUChar  = integer("unsigned char", 1, false, rankChar)
	tShort  = integer("short", 2, true, rankShort)
	tUShort = integer("unsigned short", 2, false, rankShort)
	tInt    = integer("int", 4, true, rankInt)
	tUInt   = integer("unsigned int", 4, false, rankInt)
	tLong   = integer("long", 8, true, rankLong)
	tULong  = integer("unsigned long", 8, false, rankLong)
	tLLong  = integer("long long", 8, true, rankLongLong)
	tULLong = integer("unsigned long long", 8, false, rankLongLong)

	tVoidPtr = pointerTo(tVoid)
)

func integer(name string, size int64, signed bool, rank int) *ctype {
	return &ctype{kind: kInt, size: size, align: size, signed: signed, rank: rank, name: name}
}

func pointerTo(t *ctype) *ctype {
	return &ctype{kind: kPtr, size: 8, align: 8, elem: t}
}

// arrayOf returns the type of an array of n elements; n is -1 if not known.
// The product of n and the element's size must have been checked.
func arrayOf(t *ctype, n int64) *ctype {
	size := int64(-1)
	if n >= 0 {
		size = n * t.size
	}
	return &ctype{kind: kArray, size: size, align: t.align, elem: t, length: n}
}

// newRecord returns the unqualified type of a new, incomplete struct, union or
// enum.
func newRecord(k kind, tag string, pos trace.Pos) *ctype {
	rec := &record{tag: tag, pos: pos, union: k == kUnion, size: -1, align: 1}
	rec.variants[0] = &ctype{kind: k, size: -1, align: 1, rec: rec}
	return rec.variants[0]
}

// complete gives a record its size and alignment, and all its types with it.
func (r *record) complete(size, align int64, signed bool) {
	r.size, r.align = size, align
	for _, t := range r.variants {
		if t != nil {
			t.complete(signed)
		}
	}
}

func (t *ctype) complete(signed bool) {
	t.size, t.align, t.signed = t.rec.size, t.rec.align, signed
	if t.atomic && t.lockFree() {
		t.align = t.size
	}
}

// lockFree reports whether objects of this complete type can be atomic: they
// have 1, 2, 4 or 8 bytes.
func (t *ctype) lockFree() bool {
	return t.size == 1 || t.size == 2 || t.size == 4 || t.size == 8
}

// qualifiers is a set of type qualifiers. The qualifier restrict is not kept.
type qualifiers uint8

const (
	qAtomic qualifiers = 1 << iota
	qConst
	qVolatile
	numQualifiers = 1 << iota
)

func (t *ctype) qualifiers() (q qualifiers) {
	if t.atomic {
		q |= qAtomic
	}
	if t.constant {
		q |= qConst
	}
	if t.volatile {
		q |= qVolatile
	}
	return q
}

// withQualifiers returns t with exactly the qualifiers q. Those of an array
// are its elements', a function has none.
func (t *ctype) withQualifiers(q qualifiers) *ctype {
	switch {
	case t.kind == kFunc:
		return t
	case t.kind == kArray:
		elem := t.elem.withQualifiers(q)
		if elem == t.elem {
			return t
		}
		return arrayOf(elem, t.length)
	case t.qualifiers() == q:
		return t
	case t.rec != nil && t.rec.variants[q] != nil:
		return t.rec.variants[q]
	}
	n := *t
	n.atomic, n.constant, n.volatile = q&qAtomic != 0, q&qConst != 0, q&qVolatile != 0
	if t.rec != nil {
		t.rec.variants[q] = &n
		if n.size >= 0 {
			n.complete(t.signed)
		}
	}
	return &n
}

// qualified returns t with the qualifiers q added.
func (t *ctype) qualified(q qualifiers) *ctype {
	if t.kind == kArray {
		return t.withQualifiers(t.elem.qualifiers() | q)
	}
	return t.withQualifiers(t.qualifiers() | q)
}

// unqualified returns t without qualifiers: the type of its value.
func (t *ctype) unqualified() *ctype {
	if t.kind == kArray {
		return t
	}
	return t.withQualifiers(0)
}

func (t *ctype) isInteger() bool { return t.kind == kBool || t.kind == kInt || t.kind == kEnum }
func (t *ctype) isScalar() bool  { return t.isInteger() || t.kind == kPtr }
func (t *ctype) isRecord() bool  { return t.kind == kStruct || t.kind == kUnion }
func (t *ctype) isVoid() bool    { return t.kind == kVoid }

// pointsTo reports whether t is a pointer to a type of kind k.
func (t *ctype) pointsTo(k kind) bool { return t.kind == kPtr && t.elem.kind == k }

// hasConst reports whether t is const or has a const part.
func (t *ctype) hasConst() bool {
	return t.constant || t.isRecord() && t.rec.constant || t.kind == kArray && t.elem.hasConst()
}

// leaves returns how many scalars an object of type t consists of.
func (t *ctype) leaves() int64 {
	switch {
	case t.kind == kArray:
		return t.length * t.elem.leaves()
	case t.isRecord():
		return t.rec.leaves
	}
	return 1
}

// isComplete reports whether objects of type t have a known size.
func (t *ctype) isComplete() bool { return t.size >= 0 && t.kind != kFunc }

// sameType reports whether a and b are one type.
func sameType(a, b *ctype) bool { return (&typeMatch{}).types(a, b) }

// compatible reports whether a and b are compatible types (C11 6.2.7).
func compatible(a, b *ctype) bool { return (&typeMatch{loose: true}).types(a, b) }

// maxMatch bounds the comparison of types: they share their parts, so that
// the number of paths through one can be exponential in its size.
const maxMatch = 100_000

// A typeMatch is one comparison of types.
type typeMatch struct {
	loose bool // compatible types match
	steps int
}

func (m *typeMatch) types(a, b *ctype) bool {
	if a == b {
		return true
	}
	if m.steps++; m.steps > maxMatch || a.qualifiers() != b.qualifiers() {
		return false
	}
	if a.kind != b.kind {
		return m.loose && (enumMatches(a, b) || enumMatches(b, a))
	}
	switch a.kind {
	case kVoid, kBool:
		return true
	case kInt:
		return a.name == b.name
	case kPtr:
		return m.types(a.elem, b.elem)
	case kArray:
		sameLength := a.length == b.length || m.loose && (a.length < 0 || b.length < 0)
		return sameLength && m.types(a.elem, b.elem)
	case kFunc:
		return m.functions(a, b)
	}
	return a.rec == b.rec
}

func (m *typeMatch) functions(a, b *ctype) bool {
	if !m.types(a.elem, b.elem) {
		return false
	}
	if a.noProto || b.noProto {
		return a.noProto == b.noProto || m.loose
	}
	if a.variadic != b.variadic || len(a.params) != len(b.params) {
		return false
	}
	for i, p := range a.params {
		if !m.types(p.unqualified(), b.params[i].unqualified()) {
			return false
		}
	}
	return true
}

// enumMatches reports whether integer type i is what enum type e is
// represented by.
func enumMatches(e, i *ctype) bool {
	return e.kind == kEnum && i.kind == kInt && e.size == i.size && e.signed == i.signed && i.rank >= rankInt
}

// maxTypeText is how many bytes of a type are shown.
const maxTypeText = 120

// String returns the type as C writes it.
func (t *ctype) String() string {
	s := t.declare("", 0)
	if len(s) > maxTypeText {
		s = strings.ToValidUTF8(s[:maxTypeText], "") + "..."
	}
	return s
}

// declare returns the declaration of name as a t. Functions in the parameters
// of functions are cut short.
func (t *ctype) declare(name string, depth int) string {
	quals := t.qualifierString()
	switch t.kind {
	case kPtr:
		inner := strings.TrimSuffix("*"+quals+name, " ")
		if t.elem.kind == kArray || t.elem.kind == kFunc {
			inner = "(" + inner + ")"
		}
		return t.elem.declare(inner, depth)
	case kArray:
		length := ""
		if t.length >= 0 {
			length = strconv.FormatInt(t.length, 10)
		}
		return t.elem.declare(name+"["+length+"]", depth)
	case kFunc:
		return t.elem.declare(name+t.parameterString(depth+1), depth)
	}
	if name != "" && !strings.HasPrefix(name, "[") {
		name = " " + name
	}
	return quals + t.baseString() + name
}

func (t *ctype) qualifierString() (s string) {
	if t.atomic {
		s += "_Atomic "
	}
	if t.constant {
		s += "const "
	}
	if t.volatile {
		s += "volatile "
	}
	return s
}

func (t *ctype) parameterString(depth int) string {
	var list []string
	if depth > 2 {
		return "(...)"
	}
	for _, p := range t.params {
		list = append(list, p.declare("", depth))
	}
	if t.variadic {
		list = append(list, "...")
	}
	if len(list) == 0 && !t.noProto {
		list = append(list, "void")
	}
	return "(" + strings.Join(list, ", ") + ")"
}

func (t *ctype) baseString() string {
	switch t.kind {
	case kVoid:
		return "void"
	case kBool:
		return "_Bool"
	case kInt:
		return t.name
	}
	word := map[kind]string{kStruct: "struct", kUnion: "union", kEnum: "enum"}[t.kind]
	if t.rec.tag == "" {
		return word + " <anonymous>"
	}
	return word + " " + t.rec.tag
}
