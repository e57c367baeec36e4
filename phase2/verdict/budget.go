package verdict

import (
	"cmp"
	"context"
	"math"
	"time"

	"fencepost/interp/machine/work"
	"fencepost/phase2"
)

// Budgets, in units of work.
const (
	Quick  = 40_000_000
	Normal = 10 * Quick
	Deep   = 100 * Normal
)

// A Phase is a stretch of Run, and what it took.
type Phase struct {
	Name  string
	Units int64
	// Estimated is the part of Units that estimates of the number of executions took.
	Estimated int64
	// Time is by the clock: it is for people, and decides nothing.
	Time time.Duration
}

// A budget bounds the units of work, and notes what each phase took.
type budget struct {
	meter  *work.Meter
	total  int64 // of the search for errors; math.MaxInt64: no bound
	whole  int64 // with what looks for causes
	phases []Phase

	estimated int64 // by estimates
}

func newBudget(total int64) *budget {
	total = cmp.Or(total, math.MaxInt64)
	return &budget{meter: work.NewMeter(), total: total, whole: total}
}

// left returns how many units are left of the search.
func (b *budget) left() int64 { return b.unspent(b.total) }

// rest returns how many units are left as a whole.
func (b *budget) rest() int64 { return b.unspent(b.whole) }

func (b *budget) unspent(total int64) int64 {
	if total == math.MaxInt64 {
		return total
	}
	return max(0, total-b.meter.Spent())
}

// limit returns a context that ends when so many more units are spent, and what to call
// when the step is done.
func (b *budget) limit(ctx context.Context, units int64) (context.Context, context.CancelFunc) {
	if b.total == math.MaxInt64 {
		return context.WithCancel(ctx)
	}
	return b.meter.Limit(ctx, units)
}

// phase does a step and notes what it took.
func (b *budget) phase(name string, step func()) {
	units, estimated, start := b.meter.Spent(), b.estimated, time.Now()
	step()
	b.phases = append(b.phases, Phase{name, b.meter.Spent() - units, b.estimated - estimated, time.Since(start)})
}

// Parts of a hundred of the whole budget: for the first tests of all models, the recorded
// executions, the first explorations, and the other rule of release sequences. Tests and trials
// may each take a third of the rest, the other explorations two thirds of what is left then. The
// causes may take all that is left.
const (
	lookPart    = 8
	recordPart  = 8
	explorePart = 20

	sequencesPart = 5

	bufferingLeast = Quick / 4 // units for load buffering, even if the budget is spent
)

func (b *budget) percent(n int64) int64 {
	if b.total == math.MaxInt64 {
		return b.total
	}
	return b.total / 100 * n
}

// Parts of a hundred of the budget where every execution shows an error, and more executions show
// nothing new: of the search, and of the whole. A fixed part of Quick is the least.
const (
	alwaysPart  = 1
	alwaysWhole = 5
)

// always lowers the budget and the bounds of a campaign of which every execution shows an error.
func (b *budget) always(bounds *phase2.Bounds) {
	if bounds == nil {
		return
	}
	b.whole = min(b.whole, max(b.percent(alwaysWhole), Quick/2))
	b.total = min(b.total, max(b.percent(alwaysPart), Quick/10))
	bounds.Record = min(bounds.Record, b.percent(recordPart))
}

// provedLeast is the least number of units that a campaign may take of a program whose executions
// are all explored, and right.
const provedLeast = Quick / 5

// proved lowers the bounds of a campaign that finds nothing new: it takes no more than what led to
// the proof, for each of its parts.
func (b *budget) proved(bounds *phase2.Bounds) {
	enough := max(b.meter.Spent(), provedLeast) / 4
	bounds.Record = min(bounds.Record, enough)
	bounds.Tests, bounds.Trials = min(bounds.Tests, enough), min(bounds.Trials, enough)
}

// bounds returns the bounds of the first phases of a campaign; nil if there is no bound.
func (b *budget) bounds(models int) *phase2.Bounds {
	if b.total == math.MaxInt64 {
		return nil
	}
	return &phase2.Bounds{Look: b.percent(lookPart) / int64(max(models, 1)), Record: b.percent(recordPart)}
}
