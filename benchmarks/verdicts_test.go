package benchmarks_test

import (
	"context"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/benchmarks/testsize"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// TestVerdictsExplored compares the verdicts that the small programs of verdicts/
// state with all their executions: under RC11, and of those whose error needs no
// relaxed memory under SC.
func TestVerdictsExplored(t *testing.T) {
	for _, prog := range testsize.Part(4, programtest.All(t, "verdicts")) {
		t.Run(prog.Name(), func(t *testing.T) {
			t.Parallel()
			p := prog.Compile(t)
			for _, m := range []*axiom.Model{axiom.SC, axiom.RC11} {
				r, err := explore.Run(context.Background(), p, m, explore.Options{Workers: 1})
				if err != nil {
					t.Fatal(err)
				}
				want := prog.Want.Verdict == "buggy" && (m == axiom.RC11 || prog.Want.SCBug)
				if !r.Complete || want != (len(r.Errors) > 0) {
					t.Errorf("%s: complete %v, errors %v; a bug is expected: %v", m.Name, r.Complete, r.Errors, want)
				}
			}
		})
	}
}
