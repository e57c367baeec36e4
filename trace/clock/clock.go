// Package clock has the operations of vector clocks (Mattern 1989): for each thread how
// many of its events are known. Who keeps them lays them out as its access pattern
// asks, many in one slice or one by one; predict's number segments instead of events.
package clock

// A Count is a component of a clock.
type Count interface{ uint16 | int32 }

// Join makes dst the least upper bound of dst and src, which is no shorter, and reports
// whether it changed.
func Join[C Count](dst, src []C) (changed bool) {
	for i, v := range src[:len(dst)] {
		if v > dst[i] {
			dst[i] = v
			changed = true
		}
	}
	return changed
}

// Covers reports whether a knows all that b, which is no longer, does.
func Covers[C Count](a, b []C) bool {
	a = a[:len(b)]
	for i, n := range b {
		if n > a[i] {
			return false
		}
	}
	return true
}
