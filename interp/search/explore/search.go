package explore

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"unsafe"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// An explorer explores one subtree at a time. It drives a VM (vm.Driver).
type explorer struct {
	prog *code.Program
	self Execution
	vm   vm.VM
	ctx  context.Context
	pool *pool
	features
	frontier
	runState
	waiting
	looseOrder
	locationTable
	memory
	slotTable
	parts partTable

	tally   tally
	exits   exitStates
	faults  []*interp.Error
	claims  []claim
	err     error
	replica *explorer // runs the prefixes of an allocation and a free: see reuse.go
	replay  *replay   // nil if this is no replay
	spine   *spine    // nil if this is the whole search

	asked                   int   // calls of late
	looked                  int   // events that checks visited and that are not charged as work yet
	measured                int   // tally.kept when memory was measured last
	counted, countedBlocked int64 // executions that are not added to the counts of the pool yet
}

// features are what the search reckons with: what the program may do, and which reductions hold.
type features struct {
	unroll, maxSteps int

	symmetry  bool   // threads may have twins
	rf        bool   // the search does not branch on co: see readsfrom.go
	watches   bool   // the search branches on co as long as each execution has only one
	commuting bool   // operations that commute get parts of their locations: see commute.go
	barriers  bool   // arrivals at a barrier are not ordered
	leaves    bool   // a wait at a barrier reads the arrival that completes its round
	sections  bool   // the program may have atomic sections
	exchanges bool   // the program may have read-modify-writes at which threads wait
	compares  bool   // the program may have compare-exchanges that confirm
	clocks    bool   // the program looks at clocks
	days      int64  // how much later, if it is days, the thread at a loop has returned in the same state
	skips     bool   // Options.SkipIdle holds for this program and these options
	opEnds    []bool // by site: Options.Ends; nil if that is not set
	arguments []bool // by function: it may use its argument; nil: not computed yet
	lockWords []bool // by site: it accesses a lock word; nil: not computed yet
}

// frontier is the part of the search that is not explored yet.
type frontier struct {
	g      *axiom.Graph // that of the frame on top
	frames []*frame
	spare  []*frame
	freed  []*snapshot
}

// A runState is the state of the run in progress.
type runState struct {
	cursor  []int32 // by thread: number of its events that the run has performed
	begun   []int32 // by thread: cursor before its latest operation; -1 before its first
	tasks   []task  // by thread
	round   []int32 // by event: see rounds.go
	later   []int32 // events at the start of the run that it has put off
	woken   []int32 // the reads that the latest step served in place
	dead    bool    // the run ends here: the graph does not count as a complete execution
	enough  bool    // the search ends after the run
	steps   int
	begunAt int // steps when the run began, from a snapshot or at 0
	raced   int // pairs of accesses that raced in the run

	compared []comparison // of addresses
}

// waiting is what the explorer knows of loops, and of reads after which a thread only waits.
type waiting struct {
	loops    [][]loop   // by thread, outermost first
	marks    [][]mark   // by thread
	undone   []bool     // by thread: it waits after an iteration whose effects cancel out
	turned   []int32    // by thread: cursor when it last completed an iteration with effects
	caught   [][2]int32 // reads that catchesUp changed, each with the write that it read before
	backTo   int32      // index in the thread of the first event that idle leaves out
	coming   mark       // of the compare-exchange that foresees examines
	contents []uint64   // undoesAt: of a location without the iteration, by place in co
}

// looseOrder serves locations whose co the search does not branch on.
type looseOrder struct {
	agreed  []int32    // elements of choices that are consistent with the current co of the graph
	refused []int32    // elements of choices that no co is consistent with
	ending  [][2]int32 // pairs of writes of the execution that ends: co puts the first before the second
}

// A locationTable has the locations that the VM has met.
type locationTable struct {
	locations []location // of the pool
	placed    []location // by the VM's number of a location: its identity in the latest run
	locOf     []int32    // by the VM's number of a location: its number in graphs
	inUse     int        // length of the prefix of placed and locOf that the current run has defined
	shapes    shapes
}

// memory is used again from call to call, so that the search does not allocate.
type memory struct {
	choices    []int32  // candidates of the event being added
	iterations []Access // of Execution.SpinIterations
	insertions []axiom.Insertion
	number     []int32      // by event: its number in the graph that the latest cut made, or None
	before     *axiom.Graph // of latestFitting
	scratch    []int64
	probed     []int64
	ahead      vm.Point // of waitsFor
	partial    []uint64 // of mayAwait
	inOrder    []bool
	chained    []int32     // by event: one that comes before it in order; empty if there are none
	deferred   []int32     // of emitAll: events that wait for others
	walk       int         // number of the latest walk of deletes
	readers    []int32     // of revisits
	undeleted  []lastWrite // by location: see lastUndeleted
	left       []tail      // by thread, of the walk
	possibles  []int32     // of lastWrites
	demanded   []demand    // of forEver
}

// A frame is a graph that a revisit made, with the branches from it that the search has not
// followed yet.
type frame struct {
	g     *axiom.Graph
	order []int32 // the events that g began with, in an order that agrees with po and rf
	items []item

	revisited int32 // the thread of the read that was revisited; or -1

	snapshots []*snapshot // valid up to the event at which the latest run branched off, shortest first
	shared    int32       // events with smaller numbers are the same as in the frame below
}

// An item is a branch: the graph up to an event, with one thing changed.
type item struct {
	kind  itemKind
	event int32
	other int32 // the other event of kind
}

type itemKind uint8

const (
	readFrom   itemKind = iota // event reads from other
	blockOn                    // event reads from other, and its thread stays blocked
	stopAt                     // event stops its thread: see stops
	putAfter                   // event comes right after other in co
	revisit                    // event, a write or a free, revisits other, a read or an allocation
	serve                      // other, a read at which its thread waits, takes event
	take                       // event, an allocation, gets the block that other frees
	nextChoice                 // event takes its next value
	begin                      // the root of the search, the empty graph
)

// maxSteps bounds the operations of an execution if Options do not.
const maxSteps = 20_000

func newExplorer(ctx context.Context, p *code.Program, m *axiom.Model, o Options, pool *pool) *explorer {
	x := &explorer{prog: p, ctx: ctx, pool: pool}
	x.unroll, x.maxSteps = o.Machine.Unroll, o.Machine.MaxSteps
	x.self.x = x
	x.tally.reset()
	x.maxSteps = cmp.Or(x.maxSteps, maxSteps)
	c := vm.Config{
		Semantics: o.Machine.Semantics, Output: o.Machine.Output, Memory: o.Machine.Memory,
		Coverage: o.Machine.Coverage, EarlyFail: true, Marked: true, Striped: true, Few: true,
		Compared: pool.renews,
	}
	c.MaxSteps = x.maxSteps
	if m.HB() {
		c.Mapping = models.Native
	}
	x.symmetry, x.barriers, x.leaves = pool.symmetry, pool.barriers, pool.leaves
	x.rf, x.watches, x.commuting = pool.rf, pool.watches, pool.commuting
	x.sections, x.clocks = hasSections(p), p.ReadsClock
	x.skips = o.SkipIdle && o.Every == nil && !o.Machine.WeakFail && p.Atomic == 0
	if o.Ends != nil {
		x.opEnds = make([]bool, len(p.Sites))
		for site := range x.opEnds {
			x.opEnds[site] = o.Ends(int32(site))
		}
	}
	x.exchanges = x.skips && x.opEnds == nil && p.Has(func(in code.Instr) bool { return in.Op == code.CAS || in.Op == code.RMW })
	x.compares = x.exchanges && p.Has(func(in code.Instr) bool { return in.Op == code.CAS })
	x.vm.Init(p.LoopsAtConditions(), x, c)
	return x
}

// setContext sets the context of later runs.
func (x *explorer) setContext(ctx context.Context) {
	if x.ctx = ctx; x.replica != nil {
		x.replica.ctx = ctx
	}
}

// newFrame pushes an empty frame and returns it.
func (x *explorer) newFrame() *frame {
	var f *frame
	if n := len(x.spare); n > 0 {
		f, x.spare = x.spare[n-1], x.spare[:n-1]
	} else {
		f = &frame{g: x.pool.newGraph()}
	}
	f.items, f.order, f.shared, f.revisited = f.items[:0], f.order[:0], 0, -1
	x.frames = append(x.frames, f)
	return f
}

func (x *explorer) dropFrame() {
	n := len(x.frames) - 1
	x.keepUpTo(x.frames[n], -1)
	x.spare, x.frames = append(x.spare, x.frames[n]), x.frames[:n]
}

func (x *explorer) push(i item) {
	f := x.frames[len(x.frames)-1]
	f.items = append(f.items, i)
}

// explore follows all branches of all frames, until none is left or the pool stops.
func (x *explorer) explore() {
	for len(x.frames) > 0 && x.err == nil {
		if x.pool.stop.Load() {
			return
		}
		f := x.frames[len(x.frames)-1]
		if len(f.items) == 0 {
			x.dropFrame()
			continue
		}
		x.pool.share(x)
		if len(f.items) == 0 {
			continue // the only branch of this frame went to another worker
		}
		if x.spine != nil && x.spine.full() {
			return
		}
		x.branch(f)
	}
}

// branch follows the latest branch of frame f, the frame on top. It reports false if apply
// found no graph there.
func (x *explorer) branch(f *frame) bool {
	n, top := len(f.items)-1, len(x.frames)-1
	i := f.items[n]
	f.items = f.items[:n]
	var weight uint64
	if x.spine != nil {
		weight = x.spine.take(top, n)
	}
	if !x.apply(f, i) {
		x.tally.weight += weight
		return false
	}
	if x.spine != nil {
		if top < len(x.frames)-1 {
			top, n = len(x.frames)-1, 0
		}
		x.spine.grow(top, n, weight)
	}
	x.run()
	if x.spine != nil {
		x.tally.weight += x.spine.own(x)
		x.spine.prune(x)
	}
	return true
}

// apply changes the graph of frame f to branch i; a revisit pushes a frame with a graph of its
// own. It reports false if no consistent graph results.
func (x *explorer) apply(f *frame, i item) bool {
	x.g, x.claims, x.parts.several = f.g, x.claims[:0], false
	x.keepUpTo(f, i.event)
	for len(x.g.Events) > int(i.event)+1 {
		x.pop()
	}
	if i.kind == begin {
		return true
	}
	e := &x.g.Events[i.event]
	switch i.kind {
	case readFrom:
		e.Blocked, e.Handed, e.Idle = false, false, 0
		x.read(i.event, i.other)
		x.race(i.event)
	case blockOn:
		x.block(i.event, i.other)
	case stopAt:
		x.stop(i.event)
	case putAfter:
		x.g.Remove(i.event)
		x.g.Insert(i.event, i.other)
		x.arrange(i.event, axiom.None)
	case serve:
		x.keepUpTo(f, i.other)
		x.serveWaiting(i.other, i.event)
	case take:
		x.g.Take(i.event, i.other)
	case nextChoice:
		e.Value++
		if e.Value+1 < e.Expect {
			x.push(i)
		}
	case revisit:
		x.restart(i.event)
		return x.revisit(f, i.event, i.other)
	}
	return true
}

// run repeats the events of the graph, and then adds events up to the end of an execution.
func (x *explorer) run() {
	next, total := x.resume(), len(x.g.Events)
	x.begunAt, x.raced, x.enough = x.steps, 0, false
	done := x.done()
	x.later = x.later[:0]
	f := x.frames[len(x.frames)-1]
	for k := next; k < total && !x.over(); k++ {
		id := int32(k)
		if k < len(f.order) {
			id = f.order[k]
		}
		x.redoAccess(id)
		if total-done >= x.pool.o.Snapshots {
			if n := x.done(); n >= done+(total-done)/2 {
				x.save(k + 1)
				done = n
			}
		}
	}
	x.redoLater(false)
	for !x.over() && x.step() {
	}
	x.finish()
	x.charge()
	if x.enough {
		x.pool.halt() // not earlier: it makes the graph's answers meaningless
	}
}

// Costs of a run in units of work (package work).
const (
	unitsPerEvent = 3  // units for each step of the machine
	unitsPerOld   = 1  // units for each event of the graph
	unitLooks     = 32 // events that a check visits in one unit
)

// mostLooked bounds the events of checks that are charged at the end of an execution. A budget that is spent
// earlier ends the search in the middle of one, and it cannot be continued.
const mostLooked = unitLooks << 22

// A check of an access to which coherence leaves one choice visits about one in oneChoice events, at most
// visitedPerThread of each thread. That is asked in graphs of longGraph events and more: in others a
// check costs less than the question.
const (
	longGraph        = 1024
	oneChoice        = 8
	visitedPerThread = 32
)

// charge adds the work of a run to the meter. It ends the search if the budget is spent.
func (x *explorer) charge() {
	m := x.pool.o.Machine.Work
	if m == nil {
		return
	}
	x.chargeLooks()
	m.Add(interp.Units(unitsPerEvent*(x.steps-x.begunAt)+unitsPerOld*len(x.g.Events)+x.raced, x.vm.Worked(), len(x.vm.Threads())))
	if x.ctx.Err() != nil {
		x.pool.halt()
	}
}

func (x *explorer) over() bool { return x.dead || x.vm.Stopped() }

// overflowed reports whether the stack of thread t was full. The bound on its depth depends on
// the memory that the other threads use at that time, and so on the order of steps.
func (x *explorer) overflowed(t int32) bool {
	return slices.ContainsFunc(x.faults, func(e *interp.Error) bool { return int32(e.Thread) == t && e.Kind == interp.StackOverflow })
}

// redoAccess repeats event id, or puts it off to x.later. It puts off a fence: the machine
// performs it in one step with the access after it, and the write that this access reads may
// still be missing. It also puts off a read of an atomic section that has not ended.
func (x *explorer) redoAccess(id int32) {
	e := &x.g.Events[id]
	if x.cursor[e.Thread] > e.Index {
		return
	}
	if e.Kind == axiom.Fence || x.readsUnfinished(id) {
		x.later = append(x.later, id)
		return
	}
	x.redo(id)
}

// redoLater repeats the events of x.later. Unless all is set, it leaves reads of an atomic
// section that has not ended; all is set if that section cannot continue.
func (x *explorer) redoLater(all bool) {
	list := x.later
	x.later = x.later[:0]
	for _, id := range list {
		if next, ok := x.blocked(x.g.Events[id].Thread); !all && ok && x.readsUnfinished(next) {
			x.later = append(x.later, id)
			continue
		}
		x.redo(id)
	}
}

// redo steps the thread of event id until the run has performed the event, or the thread
// blocks there. A thread that cannot reach the event is a Fault.
func (x *explorer) redo(id int32) {
	for !x.over() {
		e := &x.g.Events[id]
		t := e.Thread
		if x.cursor[t] > e.Index || e.Kind == axiom.Stop || x.awaits(id) {
			return
		}
		switch x.state(t) {
		case vm.Conditional:
			if x.vm.Syncs(x.thread(t)) && e.Index == x.cursor[t] {
				if !x.vm.Allows(x.thread(t)) {
					e.Kind, e.Blocked = axiom.FailedRead, true
					return
				}
				x.settle(id)
				x.settleWait(id)
			}
			if x.takesAuxiliary(t) {
				x.wake()
				continue
			}
		case vm.Ready:
			if x.readsParts() {
				if x.passesRest(t); x.cursor[t] > e.Index {
					return
				}
			}
			if e.Blocked && e.Index == x.cursor[t] && x.thread(t).Op.Kind != trace.Fence {
				return
			}
		case vm.Faulty:
			if x.lastButFences(x.g.Threads[t].Events[x.cursor[t]:e.Index]) == axiom.None {
				return // the read before event id was the error
			}
			if x.overflowed(t) {
				x.vm.Unsupported(x.thread(t), "stacks of several threads that need more memory than an execution may have (--memory)")
				return
			}
			fallthrough
		default:
			x.fail(fmt.Sprintf("thread %d strayed from event %d of an execution", t, id))
			x.dead = true
			return
		}
		x.stepThread(t)
		x.wake()
	}
}

// stepThread performs the operation before which thread t is parked. It stops the run instead
// if that is out of steps, time or memory.
func (x *explorer) stepThread(t int32) {
	x.begun[t] = x.cursor[t]
	switch {
	case x.steps >= x.maxSteps:
		x.vm.Stop(interp.OutOfSteps, nil)
	case x.steps&15 == 15 && x.ctx.Err() != nil:
		x.vm.Stop(interp.Interrupted, nil)
	default:
		if x.steps++; x.steps%measureEvery == 0 || x.tally.kept > x.measured+measureEvery {
			x.measured = x.tally.kept
			if x.vm.Measure(x.thread(t), x.bytes(), false); x.vm.Stopped() {
				return
			}
		}
		x.vm.Step(x.thread(t))
		if x.pool.o.Rounds > 0 && !x.over() {
			x.countRounds(t, x.begun[t])
		}
	}
}

// measureEvery is the number of steps of an execution, or of new events of counterexamples,
// between two measurements of memory.
const measureEvery = 1 << 12

// bytes estimates the memory of all frames, spare frames and counterexamples, in bytes.
func (x *explorer) bytes() (n int64) {
	n = int64(x.tally.kept) * int64(unsafe.Sizeof(Event{}))
	for _, list := range [][]*frame{x.frames, x.spare} {
		for _, f := range list {
			n += f.g.Bytes() + 4*int64(cap(f.order)) + int64(unsafe.Sizeof(item{}))*int64(cap(f.items))
		}
	}
	return n
}

// settle sets the kind and the order of read id, an access of a lock word that is enabled.
func (x *explorer) settle(id int32) {
	e := &x.g.Events[id]
	kind := axiom.FailedRead
	takes, order := x.vm.Takes(x.thread(e.Thread))
	if takes {
		kind = axiom.ExclusiveRead
	}
	e.Blocked = false
	if e.Kind != kind || e.Order != order {
		e.Kind, e.Order = kind, order
		x.g.SetRF(id, e.RF, e.Value) // synchronises-with depends on kind and order
	}
}

// blocked returns the event on which thread t is blocked: its next event in the graph, fences
// of the same operation left out. It reports false if the graph has none.
func (x *explorer) blocked(t int32) (id int32, ok bool) {
	for _, id := range x.g.Threads[t].Events[x.cursor[t]:] {
		if x.g.Events[id].Kind != axiom.Fence {
			return id, true
		}
	}
	return axiom.None, false
}

// step performs the next operation in the scheduling order. First comes a thread in an atomic
// section, so that no other thread interrupts it; then events put off; then a thread that holds
// a lock on which another thread is blocked; then a compare-exchange that confirms; then the
// first enabled thread; last a thread that has to wait for a taken lock. It reports false if no
// thread has a step.
func (x *explorer) step() bool {
	if t := x.vm.Section(); t >= 0 && (x.waitsWithin() || x.tryStep(t, false)) {
		return true
	}
	if len(x.later) > 0 {
		x.redoLater(true)
		return true
	}
	if t := x.holder(); t >= 0 && x.tryStep(t, false) {
		return true
	}
	if t := x.confirming(); t >= 0 && x.tryStep(t, false) {
		return true
	}
	for _, t := range x.g.Order {
		if x.tryStep(t, false) {
			return true
		}
	}
	for _, t := range x.g.Order {
		if x.tryStep(t, true) {
			return true
		}
	}
	return false
}

// holder returns a thread that holds a mutex on which another thread is blocked, and is itself
// not blocked; -1 if there is none.
func (x *explorer) holder() int32 {
	for _, t := range x.g.Order {
		if int(x.cursor[t]) == len(x.g.Threads[t].Events) && (!x.exchanges || x.state(t) != vm.Waiting) {
			continue
		}
		id, ok := x.waitsForHolder(t)
		for range x.g.Threads {
			if !ok || x.g.Events[id].RF < 0 {
				break
			}
			h := x.g.Events[x.g.Events[id].RF].Thread
			if id, ok = x.waitsForHolder(h); !ok {
				if _, blocked := x.blocked(h); !blocked {
					return h
				}
			}
		}
	}
	return -1
}

// waitsForHolder returns the read at which thread t waits for another thread to release a lock.
// It reports false if t does not wait so.
func (x *explorer) waitsForHolder(t int32) (id int32, ok bool) {
	if id, ok = x.blocked(t); ok {
		return id, x.g.Events[id].Mutex
	}
	if !x.exchanges || x.state(t) != vm.Waiting {
		return axiom.None, false
	}
	id = x.lastButFences(x.g.Threads[t].Events)
	return id, id != axiom.None && x.g.Events[id].Awaits && x.g.Events[id].Idle == waits
}

// tryStep performs the next operation of thread t, and reports false if it is not enabled. With
// force, an operation on a taken lock is enabled: it adds a read that blocks.
func (x *explorer) tryStep(t int32, force bool) bool {
	if s := x.state(t); s != vm.Ready && s != vm.Conditional {
		return false
	}
	if _, ok := x.blocked(t); ok {
		return false
	}
	if outlived := x.g.Reuses() && x.outlived(t); x.syncs(t) && !outlived {
		return x.addSync(t, force)
	} else if !outlived && !x.enabled(t) {
		return false
	}
	if x.readsParts() && !(x.mayDrop(t) && x.mayAwait(t, force)) {
		return x.dead
	}
	x.stepThread(t)
	x.wake()
	x.doomed(t)
	return true
}

// syncs reports whether the next operation of thread t waits for the value of a lock word.
// addSync performs such operations.
func (x *explorer) syncs(t int32) bool {
	return x.state(t) == vm.Conditional && x.vm.Syncs(x.thread(t))
}

// enabled reports whether thread t can perform its next operation, for which syncs is false.
func (x *explorer) enabled(t int32) bool {
	switch x.state(t) {
	case vm.Ready:
		return true
	case vm.Conditional:
		u, _ := x.thread(t).Joins()
		return u < 0 || u != t && x.state(u) == vm.Done
	}
	return false
}

// doomed gives up the graph if thread t waits, or an assumption of it fails, after a read or a
// choice that was not added maximally. No revisit deletes such an event, so t waits for ever.
func (x *explorer) doomed(t int32) {
	switch x.state(t) {
	case vm.Waiting, vm.Assumed:
	default:
		return
	}
	if x.over() || x.replay != nil || x.undone[t] || x.vm.Section() == t && x.waitsWithin() {
		return
	}
	list := x.g.Threads[t].Events
	for k := len(list) - 1; k >= 0; k-- {
		e := &x.g.Events[list[k]]
		if !e.Kind.Reads() {
			if e.Kind == axiom.Choice && e.Value != 0 {
				x.giveUp()
				return
			}
			continue
		}
		if x.loose(e.Loc) {
			return // the read may be unable to read a later write
		}
		for w := x.g.After(e.RF, e.Loc); w != axiom.None; w = x.g.Events[w].CoAfter {
			if w < list[k] {
				x.giveUp()
				break
			}
		}
		return
	}
}

// giveUp counts the graph as a blocked execution and ends the run.
func (x *explorer) giveUp() {
	if !x.dead {
		x.dead = true
		x.tally.Blocked++
		x.count(true)
	}
}

// finish ends the run and counts its execution, or notes that the search has to begin anew.
func (x *explorer) finish() {
	defer x.vm.End()
	x.ending = x.ending[:0]
	if x.selecting && x.sharesSlots() {
		x.tellApart()
		return
	}
	if x.waitsForLast(axiom.None) {
		x.giveUp()
	}
	if len(x.parts.list) > 0 && (!x.dead || len(x.claims) > 0) && x.doubtful() {
		return
	}
	x.settleClaims()
	if x.replay == nil && x.noticesUndone() {
		x.noteObserved()
		return
	}
	if x.vm.Stopped() && !x.dead {
		x.tally.stopped(x)
		return
	}
	cut := x.dead || x.inTheMiddle()
	if x.pool.o.Every != nil {
		x.pool.o.Every(&x.self, cut)
		x.ending = x.ending[:0]
	}
	if cut || x.dead {
		return
	}
	if x.symmetry && x.breaksSymmetry() || x.barriers && x.crowded() {
		x.pool.refute()
		return
	}
	x.tally.count(x)
	x.restoreReads()
	x.ending = x.ending[:0]
	if x.symmetry && x.mayBreakSymmetry() {
		x.pool.refute()
	}
}
