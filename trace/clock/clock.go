// Package clock has the operations of vector clocks (Mattern 1989): a clock has, for each
// thread, the number of its events that are known. The caller decides how clocks lie in
// memory: many in one slice, or one by one. Package predict numbers segments instead of
// events.
package clock

// A Count is a component of a clock.
type Count interface{ uint16 | int32 }

// Join makes dst the least upper bound of dst and src, which must not be shorter, and
// reports whether dst changed.
func Join[C Count](dst, src []C) (changed bool) {
	for i, v := range src[:len(dst)] {
		if v > dst[i] {
			dst[i] = v
			changed = true
		}
	}
	return changed
}

// Covers reports whether every component of a is at least that of b, which must not be
// longer.
func Covers[C Count](a, b []C) bool {
	a = a[:len(b)]
	for i, n := range b {
		if n > a[i] {
			return false
		}
	}
	return true
}
