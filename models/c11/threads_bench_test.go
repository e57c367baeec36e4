package c11_test

import (
	"context"
	"fmt"
	"testing"

	"fencepost/interp"
	"fencepost/interp/machine/strategy"
	"fencepost/models/c11"
)

// manyThreads has N threads that each do WORK about 20,000/N times, k counting.
const manyThreads = `
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint x, y, cells[64];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned shared;
static void *work(void *arg)
{
	unsigned me = (unsigned)(unsigned long)arg, s = 0;
	for (unsigned k = 0; k < 20000 / N; k++) {
		WORK;
	}
	return 0;
}
int main(void)
{
	pthread_t t[N];
	for (unsigned long i = 0; i < N; i++)
		pthread_create(&t[i], 0, work, (void *)i);
	for (int i = 0; i < N; i++)
		pthread_join(t[i], 0);
	return 0;
}
`

// shapes are what the threads of manyThreads do.
var shapes = []struct{ name, work string }{
	{"relaxed", "atomic_store_explicit(&x, k, memory_order_relaxed); s += atomic_load_explicit(&x, memory_order_relaxed)"},
	{"two", "atomic_store_explicit(&x, k, memory_order_relaxed); s += atomic_load_explicit(&y, memory_order_relaxed); atomic_store_explicit(&y, k, memory_order_relaxed); s += atomic_load_explicit(&x, memory_order_relaxed)"},
	{"acq-rel", "atomic_store_explicit(&x, k, memory_order_release); s += atomic_load_explicit(&x, memory_order_acquire)"},
	{"seq-cst", "atomic_store(&x, k); s += atomic_load(&x)"},
	{"fetch-add", "atomic_fetch_add(&x, 1)"},
	{"fetch-add-relaxed", "atomic_fetch_add_explicit(&x, 1, memory_order_relaxed)"},
	{"exchange", "unsigned v = atomic_load(&x); atomic_compare_exchange_strong(&x, &v, v + 1)"},
	{"own", "atomic_store(&cells[me], k); s += atomic_load(&cells[me])"},
	{"neighbours", "atomic_store_explicit(&cells[me], k, memory_order_release); s += atomic_load_explicit(&cells[(me + 1) % N], memory_order_acquire)"},
	{"many", "atomic_store_explicit(&cells[(me * 7 + k) % 64], k, memory_order_release); s += atomic_load_explicit(&cells[(me + k * 5) % 64], memory_order_acquire)"},
	{"readers", "if (me == 0) atomic_store_explicit(&x, k, memory_order_release); else s += atomic_load_explicit(&x, memory_order_acquire)"},
	{"fences", "atomic_store_explicit(&x, k, memory_order_relaxed); atomic_thread_fence(memory_order_seq_cst); s += atomic_load_explicit(&y, memory_order_relaxed)"},
	{"lock", "pthread_mutex_lock(&lock); shared++; pthread_mutex_unlock(&lock)"},
}

// BenchmarkThreads measures executions of 2 to 64 threads, which do the same together.
func BenchmarkThreads(b *testing.B) {
	for _, s := range shapes {
		for _, n := range []int{2, 4, 8, 16, 32, 64} {
			b.Run(fmt.Sprintf("%s/%d", s.name, n), func(b *testing.B) {
				p := compile(b, manyThreads, fmt.Sprintf("N=%d", n), "WORK="+s.work)
				mc := interp.New(p, c11.Model, interp.Options{Semantics: interp.Semantics{MaxSteps: 1 << 30}})
				random := strategy.NewRandom(1)
				events, i := 0, 0
				for b.Loop() {
					random.Begin(i)
					events += mc.Run(context.Background(), random, nil).Events
					i++
				}
				b.ReportMetric(float64(events)/b.Elapsed().Seconds()/1e6, "Mevents/s")
			})
		}
	}
}
