package vm

import "testing"

// A number that went on by the days, in some unit of time, is no difference.
func TestShifted(t *testing.T) {
	t.Parallel()
	const days = 3 * Days
	for _, c := range []struct {
		a, b []int64
		want bool
	}{
		{[]int64{7, 5}, []int64{7, 5}, true},
		{[]int64{7, 5}, []int64{7, 5 + days}, true},
		{[]int64{7, 5}, []int64{7 + days/1_000_000, 5 + days/second}, true},
		{[]int64{7, 5}, []int64{7, 5 - days}, false},
		{[]int64{7, 5}, []int64{7, 5 + days + 1}, false},
		{[]int64{7, 5}, []int64{7, 5 + days/60}, false},
		{[]int64{7, 5}, []int64{7}, false},
		{[]int64{7}, []int64{7, 5}, false},
	} {
		if got := Shifted(c.a, c.b, days); got != c.want {
			t.Errorf("%v and %v: %v, want %v", c.a, c.b, got, c.want)
		}
	}
	for _, c := range []struct{ from, n, unit, want int64 }{
		{5, 2, second, 5 + 2*second}, {5, -2, second, 5}, {5, 1 << 62, second, 1<<63 - 1}, {1<<63 - 1, 1, 1, 1<<63 - 1},
	} {
		if got := later(c.from, c.n, c.unit); got != c.want {
			t.Errorf("later(%d, %d, %d) = %d, want %d", c.from, c.n, c.unit, got, c.want)
		}
	}
}
