package fences_test

import (
	"context"
	"strings"
	"testing"

	"fencepost/interp/code"
	"fencepost/models/c11"
	"fencepost/phase2/fences"
	"fencepost/trace"
)

// c11Orders are the orders that each kind of operation may have, by the end of
// its name.
var c11Orders = map[string][]trace.Order{
	"load":     {trace.Relaxed, trace.Acquire, trace.SeqCst},
	"store":    {trace.Relaxed, trace.Release, trace.SeqCst},
	"exchange": {trace.Relaxed, trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst},
	"fence":    {trace.Relaxed, trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst},
}

func ordersOf(p *code.Program, s fences.OrderSite) []trace.Order {
	name, _, _ := strings.Cut(p.Sites[s.Site].Text, "(")
	name = strings.TrimSuffix(name, "_explicit")
	return c11Orders[name[strings.LastIndex(name, "_")+1:]]
}

// cheapest tries all orders that cover those of a program and returns what the
// cheapest cost that are right under c11.
func cheapest(t *testing.T, p *code.Program) int {
	t.Helper()
	sites, w := fences.OrderSites(p), fences.DefaultOrderWeights
	best := -1
	var try func(i, cost int, changes []fences.OrderChange)
	try = func(i, cost int, changes []fences.OrderChange) {
		switch {
		case best >= 0 && cost >= best:
		case i < len(sites):
			from := p.Access[sites[i].Site].Order
			for _, o := range ordersOf(p, sites[i]) {
				// acquire and release are the only ones of which none covers the other.
				if o >= from && !(from == trace.Acquire && o == trace.Release) {
					try(i+1, cost+w[o], append(changes[:len(changes):len(changes)], fences.OrderChange{OrderSite: sites[i], From: from, To: o}))
				}
			}
		default:
			proof := proveRC11(0)(context.Background(), fences.ApplyOrders(p, changes), c11.Model)
			if !proof.Complete {
				t.Fatalf("%s: exploring does not end", p.Name)
			}
			if proof.Err == nil {
				best = cost
			}
		}
	}
	try(0, 0, nil)
	return best
}

// TestCheapestOrders compares the cost of what is inferred with that of trying
// everything, and tries to weaken the rest once more.
func TestCheapestOrders(t *testing.T) {
	const load, store, rmw = "atomic_load_explicit", "atomic_store_explicit", "atomic_exchange_explicit"
	for _, test := range []struct{ name, one, two, never string }{
		{"MP", store + "(&z, 1, memory_order_relaxed);", "if (" + load + "(&z, memory_order_relaxed)) b = x;", "0"},
		{"MP by fences", "atomic_thread_fence(memory_order_acquire); " + store + "(&z, 1, memory_order_relaxed);",
			"int r = " + load + "(&z, memory_order_relaxed); atomic_thread_fence(memory_order_acquire); if (r) b = x;", "0"},
		{"MP through an exchange", rmw + "(&z, 1, memory_order_acquire);", "if (" + rmw + "(&z, 2, memory_order_relaxed) == 1) b = x;", "0"},
		{"SB", store + "(&z, 1, memory_order_relaxed); a = " + load + "(&v, memory_order_relaxed);",
			store + "(&v, 1, memory_order_relaxed); b = " + load + "(&z, memory_order_relaxed);", "a == 0 && b == 0"},
		{"SB with fences", store + "(&z, 1, memory_order_relaxed); atomic_thread_fence(memory_order_seq_cst); a = " + load + "(&v, memory_order_relaxed);",
			store + "(&v, 1, memory_order_relaxed); atomic_thread_fence(memory_order_acq_rel); b = " + load + "(&z, memory_order_relaxed);", "a == 0 && b == 0"},
		{"MP and back", "a = " + load + "(&v, memory_order_relaxed); " + store + "(&z, 1, memory_order_relaxed);",
			"if (" + load + "(&z, memory_order_relaxed)) { b = x; } else { y = 1; " + store + "(&v, 1, memory_order_relaxed); }", "a == 1 && y == 0"},
	} {
		before := ""
		if strings.HasPrefix(test.name, "MP") {
			before = "x = 1; "
		}
		src := strings.Replace(threads(before+test.one, test.two, test.never), "Atomic int z", "Atomic int z, v", 1)
		p := compileText(t, "t.c", src)
		r := inferOrders(t, p)
		if want := cheapest(t, p); r.Cost != want || !r.Verdict.Proved || !r.OverStrongVerdict.Proved {
			t.Errorf("%s: the changed orders cost %d, the cheapest %d; %s; %s", test.name, r.Cost, want, r.Verdict, r.OverStrongVerdict)
		}
		if len(r.Changes) == 0 {
			t.Errorf("%s: nothing is to be changed", test.name)
		}
		for _, s := range fences.OrderSites(r.Weakest) {
			from := r.Weakest.Access[s.Site].Order
			for _, o := range ordersOf(p, s) {
				if o >= from || from == trace.Release && o == trace.Acquire {
					continue
				}
				weaker := fences.ApplyOrders(r.Weakest, []fences.OrderChange{{OrderSite: s, From: from, To: o}})
				if proof := proveRC11(0)(context.Background(), weaker, c11.Model); proof.Err == nil {
					t.Errorf("%s: %s at %s could be %s", test.name, from, p.Sites[s.Site], o)
				}
			}
		}
		t.Logf("%s: %d -> %d -> %d", test.name, r.Before, r.Cost, r.Least)
	}
}
