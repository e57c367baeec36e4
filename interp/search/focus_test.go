package search

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fencepost/interp/hardware/litmus"
	"fencepost/interp/search/candidates"
)

// A search that is narrowed from its start on lists all states, or decides the condition,
// and raises the same flags.
func TestFocus(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../benchmarks/kernel/*.litmus")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		test, err := litmus.Parse(file, text)
		if err != nil {
			t.Fatal(err)
		}
		m, err := candidates.Lookup(Default(test))
		if err != nil {
			t.Fatal(err)
		}
		p, err := m.Program(test)
		if err != nil {
			t.Fatal(err)
		}
		run := func(narrow func(f *focus)) (*litmus.Outcomes, *candidates.Report) {
			seen := test.NewOutcomes()
			o := candidates.Options{Model: m, Each: func(x *candidates.Execution) { seen.Add(x) }}
			if test.Filter != nil {
				o.Wanted = test.Filter.Admits
				o.Counts = func(x *candidates.Execution) bool { return test.Counts(x) }
			}
			if narrow != nil {
				f := newFocus(test, seen, &o)
				narrow(f)
				o.KnownFrom = 0
				o.Each = func(x *candidates.Execution) { seen.Add(x); f.add(x) }
			}
			r, err := candidates.Run(context.Background(), p, o)
			if err != nil {
				t.Fatal(err)
			}
			seen.Race = r.Undefined
			return seen, r
		}
		all, want := run(nil)
		states, got := run(func(*focus) {})
		if !slices.EqualFunc(all.States(), states.States(), func(a, b litmus.State) bool { return a.Text == b.Text && a.Satisfies == b.Satisfies }) ||
			!slices.Equal(got.Flags, want.Flags) || states.Verdict() != all.Verdict() {
			t.Errorf("%s: states %v %v, all %v %v", file, states.States(), got.Flags, all.States(), want.Flags)
		}
		decided, got := run(func(f *focus) { f.listed = 0 })
		if decided.Verdict() != all.Verdict() || decided.Observation() != all.Observation() || !slices.Equal(got.Flags, want.Flags) {
			t.Errorf("%s: decided %s %s %v, all %s %s %v", file, decided.Verdict(), decided.Observation(), got.Flags, all.Verdict(), all.Observation(), want.Flags)
		}
	}
}
