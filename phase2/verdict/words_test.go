package verdict_test

import (
	"testing"

	"fencepost/interp/c/cfront"
)

// TestOrdersInWords says how the first cause explains orders that are too weak: what has the order, and
// the access with which it does not synchronise.
func TestOrdersInWords(t *testing.T) {
	t.Parallel()
	const threads = `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x; static int data;
static void *other(void *arg);
static void *first(void *arg)
{
	data = 1;
	publish();
	return arg;
}
int main(void)
{
	pthread_t t, u;
	atomic_store(&x, 0);
	pthread_create(&t, 0, first, 0);
	pthread_create(&u, 0, other, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
}
`
	for _, c := range []struct{ name, text, want string }{
		{"an operation that is to release has a partner that reads", `
#define publish() atomic_fetch_add_explicit(&x, 1, memory_order_acquire)` + threads + `
static void *other(void *arg)
{
	if (atomic_load_explicit(&x, memory_order_acquire)) assert(data == 1);
	return arg;
}`, "the read-modify-write at 11 is acquire, so it does not synchronise with the acquire load at 26"},
		{"the order of failure is named, with its partner", `
#define publish() atomic_store_explicit(&x, 1, memory_order_release)` + threads + `
static void *other(void *arg)
{
	int old = 0;
	if (!atomic_compare_exchange_strong_explicit(&x, &old, 2, memory_order_acq_rel, memory_order_relaxed)) assert(data == 1);
	return arg;
}`, "the failure order of the compare-exchange at 27 is relaxed, so it does not synchronise with the release store at 11"},
		{"no partner was seen", `
#define publish() atomic_thread_fence(memory_order_acquire); atomic_store_explicit(&x, 1, memory_order_relaxed)` + threads + `
static void *other(void *arg)
{
	if (atomic_load_explicit(&x, memory_order_acquire)) assert(data == 1);
	return arg;
}`, "the fence at 11 is acquire, so the accesses around it may take effect in another order"},
	} {
		p, err := cfront.Compile("words.c", []byte(c.text), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if a := answer(t, p); len(a.Causes) == 0 || a.Causes[0].Explanation != c.want {
			t.Errorf("%s: %+v; want %s", c.name, a.Causes, c.want)
		}
	}
}
