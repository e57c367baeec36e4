package fences

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/campaign"
	"fencepost/interp/machine/strategy"
	"fencepost/models/c11"
	"fencepost/trace"
)

// ring is a queue of two slots through which so many values go.
func ring(values int) string {
	return fmt.Sprintf(`#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define SLOTS 2
#define VALUES %d
static int slot[SLOTS];
static atomic_int head, tail;
static int put(int v)
{
	int t = atomic_load_explicit(&tail, memory_order_relaxed);
	if (t - atomic_load_explicit(&head, memory_order_acquire) == SLOTS)
		return 0;
	slot[t %% SLOTS] = v;
	atomic_store_explicit(&tail, t + 1, memory_order_release);
	return 1;
}
static int get(int *v)
{
	int h = atomic_load_explicit(&head, memory_order_relaxed);
	if (h == atomic_load_explicit(&tail, memory_order_acquire))
		return 0;
	*v = slot[h %% SLOTS];
	atomic_store_explicit(&head, h + 1, memory_order_release);
	return 1;
}
static void *producer(void *arg)
{
	for (int i = 1; i <= VALUES; i++)
		if (!put(i))
			break;
	return arg;
}
static void *consumer(void *arg)
{
	int v, last = 0;
	for (int i = 1; i <= VALUES; i++)
		if (get(&v)) {
			assert(v == last + 1);
			last = v;
		}
	return arg;
}
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, producer, 0);
	pthread_create(&u, 0, consumer, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
`, values)
}

// TestUncovered weakens a ring that its test never fills. Without what the head's orders
// are for nothing goes wrong there, but a test that fills it shows what does: they stay.
func TestUncovered(t *testing.T) {
	t.Parallel()
	p, err := cfront.Compile("ring.c", []byte(ring(2)), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Tests: 200}
	o.Prove = Explorer(interp.Options{}, 20_000, false)
	r, err := InferOrders(context.Background(), p, c11.Model, o)
	if err != nil || !r.OverStrongVerdict.Proved {
		t.Fatal(err, r)
	}
	weakened := func(list []OrderChange) (lines []int) {
		for _, c := range list {
			lines = append(lines, p.Sites[c.Site].Pos.Line)
		}
		return lines
	}
	if got := weakened(r.Uncovered); !slices.Equal(got, []int{11, 23}) {
		t.Errorf("orders at %v are not covered; want those of head, at 11 and 23", got)
	}
	if got := weakened(r.Minimal); len(got) > 0 {
		t.Errorf("orders at %v are weakened", got)
	}
	full, err := cfront.Compile("ring.c", []byte(ring(3)), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	races := func(list []OrderChange) int {
		tested, err := campaign.Run(context.Background(), ApplyOrders(full, list), c11.Model, campaign.Options{
			Strategy: func() interp.Strategy { return strategy.NewAuto(1, true) }, Runs: 500, Workers: 1,
		})
		if err != nil {
			t.Fatal(err)
		}
		return len(tested.Findings)
	}
	if n := races(r.Minimal); n > 0 {
		t.Errorf("%d errors with the orders that are weakened", n)
	}
	if races(r.Uncovered) == 0 {
		t.Error("what is not covered could be weakened as well: the test shows nothing")
	}
	all, err := InferOrders(context.Background(), full, c11.Model, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all.OverStrong {
		if c.From == trace.Acquire || c.From == trace.Release {
			t.Errorf("%s at %s is needed", c.From, p.Sites[c.Site].Pos)
		}
	}
}

// TestCovered weakens what is covered: two conditions that go both ways.
func TestCovered(t *testing.T) {
	t.Parallel()
	p, err := cfront.Compile("covered.c", []byte(`#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, n;
static void *run(void *arg)
{
	if (atomic_load(&x))
		atomic_fetch_add(&n, 1);
	return arg;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, run, 0);
	atomic_store(&x, 1);
	pthread_join(t, 0);
	return 0;
}
`), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, limit := range []int{20_000, 0} {
		o := Options{Tests: 50}
		if limit > 0 {
			o.Prove = Explorer(interp.Options{}, limit, false)
		}
		r, err := InferOrders(context.Background(), p, c11.Model, o)
		if err != nil || len(r.OverStrong) == 0 {
			t.Fatal(err, r)
		}
		if got := len(r.Uncovered) == 0; got != (limit > 0) {
			t.Errorf("limit %d: %v not weakened", limit, r.Uncovered)
		}
	}
}

// An order stays if its own function is not covered, or that of the store that the load reads, or
// that of the load that reads the store: the function publish holds a store, look a load.
func TestCoveredPartners(t *testing.T) {
	t.Parallel()
	const always = "\tif (v > 1)\n\t\tother = 1;\n"
	for _, c := range []struct {
		publish, look string // what stands before the access
		weakened      []string
	}{
		{"", "", []string{"load", "store"}},
		{always, "", nil},
		{"", always, nil},
	} {
		p, err := cfront.Compile("partners.c", []byte(`#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static int other;
static void publish(int v)
{
`+c.publish+`	atomic_store(&x, v); // store
}
static int look(int v)
{
`+c.look+`	return v + atomic_load(&x); // load
}
static void *run(void *arg)
{
	look(1);
	return arg;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, run, 0);
	publish(1);
	pthread_join(t, 0);
	return 0;
}
`), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := InferOrders(context.Background(), p, c11.Model, Options{Tests: 50, Prove: Explorer(interp.Options{}, 20_000, false)})
		if err != nil || !r.OverStrongVerdict.Proved || len(r.OverStrong) != 2 {
			t.Fatal(err, r)
		}
		var got []string
		for _, change := range r.Minimal {
			_, what, _ := strings.Cut(strings.Split(p.Files[0].Text, "\n")[p.Sites[change.Site].Pos.Line-1], "// ")
			got = append(got, what)
		}
		if slices.Sort(got); !slices.Equal(got, c.weakened) {
			t.Errorf("%q and %q: %q are weakened, want %q", c.publish, c.look, got, c.weakened)
		}
	}
}
