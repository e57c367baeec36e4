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

// threeAlike has twins.
var threeAlike = "static atomic_int x, y[2];\n" + fn("a", "for (int i = 0; i < 2; i++) { int v = atomic_load(&x); atomic_store(&y[v & 1], v + 1); }") +
	"int main(void) { pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, a, 0); for (int i = 0; i < 3; i++) pthread_join(t[i], 0); return 0; }"
