package phase2

import (
	"context"
	"testing"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/trace"
)

func compileText(tb testing.TB, src string) *code.Program {
	tb.Helper()
	p, err := cfront.Compile("t.c", []byte("#include <assert.h>\n#include <fencepost.h>\n"+src), cfront.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func errorAt(line int) *interp.Error {
	return &interp.Error{Kind: interp.AssertionFailed, Pos: trace.Pos{File: "t.c", Line: line, Col: 1}}
}

// Every other recorded execution is PCT's, in which a thread may be far ahead of another.
func TestRecordingTakesTurns(t *testing.T) {
	t.Parallel()
	s := newRecording(1)
	for run := range 6 {
		s.Begin(run)
		if pct := s.current == interp.Strategy(s.pct); pct != (run%2 == 1) {
			t.Errorf("execution %d is PCT's: %v", run, pct)
		}
	}
}

// If the first executions have no end no more are recorded; if one has, all are.
func TestRecordingOfEndlessPrograms(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]int{
		"int x; int main(void) { for (;;) x = x + 1; }":                                   giveUp,
		"int x; int main(void) { if (nondet_range(0, 1)) return 0; for (;;) x = x + 1; }": 30,
	} {
		o := Options{Runs: 30, Trials: 1, Models: []*models.Model{models.TSO}}
		o.Machine.MaxSteps = 100
		o.fill()
		r := &Report{Program: compileText(t, src), Options: o}
		record(context.Background(), r)
		if r.SC.Runs != want {
			t.Errorf("%s: %d executions, want %d", src, r.SC.Runs, want)
		}
	}
}

// Of an error the shortest execution is kept, whichever came first, and all are counted.
func TestShortestFinding(t *testing.T) {
	t.Parallel()
	o := Options{}
	o.fill()
	w := newWorker(compileText(t, "int main(void) { return 0; }"), models.SC, &o)
	s := strategy.NewRandom(1)
	s.Begin(0)
	var list []witness.Finding
	for _, steps := range []int{5, 7, 3, 4} {
		res := w.machine.Run(context.Background(), s, nil)
		res.Steps = steps
		list = w.addFinding(list, errorAt(2), res, nil)
	}
	if len(list) != 1 || list[0].Count != 4 || list[0].Witness.Steps != 3 {
		t.Errorf("%d findings, the first %d times, of %d steps; want one, 4 times, of 3 steps", len(list), list[0].Count, list[0].Witness.Steps)
	}
}

// An error that sequential consistency shows is none of a model, nor of a cycle.
func TestDropSequential(t *testing.T) {
	t.Parallel()
	found := func(lines ...int) (list []witness.Finding) {
		for _, l := range lines {
			list = append(list, witness.Finding{Error: errorAt(l), Count: 1})
		}
		return list
	}
	cycle := func(line int) Confirmation {
		return Confirmation{Buggy: 1, Error: errorAt(line), BuggyWitness: &witness.Witness{}}
	}
	r := &Report{Models: []ModelReport{{Model: models.TSO, Errors: found(1, 2, 3), Cycles: []Confirmation{cycle(2), cycle(3)}}}}
	r.SC.Errors = found(2)
	r.DropSequential()
	m := &r.Models[0]
	if len(m.Errors) != 2 || m.Errors[0].Error.Pos.Line != 1 || m.Errors[1].Error.Pos.Line != 3 {
		t.Errorf("%d errors are left: %v", len(m.Errors), m.Errors)
	}
	if a, b := &m.Cycles[0], &m.Cycles[1]; a.HasBug() || a.Buggy != 0 || !b.HasBug() || b.Buggy != 1 {
		t.Errorf("cycles of an error that sequential consistency shows, and of another: %v, %v have a bug", a.HasBug(), b.HasBug())
	}
}

// A look tells that every execution goes wrong only if all that it made did.
func TestLook(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]bool{
		"int main(void) { assert(0); }":                                  true,
		"int main(void) { assert(nondet_range(0, 3) == 0); }":            false,
		"int main(void) { assert(nondet_range(0, 1000000) < 3000000); }": false,
	} {
		c := Begin(compileText(t, src), Options{Models: []*models.Model{models.TSO}})
		if got := c.Look(context.Background()); got != want {
			t.Errorf("%s: always wrong %v, want %v", src, got, want)
		}
	}
}

// An execution in which an assumption does not hold confirms no cycle.
func TestAssumedConfirmsNothing(t *testing.T) {
	t.Parallel()
	const program = `
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_assume(int);
static atomic_int x, y;
static int a, b;
#define RELAXED memory_order_relaxed
static void *f(void *p) { atomic_store_explicit(&x, 1, RELAXED); a = atomic_load_explicit(&y, RELAXED); return p; }
static void *g(void *p) { atomic_store_explicit(&y, 1, RELAXED); b = atomic_load_explicit(&x, RELAXED); return p; }
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, f, 0);
	pthread_create(&u, 0, g, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	__VERIFIER_assume(`
	for condition, want := range map[string]int{"1": 1, "a || b": 0} {
		r, err := Check(context.Background(), compileText(t, program+condition+");\n\treturn 0;\n}\n"), Options{Models: []*models.Model{models.TSO}})
		if err != nil {
			t.Fatal(err)
		}
		if m := r.Models[0]; m.UnderModel != 1 || m.Confirmed() != want {
			t.Errorf("assumed %s: %d of %d cycles confirmed; want %d of 1", condition, m.Confirmed(), m.UnderModel, want)
		}
	}
}
