package cfront

import "fencepost/trace"

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
	typ  *ctype // of the constant, or that the typedef names
	obj  *object
	fn   *function
	val  int64
	why  *failure // of a broken symbol
}

// A scope holds the names of a file or block. Ordinary identifiers and tags
// live in name spaces of their own; members belong to their record, labels to
// their function.
type scope struct {
	outer *scope
	names map[string]*symbol
	tags  map[string]*ctype
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
func (s *scope) lookupTag(tag string) *ctype {
	for ; s != nil; s = s.outer {
		if t := s.tags[tag]; t != nil {
			return t
		}
	}
	return nil
}

// declareTag makes tag name t in s.
func (s *scope) declareTag(tag string, t *ctype) {
	if s.tags == nil {
		s.tags = make(map[string]*ctype)
	}
	s.tags[tag] = t
}
