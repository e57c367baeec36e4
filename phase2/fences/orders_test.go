package fences_test

import (
	"context"
	"errors"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	search "fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/models/c11"
	"fencepost/phase2/fences"
	"fencepost/trace"
)

// tooWeak are the programs for C11 whose bug is a memory order.
var tooWeak = []string{"barrier", "linuxrwlocks", "mcs-lock", "mpmc-queue", "seqlock", "rwlock", "chase-lev-deque"}

func compileC11(t *testing.T, name string, defines ...string) *code.Program {
	t.Helper()
	return programtest.Compile(t, "c11/"+name+".c", defines...)
}

// proveRC11 explores up to so many executions.
func proveRC11(limit int64) fences.Prover {
	return func(ctx context.Context, p *code.Program, _ *models.Model) fences.Proof {
		r, err := search.Run(ctx, p, axiom.RC11, search.Options{Workers: 1, MaxExecutions: limit})
		if err != nil {
			return fences.Proof{Limit: err.Error()}
		}
		proof := fences.Proof{Complete: r.Complete, Limit: "bound"}
		if len(r.Errors) > 0 {
			proof.Err = r.Errors[0].Error
		}
		return proof
	}
}

func inferOrders(t *testing.T, p *code.Program) *fences.OrderResult {
	t.Helper()
	limit := int64(5000)
	if strings.HasPrefix(p.Name, "rwlock") {
		limit = 200 // it has too many executions anyway
	}
	r, err := fences.InferOrders(context.Background(), p, c11.Model, fences.Options{Tests: 300, Prove: proveRC11(limit)})
	if err != nil {
		t.Fatalf("%s: %v", p.Name, err)
	}
	if r.Incomplete != "" {
		t.Fatalf("%s: %s", p.Name, r.Incomplete)
	}
	return r
}

// seeded returns the sites in which the variants of a program differ.
func seeded(buggy, fixed *code.Program) (list []fences.OrderSite) {
	for _, s := range fences.OrderSites(buggy) {
		a, b := buggy.Access[s.Site], fixed.Access[s.Site]
		if s.Fail && a.Fail != b.Fail || !s.Fail && a.Order != b.Order {
			list = append(list, s)
		}
	}
	return list
}

func TestInferOrders(t *testing.T) {
	for i, name := range tooWeak {
		if testsize.LeftOut(7, i) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			buggy, fixed := compileC11(t, name), compileC11(t, name, "FIXED")
			places := seeded(buggy, fixed)
			good := inferOrders(t, fixed)
			for _, c := range good.Changes {
				t.Errorf("the right program is to be changed at %s: %s", fixed.Sites[c.Site], c.Describe())
			}
			r := inferOrders(t, buggy)
			if len(r.Changes) == 0 {
				t.Fatal("nothing is to be changed")
			}
			for i, c := range r.Changes {
				if !slices.Contains(places, c.OrderSite) && r.Cost > good.Cost {
					t.Errorf("%s: %s is not where the bug was seeded, and the orders cost %d, not %d",
						buggy.Sites[c.Site], c.Describe(), r.Cost, good.Cost)
				}
				if n := r.Reasons[i]; n.Error == nil || n.Witness == nil {
					t.Errorf("%s: nothing shows why", buggy.Sites[c.Site])
				}
			}
			if name != "rwlock" && (!r.Verdict.Proved || !r.OverStrongVerdict.Proved || !good.Verdict.Proved) {
				t.Errorf("%v; %v; %v", r.Verdict, r.OverStrongVerdict, good.Verdict)
			}
			for _, x := range []*fences.OrderResult{r, good} {
				p := buggy
				if x == good {
					p = fixed
				}
				var weaker int
				for _, c := range x.OverStrong {
					weaker++
					if c.From <= c.To {
						t.Errorf("%s: %s is not weaker", p.Sites[c.Site], c.Describe())
					}
				}
				if (x.Least < x.Cost) != (weaker > 0) {
					t.Errorf("%d orders are stronger than needed, they cost %d instead of %d", weaker, x.Least, x.Cost)
				}
				checkRewritten(t, p, x.Changes)
				checkRewritten(t, p, x.Minimal)
			}
		})
	}
}

// checkRewritten makes changes in the source, all of which can be written, and
// tests what patch and the compiler make of it.
func checkRewritten(t *testing.T, p *code.Program, changes []fences.OrderChange) {
	t.Helper()
	var o cfront.Options
	if p.Hash != compileText(t, p.Name, p.Files[0].Text).Hash {
		o.Defines = []string{"FIXED"}
	}
	c, err := fences.WriteOrders(p, changes, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Notes) > 0 {
		t.Errorf("in prose: %q", c.Notes)
	}
	text := c.Files[0].Text
	if patch, err := exec.LookPath("patch"); err == nil && c.Diff != "" {
		text = patched(t, patch, p.Files[0], c.Diff)
	}
	q := compileText(t, p.Name, text, o.Defines...)
	if proof := proveRC11(300)(context.Background(), q, c11.Model); proof.Err != nil {
		t.Errorf("exploring the changed source finds %v", proof.Err)
	}
	r, err := campaign.Run(context.Background(), q, c11.Model, campaign.Options{
		Strategy: func() interp.Strategy { return strategy.NewRandom(7) }, Runs: 100,
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Findings {
		t.Errorf("testing the changed source finds %v", f.Error)
	}
}

// TestInferOrdersRepeats looks at the number of workers, and at the end of the
// time.
func TestInferOrdersRepeats(t *testing.T) {
	p := compileC11(t, "mcs-lock")
	run := func(ctx context.Context, workers int) *fences.OrderResult {
		o := fences.Options{Tests: 300}
		o.Campaign.Workers = workers
		r, err := fences.InferOrders(ctx, p, c11.Model, o)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	one, three := run(context.Background(), 1), run(context.Background(), 3)
	if !slices.Equal(one.Minimal, three.Minimal) || one.Verdict != three.Verdict || one.Tried != three.Tried ||
		one.Caught != three.Caught || one.Executions != three.Executions {
		t.Errorf("with 1 worker %+v, with 3 %+v", one, three)
	}
	if one.Verdict.Proved || one.Verdict.Executions < 900 {
		t.Errorf("without a prover: %v", one.Verdict)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r := run(ctx, 1); r.Incomplete != "interrupted" {
		t.Errorf("incomplete: %q", r.Incomplete)
	}
}

// TestUnshownErrors infers orders when only the prover knows what is wrong.
func TestUnshownErrors(t *testing.T) {
	const store, load = "atomic_store_explicit(&z, 1, memory_order_relaxed);", "a = atomic_load_explicit(&z, memory_order_relaxed);"
	p := compileText(t, "t.c", threads(store, load, "0"))
	wrong := &interp.Error{Kind: interp.AssertionFailed}
	o := fences.Options{Tests: 50, Prove: func(_ context.Context, q *code.Program, _ *models.Model) fences.Proof {
		if q.Access[fences.OrderSites(q)[1].Site].Order == trace.Relaxed {
			return fences.Proof{Complete: true, Err: wrong}
		}
		return fences.Proof{Complete: true}
	}}
	r, err := fences.InferOrders(context.Background(), p, c11.Model, o)
	if err != nil {
		t.Fatal(err)
	}
	want := []fences.OrderChange{{OrderSite: fences.OrderSites(p)[1], From: trace.Relaxed, To: trace.Acquire}}
	if !slices.Equal(r.Changes, want) || r.Reasons[0].Error != wrong || r.Reasons[0].Witness != nil {
		t.Errorf("changes %v, reasons %+v", r.Changes, r.Reasons)
	}
	o.Prove = func(context.Context, *code.Program, *models.Model) fences.Proof { return fences.Proof{Err: wrong} }
	var infeasible *fences.OrderError
	if _, err := fences.InferOrders(context.Background(), p, c11.Model, o); !errors.As(err, &infeasible) {
		t.Errorf("error %v", err)
	}
}

// TestNoOrdersHelp infers orders for what is wrong for another reason.
func TestNoOrdersHelp(t *testing.T) {
	p := compileText(t, "t.c", threads("\tatomic_store_explicit(&z, 1, memory_order_relaxed); x = 1;", "\ta = x;", "0"))
	_, err := fences.InferOrders(context.Background(), p, c11.Model, fences.Options{Tests: 300})
	var infeasible *fences.OrderError
	if !errors.As(err, &infeasible) || infeasible.Err.Kind != interp.DataRace {
		t.Errorf("error %v", err)
	}
}

// TestOrderForms lowers the orders of operations of all forms, one at a time.
func TestOrderForms(t *testing.T) {
	const program = `#include <stdatomic.h>
#define STORE(v) atomic_store(&x, v)
#define ORDER memory_order_seq_cst
static _Atomic int x;
static atomic_flag f;
int main(void)
{
	int e = 0;
	atomic_store(&x, 1);                                 // 9
	atomic_store_explicit(&x, (1, 2), ORDER);            // 10
	e = atomic_load(&x) + atomic_exchange_explicit(&x, 3, memory_order_acq_rel);
	if (atomic_compare_exchange_strong(&x, &e, 4))       // 12
		atomic_compare_exchange_weak_explicit(&x, &e, 5, ORDER, memory_order_acquire);
	__atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);           // 14
	atomic_flag_clear(&f);                               // 15
	atomic_thread_fence(memory_order_seq_cst); /* a */   // 16
	if (e)
		atomic_thread_fence(memory_order_seq_cst);   // 18
	STORE(2);                                            // 19
	x = 5;                                               // 20
	__sync_fetch_and_add(&x, 1);                         // 21
	e = (atomic_thread_fence(memory_order_seq_cst), 1);  // 22
	return 0;
}
`
	p := compileText(t, "t.c", program)
	tests := []struct {
		line int
		to   trace.Order
		want string
	}{
		{9, trace.Release, "+	atomic_store_explicit(&x, 1, memory_order_release);                                 // 9"},
		{10, trace.Relaxed, "+	atomic_store_explicit(&x, (1, 2), memory_order_relaxed);            // 10"},
		{11, trace.Relaxed, "+	e = atomic_load_explicit(&x, memory_order_relaxed) + atomic_exchange_explicit(&x, 3, memory_order_relaxed);"},
		{12, trace.Relaxed, "+	if (atomic_compare_exchange_strong_explicit(&x, &e, 4, memory_order_relaxed, memory_order_relaxed))       // 12"},
		{13, trace.Acquire, "+		atomic_compare_exchange_weak_explicit(&x, &e, 5, memory_order_acquire, memory_order_acquire);"},
		{14, trace.Release, "+	__atomic_store_n(&x, 1, __ATOMIC_RELEASE);           // 14"},
		{15, trace.Release, "+	atomic_flag_clear_explicit(&f, memory_order_release);                               // 15"},
		{16, trace.AcqRel, "+	atomic_thread_fence(memory_order_acq_rel); /* a */   // 16"},
		{16, trace.Relaxed, ""},
		{18, trace.Relaxed, "+		;   // 18"},
		{19, trace.Release, "+#define STORE(v) atomic_store_explicit(&x, v, memory_order_release)"},
		{20, trace.Release, "+	atomic_store_explicit(&x, 5, memory_order_release);                                               // 20"},
		{21, trace.Relaxed, "+	__atomic_fetch_add(&x, 1, __ATOMIC_RELAXED);                         // 21"},
		{22, trace.Relaxed, "+	e = (1);  // 22"},
	}
	for _, test := range tests {
		var changes []fences.OrderChange
		for _, s := range fences.OrderSites(p) {
			if p.Sites[s.Site].Pos.Line == test.line {
				from := p.Access[s.Site].Order
				if s.Fail {
					from = p.Access[s.Site].Fail
				}
				if from != test.to {
					changes = append(changes, fences.OrderChange{OrderSite: s, From: from, To: test.to})
				}
			}
		}
		c, err := fences.WriteOrders(p, changes, cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := slices.DeleteFunc(changed(c.Diff), func(l string) bool { return l[0] == '-' })
		if all := strings.Join(append(got, c.Notes...), "\n"); all != test.want || len(c.Diff)+len(c.Notes) == 0 {
			t.Errorf("line %d, %s:\n%s\nwant\n%s", test.line, test.to, all, test.want)
		}
	}
}
