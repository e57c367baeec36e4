// Package vm runs the threads of a compiled C11 program, each from one visible operation to
// the next.
//
// A VM is a register byte-code interpreter. Each thread of the program is a data structure,
// not a goroutine, and is always parked before its next visible operation: a shared access,
// a fence, a lock, thread creation, join or exit. The VM knows the language: registers and
// frames, objects with their bounds and lifetimes, the library, and what is an error. It
// knows no memory model and never chooses. A Driver picks the thread that steps next,
// supplies the values that loads read, and performs everything that other threads may
// notice. There are two kinds of drivers. The operational machine of package interp asks a
// models.Memory what is allowed and a strategy what to do. The explorers keep an execution
// graph.
//
// A models.Mapping lowers a C11 memory order to fences around the access. Access and fences
// are one step. That loses no behaviour: a commit may be scheduled just before the step,
// and the thread performs nothing between its parts.
//
// In the steady state an execution allocates nothing: threads, frames and memory are
// reused. What was tried for speed stands in docs/notes/vm.md.
package vm

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// maxThreads bounds the threads of one execution.
const maxThreads = 4096

// localPerStep is how many loop iterations and calls without a visible operation count as one step.
const localPerStep = 64

// A Config is the configuration of a VM.
type Config struct {
	// Semantics.MaxSteps also bounds the loop iterations and calls between operations. With the
	// mapping models.Native C11 orders reach the driver unchanged.
	Semantics
	// EarlyFail says that a weak compare-exchange chooses whether it fails before it reads. Otherwise
	// it chooses only if it would succeed.
	EarlyFail bool
	// Few says that nondet_range draws only likely values of a wide range.
	Few bool
	// Marked says that the word of a condition variable has a bit for each waiting thread: see
	// marked.
	Marked bool
	// Compared says that the driver, which is a Comparer, receives the operations that depend on whether
	// malloc reuses memory: see compared.go.
	Compared bool
	// Striped says that an address depends only on the actions of its thread, not on the order of the
	// threads' steps.
	Striped bool
	// Dependencies enables Thread.Depends: see depend.go.
	Dependencies bool
	// Coverage, if not nil, records what executions reach.
	Coverage *Coverage
	Memory   *Memory   // nil: one of the VM alone, of DefaultMemory bytes
	Output   io.Writer // where the program's output goes; nil: nowhere
}

// A VM holds one execution of a program. It is not safe for concurrent use; any
// number may share a program.
type VM struct {
	prog       *code.Program
	source     *code.Program // to analyse; prog unless coverage is recorded
	covered    *covered      // nil unless coverage is recorded
	config     Config
	native     bool // C11 orders are not lowered
	reuses     bool // malloc may return the address of memory that was freed
	driver     Driver
	observer   Observer // the driver, if it is an Observer; otherwise nil
	repeater   Repeater // the driver, if it is a Repeater; otherwise nil
	comparer   Comparer // the driver, if it receives comparisons; otherwise nil
	least      uint64   // no smaller value holds the address of a heap block; without comparer the largest number
	conditions conditions

	space space
	wides *trace.Wides
	// The bytes that the driver and the table of wides kept when they were last measured.
	kept, measured int64
	sites          []*code.Access  // of the program
	guesses        [256]models.Loc // by guessAt: locations of this or an earlier execution
	threads        []*Thread
	stamps         int64 // the latest stamp of a thread
	spare          []*Thread
	bodies         map[*code.Func][][]bool // see loopBodies
	locks          []lockState             // by location
	signals        []models.Loc            // condition variables with a queue that were signalled; no behaviour depends on their counts
	ended          trace.Pos               // see EndsObjects
	keys           []uint64                // destructors of thread-specific data
	section        trace.ThreadID          // the thread in an atomic section, or -1
	accessed       bool                    // this thread has made an access there
	queued         int                     // threads that have queued up on condition variables so far

	ctx       context.Context
	local     int   // loops and calls since the start; a draw counts as localPerStep
	work      int64 // since the context was checked
	worked    int64 // until then
	limit     int   // bound on local
	stopped   bool
	outcome   Outcome
	err       *Error
	lives     map[*code.Func][][]uint8 // code.Live
	probes    map[*code.Func]*probe
	probed    *code.Func // of the latest probe
	lastProbe *probe
	present   []int64                   // registers, of ProbeFrom
	steps     map[*code.Func]*code.Func // see executeOne
	stepped   *code.Func                // of the latest executeOne
	step      *code.Func                // its copy
	scratch   []int64                   // registers, of Probe
	rechecks  map[call][2]bool          // code.Program.After
	uses      map[*code.Func][][]uint8  // by pc: see usesOf

	overflow  trace.Pos // see Overflow
	probing   bool      // execute runs for a probe
	following bool      // see Follow
	copies    copies
	copied    []bool        // scratch of HasCopies
	blocks    []Block       // scratch of takeFreed
	fitting   []int         // scratch of takeFreed: indices of blocks in space.freed
	constants []int64       // of the program; nil until the first draw
	draws     map[call]draw // see first
}

// Init makes m, which is zero, a VM of program p for driver d.
func (m *VM) Init(p *code.Program, d Driver, c Config) {
	m.prog, m.source, m.config, m.driver, m.limit = p, p, c, d, localPerStep*c.MaxSteps
	if c.Coverage != nil {
		if run, s := c.Coverage.attach(p); s != nil {
			m.prog, m.covered = run, s
		}
	}
	if c.Memory == nil {
		c.Memory = NewMemory(0)
	}
	m.wides = new(trace.Wides)
	m.space.zeroed = c.Zeroed
	if m.reuses = Recycles(p, c.Reuse); m.reuses {
		m.space.keeps = maxFreed
		if c.Striped {
			m.space.keeps = math.MaxInt
		}
	}
	m.space.init(p, c.Striped, c.Memory, m.wides)
	m.least = math.MaxUint64
	if m.reuses && c.Compared {
		m.comparer, m.least = d.(Comparer), uint64(m.space.imageSlots)<<code.SlotBits
	}
	m.sites = make([]*code.Access, len(p.Access))
	for i := range m.sites {
		m.sites[i] = &p.Access[i]
	}
	m.observer, _ = d.(Observer)
	m.repeater, _ = d.(Repeater)
	m.config.Mapping = c.Mapping.OrC11()
	m.native = c.Mapping.Name == models.Native.Name
	m.conditions = queues{}
	if c.Marked {
		m.conditions = marked{}
	}
}

// SetDriver makes d the driver of the executions to come.
func (m *VM) SetDriver(d Driver) {
	m.driver = d
	m.observer, _ = d.(Observer)
	m.repeater, _ = d.(Repeater)
}

// sourceOf returns function f of m.prog as it is in m.source, without the BadOps of coverage.
func (m *VM) sourceOf(f *code.Func) *code.Func {
	if m.covered != nil {
		for i := range m.prog.Funcs {
			if &m.prog.Funcs[i] == f {
				return &m.source.Funcs[i]
			}
		}
	}
	return f
}

// Reset ends the execution and prepares the next, which can be cancelled by ctx.
func (m *VM) Reset(ctx context.Context) {
	m.keep(0)
	m.space.reset()
	m.begin(ctx)
}

// keep makes all threads except the first ones spare.
func (m *VM) keep(threads int) {
	m.spare = append(m.spare, m.threads[threads:]...)
	m.threads = m.threads[:threads]
}

// begin resets what is neither a thread nor an object.
func (m *VM) begin(ctx context.Context) {
	m.space.memory.ctx = ctx
	m.wides.Clear()
	m.copies.reset()
	m.kept, m.measured = 0, 0
	m.locks, m.signals, m.keys, m.queued, m.section, m.accessed = m.locks[:0], m.signals[:0], m.keys[:0], 0, -1, false
	m.ctx, m.local, m.work, m.worked, m.following = ctx, 0, 0, 0, false
	m.stopped, m.outcome, m.err, m.overflow = false, Completed, nil, trace.Pos{}
}

// Start runs main to its first visible operation, after Reset.
func (m *VM) Start() {
	if m.ctx.Err() != nil {
		m.Stop(Interrupted, nil)
		return
	}
	if o := m.space.refused; o != nil {
		m.Stop(Unsupported, &Error{Kind: NotSupported, Pos: o.Pos, Message: fmt.Sprintf("a program whose objects need more than %d MiB of memory (--memory)", m.space.memory.bound.image()>>20)})
		return
	}
	main := m.newThread()
	main.handle = handleBase
	if m.prog.Init >= 0 {
		main.starting = true
		m.enter(main, m.prog.Init)
	} else {
		m.enter(main, m.prog.Main)
	}
	m.run(main)
}

// Resume runs a thread that waited in a loop to its next visible operation.
func (m *VM) Resume(t *Thread) {
	m.touch(t)
	m.run(t)
}

// Stop ends the execution with outcome o and error e, which may be nil, unless it has ended already.
func (m *VM) Stop(o Outcome, e *Error) {
	if !m.stopped {
		m.stopped, m.outcome, m.err = true, o, e
	}
}

// Stopped reports whether the execution has ended.
func (m *VM) Stopped() bool { return m.stopped }

// Ending returns the arguments of the first Stop.
func (m *VM) Ending() (Outcome, *Error) { return m.outcome, m.err }

// Tick counts a loop iteration or a call. It reports whether the execution may continue.
func (m *VM) Tick(t *Thread) bool {
	m.local++
	m.work += int64(1 + len(t.fn.Code)/16)
	return m.local <= m.limit && m.work < checkEvery || m.ticked()
}

// TickLooks counts the look at n values of memory, as loop iterations. It reports whether the
// execution may continue.
func (m *VM) TickLooks(n int) bool {
	m.local += n / looksPerLoop
	m.work += int64(n)
	return m.local <= m.limit && m.work < checkEvery || m.ticked()
}

// looksPerLoop is how many looks at values of memory count as one loop iteration.
const looksPerLoop = 8

// ticked ends the execution if it is too long or the context has ended. It reports whether the
// execution may continue.
func (m *VM) ticked() bool {
	if m.local > m.limit {
		m.Stop(OutOfSteps, nil)
		return false
	}
	return m.checkContext()
}

// checkEvery is how much work is done between two checks of the context: some milliseconds.
const checkEvery = 1 << 19

// Spend counts work between visible operations, in units of about 16 instructions or 64 bytes. It
// reports whether the execution may continue.
func (m *VM) Spend(work int) bool {
	m.work += int64(work)
	return m.work < checkEvery || m.checkContext()
}

// checkContext ends the execution if the context has ended. It reports whether the execution may
// continue.
func (m *VM) checkContext() bool {
	m.worked += m.work
	m.work = 0
	if m.ctx.Err() != nil {
		m.Stop(Interrupted, nil)
		return false
	}
	return true
}

// Worked returns how much work the execution has done between visible operations, in the
// units of Spend.
func (m *VM) Worked() int64 { return m.worked + m.work }

// bytesPerUnit is how many bytes that are filled, or that the operating system gives, cost a unit of
// Spend.
const bytesPerUnit = 64

// spend counts the work of making an object of so many bytes.
func (m *VM) spend(bytes int64) bool { return m.Spend(int(bytes / bytesPerUnit)) }

// End frees the memory of an execution that has ended, if it was large. Only the objects of the
// program remain readable. Memory that the operating system had to give is counted as work.
func (m *VM) End() {
	if m.space.memory.large {
		m.work += m.space.memory.spent / bytesPerUnit
		m.space.shrink()
		for _, t := range m.threads {
			m.touch(t)
			t.regs, t.frames, t.autos = make([]int64, 512), nil, nil
			t.slide(0)
			t.top, t.bulk.chunks = 0, nil
		}
		m.space.memory.end()
	}
}

// Section returns the thread in an atomic section, which no other thread interrupts, or -1.
func (m *VM) Section() trace.ThreadID { return m.section }

// Threads returns the threads of the execution, by number.
func (m *VM) Threads() []*Thread { return m.threads }

// Mapping returns how C11 orders are lowered.
func (m *VM) Mapping() *models.Mapping { return &m.config.Mapping }

// Output returns where the program's output goes; nil: nowhere.
func (m *VM) Output() io.Writer { return m.config.Output }

// SetOutput says where the program's output goes from now on; nil: nowhere.
func (m *VM) SetOutput(w io.Writer) { m.config.Output = w }

// Where returns the address and the size in bytes of location l.
func (m *VM) Where(l models.Loc) (addr uint64, size uint8) {
	at := &m.space.locs[l]
	return at.addr, at.size
}

// LoadsPart reports whether the access of a site may load a part of a structure that other accesses
// load or store as a whole.
func (m *VM) LoadsPart(site int32) bool {
	return m.prog.Access[site].Unit > 0 || slices.ContainsFunc(m.config.Units, func(u Unit) bool { return !u.IsWord() })
}

// Alive reports whether location l still exists: its object is alive, and its bytes were not accessed
// at another size.
func (m *VM) Alive(l models.Loc) bool {
	return m.space.alive(l)
}

// Dead reports whether the object of location l is dead.
func (m *VM) Dead(l models.Loc) bool { return m.space.locs[l].obj < 0 }

// Ended reports whether an object that thread t made was at addr, and its life has ended. Config.Striped
// must be set.
func (m *VM) Ended(t *Thread, addr uint64) bool {
	_, alive := m.space.resolve(addr, 1)
	_, slot := split(addr)
	return !alive && m.space.objs[m.space.slots[slot].obj].stripe == t.ID+1
}

// IsLock reports whether location l is the lock word of a synchronisation object that was used.
func (m *VM) IsLock(l models.Loc) bool { return int(l) < len(m.locks) && m.locks[l].known }

// LocAt returns the location of size bytes at addr, if there is one.
func (m *VM) LocAt(addr uint64, size uint8) (l models.Loc, ok bool) {
	if off, ok := m.space.resolve(addr, size); ok {
		if l := m.space.scalarAt(off, size); l >= 0 {
			return l, true
		}
	}
	return -1, false
}

// Locs calls f for every location of block b.
func (m *VM) Locs(b Block, f func(models.Loc)) { m.space.eachLoc(&m.space.objs[b.object], f) }

// View returns the content of size bytes at addr as thread t sees it.
func (m *VM) View(t trace.ThreadID, addr uint64, size uint8) (v uint64, undef trace.Undef) {
	v, undef = m.view(t, addr, size)
	if size > 8 {
		m.Tell(v, size)
	}
	return v, undef
}

// Wides returns the table of the execution's values of more than 8 bytes.
func (m *VM) Wides() *trace.Wides { return m.wides }

// Tell adds the value of size bytes with number v to the program's table, for display.
func (m *VM) Tell(v uint64, size uint8) {
	if m.prog.Wides != nil {
		m.prog.Wides.NumberOf(size, func(i uint8) uint64 { return m.wides.Word(v, size, i) })
	}
}

func (m *VM) view(t trace.ThreadID, addr uint64, size uint8) (v uint64, undef trace.Undef) {
	off, ok := m.space.resolve(addr, size)
	if !ok {
		return 0, trace.AllUndef(size)
	}
	if l := m.space.scalarAt(off, size); l >= 0 {
		return m.driver.Latest(t, l)
	}
	if size > 8 {
		var missing [trace.MaxSize / 8]trace.Undef
		v = m.wides.NumberOf(size, func(i uint8) (w uint64) {
			w, missing[i] = m.view(t, addr+8*uint64(i), min(size-8*i, 8))
			return w
		})
		return v, trace.JoinUndef(size, func(i uint8) trace.Undef { return missing[i] })
	}
	v, undef = m.space.content(off, size)
	for i := uint32(0); i < uint32(size); i++ { // the bytes of locations of other sizes
		l := m.space.covering(off + i)
		if l < 0 {
			continue
		}
		part, u := m.driver.Latest(t, l)
		b, missing := m.byteOf(l, part, u, off+i)
		v = v&^(0xff<<(8*i)) | uint64(b)<<(8*i)
		undef = undef&^(1<<i) | missing<<i
	}
	return v, undef
}
