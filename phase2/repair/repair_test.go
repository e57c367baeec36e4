package repair_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/interp"
	"fencepost/interp/hardware/litmus"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/phase2"
	"fencepost/phase2/fences"
	"fencepost/phase2/repair"
)

// The cheapest choice costs what fences infers of the program, and proves right.
func TestCheapest(t *testing.T) {
	t.Parallel()
	prove := fences.Explorer(interp.Options{}, 100_000, false)
	for _, file := range []string{"verdicts/mailbox_both.c", "verdicts/rcu_publish.c", "verdicts/spsc_tail.c", "verdicts/hazard_release.c"} {
		p := programtest.Compile(t, file)
		menu := repair.New(p, c11.Model)
		chosen, cost, err := menu.Cheapest(context.Background())
		if err != nil {
			t.Fatal(file, err)
		}
		o := fences.Options{Campaign: phase2.Options{Seed: 1}, Prove: prove, Strengthen: true}
		r, err := fences.InferOrders(context.Background(), p, c11.Model, o)
		if err != nil || cost > r.Cost {
			t.Errorf("%s: a cheapest choice costs %d, inferred is %d: %v", file, cost, r.Cost, err)
		}
		changed, _, err := menu.Apply(chosen)
		if err != nil {
			t.Fatal(err)
		}
		if proof := prove(context.Background(), changed, c11.Model); proof.Err != nil || !proof.Complete {
			t.Errorf("%s: %+v", file, proof)
		}
		if proof := prove(context.Background(), p, c11.Model); proof.Err == nil {
			t.Errorf("%s: nothing is wrong as it is written", file)
		}
	}
}

// A menu has the orders of each access and a fence for each gap.
func TestMenu(t *testing.T) {
	t.Parallel()
	test, err := litmus.Parse("MP.litmus", []byte(`C MP
{}
P0(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_release);
}
P1(atomic_int *x, atomic_int *y) {
  int r0 = atomic_fetch_add_explicit(y, 1, memory_order_relaxed);
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
}
exists (1:r0=1 /\ 1:r1=0)
`))
	if err != nil {
		t.Fatal(err)
	}
	p := test.Forbidding(test.Condition)
	show := func(m *repair.Menu) (list []string) {
		for _, s := range m.Slots {
			list = append(list, s.Kind+" "+s.Func+" "+strings.Join(s.Options, ",")+" "+s.Options[s.Written])
		}
		return list
	}
	want := []string{
		"order P0 relaxed,release,seq_cst relaxed",
		"fence P0 none,acquire,release,acq_rel,seq_cst none",
		"order P0 relaxed,release,seq_cst release",
		"order P1 relaxed,acquire,release,acq_rel,seq_cst relaxed",
		"fence P1 none,acquire,release,acq_rel,seq_cst none",
		"order P1 relaxed,acquire,seq_cst relaxed",
	}
	menu := repair.New(p, c11.Model)
	if got := show(menu); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := show(repair.New(p, models.PSLO)); !slices.Equal(got, []string{"fence P0 none,ll,ss,sl none", "fence P1 none,ll,ss,sl none"}) {
		t.Errorf("%q", got)
	}
	for _, wrong := range [][]int{nil, {0, 0, 0, 0, 0, 3}, {-1, 0, 0, 0, 0, 0}, make([]int, 7)} {
		if _, _, err := menu.Apply(wrong); err == nil {
			t.Errorf("%v is a choice", wrong)
		}
	}
	chosen, cost, err := menu.Cheapest(context.Background())
	if err != nil || cost != 2 || chosen[3] != 1 {
		t.Errorf("%v costs %d: %v", chosen, cost, err)
	}
	if _, err := repair.Lookup("z80"); err == nil {
		t.Error("there are repairs under z80")
	}
}
