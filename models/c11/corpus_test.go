package c11_test

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fencepost/interp"
	"fencepost/interp/litmus"
	"fencepost/interp/strategy"
	"fencepost/models"
	"fencepost/models/c11"
)

const corpus = "../../interp/litmus/testdata/c11"

// An expectation is the complete set of outcomes of a test, computed by an
// independent simulator under RC11 with the release sequences of C++11.
type expectation struct {
	File, Model string
	States      []string
}

func expectations(tb testing.TB) (list []expectation) {
	tb.Helper()
	f, err := os.Open(filepath.Join(corpus, "expected.jsonl"))
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var e expectation
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			tb.Fatal(err)
		}
		if e.Model == "rc11" {
			list = append(list, e)
		}
	}
	return list
}

func loadLitmus(tb testing.TB, file string) *litmus.Test {
	tb.Helper()
	src, err := os.ReadFile(filepath.Join(corpus, file))
	if err != nil {
		tb.Fatal(err)
	}
	test, err := litmus.Parse(file, src)
	if err != nil {
		tb.Fatal(err)
	}
	return test
}

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

// enumerate returns the sorted final states of all executions.
func enumerate(tb testing.TB, test *litmus.Test, m models.Model, s *strategy.DFS) (list []string, runs int) {
	tb.Helper()
	machine := interp.New(test.Program, m, test.Options())
	seen := map[string]bool{}
	for ; s.Begin(runs); runs++ {
		switch r := machine.Run(context.Background(), s, nil); r.Outcome {
		case interp.Completed:
			states(test, machine, func(text string) { seen[text] = true })
		case interp.Discarded:
		default:
			tb.Fatalf("%s: %s: %v", test.Name, r.Outcome, r.Err)
		}
	}
	for text := range seen {
		list = append(list, text)
	}
	slices.Sort(list)
	return list, runs
}

func TestCorpus(t *testing.T) {
	for _, e := range expectations(t) {
		t.Run(e.File, func(t *testing.T) {
			test := loadLitmus(t, e.File)
			got, runs := enumerate(t, test, c11.Model, &strategy.DFS{Reduced: true})
			slices.Sort(e.States)
			if !slices.Equal(got, e.States) {
				t.Errorf("%d runs: outcomes\n\t%q\nwant\n\t%q", runs, got, e.States)
			}
		})
	}
}
