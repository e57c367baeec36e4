package check

import (
	"fencepost/interp/c/types"
	"fencepost/trace"
)

// symbolKind says what an ordinary identifier names.
type symbolKind uint8

const (
	symObject symbolKind = iota
	symFunction
	symTypedef
	symConstant // an enumeration constant
	symBroken   // its declaration has failed
)

// A symbol is what an ordinary identifier means in a scope.
type symbol struct {
	kind symbolKind
	pos  trace.Pos
	typ  *types.Type // of the constant, or that the typedef names
	obj  *types.Object
	fn   *types.Function
	val  int64
	why  *types.Failure // of a broken symbol
}

// A scope holds the names of a file or block. Ordinary identifiers and tags
// live in name spaces of their own; members belong to their record, labels to
// their function.
type scope struct {
	outer *scope
	names map[string]*symbol
	tags  map[string]*types.Type

	cleanups []cleanup // of locals, in order of declaration

	labels map[string]string // labels of this block, by the name that they have here
}

func newScope(outer *scope) *scope { return &scope{outer: outer} }

// lookup finds what name means here, in the innermost scope that knows it.
func (s *scope) lookup(name string) *symbol {
	for ; s != nil; s = s.outer {
		if sym := s.names[name]; sym != nil {
			return sym
		}
	}
	return nil
}

// declare makes name mean sym in s.
func (s *scope) declare(name string, sym *symbol) {
	if s.names == nil {
		s.names = make(map[string]*symbol)
	}
	s.names[name] = sym
}

// lookupTag finds the struct, union or enum type that tag names.
func (s *scope) lookupTag(tag string) *types.Type {
	for ; s != nil; s = s.outer {
		if t := s.tags[tag]; t != nil {
			return t
		}
	}
	return nil
}

// declareTag makes tag name t in s.
func (s *scope) declareTag(tag string, t *types.Type) {
	if s.tags == nil {
		s.tags = make(map[string]*types.Type)
	}
	s.tags[tag] = t
}
