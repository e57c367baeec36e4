package phase2

import (
	"context"
	"slices"
	"testing"

	"fencepost/models"
	"fencepost/trace"
)

// TestRehearsals finds the scenes of the cycles of a list in which rare paths
// matter: each is one of its cycle, executions that rehearse it do what it did,
// and where it is clear they hardly ever miss the cycle.
func TestRehearsals(t *testing.T) {
	ctx := context.Background()
	p := compile(t, "harris.c")
	o := Options{Executions: 2}
	o.fill()
	_, pr, err := Predict(ctx, p, o)
	if err != nil {
		t.Fatal(err)
	}
	w := newWorker(p, models.PSO, &o)
	clear, made := 0, 0
	for _, c := range pr.Cycles(models.PSO) {
		w.rehearse(ctx, c)
		w.seek(c)
		h := w.bias.rehearsals
		for k := range h.scenes[:min(len(h.scenes), 4)] {
			s := &h.scenes[k]
			checkScene(t, c.Sites, s)
			w.aim(ctx, c, 0, nil, uint64(k))
			w.bias.cue = cue{steps: s.run.steps, scene: s, n: len(c.Sites), end: int(slices.Max(s.events[:len(c.Sites)]))}
			w.machine.Run(ctx, w.bias, &w.bias.trail)
			checkFollowed(t, &w.bias.cue, w.bias.trail.Events)
			if s.rank == clearRank(len(c.Sites)) {
				clear++
				if w.holds(w.bias.trail.Events) {
					made++
				}
			}
		}
	}
	if clear == 0 || made*10 < clear*8 {
		t.Errorf("of %d rehearsals of clear scenes %d made the cycle", clear, made)
	}
}

func checkScene(t *testing.T, sites []int32, s *scene) {
	n := len(sites)
	for j := range n {
		a, b := s.events[j], s.events[(j+1)%n]
		e, next := s.run.steps[a], s.run.steps[b]
		if e.site != sites[j] {
			t.Fatalf("%v: event %d is of site %d", sites, j, e.site)
		}
		if j%2 == 0 && (e.thread != next.thread || a > b) {
			t.Fatalf("%v: events %d and %d are not in program order", sites, j, j+1)
		}
		if j%2 == 1 && !s.run.races(a, b) {
			t.Fatalf("%v: event %d does not race with the next", sites, j)
		}
	}
}

// checkFollowed compares the first events, but for commits, with the steps followed.
func checkFollowed(t *testing.T, q *cue, events []trace.Event) {
	k := 0
	for i := range events {
		if e := &events[i]; e.Kind != trace.Commit && k < q.at {
			if s := &q.steps[k]; s.thread != e.Thread || s.site != e.Site {
				t.Fatalf("step %d of %d is of thread %d, site %d; rehearsed were %d, %d", k, q.at, e.Thread, e.Site, s.thread, s.site)
			}
			k++
		}
	}
	if k != q.at {
		t.Fatalf("%d steps, but %d were followed", k, q.at)
	}
}
