package fences_test

import (
	"context"
	"maps"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	exploring "fencepost/interp/search/explore"
	"fencepost/models/axiom"
	"fencepost/models/c11"
	"fencepost/phase2/fences"
)

// TestMutate holds the fates of mutants against exploring: what was killed goes wrong, and what
// survived by a proof does not.
func TestMutate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file             string
		killed, survived int
	}{
		{"mailbox.c", 3, 0},
		{"dcl.c", 3, 1},
		{"deque.c", 4, 6},
		{"refcount.c", 2, 1},
	} {
		t.Run(c.file, func(t *testing.T) {
			t.Parallel()
			p := programtest.Compile(t, "verdicts/"+c.file)
			r, err := fences.MutateAll(context.Background(), []fences.Client{{p, c11.Model, fences.Options{Tests: 300, Prove: fences.Explorer(interp.Options{}, 20_000, false)}}})
			if err != nil || r.Wrong != nil || r.Incomplete != "" {
				t.Fatalf("%v, wrong: %v, incomplete: %q", err, r.Wrong, r.Incomplete)
			}
			for i := range r.Mutants {
				m := &r.Mutants[i]
				if m.Fate == fences.Survived && !m.Verdict.Proved {
					t.Errorf("site %v: not proved", m.At)
				}
				if wrong(t, m.Program(0)) != (m.Fate == fences.Killed) {
					t.Errorf("site %v, kind %d: fate %d", m.At, m.Kind, m.Fate)
				}
			}
			if k, s := r.Count(fences.Killed), r.Count(fences.Survived); k != c.killed || s != c.survived {
				t.Errorf("%d killed, %d survived, want %d and %d", k, s, c.killed, c.survived)
			}
		})
	}
}

// states returns the final states of a program, with how many executions end in each.
func states(t *testing.T, p *code.Program) map[string]int64 {
	t.Helper()
	observed, err := exploring.Observe(p, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := exploring.Run(context.Background(), p, axiom.RC11, exploring.Options{Workers: 1, Outcome: func(dst []byte, x *exploring.Execution) []byte {
		return exploring.AppendState(dst, x, observed)
	}})
	if err != nil || !r.Complete {
		t.Fatal(err)
	}
	return r.Outcomes
}

// TestMoved holds programs with a moved store against their text with the statements exchanged.
func TestMoved(t *testing.T) {
	t.Parallel()
	program := func(first, second string) *code.Program {
		p, err := cfront.Compile("moved.c", []byte(`#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int r, s;
void *other(void *arg)
{
	r = atomic_load_explicit(&x, memory_order_acquire);
	s = atomic_load_explicit(&y, memory_order_acquire);
	return arg;
}
int main(void)
{
	pthread_t t;
	int k = 1;
	pthread_create(&t, 0, other, 0);
	`+first+`
	`+second+`
	for (k = 0; k < 2; k++)
		atomic_fetch_add(&x, k);
	pthread_join(t, 0);
	return 0;
}
`), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	const x, y = "atomic_store_explicit(&x, k, memory_order_release);", "atomic_store_explicit(&y, k + 1, memory_order_release);"
	want := states(t, program(y, x))
	p := program(x, y)
	if maps.Equal(states(t, p), want) {
		t.Fatal("the order of the stores shows nowhere")
	}
	moved := 0
	for _, m := range fences.Mutants(p) {
		if m.Kind != fences.Moved || p.Sites[m.At[0].Site].Pos.Line != 16 {
			continue
		}
		moved++
		if err := m.Program(0).Verify(); err != nil {
			t.Error(err)
		}
		if got := states(t, m.Program(0)); !maps.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	if moved != 1 {
		t.Errorf("%d stores moved", moved)
	}
}
