package gen

import (
	"slices"

	"fencepost/interp/c/library"
	"fencepost/interp/c/types"
	"fencepost/interp/code"
)

// placement is the kind of storage of an automatic object.
type placement uint8

const (
	inRegister placement = iota // a scalar whose address is not taken
	inPrivate                   // memory that only private accesses reach
	inVisible                   // memory whose address escapes
)

// An escaper computes the placements of the automatic objects of one version of a function. An
// address escapes unless it is used directly: dereferenced, perhaps after arithmetic or a cast, or
// passed to a function that borrows it, see versions. Aggregates that do not escape are private.
type escaper struct {
	*versions
	place    map[*types.Object]placement
	private  bool                   // it is the private version
	captured map[*types.Object]bool // the parameters that are pointers and not borrowed
	acts     bool                   // it performs an operation that another thread may notice
}

// placeObjects computes the placements of the parameters and locals of fn, without regard to
// variables that may be read before they are written: see definite.go.
func (v *versions) placeObjects(fn *types.Function, private bool) *escaper {
	s := &escaper{versions: v, private: private, place: make(map[*types.Object]placement, len(fn.Params)+len(fn.Locals)), captured: map[*types.Object]bool{}}
	for _, list := range [][]*types.Object{fn.Params, fn.Locals} {
		for _, o := range list {
			s.place[o] = inRegister
			if !o.Type.IsScalar() {
				s.place[o] = inPrivate
			}
		}
	}
	for changed := -1; changed != s.found(); { // a call borrows as long as none of its arguments escapes
		changed, s.acts = s.found(), false
		s.stmt(fn.Body)
	}
	return s
}

// found grows with each fact that the escaper finds.
func (s *escaper) found() int {
	n := len(s.captured)
	for _, p := range s.place {
		n += int(p)
	}
	return n
}

// demote moves o, if it is automatic, to at least p.
func (s *escaper) demote(o *types.Object, p placement) {
	if old, ok := s.place[o]; ok && old < p {
		s.place[o] = p
	}
}

func (s *escaper) stmt(t *types.Stmt) {
	switch t.Op {
	case types.StmtExpr, types.StmtFor:
		t.Parts(s.stmt, s.unused)
	case types.StmtIf, types.StmtWhile, types.StmtDo:
		t.Parts(s.stmt, s.compared)
	default:
		t.Parts(s.stmt, s.value)
	}
}

// alone are functions of the machine that only concern the thread.
var alone = []code.SysID{code.Yield, code.Sleep, code.SleepUntil, code.Clock, code.Nondet}

// unused visits an expression whose value is dropped or only compared.
func (s *escaper) unused(e *types.Expr) {
	if moved(e) == nil {
		s.compared(e)
	} else if e.Y != nil {
		s.value(e.Y)
	}
}

// compared visits an expression whose value, if it is a pointer, is only compared.
func (s *escaper) compared(e *types.Expr) {
	switch {
	case e.Op == types.OpCast:
		s.compared(e.X)
	case e.Op != types.OpRead || borrowed(e) == nil:
		s.value(e)
	}
}

// value visits an expression whose value may be used in any way.
func (s *escaper) value(e *types.Expr) {
	switch e.Op {
	case types.OpAddr:
		if o := root(e.X); o != nil {
			s.demote(o, inVisible)
		}
		s.addressed(e.X)
	case types.OpRead, types.OpAssign, types.OpAssignOp, types.OpPreInc, types.OpPostInc:
		if e.Y != nil {
			s.value(e.Y)
		}
		if e.X.Op == types.OpObj && isPointer(e.X.Obj) {
			s.captured[e.X.Obj] = true
		}
		if o := borrowedBy(e.X); o != nil && e.X.Type.Atomic {
			s.captured[o] = true
		}
		s.lvalue(e.X)
	case types.OpObj, types.OpMember, types.OpDeref, types.OpInit:
		s.lvalue(e)
	case types.OpEq, types.OpNe, types.OpLt, types.OpLe, types.OpGt, types.OpGe, types.OpNot, types.OpLAnd, types.OpLOr:
		e.Operands(s.compared)
	case types.OpCall:
		if e.X != nil {
			s.value(e.X)
		}
		v := s.fits(e)
		s.acts = s.acts || v == nil
		for i, a := range e.Args {
			if v == nil || !v.borrows[i] {
				s.value(a)
			} else if !isNull(a) {
				s.pointer(a)
			}
		}
	case types.OpCond:
		s.compared(e.X)
		s.value(e.Y)
		s.value(e.Z)
	case types.OpAtomic:
		s.acts = true
		for i, a := range e.Args {
			if i == 1 && e.Atomic == types.AtomicCAS {
				s.out(a)
			} else {
				s.value(a)
			}
		}
	case types.OpLibrary:
		l, known := library.Lookup(e.Lib)
		system := known && l.Kind == library.System
		ends := !known || l.Kind == library.Unsupported // the execution
		s.acts = s.acts || !ends && (!system || !slices.Contains(alone, l.Sys))
		out := storesThrough(e.Lib)
		for i, a := range e.Args {
			switch {
			case i == out:
				s.out(a)
			case system && !l.Passes(i):
				s.compared(a)
			default:
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

// addressed visits an lvalue whose address may be used in any way.
func (s *escaper) addressed(e *types.Expr) {
	switch e.Op {
	case types.OpObj:
	case types.OpMember:
		s.addressed(e.X)
	case types.OpDeref:
		s.value(e.X)
	default:
		s.lvalue(e)
	}
}

// lvalue visits an lvalue that is read or written, not pointed to.
func (s *escaper) lvalue(e *types.Expr) {
	switch e.Op {
	case types.OpObj:
		_, local := s.place[e.Obj]
		s.acts = s.acts || !local && e.Obj.Storage != types.Thread && !e.Obj.Literal
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
	case moved(e) != nil && e.Y != nil:
		s.value(e.Y)
	case moved(e) != nil, borrowed(e) != nil:
	default:
		s.acts = true
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
