package bias

import (
	"context"
	"slices"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/models"
	"fencepost/trace"
)

// TestPrefixes finds the instances of the cycles of a list in which rare paths
// matter: each is one of its cycle, executions that begin with its prefix do what it
// did, and where it is clear they hardly ever miss the cycle.
func TestPrefixes(t *testing.T) {
	ctx := context.Background()
	p := programtest.Compile(t, "relaxer/harris.c")
	pr, o := predicted(t, p)
	w := newRunner(p, models.PSO, o)
	clear, made := 0, 0
	for _, c := range pr.Cycles(models.PSO) {
		w.seekInstances(ctx, c)
		w.Aim(c)
		b := w.hardware
		h := b.prefixes
		for k := range h.instances[:min(len(h.instances), 4)] {
			s := &h.instances[k]
			checkInstance(t, h, c.Sites, s)
			b.aim(c, 0, uint64(k))
			b.replay = prefixReplay{steps: h.runs[s.run], instance: s, n: len(c.Sites), end: int(slices.Max(s.events[:len(c.Sites)]))}
			w.machine.Run(ctx, b, &b.observer)
			checkFollowed(t, &b.replay, b.observer.Events)
			if s.rank == clearRank(len(c.Sites)) {
				clear++
				if w.Holds(b.observer.Events) {
					made++
				}
			}
		}
	}
	if clear == 0 || made*10 < clear*8 {
		t.Errorf("of %d prefixes of clear instances %d made the cycle", clear, made)
	}
}

func checkInstance(t *testing.T, h *prefixes, sites []int32, s *instance) {
	n, steps := len(sites), h.runs[s.run]
	at := func(j int) *siteStep {
		list := h.sites[sites[j]].stepsOf(s.run)
		return &list[slices.IndexFunc(list, func(e siteStep) bool { return e.at == s.events[j] })]
	}
	for j := range n {
		a, b := s.events[j], s.events[(j+1)%n]
		e, next := steps[a], steps[b]
		if e.site != sites[j] {
			t.Fatalf("%v: event %d is of site %d", sites, j, e.site)
		}
		if j%2 == 0 && (e.thread != next.thread || a > b) {
			t.Fatalf("%v: events %d and %d are not in program order", sites, j, j+1)
		}
		if j%2 == 1 && !at(j).races(at((j+1)%n)) {
			t.Fatalf("%v: event %d does not race with the next", sites, j)
		}
	}
}

// checkFollowed compares the first events, but for commits, with the steps followed.
func checkFollowed(t *testing.T, q *prefixReplay, events []trace.Event) {
	k := 0
	for i := range events {
		if e := &events[i]; e.Kind != trace.Commit && k < q.at {
			if s := &q.steps[k]; s.thread != e.Thread || s.site != e.Site {
				t.Fatalf("step %d of %d is of thread %d, site %d; the prefix has %d, %d", k, q.at, e.Thread, e.Site, s.thread, s.site)
			}
			k++
		}
	}
	if k != q.at {
		t.Fatalf("%d steps, but %d were followed", k, q.at)
	}
}
