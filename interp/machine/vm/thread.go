package vm

import (
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// A State says whether a thread can take its next step.
type State uint8

// The states. Waiting and Bounded are the driver's to set, in Loop.
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
	Awaiting                 // needs what it has read, which is not known: see Await
)

// The memory of a stack is counted in pieces of so many calls, and of so many
// registers.
const (
	framePiece    = 1 << 10
	registerPiece = 1 << 14
)

// keptRegisters is how deep a stack may be to be kept for the next execution.
const keptRegisters = 1 << 20

// frameCost is what a call takes beside its registers and objects.
const frameCost = 40

// destructorRounds is how often the destructors of thread-specific data are
// called if they leave values that are not null.
const destructorRounds = 4

// exitOp is the pseudo-instruction of a thread whose function has returned.
const exitOp = code.NumOps

// A Thread is a thread of the program under test.
type Thread struct {
	ID    trace.ThreadID
	State State
	Op    models.Op // before which it is parked

	// What a driver that watches for waiting loops needs to know.
	Effects int // counts what the thread did that others may notice, and changes of what LoopState leaves out
	Changes int // counts these, and changes of private objects
	Low     int // the fewest callers the thread had since the driver last set it to Depth

	// Number is that of the next operation for Depends, which the driver counts. It begins
	// with 1: the start of the thread is 0.
	Number  int
	flow    *flow // nil unless dependencies are followed
	ownFlow *flow // it, or what it was and will be

	stamp int64 // equal ones mean an equal state; but for threads that are woken from a queue

	fn     *code.Func
	pc     int // of the visible operation while parked
	base   int // of the window in regs
	regs   []int64
	win    *[256]int64 // the window
	top    int         // registers from here on were not used yet
	frames []frame     // of the callers
	autos  []int32     // the Autos of every call: 1 + object, or 0; fn's are the last len(fn.Locals)

	paidFrames, paidRegs int // up to where the stack's memory is counted

	// The operation before which the thread is parked.
	in      code.Instr
	access  *code.Access
	addr    uint64
	changes int // space.changes when Op.Loc was resolved; -1: it is not known, or wrong for the access
	stage   int // of an operation of several steps
	bulk    bulk
	text    string      // that VFormat made
	copied  trace.Undef // of the register loaded by the last Access.Copy load
	taints  []taint

	result   int64 // of the thread's function, or the exit status
	starting bool  // main: runs Program.Init
	ending   bool  // the thread's function has returned; result is set
	inside   bool  // in an atomic section, which it holds
	outlived bool  // ended by pthread_exit: if it is main, the program goes on
	detached bool
	joined   bool
	target   trace.ThreadID // join: of whom
	signaled bool           // woken from a condition variable
	expired  bool           // the time limit of its wait has passed
	spurious bool           // it wakes of itself
	awoken   bool           // it has done so before
	awaits   models.Loc     // condition variable it is queued on, or -1
	arrival  int            // when it was queued
	ticket   uint64         // barrier: the arrivals it waits for
	tls      []int32        // by Program.TLS: 1 + object, or 0
	values   []int64        // thread-specific data, by key
	key      int            // whose destructor is next
	rounds   int            // of calling destructors that are over
}

// A frame is a call that waits for its callee.
type frame struct {
	fn   *code.Func
	pc   int
	base int
}

// handleBase makes thread handles distinct from small integers.
const handleBase = 0x7f00_0000

func handle(t trace.ThreadID) int64 { return handleBase + int64(t) }

// threadOf returns the thread of a handle, or nil.
func (m *VM) threadOf(h int64) *Thread {
	if n := h - handleBase; n >= 0 && n < int64(len(m.threads)) {
		return m.threads[n]
	}
	return nil
}

func (m *VM) newThread() *Thread {
	var t *Thread
	if n := len(m.spare); n > 0 {
		t, m.spare = m.spare[n-1], m.spare[:n-1]
		clear(t.regs[:t.top]) // what is left there must not decide when a loop comes round
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
	t.result, t.in = 0, code.Instr{}
	t.Effects, t.Changes, t.Low = 0, 0, 0
	t.starting, t.ending, t.outlived, t.detached, t.joined, t.signaled = false, false, false, false, false, false
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

// touch notes that the state of thread t changes.
func (m *VM) touch(t *Thread) {
	m.stamps++
	t.stamp = m.stamps
}

// newThreadAt makes thread n, before others with smaller numbers perhaps.
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

// acted notes that the thread did something that others may notice, or that
// changes what LoopState leaves out.
func (t *Thread) acted() {
	t.Effects++
	t.Changes++
}

// Depth returns how many calls wait for the current one to return.
func (t *Thread) Depth() int { return len(t.frames) }

// Place returns where the thread is in its current call: the number of the next
// instruction, and the place of the first register.
func (t *Thread) Place() (pc, base int) { return t.pc, t.base }

// Registers returns the registers of the current call.
func (t *Thread) Registers() []int64 { return t.win[:t.fn.NRegs] }

// Joins returns the thread that t, parked before a join, waits for; joins is false
// if it is parked before another operation, n is -1 if there is no such thread, or the time of
// the wait is over.
func (t *Thread) Joins() (n trace.ThreadID, joins bool) {
	switch id := code.SysID(t.in.C); {
	case t.in.Op != code.Sys || id != code.ThreadJoin && id != code.ThreadAwait:
		return -1, false
	case t.expired:
		return -1, true
	}
	return t.target, true
}

// InSection reports whether t is in an atomic section, perhaps stopped there for good.
func (t *Thread) InSection() bool { return t.inside }

// ComparesTwo reports whether t is parked before a compare-and-swap of two locations.
func (t *Thread) ComparesTwo() bool { return t.in.Op == code.DCAS }

// Result returns what the function of a thread that has ended returned, or of one
// that has ended the program the exit status.
func (t *Thread) Result() int64 { return t.result }

// window returns the registers of the current call.
func (t *Thread) window() *[256]int64 { return t.win }

// slide moves the window, or finds it in other registers.
func (t *Thread) slide(base int) {
	t.base, t.win = base, (*[256]int64)(t.regs[base:base+256])
}

// enter makes function f the thread's first call; its arguments are set by the caller.
func (m *VM) enter(t *Thread, f int) {
	t.fn, t.pc = &m.prog.Funcs[f], 0
	t.top = max(t.top, t.base+t.fn.NRegs)
	for range t.fn.Locals {
		t.autos = append(t.autos, 0)
	}
}

// call pushes a call of f, by the current instruction, whose window starts at register at;
// it reports whether there is room.
func (m *VM) call(t *Thread, f *code.Func, at int) bool {
	base := t.base + at
	if (len(t.frames) >= t.paidFrames || base > t.paidRegs) && !m.payStack(t, base) {
		return false
	}
	if base+512 > len(t.regs) { // doubled: the copies cost as much as the calls, or less
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

// payStack counts the memory of another piece of the stack of t, whose registers
// reach up to base; it reports whether there is room.
func (m *VM) payStack(t *Thread, base int) bool {
	frames, regs := t.paidFrames, t.paidRegs
	if len(t.frames) >= frames {
		frames += framePiece
	}
	if base > regs {
		regs = base + registerPiece
	}
	size := int64(frames*frameCost + regs*8)
	if size > m.space.memory.of.stack() || !m.space.memory.take(size-int64(t.paidFrames*frameCost+t.paidRegs*8)) {
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
			m.killAuto(t, o-1)
		}
	}
	t.autos = t.autos[:n]
}

func (m *VM) killAuto(t *Thread, n int32) {
	if o := &m.space.objs[n]; o.located && m.observer != nil {
		m.space.eachLoc(o, func(l models.Loc) { m.observer.Drop(t, l) })
	}
	m.space.kill(n, t.ID, nil, false)
}

// position returns where thread t is: the source position of its current
// instruction, or of the loop in which it waits.
func (t *Thread) position() trace.Pos {
	if t.State == Waiting {
		return t.fn.PosOf[t.pc-1]
	}
	if t.in.Op == exitOp && t.State != Running || t.pc >= len(t.fn.PosOf) {
		return t.fn.Pos
	}
	return t.fn.PosOf[t.pc]
}

// Looping returns where the innermost loop is that a thread is in which has not ended and
// does not wait; of the first such thread, in its innermost call that is in one. The line is
// 0 if there is none. It takes the time of code.Program.Loops.
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

// loopAround returns where the smallest loop of a function begins that has an instruction.
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

// maxStack is how many calls a Stack holds.
const maxStack = 64

// Stack returns the calls in progress, innermost first, of which it leaves out those
// in the middle if there are too many. Functions of embedded headers are left out
// unless there is nothing else.
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
