package interp

import (
	"fmt"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// fail ends the execution with an error of the program. It fills in who, where
// and how it got there.
func (m *Machine) fail(t *thread, e *Error) {
	if m.stopped {
		return
	}
	e.Thread = t.id
	e.Stack = t.stack()
	if e.Pos == (trace.Pos{}) {
		e.Pos = e.Stack[0].Pos
		if !t.fn.System && t.in.Op != exitOp && t.state != running && t.op.Site >= 0 {
			e.Pos = m.prog.Sites[t.op.Site].Pos
		}
	}
	if m.driver != nil {
		t.state = faulty
		m.driver.Fault(t.id, e)
		return
	}
	m.result.Err = e
	m.stop(Failed)
}

// unsupported ends the execution because of C that is not supported.
func (m *Machine) unsupported(t *thread, what string) {
	if m.stopped {
		return
	}
	st := t.stack()
	m.result.Err = &Error{Kind: NotSupported, Message: what, Thread: t.id, Pos: st[0].Pos, Stack: st}
	m.stop(Unsupported)
}

// outOfMemory says what is not supported where memory is exhausted.
var outOfMemory = fmt.Sprintf("a program that needs more than %d MiB of memory", maxMemory>>20)

func (m *Machine) outOfMemory(t *thread) { m.unsupported(t, outOfMemory) }

// internal reports a fault of this package.
func (m *Machine) internal(what string) { panic("interp: internal error: " + what) }

// objectError is a memory error that concerns object n.
func (m *Machine) objectError(k ErrorKind, n int32) *Error {
	e := &Error{Kind: k}
	if n >= 0 {
		o := &m.space.objs[n]
		e.Object, e.Alloc, e.Freed = o.name, o.pos, o.died
	}
	return e
}

// neverWritten reports the parked access as one that reads never-written memory.
func (m *Machine) neverWritten(t *thread) {
	m.fail(t, m.objectError(NeverWritten, m.space.locs[t.op.Loc].obj))
}

// badAddress reports an access of size bytes at addr that is not inside a live object.
func (m *Machine) badAddress(t *thread, addr uint64, size uint8) {
	s := m.space
	n := s.object(addr)
	if n < 0 {
		switch _, isFunc := code.FuncAt(addr); {
		case addr < code.SlotSize:
			e := &Error{Kind: NullPointer}
			if addr != 0 {
				e.Message = fmt.Sprintf("at offset %d from it", addr)
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

// commitToDead reports a pending store that reaches an object that is dead.
func (m *Machine) commitToDead(c *models.Committed, o *memObject) {
	if m.stopped {
		return
	}
	e := m.objectError(UseAfterFree, m.space.locs[c.Loc].obj)
	e.Message = "a store left the store buffer after the block was freed"
	e.Thread = c.Thread
	if o.kind == autoObject {
		e.Message = "a store left the store buffer after the variable's life had ended"
	}
	site := m.prog.Sites[c.Site]
	e.Pos, e.Stack = site.Pos, []Frame{{site.Func, site.Pos}}
	m.result.Err = e
	m.stop(Failed)
}

// accessUnordered reports an access of object n, now freed, that does not happen
// before the free.
func (m *Machine) accessUnordered(r models.Racer, n int32) {
	if m.stopped {
		return
	}
	e := m.objectError(UseAfterFree, n)
	site := m.prog.Sites[r.Site]
	late := Racer{Thread: r.Thread, Writes: r.Writes, Atomic: r.Atomic}
	e.Message = fmt.Sprintf("nothing keeps the %s before the free at %s", &late, e.Freed)
	e.Thread, e.Pos, e.Stack = r.Thread, site.Pos, []Frame{{site.Func, site.Pos}}
	m.result.Err = e
	m.stop(Failed)
}

// stuck ends an execution in which nothing is enabled.
func (m *Machine) stuck() {
	e := &Error{Kind: Deadlock}
	for _, t := range m.threads {
		if t.state == done {
			continue
		}
		w := m.waiter(t)
		if w.Spins {
			e.Kind = Livelock
		}
		e.Waiting = append(e.Waiting, w)
	}
	if len(e.Waiting) == 0 {
		m.exit(0) // every thread ended, main by pthread_exit
		return
	}
	w := e.Waiting[0]
	for _, u := range e.Waiting {
		if u.Spins {
			w = u // whoever waits for it in a join is not to blame
			break
		}
	}
	e.Thread, e.Pos, e.Stack = w.Thread, w.Pos, w.Stack
	e.Message = fmt.Sprintf("%d threads wait for ever", len(e.Waiting))
	if len(e.Waiting) == 1 {
		e.Message = "1 thread waits for ever"
	}
	m.result.Err = e
	m.stop(Failed)
}

// waiter says what thread t, which cannot go on, waits for.
func (m *Machine) waiter(t *thread) Waiter {
	w := Waiter{Thread: t.id, Stack: t.stack()}
	w.Pos = w.Stack[0].Pos
	switch {
	case t.state != waiting:
		w.For = m.waitsFor(t)
	case len(t.spin.reads) == 0 && m.driver == nil:
		w.Spins, w.For = true, "nothing: an endless loop"
	default:
		w.Spins, w.For = true, "a value to change"
	}
	return w
}
