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
	"fencepost/interp/search/buffering"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
	"fencepost/models/c11"
)

// drawn returns the outcomes of so many executions at random under imm, those that promise
// counted as others, unless the executions have shown as many outcomes as there are.
func drawn(t testing.TB, p *code.Program, observed []explore.Observed, runs, all int) map[string]int64 {
	t.Helper()
	m := interp.New(p, c11.IMM, interp.Options{})
	strategies := []interp.Strategy{strategy.NewRandom(1), strategy.NewPCT(1, 3)}
	outcomes := map[string]int64{}
	for run := 0; run < runs && len(outcomes) != all; run++ {
		s := strategies[run%len(strategies)]
		s.Begin(run)
		if res := m.Run(context.Background(), s, nil); res.Outcome != interp.Completed {
			t.Fatalf("run %d: %v, %v", run, res.Outcome, res.Err)
		}
		outcomes[string(explore.AppendState(nil, m, observed))]++
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
// all are drawn, also those that rc11 does not have.
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
			if beyond {
				buffered++
			}
			if all++; got[s] == 0 {
				t.Logf("program %d: not drawn: %s, beyond rc11: %v\n%s", n, s, beyond, src)
				missed++
			}
		}
	}
	t.Logf("%d programs, %d outcomes, %d beyond rc11; %d were not drawn", programs, all, buffered, missed)
	if buffered < programs/10 || missed > all/100 {
		t.Errorf("of %d outcomes %d are beyond rc11, and %d were not drawn", all, buffered, missed)
	}
}
