package interp

// Outcomes counts executions by how they ended.
type Outcomes struct {
	Completed, Failed, Discarded, OutOfSteps, Interrupted int
}

// Add counts one execution. What met unsupported C is not counted.
func (n *Outcomes) Add(o Outcome) {
	switch o {
	case Completed:
		n.Completed++
	case Failed:
		n.Failed++
	case Discarded:
		n.Discarded++
	case OutOfSteps:
		n.OutOfSteps++
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
}

// Total returns how many executions there were.
func (n Outcomes) Total() int {
	return n.Completed + n.Failed + n.Discarded + n.OutOfSteps + n.Interrupted
}
