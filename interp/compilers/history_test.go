package compilers

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// Bugs that compilers have had: the assembly is written by hand as the faulty version made
// it, and as a good one does. Each is found, in the state that its comment tells, and
// explained; the good assembly does what C11 allows. OUTCOMES lists them.
func TestHistory(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/history/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var table strings.Builder
	for _, path := range files {
		a, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		_, outcome, _ := strings.Cut(string(a.Comment), "outcome: ")
		outcome = strings.TrimSpace(outcome)
		fmt.Fprintf(&table, "%-30s %-8s", name, strings.TrimSuffix(filepath.Base(a.Files[1].Name), ".s"))
		for _, f := range a.Files[1:] {
			row := history(t, path, string(a.Files[0].Data), f)
			kind := filepath.Dir(f.Name)
			states := []string{}
			for _, x := range row.Failures {
				states = append(states, x.State)
			}
			switch {
			case row.Tests != 1:
				t.Errorf("%s, %s: refused: %v", name, kind, row.Refused)
			case kind == "wrong" && !slices.Equal(states, []string{outcome}):
				t.Errorf("%s is not found: %q, want %s", name, states, outcome)
			case kind == "right" && len(states) > 0:
				t.Errorf("%s: the good assembly ends in %q", name, states)
			case kind == "wrong" && (row.Failures[0].Machine.Picture == nil || row.Failures[0].C11.Allowed):
				t.Errorf("%s is not explained", name)
			}
			if kind == "wrong" {
				fmt.Fprintf(&table, " found: %s\n", strings.Join(states, "; "))
			}
		}
	}
	const list = "testdata/history/OUTCOMES"
	if *update {
		if err := os.WriteFile(list, []byte(table.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(list); err != nil || string(want) != table.String() {
		t.Errorf("%s is not what was found (%v):\n%s", list, err, table.String())
	}
}

func history(t *testing.T, path, source string, f txtar.File) *Row {
	t.Helper()
	m := lookup(t, "c11orig")
	test, err := File(context.Background(), "test.c", []byte(source), m)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if test.allow(context.Background(), m); test.source.err != nil {
		t.Fatalf("%s: %v", path, test.source.err)
	}
	machine := strings.TrimSuffix(filepath.Base(f.Name), ".s")
	row, err := compareOnce(context.Background(), Assembly(f.Name, string(f.Data), machine), []*Test{test}, nil)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return row
}
