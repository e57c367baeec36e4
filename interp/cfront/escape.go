package cfront

// placement says where an automatic object lives.
type placement uint8

const (
	inRegister placement = iota // a scalar whose address is not taken
	inPrivate                   // memory that only this function's own accesses reach
	inVisible                   // memory whose address goes elsewhere
)

// An escaper finds out where the automatic objects of one function live. An
// address escapes unless it is used on the spot: dereferenced, perhaps after
// arithmetic or a cast. Aggregates that do not escape are private.
type escaper struct {
	place map[*object]placement
}

// placeObjects decides where the parameters and locals of fn live, but for
// what may be read before it is written: see definite.go.
func placeObjects(fn *function) map[*object]placement {
	s := &escaper{place: make(map[*object]placement, len(fn.params)+len(fn.locals))}
	for _, list := range [][]*object{fn.params, fn.locals} {
		for _, o := range list {
			s.place[o] = inRegister
			if !o.typ.isScalar() {
				s.place[o] = inPrivate
			}
		}
	}
	s.stmt(fn.body)
	return s.place
}

// demote moves o, if it is automatic, to at least p.
func (s *escaper) demote(o *object, p placement) {
	if old, ok := s.place[o]; ok && old < p {
		s.place[o] = p
	}
}

func (s *escaper) stmt(t *stmt) { t.parts(s.stmt, s.value) }

// value visits an expression whose value goes anywhere.
func (s *escaper) value(e *expr) {
	switch e.op {
	case xAddr:
		if o := root(e.x); o != nil {
			s.demote(o, inVisible)
		}
		s.lvalue(e.x)
	case xRead, xAssign, xAssignOp, xPreInc, xPostInc:
		if e.y != nil {
			s.value(e.y)
		}
		s.lvalue(e.x)
	case xObj, xMember, xDeref, xInit:
		s.lvalue(e)
	case xAtomic:
		for i, a := range e.args {
			if i == 1 && e.atomic == aCAS {
				s.out(a)
			} else {
				s.value(a)
			}
		}
	case xLibrary:
		out := storesThrough(e.lib)
		for i, a := range e.args {
			if i == out {
				s.out(a)
			} else {
				s.value(a)
			}
		}
	default:
		if e.body != nil {
			s.stmt(e.body)
		}
		e.operands(s.value)
	}
}

// lvalue visits an lvalue that is read or written, not pointed to.
func (s *escaper) lvalue(e *expr) {
	switch e.op {
	case xObj:
	case xMember:
		s.lvalue(e.x)
	case xDeref:
		s.pointer(e.x)
	case xInit:
		e.operands(s.value)
	default:
		s.value(e)
	}
}

// pointer visits a pointer that is dereferenced on the spot.
func (s *escaper) pointer(e *expr) {
	switch {
	case e.op == xAddr:
		if o := root(e.x); o != nil {
			s.demote(o, inPrivate)
		}
		s.lvalue(e.x)
	case e.op == xPtrAdd:
		s.pointer(e.x)
		s.value(e.y)
	case e.op == xCast && e.x.typ.kind == kPtr:
		s.pointer(e.x)
	default:
		s.value(e)
	}
}

// out visits a pointer through which one scalar is exchanged.
func (s *escaper) out(e *expr) {
	if localScalar(e) == nil {
		s.pointer(e)
	}
}

// localScalar returns the automatic scalar that e is the address of, or nil.
func localScalar(e *expr) *object {
	if e.op != xAddr || e.x.op != xObj {
		return nil
	}
	o := e.x.obj
	if o.storage != auto && o.storage != param || !o.typ.isScalar() {
		return nil
	}
	return o
}

// root returns the object that an lvalue is part of, if no pointer is loaded
// to get there.
func root(e *expr) *object {
	switch e.op {
	case xObj, xInit:
		return e.obj
	case xMember:
		return root(e.x)
	case xDeref:
		return pointerRoot(e.x)
	}
	return nil
}

func pointerRoot(e *expr) *object {
	switch {
	case e.op == xAddr:
		return root(e.x)
	case e.op == xPtrAdd, e.op == xCast && e.x.typ.kind == kPtr:
		return pointerRoot(e.x)
	}
	return nil
}
