package ablation

import (
	"context"
	"reflect"
	"strings"
	"testing"
)

// some returns the programs of these paths.
func some(tb testing.TB, paths ...string) []Program {
	list, err := Programs(context.Background(), paths...)
	if err != nil {
		tb.Fatal(err)
	}
	if len(list) != len(paths) {
		tb.Fatalf("%d programs of %v", len(list), paths)
	}
	return list
}

// TestRun: a study does not depend on the number of workers, all heuristics together
// pay, and what is compared with itself loses nothing.
func TestRun(t *testing.T) {
	t.Parallel()
	programs := some(t, "relaxer/fig1.c", "heldout/peterson.c", "c11/seqlock.c")
	o := Options{Seed: 1, Repeats: 2, Executions: 6, Cycles: 6}
	var study *Study
	for o.Workers = 1; o.Workers <= 2; o.Workers++ {
		got, err := Run(context.Background(), programs, o)
		if err != nil {
			t.Fatal(err)
		}
		if study != nil && !reflect.DeepEqual(got, study) {
			t.Error("a study depends on the number of workers")
		}
		study = got
	}
	if len(study.Tables) != 4 {
		t.Fatalf("%d tables", len(study.Tables))
	}
	pays := 0
	for _, table := range study.Tables {
		first, all := table.Rows[0].Figures, table.Rows[len(table.Rows)-1].Figures
		for set, f := range first {
			if table.Measured[set].Cycles == 0 || f.Share.Value <= 0 || f.Share.Value > 1 || f.Share.Lost != 0 || f.Share.Noise != 0 {
				t.Errorf("c11: %v, set %d of %d cycles: %+v", table.C11, set, table.Measured[set].Cycles, f.Share)
			}
			if all[set].Share.Pays() {
				pays++
			}
		}
	}
	if pays == 0 {
		t.Error("nothing is lost without any heuristic")
	}
}

func TestUnknownHeuristic(t *testing.T) {
	t.Parallel()
	_, err := Run(context.Background(), nil, Options{Off: [][]string{{"DelayAll", "Luck"}}})
	if err == nil || !strings.Contains(err.Error(), `unknown heuristic "Luck"`) {
		t.Errorf("Run = %v", err)
	}
}

// BenchmarkAblation measures at the default sizes; it takes minutes.
func BenchmarkAblation(b *testing.B) {
	programs, err := Programs(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		_, err := Run(context.Background(), programs, Options{Seed: 1, Repeats: DefaultRepeats, Executions: DefaultExecutions, Cycles: DefaultCycles, Workers: 2})
		if err != nil {
			b.Fatal(err)
		}
	}
}
