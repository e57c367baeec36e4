package explore_test

import (
	"context"
	"maps"
	"slices"
	"testing"

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
			got, am := foundIn(t, p, m)
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
func foundIn(t *testing.T, p *code.Program, m *models.Model) (errs map[string]bool, am *axiom.Model) {
	am = axiom.RC11
	if m.Name != c11.Model.Name {
		am, _ = axiom.Lookup(m.Name)
	}
	r, err := explore.Run(context.Background(), p, am, explore.Options{Workers: 1})
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
			if got, _ := foundIn(t, p, m); len(want) != 2 || !maps.Equal(got, want) {
				t.Errorf("%s under %s: %q, want the two of %q", lock, m.Name, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
			}
		}
	}
}
