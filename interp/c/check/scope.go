package check

import (
	"fencepost/interp/c/types"
	"fencepost/trace"
)

// symbolKind is the kind of the entity that an ordinary identifier names.
type symbolKind uint8

const (
	symObject symbolKind = iota
	symFunction
	symTypedef
	symConstant // an enumeration constant
	symBroken   // its declaration has failed
)

// A symbol is the meaning of an ordinary identifier in a scope.
type symbol struct {
	kind symbolKind
	pos  trace.Pos
	typ  *types.Type // of the constant or of the typedef
	obj  *types.Object
	fn   *types.Function
	val  int64
	why  *types.Failure // of a broken symbol
}

// A scope holds the names of a file or block. Ordinary identifiers and tags have separate name
// spaces. Members belong to their record, and labels to their function.
type scope struct {
	outer *scope
	names map[string]*symbol
	tags  map[string]*types.Type

	cleanups []cleanup // of locals, in order of declaration

	labels map[string]string // labels of this block, by their names here
}

func newScope(outer *scope) *scope { return &scope{outer: outer} }

// lookup finds the meaning of name in the innermost scope that declares it.
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
