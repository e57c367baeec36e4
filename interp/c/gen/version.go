package gen

import "fencepost/interp/c/types"

// versions finds the functions that have a private version: one whose pointer parameters lead to
// objects that no other thread can see, so that its accesses through them are no events. A function
// borrows a parameter (LLVM: nocapture) if it only dereferences it, moves it, compares it, or passes
// it to the private version of another function. A function has a private version if its accesses through
// borrowed parameters are all that other threads can notice of it. Reports do not compare the code of
// either version. Repairs do not change it.
type versions struct {
	known map[*types.Function]*version // nil: none, or being computed
	used  []*version                   // that a call needs, in the order of their numbers
	first int                          // number of the first one in Program.Funcs
}

// A version is the private version of a function.
type version struct {
	fn      *types.Function
	escapes *escaper
	borrows []bool // by parameter
	number  int    // in Program.Funcs; 0 if no call needs it
}

// of returns the private version of fn; nil if it has none, or calls itself.
func (v *versions) of(fn *types.Function) *version {
	if p, ok := v.known[fn]; ok || fn.Body == nil || isAtomic(fn) {
		return p
	}
	v.known[fn] = nil
	s := v.placeObjects(fn, true)
	if s.acts {
		return nil
	}
	for _, p := range s.place {
		if p == inVisible {
			return nil
		}
	}
	borrows := make([]bool, len(fn.Params))
	for i, p := range fn.Params {
		borrows[i] = isPointer(p) && !s.captured[p]
	}
	v.known[fn] = &version{fn: fn, escapes: s, borrows: borrows}
	return v.known[fn]
}

// numberOf returns the number of a version in Program.Funcs.
func (v *versions) numberOf(p *version) int {
	if p.number == 0 {
		p.number = v.first + len(v.used)
		v.used = append(v.used, p)
	}
	return p.number
}

// fits returns the private version of the function that e calls, if each argument that it borrows is
// null or leads to an object that no other thread can see; otherwise nil.
func (s *escaper) fits(e *types.Expr) *version {
	if e.Fn == nil || len(e.Args) != len(e.Fn.Params) {
		return nil
	}
	v := s.of(e.Fn)
	if v == nil {
		return nil
	}
	for i, a := range e.Args {
		if v.borrows[i] && !isNull(a) && !s.leadsToPrivate(a) {
			return nil
		}
	}
	return v
}

// lends is fits if one of the arguments that it borrows is not null.
func (s *escaper) lends(e *types.Expr) *version {
	v := s.fits(e)
	for i, a := range e.Args {
		if v != nil && v.borrows[i] && !isNull(a) {
			return v
		}
	}
	return nil
}

// leadsToPrivate reports whether pointer e leads to an object that no other thread can see.
func (s *escaper) leadsToPrivate(e *types.Expr) bool {
	if o := borrowed(e); o != nil {
		return s.private && !s.captured[o]
	}
	o := pointerRoot(e)
	place, local := s.place[o]
	return o != nil && local && place != inVisible
}

// isNull reports whether e is a null pointer constant.
func isNull(e *types.Expr) bool {
	for e.Op == types.OpCast {
		e = e.X
	}
	return e.Op == types.OpInt && e.I == 0
}

// isPointer reports whether o is a parameter that is a pointer.
func isPointer(o *types.Object) bool {
	return o.Storage == types.Param && o.Type.Kind == types.KindPtr
}

// moved returns the parameter that is a pointer and that e increments; otherwise nil.
func moved(e *types.Expr) *types.Object {
	switch e.Op {
	case types.OpAssignOp, types.OpPreInc, types.OpPostInc:
		if e.X.Op == types.OpObj && isPointer(e.X.Obj) {
			return e.X.Obj
		}
	}
	return nil
}

// borrowed returns the parameter that pointer e is made of, if no pointer is loaded to get there.
func borrowed(e *types.Expr) *types.Object {
	switch {
	case e.Op == types.OpRead && e.X.Op == types.OpObj && isPointer(e.X.Obj):
		return e.X.Obj
	case e.Op == types.OpPtrAdd, e.Op == types.OpCast && e.X.Type.Kind == types.KindPtr:
		return borrowed(e.X)
	case e.Op == types.OpAddr:
		return borrowedBy(e.X)
	}
	return moved(e)
}

// borrowedBy returns the parameter from which lvalue e is reached likewise.
func borrowedBy(e *types.Expr) *types.Object {
	switch e.Op {
	case types.OpMember:
		return borrowedBy(e.X)
	case types.OpDeref:
		return borrowed(e.X)
	}
	return nil
}
