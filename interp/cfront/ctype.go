package cfront

import "fencepost/trace"

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
// types by identity of their record.
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
	noProto  bool // declared (): arguments are not checked
	rec      *record
}

// A record is the definition of a struct or union, shared by all its ctypes.
type record struct {
	tag    string
	pos    trace.Pos
	union  bool
	fields []field
	size   int64 // -1 while incomplete
	align  int64
}

// A field is a member of a record. Members of anonymous structs and unions are
// found through path lookups by the checker, not listed twice.
type field struct {
	name string
	typ  *ctype
	off  int64
}
