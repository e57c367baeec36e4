package witness

import (
	"context"
	"errors"

	"fencepost/interp"
	"fencepost/interp/machine/work"
)

// A Finding is an error with the shortest execution found that shows it.
type Finding struct {
	Error   *interp.Error // as Witness shows it
	Count   int           // executions that showed it
	First   int           // number of the first of them, from 1; 0 if they have no numbers
	Witness *Witness
}

// Progress is how far a campaign, or a search of several, has come.
type Progress struct {
	Stage       string // "sc", a model's name, or "test" or "prove" and a name
	Done, Total int    // executions, cycles, or placements; Total may not be known
	Executions  int    // of this stage
	Confirmed   int    // cycles
	Buggy       int    // cycles, or executions, that went wrong
	Changes     int    // of the program that are being tried
}

// Reasons that cut a campaign short, or the search for something.
const (
	TimeLimit   = "the time limit was reached"
	Interrupted = "interrupted"
	NoneEnded   = "no execution completed"
	CutShort    = "some executions were cut short"
)

// Limit says why ctx ended; empty if it has not.
func Limit(ctx context.Context) string {
	switch err := ctx.Err(); {
	case work.Spent(ctx):
		return work.ErrSpent.Error()
	case errors.Is(err, context.DeadlineExceeded):
		return TimeLimit
	case err != nil:
		return Interrupted
	}
	return ""
}
