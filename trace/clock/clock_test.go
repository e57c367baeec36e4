package clock

import (
	"slices"
	"testing"
)

func TestClock(t *testing.T) {
	for _, c := range []struct {
		a, b, join []int32
		covers     bool
	}{
		{nil, nil, nil, true},
		{[]int32{1, 2}, []int32{1, 1}, []int32{1, 2}, true},
		{[]int32{1, 2}, []int32{0, 3}, []int32{1, 3}, false},
		{[]int32{0, 0}, []int32{4, 5}, []int32{4, 5}, false},
	} {
		if got := Covers(c.a, c.b); got != c.covers {
			t.Errorf("Covers(%v, %v) = %v", c.a, c.b, got)
		}
		joined := slices.Clone(c.a)
		if changed := Join(joined, c.b); changed == c.covers || !slices.Equal(joined, c.join) || !Covers(joined, c.b) || !Covers(joined, c.a) {
			t.Errorf("Join(%v, %v): %v, changed %v", c.a, c.b, joined, changed)
		}
	}
}
