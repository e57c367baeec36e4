package strategy

// Knowledge is what a bounded exploration of a program found: the choices of executions
// that show errors, one for each.
type Knowledge struct{ Buggy [][]int32 }

// An Informed strategy makes use of what an exploration found. It is told before its first
// execution, every worker's instance the same, and keeps what it is told.
type Informed interface{ Inform(*Knowledge) }
