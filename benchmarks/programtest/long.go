package programtest

import (
	"os"
	"testing"
)

// Long reports whether tests of random programs and large tables are to try all that
// they can: FENCEPOST_LONG is set in the environment. By default they try a part, the
// same one each time, so that the whole suite takes a few minutes of one processor.
func Long() bool { return os.Getenv("FENCEPOST_LONG") != "" }

// Count returns long in long tests, and usual in others.
func Count(usual, long int) int {
	if Long() {
		return long
	}
	return usual
}

// Part returns a list, in short tests every n-th of it alone, the first among them: the
// race detector makes tests ten times as slow, and needs no table to be complete.
func Part[T any](n int, list []T) []T {
	if !testing.Short() {
		return list
	}
	var part []T
	for i := 0; i < len(list); i += n {
		part = append(part, list[i])
	}
	return part
}
