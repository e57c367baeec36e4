package litmus_test

import (
	"context"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/hardware/litmus/litmustest"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
)

// load parses a test of testdata.
func load(t testing.TB, dir, file string) *litmus.Test {
	t.Helper()
	return litmustest.Load(t, filepath.Join("testdata", dir), file)
}

func parse(t testing.TB, file, src string) *litmus.Test {
	t.Helper()
	test, err := litmus.Parse(file, []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	if err := test.Program.Verify(); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return test
}

// enumerate collects the outcomes of all executions under a model.
func enumerate(t testing.TB, test *litmus.Test, m *models.Model) *litmus.Outcomes {
	t.Helper()
	machine := interp.New(test.Program, m, interp.Options{Semantics: interp.Semantics{WeakFail: true}})
	outcomes := test.NewOutcomes()
	s := &strategy.DFS{Reduced: true}
	for run := 0; s.Begin(run); run++ {
		switch r := machine.Run(context.Background(), s, nil); r.Outcome {
		case interp.Completed:
			outcomes.Add(machine)
		case interp.Discarded:
		default:
			t.Fatalf("%s: %s: %s: %v", test.Name, m.Name, r.Outcome, r.Err)
		}
	}
	return outcomes
}

func texts(o *litmus.Outcomes) (list []string) {
	for _, s := range o.States() {
		list = append(list, s.Text)
	}
	return list
}

// Expected states name exactly the observed locations, in their order.
func TestObservedLocations(t *testing.T) {
	value := regexp.MustCompile(`=-?\d+;`)
	for _, dir := range []string{"c11", "x86"} {
		files := map[string]bool{}
		for _, e := range litmustest.Expectations(t, filepath.Join("testdata", dir), "") {
			test := load(t, dir, e.File)
			files[e.File] = true
			if test.Name != strings.TrimSuffix(e.File, ".litmus") || string(test.Arch) != e.Arch {
				t.Errorf("%s: name %s, architecture %s", e.File, test.Name, test.Arch)
			}
			var names []string
			for _, l := range test.Observed {
				names = append(names, l.String())
			}
			for _, s := range e.States {
				if got := strings.Fields(value.ReplaceAllString(s, "")); !slices.Equal(got, names) {
					t.Errorf("%s: state %s observes %v", e.File, s, names)
				}
			}
		}
		all, err := filepath.Glob(filepath.Join("testdata", dir, "*.litmus"))
		if err != nil || len(all) != len(files) || len(all) == 0 {
			t.Errorf("%s: %d tests, expectations for %d, %v", dir, len(all), len(files), err)
		}
	}
}

// The states under SC and TSO are those expected, except that the simulator
// does not order the read of an exchange before its own write: it also expects
// states in which an exchange reads a store that overwrites its own.
func TestX86States(t *testing.T) {
	t.Parallel()
	exchange := regexp.MustCompile(`(?i)xchg`)
	inexact := map[string]bool{}
	for _, e := range litmustest.Expectations(t, filepath.Join("testdata", "x86"), "") {
		m, ok := models.Lookup(e.Model)
		if !ok {
			t.Fatalf("%s: model %s", e.File, e.Model)
		}
		test := load(t, "x86", e.File)
		got := enumerate(t, test, m)
		if string(got.Verdict()) != e.Verdict || got.Observation() != e.Observation {
			t.Errorf("%s: %s: %s %s, want %s %s", e.File, m.Name, got.Verdict(), got.Observation(), e.Verdict, e.Observation)
		}
		states := texts(got)
		if slices.Equal(states, e.States) {
			continue
		}
		for _, s := range states {
			if !slices.Contains(e.States, s) {
				t.Errorf("%s: %s allows %s", e.File, m.Name, s)
			}
		}
		if !exchange.MatchString(test.Program.Files[0].Text) {
			t.Errorf("%s: %s: states\n\t%s\nwant\n\t%s", e.File, m.Name, strings.Join(states, "\n\t"), strings.Join(e.States, "\n\t"))
		}
		inexact[e.File] = true
	}
	if len(inexact) != 28 {
		t.Errorf("states of exchanges are missing in %d tests: %v", len(inexact), slices.Sorted(maps.Keys(inexact)))
	}
}

// Every outcome under a hardware model is one that RC11 allows, and every
// outcome under a model is one under the weaker models.
func TestCStates(t *testing.T) {
	t.Parallel()
	for i, e := range litmustest.Expectations(t, filepath.Join("testdata", "c11"), "") {
		if testsize.LeftOut(3, i) {
			continue
		}
		test := load(t, "c11", e.File)
		var stronger []string
		for _, m := range models.All() {
			states := texts(enumerate(t, test, m))
			for _, s := range states {
				if !slices.Contains(e.States, s) {
					t.Errorf("%s: %s allows %s", e.File, m.Name, s)
				}
			}
			for _, s := range stronger {
				if !slices.Contains(states, s) {
					t.Errorf("%s: %s forbids %s, which a stronger model allows", e.File, m.Name, s)
				}
			}
			stronger = states
		}
		if len(stronger) == 0 {
			t.Errorf("%s has no outcome", e.File)
		}
	}
}
