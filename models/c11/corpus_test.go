package c11_test

import (
	"context"
	"slices"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/hardware/litmus/litmustest"
	"fencepost/interp/machine/strategy"
	"fencepost/models/c11"
)

const corpus = "../../interp/hardware/litmus/testdata/c11"

// finals reads memory at the end of an execution with one of the contents that
// each location may have.
type finals struct {
	m      *interp.Machine
	values map[uint64]uint64
}

func (f finals) Final(addr uint64, size uint8) (uint64, bool) {
	if v, ok := f.values[addr]; ok {
		return v, false
	}
	return f.m.Final(addr, size)
}

// states adds the final states of the execution that m just performed.
func states(test *litmus.Test, m *interp.Machine, add func(string)) {
	f := finals{m, map[uint64]uint64{}}
	var fill func(i int)
	fill = func(i int) {
		if i == len(test.Observed) {
			if test.Counts(f) {
				add(test.State(f))
			}
			return
		}
		o := test.Observed[i]
		for _, v := range m.Finals(nil, o.Addr, o.Size) {
			f.values[o.Addr] = v
			fill(i + 1)
		}
	}
	fill(0)
}

// enumerate returns the sorted final states of all executions, and whether one has
// a race. Executions of more steps than a loop-free test can have are left out.
func enumerate(tb testing.TB, test *litmus.Test, s *strategy.DFS) (list []string, race bool, runs int) {
	tb.Helper()
	o := interp.Options{Semantics: interp.Semantics{WeakFail: true}}
	o.MaxSteps = 60
	machine := interp.New(test.Program, c11.Model, o)
	seen := map[string]bool{}
	for ; s.Begin(runs); runs++ {
		r := machine.Run(context.Background(), s, nil)
		race = race || len(r.Races) > 0
		switch r.Outcome {
		case interp.Completed:
			states(test, machine, func(text string) { seen[text] = true })
		case interp.Discarded, interp.OutOfSteps:
		default:
			tb.Fatalf("%s: %s: %v", test.Name, r.Outcome, r.Err)
		}
	}
	for text := range seen {
		list = append(list, text)
	}
	slices.Sort(list)
	return list, race, runs
}

func within(small, large []string) bool {
	return !slices.ContainsFunc(small, func(s string) bool { return !slices.Contains(large, s) })
}

// A test of the corpus has the outcomes of RC11, unless litmustest.BeyondC11 names it. A program races
// if RC11 says so. What a racy load reads is narrower.
func TestCorpus(t *testing.T) {
	for i, e := range litmustest.Expectations(t, corpus, "rc11") {
		if testsize.LeftOut(3, i) {
			continue
		}
		t.Run(e.File, func(t *testing.T) {
			test := litmustest.Load(t, corpus, e.File)
			got, race, runs := enumerate(t, test, &strategy.DFS{Reduced: true})
			fits := slices.Equal(got, slices.Sorted(slices.Values(e.States)))
			switch {
			case slices.Contains(litmustest.BeyondC11, e.File):
				fits = !fits && within(got, e.States)
			case e.Verdict == "Undef":
				fits = within(got, e.States)
			}
			if !fits {
				t.Errorf("%d executions: outcomes\n\t%q\nwant\n\t%q", runs, got, e.States)
			}
			if want := e.Verdict == "Undef"; race != want {
				t.Errorf("race %v, want %v", race, want)
			}
			if runs <= 50 {
				if full, _, n := enumerate(t, test, &strategy.DFS{}); !slices.Equal(full, got) {
					t.Errorf("%d executions in all orders: outcomes\n\t%q\nreduced\n\t%q", n, full, got)
				}
			}
		})
	}
}
