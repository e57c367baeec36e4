package lessons

import (
	"context"
	"slices"
	"testing"
)

// Every lesson has an answer that is neither all nor nothing, a game whose goal can be
// reached, a repair whose cheapest choice repairs, and a transfer with an answer.
func TestCourse(t *testing.T) {
	t.Parallel()
	list, err := All()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) == 0 {
		t.Fatal("no lessons")
	}
	ctx := context.Background()
	for _, l := range list {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			a, err := l.Answer(ctx)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s: has %v, lacks %v", l.Name, a.Has, a.Lacks)
			var right []int
			for i, o := range a.Options {
				t.Logf("  %s %v", o.Text, o.Right)
				if o.Right {
					right = append(right, i)
				}
			}
			if len(a.Options) < 2 || Score(a.Options, right) != len(a.Options) {
				t.Errorf("%+v", a.Options)
			}
			g, err := l.Program.Game(l.Play.Model, l.Play.Goal)
			if err != nil {
				t.Fatal(err)
			}
			moves, err := g.Solve(ctx, nil)
			if err != nil || moves == nil {
				t.Fatalf("the goal of the game is not reached: %v %v", moves, err)
			}
			t.Logf("  play %v", moves)
			if l.Repair != nil {
				r, err := l.OpenRepair()
				if err != nil {
					t.Fatal(err)
				}
				before, err := r.Try(ctx, r.Menu.Written())
				if err != nil || before.Repaired {
					t.Errorf("as written: %+v %v", before, err)
				}
				chosen, cost, err := r.Cheapest(ctx)
				if err != nil {
					t.Fatal(err)
				}
				after, err := r.Try(ctx, chosen)
				if err != nil || !after.Repaired || after.Cost != cost {
					t.Errorf("cheapest %v of %d: %+v %v", chosen, cost, after, err)
				}
				for i, s := range r.Menu.Slots {
					t.Logf("  %s %s %d %s: %v -> %s", s.Kind, s.Func, s.Line, s.Text, s.Options, s.Options[chosen[i]])
				}
				t.Logf("  cost %d", cost)
			}
			if l.Transfer != nil {
				options, err := l.Transfer.Answer(ctx)
				if err != nil || len(options) < 2 {
					t.Fatal(options, err)
				}
				t.Logf("  transfer %v", options)
			}
			if !slices.ContainsFunc(a.Options, func(o Option) bool { return o.Right }) {
				t.Error("nothing is right")
			}
		})
	}
}
