package report

import (
	"cmp"

	"fencepost/interp"
)

// explanations describe kinds of errors, with advice.
var explanations = map[interp.ErrorKind]string{
	interp.AssertionFailed: "An execution reaches an assert whose condition is false.",
	interp.NullPointer:     "An execution accesses memory through a null pointer.",
	interp.WildPointer:     "An execution accesses memory through a pointer that points to no object.",
	interp.OutOfBounds:     "An execution accesses memory outside of the object that its pointer points into.",
	interp.UseAfterFree:    "An execution accesses an object after its life has ended, or no order forbids that it does. Let what frees it wait for what uses it: by a join, a lock, or a release and an acquire.",
	interp.DoubleFree:      "An execution frees an object twice.",
	interp.InvalidFree:     "An execution frees what malloc did not return.",
	interp.NeverWritten:    "An execution reads memory that nothing was written to. Often the write is not ordered before the read: publish the object with a store of memory order release, and read it with acquire.",
	interp.DataRace:        "Two threads access one object, at least one of them writes, one access is not atomic, and nothing orders them. C11 gives such a program no meaning. Make the variable _Atomic, take a lock, or order the accesses by a release and an acquire.",
	interp.Deadlock:        "An execution comes to a state in which threads wait for each other.",
	interp.Livelock:        "An execution comes to a state in which waiting threads can never go on.",
	interp.Starvation:      "An execution goes on for ever in which a thread, which runs again and again, never leaves a loop while others get on.",
	interp.NotLinearizable: "No order of the operations of an execution has their results.",
	interp.LockMisuse:      "An execution unlocks what it does not hold, destroys what is in use, or the like.",
	interp.Panicked:        "An execution panics.",
	interp.Aborted:         "An execution calls abort.",
	interp.ReachedError:    "An execution calls a function that stands for an error.",
}

// ruleText returns the description of an issue's rule: a short text, and advice.
func (i *Issue) ruleText() (short, help string) {
	short = i.Error.Kind
	help = cmp.Or(explanations[interp.ErrorKind(i.Error.Kind)], "An execution ends in this error.")
	switch i.Cause {
	case CauseSC:
		short += " that sequential consistency shows too"
		help += " It happens without relaxed memory: it is an error of logic, which no fence and no memory order mends."
	case CauseRelaxed:
		short += " that only relaxed memory causes"
		help += " It happens only where memory is weaker than sequentially consistent: a memory order, a fence or a lock is missing. fencepost fences --infer FILE looks for the cheapest."
	}
	return short, help + " With --out DIR fencepost stores the execution; fencepost explain tells it step by step."
}
