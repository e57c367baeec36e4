package diff_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/search/diff"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

func compile(t *testing.T, text string) *code.Program {
	t.Helper()
	p, err := cfront.Compile("p.c", []byte(text), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func compare(t *testing.T, old, now *code.Program) (a, b *diff.Version) {
	t.Helper()
	a, b, err := diff.Run(context.Background(), old, now, diff.Options{Model: "c11", Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return a, b
}

const list = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { struct node *next; int value; };
static _Atomic(struct node *) top;
static void *push(void *arg)
{
	struct node *n = malloc(sizeof *n);
	n->value = 7;
	n->next = atomic_load_explicit(&top, memory_order_relaxed);
	while (!atomic_compare_exchange_weak_explicit(&top, &n->next, n, ORDER, memory_order_relaxed))
		;
	return arg;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, push, 0);
	struct node *n = atomic_load_explicit(&top, memory_order_acquire);
	int value = n ? n->value : 7;
	pthread_join(t, 0);
	return value - value;
}
`

// TestSame compares versions that only look different: lines, comments, names of functions, an
// access more that no other thread sees, another order that shows nowhere.
func TestSame(t *testing.T) {
	t.Parallel()
	old := strings.ReplaceAll(list, "ORDER", "memory_order_release")
	for _, now := range []string{
		old,
		"// A list.\n\n" + strings.ReplaceAll(old, "push", "add"),
		strings.Replace(old, "	n->value = 7;", "	n->value = 3;\n	n->value += 4;", 1),
		strings.ReplaceAll(list, "ORDER", "memory_order_seq_cst"),
	} {
		a, b := compare(t, compile(t, old), compile(t, now))
		if len(a.Only) > 0 || len(b.Only) > 0 || a.Classes != b.Classes || a.Incomplete != "" || b.Incomplete != "" {
			t.Errorf("%s\nold: %+v\nnew: %+v", now, a.Only, b.Only)
		}
	}
}

// TestWeakened names what a weaker order lets happen: the value that was there before, and the race.
func TestWeakened(t *testing.T) {
	t.Parallel()
	a, b := compare(t, compile(t, strings.ReplaceAll(list, "ORDER", "memory_order_release")), compile(t, strings.ReplaceAll(list, "ORDER", "memory_order_relaxed")))
	if len(a.Only) > 0 {
		t.Errorf("only old: %+v", a.Only)
	}
	var kinds []diff.Kind
	for _, x := range b.Only {
		kinds = append(kinds, x.Kind)
	}
	if !slices.Contains(kinds, diff.Error) {
		t.Errorf("only new: %+v", b.Only)
	}
}

// TestRandom holds differences against the final states of random programs, whose loads all end
// in a global of their own: versions have the same states if and only if they have the same
// classes, since each store has a value of its own.
func TestRandom(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	orders := []string{"memory_order_relaxed", "memory_order_seq_cst", "memory_order_release", "memory_order_acquire"}
	differ := 0
	programs := 100
	if !testsize.Whole() {
		programs = 40
	}
	for n := range programs {
		version := func(order func(load bool) string, shape *rand.Rand) *code.Program {
			var globals, threads, main strings.Builder
			value := 1
			for i := range 2 {
				fmt.Fprintf(&threads, "void *t%d(void *arg)\n{\n", i)
				for k := range 3 {
					x := string(rune('x' + shape.IntN(2)))
					if shape.IntN(2) == 0 {
						fmt.Fprintf(&threads, "	atomic_store_explicit(&%s, %d, %s);\n", x, value, order(false))
						value++
					} else {
						fmt.Fprintf(&globals, "int r%d%d;\n", i, k)
						fmt.Fprintf(&threads, "	r%d%d = atomic_load_explicit(&%s, %s);\n", i, k, x, order(true))
					}
				}
				fmt.Fprintf(&threads, "	return arg;\n}\n")
				fmt.Fprintf(&main, "	pthread_create(&p[%d], 0, t%d, 0);\n", i, i)
			}
			return compile(t, "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x, y;\n"+globals.String()+threads.String()+
				"int main(void)\n{\n	pthread_t p[2];\n"+main.String()+"	pthread_join(p[0], 0);\n	pthread_join(p[1], 0);\n	return 0;\n}\n")
		}
		random := func(load bool) string {
			k := r.IntN(3)
			if k == 2 && load {
				k = 3
			}
			return orders[k]
		}
		seed := r.Uint64()
		old, now := version(random, rand.New(rand.NewPCG(seed, 1))), version(random, rand.New(rand.NewPCG(seed, 1)))
		a, b := compare(t, old, now)
		same := slices.Equal(reads(t, old), reads(t, now))
		if got := a.OnlyClasses == 0 && b.OnlyClasses == 0; got != same {
			t.Errorf("program %d: same reads: %v, same classes: %v", n, same, got)
		}
		if !same {
			differ++
		}
	}
	if differ == 0 {
		t.Error("no versions differ")
	}
}

// reads returns what the loads of a program may read, by the globals that they end in.
func reads(t *testing.T, p *code.Program) []string {
	t.Helper()
	var names []string
	for i := range p.Objects {
		if n := p.Objects[i].Name; len(n) == 3 && n[0] == 'r' {
			names = append(names, n)
		}
	}
	if len(names) == 0 {
		return nil
	}
	observed, err := explore.Observe(p, names)
	if err != nil {
		t.Fatal(err)
	}
	r, err := explore.Run(context.Background(), p, axiom.RC11, explore.Options{Workers: 1, Outcome: func(dst []byte, x *explore.Execution) []byte {
		return explore.AppendState(dst, x, observed)
	}})
	if err != nil || !r.Complete {
		t.Fatal(err)
	}
	return explore.SortedStates(r.Outcomes)
}
