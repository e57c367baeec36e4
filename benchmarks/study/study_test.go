package study

import (
	"context"
	"testing"

	"fencepost/benchmarks"
)

// Every program of C11Tester's table compiles with more writes, and is another then.
func TestCompileMoreWrites(t *testing.T) {
	t.Parallel()
	rows, err := benchmarks.C11Tester()
	if err != nil || len(rows) == 0 {
		t.Fatal("no rows", err)
	}
	for _, row := range rows {
		p, err := Compile("c11", row.Name)
		if err != nil {
			t.Fatal(err)
		}
		q, err := CompileMoreWrites(row.Name, 2)
		if err != nil {
			t.Fatal(err)
		}
		if p.Hash == q.Hash {
			t.Errorf("%s has no more writes", row.Name)
		}
	}
}

// The rates depend on the seed, not on the number of workers.
func TestWorkersChangeNoRate(t *testing.T) {
	t.Parallel()
	all, err := benchmarks.C11Tester()
	if err != nil || len(all) == 0 {
		t.Fatal("no rows", err)
	}
	var first []Rate
	for _, workers := range []int{1, 3} {
		rows, err := C11Tester(context.Background(), all[:1], Options{Seed: 1, Runs: 300, Workers: workers})
		if err != nil || len(rows) != 1 || len(rows[0].Strategies) != len(C11TesterStrategies) {
			t.Fatal(len(rows), err)
		}
		for i, cell := range rows[0].Strategies {
			r := cell.Rate
			if r.Time = 0; workers == 1 {
				first = append(first, r)
			} else if r != first[i] {
				t.Errorf("%s: %+v with %d workers, %+v with one", C11TesterStrategies[i], r, workers, first[i])
			}
		}
	}
}

// An application whose sources are not there has a row that says so; one that needs none shows its
// bug.
func TestApplications(t *testing.T) {
	t.Parallel()
	all, err := benchmarks.Applications()
	if err != nil || len(all) == 0 {
		t.Fatal("no rows", err)
	}
	rows, err := Applications(context.Background(), all, "", Options{Seed: 1, Runs: 500, Workers: 1})
	if err != nil || len(rows) != len(all) {
		t.Fatalf("%d rows of %d: %v", len(rows), len(all), err)
	}
	for i, r := range rows {
		runs := all[i].Client != "" && len(all[i].Needs) == 0
		switch {
		case (r.Left == nil) != runs:
			t.Errorf("%s: %v", r.Name, r.Left)
		case runs && r.Rate.Buggy == 0:
			t.Errorf("%s: no bug", r.Name)
		}
	}
}
