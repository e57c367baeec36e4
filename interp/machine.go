// Package interp runs a compiled C11 program under a memory model.
//
// A Machine holds one execution at a time. It drives a vm.VM, which runs each
// thread to its next visible operation. In each step a Strategy picks one of the
// enabled transitions (a thread's next operation, or the commit of a pending
// store), the models.Memory performs it, and the VM runs the thread on. Every
// other nondeterministic choice is asked of the same Strategy, and the answers are
// recorded: that flat list is the schedule, and replaying it gives the same trace
// to the byte.
//
// Nothing is allocated per execution in the steady state: threads, buffers,
// memory and traces are reused from run to run.
//
// Speed. An event of dekker under TSO takes about 750 instructions, spread over
// some thirty functions of which none takes a tenth but the loop of the VM and next.
// Of the 2.5 to 5.5 µs of a short execution of two threads under C11, start and end are 0.7, and
// the same one again and again takes 2 to 9% less: branches predicted wrongly are not where
// the time goes. These were tried and are not done; the figures are instructions an execution.
//   - A profile for the compiler: 4 to 9% fewer, and twice the time to compile.
//   - A list of enabled transitions with room made in advance: nothing; and written in place,
//     with functions of their own for commits and for threads that wake: 0.4% more. What pays
//     is to keep the list from step to step: 7%. To keep the commits, too, and add or take away
//     the one that a step changes, takes 6% less time under PSO and PSLO. A list kept by the
//     memory, from which the machine copies it, gains nothing; nor does it to add and take
//     away the threads that cease or begin to wait.
//   - Commits written down without a branch for each pending store, or asked for only of
//     threads that have one: 8% fewer branches mispredicted, if simulated, but 1% more
//     instructions and the same time.
//   - Listing without a call where no store waits: 0.1% fewer under C11, 2.6% more under TSO.
//     What pays is to take the list without a call where it is right: 1% less time.
package interp

import (
	"context"
	"io"

	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/interp/machine/work"
	"fencepost/models"
	"fencepost/trace"
)

// DefaultMaxSteps is how many operations and commits an execution may perform
// unless Options say otherwise.
const DefaultMaxSteps = 1_000_000

// alonePerStep is how many operations of a thread count as one while no other has been started:
// nobody can notice them. It is so unless MaxSteps is less than DefaultMaxSteps: that is exact.
const alonePerStep = 16

// Options are what a Machine may be told beside program and model. The zero
// value is the default.
type Options struct {
	Semantics
	Memory   *vm.Memory   // shared with other machines; nil: one of its own
	Coverage *vm.Coverage // told what executions reach; nil: nobody is
	Work     *work.Meter  // counts what executions take; nil: nobody does
	Output   io.Writer    // where the program's output goes; nil: nowhere
	Judge    Judge        // asked of executions that completed; nil: nobody is
	Lasso    *Lasso       // the execution is one that goes on for ever; nil: it is not
}

// MappingUnder returns how C11 orders are lowered under model m.
func (o *Options) MappingUnder(m *models.Model) models.Mapping {
	if m.Native {
		return models.Native
	}
	return o.Mapping.OrC11()
}

// A Judge tells of an error that an execution shows as a whole. It is asked by several
// machines at once.
type Judge interface {
	// Judge returns the error of a completed execution with these events; nil if it has
	// none.
	Judge(p *code.Program, m *models.Model, events []trace.Event) *Error
}

// A Machine runs one program under one model, one execution at a time. It is
// not safe for concurrent use; any number of machines may share a Program.
type Machine struct {
	prog  *code.Program
	model *models.Model
	opts  Options
	vm    vm.VM
	// maxSteps is that of the options, or Bound.
	maxSteps int
	mem      models.Memory
	log      models.Log
	waits    bool // loads are prepared
	abilities
	prefix *prefix // nil: nothing to find
	late   *Error  // an access that may come after the free of its block
	// promiser runs executions in which loads may read from later stores; nil: there are none.
	promiser *promiser

	replaced []models.Loc // whose bytes the next location that is defined has

	strategy   Strategy
	ctx        context.Context
	choice     Choice
	made       packed                 // choices, so far
	raceErrors map[models.Race]*Error // of this execution or others, by race without its location
	raceTexts  map[models.Race]string // their messages, by race without its events, too
	raceList   []*Error               // of this execution
	tracks     []track                // by thread
	woken      []*vm.Thread
	waiting    int // threads in state vm.Waiting
	steps      int
	alone      int   // of these, before there was a second thread, as far as it was looked at
	nextLook   int   // step
	crowded    int64 // transitions that were enabled in steps that had very many, beyond the first few
	result     Result
	choices    []int32 // of the execution that ended last, once they are asked for
	listed     bool    // they are there
	output
	judged trace.Recorder // for the judge, if the events are not recorded otherwise
	before []byte         // state before the cycle of a lasso

	frees   []freeing // of the execution, if blocks may come back
	offered []int     // scratch of Reuse

	enabled enabled
	actions []models.Step // scratch, as the next two
	stores  []models.StoreID
	pending []models.Pending
}

// A track is what the machine keeps of a thread.
type track struct {
	spin
	index int32 // program index of the last event
}

// New returns a machine for program p under model m.
func New(p *code.Program, m *models.Model, o Options) *Machine {
	if o.MaxSteps == 0 {
		o.MaxSteps = DefaultMaxSteps
	}
	c := vm.Config{Semantics: o.Semantics, Output: o.Output, Memory: o.Memory, Coverage: o.Coverage, EarlyFail: m.Native}
	c.Mapping = o.MappingUnder(m)
	mc := &Machine{prog: p, model: m, opts: o, maxSteps: o.MaxSteps, raceErrors: map[models.Race]*Error{}, raceTexts: map[models.Race]string{}}
	mc.mem = m.New(&mc.log)
	mc.abilities = abilitiesOf(mc.mem)
	mc.waits = m.Machine != nil && m.Machine.Waits
	mc.prefix = newPrefix(p, m, &mc.vm)
	mc.vm.Init(p, (*driver)(mc), c)
	mc.promiser = newPromiser(mc)
	mc.output.vm = &mc.vm
	return mc
}

// Bound ends executions from now on after n steps, if Options allow as many.
func (m *Machine) Bound(n int) { m.maxSteps = min(n, m.opts.MaxSteps) }

// Run performs one execution, its choices answered by s, its events given to
// out, which may be nil. The result is valid until the next Run.
func (m *Machine) Run(ctx context.Context, s Strategy, out trace.Sink) *Result {
	if m.promiser != nil {
		return m.promiser.run(ctx, s, out)
	}
	return m.run(ctx, s, out)
}

func (m *Machine) run(ctx context.Context, s Strategy, out trace.Sink) *Result {
	m.start(ctx, s, out)
	if l := m.opts.Lasso; l != nil {
		for !m.vm.Stopped() && m.goesRound(l) {
			m.next()
		}
	}
	for !m.vm.Stopped() {
		m.next()
	}
	return m.finish()
}

// start begins an execution and runs main to its first visible operation.
func (m *Machine) start(ctx context.Context, s Strategy, out trace.Sink) {
	m.vm.Reset(ctx)
	m.mem.Reset()
	m.log.Commits, m.log.Races = m.log.Commits[:0], m.log.Races[:0]
	m.ctx, m.strategy = ctx, s
	m.output.begin(out)
	if m.opts.Judge != nil && m.rec == nil {
		m.judged.Begin()
		m.rec, m.heard = &m.judged, true
	}
	m.made.reset()
	m.woken = m.woken[:0]
	m.waiting, m.steps, m.alone, m.nextLook, m.crowded, m.enabled.known = 0, 0, 0, 0, 0, false
	m.replaced, m.frees = m.replaced[:0], m.frees[:0]
	if m.late = nil; m.prefix != nil {
		m.prefix.begin()
	}
	m.result, m.listed = Result{machine: m}, false
	m.choice.Machine = m
	m.addTrack(0)
	m.vm.Start()
}

// addTrack makes a track for thread t, which is new.
func (m *Machine) addTrack(t trace.ThreadID) {
	for int(t) >= len(m.tracks) {
		m.tracks = append(m.tracks, track{})
	}
	k := &m.tracks[t]
	k.index, k.seen = 0, 0
	k.reset()
}

// next performs one transition.
func (m *Machine) next() {
	if m.steps >= m.nextLook && !m.look() {
		return
	}
	e := &m.enabled
	acts := e.steps[:e.all]
	if !e.known || len(e.conditional) > 0 || e.all == 0 { // mostly it is right
		if acts = m.list(); len(acts) == 0 {
			if !m.vm.Stopped() {
				m.stuck()
			}
			return
		}
	}
	k := 0
	if len(acts) > 1 {
		if k = m.pick(acts); m.vm.Stopped() {
			return
		}
	}
	a := &acts[k]
	if m.steps++; m.steps&(measureEvery-1) == 0 {
		if m.vm.Measure(m.vm.Threads()[a.Thread], m.bytes(), m.steps > m.opts.MaxSteps); m.vm.Stopped() {
			return
		}
	}
	if a.Store != 0 {
		all := m.enabled.all
		others := m.mem.Commit(*a)
		m.settle()
		if others && all > 0 {
			m.enabled.committed(k, all)
		}
	} else {
		t := m.vm.Threads()[a.Thread]
		was := t.State
		m.vm.Step(t)
		m.enabled.stepped(k, t, was)
	}
	for len(m.woken) > 0 && !m.vm.Stopped() {
		t := m.woken[len(m.woken)-1]
		m.woken = m.woken[:len(m.woken)-1]
		m.vm.Resume(t)
	}
}

// lookEvery is how many steps there are between two looks at the context, and
// measureEvery between two at the memory that the model and the events take: powers of two.
const (
	lookEvery    = 1 << 8
	measureEvery = 1 << 13
)

// look ends the execution if it has had all its steps or the context has ended; it
// reports whether the execution goes on, up to step nextLook without another look.
func (m *Machine) look() bool {
	if len(m.vm.Threads()) == 1 && m.opts.MaxSteps >= DefaultMaxSteps {
		m.alone = m.steps
	}
	limit := m.maxSteps + m.alone - m.alone/alonePerStep
	switch {
	case m.steps >= limit:
		m.vm.Stop(OutOfSteps, nil)
	case m.steps%lookEvery == lookEvery-1 && m.ctx.Err() != nil:
		m.vm.Stop(Interrupted, nil)
	}
	m.nextLook = min(limit, m.steps+1|(lookEvery-1))
	return !m.vm.Stopped()
}

// bytes returns about how much memory the execution takes beside the program's objects.
func (m *Machine) bytes() int64 {
	n := m.output.bytes() + m.made.bytes()
	if model, ok := m.mem.(interface{ Bytes() int64 }); ok {
		n += model.Bytes()
	}
	return n
}

// A step with more enabled transitions than crowd, as where thousands of stores are pending, takes
// strategies and models longer: a unit of work for each crowdPerUnit of them.
const (
	crowd        = 64
	crowdPerUnit = 8
)

// pick asks the strategy which of the enabled transitions, two or more, comes next.
func (m *Machine) pick(acts []models.Step) int {
	if n := len(acts); n > crowd {
		m.crowded += int64(n)
	}
	m.choice.Kind, m.choice.Thread, m.choice.Actions = Schedule, -1, acts
	return m.choose(len(acts))
}

// choose asks the strategy to fill m.choice's N alternatives and records the answer.
func (m *Machine) choose(n int) int {
	m.choice.N = n
	k := m.strategy.Choose(&m.choice)
	if uint(k) >= uint(n) {
		if k != GiveUp {
			panic("interp: the strategy chose an alternative that does not exist")
		}
		m.vm.Stop(Discarded, nil)
		return 0
	}
	if !m.made.add(k) {
		m.made.put(k)
	}
	return k
}

// exit ends the program: all threads stop, and all buffers drain, in an order
// that the strategy chooses.
func (m *Machine) exit(status int64) {
	m.choice.List++
	for !m.vm.Stopped() {
		acts := m.mem.Commits(m.actions[:0])
		m.actions = acts
		if len(acts) == 0 {
			break
		}
		k := 0
		if len(acts) > 1 {
			k = m.pick(acts)
		}
		if m.vm.Stopped() {
			return
		}
		m.mem.Commit(acts[k])
		m.settle()
	}
	if !m.vm.Stopped() {
		m.result.Exit = status
		m.vm.Stop(Completed, nil)
	}
}

// finish completes the result. After an error the threads are gone, but what
// waits in their buffers still reaches memory: so that every store of the trace
// has its commit, the buffers drain, in the model's order.
func (m *Machine) finish() *Result {
	m.result.Outcome, m.result.Err = m.vm.Ending()
	if m.late != nil && m.result.Outcome == Completed {
		m.result.Outcome, m.result.Err = Failed, m.late
	}
	if m.opts.Judge != nil && m.result.Outcome == Completed {
		if e := m.opts.Judge.Judge(m.prog, m.model, m.rec.Events); e != nil {
			m.result.Outcome, m.result.Err = Failed, e
		}
	}
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
	m.result.Overflow = m.vm.Overflow()
	if m.result.Outcome == OutOfSteps {
		m.result.Loop = m.vm.Looping()
	}
	m.vm.End()
	m.result.Steps, m.result.Events = m.steps, int(m.events)
	m.opts.Work.Add(Units(m.steps, m.vm.Worked()) + m.crowded/crowdPerUnit)
	return &m.result
}

// Units returns the units of work of an execution with so many steps, and so much work
// between them in the units of vm.VM.Spend.
func Units(steps int, between int64) int64 { return unitsPerExecution + int64(steps) + between/4 }

// unitsPerExecution is what beginning and ending an execution costs.
const unitsPerExecution = 16

// schedule returns the choices of the execution that ended last, valid until the next.
func (m *Machine) schedule() []int32 {
	if !m.listed {
		m.choices, m.listed = m.choices[:0], true
		if m.promiser != nil {
			m.choices = m.promiser.asked.list(m.choices)
		}
		if m.promiser == nil || !m.promiser.armed {
			m.choices = m.made.list(m.choices)
		}
	}
	return m.choices
}
