package strategy

import (
	"fencepost/models"
	"fencepost/trace"
)

// A thread that comes round to the same operation this often without another
// thread's stepping in has waited long enough: in a loop that only reads, and
// in one that also stores.
const (
	readIterations  = 4
	writeIterations = 64
)

// patience is how many scheduling decisions priorities rule in one execution.
const patience = 20_000

// A spinObserver watches whether the thread that runs goes round in circles. The machine
// recognises threads that wait in a loop without any effect; this is for the
// others: loops that count their iterations, retry a compare-exchange, or lower and
// raise a flag. As the period of the loop is not known, the operation it is
// compared with is the 1st, 2nd, 4th, 8th, ... of the time slice (Brent's method).
type spinObserver struct {
	thread        trace.ThreadID
	site          int32 // the operation to come round to
	loc           models.Loc
	steps, next   int
	iterations    int
	writes, began bool
}

// spins is told that op is the next operation to run and reports whether its
// thread should give way instead.
func (u *spinObserver) spins(op *models.Op) bool {
	if !u.began || op.Thread != u.thread {
		*u = spinObserver{thread: op.Thread, began: true, next: 1}
	}
	u.steps++
	u.writes = u.writes || op.Kind == trace.Store
	if op.Site == u.site && op.Loc == u.loc && u.steps > 1 {
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
