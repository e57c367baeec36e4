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
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/buffering"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
	"fencepost/models/c11"
	"fencepost/trace"
)

// drawn returns the outcomes of so many executions at random under imm, or until they are as many
// as there are. Some of the executions are well-formed, and replay to the byte.
func drawn(t testing.TB, p *code.Program, observed []explore.Observed, runs, all int) map[string]int64 {
	t.Helper()
	m := interp.New(p, c11.IMM, interp.Options{})
	strategies := []interp.Strategy{strategy.NewRandom(1), strategy.NewPCT(1, 3)}
	outcomes := map[string]int64{}
	var rec, again trace.Recorder
	for run := 0; run < runs && len(outcomes) != all; run++ {
		s := strategies[run%len(strategies)]
		s.Begin(run)
		res := m.Run(context.Background(), s, &rec)
		if res.Outcome != interp.Completed {
			t.Fatalf("run %d: %v, %v", run, res.Outcome, res.Err)
		}
		outcome := string(explore.AppendState(nil, m, observed))
		if outcomes[outcome]++; outcomes[outcome] > 1 {
			continue
		}
		if err := trace.ValidateIMM(rec.Events, p.Sites); err != nil {
			t.Fatalf("run %d: %v", run, err)
		}
		choices := slices.Clone(res.Choices())
		if _, followed := witness.Replay(context.Background(), m, choices, &again); !followed || witness.Hash(again.Events) != witness.Hash(rec.Events) {
			t.Fatalf("run %d does not replay", run)
		}
	}
	return outcomes
}

// relaxed returns a program of two to four threads whose accesses are mostly relaxed, and
// depend on each other in some ways. In the end main reads what the locations hold: the machine
// leaves that open.
func relaxed(r *rand.Rand) (src string, observed []string) {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	var b, results strings.Builder
	result := func() string {
		name := fmt.Sprintf("r%d", len(observed))
		observed = append(observed, name)
		fmt.Fprintf(&results, "static int %s;\n", name)
		return name
	}
	threads := 2 + r.IntN(3)
	for t := range threads {
		fmt.Fprintf(&b, "static void *t%d(void *arg) { int v = 0, w = 0; int *p = &w; (void)p;\n", t)
		for k := range 2 + r.IntN(max(1, 4-threads)+1) {
			x, value := pick("x", "y", "z"), pick("1", "2", "1", "v", "w", "v + 1", "same(w)", "(v & 0) + 1")
			load, store := pick("relaxed", "relaxed", "relaxed", "relaxed", "acquire"), pick("relaxed", "relaxed", "relaxed", "relaxed", "release")
			kind := r.IntN(13)
			if k == 0 {
				kind = r.IntN(5)
			}
			switch kind {
			case 0, 1, 2:
				fmt.Fprintf(&b, "\tv = atomic_load_explicit(&%s, memory_order_%s); %s = v;\n", x, load, result())
			case 3:
				fmt.Fprintf(&b, "\t*p = atomic_load_explicit(&%s, memory_order_%s); %s = w;\n", x, load, result())
			case 4:
				fmt.Fprintf(&b, "\tw = 1; v = atomic_compare_exchange_strong_explicit(&%s, &w, 2, memory_order_%s, memory_order_relaxed); %s = v + 2 * w;\n", x, pick("relaxed", "acquire", "release"), result())
			case 5, 6, 7, 8:
				fmt.Fprintf(&b, "\tatomic_store_explicit(&%s, %s, memory_order_%s);\n", x, value, store)
			case 9:
				fmt.Fprintf(&b, "\tif (v == 1) atomic_store_explicit(&%s, %s, memory_order_relaxed);\n", x, value)
			case 10:
				fmt.Fprintf(&b, "\t%s = atomic_fetch_add_explicit(&%s, %s, memory_order_%s);\n", result(), x, pick("1", "v"), pick("relaxed", "acquire", "release"))
			case 11:
				fmt.Fprintf(&b, "\tatomic_thread_fence(memory_order_%s);\n", pick("acquire", "release", "seq_cst"))
			case 12:
				fmt.Fprintf(&b, "\tatomic_store_explicit(&u[%s & 1], %s, memory_order_relaxed);\n", pick("v", "w"), value)
			}
		}
		b.WriteString("\treturn arg; }\n")
	}
	src = "#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int x, y, z, u[2];\nstatic int same(int v) { return v; }\n" +
		"static int fx, fy, fz, fu, fv;\n" + results.String() + b.String() + "int main(void) { pthread_t t[4]; (void)same; (void)u;\n"
	for t := range threads {
		src += fmt.Sprintf("pthread_create(&t[%d], 0, t%d, 0);\n", t, t)
	}
	for t := range threads {
		src += fmt.Sprintf("pthread_join(t[%d], 0);\n", t)
	}
	return src + ends + "return 0; }\n", append(observed, "fx", "fy", "fz", "fu", "fv")
}

// ends are what main does with what locations hold in the end.
const ends = "fx = x; fy = y; fz = z; fu = u[0]; fv = u[1]; "

// candidate reports whether an outcome is one of a candidate execution; main reads nothing there.
func candidate(t *testing.T, src string, m *candidates.Model, observed []string, outcome string) bool {
	t.Helper()
	src = strings.Replace(src, ends, "", 1)
	for from, to := range map[string]string{"fx": "x", "fy": "y", "fz": "z", "fu": "u[0]", "fv": "u[1]"} {
		outcome = strings.Replace(outcome, from+"=", to+"=", 1)
	}
	p := compile(t, src)
	list, err := explore.Observe(p, append(observed[:len(observed)-5:len(observed)-5], "x", "y", "z", "u"))
	if err != nil {
		t.Fatal(err)
	}
	lowered, err := m.Lower(p)
	if err != nil {
		t.Fatal(err, src)
	}
	found := false
	if _, err := candidates.Run(context.Background(), lowered, candidates.Options{Model: m, Each: func(x *candidates.Execution) {
		found = found || string(explore.AppendState(nil, x, list)) == outcome
	}}); err != nil {
		t.Fatal(err)
	}
	return found
}

// Every outcome that is drawn is one that the axioms of imm allow, and with enough executions
// almost all are drawn, also those that rc11 does not have.
func TestPromises(t *testing.T) {
	t.Parallel()
	m, err := candidates.Lookup("imm")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 42))
	programs, missed, buffered, all := testsize.Count(90, 2000), 0, 0, 0
	for n := range programs {
		src, observed := relaxed(r)
		if n%2 == 0 {
			src, observed = random(r)
			src = strings.Replace(src, "int main", "static int fx, fy, fz, fu, fv;\nint main", 1)
			src = strings.Replace(src, "return 0; }\n", ends+"return 0; }\n", 1)
			observed = append(observed[:len(observed)-4], "fx", "fy", "fz", "fu", "fv")
		}
		p := compile(t, src)
		list, err := explore.Observe(p, observed)
		if err != nil {
			t.Fatal(err, src)
		}
		want, err := buffering.Run(context.Background(), p, m, buffering.Options{Outcome: func(dst []byte, x *buffering.Execution) []byte { return explore.AppendState(dst, x, list) }})
		if err != nil {
			t.Fatal(err, src)
		}
		without, err := explore.Run(context.Background(), p, axiom.RC11, explore.Options{Workers: 1, Outcome: func(dst []byte, x *explore.Execution) []byte { return explore.AppendState(dst, x, list) }})
		if err != nil {
			t.Fatal(err, src)
		}
		got := drawn(t, p, list, testsize.Count(10_000, 40_000), len(want.Outcomes))
		for _, s := range slices.Sorted(maps.Keys(got)) {
			if want.Outcomes[s] == 0 && !candidate(t, src, m, observed, s) {
				t.Fatalf("program %d: imm does not allow %s\n%s", n, s, src)
			}
		}
		for _, s := range slices.Sorted(maps.Keys(want.Outcomes)) {
			beyond := without.Outcomes[s] == 0
			if beyond && got[s] > 0 {
				buffered++
			}
			all++
			if got[s] == 0 {
				t.Logf("program %d: not drawn: %s, beyond rc11: %v\n%s", n, s, beyond, src)
				missed++
			}
		}
	}
	t.Logf("%d programs, %d outcomes, %d beyond rc11; %d were not drawn", programs, all, buffered, missed)
	if buffered == 0 || missed > all/50 {
		t.Errorf("of %d outcomes %d are beyond rc11, and %d were not drawn", all, buffered, missed)
	}
}

// No value comes out of thin air: what depends on a load through calls, memory, loops, selections
// and arithmetic that cancels out is not stored before it. What does not depend on it is.
func TestThinAir(t *testing.T) {
	t.Parallel()
	const program = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
static atomic_int x, y, to[4];
static int a, b, table[2] = {2, 1};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int same(int v) { return v; }
static int stored(int v) { int w = 0; int *p = &w; *p = v; return *p; }
static int looped(int v) { int w = 0; for (int i = 0; i < 3; i++) if (i < v) w = 1; return w; }
static int deep(int n, int v) { return n ? deep(n - 1, v) : stored(same(v)); }
static int heap(int v) { int *p = malloc(sizeof *p); *p = v; int w = *p; free(p); return w; }
static int copied(int v) { int w; memcpy(&w, &v, sizeof w); return w; }
static int pointed(int v) { int (*f[2])(int) = {looped, same}; return f[v & 1](v); }
static void put(atomic_int *p, int v) { atomic_store_explicit(p, v, memory_order_relaxed); }
static int through(atomic_int *p, int v) { put(p, v); return atomic_load_explicit(p, memory_order_relaxed); }
static int summed(int v) { int s = 0; for (int i = 0; i < 5; i++) s += i; return s + 0 * v > 0; }
static void *one(void *arg) { int v = atomic_load_explicit(&x, memory_order_relaxed); a = v; FIRST; return arg; }
static void *two(void *arg) { int v = atomic_load_explicit(&y, memory_order_relaxed); b = v; SECOND; return arg; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, one, 0); pthread_create(&u, 0, two, 0); pthread_join(t, 0); pthread_join(u, 0); assert(!(a == 1 && b == 1)); }
`
	ways := []string{"put(&%s, same(v))", "put(&%s, stored(v))", "put(&%s, looped(v))", "put(&%s, deep(5, v))", "put(&%s, heap(v))", "put(&%s, copied(v))",
		"put(&%s, table[v & 1])", "put(&%s, pointed(v))", "put(&to[v & 1], 1); put(&%s, 1)", "put(&%s, v - v + 1)", "put(&%s, v ? 1 : 2)", "if (v) put(&%s, 1); else put(&%[1]s, 1)",
		"if (same(v) < 2) put(&%s, 1)", "put(&%s, through(&to[1], v))", "put(&%s, summed(v))", "atomic_thread_fence(memory_order_acquire); put(&%s, 1)",
		"atomic_store_explicit(&%s, 1, memory_order_release)", "atomic_fetch_or_explicit(&to[2], v, memory_order_relaxed); put(&%s, atomic_load_explicit(&to[2], memory_order_relaxed))"}
	free := []string{"put(&%s, 1)", "put(&to[3], v); put(&%s, 1)", "put(&%s, summed(7))", "pthread_mutex_lock(&m); pthread_mutex_unlock(&m); put(&%s, 1)"}
	shows := func(first, second string) bool {
		m := interp.New(compile(t, program, "FIRST="+fmt.Sprintf(first, "y"), "SECOND="+fmt.Sprintf(second, "x")), c11.IMM, interp.Options{})
		s := strategy.NewRandom(3)
		for run := range 3000 {
			s.Begin(run)
			if m.Run(context.Background(), s, nil).Err != nil {
				return true
			}
		}
		return false
	}
	step := 12
	if testsize.Long() {
		step = 1
	}
	for i, first := range ways {
		for k, second := range ways {
			if (i+k)%step == 0 && shows(first, second) {
				t.Errorf("out of thin air: %s, %s", first, second)
			}
		}
	}
	for _, first := range free {
		if !shows(first, free[0]) || !shows(free[0], first) {
			t.Errorf("not found: %s", first)
		}
	}
}
