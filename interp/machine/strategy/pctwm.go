package strategy

import (
	"fencepost/interp"
	"fencepost/models"
	"fencepost/trace"
)

// PCTWM is probabilistic concurrency testing for weak memory (Gao, Chakraborty and
// Kulahcioglu Ozkan, ASPLOS 2023), Algorithms 1 and 2. Threads have random priorities, and
// read what they already know: the thread's view. Only at depth random communication events
// (reads, acquiring and sequentially consistent operations) does a thread learn of others.
// Such an event waits until no other thread can go on, the events in random order, and then
// reads one of the history newest stores. PCTWM finds a bug that needs depth communications
// with probability at least 1/(history kcom)^depth an execution.
//
// Change points are drawn anew for every execution. kcom, the number of communication
// events, is estimated from earlier executions. The history is counted over all stores that
// the load may read, in the memory's order, not thread by thread.
//
// The view of Algorithm 2 is not kept as a table of bags. The memory model already hides
// from a load every store older than those that the thread knows by happens-before. So the
// view at a location is the store that the thread read or wrote last, if it is still
// readable, and otherwise the oldest readable store, for an RMW the newest. A sequentially
// consistent access therefore joins the view of an earlier one only as far as the model
// orders them.
//
// Under the store-buffer models the view is the thread's buffer and history, and commits
// communicate. Pending stores commit only if no thread can go on otherwise, or if a
// communication event is about to read their location; then all but at most history-1 of
// them.
//
// Wait loops: a thread that goes round in a loop drops below all others, as in PCT, and
// then reads any store. So does a load that has returned to the same state with an older
// value. A view never keeps a thread in a loop.
//
// It must see the events: pass its Sink to Run.
type PCTWM struct {
	seed    uint64
	depth   int
	history int
	length  length
	views   views

	r       Rand
	threads []pctwmThread
	points  []int // numbers of the communication events that wait; event points[i] gets priority len(points)-i
	events  int   // number of communication events so far
	lowest  int64
	spin    spinObserver
	chosen  int // number of scheduling decisions
	pending []models.Pending
	step    int // the machine's steps when the last operation was chosen
	reads   scope
	orders  bool // the model takes C11 orders
	counted bool // the chosen operation, if a communication event, is already counted
}

type pctwmThread struct {
	priority int64
	next     scope // the scope of its next operation; unless it is local, the operation waits for others
	keeps    int   // number of pending stores to its location for which it does not wait
}

// A scope is the set of stores that an operation may read.
type scope uint8

const (
	local  scope = iota // the thread's view
	global              // the newest stores, as many as history says: a communication event
	all                 // any store: for a thread that goes round in a loop
)

// NewPCTWM returns a PCTWM for bugs of a depth (at least 0), a history (at least 1), and
// kcom communication events; 0: they are estimated. Execution i depends on these arguments,
// on i and, if kcom is estimated, on the lengths of earlier executions.
func NewPCTWM(seed uint64, depth, history, kcom int) *PCTWM {
	return &PCTWM{seed: seed, depth: depth, history: history, length: givenLength(kcom)}
}

// Begin starts execution run: it draws the communication events.
func (s *PCTWM) Begin(run int) bool {
	s.begin(NewRand(s.seed, uint64(run)), s.depth, s.history)
	return true
}

func (s *PCTWM) begin(r Rand, depth, history int) {
	s.r, s.history = r, history
	s.points = drawPoints(s.points, depth, s.length.draw(&s.r), &s.r)
	s.threads = s.threads[:0]
	s.events, s.lowest, s.spin = 0, 0, spinObserver{}
	s.chosen, s.step, s.reads, s.counted, s.orders = 0, -1, local, false, false
}

// thread returns the state of thread t.
func (s *PCTWM) thread(t trace.ThreadID) *pctwmThread {
	for int(t) >= len(s.threads) {
		s.threads = append(s.threads, pctwmThread{priority: firstPriority(&s.r)})
	}
	return &s.threads[t]
}

// Choose answers by Algorithms 1 (threads) and 2 (reads).
func (s *PCTWM) Choose(c *interp.Choice) int {
	switch c.Kind {
	case interp.Schedule:
		return s.schedule(c)
	case interp.ReadFrom:
		return s.readFrom(c)
	}
	return s.r.Intn(c.N)
}

func (s *PCTWM) schedule(c *interp.Choice) int {
	s.chosen++
	if s.chosen > patience {
		return s.r.Intn(c.N)
	}
	for {
		k := s.highest(c)
		if k < 0 {
			return s.r.Intn(c.N) // all actions are commits
		}
		t, op := s.thread(c.Actions[k].Thread), c.Machine.Next(c.Actions[k].Thread)
		if s.spin.spins(op) {
			s.lowest--
			t.priority, t.next, t.keeps = s.lowest, all, 0
			if n := commits(c); n > 0 {
				return c.N - 1 - s.r.Intn(n)
			}
			continue
		}
		switch {
		case t.next != local:
			if commit := s.mustCommit(c, op, t.keeps); commit >= 0 {
				return commit
			}
		case communicates(op.Kind, op.Order, c.Machine.Model().Native):
			if p := s.point(); p > 0 {
				t.priority, t.next, t.keeps = p, global, s.r.Intn(s.history)
				continue
			}
		}
		s.step, s.reads, t.next = c.Machine.Steps(), t.next, local
		s.counted, s.orders = true, c.Machine.Model().Native
		return k
	}
}

// commits returns the number of actions that are commits. They come last.
func commits(c *interp.Choice) int {
	n := 0
	for n < c.N && c.Actions[c.N-1-n].Store != 0 {
		n++
	}
	return n
}

// highest returns the action of the thread of highest priority; -1 if there are only
// commits.
func (s *PCTWM) highest(c *interp.Choice) int {
	best := -1
	for k, a := range c.Actions {
		if a.Store == 0 && (best < 0 || s.thread(a.Thread).priority > s.thread(c.Actions[best].Thread).priority) {
			best = k
		}
	}
	return best
}

// point counts a communication event. If it is one of those drawn it returns the priority
// to which its thread drops, otherwise 0.
func (s *PCTWM) point() int64 {
	s.events++
	for i, p := range s.points {
		if p == s.events {
			return int64(len(s.points) - i)
		}
	}
	return 0
}

// communicates is isCommunicationEvent of Algorithm 1, for a parked operation or an event.
// If the model takes C11 orders, it is that of the language, and a non-atomic load has no
// choice.
func communicates(k trace.Kind, o trace.Order, orders bool) bool {
	switch k {
	case trace.Load:
		return o != trace.Plain || !orders
	case trace.Fence:
		return o >= trace.Acquire && o != trace.Release
	}
	return k.Reads() || o == trace.SeqCst
}

// mustCommit returns a commit that must come before a communication event that reads op's
// location; -1 if at most keeps stores of other threads to it are pending.
func (s *PCTWM) mustCommit(c *interp.Choice, op *models.Op, keeps int) int {
	if op.Loc < 0 || commits(c) == 0 {
		return -1
	}
	best, count, seen := -1, 0, 0
	for t := range trace.ThreadID(c.Machine.Threads()) {
		if t == op.Thread {
			continue
		}
		n := 0
		s.pending = c.Machine.Memory().Pending(s.pending[:0], t)
		for _, p := range s.pending {
			if p.Loc == op.Loc {
				n++
			}
		}
		if n == 0 {
			continue
		}
		count += n
		for k, a := range c.Actions {
			if a.Store == 0 || a.Thread != t {
				continue
			}
			if seen++; s.r.Intn(seen) == 0 {
				best = k
			}
		}
	}
	if count <= keeps {
		return -1
	}
	return best
}

// readFrom picks a store for the load that is happening.
func (s *PCTWM) readFrom(c *interp.Choice) int {
	if c.Machine.Steps() != s.step+1 {
		s.step = c.Machine.Steps() - 1
		s.alone(c)
	}
	switch {
	case s.reads == all || c.Repeats || s.chosen > patience:
		return s.r.Intn(c.N)
	case s.reads == global:
		return c.N - 1 - s.r.Intn(min(s.history, c.N)) // readGlobal
	}
	return s.views.local(c) // readLocal
}

// alone handles a thread that was the only one enabled, at its first choice in this step.
// schedule handles others.
func (s *PCTWM) alone(c *interp.Choice) {
	t := s.thread(c.Thread)
	s.reads, t.next = t.next, local
	s.counted, s.orders = true, c.Machine.Model().Native
	if s.reads != local {
		return
	}
	if s.point() > 0 {
		s.reads = global
	} else if s.spin.spins(c.Op) {
		s.reads = all
	}
}

// Sink returns the sink that must receive the events.
func (s *PCTWM) Sink() trace.Sink { return (*pctwmSink)(s) }

// pctwmSink keeps the views, and counts the communication events without alternatives.
type pctwmSink PCTWM

func (s *pctwmSink) Begin() { s.views.Begin() }

func (s *pctwmSink) Event(e *trace.Event) {
	if e.Kind == trace.Commit {
		return
	}
	s.views.Event(e)
	if t := (*PCTWM)(s).thread(e.Thread); t.next != local {
		t.next = local // it waited until no other thread was enabled
	} else if !s.counted && communicates(e.Kind, e.Order, s.orders) {
		s.events++
	}
	s.counted = false
}

// Sample notes the number of communication events of the execution just run.
func (s *PCTWM) Sample(dst *Sample) { dst.Length = s.events }

// Learn updates the estimated number of communication events.
func (s *PCTWM) Learn(batch []Sample) { s.length.learn(batch) }

// KCom returns the assumed number of communication events of an execution, from which the
// change points are drawn; 0: it is not known yet.
func (s *PCTWM) KCom() int {
	if s.length.estimate == 0 {
		return 0
	}
	return s.length.assumed()
}
