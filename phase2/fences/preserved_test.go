package fences

import (
	"slices"
	"testing"

	"fencepost/models"
	"fencepost/trace"
)

// What a model keeps of program order: of one location all but a store before a load, and before
// and behind a free, which acts on all locations of its block, what it keeps before a join and behind a creation.
func TestPreserved(t *testing.T) {
	t.Parallel()
	store, load, free := node{kind: trace.Store, loc: 1}, node{kind: trace.Load, loc: 2}, node{kind: trace.Free, loc: -1}
	for _, c := range []struct {
		model *models.Model
		a, b  node
		want  bool
	}{
		{models.SC, store, free, true},
		{models.TSO, store, free, false},
		{models.TSO, load, free, true},
		{models.TSO, free, load, true},
		{models.TSO, free, store, true},
		{models.PSO, store, free, false},
		{models.PSO, free, load, true},
		{models.PSLO, load, free, true},
		{models.PSLO, free, load, false},
		{models.PSLO, free, store, true},
		{models.PSO, store, store, true},
		{models.PSO, store, node{kind: trace.Store, loc: 2}, false},
		{models.PSLO, load, load, true},
		{models.PSLO, load, node{kind: trace.Load, loc: 1}, false},
		{models.TSO, store, node{kind: trace.Load, loc: 1}, false},
		{models.SC, store, node{kind: trace.Load, loc: 1}, true},
	} {
		o := &order{model: c.model}
		if got := o.preserved(&c.a, &c.b); got != c.want {
			t.Errorf("%s keeps %s before %s: %v, want %v", c.model.Name, c.a.kind, c.b.kind, got, c.want)
		}
	}
}

// A fence that would forbid the execution leaves the order as it was.
func TestRefusedFenceLeavesNoTrace(t *testing.T) {
	t.Parallel()
	refused := 0
	for _, body := range [][2]string{
		{"x = 1; y;", "y = 1; x;"}, {"x = 1; y = 1;", "y; x;"}, {"x = 1; y = 2;", "y = 1; x = 2;"},
		{"for (int i = 0; i < 2; i++) { x = i + 1; y; }", "y = 1; x;"},
		// The fence is added after the store of z, and forbids the execution after that of x.
		{"y = 1; x; z;", "for (int i = 0; i < 2; i++) { *(i ? &x : &z) = 1; y; }"},
		{"for (int i = 0; i < 2; i++) { *(i ? &x : &z) = 1; y; }", "y = 1; x; z;"},
	} {
		p := twoThreads(t, body[0], body[1])
		for _, m := range models.Relaxed() {
			for _, o := range executions(t, p, p, m) {
				for _, pl := range placements(p, m) {
					c := o.clone()
					for _, f := range pl {
						before := slices.Clone(c.reach)
						if c.try(f) {
							continue
						}
						if refused++; !slices.Equal(c.reach, before) || c.cyclic {
							t.Fatalf("%q under %s: %s leaves a trace", body, m.Name, Placement{Add: pl}.Describe(p))
						}
					}
				}
			}
		}
	}
	if refused < 20 {
		t.Errorf("only %d fences were refused", refused)
	}
}
