package strategy

// A Sample is what a strategy notes of one execution.
type Sample struct {
	Length  int                 // PCT, PCTWM: at how many points a priority might have dropped
	Threads []ThreadSample      // Auto: what each thread did
	Arm     int                 // Auto: which strategy of the portfolio ran
	setting [numParameters]int8 // of contention-first
	// What the campaign sets: whether the execution showed an error, whether it behaved as
	// none before, and if both its choices, which nobody changes any more.
	Buggy, Fresh bool
	Choices      []int32
}

// ThreadSample is what a thread did in an execution.
type ThreadSample struct {
	Parent  int32 // its creator; -1 for main
	Steps   int32 // its events
	Commits int32 // those of its buffer
}

// An Informed strategy makes use of executions that a bounded exploration found to show
// errors, one for each, by their choices. It is told before its first execution, every
// worker's instance the same, and keeps what it is told.
type Informed interface{ Inform(buggy [][]int32) }

// A Learner is a strategy whose executions depend on what earlier ones were
// like. Its execution i depends on its seed, on i and on the samples that it
// was given: so every worker's instance is given the same ones, in order of
// index, at the same times.
type Learner interface {
	// Sample sets dst to what the execution just run was like, but for what the
	// campaign sets. It reuses the slice in dst.
	Sample(dst *Sample)
	// Learn takes in a batch of executions, of which it keeps nothing but Choices.
	Learn(batch []Sample)
}

// An Estimator is a strategy that draws its change points from the communication events of an
// execution, of which it knows how many there are, or estimates it.
type Estimator interface{ KCom() int }

// A PrefixReplayer is a strategy that may have executions begin as earlier ones did.
type PrefixReplayer interface {
	// ReplaysPrefix reports whether the current execution begins with a prefix of one
	// known to show an error.
	ReplaysPrefix() bool
}
