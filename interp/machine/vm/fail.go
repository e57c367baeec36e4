package vm

import (
	"fmt"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// fail stops t with error e of the program. It sets the thread and, where they are not set, the stack
// and the position.
func (m *VM) fail(t *Thread, e *Error) {
	if m.stopped {
		return
	}
	e.Thread = t.ID
	if e.Stack == nil {
		e.Stack = t.Stack()
	}
	if e.Pos == (trace.Pos{}) {
		e.Pos = e.Stack[0].Pos
		if !t.fn.System && t.in.Op != exitOp && t.State != Running && t.Op.Site >= 0 {
			e.Pos = m.prog.Sites[t.Op.Site].Pos
		}
		if e.Pos.File == "" { // the instruction has no position
			e.Pos.File = m.prog.Name
		}
	}
	t.State = Faulty
	m.driver.Halts(t, e)
}

// Unsupported ends the execution because the program, in thread t, does what is not supported.
func (m *VM) Unsupported(t *Thread, what string) {
	if m.stopped {
		return
	}
	st := t.Stack()
	m.Stop(Unsupported, &Error{Kind: NotSupported, Message: what, Thread: t.ID, Pos: st[0].Pos, Stack: st})
}

// outOfMemory ends the execution because there is no memory for an object of size bytes that t makes.
func (m *VM) outOfMemory(t *Thread, size uint64) {
	if m.ctx.Err() != nil {
		m.Stop(Interrupted, nil) // while it waited for memory
		return
	}
	m.Unsupported(t, fmt.Sprintf("an object of %d bytes, with which the execution needs more than %d MiB of memory (--memory)", size, m.space.memory.bound.execution()>>20))
}

// Bytes that the VM keeps for a location, and for a dead object that had locations.
const (
	locationCost = 24
	deadCost     = 48
)

// Measure reports to the VM how many bytes the driver keeps of the execution. If the bound on memory
// is exceeded, the execution ends before the next operation of t: as not supported or, if long is
// set, as out of steps.
func (m *VM) Measure(t *Thread, bytes int64, long bool) {
	s := &m.space
	m.kept = bytes
	bytes += int64(len(s.locs))*locationCost + int64(len(s.dead))*deadCost
	m.measured = m.wides.Bytes()
	bytes += m.measured
	switch {
	case s.memory.resize(bytes):
	case m.ctx.Err() != nil:
		m.Stop(Interrupted, nil)
	case long:
		m.Stop(OutOfSteps, nil)
	default:
		m.Unsupported(t, fmt.Sprintf("an execution that needs more than %d MiB of memory (--memory)", s.memory.bound.execution()>>20))
	}
}

// internal reports a fault of this package.
func (m *VM) internal(what string) { panic("interp: internal error: " + what) }

// objectError returns an error of kind k about object n; -1: no object.
func (m *VM) objectError(k ErrorKind, n int32) *Error {
	e := &Error{Kind: k}
	if n >= 0 {
		e.setObject(&m.space.objs[n].life)
	}
	return e
}

// setObject records the object that the error is about.
func (e *Error) setObject(l *life) {
	e.Object = l.name
	if l.pos != nil {
		e.Alloc = *l.pos
	}
	if l.died != nil {
		e.Freed = *l.died
	}
}

// useAfterFree fails t for an access to an object whose life has ended.
func (m *VM) useAfterFree(t *Thread, l *life) {
	e := &Error{Kind: UseAfterFree}
	e.setObject(l)
	switch l.kind {
	case autoObject:
		e.Message = "the variable's function or block has ended"
	case threadObject:
		e.Message = "the variable's thread has ended"
	}
	m.fail(t, e)
}

// neverWritten fails t because the parked access reads never-written memory.
func (m *VM) neverWritten(t *Thread) {
	e := &Error{Kind: NeverWritten}
	e.setObject(m.space.lifeOf(&m.space.locs[t.Op.Loc]))
	m.fail(t, e)
}

// badAddress fails t for an access of size bytes at addr that is not inside a live object.
func (m *VM) badAddress(t *Thread, addr uint64, size uint8) {
	s := &m.space
	n := s.object(addr)
	if n < 0 || int64(addr-s.objs[n].addr) > s.objs[n].size {
		// Directly below an object. Its addresses may be of another generation than the addresses of
		// the object below it.
		const below = 4096
		next := s.object(addr + below)
		if next >= 0 && addr < s.objs[next].addr && (n < 0 || s.objs[next].addr-addr <= uint64(size)) {
			n = next
		}
	}
	if l, ok := s.earlierLife(addr); ok && n < 0 {
		m.useAfterFree(t, l)
		return
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
	off := int64(addr) - int64(o.addr)
	if o.dead && off >= 0 && off < o.size {
		m.useAfterFree(t, &o.life)
		return
	}
	e := m.objectError(OutOfBounds, n)
	e.Message = fmt.Sprintf("%d bytes at offset %d of an object of %d bytes", size, off, o.size)
	m.fail(t, e)
}

// LateAccess returns the error of an access of t to location l, at a site, after the end of its
// object's life.
func (m *VM) LateAccess(l models.Loc, t trace.ThreadID, site int32, message string) *Error {
	e := &Error{Kind: UseAfterFree, Thread: t, Message: message}
	e.setObject(m.space.lifeOf(&m.space.locs[l]))
	s := m.prog.Sites[site]
	e.Pos, e.Stack = s.Pos, []Frame{{s.Func, s.Pos}}
	return e
}

// Unordered returns the error that nothing orders access r of the block before the end of its life.
func (b *Block) Unordered(r *Racer) *Error {
	end := "the free at " + b.Freed.String()
	if b.Freed == (trace.Pos{}) {
		end = "the end of the variable's life"
	}
	return &Error{
		Kind: UseAfterFree, Message: fmt.Sprintf("nothing keeps the %s before %s", r, end),
		Thread: r.Thread, Pos: r.Pos, Stack: r.Stack, Object: b.Name, Alloc: b.Allocated, Freed: b.Freed, Unordered: true,
	}
}

// IsAuto reports whether location l is in an automatic object.
func (m *VM) IsAuto(l models.Loc) bool { return m.space.lifeOf(&m.space.locs[l]).kind == autoObject }

// Waiter describes where and for what thread t, which cannot continue, waits.
func (m *VM) Waiter(t *Thread) Waiter {
	w := Waiter{Thread: t.ID, Stack: t.Stack()}
	w.Pos = w.Stack[0].Pos
	switch {
	case t.State == Waiting && t.access != nil && t.access.Awaits != "": // its latest operation read that
		w.For = t.access.Awaits
		w.Addr, _ = m.Where(t.Op.Loc)
	case t.State == Waiting:
		w.Spins, w.For = true, "a value to change"
	default:
		w.For = m.waitsFor(t)
		_, w.Joins = t.Joins()
		l := t.Op.Loc
		if t.awaits >= 0 {
			l = t.awaits
		}
		if l >= 0 && m.IsLock(l) {
			w.Addr, _ = m.Where(l)
		}
	}
	return w
}
