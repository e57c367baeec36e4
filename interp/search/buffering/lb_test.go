package buffering_test

import (
	"context"
	"testing"

	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/search/buffering"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
)

func compile(t testing.TB, src string) *code.Program {
	p, err := cfront.Compile("a.c", []byte(src), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func outcomes(t testing.TB, p *code.Program, model string, names ...string) *explore.Report {
	m, err := candidates.Lookup(model)
	if err != nil {
		t.Fatal(err)
	}
	list, err := explore.Observe(p, names)
	if err != nil {
		t.Fatal(err)
	}
	r, err := buffering.Run(context.Background(), p, m, buffering.Options{Outcome: func(dst []byte, x *buffering.Execution) []byte { return explore.AppendState(dst, x, list) }})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestLB(t *testing.T) {
	p := compile(t, `#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y; int r1, r2;
void *a(void *p) { r1 = atomic_load_explicit(&x, memory_order_relaxed); atomic_store_explicit(&y, 1, memory_order_relaxed); return 0; }
void *b(void *p) { r2 = atomic_load_explicit(&y, memory_order_relaxed); atomic_store_explicit(&x, 1, memory_order_relaxed); return 0; }
int main(void) { pthread_t s, t; pthread_create(&s, 0, a, 0); pthread_create(&t, 0, b, 0); pthread_join(s, 0); pthread_join(t, 0); return 0; }
`)
	for _, m := range []string{"imm", "armv8", "power", "riscv", "armv7"} {
		r := outcomes(t, p, m, "r1", "r2")
		t.Log(m, r.Executions, r.Blocked, r.Outcomes)
	}
}
