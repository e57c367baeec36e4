package strategy

import (
	"fencepost/interp"
	"fencepost/trace"
)

// C11Tester is the strategy of C11Tester (ASPLOS 2021, section 3). Every choice is random,
// but a thread is interrupted only where another order could matter. Consecutive relaxed
// and release stores of a thread run without interruption, so that loads have more stores
// to read from: an operation between them can as well come after them and read an older
// store. Under the C11 model plain accesses run without interruption, too: an access of
// another thread between them is a data race in any order.
//
// The paper selects another store if the modification order forbids the first. The machine
// offers only stores that it allows, each as likely as in the paper.
//
// It must see the events: pass its Sink to Run.
type C11Tester struct {
	Random
	last   trace.ThreadID // the thread that ran last; -1: none
	stored bool           // its last operation was a store that runs on
}

// NewC11Tester returns a C11Tester. Execution i depends only on seed and i.
func NewC11Tester(seed uint64) *C11Tester { return &C11Tester{Random: Random{seed: seed}} }

// Begin seeds execution run.
func (s *C11Tester) Begin(run int) bool {
	s.last, s.stored = -1, false
	return s.Random.Begin(run)
}

// Choose continues the thread that ran last if it must run on, and otherwise answers
// uniformly.
func (s *C11Tester) Choose(c *interp.Choice) int {
	if c.Kind == interp.Schedule && s.last >= 0 {
		for k, a := range c.Actions {
			if a.Store == 0 && a.Thread == s.last {
				op := c.Machine.Next(a.Thread)
				if s.stored && runsOn(op.Kind, op.Order) || c.Machine.Model().Native && plain(op.Kind, op.Order) {
					return k
				}
			}
		}
	}
	return s.Random.Choose(c)
}

// runsOn reports whether an operation is a store that other stores may follow without
// interruption.
func runsOn(k trace.Kind, o trace.Order) bool {
	return k == trace.Store && (o == trace.Relaxed || o == trace.Release)
}

// plain reports whether an operation is a plain access.
func plain(k trace.Kind, o trace.Order) bool {
	return (k == trace.Load || k == trace.Store) && o == trace.Plain
}

// Sink returns the sink that must receive the events.
func (s *C11Tester) Sink() trace.Sink { return (*c11testerSink)(s) }

// c11testerSink notes the thread that ran last. A commit belongs to no thread.
type c11testerSink C11Tester

func (s *c11testerSink) Begin() {}

func (s *c11testerSink) Event(e *trace.Event) {
	if e.Kind != trace.Commit {
		s.last, s.stored = e.Thread, runsOn(e.Kind, e.Order) || s.stored && s.last == e.Thread && plain(e.Kind, e.Order)
	}
}
