package interp

import (
	"fencepost/models"
	"fencepost/trace"
)

// A Strategy answers every nondeterministic choice of an execution. It never
// decides what is possible: it is shown the alternatives, and there are always
// at least two. A Strategy that is also a trace.Sink is not fed by the machine;
// hand it to Run as the sink.
type Strategy interface {
	// Begin is called before execution run (counted from 0) and reports
	// whether there is one.
	Begin(run int) bool
	// Choose returns a number of [0, c.N), or GiveUp. c is valid during the call.
	Choose(c *Choice) int
}

// GiveUp is the answer of a strategy that does not want the execution to go on:
// it is discarded.
const GiveUp = -1

// ChoiceKind says what is chosen.
type ChoiceKind uint8

// The kinds of choices.
const (
	Schedule  ChoiceKind = iota // which of Actions comes next
	ReadFrom                    // which of Stores the load Op reads, oldest first
	WeakFail                    // 1: the weak compare-exchange Op fails spuriously
	AllocFail                   // 1: the allocation returns NULL
	Value                       // a value of nondet_range: the choice is the offset from its low end
	Wake                        // which of N threads waiting on a condition variable is woken, in order of arrival
	Spurious                    // 1: the wait for a condition variable ends of itself
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
	Thread trace.ThreadID // whose operation it is; -1 for Schedule

	Actions []models.Step    // Schedule: threads in order of number, then commits in the model's order
	List    int              // Schedule: the same number as before only if Actions begin with the same threads
	Stores  []models.StoreID // ReadFrom; nil if the memory does not list them: see Store
	Op      *models.Op       // ReadFrom, WeakFail
	Freed   []uint64         // Reuse: the addresses of the blocks
	// Repeats says of ReadFrom that the thread waits in a loop and has come
	// round to the same state: only a newer store can get it on.
	Repeats bool

	// State of the execution, to look at.
	Machine *Machine
}

// Store returns the k-th of the stores that may be read, counted from the
// oldest: of ReadFrom only.
func (c *Choice) Store(k int) models.StoreID {
	if c.Stores != nil {
		return c.Stores[k]
	}
	return c.Machine.sampler.Pick(c.Op, k)
}
