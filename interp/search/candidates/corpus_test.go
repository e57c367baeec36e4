package candidates_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/search/candidates"

	"github.com/rogpeppe/go-internal/txtar"
)

// A corpusTest is a test with what an independent simulator says of it.
type corpusTest struct {
	test    *litmus.Test
	results map[string]corpusResult // by model
}

type corpusResult struct {
	verdict, observation string
	flags                []string
	states               []string
}

// corpus reads testdata/name.txtar.gz: NAME.litmus, and NAME.MODEL with verdict
// observation and flags on the first line, a final state on each other. Under -short, every
// eighth test is read.
func corpus(t testing.TB, name string) (list []*corpusTest) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name+".txtar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	skip, n := false, 0
	for _, file := range txtar.Parse(data).Files {
		ext := filepath.Ext(file.Name)
		if ext == ".litmus" {
			n++
			if skip = testing.Short() && n%8 != 0; skip {
				continue
			}
			list = append(list, &corpusTest{parse(t, file.Name, file.Data), map[string]corpusResult{}})
			continue
		}
		if skip {
			continue
		}
		lines := strings.Split(string(bytes.TrimSpace(file.Data)), "\n")
		words := strings.Fields(lines[0])
		slices.Sort(lines[1:])
		list[len(list)-1].results[ext[1:]] = corpusResult{words[0], words[1], words[2:], lines[1:]}
	}
	if len(list) < 20 {
		t.Fatalf("%s: %d tests", name, len(list))
	}
	return list
}

func parse(t testing.TB, file string, src []byte) *litmus.Test {
	t.Helper()
	test, err := litmus.Parse(file, src)
	if err != nil {
		t.Fatal(err)
	}
	return test
}

func lookup(t testing.TB, name string) *candidates.Model {
	t.Helper()
	m, err := candidates.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// run returns the outcomes of a test under a model.
func run(t testing.TB, test *litmus.Test, m *candidates.Model) (*litmus.Outcomes, *candidates.Report) {
	t.Helper()
	p, err := m.Program(test)
	if err != nil {
		t.Fatalf("%s: %v", test.Name, err)
	}
	out := test.NewOutcomes()
	r, err := candidates.Run(context.Background(), p, candidates.Options{Model: m, Each: func(x *candidates.Execution) { out.Add(x) }})
	if err != nil {
		t.Fatalf("%s: %v", test.Name, err)
	}
	out.Race, out.Flags = r.Undefined, r.Flags
	return out, r
}

// texts returns the final states in order of their text.
func texts(o *litmus.Outcomes) (list []string) {
	for _, s := range o.States() {
		list = append(list, s.Text)
	}
	slices.Sort(list)
	return list
}

// Every test has the final states, the verdict and the observation that the
// simulator computed, but one. Init-nonzero copies x to y in one thread and y to x
// in the other; x is 5 and y is 7. The simulator leaves the value open of the
// execution in which both read each other's copy, and writes S8 for it: every
// number would do, none is ever stored first. That value comes out of thin air.
func TestCorpus(t *testing.T) {
	for _, name := range []string{"aarch64", "arm", "riscv", "ppc", "c11", "x86", "kernel"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rows := 0
			for i, c := range corpus(t, name) {
				if testsize.LeftOut(3, i) {
					continue
				}
				for model, want := range c.results {
					if name == "c11" && model != "rc11" && model != "c11orig" {
						t.Fatalf("%s: model %s", c.test.Name, model)
					}
					rows++
					out, r := run(t, c.test, lookup(t, model))
					want.states = slices.DeleteFunc(want.states, func(s string) bool { return strings.Contains(s, "S8") })
					if got := texts(out); !slices.Equal(got, want.states) || string(out.Verdict()) != want.verdict || out.Observation() != want.observation {
						t.Errorf("%s under %s: %s %s, want %s %s, states\n\t%s\nwant\n\t%s", c.test.Name, model, out.Verdict(), out.Observation(),
							want.verdict, want.observation, strings.Join(got, "\n\t"), strings.Join(want.states, "\n\t"))
					}
					if name == "kernel" && !slices.Equal(out.Flags, want.flags) {
						t.Errorf("%s: flags %q, want %q", c.test.Name, out.Flags, want.flags)
					}
					if r.Incomplete != "" {
						t.Errorf("%s under %s: %s", c.test.Name, model, r.Incomplete)
					}
				}
			}
			if rows == 0 {
				t.Error("no expectation was read")
			}
		})
	}
}

// x86 as package x86 decodes it has the same states.
func TestX86Decoder(t *testing.T) {
	t.Parallel()
	for _, c := range corpus(t, "x86") {
		for model, want := range c.results {
			m := lookup(t, model)
			out := c.test.NewOutcomes()
			if _, err := candidates.Run(context.Background(), c.test.Machine, candidates.Options{Model: m, Each: func(x *candidates.Execution) { out.Add(x) }}); err != nil {
				t.Fatal(c.test.Name, err)
			}
			if got := texts(out); !slices.Equal(got, want.states) {
				t.Errorf("%s under %s: states\n\t%s\nwant\n\t%s", c.test.Name, model, strings.Join(got, "\n\t"), strings.Join(want.states, "\n\t"))
			}
		}
	}
}

// Coherence and atomicity, which are taken care of while candidates are made, hide
// no execution that the model allows.
func TestCoherentCandidates(t *testing.T) {
	t.Parallel()
	compared := 0
	for _, name := range []string{"aarch64", "arm", "riscv", "ppc", "c11"} {
		for i, c := range corpus(t, name) {
			if i%3 != 0 || testsize.LeftOut(9, i) {
				continue
			}
			for model := range c.results {
				m := lookup(t, model)
				all := *m
				all.Coherent = false
				_, want := run(t, c.test, m)
				p, err := m.Program(c.test)
				if err != nil {
					t.Fatal(err)
				}
				r, err := candidates.Run(context.Background(), p, candidates.Options{Model: &all, MaxCandidates: 20000})
				if err != nil {
					t.Fatal(err)
				}
				if r.Incomplete != "" {
					continue
				}
				compared++
				if r.Executions != want.Executions {
					t.Errorf("%s under %s: %d executions, %d of all candidates", c.test.Name, model, want.Executions, r.Executions)
				}
			}
		}
	}
	if compared < 40 && testsize.Whole() || compared < 10 {
		t.Errorf("%d tests compared", compared)
	}
}
