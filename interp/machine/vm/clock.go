package vm

import "math"

// A thread's clock begins with its creator's, and goes on by what the thread sleeps and by what those
// that it joins have slept.

const second = 1_000_000_000 // nanoseconds

// heldUp is longer than a program waits. A clock that shows less is no part of a thread's state: a loop
// that sleeps until another thread has done something does the same whatever it has slept. From then on
// it is, so that a loop which sleeps until a time ends.
const heldUp = 1_000_000 * second

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
	t.clock = time
	if time >= heldUp {
		t.acted()
	}
}
