package search

import (
	"context"
	"fmt"

	"fencepost/interp"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
)

// Beyond names behaviour that a machine, with the mapping of C11 orders to fences, allows and c11
// forbids: litmus tests, and accesses that the creation or the join of a thread should order. The
// list is empty for a machine that preserves all the order that pslo preserves. The error is that
// of ctx.
func Beyond(ctx context.Context, m *models.Model) (list []string, err error) {
	if m.PPO.Includes(models.PSLO.PPO) {
		return nil, nil
	}
	for _, s := range synchronising {
		t, err := s.test()
		if err != nil {
			return nil, err
		}
		found, err := Ends(ctx, t, m)
		if err != nil {
			return nil, err
		}
		if found {
			list = append(list, s.name)
		}
	}
	if !m.PPO.Keeps(models.W, models.Create, false) {
		list = append(list, "stores before a thread is created, unseen by it")
	}
	if !m.PPO.Keeps(models.Join, models.R, false) {
		list = append(list, "stores of a thread that was joined, unseen")
	}
	return list, nil
}

// A shape is a litmus test whose condition c11 forbids.
type shape struct{ name, threads, condition string }

// test returns the litmus test.
func (s *shape) test() (*litmus.Test, error) {
	return litmus.Parse("models", fmt.Appendf(nil, "C %s\n{}\n%sexists (%s)\n", s.name, s.threads, s.condition))
}

// Ends runs all executions of a machine, and reports whether one satisfies the condition of a
// litmus test when it ends. The error is that of ctx.
func Ends(ctx context.Context, t *litmus.Test, m *models.Model) (bool, error) {
	machine, all := interp.New(t.Program, m, interp.Options{}), &strategy.DFS{Reduced: true}
	for n := 0; all.Begin(n); n++ {
		switch r := machine.Run(ctx, all, nil); {
		case r.Outcome == interp.Interrupted:
			return false, ctx.Err()
		case r.Outcome == interp.Completed && t.Satisfies(machine):
			return true, nil
		}
	}
	return false, nil
}

// synchronising are the shapes by which orders and fences of C11 order accesses.
var synchronising = []shape{
	{"MP+release+acquire", `P0(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_release);
}
P1(atomic_int *x, atomic_int *y) {
  int r0 = atomic_load_explicit(y, memory_order_acquire);
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
}
`, `1:r0=1 /\ 1:r1=0`},
	{"MP+release_fence+acquire_fence", `P0(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(y, 1, memory_order_relaxed);
}
P1(atomic_int *x, atomic_int *y) {
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
  atomic_thread_fence(memory_order_acquire);
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
}
`, `1:r0=1 /\ 1:r1=0`},
	{"MP+release_exchange+acquire", `P0(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  int r0 = atomic_exchange_explicit(y, 1, memory_order_release);
}
P1(atomic_int *x, atomic_int *y) {
  int r0 = atomic_load_explicit(y, memory_order_acquire);
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
}
`, `1:r0=1 /\ 1:r1=0`},
	{"MP+release+acquire_exchange", `P0(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_release);
}
P1(atomic_int *x, atomic_int *y) {
  int r0 = atomic_exchange_explicit(y, 2, memory_order_acquire);
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
}
`, `1:r0=1 /\ 1:r1=0`},
	{"S+release+acquire", `P0(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(x, 2, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_release);
}
P1(atomic_int *x, atomic_int *y) {
  int r0 = atomic_load_explicit(y, memory_order_acquire);
  atomic_store_explicit(x, 1, memory_order_relaxed);
}
`, `1:r0=1 /\ x=2`},
	{"SB+seq_cst", `P0(atomic_int *x, atomic_int *y) {
  atomic_store(x, 1);
  int r0 = atomic_load(y);
}
P1(atomic_int *x, atomic_int *y) {
  atomic_store(y, 1);
  int r0 = atomic_load(x);
}
`, `0:r0=0 /\ 1:r0=0`},
	{"SB+seq_cst_fences", `P0(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
}
P1(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
}
`, `0:r0=0 /\ 1:r0=0`},
	{"SB+seq_cst_exchanges", `P0(atomic_int *x, atomic_int *y) {
  int r1 = atomic_exchange(x, 1);
  int r0 = atomic_load(y);
}
P1(atomic_int *x, atomic_int *y) {
  int r1 = atomic_exchange(y, 1);
  int r0 = atomic_load(x);
}
`, `0:r0=0 /\ 1:r0=0`},
	{"2+2W+seq_cst", `P0(atomic_int *x, atomic_int *y) {
  atomic_store(x, 1);
  atomic_store(y, 2);
}
P1(atomic_int *x, atomic_int *y) {
  atomic_store(y, 1);
  atomic_store(x, 2);
}
`, `x=1 /\ y=1`},
	{"IRIW+seq_cst", `P0(atomic_int *x) {
  atomic_store(x, 1);
}
P1(atomic_int *y) {
  atomic_store(y, 1);
}
P2(atomic_int *x, atomic_int *y) {
  int r0 = atomic_load(x);
  int r1 = atomic_load(y);
}
P3(atomic_int *x, atomic_int *y) {
  int r0 = atomic_load(y);
  int r1 = atomic_load(x);
}
`, `2:r0=1 /\ 2:r1=0 /\ 3:r0=1 /\ 3:r1=0`},
}
