package interp

import (
	"fmt"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// visible tells which library functions can be noticed by, or notice, another
// thread: a thread parks before them.
var visible = func() (v [256]bool) {
	for _, id := range []code.SysID{code.Free, code.Realloc, code.Memcpy, code.Memmove, code.Memset,
		code.Exit, code.ThreadCreate, code.ThreadJoin} {
		v[id] = true
	}
	for id := code.MutexInit; id <= code.OnceEnd; id++ {
		v[id] = true
	}
	return v
}()

// stepSystem performs a visible library function, or one step of it.
func (m *Machine) stepSystem(t *thread, id code.SysID, r *[256]int64) {
	a := t.in.A
	switch id {
	case code.Free:
		if m.freeBlock(t, uint64(r[a])) {
			m.passed(t)
		}
	case code.Memcpy, code.Memmove:
		if !t.bulk.active {
			t.bulk.start(uint64(r[a]), uint64(r[a+1]), uint64(r[a+2]))
		}
		if m.copyStep(t) {
			m.passed(t)
		}
	case code.Memset:
		if !t.bulk.active {
			t.bulk.start(uint64(r[a]), 0, uint64(r[a+2]))
		}
		if m.fillStep(t, byte(r[a+1])) {
			m.passed(t)
		}
	case code.Realloc:
		m.realloc(t, r)
	case code.Exit:
		if m.driver != nil {
			m.exitThread(t)
			return
		}
		m.exit(r[a])
	case code.ThreadCreate:
		m.create(t, r)
	case code.ThreadJoin:
		m.join(t, r)
	default:
		m.stepSync(t, id, r)
	}
}

// system performs a library function that no other thread can notice; it
// reports whether the thread runs on.
func (m *Machine) system(t *thread, id code.SysID, r *[256]int64, in *code.Instr) bool {
	a := in.A
	switch id {
	case code.Malloc:
		return m.malloc(t, r, a, uint64(r[a]), false, in.Imm)
	case code.AlignedAlloc:
		return m.malloc(t, r, a, uint64(r[a+1]), false, in.Imm)
	case code.Calloc:
		n, size := uint64(r[a]), uint64(r[a+1])
		if size != 0 && n > maxMemory/size {
			m.outOfMemory(t)
			return false
		}
		return m.malloc(t, r, a, n*size, true, in.Imm)
	case code.Printf:
		n, ok := m.printf(t, r, in)
		if !ok {
			return false
		}
		r[a] = n
	case code.Puts:
		if !m.output(t, uint64(r[a]), true) {
			return false
		}
		r[a] = 1
	case code.Putchar:
		m.write([]byte{byte(r[a])})
	case code.Abort:
		m.fail(t, &Error{Kind: Aborted})
		return false
	case code.AssertFail:
		text, ok := m.cString(t, uint64(r[a]))
		if ok {
			m.fail(t, &Error{Kind: AssertionFailed, Message: text})
		}
		return false
	case code.Assume:
		if r[a] == 0 {
			if m.driver != nil {
				t.state = assumed
				return false
			}
			m.stop(Discarded)
			return false
		}
	case code.Nondet:
		return m.nondet(t, r, a)
	case code.ThreadSelf:
		r[a] = handle(t.id)
	case code.ThreadDetach:
		if u := m.threadOf(r[a]); u != nil {
			u.detached = true
		}
		r[a] = 0
	case code.Yield:
		r[a] = 0
	case code.KeyCreate:
		m.keys = append(m.keys, uint64(r[a]))
		r[a] = int64(len(m.keys) - 1)
	case code.KeyDelete:
		if k := r[a]; k >= 0 && k < int64(len(m.keys)) {
			m.keys[k] = 0
		}
		r[a] = 0
	case code.KeyGet:
		if k := r[a]; k >= 0 && k < int64(len(t.values)) {
			r[a] = t.values[k]
		} else {
			r[a] = 0
		}
	case code.KeySet:
		k := r[a]
		if k < 0 || k >= int64(len(m.keys)) {
			r[a] = 22 // EINVAL
			return true
		}
		for int64(len(t.values)) <= k {
			t.values = append(t.values, 0)
		}
		t.values[k] = r[a+1]
		r[a] = 0
		t.spin.restart()
	default:
		m.internal(fmt.Sprintf("unknown library function %d", id))
	}
	return true
}

// malloc makes a heap block, its content never written, or zero.
func (m *Machine) malloc(t *thread, r *[256]int64, to uint8, size uint64, zero bool, site int32) bool {
	t.spin.restart()
	if m.opts.MallocFail {
		m.choice.Kind, m.choice.Thread = AllocFail, t.id
		if m.choose(2) == 1 {
			r[to] = 0
			return true
		}
	}
	n := m.allocate(t, size, zero, site)
	if n < 0 {
		return false
	}
	r[to] = int64(m.space.objs[n].addr)
	return true
}

// allocate makes a heap block and returns its object, or -1 after an error.
func (m *Machine) allocate(t *thread, size uint64, zero bool, site int32) int32 {
	n := int32(-1)
	if size <= maxMemory {
		n = m.space.add(memObject{size: int64(size), kind: heapObject, pos: t.userPos(), stripe: t.id + 1})
	}
	if n < 0 {
		m.unsupported(t, fmt.Sprintf("an allocation of %d bytes, with which the program needs more than %d MiB of memory", size, maxMemory>>20))
		return -1
	}
	o := &m.space.objs[n]
	if zero {
		m.space.zero(n)
	}
	t.index++
	e := m.event(trace.Alloc, t.id)
	e.I, e.Site, e.Addr, e.Value = t.index, site, o.addr, size
	m.emit(e)
	return n
}

// userPos returns the position of the innermost call outside embedded headers.
func (t *thread) userPos() trace.Pos {
	if !t.fn.System {
		return t.fn.PosOf[t.pc]
	}
	for i := len(t.frames) - 1; i >= 0; i-- {
		if f := &t.frames[i]; !f.fn.System {
			return f.fn.PosOf[max(f.pc-1, 0)]
		}
	}
	return t.fn.PosOf[t.pc]
}

// block returns the heap block that addr is the address of, or -1 after an error.
func (m *Machine) block(t *thread, addr uint64) int32 {
	n := m.space.object(addr)
	if n < 0 {
		m.fail(t, &Error{Kind: InvalidFree, Message: fmt.Sprintf("address %#x is in no object", addr)})
		return -1
	}
	o := &m.space.objs[n]
	switch {
	case o.kind != heapObject:
		e := m.objectError(InvalidFree, n)
		e.Message = "the object was not allocated by malloc"
		m.fail(t, e)
	case o.addr != addr:
		e := m.objectError(InvalidFree, n)
		e.Message = fmt.Sprintf("the address is at offset %d of a block", addr-o.addr)
		m.fail(t, e)
	case o.dead:
		m.fail(t, m.objectError(DoubleFree, n))
	default:
		return n
	}
	return -1
}

// freeBlock performs free: it first commits the thread's own pending stores
// into the block, and orders nothing else.
func (m *Machine) freeBlock(t *thread, addr uint64) bool {
	t.spin.restart()
	if addr == 0 {
		return true
	}
	n := m.block(t, addr)
	if n < 0 {
		return false
	}
	m.eachLoc(&m.space.objs[n], func(l models.Loc) { m.mem.Flush(t.id, l) })
	m.settle()
	if m.driver != nil {
		m.driver.Free(t.id, addr, m.space.objs[n].size, m.space.objs[n].pos)
	}
	late, found := m.unordered(t, n)
	m.space.kill(n, t.userPos())
	t.index++
	e := m.event(trace.Free, t.id)
	e.I, e.Site, e.Addr = t.index, t.op.Site, addr
	m.emit(e)
	if found {
		m.accessUnordered(late, n)
	}
	m.wakeAll()
	return !m.stopped
}

// unordered returns an access of object n that does not happen before what t does
// next, if the memory knows; a non-atomic one if there is any. Those of lock words do not count: what lets t know
// that a lock, a barrier or a semaphore is no more used is theirs to keep.
func (m *Machine) unordered(t *thread, n int32) (late models.Racer, found bool) {
	if m.orderer == nil {
		return late, false
	}
	m.eachLoc(&m.space.objs[n], func(l models.Loc) {
		if int(l) < len(m.locks) && m.locks[l].known {
			return
		}
		if r, ok := m.orderer.Unordered(t.id, l); ok && (!found || late.Atomic && !r.Atomic) {
			late, found = r, true
		}
	})
	return late, found
}

// realloc makes a new block, copies, and frees the old one.
func (m *Machine) realloc(t *thread, r *[256]int64) {
	a := t.in.A
	old, size := uint64(r[a]), uint64(r[a+1])
	if !t.bulk.active {
		have := uint64(0)
		if old != 0 {
			n := m.block(t, old)
			if n < 0 {
				return
			}
			have = uint64(m.space.objs[n].size)
		}
		n := m.allocate(t, size, false, t.in.Imm)
		if n < 0 {
			return
		}
		t.bulk.start(m.space.objs[n].addr, old, min(have, size))
	}
	to := t.bulk.dst
	if !m.copyStep(t) {
		return
	}
	if m.freeBlock(t, old) {
		r[a] = int64(to)
		m.passed(t)
	}
}

// nondet answers nondet_range; a wide range takes two choices.
func (m *Machine) nondet(t *thread, r *[256]int64, a uint8) bool {
	lo, hi := r[a], r[a+1]
	if lo > hi {
		m.fail(t, &Error{Kind: BadCall, Message: fmt.Sprintf("empty range %d to %d", lo, hi)})
		return false
	}
	const chunk = 1 << 16
	ask := func(n uint64) uint64 {
		if n <= 1 {
			return 0
		}
		m.choice.Kind, m.choice.Thread = Value, t.id
		t.spin.chose = true
		return uint64(m.choose(int(n)))
	}
	span := uint64(hi) - uint64(lo) // one less than the number of values
	if span>>46 != 0 {
		m.unsupported(t, "a choice among more than 2^46 values")
		return false
	}
	v := uint64(0)
	if high := span / chunk; high > 0 {
		v = ask(high+1) * chunk
	}
	v += ask(min(chunk, span-v+1))
	r[a] = int64(uint64(lo) + v)
	return true
}

// create starts a thread.
func (m *Machine) create(t *thread, r *[256]int64) {
	fa, arg := uint64(r[t.in.A]), r[t.in.A+1]
	i, ok := code.FuncAt(fa)
	if !ok || i >= len(m.prog.Funcs) || m.prog.Funcs[i].Code == nil || m.prog.Funcs[i].Params > 1 {
		m.fail(t, &Error{Kind: BadCall, Message: "a thread is started with what is not a function of one argument"})
		return
	}
	if len(m.threads) == maxThreads {
		m.unsupported(t, fmt.Sprintf("more than %d threads", maxThreads))
		return
	}
	t.spin.restart()
	n := trace.ThreadID(len(m.threads))
	if m.driver != nil {
		n = m.driver.Child(t.id)
	}
	m.mem.Sync(&t.op, n)
	m.settle()
	if m.stopped {
		return
	}
	u := m.newThreadAt(n)
	m.syncEvent(t, trace.Create, u.id)
	r[t.in.A] = handle(u.id)
	m.passed(t)
	m.enter(u, i)
	u.window()[0] = arg
	m.run(u)
}

func (m *Machine) syncEvent(t *thread, k trace.Kind, peer trace.ThreadID) {
	t.index++
	e := m.event(k, t.id)
	e.I, e.Site, e.Value = t.index, t.op.Site, uint64(peer)
	m.emit(e)
}

func (m *Machine) join(t *thread, r *[256]int64) {
	if t.target < 0 {
		m.fail(t, &Error{Kind: BadCall, Message: "no thread has this identifier"})
		return
	}
	u := m.threads[t.target]
	if u.joined || u.detached {
		m.fail(t, &Error{Kind: BadCall, Message: "the thread was joined or detached already"})
		return
	}
	u.joined = true
	m.mem.Sync(&t.op, u.id)
	t.spin.restart()
	m.syncEvent(t, trace.Join, u.id)
	r[t.in.A] = u.result
	m.passed(t)
}

// unwind ends all calls of t.
func (m *Machine) unwind(t *thread) {
	m.leave(t)
	for len(t.frames) > 0 {
		f := t.frames[len(t.frames)-1]
		t.frames = t.frames[:len(t.frames)-1]
		t.fn, t.base = f.fn, f.base
		m.leave(t)
	}
}

// parkExit parks t before its end.
func (m *Machine) parkExit(t *thread) {
	t.in = code.Instr{Op: exitOp}
	t.op.Thread, t.op.Kind, t.op.Loc, t.op.Site = t.id, trace.Exit, -1, -1
	t.state = ready
}

// EndsProgram reports whether the exit before which t is parked ends the program:
// main returns, or t calls exit.
func (m *Machine) EndsProgram(t trace.ThreadID) bool {
	u := m.threads[t]
	if u.in.Op == exitOp {
		return t == 0 && !u.outlived
	}
	return code.SysID(u.in.C) == code.Exit
}

// exitThread ends thread t, and with it the program if EndsProgram says so.
func (m *Machine) exitThread(t *thread) {
	ends := m.EndsProgram(t.id)
	m.mem.Sync(&t.op, -1)
	t.index++
	e := m.event(trace.Exit, t.id)
	e.I = t.index
	m.emit(e)
	t.state = done
	for i, o := range t.tls {
		if o != 0 {
			m.killAuto(t, o-1)
			t.tls[i] = 0
		}
	}
	switch {
	case !ends:
	case m.driver != nil:
		t.state = exited
	default:
		m.exit(t.result)
	}
}
