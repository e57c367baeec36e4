package strategy

// A Sample is what a strategy notes of one execution.
type Sample struct {
	Length  int            // PCT, PCTWM: at how many points a priority might have dropped
	Threads []ThreadSample // Auto: what each thread did
	Arm     int            // Auto: which strategy of the portfolio ran
	Fresh   bool           // set by the campaign: the execution behaved as none before
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
	// Learn takes in a batch of executions, of which it keeps nothing.
	Learn(batch []Sample)
}
