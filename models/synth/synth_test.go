package synth

import (
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"sync"
	"testing"

	"fencepost/benchmarks/testsize"
)

// run searches as search does, but once for all tests that ask for the same, on any
// number of workers. They must not change the result.
func run(t testing.TB, m *Model, o Options) *Result {
	t.Helper()
	type key struct {
		model        *Model
		size, rmws   int
		any, maximal bool
	}
	once, _ := searched.LoadOrStore(key{m, o.Size, o.MaxRMWs, o.AnyLocations, o.Maximal}, sync.OnceValue(func() *Result { return searchAll(t, m, o) }))
	return once.(func() *Result)()
}

var searched sync.Map

func searchAll(t testing.TB, m *Model, o Options) *Result {
	t.Helper()
	r := Run(context.Background(), m, o)
	if !r.Complete {
		t.Fatal("the search did not end")
	}
	return r
}

// TestCounts holds the numbers of tests against those of testdata/counts.csv.
// Those of c11orig and tso come from an independent enumeration of the
// definitions; those of rc11 and sc are this package's, to be noticed if they
// change.
func TestCounts(t *testing.T) {
	t.Parallel()
	f, err := os.Open("testdata/counts.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil || len(rows) == 0 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for i, row := range rows {
		if testsize.LeftOut(2, i) {
			continue
		}
		m, ok := Lookup(row[0])
		if !ok {
			t.Fatalf("there is no model %s", row[0])
		}
		number := func(i int) int {
			n, err := strconv.Atoi(row[i])
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		size, rmws := number(2), number(3)
		if size == 6 && row[1] == "any" && !testsize.Long() {
			continue
		}
		res := run(t, m, Options{Size: size, MaxRMWs: rmws, AnyLocations: row[1] == "any", Workers: 2})
		if with := res.WithRMW(); len(res.Tests)-with != number(4) || with != number(5) {
			t.Errorf("%v: %d tests without an RMW, %d with", row, len(res.Tests)-with, with)
		}
	}
}

// What is beyond the published counts stays as it is: any number of RMWs, and seven events.
func TestLarge(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ size, rmws, without, with int }{{5, 5, 24, 304}, {7, 0, 225, 0}}[:testsize.Count(1, 2)] {
		r := run(t, c11orig, Options{Size: c.size, MaxRMWs: c.rmws, Workers: 2})
		if with := r.WithRMW(); len(r.Tests)-with != c.without || with != c.with {
			t.Errorf("size %d: %d tests without an RMW, %d with", c.size, len(r.Tests)-with, with)
		}
	}
}

// TestCausality counts the tso tests that the causality axiom forbids.
func TestCausality(t *testing.T) {
	t.Parallel()
	n := 0
	for _, test := range run(t, tso, Options{Size: 4, MaxRMWs: 2, AnyLocations: true, Workers: 1}).Tests {
		for _, x := range test.Executions {
			if x.Axioms[len(x.Axioms)-1] == "causality" {
				n++
				break
			}
		}
	}
	if n != 7 {
		t.Errorf("%d tests, want 7", n)
	}
}

// TestWorkers checks that the result does not depend on the number of workers.
func TestWorkers(t *testing.T) {
	t.Parallel()
	want := searchAll(t, c11orig, Options{Size: 5, MaxRMWs: 2, Workers: 1})
	for _, n := range []int{2, 5} {
		if got := searchAll(t, c11orig, Options{Size: 5, MaxRMWs: 2, Workers: n}); !reflect.DeepEqual(got.Tests, want.Tests) {
			t.Errorf("%d workers find other tests", n)
		}
	}
}

// TestInterrupt checks that an ended context gives an incomplete result.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	o := Options{Size: 5, MaxRMWs: 1, Workers: 1, Progress: func(done, total int) {
		if done == total/2 {
			cancel()
		}
	}}
	r := Run(ctx, c11orig, o)
	if r.Complete || len(r.Tests) == 0 || len(r.Tests) >= 108 {
		t.Errorf("complete %v with %d tests", r.Complete, len(r.Tests))
	}
}

// TestMinimal holds every execution of sizes up to 5, and some of size 6, against the
// definitions; of models without memory orders those of size 6 in long tests only.
func TestMinimal(t *testing.T) {
	t.Parallel()
	for _, m := range Models() {
		largest := 6
		if !m.Orders() && !testsize.Long() {
			largest = 5
		}
		for size := 2; size <= largest; size++ {
			every := 1
			if size == 6 {
				every = 20
			}
			res := run(t, m, Options{Size: size, MaxRMWs: 1, AnyLocations: size < 5, Workers: 1})
			if size > 3 && len(res.Tests) == 0 {
				t.Fatalf("%s has no tests of size %d", m.Name, size)
			}
			for i := 0; i < len(res.Tests); i += every {
				test := res.Tests[i]
				for j := range test.Executions {
					if why := minimalByDefinition(m.Name, test.Events, &test.Executions[j]); why != "" {
						t.Errorf("%s: %v %v is not minimal: %s", m.Name, test.Events, test.Executions[j], why)
					}
				}
			}
		}
	}
}

// TestEnumeration counts the small tests by trying all programs and executions.
func TestEnumeration(t *testing.T) {
	t.Parallel()
	largest := 4
	if !testsize.Long() {
		largest = 3
	}
	for _, m := range Models() {
		for size := 2; size <= min(largest, 3) || size <= largest && m == c11orig; size++ {
			without, with := countByDefinition(m, size, true, minimalByDefinition)
			res := run(t, m, Options{Size: size, MaxRMWs: 1, AnyLocations: true, Workers: 1})
			if n := res.WithRMW(); n != with || len(res.Tests)-n != without {
				t.Errorf("%s %d: the search finds %d and %d tests, all programs have %d and %d", m.Name, size, len(res.Tests)-n, n, without, with)
			}
		}
	}
}

// TestMaximal holds maximal tests against their definition, and counts those of 4 events.
func TestMaximal(t *testing.T) {
	t.Parallel()
	for _, m := range []*Model{c11orig, rc11} {
		for size := 2; size <= 3 || size <= 4 && testsize.Long() && m == c11orig; size++ {
			without, with := countByDefinition(m, size, true, maximalByDefinition)
			res := run(t, m, Options{Size: size, MaxRMWs: 1, AnyLocations: true, Maximal: true, Workers: 1})
			if n := res.WithRMW(); n != with || len(res.Tests)-n != without {
				t.Errorf("%s %d: the search finds %d and %d tests, all programs have %d and %d", m.Name, size, len(res.Tests)-n, n, without, with)
			}
		}
	}
	res := run(t, c11orig, Options{Size: 4, MaxRMWs: 1, Maximal: true, Workers: 1})
	if n := res.WithRMW(); n != 36 || len(res.Tests)-n != 15 {
		t.Errorf("%d tests, %d with an RMW", len(res.Tests), n)
	}
	for _, x := range res.Tests {
		for i := range x.Executions {
			if why := maximalByDefinition(c11orig.Name, x.Events, &x.Executions[i]); why != "" {
				t.Errorf("%s: %s", x.Name, why)
			}
		}
		for e, raisable := range x.Raisable() {
			if raisable != (len(strengthenings(x.Events[e])) > 0) {
				t.Errorf("%s: event %d", x.Name, e)
			}
		}
	}
}

// TestMatrix checks the bit tricks of matrices on all single pairs.
func TestMatrix(t *testing.T) {
	t.Parallel()
	for a := range MaxEvents {
		for b := range MaxEvents {
			if got, want := pair(a, b).transposed(), pair(b, a); got != want {
				t.Errorf("(%d,%d) transposed is %x, want %x", a, b, got, want)
			}
			for c := range MaxEvents {
				if got := pair(a, b).seq(pair(b, c)); got != pair(a, c) {
					t.Errorf("(%d,%d);(%d,%d) is %x", a, b, b, c, got)
				}
			}
		}
	}
}

// TestAllocations checks that a program is searched without allocation.
func TestAllocations(t *testing.T) {
	for _, m := range Models() {
		shapes := m.shapes(4, 1)
		x := search{ctx: t.Context(), model: m, found: func(*skeleton, orders, axiomSet) {}}
		for i := range shapes {
			x.shape(&shapes[i]) // grows the buffers
		}
		i := 0
		if n := testing.AllocsPerRun(len(shapes), func() { x.shape(&shapes[i%len(shapes)]); i++ }); n > 200 {
			t.Errorf("%s: %v allocations a shape", m.Name, n)
		}
	}
}

// TestFamilies checks that every family of Table 3 has a test without an RMW, and
// that no two families are told by the same program.
func TestFamilies(t *testing.T) {
	t.Parallel()
	var results []*Result
	for size := 4; size <= 6; size++ {
		results = append(results, run(t, c11orig, Options{Size: size, MaxRMWs: 1, Workers: 1}))
	}
	table, tests := 0, 0
	for _, c := range Count(results...) {
		tests += c.Without
		if c.Table > 0 {
			table++
			if c.Without == 0 {
				t.Errorf("%s has no test", c.Name)
			}
		}
	}
	if table != 26 || tests != 105 {
		t.Errorf("%d families and %d tests, want 26 and 105", table, tests)
	}
	seen := make(map[string]string)
	for i, k := range familyKeys() {
		if other := seen[k]; other != "" {
			t.Errorf("%s is %s", families[i].Name, other)
		}
		seen[k] = families[i].Name
	}
}

func ExampleRun() {
	m, _ := Lookup("c11orig")
	r := Run(context.Background(), m, Options{Size: 4, MaxRMWs: 1, Workers: 2})
	fmt.Println(len(r.Tests)-r.WithRMW(), "tests without an RMW,", r.WithRMW(), "with one")
	// Output: 6 tests without an RMW, 14 with one
}
