package fences

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/trace"
)

// TestOrderAgrees holds the order against the machine: an execution is allowed
// with fences if and only if the program with the fences has it.
func TestOrderAgrees(t *testing.T) {
	programs := []struct{ name, one, two string }{
		{"SB", "x = 1; y;", "y = 1; x;"},
		{"MP", "x = 1; y = 1;", "y; x;"},
		{"2+2W", "x = 1; y = 2;", "y = 1; x = 2;"},
		{"S", "x = 2; y = 1;", "y; x = 1;"},
		{"R", "x = 1; y = 1;", "y = 2; x;"},
		{"LB", "x; y = 1;", "y; x = 1;"},
		{"forward", "x = 1; x; y;", "y = 1; x;"},
		{"rmw", "x = 1; __atomic_fetch_add(&z, 1, 0); y;", "y = 1; x;"},
		{"rmw-own", "__atomic_fetch_add(&x, 1, 0); y;", "y = 1; __atomic_fetch_add(&x, 2, 0);"},
		{"cas", "x = 1; y = 1;", "__sync_val_compare_and_swap(&y, 5, 6); x;"},
		{"c11", "x = 1; __atomic_store_n(&y, 1, __ATOMIC_RELEASE);", "__atomic_load_n(&y, __ATOMIC_ACQUIRE); x;"},
		{"lock", "x = 1; pthread_mutex_lock(&m); pthread_mutex_unlock(&m); y;", "y = 1; x;"},
		{"coherence", "x = 1; x = 2;", "x; x;"},
	}
	for i, prog := range programs {
		p := twoThreads(t, prog.one, prog.two)
		for k, m := range models.All() {
			if m == models.SC || testsize.LeftOut(3, i+k) {
				continue
			}
			all := executions(t, p, p, m)
			for _, pl := range placements(p, m) {
				want := executions(t, p, Apply(p, Placement{Add: pl}), m)
				for _, sig := range slices.Sorted(maps.Keys(all)) {
					o := all[sig].clone()
					allowed := true
					for _, f := range pl {
						allowed = allowed && o.try(f)
					}
					if _, has := want[sig]; has != allowed {
						t.Errorf("%s under %s with %s: execution %s: allowed %v, the machine has it %v",
							prog.name, m.Name, Placement{Add: pl}.Describe(p), sig, allowed, has)
					}
				}
			}
		}
	}
}

func twoThreads(t *testing.T, one, two string) *code.Program {
	t.Helper()
	src := `#include <pthread.h>
#include <stddef.h>
static volatile int x, y, z;
static pthread_mutex_t m;
static void *first(void *p) { ` + one + ` return p; }
static void *second(void *p) { ` + two + ` return p; }
int main(void)
{
	pthread_t t, u;
	pthread_mutex_init(&m, NULL);
	pthread_create(&t, NULL, first, NULL);
	pthread_create(&u, NULL, second, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
`
	p, err := cfront.Compile("t.c", []byte(src), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// placements returns every fence of the program alone, and pairs of one kind.
func placements(p *code.Program, m *models.Model) [][]Fence {
	var list [][]Fence
	for _, k := range m.PPO.Fences() {
		var single []Fence
		for _, s := range Sites(p) {
			single = append(single, Fence{s, After, k})
		}
		for i, f := range single {
			list = append(list, []Fence{f}, []Fence{{f.Site, Before, k}})
			for _, g := range single[i+1:] {
				list = append(list, []Fence{f, g})
			}
		}
	}
	return list
}

// executions explores program q, which is p with fences, and returns its
// executions as orders, by who reads from whom and the order of the stores.
func executions(t *testing.T, p, q *code.Program, m *models.Model) map[string]*order {
	t.Helper()
	mc := interp.New(q, m, interp.Options{})
	var (
		s   = strategy.DFS{Reduced: true}
		rec trace.Recorder
	)
	found := map[string]*order{}
	for run := 0; s.Begin(run); run++ {
		if run > 200_000 {
			t.Fatal("too many executions")
		}
		if res := mc.Run(context.Background(), &s, &rec); res.Outcome == interp.Discarded {
			continue
		}
		sig := signature(rec.Events)
		if found[sig] == nil {
			o := newOrder(m, rec.Events, nil, lowering(p, models.C11), len(p.Sites))
			if o == nil || o.cyclic {
				t.Fatalf("%s: execution %s has a cyclic order", m.Name, sig)
			}
			found[sig] = o
		}
	}
	return found
}

// signature tells executions apart by rf and co, events being named by thread
// and site.
func signature(events []trace.Event) string {
	name := func(id int32) string {
		if id == 0 {
			return "init"
		}
		return fmt.Sprintf("%d@%d", events[id-1].Thread, events[id-1].Site)
	}
	var reads, stores []string
	for i := range events {
		e := &events[i]
		if e.Kind.Reads() {
			reads = append(reads, name(e.ID)+"<"+name(e.RF))
		}
		switch {
		case e.Kind == trace.Commit:
			stores = append(stores, fmt.Sprintf("%x:%d=%s", e.Addr, e.C, name(e.RF)))
		case e.Kind.Writes() && e.C != trace.NoCommit:
			stores = append(stores, fmt.Sprintf("%x:%d=%s", e.Addr, e.C, name(e.ID)))
		}
	}
	slices.Sort(reads)
	slices.Sort(stores)
	return strings.Join(reads, " ") + " | " + strings.Join(stores, " ")
}
