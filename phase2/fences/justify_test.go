package fences_test

import (
	"context"
	"slices"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/interp"
	"fencepost/interp/code"
	exploring "fencepost/interp/search/explore"
	"fencepost/models/axiom"
	"fencepost/models/c11"
	"fencepost/phase2/fences"
	"fencepost/trace"
)

// wrong explores all executions of a program, and reports whether one goes wrong.
func wrong(t *testing.T, p *code.Program) bool {
	t.Helper()
	r, err := exploring.Run(context.Background(), p, axiom.RC11, exploring.Options{Workers: 1})
	if err != nil || !r.Complete {
		t.Fatalf("%v, complete: %v", err, r != nil && r.Complete)
	}
	return len(r.Errors) > 0
}

// TestJustify holds what is said of orders against exploring, which knows nothing of it:
// without one that is needed something goes wrong, with all the weaker ones nothing does, and
// none of these can be weaker still.
func TestJustify(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		file                         string
		needed, tooStrong, unreached int
	}{
		{"mailbox.c", 2, 0, 0},
		{"dcl.c", 2, 1, 0},
		{"deque.c", 2, 6, 0},
		{"peterson.c", 4, 1, 0},
		{"refcount.c", 1, 0, 0},
	} {
		t.Run(c.file, func(t *testing.T) {
			t.Parallel()
			p := programtest.Compile(t, "verdicts/"+c.file)
			r, err := fences.Justify(context.Background(), p, c11.Model, fences.Options{Tests: 300, Prove: fences.Explorer(interp.Options{}, 20_000, false)})
			if err != nil || r.Wrong != nil || r.Incomplete != "" {
				t.Fatalf("%v, wrong: %v, incomplete: %q", err, r.Wrong, r.Incomplete)
			}
			count := map[fences.Need]int{}
			for i := range r.Orders {
				o := &r.Orders[i]
				count[o.Need]++
				if o.Need != fences.Needed {
					continue
				}
				if !wrong(t, o.Changed) {
					t.Errorf("%v of site %v is needed, but nothing goes wrong with %v", o.Order, o.At, o.Weaker)
				}
				if o.Witness == nil {
					t.Errorf("no execution shows that %v of site %v is needed", o.Order, o.At)
				}
			}
			if count[fences.Needed] != c.needed || count[fences.TooStrong] != c.tooStrong || count[fences.Unreached] != c.unreached || count[fences.Undecided] != 0 {
				t.Errorf("%v, want %d needed, %d too strong, %d unreached", count, c.needed, c.tooStrong, c.unreached)
			}
			enough := fences.ApplyOrders(p, r.Enough[0])
			if !r.Verdict.Proved || wrong(t, enough) {
				t.Errorf("proved: %v, and something goes wrong with the weaker orders", r.Verdict.Proved)
			}
			for _, s := range fences.OrderSites(enough) {
				now := enough.Access[s.Site].Order
				if s.Fail {
					now = enough.Access[s.Site].Fail
				}
				for _, o := range fences.Orders(enough, s) {
					if o == now || now == trace.Relaxed || o != trace.Relaxed && now != trace.SeqCst || s.Fail {
						continue
					}
					if !wrong(t, fences.ApplyOrders(enough, []fences.OrderChange{{OrderSite: s, From: now, To: o}})) {
						t.Errorf("site %d: %v is enough, not %v", s.Site, o, now)
					}
				}
			}
		})
	}
}

// TestMinimal goes through all weaker orders of small programs: with none that are all at most as
// strong as those that are enough, and one of which is weaker, does nothing go wrong.
func TestMinimal(t *testing.T) {
	t.Parallel()
	weaker := func(a, b trace.Order) bool { // loads and stores have three orders, each stronger than the last
		rank := func(o trace.Order) int {
			return slices.Index([]trace.Order{trace.Relaxed, trace.Acquire, trace.SeqCst}, o)
		}
		if a == trace.Release {
			a = trace.Acquire
		}
		if b == trace.Release {
			b = trace.Acquire
		}
		return rank(a) < rank(b)
	}
	for _, file := range []string{"mailbox.c", "peterson.c", "rcu.c", "spsc.c"} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			p := programtest.Compile(t, "verdicts/"+file)
			r, err := fences.Justify(context.Background(), p, c11.Model, fences.Options{Tests: 300, Prove: fences.Explorer(interp.Options{}, 20_000, false)})
			if err != nil || !r.Verdict.Proved {
				t.Fatal(err)
			}
			var all [][]fences.OrderChange
			all = append(all, nil)
			for i := range r.Orders {
				o := &r.Orders[i]
				if len(o.At) != 1 {
					t.Fatalf("%d accesses at one place", len(o.At))
				}
				site := fences.OrderSite{Site: o.At[0].Site, Fail: o.Fail}
				enough := o.Order
				if o.Need == fences.TooStrong {
					enough = o.Weaker
				}
				var next [][]fences.OrderChange
				for _, list := range all {
					for _, to := range fences.Orders(p, site) {
						if to == enough || weaker(to, enough) {
							next = append(next, append(slices.Clone(list), fences.OrderChange{OrderSite: site, From: enough, To: to}))
						}
					}
				}
				all = next
			}
			tried := 0
			for _, list := range all {
				if !slices.ContainsFunc(list, func(c fences.OrderChange) bool { return c.From != c.To }) {
					continue
				}
				tried++
				if !wrong(t, fences.ApplyOrders(p, list)) {
					t.Errorf("nothing goes wrong with %v", list)
				}
			}
			if tried == 0 {
				t.Error("nothing was tried")
			}
		})
	}
}

// TestJustifyWrong checks that a program which goes wrong is told to, and nothing else.
func TestJustifyWrong(t *testing.T) {
	t.Parallel()
	r, err := fences.Justify(context.Background(), programtest.Compile(t, "verdicts/mailbox_store.c"), c11.Model, fences.Options{Tests: 300})
	if err != nil || r.Wrong == nil || len(r.Orders) > 0 {
		t.Errorf("%v, %+v", err, r)
	}
}
