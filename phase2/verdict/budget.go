package verdict

import (
	"context"
	"time"
)

// A budget is processor time of the whole process. Steps take shares of what is left.
type budget struct {
	from  time.Duration
	total time.Duration // 0: no bound
}

func newBudget(total time.Duration) *budget { return &budget{processorTime(), total} }

// tick is how often the time is looked at.
const tick = 20 * time.Millisecond

// share returns a context that ends when a share of what is left is spent, and what
// to call when the step is done.
func (b *budget) share(ctx context.Context, share float64) (step context.Context, done context.CancelFunc) {
	step, done = context.WithCancel(ctx)
	if b.total == 0 {
		return step, done
	}
	spent := processorTime() - b.from
	end := b.from + spent + time.Duration(share*float64(max(0, b.total-spent)))
	go func() {
		t := time.NewTicker(tick)
		defer t.Stop()
		for {
			select {
			case <-step.Done():
				return
			case <-t.C:
				if processorTime() >= end {
					done()
				}
			}
		}
	}()
	return step, done
}

// shareOfTime is share that ends with the same share of the time until ctx ends, too.
func (b *budget) shareOfTime(ctx context.Context, share float64) (context.Context, context.CancelFunc) {
	step, done := b.share(ctx, share)
	end, limited := ctx.Deadline()
	if !limited {
		return step, done
	}
	step, timed := context.WithTimeout(step, time.Duration(share*float64(time.Until(end))))
	return step, func() {
		timed()
		done()
	}
}
