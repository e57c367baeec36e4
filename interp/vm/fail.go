package vm

import (
	"fmt"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// fail stops t with an error of the program. It fills in who, where and how it
// got there.
func (m *VM) fail(t *Thread, e *Error) {
	if m.stopped {
		return
	}
	e.Thread = t.ID
	e.Stack = t.Stack()
	if e.Pos == (trace.Pos{}) {
		e.Pos = e.Stack[0].Pos
		if !t.fn.System && t.in.Op != exitOp && t.State != Running && t.Op.Site >= 0 {
			e.Pos = m.prog.Sites[t.Op.Site].Pos
		}
	}
	t.State = Faulty
	m.driver.Halts(t, e)
}

// unsupported ends the execution because of C that is not supported.
func (m *VM) unsupported(t *Thread, what string) {
	if m.stopped {
		return
	}
	st := t.Stack()
	m.Stop(Unsupported, &Error{Kind: NotSupported, Message: what, Thread: t.ID, Pos: st[0].Pos, Stack: st})
}

// outOfMemory says what is not supported where memory is exhausted.
var outOfMemory = fmt.Sprintf("a program that needs more than %d MiB of memory", maxMemory>>20)

func (m *VM) outOfMemory(t *Thread) { m.unsupported(t, outOfMemory) }

// internal reports a fault of this package.
func (m *VM) internal(what string) { panic("interp: internal error: " + what) }

// objectError is a memory error that concerns object n.
func (m *VM) objectError(k ErrorKind, n int32) *Error {
	e := &Error{Kind: k}
	if n >= 0 {
		o := &m.space.objs[n]
		e.Object, e.Alloc, e.Freed = o.name, o.pos, o.died
	}
	return e
}

// neverWritten reports the parked access as one that reads never-written memory.
func (m *VM) neverWritten(t *Thread) {
	m.fail(t, m.objectError(NeverWritten, m.space.locs[t.Op.Loc].obj))
}

// badAddress reports an access of size bytes at addr that is not inside a live object.
func (m *VM) badAddress(t *Thread, addr uint64, size uint8) {
	s := &m.space
	n := s.object(addr)
	if addr < code.SlotSize && addr >= code.SlotSize-4096 && len(s.slots) > 1 {
		n = s.slots[1].obj // just below the first object
	}
	if n < 0 {
		switch _, isFunc := code.FuncAt(addr); {
		case addr < code.SlotSize, -addr < code.SlotSize:
			e := &Error{Kind: NullPointer}
			if addr != 0 {
				e.Message = fmt.Sprintf("at offset %d from it", int64(addr))
			}
			m.fail(t, e)
		case isFunc:
			m.fail(t, &Error{Kind: WildPointer, Message: "a function's address is used as data"})
		default:
			m.fail(t, &Error{Kind: WildPointer, Message: fmt.Sprintf("address %#x is in no object", addr)})
		}
		return
	}
	o := &s.objs[n]
	off := int64(addr - o.addr)
	if off > o.size && off >= code.Slots(o.size)<<code.SlotBits-int64(size) && int(n)+1 < len(s.objs) {
		n++ // just below the next object
		o = &s.objs[n]
		off = int64(addr) - int64(o.addr)
	}
	if o.dead && off >= 0 && off < o.size {
		e := m.objectError(UseAfterFree, n)
		if o.kind == autoObject {
			e.Message = "the variable's function or block has ended"
		}
		m.fail(t, e)
		return
	}
	e := m.objectError(OutOfBounds, n)
	e.Message = fmt.Sprintf("%d bytes at offset %d of an object of %d bytes", size, off, o.size)
	m.fail(t, e)
}

// LateAccess describes an access of location l, by t at a site, that comes too late
// for its object.
func (m *VM) LateAccess(l models.Loc, t trace.ThreadID, site int32, message string) *Error {
	e := m.objectError(UseAfterFree, m.space.locs[l].obj)
	e.Thread, e.Message = t, message
	s := m.prog.Sites[site]
	e.Pos, e.Stack = s.Pos, []Frame{{s.Func, s.Pos}}
	return e
}

// IsAuto reports whether location l is in an automatic object.
func (m *VM) IsAuto(l models.Loc) bool { return m.space.objs[m.space.locs[l].obj].kind == autoObject }

// Waiter says what thread t, which cannot go on, waits for.
func (m *VM) Waiter(t *Thread) Waiter {
	w := Waiter{Thread: t.ID, Stack: t.Stack()}
	w.Pos = w.Stack[0].Pos
	if t.State == Waiting {
		w.Spins, w.For = true, "a value to change"
	} else {
		w.For = m.waitsFor(t)
	}
	return w
}
