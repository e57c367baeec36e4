package explore

import (
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
	prog             *code.Program
	self             Execution
	vm               vm.VM
	ctx              context.Context
	pool             *pool
	unroll, maxSteps int

	g      *axiom.Graph // of the frame on top
	frames []*frame
	spare  []*frame
	freed  []*snapshot

	// The run in progress.
	cursor    []int32 // by thread: its events done
	begun     []int32 // by thread: its events done before its latest operation; -1 before its first
	woken     int32   // a lock that the latest step served, or None
	dead      bool    // the graph is not worth completing
	steps     int
	begunAt   int  // steps of the run that a snapshot has
	commuting bool // operations that commute are of parts of their locations: see commute.go
	parts     partTable
	raced     int        // pairs of accesses that raced in the run
	loops     [][]loop   // by thread, outermost first
	marks     [][]mark   // by thread
	undone    []bool     // by thread: it waits after an iteration whose effects cancel out
	turned    []int32    // by thread: its events done when it last came round with effects
	caught    [][2]int32 // reads that catchesUp changed, and what they read before
	tasks     []task     // by thread
	symmetry  bool       // threads may have twins
	arguments []bool     // by function: it may use its argument; nil: not asked for yet
	rf        bool       // co is not branched on: see readsfrom.go
	lockWords []bool     // by site: it accesses a lock word; nil: not asked for yet
	agreed    []int32    // the choices that the co that the graph has goes with
	possibles []int32    // of lastWrites
	demanded  []demand   // of forEver
	ending    [][2]int32 // of the execution that ends: writes that come one before the other
	barriers  bool       // the order of arrivals at barriers is none
	sections  bool       // there may be atomic sections
	leaves    bool       // a wait at a barrier ends by the arrival that completes its round
	exchanges bool       // there may be compare-exchanges that confirm
	skips     bool       // Options.SkipIdle, if nothing stands against it
	opEnds    []bool     // by site: Options.Ends; nil if that is not set
	backTo    int32      // the events of the thread from here on are left out after what idle found
	faults    []*interp.Error
	claims    []claim
	err       error

	locations []location // of the pool
	placed    []location // by the VM's number of the location, as of the latest run
	locOf     []int32
	inUse     int // of these, locations of the run in progress
	shapes    shapes

	asked      int      // how often late was
	looked     int      // events that late was asked of, and that are not counted as work
	choices    []int32  // candidates of the event being added
	iterations []Access // of Execution.SpinIterations
	insertions []axiom.Insertion
	number     []int32
	before     *axiom.Graph // of latestFitting
	scratch    []int64
	round      []int32 // by event: see rounds.go
	probed     []int64
	coming     mark // of the compare-exchange that foresees looks at
	inOrder    []bool
	walk       int     // number of the latest walk of deletes
	readers    []int32 // of revisits
	stays      []stay  // by location
	tally      tally
	exits      exitStates
	later      []int32   // events of the graph that a run begins with, which it has put off
	past       *explorer // makes the state in which a block comes back: see reuse.go
	replay     *replay   // of a replay, or nil
	spine      *spine    // of a part of the search, or nil

	measured                int   // tally.kept when memory was measured last
	counted, countedBlocked int64 // executions of which the pool is not told yet
}

// A frame is a graph that a revisit made, and the branches off it that are
// still to be followed.
type frame struct {
	g     *axiom.Graph
	order []int32 // the events it started with, in an order that agrees with po and rf
	items []item

	revisited int32 // the thread of which a read was revisited; or -1

	snapshots []*snapshot // valid up to where the latest run branched off, shortest first
	shared    int32       // the events before this one are those of the frame below
}

// An item is a branch: the graph up to an event, with one thing changed.
type item struct {
	kind  itemKind
	event int32
	other int32 // the write to read from, to come after in co, or by which to be revisited
	goes  int32 // readFrom: 1 + Graph.Arranged when the co that the graph had went with it; or 0
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
	begin                      // the empty graph
)

// maxSteps is how many operations an execution may perform unless Options say
// otherwise.
const maxSteps = 20_000

func newExplorer(ctx context.Context, p *code.Program, m *axiom.Model, o Options, pool *pool) *explorer {
	x := &explorer{prog: p, ctx: ctx, pool: pool, unroll: o.Machine.Unroll, maxSteps: o.Machine.MaxSteps}
	x.self.x = x
	x.tally.reset()
	if x.maxSteps == 0 {
		x.maxSteps = maxSteps
	}
	c := vm.Config{
		Semantics: o.Machine.Semantics, Output: o.Machine.Output, Memory: o.Machine.Memory,
		Coverage: o.Machine.Coverage, EarlyFail: true, Marked: true, Striped: true, Few: true,
	}
	c.MaxSteps = x.maxSteps
	if m.HB() {
		c.Mapping = models.Native
	}
	x.symmetry, x.barriers, x.leaves = pool.symmetry, pool.barriers, pool.leaves
	x.rf, x.commuting = pool.rf, pool.commuting
	x.sections = hasSections(p)
	x.skips = o.SkipIdle && o.Every == nil && !o.Machine.WeakFail && p.Atomic == 0
	if o.Ends != nil {
		x.opEnds = make([]bool, len(p.Sites))
		for site := range x.opEnds {
			x.opEnds[site] = o.Ends(int32(site))
		}
	}
	x.exchanges = x.skips && x.opEnds == nil && hasExchanges(p)
	x.vm.Init(p.LoopsAtConditions(), x, c)
	return x
}

// setContext sets the context of the runs that follow.
func (x *explorer) setContext(ctx context.Context) {
	if x.ctx = ctx; x.past != nil {
		x.past.ctx = ctx
	}
}

// newFrame returns an empty frame on top of the others.
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

// explore follows all branches of the frames.
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

// branch follows the latest branch of frame f, which is on top. It reports whether it
// leads anywhere.
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

// apply makes branch i of frame f the graph on top; it reports whether there is
// anything to explore.
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
		if e.Blocked, e.Idle = false, 0; i.goes == 1+x.g.Arranged() {
			x.readAs(i.event, i.other)
		} else {
			x.read(i.event, i.other)
		}
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

// run does again what the graph holds and goes on from there to the end of an
// execution.
func (x *explorer) run() {
	next, total := x.resume(), len(x.g.Events)
	x.begunAt, x.raced = x.steps, 0
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
}

// unitsPerEvent is what an event costs the search, in units of work, unitsPerOld what each
// event costs that stays when a branch is followed, and unitLooks how many events are looked
// at in a unit.
const (
	unitsPerEvent = 3
	unitsPerOld   = 1
	unitLooks     = 32
)

// charge counts the work of a run, and ends the search if that spends the budget.
func (x *explorer) charge() {
	m := x.pool.o.Machine.Work
	if m == nil {
		return
	}
	m.Add(interp.Units(unitsPerEvent*(x.steps-x.begunAt)+unitsPerOld*len(x.g.Events)+x.raced, x.vm.Worked()))
	if x.ctx.Err() != nil {
		x.pool.halt()
	}
}

func (x *explorer) over() bool { return x.dead || x.vm.Stopped() }

// overflowed reports whether the stack of thread t had no room. How deep it may be depends on what
// the other threads have at that time: in another order of steps it has less.
func (x *explorer) overflowed(t int32) bool {
	return slices.ContainsFunc(x.faults, func(e *interp.Error) bool { return int32(e.Thread) == t && e.Kind == interp.StackOverflow })
}

// redoAccess is redo of what need not be put off. A fence and the access behind it are one
// step, which the fence alone would let be too early: before the write that is read. Nor
// does a read of what an atomic section wrote come before the section has ended.
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

// redoLater does again what was put off: all if a section that had to end first does not go
// on, as far as it goes.
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

// redo lets the thread of event id do what leads up to it and the event itself.
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
		case vm.Ready:
			if e.Blocked && e.Index == x.cursor[t] && x.thread(t).Op.Kind != trace.Fence {
				return
			}
		case vm.Faulty:
			if x.lastButFences(x.g.Threads[t].Events[x.cursor[t]:e.Index]) == axiom.None {
				return // what it read was the fault
			}
			if x.overflowed(t) {
				x.vm.Unsupported(x.thread(t), "stacks of several threads that need more memory than an execution may have (--memory)")
				return
			}
			fallthrough
		default:
			x.err = &Fault{x.prog.Name, fmt.Sprintf("thread %d strayed from event %d of an execution", t, id)}
			x.dead = true
			return
		}
		x.stepThread(t)
		x.wake()
	}
}

// stepThread performs the operation before which thread t is parked, unless a
// limit is reached.
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

// measureEvery is how many steps of an execution there are between two looks at the
// memory that graphs take, and how many events of counterexamples.
const measureEvery = 1 << 12

// bytes returns about how much memory the graphs take that are not explored yet, those
// that are to be used again, and those of counterexamples.
func (x *explorer) bytes() (n int64) {
	n = int64(x.tally.kept) * int64(unsafe.Sizeof(Event{}))
	for _, list := range [][]*frame{x.frames, x.spare} {
		for _, f := range list {
			n += f.g.Bytes() + 4*int64(cap(f.order)) + int64(unsafe.Sizeof(item{}))*int64(cap(f.items))
		}
	}
	return n
}

// settle makes a read of a lock word, which may take place, what it is.
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
		x.g.SetRF(id, e.RF, e.Value) // what it synchronises with is another
	}
}

// blocked returns the event on which thread t is blocked, if it is in the graph. Fences of
// the same operation may come before it.
func (x *explorer) blocked(t int32) (id int32, ok bool) {
	for _, id := range x.g.Threads[t].Events[x.cursor[t]:] {
		if x.g.Events[id].Kind != axiom.Fence {
			return id, true
		}
	}
	return axiom.None, false
}

// step performs the next operation in the scheduling order: that of a thread in an
// atomic section, so that what it reads last is what it may read; else that of a thread
// that holds a lock which another thread is blocked on, else that of the first
// thread that is able to. It reports false if there is none.
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

// holder returns a thread that holds a mutex on which another is blocked, and is
// not itself blocked on one; -1 if there is none.
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

// waitsForHolder returns the read at which thread t waits for another to release what it holds.
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

// tryStep performs the next operation of thread t if it is enabled. If force is
// set, that includes waiting for a lock that is taken.
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
	x.stepThread(t)
	x.wake()
	x.doomed(t)
	return true
}

// syncs reports whether the next operation of thread t is one on a lock word,
// which addSync performs.
func (x *explorer) syncs(t int32) bool {
	return x.state(t) == vm.Conditional && x.vm.Syncs(x.thread(t))
}

// enabled reports whether the next operation of thread t, one that syncs says
// nothing of, can be performed.
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

// doomed gives up the graph if thread t has come to wait for good because of a
// read that was not added maximally: no revisit will ever change it.
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
			return // a later write may be none that it may read
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

// finish counts the execution.
func (x *explorer) finish() {
	defer x.vm.End()
	x.ending = x.ending[:0]
	if len(x.parts.list) > 0 && (!x.dead || len(x.claims) > 0) && x.doubtful() {
		return
	}
	x.settleClaims()
	if x.replay == nil && x.noticesUndone() {
		x.pool.meetEndless()
		return
	}
	if x.vm.Stopped() && !x.dead {
		x.tally.stopped(x)
		return
	}
	cut := x.dead || x.inTheMiddle()
	if x.pool.o.Every != nil {
		x.pool.o.Every(&x.self, cut)
	}
	if cut {
		return
	}
	if x.symmetry && x.toldApart() || x.barriers && x.crowded() {
		x.pool.tellApart()
		return
	}
	x.tally.count(x)
	x.settleBack()
	x.ending = x.ending[:0]
	if x.symmetry && x.wouldTellApart() {
		x.pool.tellApart()
	}
}
