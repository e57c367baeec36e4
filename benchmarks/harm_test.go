package benchmarks_test

import (
	"context"
	"fmt"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/benchmarks/testsize"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/predict"
)

// TestHarm measures how well predict.Causes ranks cycles before any is confirmed: the share of
// pairs, of a cycle that trials find buggy and one that they do not, in which the first comes
// first, and the place of the first buggy one, which must not be later than in the list.
func TestHarm(t *testing.T) {
	if !testsize.Whole() {
		t.Skip("it takes twelve seconds")
	}
	t.Parallel()
	for _, folder := range []string{"relaxer", "heldout"} {
		var ranked, listed harm
		for _, prog := range programtest.All(t, folder) {
			p := prog.Compile(t, "")
			r, err := phase2.Check(context.Background(), p, phase2.Options{
				Runs: 100, Trials: 5, Executions: 20, CountsOnly: true, Workers: 1,
				Models: models.Relaxed(), Predict: predict.Options{MaxLen: 4},
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range r.Models {
				if m.Buggy() == 0 || m.Buggy() == len(m.Cycles) || len(m.Cycles) < 4 {
					continue
				}
				buggy := map[int]bool{}
				var list, order []predict.Cycle
				for i := range m.Cycles {
					c := &m.Cycles[i]
					buggy[c.Cycle.Number] = c.HasBug()
					list = append(list, c.Cycle)
				}
				for _, cause := range predict.Causes(list, p.Sites) {
					order = append(order, cause.Cycles...)
				}
				if len(order) != len(list) {
					t.Fatalf("%s: %d cycles of %d are in groups", prog.Name(), len(order), len(list))
				}
				ranked.add(order, buggy)
				listed.add(list, buggy)
			}
		}
		t.Logf("%s: of %d lists: ranked %v, as listed %v", folder, ranked.lists, &ranked, &listed)
		if ranked.lists == 0 || ranked.places > listed.places {
			t.Errorf("%s: the first buggy cycle comes later than in the list", folder)
		}
	}
}

// A harm adds up how early buggy cycles come in lists.
type harm struct {
	lists, places, worst int     // places of the first buggy cycles
	shares               float64 // of pairs in which a buggy one comes before one that is not
}

func (h *harm) String() string {
	n := float64(h.lists)
	return fmt.Sprintf("place %.2f, at worst %d, share %.3f", float64(h.places)/n, h.worst, h.shares/n)
}

func (h *harm) add(list []predict.Cycle, buggy map[int]bool) {
	bad, right, first := 0, 0, 0
	for i, c := range list {
		if !buggy[c.Number] {
			right += bad
			continue
		}
		if bad++; bad == 1 {
			first = i + 1
		}
	}
	h.lists, h.places, h.worst = h.lists+1, h.places+first, max(h.worst, first)
	h.shares += float64(right) / float64(bad*(len(list)-bad))
}
