package main

import (
	"os"
	"path/filepath"
	"testing"
)

// Each mutant changes a line that is there, and is Go; no two are the same.
func TestMutantsApply(t *testing.T) {
	t.Parallel()
	if len(mutants) < 60 {
		t.Errorf("%d mutants, want 60 at least", len(mutants))
	}
	seen := map[mutant]bool{}
	for _, m := range mutants {
		source, err := os.ReadFile(filepath.Join("..", "..", m.file))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.apply(source); err != nil {
			t.Error(err)
		}
		if seen[m] || m.before == m.after {
			t.Errorf("%s: twice, or no fault", &m)
		}
		seen[m] = true
	}
}

// A mutant whose line is missing, or there twice, or whose result is not Go, is refused.
func TestApplyRefuses(t *testing.T) {
	t.Parallel()
	const source = "package p\n\nfunc f() {\n\tx()\n}\n\nfunc (t *T) f() {\n\tx()\n\tx()\n\ty()\n}\n"
	for _, c := range []struct {
		m  mutant
		ok bool
	}{
		{mutant{function: "f", before: "x()", after: "y()"}, true},
		{mutant{function: "T.f", before: "y()", after: ""}, true},
		{mutant{function: "T.f", before: "x()", after: "y()"}, false},
		{mutant{function: "", before: "x()", after: "y()"}, false},
		{mutant{function: "f", before: "y()", after: ""}, false},
		{mutant{function: "f", before: "x()", after: "x("}, false},
		{mutant{function: "g", before: "x()", after: "y()"}, false},
	} {
		if _, err := c.m.apply([]byte(source)); (err == nil) != c.ok {
			t.Errorf("%+v: %v", c.m, err)
		}
	}
}
