package explore_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/models/c11"
)

// block has the common part of the programs: two threads that get a block, and main, which
// allocates the block and may free it after it has joined the first thread.
const block = `#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define LOAD(x) atomic_load_explicit(&x, memory_order_relaxed)
#define STORE(x, v, o) atomic_store_explicit(&x, v, memory_order_##o)
#define ADD(x, v, o) atomic_fetch_add_explicit(&x, v, memory_order_##o)
struct block { atomic_int refs, a, b; pthread_mutex_t m; };
static atomic_int x, y, z;
static void *one(void *p) { struct block *o = p; ONE; return p; }
static void *two(void *p) { struct block *o = p; TWO; return p; }
int main(void)
{
	struct block *o = malloc(sizeof *o);
	o->refs = 2;
	o->a = o->b = 0;
	pthread_mutex_init(&o->m, 0);
	pthread_t t, u;
	pthread_create(&t, 0, one, o);
	pthread_create(&u, 0, two, o);
	pthread_join(t, 0);
	MAIN;
	pthread_join(u, 0);
	return 0;
}
`

// TestUseAfterFreeAsTheMachineShows: the explorer finds an access after the free of its block if
// and only if a run of the machine shows it. The programs order the two by fences, locks, joins,
// the order of stores and old values; a relaxed update that drains no buffer does not order them.
func TestUseAfterFreeAsTheMachineShows(t *testing.T) {
	found := map[string]int{}
	for _, c := range []struct{ one, two, main string }{
		{"STORE(o->a, 1, relaxed); if (ADD(o->refs, -1, relaxed) == 1) free(o)", "STORE(o->b, 1, relaxed); if (ADD(o->refs, -1, relaxed) == 1) free(o)", ""},
		{"STORE(o->a, 1, relaxed); if (ADD(o->refs, -1, acq_rel) == 1) free(o)", "STORE(o->b, 1, relaxed); if (ADD(o->refs, -1, acq_rel) == 1) free(o)", ""},
		{"STORE(o->a, 1, relaxed); STORE(x, 1, relaxed)", "if (LOAD(x)) free(o)", ""},
		{"STORE(o->a, 1, relaxed); STORE(x, 1, release)", "if (LOAD(x)) free(o)", ""},
		{"STORE(o->a, 1, relaxed)", "STORE(y, 1, relaxed)", "free(o)"},
		{"LOAD(o->a); STORE(x, 1, relaxed)", "if (LOAD(x)) free(o)", ""},
		{"STORE(o->a, 1, relaxed)", "if (LOAD(o->a)) free(o)", ""},
		{"STORE(o->a, 1, relaxed)", "STORE(o->a, 2, relaxed); if (LOAD(o->b) == 0) free(o)", ""},
		{"if (LOAD(o->a) == 0) STORE(x, 1, relaxed)", "if (ADD(o->a, 1, relaxed) == 0 && LOAD(x)) free(o)", ""},
		{"LOAD(x); LOAD(o->a)", "STORE(o->a, 1, seq_cst); STORE(x, 1, seq_cst); free(o)", ""},
		{"pthread_mutex_lock(&o->m); STORE(o->a, 1, relaxed); pthread_mutex_unlock(&o->m); STORE(x, 1, relaxed)", "if (LOAD(x)) { pthread_mutex_lock(&o->m); free(o); }", ""},
		{"STORE(x, 1, seq_cst); if (LOAD(y) == 0) STORE(o->a, 1, relaxed)", "STORE(y, 1, seq_cst); if (LOAD(x) == 0) free(o)", ""},
		{"STORE(x, 1, relaxed); if (LOAD(y) == 0) STORE(o->a, 1, relaxed)", "STORE(y, 1, relaxed); if (LOAD(x) == 0) free(o)", ""},
		{"STORE(o->a, 1, relaxed); STORE(y, 1, release)", "STORE(y, 2, relaxed); atomic_thread_fence(memory_order_release); if (LOAD(z) == 0) free(o)", ""},
	} {
		p, err := cfront.Compile("t.c", []byte(block), cfront.Options{Defines: []string{"ONE=" + c.one, "TWO=" + c.two, "MAIN=" + c.main}})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []*models.Model{models.SC, models.TSO, models.PSO, models.PSLO, c11.Model} {
			want := shown(p, m)
			for _, o := range []explore.Reductions{{}, explore.AllReductions()} {
				got, am := foundIn(t, p, m, o)
				equal := maps.Equal(got, want)
				if am == axiom.RC11 { // of several accesses a run shows one
					equal = len(got) > 0 == (len(want) > 0)
				}
				if !equal {
					t.Errorf("%s | %s | %s: under %s\n\t%q\nwant\n\t%q", c.one, c.two, c.main, m.Name,
						slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
				}
				found[m.Name] += len(got)
			}
		}
	}
	if found["sc"] == 0 || found["tso"] <= found["sc"] || found["pso"] <= found["tso"] || found["c11"] <= found["pso"] {
		t.Errorf("use after free found: %v", found)
	}
}

// shown returns the errors of all runs of the machine.
func shown(p *code.Program, m *models.Model) map[string]bool {
	errs := map[string]bool{}
	mc := interp.New(p, m, interp.Options{})
	s := &strategy.DFS{Reduced: true}
	for run := 0; s.Begin(run); run++ {
		if r := mc.Run(context.Background(), s, nil); r.Err != nil {
			errs[r.Err.Key()] = true
		}
	}
	return errs
}

// foundIn returns the errors of all executions of p, and the axioms of the model.
func foundIn(t *testing.T, p *code.Program, m *models.Model, o explore.Reductions) (errs map[string]bool, am *axiom.Model) {
	am = axiom.RC11
	if m.Name != c11.Model.Name {
		am, _ = axiom.Lookup(m.Name)
	}
	r, err := explore.Run(context.Background(), p, am, explore.Options{Workers: 1, Reductions: o})
	if err != nil || !r.Complete {
		t.Fatal(err, r)
	}
	errs = map[string]bool{}
	for i := range r.Errors {
		errs[r.Errors[i].Error.Key()] = true
	}
	return errs, am
}

// TestDestroyedAsTheMachineShows: the explorer finds that a lock is destroyed while threads use it
// if and only if a run of the machine shows it.
func TestDestroyedAsTheMachineShows(t *testing.T) {
	for _, lock := range []string{"mutex", "rwlock"} {
		take := map[string]string{"mutex": "pthread_mutex_lock", "rwlock": "pthread_rwlock_wrlock"}[lock]
		p, err := cfront.Compile("t.c", []byte(`#include <pthread.h>
static pthread_`+lock+`_t m;
static void *one(void *p) { `+take+`(&m); pthread_`+lock+`_unlock(&m); return p; }
int main(void)
{
	pthread_t t;
	pthread_`+lock+`_init(&m, 0);
	pthread_create(&t, 0, one, 0);
	`+take+`(&m);
	pthread_`+lock+`_unlock(&m);
	pthread_`+lock+`_destroy(&m);
	return 0;
}
`), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []*models.Model{models.SC, models.TSO, models.PSO, models.PSLO, c11.Model} {
			want := shown(p, m)
			if got, _ := foundIn(t, p, m, explore.AllReductions()); len(want) != 2 || !maps.Equal(got, want) {
				t.Errorf("%s under %s: %q, want the two of %q", lock, m.Name, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
			}
		}
	}
}

// randomOwners returns a program of threads that use a block and count its references, as owners
// that share it do; the last of them frees it, or main when all have ended.
func randomOwners(r *rand.Rand) string {
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	order := func() string { return one("relaxed", "relaxed", "release", "acq_rel", "seq_cst") }
	drop := func() string {
		return one(
			"if (ADD(o->refs, -1, "+order()+") == 1) { FENCE; free(o); }",
			"if (ADD(o->refs, -1, "+order()+") == 1) { FENCE; free(o); }",
			"if (ADD(o->refs, -1, "+order()+") <= 1) g = 1;",
			"ADD(o->refs, -1, "+order()+");",
			"g = ADD(o->refs, -1, "+order()+");",
		)
	}
	take := func() string {
		return one("if (ADD(o->refs, 1, relaxed) < 0) abort(); ", "if (ADD(o->refs, 1, "+order()+") > 2) STORE(y, 5, relaxed); ", "ADD(o->refs, 1, relaxed); ")
	}
	statement := func() string {
		v := one("x", "y", "o->a", "o->b", "o->a")
		return one(
			"STORE("+v+", "+strconv.Itoa(1+r.IntN(3))+", "+one("relaxed", "release", "seq_cst")+");",
			"LOAD("+v+");", "if (LOAD("+v+")) STORE("+one("x", "y", "o->b")+", 3, relaxed);",
			"ADD("+v+", 1, "+order()+");", "if (ADD("+v+", 1, "+order()+") > 4) STORE(x, 7, relaxed);",
			"if (ADD("+v+", 2, "+order()+") == 2) STORE(x, 8, relaxed);",
			"FENCE;", take()+drop(),
		)
	}
	threads := 2 + r.IntN(3)
	var b strings.Builder
	b.WriteString("#define FENCE atomic_thread_fence(memory_order_" + one("acquire", "seq_cst") + ")\n" + owners)
	for i := range threads {
		fmt.Fprintf(&b, "static void *t%d(void *p) { struct block *o = p; ", i)
		for range r.IntN(6 - threads) {
			b.WriteString(statement() + " ")
		}
		if r.IntN(8) > 0 {
			b.WriteString(drop())
		}
		b.WriteString(" return p; }\n")
	}
	clones := r.IntN(2) > 0
	fmt.Fprintf(&b, "int main(void) {\n\tstruct block *o = malloc(sizeof *o); o->a = o->b = 0; o->refs = %d;\n\tpthread_t t[%[2]d];\n", map[bool]int{true: 1, false: threads + r.IntN(2)}[clones], threads)
	for i := range threads {
		if clones && (i > 0 || r.IntN(2) > 0) {
			b.WriteString("\t" + take() + "\n")
		}
		fmt.Fprintf(&b, "\tpthread_create(&t[%d], 0, t%[1]d, o);\n", i)
	}
	if r.IntN(3) == 0 {
		b.WriteString("\t" + statement() + drop() + "\n")
	}
	for i := range threads {
		fmt.Fprintf(&b, "\tpthread_join(t[%d], 0);\n", i)
	}
	b.WriteString("\t" + one("", drop(), "free(o);", "g = LOAD(o->a); free(o);") + "\n\treturn 0;\n}\n")
	return b.String()
}

const owners = `#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define LOAD(x) atomic_load_explicit(&x, memory_order_relaxed)
#define STORE(x, v, o) atomic_store_explicit(&x, v, memory_order_##o)
#define ADD(x, v, o) atomic_fetch_add_explicit(&x, v, memory_order_##o)
struct block { atomic_int refs, a, b; };
static atomic_int x, y, g;
`

// TestOwners: the reductions keep the errors and the outcomes of random programs of owners, and each
// error replays.
func TestOwners(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 83))
	run := func(p *code.Program, m *axiom.Model) (got, want *explore.Report) {
		o := explore.Options{Workers: 1, MaxExecutions: 5_000, Outcome: finalsOf(p)}
		if want = explored(t, p, m, o); want.Executions+want.Blocked >= o.MaxExecutions {
			return nil, nil
		}
		o.Reductions = explore.AllReductions()
		return explored(t, p, m, o), want
	}
	compareRandom(t, testsize.Count(60, 4000), func() string { return randomOwners(r) }, run, sameEndings)
}

// randomLocals returns a program of a thread that publishes the address of a variable of a block, and
// of threads that use it.
func randomLocals(r *rand.Rand) string {
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	store := func(v string) string {
		return "STORE(" + v + ", " + strconv.Itoa(1+r.IntN(2)) + ", " + one("relaxed", "release", "seq_cst") + ");"
	}
	load := func(v string) string {
		return "atomic_load_explicit(&" + v + ", memory_order_" + one("relaxed", "acquire") + ")"
	}
	statement := func(v string) string {
		return one(store("x"), store(v), store(v), load(v)+";", "if ("+load("x")+") "+store("y"), "if ("+load("y")+") "+load(v)+";",
			"ADD("+v+", 1, "+one("relaxed", "acq_rel")+");", "atomic_thread_fence(memory_order_seq_cst);")
	}
	var b strings.Builder
	b.WriteString(owners + "static atomic_int *_Atomic p;\n")
	users := 1 + r.IntN(2)
	for i := range users {
		fmt.Fprintf(&b, "static void *t%d(void *a) { atomic_int *q = %s; if (q) { ", i, load("p"))
		for range 1 + r.IntN(3-users) {
			b.WriteString(statement("*q") + " ")
		}
		b.WriteString(one("", store("x"), store("x"), store("x")) + " } return a; }\n")
	}
	b.WriteString("static void publish(atomic_int *v) { STORE(p, v, " + one("relaxed", "release") + "); }\n")
	body := "atomic_int v = 0; publish(&v); " + one("", statement("v")) + one("", "while (!"+load("x")+") ;", "while (!"+load("x")+") ;", "while (!"+load("v")+") ;", "if ("+load("v")+" == 0) return;", "if ("+load("x")+") ADD(v, 1, acq_rel);")
	switch r.IntN(4) {
	case 0:
		b.WriteString("static void owner(void) { " + body + " }\n")
	case 1:
		b.WriteString("static void owner(void) { for (int i = 0; i < 2; i++) { " + body + one("", "if ("+load("y")+") break; ", "if ("+load("y")+") continue; ") + " } }\n")
	default:
		b.WriteString("static void owner(void) { { " + body + " } " + statement("g") + " }\n")
	}
	b.WriteString("int main(void) {\n\tpthread_t t[2];\n")
	for i := range users {
		fmt.Fprintf(&b, "\tpthread_create(&t[%d], 0, t%[1]d, 0);\n", i)
	}
	b.WriteString("\towner();\n\treturn 0;\n}\n")
	return b.String()
}

// TestLocalsAsTheMachineShows: the explorer finds an access after the end of a variable's life if and
// only if a run of the machine shows it.
func TestLocalsAsTheMachineShows(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 97))
	found, none := map[string]int{}, 0
	for range testsize.Count(150, 6000) {
		src := randomLocals(r)
		p := compile(t, src)
		for _, m := range []*models.Model{models.SC, models.TSO, models.PSO, models.PSLO, c11.Model} {
			want, known := usesDead(p, m)
			if !known {
				continue
			}
			for _, o := range []explore.Reductions{{}, explore.AllReductions()} {
				got, _ := foundIn(t, p, m, o)
				maps.DeleteFunc(got, func(key string, _ bool) bool { return !strings.HasPrefix(key, string(interp.UseAfterFree)) })
				if len(got) > 0 != want {
					t.Fatalf("under %s:\n%s\n\t%q, want some: %t", m.Name, src, slices.Sorted(maps.Keys(got)), want)
				}
			}
			if want {
				found[m.Name]++
			} else {
				none++
			}
		}
	}
	t.Logf("programs with uses: %v; without: %d", found, none)
	if found["sc"] == 0 || found["c11"] <= found["sc"] || none == 0 {
		t.Error("the programs are too much alike")
	}
}

// usesDead reports whether a run of the machine accesses an object after its life. The answer is not
// known if none of many runs does, and there are more.
func usesDead(p *code.Program, m *models.Model) (uses, known bool) {
	mc := interp.New(p, m, interp.Options{Semantics: interp.Semantics{MaxSteps: 200}})
	s := &strategy.DFS{Reduced: true}
	for run := 0; s.Begin(run); run++ {
		if r := mc.Run(context.Background(), s, nil); r.Err != nil && r.Err.Kind == interp.UseAfterFree {
			return true, true
		}
		if run == 3000 {
			return false, false
		}
	}
	return false, true
}
