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
	Count   int           // number of executions that showed it
	First   int           // number of the first of them, from 1; 0 if they are not numbered
	Witness *Witness
}

// Progress is the progress of a campaign, or of a search that runs several.
type Progress struct {
	Stage       string // "sc", Mending, a model's name, or "test", "explore" or "prove" and a name
	Done, Total int    // executions, cycles, placements or changes; Total is 0 if not known
	Executions  int    // of this stage
	Confirmed   int    // number of cycles
	Buggy       int    // number of cycles, or executions, that went wrong
	Changes     int    // number of changes being tried in the program
}

// Mending is the stage in which a change is sought that mends a bug.
const Mending = "fix of a bug"

// Reasons for which a campaign or a search was cut short.
const (
	TimeLimit   = "the time limit was reached"
	Interrupted = "interrupted"
	NoneEnded   = "no execution completed"
	CutShort    = "some executions were cut short"
)

// Limit returns the reason why ctx ended; empty if it has not.
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
