package strategy

import (
	"fencepost/models"
	"fencepost/trace"
)

// A thread that comes round to the same operation this often without another
// thread's stepping in has waited long enough: in a loop that only reads, and
// in one that also stores.
const (
	readRounds  = 4
	writeRounds = 64
)

// patience is how many scheduling decisions priorities rule in one execution.
const patience = 20_000

// A turn watches the thread that runs for going round in circles. The machine
// recognises threads that wait in a loop without any effect; this is for the
// others: loops that count their rounds, retry a compare-exchange, or lower and
// raise a flag. As the period of the loop is not known, the operation it is
// compared with is the 1st, 2nd, 4th, 8th, ... of the turn (Brent's method).
type turn struct {
	thread        trace.ThreadID
	site          int32 // the operation to come round to
	loc           models.Loc
	steps, next   int
	rounds        int
	writes, began bool
}

// tired is told that op is the next operation to run and reports whether its
// thread should give way instead.
func (u *turn) tired(op *models.Op) bool {
	if !u.began || op.Thread != u.thread {
		*u = turn{thread: op.Thread, began: true, next: 1}
	}
	u.steps++
	u.writes = u.writes || op.Kind == trace.Store
	if op.Site == u.site && op.Loc == u.loc && u.steps > 1 {
		u.rounds++
		limit := readRounds
		if u.writes {
			limit = writeRounds
		}
		if u.rounds >= limit {
			u.began = false
			return true
		}
	}
	if u.steps >= u.next {
		u.site, u.loc = op.Site, op.Loc
		u.next, u.rounds, u.writes = 2*u.steps, 0, op.Kind == trace.Store
	}
	return false
}
