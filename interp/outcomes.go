package interp

import "fencepost/trace"

// Outcomes counts executions by outcome.
type Outcomes struct {
	Completed, Failed, Discarded, OutOfSteps, Interrupted int

	// Loop is the first loop, in the order of the source, in which an execution ran out of
	// steps. Its line is 0 if none is known.
	Loop trace.Pos
}

// Sensible reports whether the counts are consistent with this number of executions. It is
// for counts that were read from a file.
func (n Outcomes) Sensible(executions int) bool {
	return min(n.Completed, n.Failed, n.Discarded, n.OutOfSteps, n.Interrupted) >= 0 &&
		max(n.Completed, n.Failed, n.Discarded, n.OutOfSteps, n.Interrupted) <= executions && n.Total() <= executions
}

// Add counts an execution. If it ran out of steps in a loop, loop is that loop. Executions
// that met unsupported C are not counted.
func (n *Outcomes) Add(o Outcome, loop trace.Pos) {
	switch o {
	case Completed:
		n.Completed++
	case Failed:
		n.Failed++
	case Discarded:
		n.Discarded++
	case OutOfSteps:
		n.OutOfSteps++
		n.noteLoop(loop)
	case Interrupted:
		n.Interrupted++
	}
}

// Merge adds the counts of others.
func (n *Outcomes) Merge(others Outcomes) {
	n.Completed += others.Completed
	n.Failed += others.Failed
	n.Discarded += others.Discarded
	n.OutOfSteps += others.OutOfSteps
	n.Interrupted += others.Interrupted
	n.noteLoop(others.Loop)
}

// noteLoop notes a loop, unless its line is 0.
func (n *Outcomes) noteLoop(loop trace.Pos) { n.Loop = FirstLoop(n.Loop, loop) }

// FirstLoop returns the loop that comes first in the source. A loop whose line is 0 is
// none.
func FirstLoop(a, b trace.Pos) trace.Pos {
	if b.Line > 0 && (a.Line == 0 || b.Compare(a) < 0) {
		return b
	}
	return a
}

// Total returns the number of executions counted.
func (n Outcomes) Total() int {
	return n.Completed + n.Failed + n.Discarded + n.OutOfSteps + n.Interrupted
}
