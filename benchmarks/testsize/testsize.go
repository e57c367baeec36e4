// Package testsize says how much tests of random programs and tables try, the same each
// time: in short tests a few, for the race detector, which makes tests ten times as slow;
// by default a part, so that the whole suite takes some five minutes of one
// processor; all with FENCEPOST_WHOLE set in the environment, as in .ci/run; and as much
// as is worth hours with FENCEPOST_LONG. Tests that use it keep four times as much garbage
// as others: a quarter less processor time, as most of what they make is small.
package testsize

import (
	"os"
	"runtime/debug"
	"testing"
)

func init() { debug.SetGCPercent(400) }

// Whole reports whether tables are to be tried from end to end.
func Whole() bool { return Long() || os.Getenv("FENCEPOST_WHOLE") != "" }

// Long reports whether tests are to try all that they can.
func Long() bool { return os.Getenv("FENCEPOST_LONG") != "" }

// Count returns long in long tests, whole in those of whole tables, and a third of whole, at
// least 1, in others.
func Count(whole, long int) int {
	switch {
	case Long():
		return long
	case Whole():
		return whole
	}
	return (whole + 2) / 3
}

// Part returns a list: in short tests every n-th of it alone, by default every tenth, the
// first among them.
func Part[T any](n int, list []T) []T {
	step := 10
	switch {
	case testing.Short():
		step = n
	case Whole():
		step = 1
	}
	return every(step, list)
}

// LeftOut reports whether the i-th of a list is left out: unless tables are tried whole, all
// but every n-th, beginning with the first.
func LeftOut(n, i int) bool { return !Whole() && i%n != 0 }

// Sample returns every n-th element of a list, the first among them, and in long tests all: of
// programs whose tests take many minutes together.
func Sample[T any](n int, list []T) []T {
	if Long() {
		n = 1
	}
	return every(n, list)
}

func every[T any](n int, list []T) (part []T) {
	for i := 0; i < len(list); i += n {
		part = append(part, list[i])
	}
	return part
}
