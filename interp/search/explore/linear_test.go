package explore_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/vm"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/models/c11"
	"fencepost/trace"
)

// machineModel returns the operational model of a model.
func machineModel(m *axiom.Model) *models.Model {
	if m == axiom.RC11 {
		return c11.Model
	}
	op, _ := models.Lookup(m.Name)
	return op
}

// linearised makes a run of each error of a program, and replays it. It returns the number of
// errors, and the number of errors without a run.
func linearised(t *testing.T, p *code.Program, m *axiom.Model, o interp.Options) (found, missing int) {
	t.Helper()
	ctx := context.Background()
	r := explored(t, p, m, explore.Options{Workers: 1, Machine: o})
	for i := range r.Errors {
		f := &r.Errors[i]
		found++
		var rec trace.Recorder
		_, res, err := explore.Linearise(ctx, p, machineModel(m), o, f, &rec)
		if err != nil {
			missing++
			continue
		}
		s := strategy.NewReplay(slices.Clone(res.Choices()))
		s.Begin(0)
		var same trace.Recorder
		interp.New(p, machineModel(m), o).Run(ctx, s, &same)
		if !s.Followed() || !slices.Equal(same.Events, rec.Events) {
			t.Errorf("%s: %v: the run does not replay", m.Name, f.Error)
		}
	}
	return found, missing
}

// statements matches the beginnings of the statements of random programs.
var statements = regexp.MustCompile(`(?m)^\t(r\d_\d = |p[xyz] = |atomic_|\{|fence_)`)

// TestLinearise makes each outcome of a random program that a stronger model forbids an error. Each
// such error has a run of the machine. Some programs free and allocate memory between their statements.
func TestLinearise(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 14))
	found, missing := map[string]int{}, map[string]int{}
	for range (*programs + 3) / 4 {
		p := randomProgram(r, 2+r.IntN(2), 5+r.IntN(4), 2)
		src, o := "#include <stdlib.h>\n"+p.source(true), interp.Options{}
		if r.IntN(2) == 0 {
			o.Reuse = vm.ReuseAlways
			left := 3
			src = statements.ReplaceAllStringFunc(src, func(s string) string {
				if left == 0 || r.IntN(2) == 0 {
					return s
				}
				left--
				return "\tfree(malloc(1));\n" + s
			})
		}
		prog := compile(t, src)
		for _, m := range axiom.All() {
			outcomes := slices.Clone(exploredOutcomes(t, prog, m))
			r.Shuffle(len(outcomes), func(i, k int) { outcomes[i], outcomes[k] = outcomes[k], outcomes[i] })
			for _, outcome := range outcomes[:1] {
				var same []string
				for _, v := range strings.Fields(outcome) {
					if name, value, _ := strings.Cut(v, "="); name != "m" {
						same = append(same, name+" == "+value)
					}
				}
				bad := strings.Replace(src, "\treturn 0;", "\tif ("+strings.Join(same, " && ")+") abort();\n\treturn 0;", 1)
				q, err := cfront.Compile("random.c", []byte(bad), cfront.Options{})
				if err != nil {
					t.Fatal(err)
				}
				n, without := linearised(t, q, m, o)
				found[m.Name], missing[m.Name] = found[m.Name]+n, missing[m.Name]+without
				if without > 0 && m != axiom.RC11 {
					t.Errorf("%s: no run ends in %s\n%s", m.Name, outcome, p)
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		t.Logf("%s: %d errors, %d without a run", name, found[name], missing[name])
		if missing[name] > found[name]/4 {
			t.Errorf("%s: of %d errors %d have no run", name, found[name], missing[name])
		}
	}
}

// linearisesAll demands that a program has a number of errors under each model, and each error a run.
func linearisesAll(t *testing.T, errors int, source string) {
	t.Helper()
	p := compile(t, source)
	for _, m := range axiom.All() {
		if found, missing := linearised(t, p, m, interp.Options{}); found != errors || missing > 0 {
			t.Errorf("%s: %d errors, %d without a run", m.Name, found, missing)
		}
	}
}

// TestLineariseThreadEnds makes runs that use a variable of a thread that has ended, which nothing that
// the access depends on shows.
func TestLineariseThreadEnds(t *testing.T) {
	linearisesAll(t, 1, `#include <pthread.h>
#include <stdatomic.h>
static _Atomic(int *) p;
static _Thread_local int own;
static void *owner(void *arg) { p = &own; return arg; }
static void *user(void *arg) { int *q = p; if (q) *q = 1; return arg; }
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, NULL, owner, NULL);
	pthread_create(&u, NULL, user, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
}
`)
}

// TestLineariseWakes makes runs in which a signal wakes each of two threads, and the other one waits for
// ever.
func TestLineariseWakes(t *testing.T) {
	linearisesAll(t, 2, `#include <pthread.h>
static int ready;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void *waiter(void *arg)
{
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&changed, &m);
	pthread_mutex_unlock(&m);
	return arg;
}
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, NULL, waiter, NULL);
	pthread_create(&u, NULL, waiter, NULL);
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
}
`)
}

// TestLineariseAllocations makes runs of an execution in which a thread frees and allocates after a
// read-modify-write that another thread has not seen. A hardware model orders no allocation after it.
func TestLineariseAllocations(t *testing.T) {
	p := compile(t, `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static _Atomic(int *) shared, hazard;
static int *spare;
static void *reader(void *arg)
{
	int *p = atomic_load_explicit(&shared, memory_order_acquire);
	atomic_store_explicit(&hazard, p, memory_order_release);
	if (p && p == atomic_load_explicit(&shared, memory_order_acquire))
		assert(*p == 1);
	int *own = p;
	atomic_compare_exchange_strong(&hazard, &own, NULL);
	return arg;
}
int main(void)
{
	pthread_t t;
	int *box = malloc(sizeof *box);
	*box = 1;
	shared = box;
	spare = malloc(sizeof *spare);
	pthread_create(&t, NULL, reader, NULL);
	int *old = atomic_exchange(&shared, NULL);
	free(spare);
	int *more = malloc(sizeof *more);
	if (atomic_load(&hazard) != old)
		*old = 2;
	free(more);
	pthread_join(t, NULL);
}
`)
	for _, m := range []*axiom.Model{axiom.TSO, axiom.PSO, axiom.PSLO} {
		if found, missing := linearised(t, p, m, interp.Options{Semantics: interp.Semantics{Reuse: vm.ReuseStale}}); found != 1 || missing > 0 {
			t.Errorf("%s: %d errors, %d without a run", m.Name, found, missing)
		}
	}
}
