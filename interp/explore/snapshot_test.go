package explore_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/cfront"
	"fencepost/interp/code"
	"fencepost/interp/explore"
	"fencepost/models/axiom"
)

// A search that goes on from snapshots goes the same way as one that runs every branch from
// the beginning: it reports the same to the last count, also if it is cut short.
func sameFromSnapshots(t *testing.T, name string, p *code.Program, enough int64, o explore.Options) {
	t.Helper()
	for _, m := range axiom.All() {
		run := func(every int) (*explore.Report, string) {
			o := o
			o.Workers, o.MaxExecutions, o.Snapshots = 1, enough, every
			o.Outcome = func(dst []byte, x *explore.Execution) []byte { return append(dst, finals(p, x.Final)...) }
			r, err := explore.Run(t.Context(), p, m, o)
			if err != nil {
				return nil, err.Error()
			}
			return r, ""
		}
		want, failed := run(math.MaxInt)
		for _, every := range []int{1, 3} {
			got, why := run(every)
			if why != failed || !reflect.DeepEqual(got, want) {
				t.Fatalf("%s, %s, snapshots for %d events: %s\n%+v\nwant %s\n%+v", name, m.Name, every, why, got, failed, want)
			}
		}
	}
}

func TestSnapshotsOfRandomPrograms(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 53))
	sources := []func() string{
		func() string { return orders + waiting(r, programOf(r, 2+r.IntN(2))) },
		func() string { return orders + spinning(r, programOf(r, 2+r.IntN(2))) },
		func() string { return randomSynchronisation(r) },
		func() string { return randomSections(r, r.IntN(2) == 0) },
		func() string { return randomShapes(r) },
		func() string { n := 2 + r.IntN(2); return waitsAtBarrier(r, programOf(r, n), n) },
		func() string { return randomParts(r).text(r.IntN(2) == 0) },
	}
	for i := range testsize.Count(30, 2000) {
		src := "#include <assert.h>\n" + sources[i%len(sources)]()
		p, err := cfront.Compile("a.c", []byte(src), cfront.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		o := explore.Options{StopAtExit: r.IntN(4) == 0, Rounds: max(0, r.IntN(8)-4), Machine: interp.Options{Unroll: 1 + r.IntN(3), MallocFail: r.IntN(4) == 0, MaxSteps: 15 + r.IntN(60)}}
		if r.IntN(2) == 0 {
			o.Reductions = explore.AllReductions()
		}
		sameFromSnapshots(t, src, p, 3000, o)
	}
}

// The benchmark programs have heaps, calls, locks and long loops.
func TestSnapshotsOfBenchmarks(t *testing.T) {
	t.Parallel()
	for _, folder := range []string{"c11", "relaxer", "heldout", "sampling", "litmus"} {
		for _, f := range programtest.All(t, folder) {
			sameFromSnapshots(t, f.Path, f.Compile(t), 1000, explore.Options{Reductions: explore.AllReductions(), UnrollEndless: 2})
		}
	}
}
