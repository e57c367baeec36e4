package buffering

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/hardware/isa"
	"fencepost/interp/machine/vm"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/trace"
)

// An explorer enumerates the executions. It is the driver of a VM.
type explorer struct {
	prog  *code.Program
	o     Options
	how   *isa.Mapping
	ctx   context.Context
	vm    vm.VM
	check *checker
	self  Execution
	model string
	past  hbPrefix

	g     graph
	items []item

	locations []location
	numbers   map[location]int32
	locOf     []int32 // by location of the VM: index into locations

	// The run in progress.
	cursor []int // by thread: the number of its events performed
	loops  [][]loop
	ahead  []int32 // by thread: the last write that it has read before the write was performed, or none
	acted  bool    // the step in progress had an event
	again  bool    // the run must be repeated: a read of a write not yet performed was added, or a postponed read got a source
	dead   bool    // the run ends without an execution
	steps  int
	faults []*interp.Error // that stopped threads
	races  []*interp.Error // see findRaces
	frees  []freed
	// The stores of main while it was alone, before and after there were other threads.
	first, final    map[int32]content
	created, joined int // number of threads created, and of threads joined by main
	// rounds says that main creates threads after it has joined all others. The search starts again
	// when it learns that.
	rounds bool
	// modifies is the lowering of the read-modify-write in progress.
	modifies *isa.Lowering

	stuck    []bool    // by thread: it has to wait for a postponed read
	skips    [][]int32 // by thread: the locations of writes that it has postponed
	choices  []int32
	options  []option
	awaiting []int32 // see waiting
	// most is the greatest number of writes to a location by a thread seen so far, by thread and
	// location. If a search sees more it has not postponed all reads that it should have, and starts
	// again.
	most  [][]int
	grown bool
	// endless says that a loop may continue for ever, and has a bound. The search starts again when it
	// learns that.
	endless bool
	// probe says that by most the run leads to no execution. Such a run only checks whether threads
	// write more often than most says. There is one for each place of a thread at which no source of
	// a postponed read is expected.
	probe       bool
	probed      map[place]bool
	path        path // of a replay; nil: a search
	sharesPlain bool
	missing     string // why executions may be missing; or empty
	state       []int64
	report      *explore.Report
	errors      map[string]int
	schedules   [][]int32 // of the shortest execution with each error of the report
	examples    map[string][]int32
	err         error
}

// A place is a position of a thread: before an operation of a site.
type place struct{ thread, site int32 }

// An item is a branch: the graph up to an event, with one change.
type item struct {
	kind    itemKind
	probe   bool // see explorer.probe
	event   int32
	other   int32
	readers uint64 // see option
}

type itemKind uint8

const (
	begin      itemKind = iota // the empty graph
	readFrom                   // event reads from other
	putAfter                   // event comes right after other in co, and readers read from it
	nextChoice                 // event takes its next value
)

// newExplorer returns an explorer of a program. driver is the driver of its VM; nil: the explorer
// itself.
func newExplorer(ctx context.Context, p *code.Program, m *candidates.Model, o Options, driver vm.Driver) *explorer {
	x := &explorer{
		prog: p, o: o, how: m.Mapping(), ctx: ctx, check: newChecker(m), numbers: map[location]int32{}, first: map[int32]content{}, final: map[int32]content{},
		model: m.Name(),
	}
	x.self.x = x
	x.newReport()
	x.o.Machine.MaxSteps = cmp.Or(x.o.Machine.MaxSteps, maxSteps)
	c := vm.Config{
		Semantics: x.o.Machine.Semantics, Output: o.Machine.Output, Memory: o.Machine.Memory,
		Coverage: o.Machine.Coverage, EarlyFail: true, Marked: true, Striped: true, Few: true, Dependencies: true,
	}
	c.Mapping, c.WeakFail, c.Reuse, c.Units = models.Native, false, vm.ReuseNever, nil
	if driver == nil {
		driver = x
	}
	x.vm.Init(p.LoopsAtConditions(), driver, c)
	return x
}

func (x *explorer) newReport() {
	x.report = &explore.Report{Model: x.model, Outcomes: map[string]int64{}, Complete: true}
	x.errors, x.schedules, x.examples = map[string]int{}, nil, map[string][]int32{}
}

// maxSteps is the default bound on the operations of an execution.
const maxSteps = 20_000

func (x *explorer) push(i item) {
	if !x.probe {
		x.items = append(x.items, i)
	}
}

// tries reports whether no probe has started yet at the place of t. It records that one does now.
func (x *explorer) tries(t *vm.Thread) bool {
	at := place{int32(t.ID), t.Op.Site}
	if x.probe || x.probed[at] {
		return false
	}
	x.probed[at] = true
	return true
}

// explore follows all branches, until no thread writes more often than x.most says.
func (x *explorer) explore() {
	for {
		x.grown = false
		x.branches()
		if !x.grown || x.err != nil || !x.report.Complete {
			return
		}
		x.newReport()
	}
}

func (x *explorer) branches() {
	x.g = graph{threads: [][]int32{nil}}
	x.items = append(x.items[:0], item{kind: begin})
	x.probed = map[place]bool{}
	for len(x.items) > 0 && x.err == nil && !x.grown {
		if x.enough() {
			x.report.Complete = false
			return
		}
		i := x.items[len(x.items)-1]
		x.items = x.items[:len(x.items)-1]
		x.apply(i)
		x.probe = i.probe
		for x.run(); x.again; {
			x.run()
		}
	}
}

// unitsPerEvent is the work, in units of package work, to check an event of a graph of at most 64.
const unitsPerEvent = 10

// addWork counts the work since the last call.
func (x *explorer) addWork() {
	x.o.Machine.Work.Add(int64(unitsPerEvent * x.check.work))
	x.check.work = 0
}

// enough reports whether a bound ends the search.
func (x *explorer) enough() bool {
	x.addWork()
	n := x.report.Executions + x.report.Blocked
	return x.ctx.Err() != nil || x.o.MaxExecutions > 0 && n >= x.o.MaxExecutions || x.o.UntilError && len(x.report.Errors) > 0
}

// apply changes the graph to branch i.
func (x *explorer) apply(i item) {
	if i.kind == begin {
		return
	}
	for len(x.g.events) > int(i.event)+1 {
		x.forsake(int32(len(x.g.events) - 1))
		x.g.pop()
	}
	e := &x.g.events[i.event]
	switch i.kind {
	case readFrom:
		x.source(i.event, i.other)
	case putAfter:
		x.g.remove(i.event)
		x.forsake(i.event)
		x.waiting(i.event)
		x.g.place(i.event, x.g.position(i.other, e.loc)+1)
		for k, r := range x.awaiting {
			if i.readers>>k&1 != 0 {
				x.source(r, i.event)
			}
		}
	case nextChoice:
		if e.value++; e.value+1 < e.choices {
			x.push(i)
		}
	}
}

// run executes the program along the graph, and then extends the graph to the end of an execution.
func (x *explorer) run() {
	x.dead, x.again, x.steps, x.faults, x.frees = false, false, 0, x.faults[:0], x.frees[:0]
	x.check.work += len(x.g.events)
	x.cursor = append(x.cursor[:0], make([]int, len(x.g.threads))...)
	clear(x.first)
	clear(x.final)
	x.created, x.joined = 0, 0
	x.room()
	for t := range x.loops {
		x.loops[t], x.ahead[t], x.stuck[t], x.skips[t] = x.loops[t][:0], none, false, x.skips[t][:0]
	}
	x.grow()
	x.vm.Reset(x.ctx)
	x.vm.Start()
	for !x.dead && !x.vm.Stopped() {
		t := x.next()
		if t == nil {
			break
		}
		if x.path == nil && !x.probe && !x.has(t) && !x.hopeful() {
			if x.dead = !x.tries(t); x.dead {
				break
			}
			x.probe = true
		}
		x.step(t)
	}
	x.finish()
	x.vm.End()
}

// room extends the lists by thread to all threads.
func (x *explorer) room() {
	for len(x.loops) < len(x.cursor) {
		x.loops, x.ahead = append(x.loops, nil), append(x.ahead, none)
		x.stuck, x.skips = append(x.stuck, false), append(x.skips, nil)
	}
}

// giveUp counts the graph as a blocked execution and ends the run.
func (x *explorer) giveUp() {
	if !x.dead {
		x.dead = true
		if !x.probe {
			x.report.Blocked++
		}
	}
}

// step performs the next operation of t.
func (x *explorer) step(t *vm.Thread) {
	if x.steps++; x.steps > x.o.Machine.MaxSteps {
		x.vm.Stop(interp.OutOfSteps, nil)
		return
	}
	if x.steps&15 == 0 {
		if x.addWork(); x.ctx.Err() != nil {
			x.vm.Stop(interp.Interrupted, nil)
			return
		}
	}
	if x.syncs(t) && !x.alone(t) {
		if !x.has(t) {
			x.addSync(t)
			return
		}
		for _, id := range x.g.threads[t.ID][x.cursor[t.ID]:] {
			if x.g.events[id].lock {
				if x.dead = !x.setLock(id); x.dead {
					return // the thread had not reached the operation when the write was added
				}
				break
			}
		}
	}
	if w := x.early(t); w != none {
		x.ahead[t.ID] = w
	}
	x.acted = false
	x.vm.Step(t)
	if x.acted {
		t.Number++
	}
}

// has reports whether the graph has the next operation of t.
func (x *explorer) has(t *vm.Thread) bool {
	list, at := x.g.threads[t.ID], x.cursor[t.ID]
	return at < len(list) && x.g.events[list[at]].op == int32(t.Number)
}

// next chooses the thread that steps. In this order: a thread whose next operation is in the graph
// and reads only writes already performed; a thread that has to fill a gap in the graph; a thread
// whose next operation is in the graph; another thread, and last one that waits for a lock. By the
// first rule the operations are in an order that agrees with happens-before: only a read without
// synchronisation can be performed before its source.
func (x *explorer) next() *vm.Thread {
	for _, may := range []func(t *vm.Thread) bool{
		func(t *vm.Thread) bool { return x.has(t) && x.settled(t) },
		func(t *vm.Thread) bool { return x.cursor[t.ID] < len(x.g.threads[t.ID]) && !x.has(t) },
		func(t *vm.Thread) bool { return x.has(t) && x.early(t) != none && !x.acquires(t) },
		func(t *vm.Thread) bool { return x.has(t) && x.early(t) == none },
		func(t *vm.Thread) bool { return x.has(t) },
		func(t *vm.Thread) bool { return x.free(t) },
		func(*vm.Thread) bool { return true },
	} {
		for _, t := range x.vm.Threads() {
			if x.enabled(t) && may(t) {
				return t
			}
		}
	}
	return nil
}

// early returns the source of the next operation of t, which is in the graph, if it is not performed
// yet; otherwise none.
func (x *explorer) early(t *vm.Thread) int32 {
	for _, id := range x.g.threads[t.ID][x.cursor[t.ID]:] {
		e := &x.g.events[id]
		if e.op != int32(t.Number) {
			break
		}
		if e.kind == reads && e.rf >= 0 && !x.done(e.rf) {
			return e.rf
		}
	}
	return none
}

// settled reports whether the sources of t's last early read and of its next operation are performed.
func (x *explorer) settled(t *vm.Thread) bool {
	return x.early(t) == none && (x.ahead[t.ID] == none || x.done(x.ahead[t.ID]))
}

// acquires reports whether the next operation of t, which the graph has, acquires.
func (x *explorer) acquires(t *vm.Thread) bool {
	for _, id := range x.g.threads[t.ID][x.cursor[t.ID]:] {
		if e := &x.g.events[id]; e.op != int32(t.Number) {
			break
		} else if e.acquire {
			return true
		}
	}
	return false
}

// done reports whether the run has performed an event.
func (x *explorer) done(id int32) bool {
	u := x.g.events[id].thread
	if int(u) >= len(x.cursor) {
		return false
	}
	for at, n := range x.g.threads[u] {
		if n == id {
			return at < x.cursor[u]
		}
	}
	return false
}

// enabled reports whether t can step, apart from locks that it may have to wait for.
func (x *explorer) enabled(t *vm.Thread) bool {
	if x.stuck[t.ID] {
		return false
	}
	switch t.State {
	case vm.Ready:
		return !x.waits(t)
	case vm.Conditional:
		if u, joins := t.Joins(); joins {
			return u < 0 || u != t.ID && x.vm.Threads()[u].State == vm.Done && x.ended(u)
		}
		return !x.waits(t)
	}
	return false
}

// waits reports whether t waits for the source of its next operation, on a lock word, or for a
// postponed read before it creates a thread.
func (x *explorer) waits(t *vm.Thread) bool {
	if t.Op.Kind == trace.Create && len(t.Unknown()) > 0 {
		return true
	}
	list, at := x.g.threads[t.ID], x.cursor[t.ID]
	for ; at < len(list) && x.g.events[list[at]].op == int32(t.Number); at++ {
		if e := &x.g.events[list[at]]; e.lock && e.rf == none {
			return true
		}
	}
	return false
}

// ended reports whether the graph has the end of thread u.
func (x *explorer) ended(u trace.ThreadID) bool {
	n, ok := x.numbers[location{addr: endOf | uint64(u)<<1, size: 8}]
	return ok && len(x.g.co[n]) > 0
}

// unwritten reports whether the thread of read r has an earlier read-modify-write of the location.
func (x *explorer) unwritten(r *event) bool {
	for _, id := range x.g.threads[r.thread] {
		if e := &x.g.events[id]; e.kind == reads && e.modify && e.loc == r.loc && e.op < r.op {
			return true
		}
	}
	return false
}

// hopeful reports whether every postponed read may still read from a later write: by a thread that
// can step now, or after its own source is written.
func (x *explorer) hopeful() bool {
	threads := x.vm.Threads()
	live := make([]bool, max(len(threads), len(x.most), len(x.g.threads)))
	for n := range live {
		live[n] = n >= len(threads) || x.enabled(threads[n])
	}
	comes := func(r *event) bool {
		for n := range live {
			if live[n] && int32(n) != r.thread && x.left(int32(n), r.loc) > 0 {
				return true
			}
		}
		return live[r.thread] && (x.left(r.thread, r.loc) > 0 || x.unwritten(r))
	}
	for changed := true; changed; {
		changed = false
		wake := func(n int32) {
			if !live[n] {
				live[n], changed = true, true
			}
		}
		for id := range x.g.events {
			if r := &x.g.events[id]; r.kind == reads && r.rf == none && comes(r) {
				wake(r.thread)
			}
		}
		for n, t := range threads {
			if u, joins := t.Joins(); joins && u >= 0 && live[u] {
				wake(int32(n))
			}
		}
	}
	for id := range x.g.events {
		if r := &x.g.events[id]; r.kind == reads && r.rf == none && !comes(r) {
			return false
		}
	}
	return true
}

// finish counts the execution that the run has made.
func (x *explorer) finish() {
	if x.dead || x.probe || x.err != nil {
		return
	}
	if x.vm.Stopped() {
		switch outcome, e := x.vm.Ending(); outcome {
		case interp.Unsupported:
			x.err = e
		case interp.OutOfSteps:
			x.report.Bounded++
			x.report.Complete = false
		default:
			x.report.Complete = false
		}
		return
	}
	for id := range x.g.events {
		if e := &x.g.events[id]; e.kind == reads && e.rf == none {
			return // it got no source
		}
	}
	if x.prog.Atomic != 0 && x.interrupted() {
		x.missing = "executions in which something may come between the accesses of an atomic section"
		return
	}
	x.findRaces()
	for k, e := range x.races {
		if !slices.ContainsFunc(x.races[:k], e.Same) {
			x.found(e)
		}
	}
	if !x.sharesPlain && !x.how.Decided {
		x.noteShared()
	}
	blocked, assumed, bounded := false, false, false
	for _, t := range x.vm.Threads() {
		switch t.State {
		case vm.Done, vm.Exited, vm.Faulty:
		case vm.Bounded:
			bounded = true
		case vm.Assumed:
			blocked, assumed = true, true
		default:
			blocked = true
		}
	}
	for n, list := range x.g.threads {
		blocked = blocked || n >= len(x.cursor) || x.cursor[n] < len(list)
	}
	switch {
	case bounded:
		x.report.Bounded++
		x.report.Complete = false
	case blocked && len(x.faults) == 0:
		x.report.Blocked++
		x.report.Assumed = x.report.Assumed || assumed
	default:
		x.report.Executions++
		x.count()
	}
	if x.o.Progress != nil && (x.report.Executions+x.report.Blocked)&1023 == 0 {
		x.o.Progress(x.report.Executions, x.report.Blocked)
	}
}

// noteShared sets x.sharesPlain if two threads access a location, one of them not atomically.
func (x *explorer) noteShared() {
	for id := range x.g.events {
		e := &x.g.events[id]
		for n := range x.g.events[:id] {
			f := &x.g.events[n]
			if e.kind <= writes && f.kind <= writes && e.loc == f.loc && e.thread != f.thread && (e.plain || f.plain) {
				x.sharesPlain = true
				return
			}
		}
	}
}

// count counts the outcome of an execution, or its errors.
func (x *explorer) count() {
	for n, list := range x.g.threads {
		if x.cursor[n] < len(list) {
			return // an event of the graph was not performed
		}
	}
	for _, e := range x.faults {
		x.found(e)
	}
	if len(x.faults) > 0 || x.o.Outcome == nil {
		return
	}
	state := string(x.o.Outcome(nil, &x.self))
	x.report.Outcomes[state]++
	if old := x.examples[state]; x.o.Examples && (old == nil || len(old) > 2*len(x.g.events)) {
		x.examples[state] = x.g.schedule()
	}
}

// found counts an execution that ends in an error, and keeps the shortest one.
func (x *explorer) found(e *interp.Error) {
	k := e.Key()
	at, ok := x.errors[k]
	if !ok {
		at = len(x.report.Errors)
		x.errors[k] = at
		x.report.Errors = append(x.report.Errors, explore.Counterexample{Error: e})
		x.schedules = append(x.schedules, nil)
	}
	x.report.Errors[at].Executions++
	if old := x.schedules[at]; old == nil || len(old) > 2*len(x.g.events) {
		x.report.Errors[at].Error, x.schedules[at] = e, x.g.schedule()
	}
}

// stray ends the search with a fault: an execution deviates from the graph.
func (x *explorer) stray(t trace.ThreadID, what string) {
	if x.err == nil {
		x.err = &explore.Fault{Program: x.prog.Name, Message: fmt.Sprintf("thread %d strayed: %s", t, what)}
	}
	x.dead = true
}
