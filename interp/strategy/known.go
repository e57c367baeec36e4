package strategy

import "fencepost/interp"

// A Known is an execution that an exploration found, and that shows an error.
type Known struct {
	Choices []int32
	Ends    bool // the error ends the execution: it is no data race
}

// Knowledge is what a bounded exploration of a program found.
type Knowledge struct {
	Buggy []Known
	// All says that all executions were explored, and there is a Known for each error.
	All bool
}

// An Informed strategy makes use of what an exploration found. It is told before its first
// execution, every worker's instance the same, and keeps what it is told.
type Informed interface{ Inform(*Knowledge) }

// Of executions that begin like one that its error ends, one in partOf repeats a part of it
// only. One in freeOf does not begin like a known one if there may be other errors.
const (
	partOf = 8
	freeOf = 4
)

// nearKnown begins an execution like one that is known to show an error, and leaves the
// rest to another strategy: what comes behind a data race, as that does not end the
// execution; else what comes behind a choice that is drawn, in some executions. So what
// the error needs is varied, and what it hides is found.
type nearKnown struct {
	choices []int32 // still to repeat
	ends    bool
	began   bool
}

func (s *nearKnown) begin(r *Rand, k *Knowledge) {
	*s = nearKnown{}
	if k == nil || !k.All && r.Intn(freeOf) == 0 {
		return
	}
	known := &k.Buggy[r.Intn(len(k.Buggy))]
	*s = nearKnown{known.Choices, known.Ends, true}
	if s.ends && r.Intn(partOf) == 0 {
		s.choices = s.choices[:r.Intn(len(s.choices)+1)]
	}
}

// leads reports whether a choice is to be repeated.
func (s *nearKnown) leads() bool { return len(s.choices) > 0 }

// choose returns what the known execution has, as long as it is repeated.
func (s *nearKnown) choose(c *interp.Choice) (k int, ok bool) {
	k = int(s.choices[0])
	if k >= c.N || !s.ends && c.Machine.Raced() {
		s.choices = nil
		return 0, false
	}
	s.choices = s.choices[1:]
	return k, true
}
