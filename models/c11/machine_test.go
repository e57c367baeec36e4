package c11_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/machine/strategy"
	"fencepost/models/c11"
	"fencepost/trace"
)

// prelude declares what the programs of the tests share.
const prelude = `
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>
#define LOAD(x, o) atomic_load_explicit(&x, memory_order_##o)
#define STORE(x, v, o) atomic_store_explicit(&x, v, memory_order_##o)
static atomic_int x, y, f;
static int d, e, r1, r2;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t bar;
static sem_t sem;
static _Thread_local int tl;
`

const twoThreads = `
int main(void)
{
	pthread_t s, t;
	pthread_barrier_init(&bar, 0, 2);
	sem_init(&sem, 0, 0);
	pthread_create(&s, 0, a, 0);
	pthread_create(&t, 0, b, 0);
	pthread_join(s, 0);
	pthread_join(t, 0);
	return d + e + r1 + r2 > 1000;
}
`

// threads makes a program of the bodies of two threads.
func threads(a, b string) string {
	return prelude + "static void *a(void *p) {\n" + a + "\nreturn 0; }\nstatic void *b(void *p) {\n" + b + "\nreturn 0; }\n" + twoThreads
}

// Store buffering with relaxed accesses: every outcome, none in more than half of
// the executions.
func TestStoreBuffering(t *testing.T) {
	p := compile(t, threads("STORE(x, 1, relaxed); r1 = LOAD(y, relaxed);", "STORE(y, 1, relaxed); r2 = LOAD(x, relaxed);"))
	mc := interp.New(p, c11.Model, interp.Options{})
	addr := map[string]uint64{}
	for _, o := range p.Objects {
		addr[o.Name] = o.Addr
	}
	s := strategy.NewRandom(1)
	counts := map[string]int{}
	const runs = 10_000
	for i := range runs {
		s.Begin(i)
		if r := mc.Run(context.Background(), s, nil); r.Outcome != interp.Completed {
			t.Fatal(r.Outcome, r.Err)
		}
		v1, _ := mc.Final(addr["r1"], 4)
		v2, _ := mc.Final(addr["r2"], 4)
		counts[fmt.Sprintf("%d,%d", v1, v2)]++
	}
	for _, o := range []string{"0,0", "0,1", "1,0", "1,1"} {
		if n := counts[o]; n < runs/100 || n > runs/2 {
			t.Errorf("outcome %s in %d of %d executions", o, n, runs)
		}
	}
	t.Log(counts)
}

// races runs p at random and returns the distinct pairs of positions that race,
// and the other errors.
func races(t *testing.T, src string, runs int) (pairs, errors []string) {
	t.Helper()
	mc := interp.New(compile(t, src), c11.Model, interp.Options{Semantics: interp.Semantics{MaxSteps: 10_000}})
	s := strategy.NewRandom(1)
	add := func(list []string, s string) []string {
		if slices.Contains(list, s) {
			return list
		}
		return append(list, s)
	}
	for i := range runs {
		s.Begin(i)
		r := mc.Run(context.Background(), s, nil)
		for _, e := range r.Races {
			sites := mc.Program().Sites
			list := []string{sites[e.First.Site].Text, sites[e.Second.Site].Text}
			slices.Sort(list)
			pairs = add(pairs, strings.Join(list, " - "))
		}
		if r.Err != nil {
			errors = add(errors, string(r.Err.Kind))
		}
	}
	slices.Sort(pairs)
	return pairs, errors
}

func TestRaces(t *testing.T) {
	const publish = "d = 1; STORE(f, 1, release);"
	for _, c := range []struct {
		name, src string
		want      string // pairs
	}{
		{"both plain", threads("d = 1;", "d = 2;"), "d = 1 - d = 2"},
		{"different sizes", threads("*(short *)&d = 1;", "d = 1;"), "*(short *)&d = 1 - d = 1"},
		{"reads of different sizes", threads("r1 = *(short *)&d;", "r2 = d;"), ""},
		{"writes of another size before", threads("*(short *)&d = 1; r1 = d;", "r2 = d;"), "*(short *)&d = 1 - d"},
		{"write of more bytes before", threads("d = 1; *(short *)&d = 2; STORE(f, 1, relaxed);", "if (LOAD(f, acquire)) r2 = ((short *)&d)[1];"), "((short *)&d)[1] - d = 1"},
		{"atomic write of more bytes before", threads("__atomic_store_n(&d, 1, 3); *(short *)&d = 2; STORE(f, 1, relaxed);", "if (LOAD(f, acquire)) r2 = ((short *)&d)[1];"), "((short *)&d)[1] - __atomic_store_n(&d, 1, 3)"},
		{"write of more bytes before, ordered", threads("d = 1; *(short *)&d = 2; STORE(f, 1, release);", "if (LOAD(f, acquire)) r2 = ((short *)&d)[1];"), ""},
		{"write of bytes beside those read before", threads("r1 = ((char *)&d)[2];", "r2 = d; ((char *)&d)[1] = 2;"), ""},
		{"atomic write of the bytes loaded before", threads("r1 = __atomic_load_n(&d, 0);", "r2 = *(short *)&d; __atomic_store_n(&d, 1, 0);"), ""},
		{"atomic write of the bytes read and loaded before", threads("r1 = d; r1 += __atomic_load_n(&d, 0); STORE(f, 1, relaxed);", "if (LOAD(f, acquire)) { r2 = *(short *)&d; __atomic_store_n(&d, 1, 0); }"), "__atomic_store_n(&d, 1, 0) - d"},
		{"reads do not race", threads("r1 = d;", "r2 = d;"), ""},
		{"read and write", threads("d = 1;", "r1 = d;"), "d - d = 1"},
		{"two readers and a writer", threads("r1 = d; d = 3;", "r2 = d;"), "d - d = 3"},
		{"message passing", threads(publish, "if (LOAD(f, acquire)) r1 = d;"), ""},
		{"relaxed flag", threads("d = 1; STORE(f, 1, relaxed);", "if (LOAD(f, acquire)) r1 = d;"), "d - d = 1"},
		{"relaxed read of the flag", threads(publish, "if (LOAD(f, relaxed)) r1 = d;"), "d - d = 1"},
		{"fences", threads("d = 1; atomic_thread_fence(memory_order_release); STORE(f, 1, relaxed);",
			"if (LOAD(f, relaxed)) { atomic_thread_fence(memory_order_acquire); r1 = d; }"), ""},
		{"fence too late", threads("d = 1; STORE(f, 1, relaxed); atomic_thread_fence(memory_order_release);",
			"if (LOAD(f, relaxed)) { atomic_thread_fence(memory_order_acquire); r1 = d; }"), "d - d = 1"},
		{"release sequence", threads(publish, "atomic_fetch_add_explicit(&f, 1, memory_order_relaxed); if (LOAD(f, acquire) == 2) r1 = d;"), ""},
		{"later store of the thread", threads(publish+"STORE(f, 2, relaxed);", "if (LOAD(f, acquire) == 2) r1 = d;"), ""},
		{"atomic and plain", threads("STORE(x, 1, relaxed);", "int v = 2; memcpy((void *)&x, &v, 4);"), "atomic_store_explicit(&x, 1, memory_order_relaxed) - memcpy((void *)&x, &v, 4)"},
		{"atomic load and plain", threads("r1 = LOAD(x, relaxed);", "int v = 2; memcpy((void *)&x, &v, 4);"), "atomic_load_explicit(&x, memory_order_relaxed) - memcpy((void *)&x, &v, 4)"},
		{"atomic load before plain", threads("r1 = LOAD(x, relaxed); STORE(f, 1, relaxed);", "int v = 2; if (LOAD(f, relaxed)) memcpy((void *)&x, &v, 4);"), "atomic_load_explicit(&x, memory_order_relaxed) - memcpy((void *)&x, &v, 4)"},
		{"atomic store before plain", threads("STORE(x, 1, relaxed); STORE(f, 1, relaxed);", "int v = 2; if (LOAD(f, relaxed)) memcpy((void *)&x, &v, 4);"), "atomic_store_explicit(&x, 1, memory_order_relaxed) - memcpy((void *)&x, &v, 4)"},
		{"atomic load and plain, ordered", threads("r1 = LOAD(x, relaxed); STORE(f, 1, release);", "int v = 2; if (LOAD(f, acquire)) memcpy((void *)&x, &v, 4);"), ""},
		{"atomics do not race", threads("STORE(x, 1, relaxed); r1 = LOAD(y, relaxed);", "STORE(y, 1, relaxed); STORE(x, 2, relaxed);"), ""},
		{"mutex", threads("pthread_mutex_lock(&m); d++; pthread_mutex_unlock(&m);", "pthread_mutex_lock(&m); d++; pthread_mutex_unlock(&m);"), ""},
		{"half a mutex", threads("pthread_mutex_lock(&m); d = 1; pthread_mutex_unlock(&m);", "d = 2;"), "d = 1 - d = 2"},
		{"failed trylock", threads("pthread_mutex_lock(&m); d = 1; pthread_mutex_unlock(&m);",
			"if (pthread_mutex_trylock(&m)) d = 2; else pthread_mutex_unlock(&m);"), "d = 1 - d = 2"},
		{"condition variable", threads("pthread_mutex_lock(&m); d = 1; e = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);",
			"pthread_mutex_lock(&m); while (!e) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); r1 = d;"), ""},
		{"readers write", threads("pthread_rwlock_rdlock(&rw); d = 1; pthread_rwlock_unlock(&rw);",
			"pthread_rwlock_rdlock(&rw); d = 2; pthread_rwlock_unlock(&rw);"), "d = 1 - d = 2"},
		{"rwlock", threads("pthread_rwlock_wrlock(&rw); d = 1; pthread_rwlock_unlock(&rw);",
			"pthread_rwlock_rdlock(&rw); r1 = d; pthread_rwlock_unlock(&rw);"), ""},
		{"reader then writer", threads("pthread_rwlock_rdlock(&rw); r1 = d; pthread_rwlock_unlock(&rw);",
			"pthread_rwlock_wrlock(&rw); d = 1; pthread_rwlock_unlock(&rw);"), ""},
		{"barrier", threads("d = 1; pthread_barrier_wait(&bar); r1 = e;", "e = 1; pthread_barrier_wait(&bar); r2 = d;"), ""},
		{"semaphore", threads("d = 1; sem_post(&sem);", "sem_wait(&sem); r1 = d;"), ""},
		{"semaphore the other way", threads("sem_post(&sem); d = 1;", "sem_wait(&sem); r1 = d;"), "d - d = 1"},
		{"thread-local", threads("tl = 1; r1 = tl;", "tl = 2; r2 = tl;"), ""},
		{"freed and allocated again", threads("int *q = malloc(4); *q = 1; free(q);", "int *q = malloc(4); *q = 2; free(q);"), ""},
		{"once", prelude + "static void init(void) { d = 1; } static void *a(void *p) { pthread_once(&once, init); return (void *)(long)d; }\n" +
			"static void *b(void *p) { return a(p); }\n" + twoThreads, ""},
		{"create and join", prelude + "static void *a(void *p) { d++; return 0; } int main(void) { pthread_t t; d = 1; pthread_create(&t, 0, a, 0); pthread_join(t, 0); return d - 2; }", ""},
		{"before the join", prelude + "static void *a(void *p) { d = 2; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, a, 0); d = 1; pthread_join(t, 0); return 0; }", "d = 1 - d = 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			pairs, errors := races(t, c.src, 300)
			if got := strings.Join(pairs, "; "); got != c.want {
				t.Errorf("races %q, want %q", got, c.want)
			}
			if len(errors) > 0 {
				t.Errorf("errors %q", errors)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"uninitialised atomic", prelude + `
static _Atomic(atomic_int *) p;
static void *a(void *u) { atomic_int *q = malloc(4); STORE(p, q, relaxed); STORE(*q, 1, relaxed); return 0; }
static void *b(void *u) { atomic_int *q = LOAD(p, relaxed); if (q) r1 = LOAD(*q, relaxed); return 0; }
` + twoThreads, "read of never-written memory"},
		{"circular wait", threads("while (!LOAD(x, acquire)) ; STORE(y, 1, release);", "while (!LOAD(y, acquire)) ; STORE(x, 1, release);"), "livelock"},
		{"seq_cst wait", threads("atomic_store(&x, 1); while (atomic_load(&y) == 0) ;", "STORE(y, 1, relaxed); STORE(y, 0, relaxed);"), "livelock"},
		{"lost wake-up", threads("pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);", "pthread_cond_signal(&c);"), "deadlock"},
		{"atomics of mixed sizes", threads("STORE(*(_Atomic short *)&x, 1, relaxed);", "STORE(x, 1, relaxed);"), "not supported"},
		{"dcas", "#include <fencepost.h>\nlong u, v; int main(void) { return !dcas(&u, &v, 0, 0, 1, 1); }", "not supported"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, errors := races(t, c.src, 300); !slices.Equal(errors, []string{c.want}) {
				t.Errorf("errors %q, want %q", errors, c.want)
			}
		})
	}
}

// Both accesses of a race have their stacks when asked for.
func TestRaceStacks(t *testing.T) {
	p := compile(t, threads("for (int i = 0; i < 3; i++) if (i == 2) d = 1;", "pthread_mutex_lock(&m); r1 = d; pthread_mutex_unlock(&m);"))
	mc := interp.New(p, c11.Model, interp.Options{})
	s := strategy.NewRandom(1)
	key := ""
	for i := range 20 {
		s.Begin(i)
		r := mc.Run(context.Background(), s, nil)
		if len(r.Races) != 1 {
			t.Fatalf("%d races", len(r.Races))
		}
		if k := r.Races[0].Key(); key == "" {
			key = k
		} else if k != key {
			t.Errorf("keys %s and %s", key, k)
		}
		found := r.Races[0]
		mc.RaceStacks(context.Background())
		if found.Stack != nil || found.First.Stack != nil || found.Second.Stack != nil {
			t.Error("an error that was given out has changed")
		}
		for _, a := range []*interp.Racer{r.Races[0].First, r.Races[0].Second} {
			if want := string(rune('a' + a.Thread - 1)); len(a.Stack) != 1 || a.Stack[0].Func != want || a.Stack[0].Pos.Line != a.Pos.Line {
				t.Errorf("stack %v of the access at %s", a.Stack, a.Pos)
			}
		}
	}
}

// Whatever the hardware models show of the classic litmus programs, C11 shows too.
func TestLitmusPrograms(t *testing.T) {
	for i, prog := range programtest.All(t, "litmus") {
		if testsize.LeftOut(2, i) {
			continue
		}
		t.Run(prog.Path, func(t *testing.T) {
			mc := interp.New(prog.Compile(t), c11.Model, interp.Options{})
			got := map[string]bool{}
			s := &strategy.DFS{Reduced: true}
			for run := 0; s.Begin(run); run++ {
				switch r := mc.Run(context.Background(), s, nil); r.Outcome {
				case interp.Completed:
					observe(mc, prog.Want.Observe, nil, got)
				case interp.Discarded:
				default:
					t.Fatal(r.Outcome, r.Err)
				}
			}
			for _, o := range prog.Want.Outcomes["pslo"] {
				if !got[o] {
					t.Errorf("outcome %s is not reached", o)
				}
			}
		})
	}
}

// observe adds every combination of final values of the named variables.
func observe(mc *interp.Machine, names, values []string, add map[string]bool) {
	if len(values) == len(names) {
		add[strings.Join(values, ",")] = true
		return
	}
	for _, o := range mc.Program().Objects {
		if o.Name == names[len(values)] {
			for _, v := range mc.Finals(nil, o.Addr, uint8(o.Size)) {
				observe(mc, names, append(slices.Clone(values), fmt.Sprint(int32(v))), add)
			}
		}
	}
}

// A recorded list of choices gives the same trace again.
func TestReplay(t *testing.T) {
	p := compile(t, ring, "OPS=600")
	mc := interp.New(p, c11.Model, interp.Options{})
	s := strategy.NewRandom(1)
	for i := range 20 {
		var first, second trace.Recorder
		s.Begin(i)
		choices := slices.Clone(mc.Run(context.Background(), s, &first).Choices())
		again := strategy.NewReplay(choices)
		again.Begin(0)
		mc.Run(context.Background(), again, &second)
		if !again.Followed() || !slices.Equal(first.Events, second.Events) {
			t.Fatal("the replay differs")
		}
	}
}

// Conservative pruning changes nothing: with the same choices, the same trace.
func TestPruningChangesNothing(t *testing.T) {
	for _, folder := range []string{"c11", "relaxer"} {
		for _, prog := range programtest.All(t, folder) {
			t.Run(prog.Path, func(t *testing.T) {
				p := prog.Compile(t)
				keep := interp.New(p, c11.New(c11.Options{Prune: c11.KeepAll}), interp.Options{Semantics: interp.Semantics{MaxSteps: 3000}})
				prune := interp.New(p, c11.New(c11.Options{Every: 1}), interp.Options{Semantics: interp.Semantics{MaxSteps: 3000}})
				aggressive := interp.New(p, c11.New(c11.Options{Prune: c11.Aggressive, Every: 1, Window: 30}), interp.Options{Semantics: interp.Semantics{MaxSteps: 3000}})
				s := strategy.NewRandom(1)
				for i := range 30 {
					var all, left trace.Recorder
					s.Begin(i)
					want := keep.Run(context.Background(), s, &all)
					s.Begin(i)
					got := prune.Run(context.Background(), s, &left)
					if got.Outcome != want.Outcome || len(got.Races) != len(want.Races) || !slices.Equal(all.Events, left.Events) {
						t.Fatalf("execution %d differs", i)
					}
					s.Begin(i)
					aggressive.Run(context.Background(), s, nil)
				}
			})
		}
	}
}

// Nothing is allocated for an execution once there were some like it.
func TestAllocations(t *testing.T) {
	for _, src := range []string{ring, casLoop, unsynchronised} {
		mc := interp.New(compile(t, src, "OPS=120"), c11.Model, interp.Options{})
		var rec trace.Recorder
		s := strategy.NewRandom(1)
		i := 0
		run := func() {
			s.Begin(i)
			mc.Run(context.Background(), s, &rec)
			i++
		}
		for range 300 {
			run()
		}
		if n := testing.AllocsPerRun(100, run); n > 0 {
			t.Errorf("%v allocations an execution of %s", n, src)
		}
	}
}
