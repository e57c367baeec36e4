package vm

import "math"

// A thread's clock goes on by what the thread sleeps. It shows no less than the clocks of other threads
// at what the thread knows of: its creation, the ends of those that it joins, and what it has read. A
// thread may sleep for longer than it asks for: every oversleeps-th sleep takes longer than any program
// waits, so that a loop that sleeps until a deadline has few iterations.

const (
	second     = 1_000_000_000 // nanoseconds
	heldUp     = 1_000_000 * second
	oversleeps = 4
)

// later returns the time that is n times unit nanoseconds later, or the last one.
func later(time, n, unit int64) int64 {
	if n > (math.MaxInt64-max(time, 0))/unit {
		return math.MaxInt64
	}
	return time + max(n, 0)*unit
}

// sleepUntil sets the clock of t, unless it is past that time.
func (t *Thread) sleepUntil(time int64) {
	if time <= t.clock {
		return
	}
	if t.sleeps++; t.sleeps%oversleeps == 0 {
		time = later(time, heldUp, 1)
	}
	t.Hears(time)
}

// Time returns what the clock of t shows.
func (t *Thread) Time() int64 { return t.clock }

// Hears says that something happened at a time that comes before the next operation of t. Less than
// heldUp is no part of the thread's state: a loop that looks for something and sleeps does the same
// whatever it has slept, unless it is late. Nor is a clock that the thread does not look at.
func (t *Thread) Hears(time int64) {
	if time <= t.clock {
		return
	}
	if time >= heldUp && t.clock == t.seen {
		t.acted()
	}
	t.clock = time
}
