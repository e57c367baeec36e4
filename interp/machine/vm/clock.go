package vm

import "math"

// A thread's clock goes on by what the thread sleeps. It shows no less than the clocks of other threads
// did at what the thread knows of. A thread knows of its creation, of the ends of the threads that it
// joined, and of the stores that it has read.
//
// A thread may sleep for longer than it asks for. After exactSleeps each sleep takes a multiple of Days. So
// a loop that sleeps until a deadline has few iterations. A loop may compute a new deadline each time. Then
// its states differ by days only (Shifted).

// Days are longer than programs wait, in nanoseconds.
const Days = 1_000_000 * second

const (
	second      = 1_000_000_000 // nanoseconds
	longest     = 16 * Days
	exactSleeps = 1
)

// later returns the time that is n times unit nanoseconds later.
func later(time, n, unit int64) int64 {
	if n <= 0 {
		return time
	}
	if n > (math.MaxInt64-time)/unit {
		return math.MaxInt64
	}
	return time + n*unit
}

// sleepUntil sets the clock of t, unless it is past that time. It reports whether the thread continues:
// a clock does not go on for ever. No sleep takes longer than longest.
func (m *VM) sleepUntil(t *Thread, time int64) bool {
	if time <= t.clock {
		return true
	}
	time = min(time, later(t.clock, longest, 1))
	if t.sleeps++; t.sleeps > exactSleeps {
		time = later(t.clock, (time-t.clock-1)/Days+1, Days)
	}
	if time == math.MaxInt64 {
		m.Stop(OutOfSteps, nil)
		return false
	}
	t.Hears(time)
	return true
}

// Time returns what the clock of t shows.
func (t *Thread) Time() int64 { return t.clock }

// Hears says that something happened at a time that comes before the next operation of t. Less than
// Days is no part of the thread's state: a loop that looks for something and sleeps does the same
// whatever it has slept, unless it is late. Nor is a clock that the thread does not look at.
func (t *Thread) Hears(time int64) {
	if time <= t.clock {
		return
	}
	if time >= Days && t.clock == t.seen {
		t.acted()
		t.Delays++
	}
	t.clock = time
}

// Shifted reports whether each number of a state is as in an earlier one, or greater by these days in some
// unit of time.
func Shifted(a, b []int64, days int64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if d := b[i] - a[i]; d != 0 && !ShiftedBy(d, days) {
			return false
		}
	}
	return true
}

// ShiftedBy reports whether d is days, in nanoseconds, in some unit of time.
func ShiftedBy(d, days int64) bool {
	if d <= 0 || days%d != 0 {
		return false
	}
	unit := days / d
	return unit == 1 || unit == 1000 || unit == 1_000_000 || unit == second
}
