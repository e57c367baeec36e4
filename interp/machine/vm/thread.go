package vm

import (
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// A State says whether a thread can perform its next step.
type State uint8

// The states. The driver sets Waiting and Bounded, in Loop.
const (
	Running     State = iota // between visible operations
	Ready                    // parked before an operation that is enabled
	Conditional              // parked before one that Allows decides on, or a join
	Waiting                  // re-reads the same values in a loop
	Done                     // has ended
	Assumed                  // an assumption did not hold
	Faulty                   // went wrong
	Bounded                  // reached the bound on loop iterations
	Exited                   // has ended the program
	Awaiting                 // needs a value that is not known: see Await
)

// The memory of a stack is counted in pieces of framePiece calls and registerPiece registers.
const (
	framePiece    = 1 << 10
	registerPiece = 1 << 14
)

// keptRegisters bounds the registers that a Thread keeps for the next execution.
const keptRegisters = 1 << 20

// frameCost is the bytes of a call beside its registers and objects.
const frameCost = 40

// destructorRounds is how many times the destructors of thread-specific data are called if they leave
// values that are not null.
const destructorRounds = 4

// exitOp is the pseudo-instruction of a thread whose function has returned.
const exitOp = code.NumOps

// A Thread is a thread of the program under test.
type Thread struct {
	ID    trace.ThreadID
	State State
	Op    models.Op // the operation before which the thread is parked

	// For a driver that detects waiting loops.
	Effects int    // counts effects that other threads may notice, and changes of state that LoopState does not contain
	Changes uint64 // equal only if Effects and the content of private objects are: see contentHash
	Locals  int    // the part of Effects that is stores to automatic objects of the thread
	Delays  int    // the part of Effects that is the clock, which goes on
	Ended   int    // the part of Locals to objects whose life has ended; not kept by Snapshot
	Low     int    // the fewest callers the thread had since the driver last set it to Depth

	// Number is the number of the next operation in Deps. The driver counts it. It begins with 1; 0
	// is the start of the thread.
	Number  int
	flow    *flow // nil unless dependencies are followed
	ownFlow *flow // the memory of flow; kept while flow is nil

	stamp int64 // equal stamps mean an equal state, except for threads that are woken from a queue

	fn     *code.Func
	pc     int // of the visible operation while parked
	base   int // of the window in regs
	regs   []int64
	win    *[256]int64 // the window
	top    int         // registers from here on are unused and zero
	frames []frame     // of the callers
	autos  []int32     // the Autos of every call: 1 + object, or 0; fn's are the last len(fn.Locals)

	paidFrames, paidRegs int // frames and registers of the stack whose memory is counted

	// The operation before which the thread is parked.
	in      code.Instr
	access  *code.Access
	addr    uint64
	changes int // space.changes when Op.Loc was resolved; -1: Op.Loc is unknown, or does not allow the access
	stage   int // of an operation of several steps
	bulk    bulk
	text    string      // result of VFormat
	copied  trace.Undef // of the register loaded by the last Access.Copy load
	taints  []taint

	clock, seen int64 // in nanoseconds; what it showed last
	sleeps      int
	handle      int64 // identifies the thread in the program; 0: it was not created yet
	created     int   // how many threads it has created
	result      int64 // of the thread's function, or the exit status
	starting    bool  // main: runs Program.Init
	ending      bool  // the thread's function has returned; result is set
	inside      bool  // in an atomic section
	pthreadExit bool  // ended by pthread_exit: if it is main, the program goes on
	detached    bool
	joined      bool
	target      trace.ThreadID // the thread to join, or -1
	signaled    bool           // woken from a condition variable
	fenced      bool           // Config.Marked: the barrier of the release before which it is parked was performed
	expired     bool           // the time limit of its wait has passed
	spurious    bool           // its wait ends spuriously
	awoken      bool           // a wait of it has ended spuriously
	awaits      models.Loc     // condition variable it is queued on, or -1
	arrival     int            // its place in the order of queueing
	ticket      uint64         // barrier: the arrivals it waits for
	condition   models.Loc     // the condition variable that it waits for, in stage 2 of the wait
	tls         []int32        // by Program.TLS: 1 + object, or 0
	values      []int64        // thread-specific data, by key
	key         int            // the key whose destructor is next
	rounds      int            // completed rounds of destructors
}

// A frame is a call that waits for its callee.
type frame struct {
	fn   *code.Func
	pc   int
	base int
}

// handleBase makes thread handles distinct from small integers. It is the handle of main.
const handleBase = 0x7f00_0000

// nextHandle returns the handle of the thread that t creates next. It depends only on t and on how
// many threads t has created, so it is known before the thread has a number.
func (t *Thread) nextHandle() int64 {
	return handleBase + 1 + int64(t.ID)*maxThreads + int64(t.created)
}

// threadOf returns the thread of a handle, or nil.
func (m *VM) threadOf(h int64) *Thread {
	for _, t := range m.threads {
		if t.handle == h && h != 0 {
			return t
		}
	}
	return nil
}

func (m *VM) newThread() *Thread {
	var t *Thread
	if n := len(m.spare); n > 0 {
		t, m.spare = m.spare[n-1], m.spare[:n-1]
		clear(t.regs[:t.top]) // old values must not influence whether two loop states are equal
	} else {
		t = &Thread{regs: make([]int64, 512)}
	}
	if t.top > keptRegisters {
		t.regs, t.frames, t.autos = make([]int64, 512), nil, nil
	}
	t.top = 0
	t.paidFrames, t.paidRegs = framePiece, registerPiece
	t.ID = trace.ThreadID(len(m.threads))
	t.slide(0)
	t.State, t.frames, t.autos = Running, t.frames[:0], t.autos[:0]
	t.stage, t.bulk.active, t.copied = 0, false, 0
	t.taints = t.taints[:0]
	t.clock, t.seen, t.sleeps = 0, 0, 0
	t.handle, t.created = 0, 0
	t.result, t.in = 0, code.Instr{}
	t.Effects, t.Changes, t.Locals, t.Delays, t.Ended, t.Low = 0, 0, 0, 0, 0, 0
	t.starting, t.ending, t.pthreadExit, t.detached, t.joined, t.signaled = false, false, false, false, false, false
	t.inside, t.expired, t.spurious, t.awoken = false, false, false, false
	t.target, t.awaits = -1, -1
	t.values = t.values[:0]
	t.key, t.rounds, t.Number = 0, 0, 1
	m.followThread(t)
	t.tls = t.tls[:0]
	for range m.prog.TLS {
		t.tls = append(t.tls, 0)
	}
	m.threads = append(m.threads, t)
	m.touch(t)
	return t
}

// touch records that the state of thread t changes.
func (m *VM) touch(t *Thread) {
	m.stamps++
	t.stamp = m.stamps
}

// newThreadAt makes thread n. Threads with smaller numbers may be made later.
func (m *VM) newThreadAt(n trace.ThreadID) *Thread {
	for int(n) > len(m.threads) {
		m.newThread().State = Done
	}
	t := m.newThread()
	if last := len(m.threads) - 1; t.ID != n {
		m.spare = append(m.spare, m.threads[n])
		m.threads[n], m.threads = t, m.threads[:last]
		t.ID = n
	}
	return t
}

// acted records an effect that other threads may notice, or a change of state that LoopState does not
// contain.
func (t *Thread) acted() {
	t.Effects++
	t.Changes++
}

// Depth returns how many calls wait for the current one to return.
func (t *Thread) Depth() int { return len(t.frames) }

// Place returns the pc of the next instruction in the current call, and the index of the call's first
// register.
func (t *Thread) Place() (pc, base int) { return t.pc, t.base }

// Registers returns the registers of the current call.
func (t *Thread) Registers() []int64 { return t.win[:t.fn.NRegs] }

// Joins reports whether t is parked before a join, and returns the thread that it joins. n is -1 if
// there is no such thread, or if the time limit of the wait has passed.
func (t *Thread) Joins() (n trace.ThreadID, joins bool) {
	switch id := code.SysID(t.in.C); {
	case t.in.Op != code.Sys || id != code.ThreadJoin && id != code.ThreadAwait:
		return -1, false
	case t.expired:
		return -1, true
	}
	return t.target, true
}

// InSection reports whether t is in an atomic section. It may have stopped there.
func (t *Thread) InSection() bool { return t.inside }

// ComparesTwo reports whether t is parked before a compare-and-swap of two locations.
func (t *Thread) ComparesTwo() bool { return t.in.Op == code.DCAS }

// Result returns the result of the function of a thread that has ended, or the exit status if the
// thread has ended the program.
func (t *Thread) Result() int64 { return t.result }

// window returns the registers of the current call.
func (t *Thread) window() *[256]int64 { return t.win }

// slide sets the window to the registers from base on. It must also be called when t.regs is
// replaced.
func (t *Thread) slide(base int) {
	t.base, t.win = base, (*[256]int64)(t.regs[base:base+256])
}

// enter makes function f the thread's current call, without a frame. The caller sets its arguments.
func (m *VM) enter(t *Thread, f int) {
	t.fn, t.pc = &m.prog.Funcs[f], 0
	t.top = max(t.top, t.base+t.fn.NRegs)
	for range t.fn.Locals {
		t.autos = append(t.autos, 0)
	}
}

// call pushes a call of f by the current instruction. The callee's window starts at register at. It
// reports whether there is room.
func (m *VM) call(t *Thread, f *code.Func, at int) bool {
	base := t.base + at
	if (len(t.frames) >= t.paidFrames || base > t.paidRegs) && !m.payStack(t, base) {
		return false
	}
	if base+512 > len(t.regs) { // doubling, so that copying costs no more than the calls
		regs := make([]int64, 2*len(t.regs)+512)
		copy(regs, t.regs)
		t.regs = regs
	}
	t.frames = append(t.frames, frame{t.fn, t.pc + 1, t.base})
	t.slide(base)
	t.fn, t.pc, t.top = f, 0, max(t.top, base+f.NRegs)
	for range f.Locals {
		t.autos = append(t.autos, 0)
	}
	return true
}

// payStack counts the memory of the next piece of the stack of t, whose registers reach up to base.
// It reports whether there is room.
func (m *VM) payStack(t *Thread, base int) bool {
	frames, regs := t.paidFrames, t.paidRegs
	if len(t.frames) >= frames {
		frames += framePiece
	}
	if base > regs {
		regs = base + registerPiece
	}
	size := int64(frames*frameCost + regs*8)
	if size > m.space.memory.bound.stack() || !m.space.memory.take(size-int64(t.paidFrames*frameCost+t.paidRegs*8)) {
		return false
	}
	t.paidFrames, t.paidRegs = frames, regs
	return true
}

// leave ends the life of the current call's automatic objects.
func (m *VM) leave(t *Thread) {
	n := len(t.autos) - len(t.fn.Locals)
	for _, o := range t.autos[n:] {
		if o != 0 {
			m.killVariable(t, o-1)
		}
	}
	t.autos = t.autos[:n]
}

// endAuto ends the life of the instance of local i of the current call, if there is one.
func (m *VM) endAuto(t *Thread, i int32) {
	if at := t.auto(i); *at != 0 {
		m.killVariable(t, *at-1)
		*at = 0
	}
}

// auto returns the entry of autos for local i of the current call.
func (t *Thread) auto(i int32) *int32 { return &t.autos[len(t.autos)-len(t.fn.Locals)+int(i)] }

func (m *VM) killVariable(t *Thread, n int32) {
	o := &m.space.objs[n]
	if o.located && !m.stopped {
		m.driver.Ends(t, Block{Addr: o.addr, Size: o.size, Name: o.name, Allocated: *o.pos, Life: o.lives, object: n})
	}
	t.Ended += int(o.stores)
	t.Changes -= o.hash
	m.space.kill(n, t.ID, nil, false)
}

// position returns the source position of the current instruction of t, or of the loop in which it
// waits.
func (t *Thread) position() trace.Pos {
	if t.State == Waiting {
		return t.fn.PosOf[t.pc-1]
	}
	if t.in.Op == exitOp && t.State != Running || t.pc >= len(t.fn.PosOf) {
		return t.fn.Pos
	}
	return t.fn.PosOf[t.pc]
}

// Looping returns the position of a loop in which a thread is that has not ended and does not wait:
// the first such thread, its innermost call that is in a loop, and the innermost loop. The line is 0
// if there is none. The cost is that of code.Program.Loops.
func (m *VM) Looping() (at trace.Pos) {
	for _, t := range m.threads {
		if t.State != Ready && t.State != Running {
			continue
		}
		if at = m.loopAround(t.fn, t.pc); at.Line > 0 {
			return at
		}
		for i := len(t.frames) - 1; i >= 0; i-- {
			if at = m.loopAround(t.frames[i].fn, t.frames[i].pc-1); at.Line > 0 {
				return at
			}
		}
	}
	return trace.Pos{}
}

// loopAround returns the position of the smallest loop of function f that contains pc.
func (m *VM) loopAround(f *code.Func, pc int) (at trace.Pos) {
	if f.System || pc < 0 || pc >= len(f.Code) {
		return trace.Pos{}
	}
	smallest := len(f.Code) + 1
	for head, body := range m.loopBodies(f) {
		if body == nil || !body[pc] {
			continue
		}
		n := 0
		for _, in := range body {
			if in {
				n++
			}
		}
		if n < smallest {
			smallest, at = n, f.PosOf[head]
		}
	}
	return at
}

// maxStack bounds the calls in a Stack.
const maxStack = 64

// Stack returns the calls in progress, innermost first. It omits calls in the middle if there are
// more than maxStack. It omits functions of embedded headers unless there are no others.
func (t *Thread) Stack() []Frame {
	list := make([]Frame, 0, min(len(t.frames), maxStack)+1)
	list = t.appendStack(list, false)
	if len(list) == 0 {
		list = t.appendStack(list, true)
	}
	return list
}

func (t *Thread) appendStack(list []Frame, system bool) []Frame {
	if system || !t.fn.System {
		list = append(list, Frame{t.fn.Name, t.position()})
	}
	for i, n := len(t.frames)-1, 1; i >= 0; i, n = i-1, n+1 {
		if n == maxStack/2 && i > maxStack/2 {
			i = maxStack / 2
		}
		if f := &t.frames[i]; system || !f.fn.System {
			list = append(list, Frame{f.fn.Name, f.fn.PosOf[max(f.pc-1, 0)]})
		}
	}
	return list
}
