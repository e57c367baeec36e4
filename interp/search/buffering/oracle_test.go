package buffering_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/machine/vm"
	"fencepost/interp/search/buffering"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
)

// machines are the models that the package is for.
var machines = []string{"imm", "armv8", "armv7", "power", "riscv"}

// random returns a program of two or three threads and their functions, whose operations
// depend on each other in some ways.
func random(r *rand.Rand) (src string, observed []string) {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	var b, results strings.Builder
	n, threads := 0, 2+r.IntN(2)
	for t := range threads {
		fmt.Fprintf(&b, "static void *t%d(void *arg) { int v = %d, w = 0; (void)w;\n", t, 1+t)
		operations := 2 + r.IntN(3)
		if threads == 3 {
			operations = 1 + r.IntN(3)
		}
		for k := range operations {
			x := pick("x", "y", "z")
			if k == 0 && r.IntN(2) == 0 {
				x = []string{"x", "y", "x"}[t]
			}
			value := pick("1", "2", "v", "1", "v - v + 1")
			kind := r.IntN(14)
			if k == 0 && r.IntN(2) == 0 {
				kind = 0
			}
			order := pick("relaxed", "relaxed", "relaxed", "acquire", "seq_cst")
			release := pick("relaxed", "relaxed", "relaxed", "release", "seq_cst")
			switch kind {
			case 0, 1, 2:
				fmt.Fprintf(&b, "\tv = atomic_load_explicit(&%s, memory_order_%s); r%d = v;\n", x, order, n)
				fmt.Fprintf(&results, "static int r%d;\n", n)
				observed = append(observed, fmt.Sprintf("r%d", n))
				n++
			case 3, 4, 5:
				fmt.Fprintf(&b, "\tatomic_store_explicit(&%s, %s, memory_order_%s);\n", x, value, release)
			case 6:
				fmt.Fprintf(&b, "\tif (v == 1) atomic_store_explicit(&%s, %s, memory_order_relaxed);\n", x, value)
			case 7:
				fmt.Fprintf(&b, "\tv = atomic_%s_explicit(&%s, %s, memory_order_%s); r%d = v;\n", pick("exchange", "fetch_or", "fetch_add"), x, pick("1", "2", "v"), pick("relaxed", "acquire", "release", "acq_rel"), n)
				fmt.Fprintf(&results, "static int r%d;\n", n)
				observed = append(observed, fmt.Sprintf("r%d", n))
				n++
			case 8:
				fmt.Fprintf(&b, "\tw = %d; v = atomic_compare_exchange_strong_explicit(&%s, &w, %s, memory_order_%s, memory_order_relaxed); r%d = v + 2 * w;\n", r.IntN(2), x, pick("1", "2"), pick("relaxed", "acquire", "release"), n)
				fmt.Fprintf(&results, "static int r%d;\n", n)
				observed = append(observed, fmt.Sprintf("r%d", n))
				n++
			case 9:
				fmt.Fprintf(&b, "\tatomic_thread_fence(memory_order_%s);\n", pick("acquire", "release", "acq_rel", "seq_cst"))
			case 11:
				fmt.Fprintf(&b, "\tpthread_mutex_lock(&m); v = atomic_load_explicit(&%s, memory_order_relaxed); atomic_store_explicit(&%s, %s, memory_order_relaxed); pthread_mutex_unlock(&m);\n", x, x, value)
			case 12:
				fmt.Fprintf(&b, "\tw = %d; for (int i = 0; i < 2; i++) { if (atomic_compare_exchange_strong_explicit(&%s, &w, w + %s, memory_order_%s, memory_order_relaxed)) { v = 5; break; } } r%d = v + 2 * w;\n", r.IntN(2), x, pick("1", "2"), pick("relaxed", "acq_rel"), n)
				fmt.Fprintf(&results, "static int r%d;\n", n)
				observed = append(observed, fmt.Sprintf("r%d", n))
				n++
			case 13:
				fmt.Fprintf(&b, "\tw = atomic_load_explicit(&%s, memory_order_%s); if (w == v || w == 0) { v = atomic_compare_exchange_strong_explicit(&%[1]s, &w, 3, memory_order_%[3]s, memory_order_relaxed); atomic_store_explicit(&%[4]s, 4, memory_order_relaxed); r%[5]d = v; }\n", x, order, pick("relaxed", "acq_rel"), pick("x", "y", "z"), n)
				fmt.Fprintf(&results, "static int r%d;\n", n)
				observed = append(observed, fmt.Sprintf("r%d", n))
				n++
			case 10:
				fmt.Fprintf(&b, "\tatomic_store_explicit(&u[v & 1], %s, memory_order_relaxed);\n", value)
			}
		}
		b.WriteString("\treturn arg; }\n")
	}
	src = "#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int x, y, z, u[2];\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n" + results.String() + b.String() + "int main(void) { pthread_t t[3];\n"
	for t := range threads {
		src += fmt.Sprintf("pthread_create(&t[%d], 0, t%d, 0);\n", t, t)
	}
	for t := range threads {
		src += fmt.Sprintf("pthread_join(t[%d], 0);\n", t)
	}
	return src + "return 0; }\n", append(observed, "x", "y", "z", "u")
}

// The search finds the executions that the candidates have, each once. It also records coverage, as
// the commands do, by which each branch runs as another instruction until both ways were taken.
func TestRandomPrograms(t *testing.T) {
	for _, model := range machines {
		t.Run(model, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(42, 9))
			for range testsize.Count(30, 2000) {
				src, observed := random(r)
				agree(t, src, model, observed)
				if t.Failed() {
					t.Fatal(src)
				}
			}
		})
	}
}

func agree(t *testing.T, src, model string, names []string) {
	t.Helper()
	p := compile(t, src)
	m, err := candidates.Lookup(model)
	if err != nil {
		t.Fatal(err)
	}
	observed, err := explore.Observe(p, names)
	if err != nil {
		t.Fatal(err)
	}
	lowered, err := m.Lower(p)
	if err != nil {
		t.Fatal(err, src)
	}
	want, executions := map[string]int64{}, int64(0)
	if _, err := candidates.Run(context.Background(), lowered, candidates.Options{Model: m, Each: func(x *candidates.Execution) {
		want[string(explore.AppendState(nil, x, observed))]++
		executions++
	}}); err != nil {
		t.Fatal(err, src)
	}
	covered := interp.Options{Coverage: vm.NewCoverage(p)}
	r, err := buffering.Run(context.Background(), p, m, buffering.Options{Machine: covered, Outcome: func(dst []byte, x *buffering.Execution) []byte { return explore.AppendState(dst, x, observed) }})
	if err != nil {
		t.Fatal(err, "\n", src)
	}
	for _, e := range r.Errors {
		t.Errorf("%s", e.Error)
	}
	if a, b := slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(r.Outcomes)); !slices.Equal(a, b) {
		for _, s := range a {
			if r.Outcomes[s] == 0 {
				t.Errorf("%s: not found: %s", model, s)
			}
		}
		for _, s := range b {
			if want[s] == 0 {
				t.Errorf("%s: too much: %s", model, s)
			}
		}
	} else if !maps.Equal(want, r.Outcomes) {
		t.Errorf("%s: %d executions, candidates %d\n%v\n%v", model, r.Executions, executions, r.Outcomes, want)

	}
}

// Two updates of one thread that add what an earlier load reads: the second has to wait for the
// write of the first, whose value is not known yet.
func TestDependentUpdates(t *testing.T) {
	t.Parallel()
	for _, model := range machines {
		for _, order := range []string{"relaxed", "release", "acquire", "acq_rel"} {
			agree(t, strings.ReplaceAll(`#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int r0, r1, r2;
static void *one(void *arg) {
	r0 = atomic_load_explicit(&x, memory_order_relaxed);
	r1 = atomic_fetch_add_explicit(&y, r0, memory_order_ORDER);
	r2 = atomic_fetch_add_explicit(&y, r0, memory_order_relaxed);
	return arg;
}
static void *two(void *arg) { atomic_store_explicit(&x, 2, memory_order_relaxed); return arg; }
int main(void) {
	pthread_t t[2];
	pthread_create(&t[0], 0, one, 0);
	pthread_create(&t[1], 0, two, 0);
	pthread_join(t[0], 0);
	pthread_join(t[1], 0);
	return 0;
}
`, "ORDER", order), model, []string{"r0", "r1", "r2", "y"})
		}
	}
}
