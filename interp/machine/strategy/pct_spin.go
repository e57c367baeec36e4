package strategy

import (
	"fencepost/models"
	"fencepost/trace"
)

// The number of times that a thread may return to the same operation while no other thread
// steps: in a loop that only reads, and in one that also stores.
const (
	readIterations  = 4
	writeIterations = 64
)

// patience is the number of scheduling decisions by priority in one execution.
const patience = 20_000

// A spinObserver detects that the running thread goes round in a loop. The machine
// recognises threads that wait in a loop without any effect. This is for other loops: those
// that count their iterations, retry a compare-exchange, or lower and raise a flag. The
// period of the loop is not known, so an operation is compared with the 1st, 2nd, 4th, 8th,
// ... of the time slice (Brent's algorithm).
type spinObserver struct {
	thread        trace.ThreadID
	site          int32 // site of the operation to compare with
	loc           models.Loc
	steps, next   int
	iterations    int
	writes, began bool
}

// spins notes the next operation and reports whether its thread should give way instead.
func (u *spinObserver) spins(op *models.Op) bool {
	if !u.began || op.Thread != u.thread {
		*u = spinObserver{thread: op.Thread, began: true, next: 1}
	}
	u.steps++
	u.writes = u.writes || op.Kind == trace.Store
	switch {
	case op.Site != u.site || u.steps == 1:
	case op.Loc != u.loc: // of a local of a call, perhaps: the next operation may be one that is repeated
		u.next = u.steps + 1
	default:
		u.iterations++
		limit := readIterations
		if u.writes {
			limit = writeIterations
		}
		if u.iterations >= limit {
			u.began = false
			return true
		}
	}
	if u.steps >= u.next {
		u.site, u.loc = op.Site, op.Loc
		u.next, u.iterations, u.writes = 2*u.steps, 0, op.Kind == trace.Store
	}
	return false
}
