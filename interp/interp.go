// Package interp runs a compiled C11 program under a memory model.
//
// A Machine holds one execution at a time. It is a register byte-code
// interpreter in which every thread of the program is a data structure, not a
// goroutine, and is always parked before its next visible operation: a shared
// access, a fence, a lock, thread creation, join or exit. In each step a
// Strategy picks one of the enabled transitions (a thread's next operation, or
// the commit of a pending store), the models.Memory performs it, and the thread
// runs on to its next visible operation. Every other nondeterministic choice is
// asked of the same Strategy, and the answers are recorded: that flat list is
// the schedule, and replaying it gives the same trace to the byte.
//
// A C11 memory order is lowered by a models.Mapping to fences around the
// access. Access and fences are one step; that loses nothing, because a commit
// may be scheduled just before, and nothing of the thread happens between.
//
// Nothing is allocated per execution in the steady state: threads, buffers,
// memory and traces are reused from run to run.
package interp

import (
	"context"
	"io"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// DefaultMaxSteps is how many operations and commits an execution may perform
// unless Options say otherwise.
const DefaultMaxSteps = 1_000_000

// maxThreads bounds the threads of one execution.
const maxThreads = 4096

// localPerStep is how many loop iterations and calls without a visible
// operation count as one step.
const localPerStep = 64

// Options are what a Machine may be told beside program and model. The zero
// value is the default.
type Options struct {
	Mapping    *models.Mapping // nil: models.C11
	MaxSteps   int             // 0: DefaultMaxSteps
	Unroll     int             // driven executions: the most iterations of a loop; 0: no bound
	MallocFail bool            // malloc may return NULL: a choice
	WeakFail   bool            // a weak compare-exchange may fail spuriously: a choice
	Output     io.Writer       // where the program's output goes; nil: nowhere
}

// A Machine runs one program under one model, one execution at a time. It is
// not safe for concurrent use; any number of machines may share a Program.
type Machine struct {
	prog    *code.Program
	model   *models.Model
	mapping *models.Mapping
	opts    Options
	mem     models.Memory
	log     models.Log
	space   *space
	abilities

	strategy Strategy
	out      trace.Sink
	rec      *trace.Recorder // written in place: out, or what out watches
	watcher  trace.Watcher   // out, if it is one
	ev       trace.Event     // the event being emitted to any other sink
	ctx      context.Context

	threads []*thread // threads[:live] exist
	spare   []*thread
	actions []models.Step
	stores  []models.StoreID
	pending []models.Pending
	woken   []*thread
	waiting int // threads in state waiting
	choice  Choice
	made    packed      // choices, so far
	choices []int32     // of the execution that ended last
	locks   []lockState // by location
	keys    []uint64    // destructors of thread-specific data
	stopped bool
	result  Result
	driver  Driver                   // of a driven execution, or nil
	live    map[*code.Func][][]uint8 // code.LiveAtLoops, for driven executions
	scratch []int64
	steps   int
	local   int // loops and calls since the start, for the limit
	events  int32
}

// New returns a machine for program p under model m.
func New(p *code.Program, m *models.Model, o Options) *Machine {
	if m.Native {
		o.Mapping = &native
	} else if o.Mapping == nil {
		o.Mapping = &models.C11
	}
	if o.MaxSteps == 0 {
		o.MaxSteps = DefaultMaxSteps
	}
	mc := &Machine{prog: p, model: m, mapping: o.Mapping, opts: o, space: newSpace(p)}
	mc.mem = m.New(&mc.log)
	mc.abilities = abilitiesOf(mc.mem)
	return mc
}

// Program returns the program that the machine runs.
func (m *Machine) Program() *code.Program { return m.prog }

// Model returns the memory model.
func (m *Machine) Model() *models.Model { return m.model }

// Execution returns the graph of the latest Run, of the events that it recorded, valid
// until the next Run.
func (m *Machine) Execution(events []trace.Event) *graph.Execution {
	order, _ := m.mem.(graph.PartialOrder)
	return graph.New(events, order)
}

// Run performs one execution, its choices answered by s, its events given to
// out, which may be nil. The result is valid until the next Run.
func (m *Machine) Run(ctx context.Context, s Strategy, out trace.Sink) *Result {
	m.start(ctx, s, out)
	for !m.stopped {
		m.next()
	}
	return m.finish()
}

// start begins an execution and runs main to its first visible operation.
func (m *Machine) start(ctx context.Context, s Strategy, out trace.Sink) {
	m.reset(ctx, s, out)
	if ctx.Err() != nil {
		m.stop(Interrupted)
		return
	}
	if o := m.space.refused; o != nil {
		m.result.Err = &Error{Kind: NotSupported, Message: outOfMemory, Pos: o.Pos}
		m.stop(Unsupported)
		return
	}
	main := m.newThread()
	if m.prog.Init >= 0 {
		main.starting = true
		m.enter(main, m.prog.Init)
	} else {
		m.enter(main, m.prog.Main)
	}
	m.run(main)
}

func (m *Machine) reset(ctx context.Context, s Strategy, out trace.Sink) {
	m.spare = append(m.spare, m.threads...)
	m.threads = m.threads[:0]
	m.space.reset()
	m.mem.Reset()
	m.log.Commits, m.log.Races = m.log.Commits[:0], m.log.Races[:0]
	m.ctx, m.strategy, m.out = ctx, s, out
	m.rec, m.watcher = nil, nil
	switch out := out.(type) {
	case *trace.Recorder:
		m.rec = out
	case trace.Watcher:
		m.rec, m.watcher = out.Record(), out
	}
	if out != nil {
		out.Begin()
	}
	m.made.reset()
	m.woken = m.woken[:0]
	m.locks, m.keys = m.locks[:0], m.keys[:0]
	m.waiting, m.steps, m.local, m.events = 0, 0, 0, 0
	m.stopped = false
	m.result = Result{}
	m.choice.Machine = m
}

// next performs one transition.
func (m *Machine) next() {
	if m.steps >= m.opts.MaxSteps {
		m.stop(OutOfSteps)
		return
	}
	if m.steps&4095 == 4095 && m.ctx.Err() != nil {
		m.stop(Interrupted)
		return
	}
	acts := m.enabled()
	if len(acts) == 0 {
		m.stuck()
		return
	}
	k := m.pick(acts)
	if m.stopped {
		return
	}
	m.steps++
	if a := acts[k]; a.Store != 0 {
		m.mem.Commit(a)
		m.settle()
	} else {
		t := m.threads[a.Thread]
		m.step(t)
		if !m.stopped && t.state == running {
			m.run(t)
		}
	}
	for len(m.woken) > 0 && !m.stopped {
		t := m.woken[len(m.woken)-1]
		m.woken = m.woken[:len(m.woken)-1]
		m.run(t)
	}
}

// pick returns which of the enabled transitions comes next, asking the strategy
// if there is more than one.
func (m *Machine) pick(acts []models.Step) int {
	if len(acts) == 1 {
		return 0
	}
	m.choice.Kind, m.choice.Thread, m.choice.Actions = Schedule, -1, acts
	return m.choose(len(acts))
}

// choose asks the strategy to fill m.choice's N alternatives and records the answer.
func (m *Machine) choose(n int) int {
	m.choice.N = n
	k := m.strategy.Choose(&m.choice)
	if k == GiveUp {
		m.stop(Discarded)
		return 0
	}
	if uint(k) >= uint(n) {
		panic("interp: the strategy chose an alternative that does not exist")
	}
	m.made.add(k)
	return k
}

// enabled lists the transitions enabled now: threads in order of number, then
// commits in the model's order.
func (m *Machine) enabled() []models.Step {
	acts := m.actions[:0]
	for _, t := range m.threads {
		if t.state == ready || t.state == conditional && m.canStep(t) {
			acts = append(acts, models.Step{Thread: t.id, Loc: t.op.Loc, Site: t.op.Site})
		}
	}
	acts = m.mem.Commits(acts)
	m.actions = acts
	return acts
}

// stop ends the execution.
func (m *Machine) stop(o Outcome) {
	if !m.stopped {
		m.stopped = true
		m.result.Outcome = o
	}
}

// exit ends the program: all threads stop, and all buffers drain, in an order
// that the strategy chooses.
func (m *Machine) exit(status int64) {
	for !m.stopped {
		acts := m.mem.Commits(m.actions[:0])
		m.actions = acts
		if len(acts) == 0 {
			break
		}
		k := m.pick(acts)
		if m.stopped {
			return
		}
		m.mem.Commit(acts[k])
		m.settle()
	}
	if !m.stopped {
		m.result.Exit = status
		m.stop(Completed)
	}
}

// finish completes the result. After an error the threads are gone, but what
// waits in their buffers still reaches memory: so that every store of the trace
// has its commit, the buffers drain, in the model's order.
func (m *Machine) finish() *Result {
	if m.result.Outcome == Failed {
		for {
			m.actions = m.mem.Commits(m.actions[:0])
			if len(m.actions) == 0 {
				break
			}
			m.mem.Commit(m.actions[0])
			m.settle()
		}
	}
	m.races()
	m.choices = m.made.list(m.choices[:0])
	m.result.Steps, m.result.Events, m.result.Choices = m.steps, int(m.events), m.choices
	return &m.result
}

// settle deals with the commits that the memory made: an event each, threads
// that wait for them wake, and one that reaches a dead object is an error.
func (m *Machine) settle() {
	for i := range m.log.Commits {
		c := &m.log.Commits[i]
		l := &m.space.locs[c.Loc]
		e := m.event(trace.Commit, c.Thread)
		e.I, e.Site, e.Loc, e.C, e.RF = c.I, c.Site, c.Loc, c.C, c.Store
		e.Addr, e.Size, e.Value, e.Undef = m.space.addrOf(l), l.size, c.Value, c.Undef
		m.emit(e)
		if m.waiting > 0 {
			m.wake(c.Loc, c.Thread)
		}
		if o := &m.space.objs[l.obj]; o.dead {
			m.commitToDead(c, o)
		}
	}
	m.log.Commits = m.log.Commits[:0]
}

// event returns the next event to fill in; emit must follow.
func (m *Machine) event(k trace.Kind, t trace.ThreadID) *trace.Event {
	m.events++
	e := &m.ev
	if r := m.rec; r != nil {
		n := len(r.Events)
		if n == cap(r.Events) {
			r.Events = append(r.Events, trace.Event{})
		}
		r.Events = r.Events[:n+1]
		e = &r.Events[n]
	}
	*e = trace.Event{}
	e.ID, e.Thread, e.Kind, e.Site, e.Loc = m.events, t, k, -1, -1
	return e
}

func (m *Machine) emit(e *trace.Event) {
	switch {
	case m.watcher != nil:
		m.watcher.Event(e)
	case m.rec == nil && m.out != nil:
		m.out.Event(e)
	}
}

// Next returns the operation before which thread t is parked, for strategies to
// look at; it is valid during Choose.
func (m *Machine) Next(t trace.ThreadID) *models.Op { return &m.threads[t].op }

// Drains reports whether the operation before which thread t is parked would
// commit a pending store of its own: one issued before, or its own.
func (m *Machine) Drains(t trace.ThreadID) bool {
	u := m.threads[t]
	switch op := &u.op; op.Kind {
	case trace.Create:
		return true
	case trace.RMW:
		return m.mapping.RMW[op.Order].Before != trace.NoFence && !m.mem.Drained(t) || m.mem.Forces(op)
	case trace.Lock:
		return m.mem.Forces(op)
	case trace.Store:
		return m.mapping.Store[op.Order].After == trace.StoreLoad
	case trace.Fence:
		a := u.access
		return a.Fence == trace.StoreLoad || a.Fence == trace.NoFence && m.mapping.Fence[a.Order].After == trace.StoreLoad
	}
	return false
}

// OrdersStores reports whether the fence before which thread t is parked orders
// earlier stores before later ones.
func (m *Machine) OrdersStores(t trace.ThreadID) bool {
	a := m.threads[t].access
	f := a.Fence
	if f == trace.NoFence {
		f = m.mapping.Fence[a.Order].After
	}
	return f == trace.StoreStore || f == trace.StoreLoad
}

// Steps returns how many operations and commits the execution has performed:
// the logical time.
func (m *Machine) Steps() int { return m.steps }

// Memory returns the state of the memory model, for strategies and displays to
// look at; they must not change it.
func (m *Machine) Memory() models.Memory { return m.mem }

// Threads returns how many threads the execution has created.
func (m *Machine) Threads() int { return len(m.threads) }

// Final returns the content of size bytes at addr at the end of an execution.
func (m *Machine) Final(addr uint64, size uint8) (v uint64, undef bool) {
	return m.view(0, addr, size)
}

// view returns the content of size bytes at addr as thread t sees it.
func (m *Machine) view(t trace.ThreadID, addr uint64, size uint8) (v uint64, undef bool) {
	off, ok := m.space.resolve(addr, size)
	if !ok {
		return 0, true
	}
	if l := m.space.scalarAt(off, size); l >= 0 {
		_, v, undef = m.mem.Latest(t, l)
		return v, undef
	}
	return m.space.content(off, size)
}

// Mapping returns how C11 orders are lowered.
func (m *Machine) Mapping() models.Mapping { return *m.mapping }
