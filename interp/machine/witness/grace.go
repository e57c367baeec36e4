package witness

import (
	"context"
	"time"

	"fencepost/interp/machine/work"
)

// How long results may be examined after the end of the work: grace for each part, and
// allGrace altogether after the end of the whole work.
const (
	grace    = 200 * time.Millisecond
	allGrace = 2 * grace
)

// lastGrace is the key of a context that ends with the grace of the whole work.
type lastGrace struct{}

// WholeWork marks ctx as the context of a whole command: the graces of its parts are then
// bounded together.
func WholeWork(ctx context.Context) context.Context {
	last, _ := outlive(ctx, allGrace)
	return context.WithValue(ctx, lastGrace{}, last)
}

// Grace returns a context for work on results. It ends a little later than ctx. It ignores
// the end of a budget, because a grace after that would depend on the clock.
func Grace(ctx context.Context) (context.Context, context.CancelFunc) {
	late, cancel := outlive(work.Unlimited(ctx), grace)
	last, ok := ctx.Value(lastGrace{}).(context.Context)
	if !ok {
		return late, cancel
	}
	stop := context.AfterFunc(last, cancel)
	return late, func() {
		stop()
		cancel()
	}
}

// outlive returns a context that ends some time after ctx.
func outlive(ctx context.Context, by time.Duration) (context.Context, context.CancelFunc) {
	late, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(by, cancel) })
	return late, func() {
		stop()
		cancel()
	}
}
