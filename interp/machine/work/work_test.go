package work_test

import (
	"context"
	"sync"
	"testing"

	"fencepost/interp/machine/work"
)

// TestLimit: a limit ends its context, and those made of it, at once; not the one around.
func TestLimit(t *testing.T) {
	t.Parallel()
	m := work.NewMeter()
	whole, done := m.Limit(context.Background(), 100)
	defer done()
	step, stepDone := m.Limit(whole, 10)
	m.Add(9)
	if step.Err() != nil {
		t.Error("9 of 10 units end it")
	}
	m.Add(1)
	if !work.Spent(step) || whole.Err() != nil {
		t.Error("10 of 10 units do not end it, or end more")
	}
	stepDone()
	m.Add(90)
	if !work.Spent(whole) || m.Spent() != 100 {
		t.Error("100 of 100 units do not end it")
	}
	if work.Unlimited(step) != context.Background() {
		t.Error("a limit within a limit is not taken off")
	}
	if none, done := m.Limit(context.Background(), 0); none.Err() == nil {
		t.Error("a limit of nothing lets something happen")
	} else {
		done()
	}
}

// TestEndedOtherwise: a context that ends for another reason was not spent.
func TestEndedOtherwise(t *testing.T) {
	t.Parallel()
	m := work.NewMeter()
	outside, stop := context.WithCancel(context.Background())
	step, done := m.Limit(outside, 10)
	defer done()
	stop()
	if step.Err() == nil || work.Spent(step) {
		t.Error("an interrupt counts as spent")
	}
	m.Add(10)
	if work.Spent(step) {
		t.Error("a limit that is reached after an interrupt counts as spent")
	}
}

// TestTakenBack: a limit that is taken back ends nothing.
func TestTakenBack(t *testing.T) {
	t.Parallel()
	m := work.NewMeter()
	step, done := m.Limit(context.Background(), 10)
	done()
	m.Add(20)
	if work.Spent(step) {
		t.Error("a limit that was taken back takes effect")
	}
}

// TestParallel: among goroutines a limit takes effect when all have ended.
func TestParallel(t *testing.T) {
	t.Parallel()
	m := work.NewMeter()
	step, done := m.Limit(context.Background(), 10)
	defer done()
	m.Part().Parallel(func() {
		var all sync.WaitGroup
		for range 4 {
			part := m.Part()
			all.Go(func() {
				part.Add(100)
				if step.Err() != nil {
					t.Error("a limit takes effect among goroutines")
				}
				if part.Spent() != 100 {
					t.Error("a part counts what others do")
				}
			})
		}
		all.Wait()
	})
	if !work.Spent(step) || m.Spent() != 400 {
		t.Error("a limit takes no effect after goroutines have ended")
	}
}

// TestNil: nothing is counted where nobody asked.
func TestNil(t *testing.T) {
	t.Parallel()
	var m *work.Meter
	step, done := m.Limit(context.Background(), 1)
	m.Add(10)
	m.Parallel(func() { m.Part().Add(1) })
	if step.Err() != nil || m.Spent() != 0 {
		t.Error("a nil meter counts")
	}
	done()
}
