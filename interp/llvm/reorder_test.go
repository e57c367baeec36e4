package llvm_test

import (
	"context"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/llvm/reorder"
	"fencepost/phase2/fences"
	"fencepost/trace"
)

// Orders of C++ are changed all at once: of a template's copies, of a call that names none, and of an
// object that is read by its name. A change that cannot be written does not prevent the others.
func TestReorder(t *testing.T) {
	needClang(t)
	if !testsize.Whole() {
		t.Skip("compiles C++'s library many times: a script of the command changes a smaller program")
	}
	t.Parallel()
	const source = `#include <atomic>
#include <pthread.h>
template <class T> struct Cell {
  std::atomic<T> v{0};
  void put(T x) { v.store(x, std::memory_order_seq_cst); }
  T get(std::memory_order o) { return v.load(o); }
  static constexpr auto acquire = std::memory_order_acquire, relaxed = std::memory_order::relaxed;
  T named() { return v.load(acquire) + v.load(std::memory_order::acquire); }
  T twice() { return v + v.load(); }
};
Cell<int> a;
Cell<long> b;
int main() {
  static int first = a.get(std::memory_order_seq_cst);
  pthread_t t;
  pthread_create(&t, 0, [](void *p) -> void * { a.put(1); b.put(1); return p; }, 0);
  int n = first + a.named() + a.twice() + int(b.twice());
  pthread_join(t, 0);
  return n > 4;
}
`
	p := compile(t, "cells.cpp", source, cfront.Options{})
	var changes []fences.OrderChange
	for _, s := range fences.OrderSites(p) {
		if strings.Contains(p.Sites[s.Site].Text, "static") {
			t.Errorf("the guard of a static object has an order: %v", p.Sites[s.Site])
		}
		changes = append(changes, fences.OrderChange{OrderSite: s, From: p.Access[s.Site].Order, To: trace.Relaxed})
	}
	orders := make([]code.Ordering, len(changes))
	for i, c := range changes {
		orders[i] = code.Ordering{Site: c.Site, Order: c.To}
	}
	r := reorder.Write(context.Background(), p, orders, cfront.Options{}, func(done []int) *code.Program {
		var list []fences.OrderChange
		for _, n := range done {
			list = append(list, changes[n])
		}
		return fences.ApplyOrders(p, list)
	})
	for _, line := range []string{
		"+  void put(T x) { v.store(x, std::memory_order_relaxed); }",
		"+  T named() { return v.load(relaxed) + v.load(std::memory_order::relaxed); }",
		"+  T twice() { return v.load(std::memory_order_relaxed) + v.load(std::memory_order_relaxed); }",
	} {
		if !strings.Contains(r.Diff, line+"\n") {
			t.Errorf("%s\nis not in\n%s", line, r.Diff)
		}
	}
	if len(r.Failed) != 1 || p.Sites[orders[r.Failed[0]].Site].Pos.Line != 6 {
		t.Errorf("%d of %d could not be written", len(r.Failed), len(orders))
	}
}
