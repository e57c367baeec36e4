package witness

import (
	"context"
	"time"

	"fencepost/interp/machine/work"
)

// How long after the end of the work what was found may still be looked at again: at one
// go, and altogether, where the whole work ended.
const (
	grace    = 200 * time.Millisecond
	allGrace = 2 * grace
)

// lastGrace is the key of a context that ends with the grace of the whole work.
type lastGrace struct{}

// WholeWork returns ctx as that of all that a command does: the grace of its parts is
// together bounded, too.
func WholeWork(ctx context.Context) context.Context {
	last, _ := outlive(ctx, allGrace)
	return context.WithValue(ctx, lastGrace{}, last)
}

// Grace returns a context for what is done with results: it outlives ctx, but not
// for long. Of a budget it knows nothing, since a time after its end would be one of the clock.
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
