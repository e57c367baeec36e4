package linearize_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/campaign"
	"fencepost/interp/machine/linearize"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
	"fencepost/models/c11"
)

// randomRegister is a program whose threads write and read a register, and wait for each other in
// ways that may order the operations, or may not.
func randomRegister(r *rand.Rand) string {
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	load := func(of string) string {
		return fmt.Sprintf("atomic_load_explicit(&%s, memory_order_%s)", of, one("relaxed", "acquire", "acquire", "seq_cst"))
	}
	order := func() string { return "memory_order_" + one("relaxed", "release", "release", "seq_cst") }
	var b strings.Builder
	b.WriteString("#include <fencepost/method.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <sched.h>\n" +
		"static atomic_int value, f, g, lock;\n" +
		"static void put(int v) { method_begin(\"write\", v); atomic_store_explicit(&value, v, memory_order_relaxed); method_end(0); }\n" +
		"static void get(void) { method_begin(\"read\", 0); int v = atomic_load_explicit(&value, memory_order_relaxed); method_end(v); }\n" +
		"static void wrong(void) { method_begin(\"read\", 0); method_end(0); }\n")
	threads, kinds := 2+r.IntN(2), 11
	if r.IntN(2) == 0 {
		threads, kinds = 3, 5 // with few kinds of statements more programs end
	}
	for t := range threads {
		fmt.Fprintf(&b, "static void *thread%d(void *p)\n{\n", t)
		for range 2 + r.IntN(3) {
			flag, k := one("f", "g"), 1+r.IntN(2)
			b.WriteString("\t{ " + [...]string{
				fmt.Sprintf("put(%d);", 1+r.IntN(2)),
				"wrong();",
				fmt.Sprintf("atomic_store_explicit(&f, %d, %s);", k, order()),
				fmt.Sprintf("while (%s != %d) ;", load("f"), k),
				fmt.Sprintf("while (%s == 0) ;", load("f")),
				"get();",
				fmt.Sprintf("atomic_store_explicit(&%s, %d, %s);", flag, k, order()),
				fmt.Sprintf("while (%s < %d || %s < %d) sched_yield();", load("f"), k, load("g"), 1+r.IntN(2)),
				fmt.Sprintf("while (%s == 0) ; atomic_thread_fence(memory_order_acquire);", load(flag)),
				fmt.Sprintf("for (int e = 0; !atomic_compare_exchange_strong_explicit(&%s, &e, %d, memory_order_acq_rel, memory_order_acquire); e = 0) ;", flag, k),
				fmt.Sprintf("int e = %s; while (!atomic_compare_exchange_weak(&%s, &e, e + 1)) ;", load(flag), flag),
				"while (atomic_exchange_explicit(&lock, 1, memory_order_acquire)) ; get(); atomic_store_explicit(&lock, 0, memory_order_release);",
			}[r.IntN(kinds)] + " }\n")
		}
		b.WriteString("\treturn p;\n}\n")
	}
	b.WriteString("int main(void)\n{\n\tpthread_t t[3];\n")
	for t := range threads {
		fmt.Fprintf(&b, "\tpthread_create(&t[%d], 0, thread%d, 0);\n", t, t)
	}
	for t := range threads {
		fmt.Fprintf(&b, "\tpthread_join(t[%d], 0);\n", t)
	}
	return b.String() + "\treturn 0;\n}\n"
}

// What a random execution shows is found by exploring, though that leaves out iterations in which
// threads wait: they may order operations.
func TestWaitsOrderOperations(t *testing.T) {
	t.Parallel()
	s, err := linearize.Load("register", os.ReadFile)
	if err != nil {
		t.Fatal(err)
	}
	shown, proved, fewer := 0, 0, 0
	programs := uint64(testsize.Count(900, 20000))
	if !testsize.Whole() {
		programs /= 4
	}
	for seed := range programs {
		src := randomRegister(rand.New(rand.NewPCG(seed, 5)))
		p, err := cfront.Compile("a.c", []byte(src), cfront.Options{})
		if err != nil {
			t.Fatal(err, src)
		}
		for _, m := range c11.Models() {
			a := axiom.Of(m)
			tested, err := campaign.Run(context.Background(), p, m, campaign.Options{
				Strategy: func() interp.Strategy { return strategy.NewRandom(seed) }, Runs: 200, Workers: 1, Machine: interp.Options{Judge: s},
			})
			if err != nil {
				t.Fatal(err, src)
			}
			o := explore.Options{
				Workers: 1, Check: func(x *explore.Execution) *interp.Error { return s.Check(p, x) }, Ends: linearize.Ends(p),
				MaxExecutions: 20_000, UnrollEndless: explore.DefaultUnroll, Reductions: explore.AllReductions(),
			}
			r, err := explore.Run(context.Background(), p, a, o)
			if err != nil {
				t.Fatal(err, src)
			}
			wrong := unordered(r)
			o.ReadsFrom = false
			byCoherence, err := explore.Run(context.Background(), p, a, o)
			if err != nil {
				t.Fatal(err, src)
			}
			if r.Executions < byCoherence.Executions {
				fewer++
			}
			if r.Complete && byCoherence.Complete && wrong != unordered(byCoherence) {
				t.Fatalf("%s, seed %d: by reads-from wrong: %t\n%s", m.Name, seed, wrong, src)
			}
			for _, f := range tested.Findings {
				if f.Error.Kind != interp.NotLinearizable {
					continue
				}
				if shown++; !wrong && r.Complete {
					t.Fatalf("%s, seed %d: exploring does not find %v\n%s", m.Name, seed, f.Error, src)
				}
			}
			if r.Complete && !wrong {
				proved++
			}
		}
	}
	if shown < 30 || proved < 30 || fewer < 30 {
		t.Errorf("%d programs are shown to be wrong, %d are right, %d have fewer executions by reads-from", shown, proved, fewer)
	}
}

// unordered reports whether an execution is not linearizable.
func unordered(r *explore.Report) bool {
	return slices.ContainsFunc(r.Errors, func(f explore.Counterexample) bool { return f.Error.Kind == interp.NotLinearizable })
}
