package programtest

import "os"

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
