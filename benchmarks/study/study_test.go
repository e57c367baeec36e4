package study

import (
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
