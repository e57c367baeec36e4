package explore_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"reflect"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/machine/work"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// TestResume: a search that bounds and budgets stop again and again has the report of a search that
// nothing stops, and explores no execution twice.
func TestResume(t *testing.T) {
	t.Parallel()
	stopped, once := 0, 0
	searches := testsize.Count(200, 200)
	for seed := range uint64(searches) {
		r := rand.New(rand.NewPCG(seed, 31))
		src := programOf(r, 2+r.IntN(2))
		switch seed % 3 {
		case 1:
			src = randomCommuting(r)
		case 2:
			src = threeAlike
		}
		p := compile(t, src)
		m := axiom.All()[int(seed)%len(axiom.All())]
		o := explore.Options{Workers: 1, Reductions: explore.AllReductions(),
			Outcome: func(dst []byte, x *explore.Execution) []byte { return append(dst, finals(p, x.Final)...) }}
		want := explored(t, p, m, o)
		if want.Executions+want.Blocked > 20_000 {
			continue
		}
		meter := work.NewMeter()
		o.Machine.Work = meter
		s := explore.NewSearch(p, m, o)
		for most := int64(1 + r.IntN(3)); ; most += int64(1 + r.IntN(300)) {
			ctx, done := meter.Limit(context.Background(), int64(1+r.IntN(20_000)))
			got, err := s.Run(ctx, most)
			done()
			if err != nil {
				t.Fatal(err)
			}
			if got.Complete {
				break
			}
			stopped++
		}
		got, err := s.Run(context.Background(), 0)
		if err != nil {
			t.Fatal(err)
		}
		begun, executions := s.Effort()
		switch {
		case errorKeys(got) != errorKeys(want) || !got.Complete || !maps.EqualFunc(got.Outcomes, want.Outcomes, func(int64, int64) bool { return true }):
			t.Errorf("%s:\n%s\n%+v\n%+v", m.Name, src, got, want)
		case begun > 1: // the bound affects which of the two ways of twins is taken
		case !reflect.DeepEqual(got, want), executions != want.Executions+want.Blocked+want.Bounded:
			t.Errorf("%s:\n%s\n%+v\n%d executions of %+v", m.Name, src, got, executions, want)
		default:
			once++
		}
	}
	if stopped < searches/2 || once < searches*3/20 {
		t.Errorf("%d searches stopped, %d began once", stopped, once)
	}
}

// A budget stops a search between two executions, so that it does not begin anew.
func TestBudgetBetweenExecutions(t *testing.T) {
	t.Parallel()
	// An execution has more checks than there are between two looks at the context.
	p := compile(t, "static atomic_int x, y;\n"+
		fn("a", "int n = 0; for (int i = 0; i < 40; i++) { atomic_store(&y, i); n += atomic_load(&y); } atomic_store(&x, n);")+
		fn("b", "for (int i = 0; i < 4; i++) atomic_load(&x); atomic_store(&x, 1);")+
		fn("c", "for (int i = 0; i < 4; i++) atomic_load(&x);")+
		"int main(void) { pthread_t t[3]; pthread_create(&t[0], 0, a, 0); pthread_create(&t[1], 0, b, 0); pthread_create(&t[2], 0, c, 0);"+
		" for (int i = 0; i < 3; i++) pthread_join(t[i], 0); return 0; }")
	for _, m := range axiom.All() {
		efforts := map[bool]int{}
		for _, stops := range []bool{false, true} {
			meter := work.NewMeter()
			o := explore.Options{Workers: 1, Reductions: explore.AllReductions()}
			o.Machine.Work = meter
			s := explore.NewSearch(p, m, o)
			for n := 0; ; n++ {
				ctx, done := context.Background(), func() {}
				if stops {
					ctx, done = meter.Limit(ctx, 5000)
				}
				r, err := s.Run(ctx, 0)
				if done(); err != nil {
					t.Fatal(err)
				}
				if r.Complete {
					break
				}
				if n > 10_000 {
					t.Fatal("the search does not end")
				}
			}
			efforts[stops], _ = s.Effort()
		}
		if efforts[true] != efforts[false] {
			t.Errorf("%s: begun %d times, without a budget %d times", m.Name, efforts[true], efforts[false])
		}
	}
}

// threeAlike has twins.
var threeAlike = "static atomic_int x, y[2];\n" + fn("a", "for (int i = 0; i < 2; i++) { int v = atomic_load(&x); atomic_store(&y[v & 1], v + 1); }") +
	"int main(void) { pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, a, 0); for (int i = 0; i < 3; i++) pthread_join(t[i], 0); return 0; }"
