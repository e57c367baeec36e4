package buffering

import (
	"context"
	"fmt"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/hardware/isa"
	"fencepost/interp/machine/vm"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
	"fencepost/trace"
)

// An explorer goes through the executions. It drives a VM.
type explorer struct {
	prog   *code.Program
	o      Options
	how    *isa.Mapping
	strong bool // the read of a read-modify-write comes before all that its thread writes later
	ctx    context.Context
	vm     vm.VM
	check  *checker
	self   Execution

	g      *graph // of the frame on top
	frames []*frame
	spare  []*frame

	locations []location
	numbers   map[location]int32
	locOf     []int32 // by the VM's number

	// The run in progress.
	cursor []int // by thread: its events done
	loops  [][]loop
	acted  bool // the step in progress had an event
	dead   bool // the graph is not worth completing
	steps  int
	faults []*interp.Error
	// modifies is what the order of the read-modify-write in progress becomes.
	modifies *isa.Lowering

	prefix  prefix
	choices []int32
	renamed []int32
	keep    []bool
	state   []int64
	part    graph // of latestFitting
	report  *explore.Report
	errors  map[string]int
	err     error
}

// A frame is a graph that a revisit made, and the branches off it that are to be followed.
type frame struct {
	g     *graph
	items []item
}

// An item is a branch: the graph up to an event, with one thing changed.
type item struct {
	kind  itemKind
	event int32
	other int32
}

type itemKind uint8

const (
	begin      itemKind = iota // the empty graph
	readFrom                   // event reads from other
	blockOn                    // event reads from other, and its thread waits
	putAfter                   // event comes right after other in co
	revisit                    // write event revisits read other
	nextChoice                 // event takes its next value
)

func newExplorer(ctx context.Context, p *code.Program, m *candidates.Model, o Options) *explorer {
	x := &explorer{
		prog: p, o: o, how: m.Mapping(), strong: m.Mapping().Decided, ctx: ctx, check: newChecker(m), numbers: map[location]int32{}, errors: map[string]int{},
		report: &explore.Report{Model: m.Name(), Outcomes: map[string]int64{}, Complete: true},
	}
	x.self.x = x
	if x.o.Machine.MaxSteps == 0 {
		x.o.Machine.MaxSteps = maxSteps
	}
	x.vm.Init(p.LoopsAtConditions(), x, vm.Config{
		MaxSteps: x.o.Machine.MaxSteps, Output: o.Machine.Output, Memory: o.Machine.Memory, MallocFail: o.Machine.MallocFail, NoSpurious: o.Machine.NoSpurious,
		EarlyFail: true, Coverage: o.Machine.Coverage, Marked: true, Striped: true, Few: true, Dependencies: true,
	})
	return x
}

// maxSteps is how many operations an execution may perform unless Options say otherwise.
const maxSteps = 20_000

func (x *explorer) newFrame() *frame {
	var f *frame
	if n := len(x.spare); n > 0 {
		f, x.spare = x.spare[n-1], x.spare[:n-1]
		f.items = f.items[:0]
	} else {
		f = &frame{g: &graph{}}
	}
	x.frames = append(x.frames, f)
	return f
}

func (x *explorer) push(i item) {
	f := x.frames[len(x.frames)-1]
	f.items = append(f.items, i)
}

// explore follows all branches.
func (x *explorer) explore() {
	f := x.newFrame()
	f.g.threads = append(f.g.threads, nil)
	x.push(item{kind: begin})
	for len(x.frames) > 0 && x.err == nil {
		n := len(x.frames) - 1
		f := x.frames[n]
		if len(f.items) == 0 {
			x.spare, x.frames = append(x.spare, f), x.frames[:n]
			continue
		}
		if x.ended() {
			x.report.Complete = false
			return
		}
		i := f.items[len(f.items)-1]
		f.items = f.items[:len(f.items)-1]
		if x.apply(f, i) {
			x.run()
		}
	}
}

// ended reports whether a bound ends the search.
func (x *explorer) ended() bool {
	n := x.report.Executions + x.report.Blocked
	return x.ctx.Err() != nil || x.o.MaxExecutions > 0 && n >= x.o.MaxExecutions || x.o.UntilError && len(x.report.Errors) > 0
}

// apply makes branch i of frame f the graph; it reports whether there is anything to explore.
func (x *explorer) apply(f *frame, i item) bool {
	x.g = f.g
	if i.kind == begin {
		return true
	}
	for len(x.g.events) > int(i.event)+1 {
		x.g.pop()
	}
	e := &x.g.events[i.event]
	switch i.kind {
	case readFrom:
		e.blocked = false
		x.source(i.event, i.other)
	case blockOn:
		x.source(i.event, i.other)
		e.blocked, e.half = true, false
	case putAfter:
		x.g.remove(i.event)
		x.g.place(i.event, x.g.position(i.other, e.loc)+1)
	case nextChoice:
		if e.value++; e.value+1 < e.choices {
			x.push(i)
		}
	case revisit:
		return x.revisit(i.event, i.other)
	}
	return true
}

// run does what the graph holds and goes on from there to the end of an execution.
func (x *explorer) run() {
	x.dead, x.steps, x.faults = false, 0, x.faults[:0]
	x.cursor = append(x.cursor[:0], make([]int, len(x.g.threads))...)
	for len(x.loops) < len(x.cursor) {
		x.loops = append(x.loops, nil)
	}
	for t := range x.loops {
		x.loops[t] = x.loops[t][:0]
	}
	x.grow()
	x.vm.Reset(x.ctx)
	x.vm.Start()
	for !x.dead && !x.vm.Stopped() {
		t, force := x.next()
		if t == nil {
			break
		}
		x.step(t, force)
	}
	x.finish()
	x.vm.End()
}

// giveUp counts the graph as a blocked execution and ends the run.
func (x *explorer) giveUp() {
	if !x.dead {
		x.dead = true
		x.report.Blocked++
	}
}

// step performs the next operation of t.
func (x *explorer) step(t *vm.Thread, force bool) {
	if x.steps++; x.steps > x.o.Machine.MaxSteps {
		x.vm.Stop(interp.OutOfSteps, nil)
		return
	}
	if x.steps&15 == 0 && x.ctx.Err() != nil {
		x.vm.Stop(interp.Interrupted, nil)
		return
	}
	if x.syncs(t) && !x.isKnown(t) && !x.addSync(t, force) {
		return
	}
	x.acted = false
	x.vm.Step(t)
	if x.acted {
		t.Number++
	}
}

// isKnown reports whether the graph has the next operation of t.
func (x *explorer) isKnown(t *vm.Thread) bool {
	list, at := x.g.threads[t.ID], x.cursor[t.ID]
	return at < len(list) && x.g.events[list[at]].op == int32(t.Number)
}

// next chooses the thread that goes on: one whose next operation the graph has, what it reads
// being done already; one that has to fill a gap in the graph; one whose next operation the
// graph has; or the first one that can, a lock that is taken coming last. The first rule
// keeps to an order of the operations that agrees with happens-before: only what is read
// without synchronisation can be done before it is written.
func (x *explorer) next() (t *vm.Thread, force bool) {
	threads := x.vm.Threads()
	for _, t := range threads {
		if x.isKnown(t) && x.enabled(t) && x.settled(t) {
			return t, false
		}
	}
	for _, t := range threads {
		if x.cursor[t.ID] < len(x.g.threads[t.ID]) && !x.isKnown(t) && x.enabled(t) {
			return t, false
		}
	}
	for _, t := range threads {
		if x.isKnown(t) && x.enabled(t) {
			return t, false
		}
	}
	for _, t := range threads {
		if !x.isKnown(t) && x.enabled(t) && x.free(t) {
			return t, false
		}
	}
	for _, t := range threads {
		if !x.isKnown(t) && x.enabled(t) {
			return t, true
		}
	}
	return nil, false
}

// settled reports whether the next operation of t reads from what is done already.
func (x *explorer) settled(t *vm.Thread) bool {
	for _, id := range x.g.threads[t.ID][x.cursor[t.ID]:] {
		e := &x.g.events[id]
		if e.op != int32(t.Number) {
			break
		}
		if e.kind == reads && e.rf >= 0 && !x.done(e.rf) {
			return false
		}
	}
	return true
}

// done reports whether the run has come past an event.
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

// enabled reports whether t can go on, if it need not wait for a lock.
func (x *explorer) enabled(t *vm.Thread) bool {
	switch t.State {
	case vm.Ready:
		return !x.waits(t)
	case vm.Conditional:
		if u, joins := t.Joins(); joins {
			return u < 0 || u != t.ID && x.vm.Threads()[u].State == vm.Done
		}
		return !x.waits(t)
	}
	return false
}

// waits reports whether t waits at a lock that is taken.
func (x *explorer) waits(t *vm.Thread) bool {
	list, at := x.g.threads[t.ID], x.cursor[t.ID]
	for ; at < len(list) && x.g.events[list[at]].op == int32(t.Number); at++ {
		if x.g.events[list[at]].blocked {
			return true
		}
	}
	return false
}

// finish counts the execution.
func (x *explorer) finish() {
	if x.dead || x.err != nil {
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
	blocked, bounded := false, false
	for _, t := range x.vm.Threads() {
		switch t.State {
		case vm.Done, vm.Exited, vm.Faulty:
		case vm.Bounded:
			bounded = true
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
	default:
		x.report.Executions++
		x.count()
	}
	if x.o.Progress != nil && (x.report.Executions+x.report.Blocked)&1023 == 0 {
		x.o.Progress(x.report.Executions, x.report.Blocked)
	}
}

// count counts the outcome of an execution, or its errors.
func (x *explorer) count() {
	for n, list := range x.g.threads {
		if x.cursor[n] < len(list) {
			return // what another thread has read was never written
		}
	}
	for _, e := range x.faults {
		k := e.Key()
		at, ok := x.errors[k]
		if !ok {
			at = len(x.report.Errors)
			x.errors[k] = at
			x.report.Errors = append(x.report.Errors, explore.Counterexample{Error: e})
		}
		x.report.Errors[at].Executions++
	}
	if len(x.faults) > 0 {
		return
	}
	if x.o.Outcome != nil {
		x.report.Outcomes[string(x.o.Outcome(nil, &x.self))]++
	}
	if x.o.Each != nil {
		x.o.Each(&x.self)
	}
}

// stray ends the search: an execution does not do what the graph holds.
func (x *explorer) stray(t trace.ThreadID, what string) {
	if x.err == nil {
		x.err = &explore.Fault{Program: x.prog.Name, Message: fmt.Sprintf("thread %d strayed: %s", t, what)}
	}
	x.dead = true
}
