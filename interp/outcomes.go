package interp

import "fencepost/trace"

// Outcomes counts executions by how they ended.
type Outcomes struct {
	Completed, Failed, Discarded, OutOfSteps, Interrupted int

	// Loop is the first in the source of the loops in which executions were out of steps;
	// its line is 0 if none is known.
	Loop trace.Pos
}

// Sensible reports whether the numbers can be those of so many executions.
func (n Outcomes) Sensible(executions int) bool {
	return min(n.Completed, n.Failed, n.Discarded, n.OutOfSteps, n.Interrupted) >= 0 &&
		max(n.Completed, n.Failed, n.Discarded, n.OutOfSteps, n.Interrupted) <= executions && n.Total() <= executions
}

// Add counts one execution, which was out of steps in a loop, if it was. What met
// unsupported C is not counted.
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
		n.meet(loop)
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
	n.meet(others.Loop)
}

// meet notes a loop, if there is one.
func (n *Outcomes) meet(loop trace.Pos) { n.Loop = FirstLoop(n.Loop, loop) }

// FirstLoop returns which of two loops comes first in the source; one whose line is 0 is none.
func FirstLoop(a, b trace.Pos) trace.Pos {
	if b.Line > 0 && (a.Line == 0 || b.Compare(a) < 0) {
		return b
	}
	return a
}

// Total returns how many executions there were.
func (n Outcomes) Total() int {
	return n.Completed + n.Failed + n.Discarded + n.OutOfSteps + n.Interrupted
}
