package strategy

import (
	"fencepost/interp"
	"fencepost/models"
	"fencepost/trace"
)

// PCTWM is probabilistic concurrency testing for weak memory (Gao, Chakraborty
// and Kulahcioglu Ozkan, ASPLOS 2023), Algorithms 1 and 2. Threads have random
// priorities, and what they read is what they already know: the thread's view.
// Only at depth random communication events (reads, acquiring and sequentially
// consistent operations) does a thread learn of others: the event waits until
// no other thread can go on, the events in random order, and then reads one of
// the history newest stores. A bug that needs depth communications is found
// with probability at least 1/(history kcom)^depth an execution.
//
// Change points are drawn anew for every execution; kcom, the number of
// communication events, is estimated from earlier executions; and the history
// is counted over all stores that the load may read, in the memory's order, not
// thread by thread.
//
// The view of Algorithm 2 is not kept as a table of bags. The memory model
// already hides from a load every store older than what the thread knows by
// happens-before, so the view at a location is the thread's own last read or
// written store if that is still readable, and otherwise the oldest readable
// one. A sequentially consistent access thereby joins the view of an earlier
// one only as far as the model orders them.
//
// Under the store-buffer models the view is the thread's buffer and history,
// and a commit is what communicates: pending stores commit only if no thread
// can go on otherwise, or if a communication event is about to read their
// location, all but at most history-1 of them.
//
// Wait loops: a load that has come round to the same state with an older value
// reads as a communication event does, so a view never keeps a thread in a
// loop; and threads that go round in loops drop below all others, as in PCT.
//
// It has to see the events: its Sink must be given to Run.
type PCTWM struct {
	seed    uint64
	depth   int
	history int
	length  length
	views   views

	r       Rand
	threads []pctwmThread
	points  []int // communication events that wait; event points[i] gets priority len(points)-i
	events  int   // communication events so far
	lowest  int64
	turn    turn
	chosen  int // scheduling decisions
	pending []models.Pending
	step    int  // the machine's steps when the last operation was chosen
	sink    bool // that operation is one of the communication events drawn
}

type pctwmThread struct {
	priority int64
	waits    bool // its next operation is one of the communication events drawn
	keeps    int  // how many pending stores to its location it does not wait for
}

// NewPCTWM returns a PCTWM for bugs of a depth, at least 0, and a history, at
// least 1. Execution i depends on seed, depth, history, i and the lengths of
// earlier executions.
func NewPCTWM(seed uint64, depth, history int) *PCTWM {
	return &PCTWM{seed: seed, depth: depth, history: history}
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
	s.events, s.lowest, s.turn = 0, 0, turn{}
	s.chosen, s.step, s.sink = 0, -1, false
}

// thread returns the state of thread t.
func (s *PCTWM) thread(t trace.ThreadID) *pctwmThread {
	for int(t) >= len(s.threads) {
		s.threads = append(s.threads, pctwmThread{priority: firstPriority(&s.r)})
	}
	return &s.threads[t]
}

// Choose answers as Algorithms 1 (threads) and 2 (reads) say.
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
			return s.r.Intn(c.N) // only commits
		}
		t, op := s.thread(c.Actions[k].Thread), c.Machine.Next(c.Actions[k].Thread)
		if s.turn.tired(op) {
			s.lowest--
			t.priority = s.lowest
			if n := commits(c); n > 0 {
				return c.N - 1 - s.r.Intn(n)
			}
			continue
		}
		switch {
		case t.waits:
			if commit := s.mustCommit(c, op, t.keeps); commit >= 0 {
				return commit
			}
		case communicates(c.Machine.Model(), op):
			if p := s.point(); p > 0 {
				t.priority, t.waits, t.keeps = p, true, s.r.Intn(s.history)
				continue
			}
		}
		s.step, s.sink = c.Machine.Steps(), t.waits
		t.waits = false
		return k
	}
}

// commits returns how many of the actions are commits; they come last.
func commits(c *interp.Choice) int {
	n := 0
	for n < c.N && c.Actions[c.N-1-n].Store != 0 {
		n++
	}
	return n
}

// highest returns the action of the thread of highest priority, -1 if there
// are only commits.
func (s *PCTWM) highest(c *interp.Choice) int {
	best := -1
	for k, a := range c.Actions {
		if a.Store == 0 && (best < 0 || s.thread(a.Thread).priority > s.thread(c.Actions[best].Thread).priority) {
			best = k
		}
	}
	return best
}

// point counts a communication event. It returns the priority to which its
// thread drops if it is one of those drawn, and otherwise 0.
func (s *PCTWM) point() int64 {
	s.events++
	for i, p := range s.points {
		if p == s.events {
			return int64(len(s.points) - i)
		}
	}
	return 0
}

// communicates is isCommunicationEvent of Algorithm 1. Under a model of the
// language a non-atomic load has nothing to choose.
func communicates(m models.Model, op *models.Op) bool {
	switch op.Kind {
	case trace.Load:
		return op.Order != trace.Plain || !m.Orders
	case trace.RMW, trace.Lock:
		return true
	case trace.Fence:
		return op.Order != trace.Relaxed && op.Order != trace.Release
	}
	return op.Order == trace.SeqCst
}

// mustCommit returns a commit that has to come before a communication event
// that reads op's location; -1 if at most keeps stores of other threads to it
// are pending.
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
		// The thread was alone, and this is its first choice in this step.
		s.step = c.Machine.Steps() - 1
		s.sink = s.point() > 0
	}
	if s.sink || c.Repeats {
		return c.N - 1 - s.r.Intn(min(s.history, c.N)) // readGlobal
	}
	return s.views.local(c) // readLocal
}

// Sink returns what has to see the events.
func (s *PCTWM) Sink() trace.Sink { return &s.views }

// Sample notes the number of communication events of the execution just run.
func (s *PCTWM) Sample(dst *Sample) { dst.Length = s.events }

// Learn refines the estimate of the number of communication events.
func (s *PCTWM) Learn(batch []Sample) { s.length.learn(batch) }
