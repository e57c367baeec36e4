package cycles

import (
	"context"
	"testing"

	"fencepost/interp/c/cfront"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
	"fencepost/predict"
)

// A cycle without stutter reads is decided when all executions were explored, whether
// looking for stutter reads ended or not.
func TestReason(t *testing.T) {
	pr := &prover{
		cycles:   []predict.Cycle{{Sites: []int32{0, 1}}, {Sites: []int32{2, 3}}, {Sites: []int32{2, 3}}},
		has:      make([]int, 3),
		run:      make([]bool, 3),
		perhaps:  []bool{false, false, true},
		stutters: []bool{false, false, false, true},
	}
	for _, c := range []struct {
		complete, settled bool
		want              [3]Reason
	}{
		{false, false, [3]Reason{Undecided, Undecided, Undecided}},
		{true, false, [3]Reason{Impossible, Undecided, Undecided}},
		{true, true, [3]Reason{Impossible, Impossible, PerhapsStutter}},
	} {
		for i, want := range c.want {
			if got := pr.reason(i, c.complete, c.settled); got != want {
				t.Errorf("complete %v, settled %v: cycle %d: %v, not %v", c.complete, c.settled, i, got, want)
			}
		}
	}
}

// A stutter read right before an access reads, by coherence, nothing older than what its
// thread last read or wrote of the location, and nothing newer than what it reads next; of
// a write that comes next, what is before that.
func TestBound(t *testing.T) {
	const source = `#include <stdatomic.h>
atomic_int x, y;
int main(void) { y = 1; x = 1; int r = x; atomic_fetch_add(&x, 1); x = 5; r = y; return r; }`
	p, err := cfront.Compile("t.c", []byte(source), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		before    string
		low, high [2]int32 // of x and y
	}{
		{"y = 1", [2]int32{0, 0}, [2]int32{0, 0}},
		{"x = 1", [2]int32{0, 1}, [2]int32{0, 1}},
		{"the read of x", [2]int32{1, 1}, [2]int32{1, 1}},
		{"the RMW of x", [2]int32{1, 1}, [2]int32{1, 1}},
		{"x = 5", [2]int32{2, 1}, [2]int32{2, 1}},
		{"the read of y", [2]int32{3, 1}, [2]int32{3, 1}},
	}
	looked := 0
	_, err = explore.Run(context.Background(), p, axiom.SC, explore.Options{Workers: 1, Every: func(x *explore.Execution, _ bool) {
		looked++
		pr := &prover{x: x, accesses: x.Accesses(nil)}
		if len(pr.accesses) != len(want) {
			t.Fatalf("%d accesses: %v", len(pr.accesses), pr.accesses)
		}
		locs := [2]int32{pr.accesses[1].Loc, pr.accesses[0].Loc}
		for k, w := range want {
			pr.bounds = pr.bounds[:0]
			for i, l := range locs {
				if b := pr.bound(k, l); b.low != w.low[i] || b.high != w.high[i] {
					t.Errorf("before %s: %s from %d to %d, want %d to %d", w.before, "xy"[i:i+1], b.low, b.high, w.low[i], w.high[i])
				}
			}
		}
	}})
	if err != nil || looked != 1 {
		t.Fatal(looked, err)
	}
}
