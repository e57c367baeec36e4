package c11_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/models/c11"
)

func compile(tb testing.TB, src string, defines ...string) *code.Program {
	tb.Helper()
	p, err := cfront.Compile("test.c", []byte(src), cfront.Options{Defines: defines})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

// ring is a queue of one producer and one consumer; it performs about OPS atomic
// operations.
const ring = `
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
static atomic_uint head, tail;
static unsigned slots[8];
static void *produce(void *unused)
{
	for (unsigned i = 0; i < OPS / 6; i++) {
		while (i - atomic_load_explicit(&head, memory_order_acquire) == 8)
			;
		slots[i % 8] = i;
		atomic_store_explicit(&tail, i + 1, memory_order_release);
	}
	return 0;
}
static void *consume(void *unused)
{
	for (unsigned i = 0; i < OPS / 6; i++) {
		while (atomic_load_explicit(&tail, memory_order_acquire) == i)
			;
		assert(slots[i % 8] == i);
		atomic_store_explicit(&head, i + 1, memory_order_release);
	}
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, produce, 0);
	pthread_create(&b, 0, consume, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
`

const fetchAdd = `
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint x;
static void *add(void *unused)
{
	for (unsigned i = 0; i < OPS / 2; i++)
		atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, add, 0);
	pthread_create(&b, 0, add, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
`

// The threads of unsynchronised store and load relaxed, so neither knows what the other has seen.
const unsynchronised = `
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint x, y;
static unsigned sum;
static void *work(void *arg)
{
	unsigned s = 0;
	for (unsigned i = 0; i < OPS / 8; i++) {
		atomic_store_explicit(&x, i, memory_order_relaxed);
		s += atomic_load_explicit(&y, memory_order_relaxed);
		atomic_store_explicit(&y, i, memory_order_relaxed);
		s += atomic_load_explicit(&x, memory_order_relaxed);
	}
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, work, 0);
	pthread_create(&b, 0, work, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
`

// casLoop increments by compare-exchange.
const casLoop = `
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint x;
static void *add(void *unused)
{
	for (unsigned i = 0; i < OPS / 4; i++) {
		unsigned v = atomic_load_explicit(&x, memory_order_relaxed);
		while (!atomic_compare_exchange_strong_explicit(&x, &v, v + 1, memory_order_relaxed, memory_order_relaxed))
			;
	}
	return 0;
}
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, add, 0);
	pthread_create(&b, 0, add, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return 0;
}
`

// BenchmarkLong measures single long executions: the rate must not fall with the
// length.
func BenchmarkLong(b *testing.B) {
	for _, p := range []struct {
		name, src string
		ops       []int
	}{
		{"ring", ring, []int{1_000_000, 10_000_000}},
		{"fetch-add", fetchAdd, []int{20_000, 200_000, 2_000_000}},
		{"unsynchronised", unsynchronised, []int{20_000, 200_000, 2_000_000}},
		{"cas", casLoop, []int{20_000, 200_000, 2_000_000}},
	} {
		for _, ops := range p.ops {
			prog := compile(b, p.src, fmt.Sprintf("OPS=%d", ops))
			for _, m := range []struct {
				name  string
				model *models.Model
			}{{"conservative", c11.Model}, {"aggressive", c11.New(c11.Options{Prune: c11.Aggressive})}} {
				b.Run(fmt.Sprintf("%s/%d/%s", p.name, ops, m.name), func(b *testing.B) {
					events := 0
					mc := interp.New(prog, m.model, interp.Options{Semantics: interp.Semantics{MaxSteps: 1 << 30}})
					s := strategy.NewRandom(1)
					var before, after runtime.MemStats
					runtime.GC()
					runtime.ReadMemStats(&before)
					for i := range b.N {
						s.Begin(i)
						r := mc.Run(context.Background(), s, nil)
						if r.Outcome != interp.Completed {
							b.Fatal(r.Outcome, r.Err)
						}
						events += r.Events
					}
					runtime.GC()
					runtime.ReadMemStats(&after)
					runtime.KeepAlive(mc)
					b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
					b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/(1<<20), "MiB")
				})
			}
		}
	}
}

// BenchmarkShort measures executions of the data structures that the papers test.
func BenchmarkShort(b *testing.B) {
	for _, name := range []string{"barrier", "chase-lev-deque", "dekker-fences", "linuxrwlocks", "mcs-lock", "mpmc-queue",
		"ms-queue", "rwlock", "seqlock", "spsc-queue"} {
		b.Run(name, func(b *testing.B) {
			p := programtest.Compile(b, "c11/"+name+".c")
			mc := interp.New(p, c11.Model, interp.Options{})
			s := strategy.NewRandom(1)
			events, i := 0, 0
			b.ReportAllocs()
			for b.Loop() {
				s.Begin(i)
				events += mc.Run(context.Background(), s, nil).Events
				i++
			}
			b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
			b.ReportMetric(float64(events)/float64(b.N), "events/op")
		})
	}
}
