package report

import (
	"fmt"
	"testing"

	"fencepost/trace/graph"
)

func TestChains(t *testing.T) {
	for _, c := range []struct {
		edges []graph.Edge
		want  string
	}{
		{nil, "[]"},
		{[]graph.Edge{{From: 0, To: 3}, {From: 3, To: 7}}, "[[0 3 7]]"},
		{[]graph.Edge{{From: 0, To: 3}, {From: 0, To: 4}, {From: 3, To: 9}, {From: 4, To: 9}}, "[[0 3 9] [0 4 9]]"},
		{[]graph.Edge{{From: 2, To: 8}, {From: 5, To: 2}}, "[[5 2 8]]"}, // against execution order
	} {
		if got := fmt.Sprint(chains(c.edges)); got != c.want {
			t.Errorf("%v: %s, want %s", c.edges, got, c.want)
		}
	}
	long := make([]int32, 1000)
	for i := range long {
		long[i] = int32(i)
	}
	want := "initial -> 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> 8 -> 9 -> 10 -> 11 -> ... 976 stores -> " +
		"988 -> 989 -> 990 -> 991 -> 992 -> 993 -> 994 -> 995 -> 996 -> 997 -> 998 -> 999"
	if got := chainText(long, false); got != want {
		t.Errorf("%s", got)
	}
}
