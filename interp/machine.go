// Package interp runs a compiled C11 program under a memory model.
//
// A Machine holds one execution at a time. It drives a vm.VM, which runs each thread to its
// next visible operation. In each step a Strategy picks one of the enabled transitions: a
// thread's next operation, or the commit of a pending store. The models.Memory performs it,
// and the VM runs the thread on. The same Strategy answers every other nondeterministic
// choice. The answers are recorded as a flat list, the schedule. Replaying the schedule
// gives the same trace to the byte.
//
// In the steady state an execution allocates nothing: threads, buffers, memory and traces
// are reused. What was tried for speed stands in docs/notes/interp.md.
package interp

import (
	"cmp"
	"context"
	"io"
	"slices"

	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/interp/machine/work"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// DefaultMaxSteps bounds the operations and commits of an execution if Options.MaxSteps is
// 0.
const DefaultMaxSteps = 1_000_000

// alonePerStep is how many operations count as one step while main is the only thread that
// was ever started, since no other thread can notice them. If MaxSteps is less than
// DefaultMaxSteps, each operation counts: the bound is then exact.
const alonePerStep = 16

// Options configure a Machine, beside program and model. The zero value is the default.
type Options struct {
	Semantics
	Memory   *vm.Memory   // shared with other machines; nil: the machine makes its own
	Coverage *vm.Coverage // records the code that executions reach; may be nil
	Work     *work.Meter  // counts the work of executions; may be nil
	Output   io.Writer    // receives the program's output; nil: it is discarded
	Judge    Judge        // judges completed executions; may be nil
	Lasso    *Lasso       // the execution to follow is a lasso; nil: it is not
}

// MappingUnder returns how C11 orders are lowered under model m.
func (o *Options) MappingUnder(m *models.Model) models.Mapping {
	if m.Native {
		return models.Native
	}
	return o.Mapping.OrC11()
}

// UnitsUnder returns the units that model m has: models of the language and machines of pages have no words.
func (o *Options) UnitsUnder(m *models.Model) []vm.Unit {
	if m.Native || m.Machine != nil {
		return lists.Where(o.Units, func(u vm.Unit) bool { return !u.IsWord() })
	}
	return o.Units
}

// A Judge finds errors that only a whole execution shows. Several machines call it at once.
type Judge interface {
	// Judge returns the error of a completed execution with these events, or nil.
	Judge(p *code.Program, m *models.Model, events []trace.Event) *Error
}

// A Machine runs one program under one model, one execution at a time. It is
// not safe for concurrent use; any number of machines may share a Program.
type Machine struct {
	prog  *code.Program
	model *models.Model
	opts  Options
	vm    vm.VM
	// maxSteps is Options.MaxSteps, or the bound that Bound set.
	maxSteps int
	mem      models.Memory
	log      models.Log
	waits    bool // the model needs loads prepared
	extensions
	prefix *prefix // nil: the program or the model has no such errors
	times  []int64 // by location: what the clock of a thread showed at most when it stored there
	late   *Error  // an access that may come after the free of its block
	// promiser runs executions in which loads may read from later stores; nil: there are none.
	promiser *promiser

	replaced map[uint64]replaced // by byte: the location that had it last, and was removed

	strategy   Strategy
	ctx        context.Context
	choice     Choice
	made       []int32                // choices of this execution so far
	raceErrors map[models.Race]*Error // of this and earlier executions, by race without its location
	raceTexts  map[models.Race]string // their messages, by race without location and events
	raceList   []*Error               // of this execution
	tracks     []track                // by thread
	woken      []*vm.Thread
	waiting    int     // threads in state vm.Waiting
	live       []int64 // see liveRegisters
	steps      int
	alone      int // how many of the steps were made before there was a second thread, as of the latest look
	nextCheck  int // the step before which checkLimits is called next
	result     Result
	choices    []int32 // see schedule; nil: not asked for
	output
	judged trace.Recorder // records the events for the judge, if the caller's sink does not
	before []byte         // state before the cycle of a lasso

	frees   []freeing  // frees of the execution, if blocks may be reused
	offered []int      // scratch of Reuse
	blocks  []vm.Block // scratch of Reuse: those of the indices in offered

	enabled enabled
	actions []models.Step // scratch, like the next two
	stores  []models.StoreID
	pending []models.Pending
}

// A track is the machine's state for one thread.
type track struct {
	spin
	index int32 // program index of the last event
}

// New returns a machine for program p under model m.
func New(p *code.Program, m *models.Model, o Options) *Machine {
	o.MaxSteps = cmp.Or(o.MaxSteps, DefaultMaxSteps)
	c := vm.Config{Semantics: o.Semantics, Output: o.Output, Memory: o.Memory, Coverage: o.Coverage, EarlyFail: m.Native}
	c.Mapping, c.Units = o.MappingUnder(m), o.UnitsUnder(m)
	c.Striped = len(c.Units) > 0 // as an exhaustive search has it, which finds the units
	mc := &Machine{prog: p, model: m, opts: o, maxSteps: o.MaxSteps, raceErrors: map[models.Race]*Error{}, raceTexts: map[models.Race]string{},
		replaced: map[uint64]replaced{}}
	mc.mem = m.New(&mc.log)
	mc.extensions = extensionsOf(mc.mem)
	mc.waits = m.Machine != nil && m.Machine.Waits || slices.ContainsFunc(c.Units, vm.Unit.IsWord)
	mc.prefix = newPrefix(p, m, &mc.vm)
	mc.vm.Init(p, (*driver)(mc), c)
	mc.promiser = newPromiser(mc)
	mc.output.vm = &mc.vm
	return mc
}

// Bound limits later executions to n steps, or to Options.MaxSteps if that is less.
func (m *Machine) Bound(n int) { m.maxSteps = min(n, m.opts.MaxSteps) }

// Run performs one execution: s answers its choices, and out, which may be nil, receives
// its events. The result is valid until the next Run.
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
	m.made, m.choices = m.made[:0], nil
	m.woken = m.woken[:0]
	m.waiting, m.steps, m.alone, m.nextCheck, m.enabled.known = 0, 0, 0, 0, false
	m.frees = m.frees[:0]
	clear(m.replaced)
	m.times = m.times[:0]
	if m.late = nil; m.prefix != nil {
		m.prefix.begin()
	}
	m.result = Result{machine: m}
	m.choice.Machine = m
	m.addTrack(0)
	m.vm.Start()
}

// addTrack makes the track of the new thread t.
func (m *Machine) addTrack(t trace.ThreadID) {
	m.tracks = lists.Extended(m.tracks, int(t)+1)
	k := &m.tracks[t]
	k.index, k.seen, k.alive = 0, 0, 0
	k.reset()
}

// next performs one transition.
func (m *Machine) next() {
	if m.steps >= m.nextCheck && !m.checkLimits() {
		return
	}
	e := &m.enabled
	acts := e.steps[:e.all]
	if !e.known || len(e.conditional) > 0 && !e.same || e.all == 0 { // usually false: the list is valid
		if acts = m.list(); len(acts) == 0 {
			if !m.vm.Stopped() {
				m.stuck()
			}
			return
		}
	}
	k := 0
	switch {
	case len(acts) > len(m.vm.Threads())+mostCommits:
		k = overdue(acts)
	case len(acts) > 1:
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
		e.same = false
		if others && all > 0 {
			m.enabled.committed(k, all)
		}
	} else {
		t := m.vm.Threads()[a.Thread]
		was, loads := t.State, !m.waits && t.Op.Kind == trace.Load
		m.vm.Step(t)
		m.enabled.stepped(k, t, was, loads)
	}
	for len(m.woken) > 0 && !m.vm.Stopped() {
		t := m.woken[len(m.woken)-1]
		m.woken = m.woken[:len(m.woken)-1]
		m.vm.Resume(t)
	}
}

// Every checkEvery steps the machine checks the context, and every measureEvery steps the
// memory that model and events take. Both are powers of two.
const (
	checkEvery   = 1 << 8
	measureEvery = 1 << 13
)

// checkLimits ends the execution if it has made all its steps, if the context has ended, or if
// memory is short. It reports whether the execution goes on, and sets nextCheck to the step
// of the next call.
func (m *Machine) checkLimits() bool {
	if len(m.vm.Threads()) == 1 && m.opts.MaxSteps >= DefaultMaxSteps {
		m.alone = m.steps
	}
	limit := m.maxSteps + m.alone - m.alone/alonePerStep
	switch {
	case m.steps >= limit:
		m.vm.Stop(OutOfSteps, nil)
	case m.steps%checkEvery == checkEvery-1 && m.ctx.Err() != nil:
		m.vm.Stop(Interrupted, nil)
	}
	m.nextCheck = min(limit, m.steps+1|(checkEvery-1))
	return !m.vm.Stopped()
}

// choiceBytes approximates the memory that a choice takes, as the list of choices has room for more.
const choiceBytes = 5

// bytes estimates the memory that the execution takes beside the program's objects.
func (m *Machine) bytes() int64 {
	n := m.output.bytes() + choiceBytes*int64(len(m.made))
	if model, ok := m.mem.(interface{ Bytes() int64 }); ok {
		n += model.Bytes()
	}
	return n
}

// mostCommits bounds the commits that are enabled at the same time: if there are more, one of them
// comes next. So the cost of a step is bounded, however much a program fills with memset. The buffers
// of processors have about as many entries. What is left out is executions in which more stores wait.
const mostCommits = 64

// overdue returns the first commit of the thread that has most commits in acts.
func overdue(acts []models.Step) (first int) {
	most := 0
	for k := 0; k < len(acts); {
		n := 1
		for k+n < len(acts) && acts[k+n].Thread == acts[k].Thread && acts[k].Store != 0 && acts[k+n].Store != 0 {
			n++
		}
		if acts[k].Store != 0 && n > most {
			first, most = k, n
		}
		k += n
	}
	return first
}

// pick asks the strategy for one of two or more enabled transitions.
func (m *Machine) pick(acts []models.Step) int {
	m.choice.Kind, m.choice.Thread, m.choice.Actions = Schedule, -1, acts
	return m.choose(len(acts))
}

// choose asks the strategy for one of the N alternatives of m.choice and records the
// answer.
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
	m.made = append(m.made, int32(k))
	return k
}

// exit ends the program: all threads stop, and all buffers drain in an order that the
// strategy chooses.
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

// finish completes the result. An error stops the threads, but pending stores still reach
// memory: the buffers drain in the model's order, so that every store of the trace has its
// commit.
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
	m.result.Steps, m.result.Events, m.result.Work = m.steps, int(m.events), Units(m.steps, m.vm.Worked(), len(m.vm.Threads()))
	m.opts.Work.Add(m.result.Work)
	return &m.result
}

// Units returns the units of work of an execution with this number of steps. Between is the
// work between steps, in the units of vm.VM.Spend. Many threads make each other's steps dearer: a step
// chooses among all of them, and their clocks know of each other.
func Units(steps int, between int64, threads int) int64 {
	crowd := int64(threads / 64)
	return unitsPerExecution + int64(steps) + between/4 + 256*crowd*crowd
}

// unitsPerExecution is the cost of beginning and ending an execution.
const unitsPerExecution = 16

// schedule returns the choices of the execution that ended last. They are valid until the
// next.
func (m *Machine) schedule() []int32 {
	if m.choices == nil {
		m.choices = m.made
		if p := m.promiser; p != nil && p.armed {
			m.choices = p.asked
		} else if p != nil {
			m.choices = slices.Concat(p.asked, m.made)
		}
	}
	return m.choices
}
