package vm

import (
	"fmt"
	"math"
	"math/bits"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// visible contains the library functions that another thread can notice, or that can notice another
// thread. A thread parks before them.
var visible = func() (v [256]bool) {
	for _, id := range []code.SysID{code.Free, code.Realloc, code.Memcpy, code.Memmove, code.Memset,
		code.Exit, code.ThreadCreate, code.ThreadJoin, code.ThreadAwait} {
		v[id] = true
	}
	for id := code.MutexInit; id <= code.OnceEnd; id++ {
		v[id] = true
	}
	return v
}()

// stepSystem performs a visible library function, or one step of it.
func (m *VM) stepSystem(t *Thread, id code.SysID, r *[256]int64) {
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
	case code.Malloc, code.AlignedAlloc, code.Calloc:
		if m.newBlock(t, id, r, &t.in) {
			m.passed(t)
		}
	case code.Realloc:
		m.realloc(t, r)
	case code.Exit:
		t.result = r[a]
		m.driver.Exit(t)
		t.State = Exited
		m.driver.Halts(t, nil)
	case code.ThreadCreate:
		m.create(t, r)
	case code.ThreadJoin:
		m.join(t, r)
	case code.ThreadAwait:
		if r[t.in.A] = 0; t.expired {
			r[t.in.A] = etimedout
		}
		t.expired = false
		m.passed(t)
	case code.Printf, code.VPrintf, code.VFormat, code.Puts, code.Write, code.AssertFail:
		m.stepText(t, id, r)
	default:
		m.stepSync(t, id, r)
	}
}

// system performs a library function that no other thread can notice. It reports whether the thread
// continues. A function that reads bytes which other threads can write parks before these loads.
func (m *VM) system(t *Thread, id code.SysID, r *[256]int64, in *code.Instr) bool {
	a := in.A
	switch id {
	case code.Malloc, code.AlignedAlloc, code.Calloc:
		if m.reuses {
			m.park(t, in, r)
			return false
		}
		return m.newBlock(t, id, r, in)
	case code.Printf:
		n, ok := m.printf(t, r, in)
		if !ok {
			return false
		}
		r[a] = n
	case code.VPrintf, code.VFormat:
		n, ok := m.vprintf(t, uint64(r[a]), uint64(r[a+1]), id == code.VFormat)
		if !ok {
			return false
		}
		r[a] = n
	case code.TextByte:
		i := uint64(r[a])
		r[a] = 0
		if i < uint64(len(t.text)) {
			r[a] = int64(t.text[i])
		}
	case code.Puts:
		s, ok := m.cString(t, uint64(r[a]), maxString)
		if !ok {
			return false
		}
		m.print(append(s, '\n'))
		r[a] = 1
	case code.Putchar:
		m.print([]byte{byte(r[a])})
	case code.Write:
		text, ok := m.bytes(t, uint64(r[a]), uint64(r[a+1]))
		if !ok {
			return false
		}
		m.print(text)
		r[a] = r[a+1]
	case code.Abort:
		m.fail(t, &Error{Kind: Aborted})
		return false
	case code.AssertFail:
		text, ok := m.cString(t, uint64(r[a]), maxString)
		if ok {
			kind := AssertionFailed
			if r[a+1] != 0 {
				kind = Panicked
			}
			m.fail(t, &Error{Kind: kind, Message: string(text)})
		}
		return false
	case code.Assume:
		if r[a] == 0 {
			t.State = Assumed
			m.driver.Halts(t, nil)
			return false
		}
	case code.Math:
		r[a] = mathValue(code.MathFunc(r[a+2]), r[a], r[a+1])
	case code.Nondet:
		return m.nondet(t, r, a)
	case code.ThreadSelf:
		r[a] = t.handle
	case code.ThreadNext:
		r[a] = t.nextHandle()
	case code.ThreadDetach:
		switch u := m.threadOf(r[a]); {
		case u == nil:
			m.fail(t, &Error{Kind: BadCall, Message: noSuchThread})
			return false
		case u.joined || u.detached:
			m.fail(t, &Error{Kind: BadCall, Message: threadGone})
			return false
		default:
			m.touch(u)
			u.detached = true
		}
		r[a] = 0
	case code.Yield:
		r[a] = 0
	case code.Sleep:
		time := later(t.clock, r[a], r[a+1])
		r[a] = 0
		return m.sleepUntil(t, time)
	case code.SleepUntil:
		time := later(later(0, r[a], second), r[a+1]+1, 1)
		r[a] = 0
		return m.sleepUntil(t, time)
	case code.Clock:
		t.seen = t.clock
		r[a] = t.clock
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
		t.acted()
	default:
		m.internal(fmt.Sprintf("unknown library function %d", id))
	}
	return true
}

// newBlock performs malloc, aligned_alloc or calloc. It reports whether the thread continues.
func (m *VM) newBlock(t *Thread, id code.SysID, r *[256]int64, in *code.Instr) bool {
	a := in.A
	switch id {
	case code.AlignedAlloc:
		if n := uint64(r[a]); n == 0 || n&(n-1) != 0 {
			m.fail(t, &Error{Kind: BadCall, Message: fmt.Sprintf("the alignment %d is not a power of two", n)})
			return false
		}
		return m.malloc(t, r, a, uint64(r[a+1]), false, in.Imm)
	case code.Calloc:
		n, size := uint64(r[a]), uint64(r[a+1])
		high, low := bits.Mul64(n, size)
		if high != 0 {
			low = math.MaxUint64
		}
		return m.malloc(t, r, a, low, true, in.Imm)
	}
	return m.malloc(t, r, a, uint64(r[a]), false, in.Imm)
}

// malloc allocates a heap block, never written or filled with zeros, and puts its address in register
// to. It reports whether the thread continues.
func (m *VM) malloc(t *Thread, r *[256]int64, to uint8, size uint64, zero bool, site int32) bool {
	t.acted()
	if size > math.MaxInt64 || m.config.MallocFail && m.driver.Choose(t, AllocFail, 2) == 1 {
		r[to] = 0 // no object can be larger than PTRDIFF_MAX
		return true
	}
	n := m.allocate(t, size, zero, site)
	if n < 0 {
		return false
	}
	r[to] = int64(m.space.objs[n].addr)
	return true
}

// allocate makes a heap block and returns the index of its object, or -1 after an error.
func (m *VM) allocate(t *Thread, size uint64, zero bool, site int32) int32 {
	bytes := int64(min(size, math.MaxInt64))
	if bytes <= m.space.memory.bound.execution() && !m.spend(bytes) {
		return -1
	}
	n := int32(-1)
	if m.reuses {
		n = m.takeFreed(t, bytes)
	}
	if n < 0 {
		n = m.space.add(heapObject, "", t.userPos(), bytes, t.ID+1, false)
	}
	if n < 0 {
		m.outOfMemory(t, size)
		return -1
	}
	o := &m.space.objs[n]
	if zero {
		m.space.define(n)
	}
	if m.observer != nil {
		m.observer.Allocated(t, site, o.addr, size)
	}
	return n
}

// userPos returns the position of the innermost call outside embedded headers.
func (t *Thread) userPos() *trace.Pos {
	if !t.fn.System {
		return &t.fn.PosOf[t.pc]
	}
	for i := len(t.frames) - 1; i >= 0; i-- {
		if f := &t.frames[i]; !f.fn.System {
			return &f.fn.PosOf[max(f.pc-1, 0)]
		}
	}
	return &t.fn.PosOf[t.pc]
}

// block returns the live heap block that starts at addr, or -1 after an error.
func (m *VM) block(t *Thread, addr uint64) int32 {
	n := m.space.object(addr)
	if l, ok := m.space.earlierLife(addr); ok && addr&(code.SlotSize-1) == 0 && l.kind == heapObject {
		e := &Error{Kind: DoubleFree}
		e.setObject(l)
		m.fail(t, e)
		return -1
	}
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

// freeBlock performs free, which synchronises with no other thread unless its block is reused. It
// reports whether the thread continues.
func (m *VM) freeBlock(t *Thread, addr uint64) bool {
	t.acted()
	if addr == 0 {
		return true
	}
	n := m.block(t, addr)
	if n < 0 {
		return false
	}
	o, at := &m.space.objs[n], t.userPos()
	m.driver.Free(t, Block{Addr: addr, Size: o.size, Allocated: *o.pos, Freed: *at, Life: o.lives, object: n})
	if m.stopped || !m.mayFree(t, o) {
		return false
	}
	m.space.kill(n, t.ID, at, m.offers())
	return !m.stopped
}

// mayFree fails t if the block that it frees contains a synchronisation object in use. It reports
// whether there is none. The driver has the free already: its place among the events of others decides.
func (m *VM) mayFree(t *Thread, o *memObject) bool {
	use := ""
	if len(m.locks) > 0 {
		m.space.eachLoc(o, func(l models.Loc) {
			if use != "" || !m.IsLock(l) {
				return
			}
			if word, undef := m.driver.Latest(t.ID, l); undef == 0 {
				use = m.inUse(l, word)
			}
		})
	}
	if use != "" {
		m.misuse(t, "the object is freed while "+use)
	}
	return use == ""
}

// realloc allocates a new block, copies the content scalar by scalar, and frees the old block.
func (m *VM) realloc(t *Thread, r *[256]int64) {
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

// Messages about the identifier of a thread.
const (
	noSuchThread = "no thread has this identifier"
	threadGone   = "the thread was joined or detached already"
)

// Starting returns the operands of the thread creation before which t is parked; attributes is 0 if
// there are none.
func (m *VM) Starting(t *Thread) (function, argument, attributes int64) {
	args := t.window()[t.in.A:][:t.in.B]
	if len(args) == 3 {
		attributes, args = args[0], args[1:]
	}
	return args[0], args[1], attributes
}

// create starts a thread.
func (m *VM) create(t *Thread, r *[256]int64) {
	address, arg, attr := m.Starting(t)
	i, ok := code.FuncAt(uint64(address))
	if !ok || i >= len(m.prog.Funcs) || m.prog.Funcs[i].Code == nil || m.prog.Funcs[i].Params > 1 {
		m.fail(t, &Error{Kind: BadCall, Message: "a thread is started with what is not a function of one argument"})
		return
	}
	if len(m.threads) == maxThreads {
		m.Unsupported(t, fmt.Sprintf("more than %d threads", maxThreads))
		return
	}
	detached := false
	if attr != 0 {
		create := t.Op
		state, ok := m.loadWritten(t, uint64(attr), 4) // its first word: __detached
		if !ok {
			return
		}
		t.Op, detached = create, state != 0
	}
	t.acted()
	n, ok := m.driver.Create(t)
	if !ok {
		return
	}
	u := m.newThreadAt(n)
	u.handle, u.detached, u.clock = t.nextHandle(), detached, t.clock
	t.created++
	r[t.in.A] = u.handle
	m.passed(t)
	m.enter(u, i)
	u.window()[0] = arg
	m.run(u)
}

func (m *VM) join(t *Thread, r *[256]int64) {
	if t.target < 0 {
		e := &Error{Kind: BadCall, Message: noSuchThread}
		if m.threadOf(r[t.in.A]) == t { // an error also if the program ends while t waits
			e = &Error{Kind: Deadlock, Waiting: []Waiter{m.Waiter(t)}}
			e.WaitForEver()
		}
		m.fail(t, e)
		return
	}
	u := m.threads[t.target]
	if u.joined || u.detached {
		m.fail(t, &Error{Kind: BadCall, Message: threadGone})
		return
	}
	m.touch(u)
	u.joined = true
	m.driver.Join(t, u.ID)
	t.acted()
	t.Hears(u.clock)
	r[t.in.A] = u.result
	m.passed(t)
}

// unwind ends all calls of t.
func (m *VM) unwind(t *Thread) {
	m.leave(t)
	for len(t.frames) > 0 {
		f := t.frames[len(t.frames)-1]
		t.frames = t.frames[:len(t.frames)-1]
		t.fn = f.fn
		t.slide(f.base)
		m.leave(t)
	}
}

// parkExit parks t before its end.
func (m *VM) parkExit(t *Thread) {
	t.in = code.Instr{Op: exitOp}
	t.Op.Thread, t.Op.Kind, t.Op.Loc, t.Op.Site = t.ID, trace.Exit, -1, -1
	t.State = Ready
}

// EndsProgram reports whether the exit before which t is parked ends the program:
// main returns, or t calls exit.
func (m *VM) EndsProgram(t *Thread) bool {
	if t.in.Op == exitOp {
		return t.ID == 0 && !t.pthreadExit
	}
	return t.CallsExit()
}

// CallsExit reports whether t is parked before a call of exit.
func (t *Thread) CallsExit() bool {
	return t.in.Op == code.Sys && code.SysID(t.in.C) == code.Exit
}

// exitThread ends thread t, and with it the program if EndsProgram says so. The thread-local objects of
// a thread that ends the program live until then.
func (m *VM) exitThread(t *Thread) {
	m.driver.Exit(t)
	t.State = Done
	if m.EndsProgram(t) {
		t.State = Exited
		m.driver.Halts(t, nil)
		return
	}
	for i, o := range t.tls {
		if o != 0 {
			m.killVariable(t, o-1)
			t.tls[i] = 0
		}
	}
}
