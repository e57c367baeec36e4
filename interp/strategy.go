package interp

import (
	"fencepost/models"
	"fencepost/trace"
)

// A Strategy answers every nondeterministic choice of an execution. It never decides what
// is possible: it gets the alternatives, of which there are always at least two. The
// machine sends no events to a Strategy that is also a trace.Sink; pass it to Run as the
// sink.
type Strategy interface {
	// Begin is called before execution run, counted from 0. If it returns false there are
	// no more executions.
	Begin(run int) bool
	// Choose returns a number in [0, c.N), or GiveUp. c is valid during the call.
	Choose(c *Choice) int
}

// GiveUp is the answer that ends the execution: it is discarded.
const GiveUp = -1

// ChoiceKind is the kind of a Choice.
type ChoiceKind uint8

// The kinds of choices.
const (
	Schedule  ChoiceKind = iota // which of Actions comes next
	ReadFrom                    // which of Stores the load Op reads, oldest first
	WeakFail                    // 1: the weak compare-exchange Op fails spuriously
	AllocFail                   // the 1: the allocation returns NULL
	Value                       // a value of nondet_range: the choice is the offset from its low end
	Wake                        // which of N threads waiting on a condition variable is woken, in order of arrival
	Spurious                    // 1: the wait for a condition variable ends spuriously
	Reuse                       // which of the Freed blocks the allocation gets, from 1; 0: none
	Promise                     // of an execution in which loads may read from later stores: see promiser
)

var choiceNames = [...]string{"schedule", "read-from", "weak-fail", "alloc-fail", "value", "wake", "spurious wake-up", "reuse", "promise"}

// String returns a short lower-case name.
func (k ChoiceKind) String() string { return choiceNames[k] }

// A Choice is a question to a Strategy.
type Choice struct {
	Kind   ChoiceKind
	N      int            // number of alternatives, at least 2
	Thread trace.ThreadID // the thread whose operation it is; -1 for Schedule

	Actions []models.Step    // Schedule: threads in order of number, then commits in the model's order
	List    int              // Schedule: if it equals that of the choice before, Actions begin with the same threads
	Stores  []models.StoreID // ReadFrom: oldest first; nil if the memory does not list them: see Store
	Op      *models.Op       // ReadFrom, WeakFail
	Freed   []uint64         // Reuse: addresses of the blocks
	Waiting []trace.ThreadID // Wake: the threads
	// Repeats says for ReadFrom that the thread waits in a loop and has returned to the
	// same state: only a newer store can end the wait.
	Repeats bool

	// Machine is the state of the execution. A Strategy must not change it.
	Machine *Machine
}

// Store returns the k-th store that a load may read, counted from the oldest. It is valid
// for ReadFrom only.
func (c *Choice) Store(k int) models.StoreID {
	if c.Stores != nil {
		return c.Stores[k]
	}
	return c.Machine.sampler.Pick(c.Op, k)
}
