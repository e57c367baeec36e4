package predict

import (
	"fmt"
	"testing"

	"fencepost/trace"
)

// Causes puts each cycle into one group, of the late access of the first that is left with the most cycles.
func TestCauses(t *testing.T) {
	t.Parallel()
	sites := make([]trace.Site, 10)
	for i := range sites {
		sites[i] = trace.Site{Pos: trace.Pos{File: "t.c", Line: i + 1, Col: 1}, Func: fmt.Sprint("f", i/5)}
	}
	cycle := func(number, unseen int, sites []int32, relaxable ...bool) Cycle {
		c := Cycle{Number: number, Sites: sites, Relaxable: relaxable, Unseen: unseen}
		for _, r := range relaxable {
			if r {
				c.Ways++
			}
		}
		return c
	}
	for _, c := range []struct {
		name string
		list []Cycle
		want string
	}{
		{"none", nil, "[]"},
		{"a read sees more than a write that overwrites", []Cycle{
			cycle(1, 1, []int32{0, 1, 5, 6}, true, true), cycle(2, 0, []int32{2, 3, 7, 8}, true, false),
		}, "[2: 2 with []; 0: 1 with [5]]"},
		{"two ways to make it", []Cycle{
			cycle(1, 0, []int32{0, 1, 5, 6}, true, false), cycle(2, 0, []int32{2, 3, 7, 8}, true, true),
		}, "[2: 2 with [7]; 0: 1 with []]"},
		{"within functions", []Cycle{
			cycle(1, 0, []int32{0, 6, 7, 1}, true, false), cycle(2, 0, []int32{2, 3, 7, 8}, true, false),
		}, "[2: 2 with []; 0: 1 with []]"},
		{"short ones", []Cycle{
			cycle(1, 0, []int32{0, 1, 2, 3, 5, 6}, true, true, true), cycle(2, 0, []int32{0, 1, 5, 6}, true, false),
		}, "[0: 2 1 with [2 5]]"},
		{"the access with the most cycles", []Cycle{
			cycle(1, 0, []int32{0, 1, 5, 6}, true, true), cycle(2, 0, []int32{2, 3, 5, 6}, false, true), cycle(3, 0, []int32{0, 3, 7, 8}, true, false),
			cycle(4, 0, []int32{4, 3, 5, 8}, false, true),
		}, "[5: 1 2 4 with [0]; 0: 3 with []]"},
		{"kept in order", []Cycle{
			cycle(1, 0, []int32{0, 1, 5, 6}, false, false), cycle(2, 0, []int32{2, 3, 5, 6}, true, false),
		}, "[2: 2 with []; -1: 1 with []]"},
	} {
		got := "["
		for i, g := range Causes(c.list, sites) {
			if i > 0 {
				got += "; "
			}
			got += fmt.Sprintf("%d:", g.Late)
			for _, c := range g.Cycles {
				got += fmt.Sprintf(" %d", c.Number)
			}
			got += fmt.Sprintf(" with %v", g.With)
		}
		if got += "]"; got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
