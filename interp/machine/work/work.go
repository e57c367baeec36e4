// Package work counts what a command does in units that no clock knows, so that a bound
// on the effort ends a command at the same point on every machine.
//
// A unit is about what one visible operation of an execution costs. Machines and
// explorers add what an execution took when it has ended. A bound takes effect between
// executions: at once where one goroutine runs them, and at the end of a Parallel where
// several do, since only there the sum does not depend on which of them is faster.
package work

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"sync/atomic"
)

// PerSecond is about how many units a processor of today does in a second. It serves to
// tell people how long something takes, and decides nothing.
const PerSecond = 20_000_000

// ErrSpent is the cause of the end of a context that Meter.Limit made.
var ErrSpent = errors.New("the budget was spent")

// A Meter counts units of work. A nil Meter counts nothing. Add may be called by several
// goroutines; all other methods belong to the one that starts them.
type Meter struct {
	parent   *Meter
	spent    atomic.Int64
	parallel int // calls of Parallel under way

	mu     sync.Mutex
	limits []*limit     // in force
	least  atomic.Int64 // where the first of them ends; math.MaxInt64 if there is none
}

// A limit ends a context when a meter has counted so many units.
type limit struct {
	end    int64
	cancel context.CancelCauseFunc
}

// NewMeter returns a meter that has counted nothing.
func NewMeter() *Meter {
	m := &Meter{}
	m.least.Store(math.MaxInt64)
	return m
}

// Part returns a meter that counts a part of what m counts, too; nil if m is nil.
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

// Spent returns how many units were counted.
func (m *Meter) Spent() int64 {
	if m == nil {
		return 0
	}
	return m.spent.Load()
}

// Parallel calls work, in which several goroutines may Add. Limits that are reached take
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

// settle ends the limits that are reached.
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

// next notes where the first limit ends.
func (m *Meter) next() {
	least := int64(math.MaxInt64)
	for _, l := range m.limits {
		least = min(least, l.end)
	}
	m.least.Store(least)
}

// outer is the key under which a context that Limit made has the one that it was made of.
type outer struct{}

// Limit returns a context that ends when n more units are counted, with the cause
// ErrSpent, and the function that takes the limit back. A nil Meter has no limits.
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

// Spent reports whether a limit ended ctx, and nothing else has since.
func Spent(ctx context.Context) bool {
	return errors.Is(context.Cause(ctx), ErrSpent) && Unlimited(ctx).Err() == nil
}

// Unlimited returns the context that ctx was before Limit, or ctx.
func Unlimited(ctx context.Context) context.Context {
	for {
		c, ok := ctx.Value(outer{}).(context.Context)
		if !ok {
			return ctx
		}
		ctx = c
	}
}

// AtOnce returns how many of some pieces of work are done before limits are looked at, if
// done of them took spent units: as many as take about units, but at least few.
func AtOnce(few int, units int64, done int, spent int64) int {
	if spent == 0 {
		return few
	}
	return int(max(int64(few), units*int64(done)/spent))
}
