package strategy

// A Sample describes one execution for a strategy that learns.
type Sample struct {
	Length  int                 // PCT, PCTWM: number of points at which a priority might have dropped
	Threads []ThreadSample      // Auto: the work of each thread
	Arm     int                 // Auto: the strategy that ran
	setting [numParameters]int8 // parameters of contention-first
	// Set by the campaign: whether the execution showed an error, whether its behaviour is
	// new, and if both, its choices, which must not be changed.
	Buggy, Fresh bool
	Choices      []int32
}

// ThreadSample is the work of a thread in an execution.
type ThreadSample struct {
	Parent  int32 // its creator; -1 for main
	Steps   int32 // number of its events
	Commits int32 // number of its commits
}

// An Informed strategy uses executions that a bounded exploration found to show errors, one
// for each error, as lists of choices. Inform is called before the first execution, with
// the same executions for every worker's instance, which keeps them.
type Informed interface{ Inform(buggy [][]int32) }

// A Learner is a strategy whose executions depend on earlier ones. Its execution i depends
// on its seed, on i and on the samples that it was given. So every worker's instance must
// be given the same samples, in order of index, at the same times.
type Learner interface {
	// Sample describes the execution just run in dst, except for the fields that the
	// campaign sets. It reuses the slice in dst.
	Sample(dst *Sample)
	// Learn learns from a batch of executions. Of them it keeps only Choices.
	Learn(batch []Sample)
}

// An Estimator is a strategy that draws its change points from the communication events of
// an execution. KCom returns their number, which is known or estimated.
type Estimator interface{ KCom() int }

// A PrefixReplayer is a strategy whose executions may begin with a prefix of an earlier
// one.
type PrefixReplayer interface {
	// ReplaysPrefix reports whether the current execution begins with a prefix of one
	// known to show an error.
	ReplaysPrefix() bool
}
