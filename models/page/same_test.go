package page_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/trace"
)

// A pair is a model in Go and its page.
type pair struct{ model, page *models.Model }

func pairs(t testing.TB) (list []pair) {
	for _, m := range models.All() {
		list = append(list, pair{m, parse(t, m.Name)})
	}
	return list
}

// requireSame requires of a program that its executions by a strategy have the same schedules and
// the same events under a model and its page. It returns how many events there were.
func requireSame(t *testing.T, p *code.Program, both pair, runs int, s func() interp.Strategy) (events int) {
	t.Helper()
	var rec [2]trace.Recorder
	var machines [2]*interp.Machine
	var strategies [2]interp.Strategy
	for i, m := range []*models.Model{both.model, both.page} {
		machines[i], strategies[i] = interp.New(p, m, interp.Options{Semantics: interp.Semantics{MaxSteps: 20_000}}), s()
	}
	for n := range runs {
		var r [2]*interp.Result
		for i := range r {
			strategies[i].Begin(n)
			rec[i].Events = rec[i].Events[:0]
			r[i] = machines[i].Run(context.Background(), strategies[i], &rec[i])
		}
		if fmt.Sprint(r[0].Outcome, r[0].Err) != fmt.Sprint(r[1].Outcome, r[1].Err) || !slices.Equal(r[0].Choices(), r[1].Choices()) || witness.Hash(rec[0].Events) != witness.Hash(rec[1].Events) {
			t.Fatalf("%s, execution %d: %s makes another execution than its page", p.Name, n, both.model.Name)
		}
		events += r[0].Events
	}
	return events
}

// The programs of package benchmarks have the same executions under the models and their pages.
func TestBenchmarksAreSame(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("../../benchmarks/*/*.c")
	if err != nil || len(paths) < 50 {
		t.Fatal(paths, err)
	}
	compiled := 0
	for _, path := range testsize.Part(30, paths) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p, err := cfront.Compile(path, text, cfront.Options{})
		if err != nil {
			continue // a part of a program of several files
		}
		compiled++
		for _, both := range pairs(t) {
			requireSame(t, p, both, 2, func() interp.Strategy { return strategy.NewRandom(1) })
			requireSame(t, p, both, 1, func() interp.Strategy { return strategy.NewPCT(1, 3) })
		}
	}
	if compiled < len(testsize.Part(30, paths))*3/4 {
		t.Errorf("%d programs compile of %d", compiled, len(paths))
	}
}

// randomSource returns a program of two or three threads that load, store, update, fence and lock.
func randomSource(r *rand.Rand) string {
	order := func(list string) string { return list[r.IntN(len(list)):][:1] } // as gcc numbers them
	operation := func() string {
		x := "xyz"[r.IntN(3):][:1]
		switch r.IntN(12) {
		case 0, 1, 2:
			return fmt.Sprintf("s += __atomic_load_n(&%s, %s)", x, order("00025"))
		case 3, 4, 5, 6:
			return fmt.Sprintf("__atomic_store_n(&%s, %d, %s)", x, 1+r.IntN(3), order("000035"))
		case 7:
			return fmt.Sprintf("s += __atomic_fetch_add(&%s, 1, %s)", x, order("00245"))
		case 8:
			return fmt.Sprintf("e = %d; __atomic_compare_exchange_n(&%s, &e, 3, 0, %s, 0)", r.IntN(2), x, order("00245"))
		case 9:
			return "fence_" + []string{"sl", "ss", "ll"}[r.IntN(3)] + "()"
		case 10:
			return fmt.Sprintf("__atomic_thread_fence(%s)", order("2345"))
		}
		return fmt.Sprintf("pthread_mutex_lock(&m); %s = %d; pthread_mutex_unlock(&m)", x, 1+r.IntN(3))
	}
	threads := 2 + r.IntN(2)
	var b strings.Builder
	b.WriteString("#include <fencepost.h>\n#include <pthread.h>\nstatic int x, y, z;\nstatic volatile int out;\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n")
	for t := range threads {
		fmt.Fprintf(&b, "static void *f%d(void *p) { int s = 0, e = 0;", t)
		for range 2 + r.IntN(5) {
			b.WriteString(" " + operation() + ";")
		}
		b.WriteString(" out = s + e; return p; }\n")
	}
	b.WriteString("int main(void) { pthread_t t[3];")
	for t := range threads {
		fmt.Fprintf(&b, " pthread_create(&t[%d], 0, f%[1]d, 0);", t)
	}
	b.WriteString(" " + aside(r) + ";")
	for t := range threads {
		fmt.Fprintf(&b, " pthread_join(t[%d], 0);", t)
	}
	b.WriteString(" return x + y + z; }\n")
	return b.String()
}

// aside is what main does beside.
func aside(r *rand.Rand) string {
	return []string{"x = 1", "out = y", "fence_sl()"}[r.IntN(3)]
}

// Random programs have the same executions under the models and their pages.
func TestRandomProgramsAreSame(t *testing.T) {
	t.Parallel()
	count := 60
	if testsize.Whole() {
		count = 2000
	}
	r := rand.New(rand.NewPCG(38, 0))
	both := pairs(t)
	for n := range count {
		text := randomSource(r)
		p, err := cfront.Compile("random.c", []byte(text), cfront.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for _, b := range both {
			events := requireSame(t, p, b, 5, func() interp.Strategy { return strategy.NewRandom(uint64(n)) })
			if events == 0 {
				t.Fatal("nothing happened")
			}
		}
	}
}

// BenchmarkPages measures an execution under each model and its page, in turn; slower is how many
// times as long the page takes at its best.
func BenchmarkPages(b *testing.B) {
	for _, name := range []string{"relaxer/dekker", "relaxer/msn", "c11/mpmc-queue"} {
		text, err := os.ReadFile("../../benchmarks/" + name + ".c")
		if err != nil {
			b.Fatal(err)
		}
		p, err := cfront.Compile(name+".c", text, cfront.Options{})
		if err != nil {
			b.Fatal(err)
		}
		for _, both := range pairs(b) {
			b.Run(name+"/"+both.model.Name, func(b *testing.B) {
				least := [2]time.Duration{time.Hour, time.Hour}
				var machines [2]*interp.Machine
				var strategies [2]*strategy.Random
				for i, m := range []*models.Model{both.model, both.page} {
					machines[i], strategies[i] = interp.New(p, m, interp.Options{}), strategy.NewRandom(1)
				}
				b.ReportAllocs()
				for b.Loop() {
					for i := range machines {
						start := time.Now()
						for k := range 20 {
							strategies[i].Begin(k)
							machines[i].Run(context.Background(), strategies[i], nil)
						}
						least[i] = min(least[i], time.Since(start))
					}
				}
				b.ReportMetric(float64(least[1])/float64(least[0]), "slower")
			})
		}
	}
}
