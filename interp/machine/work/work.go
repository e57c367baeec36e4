// Package work counts the effort of a command in units that do not depend on a clock, so
// that a bound ends the command at the same point on every machine.
//
// A unit is about the cost of one visible operation. Machines and explorers add the units
// of an execution when it has ended. A bound takes effect between executions: at once if
// one goroutine runs them, and at the end of a Parallel if several do, because only there
// the sum does not depend on their speed.
package work

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"sync/atomic"
)

// PerSecond is about the number of units in a second on a processor of today. It is only
// for messages and decides nothing.
const PerSecond = 20_000_000

// ErrSpent is the cause of the end of a context that Meter.Limit made.
var ErrSpent = errors.New("the budget was spent")

// A Meter counts units of work. A nil Meter counts nothing. Several goroutines may call
// Add; all other methods belong to the goroutine that starts them.
type Meter struct {
	parent   *Meter
	spent    atomic.Int64
	parallel int // number of running calls of Parallel

	mu     sync.Mutex
	limits []*limit     // limits in force
	least  atomic.Int64 // end of the first limit; math.MaxInt64 if there is none
}

// A limit ends a context when the meter's count reaches end.
type limit struct {
	end    int64
	cancel context.CancelCauseFunc
}

// NewMeter returns a meter whose count is 0.
func NewMeter() *Meter {
	m := &Meter{}
	m.least.Store(math.MaxInt64)
	return m
}

// Part returns a meter whose units m counts, too; nil if m is nil.
func (m *Meter) Part() *Meter {
	if m == nil {
		return nil
	}
	part := NewMeter()
	part.parent = m
	return part
}

// Add counts n units.
func (m *Meter) Add(n int64) {
	for ; m != nil; m = m.parent {
		if m.spent.Add(n) >= m.least.Load() && m.parallel == 0 {
			m.settle()
		}
	}
}

// Spent returns the number of units counted.
func (m *Meter) Spent() int64 {
	if m == nil {
		return 0
	}
	return m.spent.Load()
}

// Left returns the number of units until the first limit of m, or of a meter of which it is a
// part, is reached.
func (m *Meter) Left() int64 {
	left := int64(math.MaxInt64)
	for ; m != nil; m = m.parent {
		left = min(left, m.least.Load()-m.spent.Load())
	}
	return left
}

// Parallel calls work, in which several goroutines may call Add. Limits reached in it take
// effect when it has returned.
func (m *Meter) Parallel(work func()) {
	for p := m; p != nil; p = p.parent {
		p.parallel++
	}
	work()
	for p := m; p != nil; p = p.parent {
		if p.parallel--; p.parallel == 0 {
			p.settle()
		}
	}
}

// settle ends the contexts of the limits that are reached.
func (m *Meter) settle() {
	m.mu.Lock()
	defer m.mu.Unlock()
	spent := m.spent.Load()
	for _, l := range m.limits {
		if spent >= l.end {
			l.cancel(ErrSpent)
		}
	}
	m.limits = slices.DeleteFunc(m.limits, func(l *limit) bool { return spent >= l.end })
	m.next()
}

// next updates least.
func (m *Meter) next() {
	least := int64(math.MaxInt64)
	for _, l := range m.limits {
		least = min(least, l.end)
	}
	m.least.Store(least)
}

// outer is the key under which a context of Limit has its parent.
type outer struct{}

// Limit returns a context that ends when n more units are counted, with the cause ErrSpent,
// and a function that removes the limit. A nil Meter has no limits.
func (m *Meter) Limit(ctx context.Context, n int64) (context.Context, context.CancelFunc) {
	if m == nil {
		return context.WithCancel(ctx)
	}
	inner, cancel := context.WithCancelCause(context.WithValue(ctx, outer{}, ctx))
	l := &limit{m.Spent() + max(n, 0), cancel}
	m.mu.Lock()
	m.limits = append(m.limits, l)
	m.next()
	m.mu.Unlock()
	if n <= 0 {
		m.settle()
	}
	return inner, func() {
		m.mu.Lock()
		m.limits = slices.DeleteFunc(m.limits, func(x *limit) bool { return x == l })
		m.next()
		m.mu.Unlock()
		cancel(context.Canceled)
	}
}

// Spent reports whether a limit ended ctx, and nothing else did.
func Spent(ctx context.Context) bool {
	return errors.Is(context.Cause(ctx), ErrSpent) && Unlimited(ctx).Err() == nil
}

// Unlimited returns the context from which Limit made ctx, or ctx.
func Unlimited(ctx context.Context) context.Context {
	for {
		c, ok := ctx.Value(outer{}).(context.Context)
		if !ok {
			return ctx
		}
		ctx = c
	}
}

// AtOnce returns the number of pieces of work to do before limits are examined again: as
// many as take about units, at least few. done pieces have taken spent units.
func AtOnce(few int, units int64, done int, spent int64) int {
	if spent == 0 {
		return few
	}
	return int(max(int64(few), units*int64(done)/spent))
}
