package gen

import "fencepost/interp/c/types"

// placement is the kind of storage of an automatic object.
type placement uint8

const (
	inRegister placement = iota // a scalar whose address is not taken
	inPrivate                   // memory that only accesses of this function reach
	inVisible                   // memory whose address escapes
)

// An escaper computes the placements of the automatic objects of one function. An address escapes
// unless it is used directly: dereferenced, perhaps after arithmetic or a cast. Aggregates that do
// not escape are private.
type escaper struct {
	place map[*types.Object]placement
}

// placeObjects computes the placements of the parameters and locals of fn, without regard to
// variables that may be read before they are written: see definite.go.
func placeObjects(fn *types.Function) map[*types.Object]placement {
	s := &escaper{place: make(map[*types.Object]placement, len(fn.Params)+len(fn.Locals))}
	for _, list := range [][]*types.Object{fn.Params, fn.Locals} {
		for _, o := range list {
			s.place[o] = inRegister
			if !o.Type.IsScalar() {
				s.place[o] = inPrivate
			}
		}
	}
	s.stmt(fn.Body)
	return s.place
}

// demote moves o, if it is automatic, to at least p.
func (s *escaper) demote(o *types.Object, p placement) {
	if old, ok := s.place[o]; ok && old < p {
		s.place[o] = p
	}
}

func (s *escaper) stmt(t *types.Stmt) { t.Parts(s.stmt, s.value) }

// value visits an expression whose value may be used in any way.
func (s *escaper) value(e *types.Expr) {
	switch e.Op {
	case types.OpAddr:
		if o := root(e.X); o != nil {
			s.demote(o, inVisible)
		}
		s.lvalue(e.X)
	case types.OpRead, types.OpAssign, types.OpAssignOp, types.OpPreInc, types.OpPostInc:
		if e.Y != nil {
			s.value(e.Y)
		}
		s.lvalue(e.X)
	case types.OpObj, types.OpMember, types.OpDeref, types.OpInit:
		s.lvalue(e)
	case types.OpAtomic:
		for i, a := range e.Args {
			if i == 1 && e.Atomic == types.AtomicCAS {
				s.out(a)
			} else {
				s.value(a)
			}
		}
	case types.OpLibrary:
		out := storesThrough(e.Lib)
		for i, a := range e.Args {
			if i == out {
				s.out(a)
			} else {
				s.value(a)
			}
		}
	default:
		if e.Body != nil {
			s.stmt(e.Body)
		}
		e.Operands(s.value)
	}
}

// lvalue visits an lvalue that is read or written, not pointed to.
func (s *escaper) lvalue(e *types.Expr) {
	switch e.Op {
	case types.OpObj:
	case types.OpMember:
		s.lvalue(e.X)
	case types.OpDeref:
		s.pointer(e.X)
	case types.OpInit:
		e.Operands(s.value)
	default:
		s.value(e)
	}
}

// pointer visits a pointer that is dereferenced directly.
func (s *escaper) pointer(e *types.Expr) {
	switch {
	case e.Op == types.OpAddr:
		if o := root(e.X); o != nil {
			s.demote(o, inPrivate)
		}
		s.lvalue(e.X)
	case e.Op == types.OpPtrAdd:
		s.pointer(e.X)
		s.value(e.Y)
	case e.Op == types.OpCast && e.X.Type.Kind == types.KindPtr:
		s.pointer(e.X)
	default:
		s.value(e)
	}
}

// out visits a pointer argument through which an operation reads or writes one scalar.
func (s *escaper) out(e *types.Expr) {
	if localScalar(e) == nil {
		s.pointer(e)
	}
}

// localScalar returns the automatic scalar that e is the address of, or nil.
func localScalar(e *types.Expr) *types.Object {
	if e.Op != types.OpAddr || e.X.Op != types.OpObj {
		return nil
	}
	o := e.X.Obj
	if o.Storage != types.Auto && o.Storage != types.Param || !o.Type.IsScalar() {
		return nil
	}
	return o
}

// root returns the object that an lvalue is part of, if no pointer is loaded
// to get there.
func root(e *types.Expr) *types.Object {
	switch e.Op {
	case types.OpObj, types.OpInit:
		return e.Obj
	case types.OpMember:
		return root(e.X)
	case types.OpDeref:
		return pointerRoot(e.X)
	}
	return nil
}

func pointerRoot(e *types.Expr) *types.Object {
	switch {
	case e.Op == types.OpAddr:
		return root(e.X)
	case e.Op == types.OpPtrAdd, e.Op == types.OpCast && e.X.Type.Kind == types.KindPtr:
		return pointerRoot(e.X)
	}
	return nil
}
