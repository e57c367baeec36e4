package witness

import (
	"context"
	"time"

	"fencepost/interp/work"
)

// grace is how long after the end of the work what was found may still be looked
// at again.
const grace = 200 * time.Millisecond

// Grace returns a context for what is done with results: it outlives ctx, but not
// for long. Of a budget it knows nothing, since a time after its end would be one of the clock.
func Grace(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx = work.Unlimited(ctx)
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(grace, cancel) })
	return late, func() {
		stop()
		cancel()
	}
}
