package search

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/hardware/isa"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/machine/witness"
	"fencepost/models/axiom"
	"fencepost/trace"
)

func observing(t *testing.T, p *code.Program, names ...string) *Exploration {
	t.Helper()
	x, err := OfProgram(p, names)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// A model with axioms in Go has the outcomes of the same one in cat.
func TestEngines(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"SB", "MP", "IRIW", "CoRR"} {
		p := programtest.Compile(t, "litmus/"+name+".c")
		x := observing(t, p, "r1", "r2")
		o := Options{Examples: true}
		if err := x.Run(context.Background(), []string{"c11"}, o); err != nil {
			t.Fatal(err)
		}
		found, err := x.candidates(context.Background(), "c11", &Options{Progress: func(string, int) func(int64, int64) { return func(int64, int64) {} }})
		if err != nil {
			t.Fatal(err)
		}
		if a := x.Models[0]; len(a.Outcomes) == 0 || !slices.Equal(a.Outcomes, found.Outcomes) || len(a.Examples) != len(a.Outcomes) || a.Incomplete != "" {
			t.Errorf("%s: %v by explore, %v by candidates", name, a.Outcomes, found.Outcomes)
		}
	}
}

// A model is explored once, by whatever of its names it is given.
func TestNamed(t *testing.T) {
	t.Parallel()
	x := observing(t, programtest.Compile(t, "litmus/SB.c"))
	for _, c := range []struct {
		given, want []string
		CXX20       bool
	}{
		{nil, []string{"c11"}, false},
		{nil, []string{"c++20"}, true},
		{[]string{"rc11", "sc", "c11"}, []string{"c11", "sc"}, false},
		{[]string{"c11", "rc20"}, []string{"c++20"}, true},
		{[]string{"c11", "rc20"}, []string{"c11", "c++20"}, false},
	} {
		if got := x.Named(c.given, &Options{CXX20: c.CXX20}); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.given, got, c.want)
		}
	}
}

// What the witness file of an error holds is made again, also if the file names the model by an alias.
func TestFile(t *testing.T) {
	t.Parallel()
	p := programtest.Compile(t, "c11/seqlock.c")
	x := observing(t, p)
	if err := x.Run(context.Background(), nil, Options{Machine: interp.Options{Semantics: interp.Semantics{Unroll: 1}}, Runs: true}); err != nil {
		t.Fatal(err)
	}
	m := &x.Models[0]
	if !x.HasBug() || len(m.Report.Errors) == 0 || len(x.Witnesses()) == 0 {
		t.Fatalf("%+v", m.Report)
	}
	files := x.WitnessFiles("out", "name", cfront.Options{})
	if len(files) != len(m.Report.Errors) {
		t.Errorf("%d witness files of %d errors", len(files), len(m.Report.Errors))
	}
	for i := range m.Report.Errors {
		f := &m.Report.Errors[i]
		want := filepath.Join("out", fmt.Sprintf("name-c11-error-%d.json", i+1))
		if m.Files[f] != want || files[i].Path != want || files[i].Error != f.Error.Error() {
			t.Errorf("error %d is in %s, as %s", i+1, files[i].Path, m.Files[f])
		}
		var text bytes.Buffer
		if err := m.file(p, f, cfront.Options{}).Write(&text); err != nil {
			t.Fatal(err)
		}
		w, err := witness.Read(&text)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"c11", "rc11"} {
			w.Model = name
			_, m, again, err := Replay(context.Background(), w)
			if err != nil || again.Error.Error() != f.Error.Error() || m != axiom.RC11 {
				t.Errorf("%v under %s: %v", f.Error, name, err)
			}
		}
	}
}

// A litmus test is told why it does not end in a state, and what does not fit is refused.
func TestExplain(t *testing.T) {
	t.Parallel()
	test, err := litmus.Parse("LB.litmus", []byte(`C LB
{ }
P0 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_relaxed);
}
P1 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
  atomic_store_explicit(x, 1, memory_order_relaxed);
}
~exists (0:r0=1 /\ 1:r0=1)
`))
	if err != nil {
		t.Fatal(err)
	}
	x := OfTest(test.Name, test)
	if err := x.Run(context.Background(), []string{"c11", "c11orig"}, Options{}); err != nil {
		t.Fatal(err)
	}
	asked, err := x.State("condition")
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Explain(context.Background(), asked, Options{}); err != nil {
		t.Fatal(err)
	}
	if _, err := x.State("9:r9=1"); err == nil {
		t.Error("the test has no thread 9")
	}
	if x.Violated(&x.Models[0]) || x.Models[0].Why.Allowed || !x.Violated(&x.Models[1]) || !x.Models[1].Why.Allowed {
		t.Errorf("%+v", x.Models)
	}
	sections, err := x.Sections(context.Background(), "why", Options{})
	if err != nil || len(sections) != 1+3+1+4 {
		t.Errorf("%d sections, %v", len(sections), err)
	}
	queue := observing(t, programtest.Compile(t, "c11/spsc-queue.c"))
	var unsupported *isa.Unsupported
	if err := queue.Run(context.Background(), []string{"c11orig"}, Options{}); !errors.As(err, &unsupported) {
		t.Errorf("%v", err)
	}
}

// Every outcome has a run that ends in it, and one that no execution has is explained.
func TestOutcomes(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"SB", "MP", "IRIW"} {
		p := programtest.Compile(t, "litmus/"+name+".c")
		names := []string{"r1", "r2"}
		x := observing(t, p, names...)
		o := Options{Examples: true, Runs: true}
		if err := x.Run(context.Background(), []string{"sc", "tso", "pslo", "c11"}, o); err != nil {
			t.Fatal(err)
		}
		for i := range x.Models {
			m := &x.Models[i]
			if len(m.Outcomes) < 3 || len(m.Shown) != len(m.Outcomes) {
				t.Fatalf("%s under %s: %d outcomes, %d runs", name, m.Model.Name, len(m.Outcomes), len(m.Shown))
			}
			for state, w := range m.Shown {
				var rec trace.Recorder
				if _, err := w.Replay(context.Background(), p, &rec); err != nil {
					t.Fatal(err)
				}
				if got := final(p, rec.Events, names); got != state {
					t.Errorf("%s under %s: the run of %s ends in %s", name, m.Model.Name, state, got)
				}
			}
		}
	}
	p := programtest.Compile(t, "litmus/SB.c")
	x := observing(t, p)
	if err := x.Run(context.Background(), []string{"sc", "tso"}, Options{}); err != nil {
		t.Fatal(err)
	}
	state, err := x.State("r1=0, r2=0")
	if err != nil || state.String() != "r1=0 r2=0" {
		t.Fatal(state, err)
	}
	if err := x.Explain(context.Background(), state, Options{}); err != nil {
		t.Fatal(err)
	}
	if why := x.Models[0].Why; why.Allowed || len(why.Cycle) < 4 || len(why.Axioms) == 0 || !x.Models[1].Why.Allowed {
		t.Errorf("%+v, %+v", why, x.Models[1].Why)
	}
	for _, bad := range []string{"", "r1", "r1=x", "nothing=1"} {
		if _, err := x.State(bad); err == nil {
			t.Errorf("%q is a state", bad)
		}
	}
}

// final returns what some globals hold at the end of an execution.
func final(p *code.Program, events []trace.Event, names []string) string {
	var parts []string
	for _, name := range names {
		value := int64(0)
		for _, o := range p.Objects {
			for i := range events {
				if e := &events[i]; o.Name == name && e.Kind == trace.Store && e.Addr == o.Addr {
					value = int64(e.Value)
				}
			}
		}
		parts = append(parts, fmt.Sprintf("%s=%d", name, value))
	}
	return strings.Join(parts, " ")
}
