package witness

import (
	"context"
	"time"
)

// grace is how long after the end of the work what was found may still be looked
// at again.
const grace = 200 * time.Millisecond

// Grace returns a context for what is done with results: it outlives ctx, but not
// for long.
func Grace(ctx context.Context) (context.Context, context.CancelFunc) {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(grace, cancel) })
	return late, func() {
		stop()
		cancel()
	}
}
