package explore_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// waitsAtBarrier makes the threads of a random program wait at a barrier a few times. In some
// programs the threads do not all wait equally often, are more than the barrier was initialised
// with, or use the result of a wait.
func waitsAtBarrier(r *rand.Rand, src string, threads int) string {
	rounds, size, asks := 1+r.IntN(2), threads, r.IntN(3) == 0
	if r.IntN(10) == 0 {
		size = max(1, size-1)
	}
	parts := strings.Split(src, "static void *t")
	for i := 1; i < len(parts); i++ {
		head, rest, _ := strings.Cut(parts[i], "\n{\n")
		body, tail, _ := strings.Cut(rest, "\treturn NULL;")
		lines := strings.SplitAfter(body, "\n")
		n := rounds
		if r.IntN(20) == 0 {
			n--
		}
		for range n {
			at := 1 + r.IntN(max(1, len(lines)-1))
			wait := "\tpthread_barrier_wait(&b);\n"
			if asks {
				wait = fmt.Sprintf("\tif (pthread_barrier_wait(&b)) atomic_fetch_add_explicit(&z, %d, memory_order_relaxed);\n", i)
			}
			lines = slices.Insert(lines, at, wait)
		}
		parts[i] = head + "\n{\n" + strings.Join(lines, "") + "\treturn NULL;" + tail
	}
	src = strings.Join(parts, "static void *t")
	src = strings.Replace(src, "static pthread_mutex_t m;\n", "static pthread_mutex_t m;\nstatic pthread_barrier_t b;\n", 1)
	src = strings.Replace(src, "\tpthread_create(&t[0]", fmt.Sprintf("\tpthread_barrier_init(&b, NULL, %d);\n\tpthread_create(&t[0]", size), 1)
	switch r.IntN(8) {
	case 0:
		src = strings.Replace(src, "\tpthread_join(t[1]", "\tpthread_barrier_destroy(&b);\n\tpthread_join(t[1]", 1)
	case 1, 2:
		src = strings.Replace(src, "\treturn 0;", "\tpthread_barrier_destroy(&b);\n\treturn 0;", 1)
	}
	return src
}

// TestBarriers: the outcomes and errors of random programs are the same without the order of
// arrivals at a barrier.
func TestBarriers(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 43))
	n := testsize.Count(30, 2000)
	fewer, errors := 0, 0
	for range n {
		threads := 2 + r.IntN(2)
		src := programOf(r, threads)
		src = waitsAtBarrier(r, src, threads)
		f, e := sameReduced(t, src, explore.Reductions{}, explore.Reductions{Barriers: true}, 20_000, errorKeys)
		fewer, errors = fewer+f, errors+e
	}
	t.Logf("%d programs: fewer in %d searches, %d errors", n, fewer, errors)
	if fewer < n || errors < n/8 {
		t.Errorf("fewer executions in %d searches, %d errors", fewer, errors)
	}
}

// sameReduced compares, under each model, an exploration of a program with the reductions less and
// one with the reductions more. Both must have the same outcomes and the same errors by keys, and
// the second no more executions. Searches of enough executions or more are not compared. It returns
// the number of searches with fewer executions, and the number of errors.
func sameReduced(t *testing.T, src string, less, more explore.Reductions, enough int64, keys func(*explore.Report) string) (fewer, errors int) {
	t.Helper()
	prog := compile(t, src)
	for _, m := range axiom.All() {
		run := func(with explore.Reductions) *explore.Report {
			return explored(t, prog, m, explore.Options{Workers: 1, Reductions: with, MaxExecutions: enough,
				Outcome: finalsOf(prog)})
		}
		want := run(less)
		if want.Executions+want.Blocked >= enough {
			continue
		}
		got := run(more)
		if !sameOutcomes(got, want) || keys(got) != keys(want) ||
			got.Executions > want.Executions || got.Complete != want.Complete {
			t.Fatalf("%s:\n%s\n%+v %s\nwant\n%+v %s", m.Name, src, got, keys(got), want, keys(want))
		}
		if got.Executions < want.Executions {
			fewer++
		}
		errors += len(want.Errors)
	}
	return fewer, errors
}

func programOf(r *rand.Rand, threads int) string {
	return randomProgram(r, threads, 3+r.IntN(4), 2).source(true)
}

// TestLastAtBarrier: if the program uses the result of a wait, there are as many executions as
// orders of arrival.
func TestLastAtBarrier(t *testing.T) {
	t.Parallel()
	p := compile(t, `static pthread_barrier_t b;
static int last[3];
static void *f(void *p)
{
	for (int i = 0; i < 2; i++)
		if (pthread_barrier_wait(&b))
			last[(long)p]++;
	return NULL;
}
int main(void)
{
	pthread_t t[3];
	pthread_barrier_init(&b, NULL, 3);
	for (long i = 0; i < 3; i++)
		pthread_create(&t[i], NULL, f, (void *)i);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
`)
	for _, m := range axiom.All() {
		r := explored(t, p, m, explore.Options{Workers: 1, Reductions: explore.Reductions{Barriers: true}})
		if r.Executions != 36 || r.Blocked != 0 {
			t.Errorf("%s: %d executions and %d blocked, want 36", m.Name, r.Executions, r.Blocked)
		}
	}
}

// TestDestroyedBarrier: a thread that leaves a barrier after it was destroyed sees all events
// before the barrier.
func TestDestroyedBarrier(t *testing.T) {
	t.Parallel()
	p := compile(t, `static pthread_barrier_t b;
static int x;
static void *stores(void *a)
{
	x = 1;
	pthread_barrier_wait(&b);
	return a;
}
static void *loads(void *a)
{
	pthread_barrier_wait(&b);
	assert(x == 1);
	return a;
}
int main(void)
{
	pthread_t t[2];
	pthread_barrier_init(&b, NULL, 2);
	pthread_create(&t[0], NULL, stores, NULL);
	pthread_create(&t[1], NULL, loads, NULL);
	pthread_join(t[0], NULL);
	pthread_barrier_destroy(&b);
	pthread_join(t[1], NULL);
	return 0;
}
`)
	for _, m := range axiom.All() {
		for _, with := range []explore.Reductions{{}, explore.AllReductions()} {
			if r := explored(t, p, m, explore.Options{Workers: 1, Reductions: with}); r.Executions == 0 || len(r.Errors) > 0 {
				t.Errorf("%s, %+v: %d executions, errors %v", m.Name, with, r.Executions, r.Errors)
			}
		}
	}
}

// TestDestroyedUnderAllModels: a thread that waits at a destroyed barrier may arrive there again
// in another execution, under some models after fences. All models have the same number of
// executions.
func TestDestroyedUnderAllModels(t *testing.T) {
	t.Parallel()
	p := compile(t, `static pthread_mutex_t m;
static pthread_barrier_t b;
static void *waits(void *a)
{
	pthread_barrier_wait(&b);
	pthread_barrier_wait(&b);
	return a;
}
static void *waitsOnce(void *a)
{
	pthread_barrier_wait(&b);
	pthread_mutex_lock(&m);
	return a;
}
static void *waitsLocked(void *a)
{
	pthread_mutex_lock(&m);
	pthread_barrier_wait(&b);
	pthread_barrier_wait(&b);
	return a;
}
int main(void)
{
	pthread_t t[3];
	pthread_barrier_init(&b, NULL, 2);
	pthread_create(&t[0], NULL, waits, NULL);
	pthread_create(&t[1], NULL, waitsOnce, NULL);
	pthread_create(&t[2], NULL, waitsLocked, NULL);
	pthread_join(t[0], NULL);
	pthread_barrier_destroy(&b);
	return 0;
}
`)
	for _, with := range []explore.Reductions{{}, explore.AllReductions()} {
		want := explored(t, p, axiom.SC, explore.Options{Workers: 1, Reductions: with})
		for _, m := range axiom.All() {
			r := explored(t, p, m, explore.Options{Workers: 1, Reductions: with})
			if r.Executions != want.Executions || r.Blocked != want.Blocked || errorKeys(r) != errorKeys(want) {
				t.Errorf("%s, %+v: %d executions, %d blocked, %s, want %d, %d, %s", m.Name, with, r.Executions, r.Blocked, errorKeys(r), want.Executions, want.Blocked, errorKeys(want))
			}
		}
	}
}

// A thread may arrive at a barrier before it sees that the barrier was initialised, if nothing orders
// the two: then all wait for ever. The reduction does not hide that.
func TestBarrierInitialised(t *testing.T) {
	const program = `pthread_barrier_t b;
atomic_int ready;
static void *initialises(void *p)
{
	pthread_barrier_init(&b, NULL, 2);
	atomic_store_explicit(&ready, 1, ORDER);
	pthread_barrier_wait(&b);
	return p;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, initialises, NULL);
	if (atomic_load_explicit(&ready, memory_order_acquire)) {
		pthread_barrier_wait(&b);
		pthread_join(t, NULL);
	}
	exit(0);
}
`
	for order, found := range map[string]int{"memory_order_relaxed": 1, "memory_order_release": 0} {
		p := compile(t, strings.Replace(program, "ORDER", order, 1))
		for _, with := range []explore.Reductions{{}, {Barriers: true}, explore.AllReductions()} {
			r := explored(t, p, axiom.RC11, explore.Options{Workers: 1, Reductions: with})
			if !r.Complete || len(r.Errors) != found {
				t.Errorf("%s with %+v: complete %v, %v", order, with, r.Complete, r.Errors)
			}
		}
	}
}
