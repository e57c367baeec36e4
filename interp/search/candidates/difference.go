package candidates

import (
	"context"

	"fencepost/interp/hardware/litmus"
)

// A Difference is a litmus test on which C11 as first formalised and as repaired differ.
type Difference struct {
	Test      *litmus.Test
	Source    string
	Reason    string
	Allowed   []string // models that allow the condition
	Forbidden []string // models that forbid it
}

// Differences returns tests that distinguish c11orig from c11, with the verdicts of present
// hardware. The error is the error of ctx.
func Differences(ctx context.Context) ([]Difference, error) {
	var list []Difference
	for _, d := range differences {
		test, err := litmus.Parse("models", []byte(d.source))
		if err != nil {
			return nil, err
		}
		out := Difference{Test: test, Source: d.source, Reason: d.reason}
		for _, name := range []string{"c11", "c11orig", "armv8", "armv7", "power", "riscv"} {
			m, err := Lookup(name)
			if err != nil {
				return nil, err
			}
			p, err := m.Program(test)
			if err != nil {
				return nil, err
			}
			found, err := m.Allows(ctx, p, func(x *Execution) bool { return test.Satisfies(x) })
			switch {
			case err != nil:
				return nil, err
			case found:
				out.Allowed = append(out.Allowed, name)
			default:
				out.Forbidden = append(out.Forbidden, name)
			}
		}
		list = append(list, out)
	}
	return list, nil
}

// differences are the tests, with the reasons.
var differences = []struct{ source, reason string }{
	{`C LB
{ }
P0 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_relaxed);
}
P1 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
  atomic_store_explicit(x, 1, memory_order_relaxed);
}
exists (0:r0=1 /\ 1:r0=1)
`, "Each load reads a store that program order only brings later. c11 forbids a cycle of program order and reads-from, so that no value comes out of thin air; the machines forbid it only along dependencies."},
	{`C IRIW+acq+sc
{ }
P0 (atomic_int* x) {
  atomic_store(x, 1);
}
P1 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(x, memory_order_acquire);
  int r1 = atomic_load(y);
}
P2 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(y, memory_order_acquire);
  int r1 = atomic_load(x);
}
P3 (atomic_int* y) {
  atomic_store(y, 1);
}
exists (1:r0=1 /\ 1:r1=0 /\ 2:r0=1 /\ 2:r1=0)
`, "In c11orig all of happens-before counts in the order of seq_cst operations. Power with the full fence behind each seq_cst access does not keep that. In c11 a path of happens-before counts only if it begins and ends in program order or stays at one location."},
	{`C RWC+fences
{ }
P0 (atomic_int* x) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
}
P1 (atomic_int* x, atomic_int* y) {
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  int r1 = atomic_load_explicit(y, memory_order_relaxed);
}
P2 (atomic_int* x, atomic_int* y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
}
exists (1:r0=1 /\ 1:r1=0 /\ 2:r0=0)
`, "The fences of c11orig do not order what is read through a third thread; c11's do, as the full fences of all machines do."},
}
