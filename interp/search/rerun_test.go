package search

import (
	"context"
	"errors"
	"testing"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/models/c11"
	"fencepost/trace"
)

// iriw is a program in which two threads see the stores of two others in different orders. With
// acquire loads RC11 allows that, with seq_cst ones it does not. No run of the machine of C11 has it.
const iriw = `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int a, b, c, d;
static void *set_x(void *arg) { x = 1; return arg; }
static void *set_y(void *arg) { y = 1; return arg; }
static void *x_first(void *arg) { a = atomic_load_explicit(&x, ORDER); b = y; return arg; }
static void *y_first(void *arg) { c = atomic_load_explicit(&y, ORDER); d = x; return arg; }
int main(void)
{
	void *(*all[])(void *) = { set_x, set_y, x_first, y_first };
	pthread_t t[4];
	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], 0, all[i], 0);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], 0);
	assert(!(a == 1 && b == 0 && c == 1 && d == 0));
}
`

func iriwWith(t *testing.T, order string) *code.Program {
	t.Helper()
	p, err := cfront.Compile("iriw.c", []byte(iriw), cfront.Options{Defines: []string{"ORDER=memory_order_" + order}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func errorUnder(t *testing.T, p *code.Program, m *axiom.Model) *explore.Counterexample {
	t.Helper()
	r, err := explore.Run(context.Background(), p, m, explore.Options{Workers: 1, Reductions: explore.AllReductions()})
	if err != nil || len(r.Errors) != 1 {
		t.Fatal(err, r)
	}
	return &r.Errors[0]
}

// TestShown says when an error that exploring found has an execution that shows it.
func TestShown(t *testing.T) {
	t.Parallel()
	ctx, p := context.Background(), iriwWith(t, "acquire")
	f := errorUnder(t, p, axiom.RC11)
	if _, _, err := explore.Linearise(ctx, p, c11.Model, interp.Options{}, f, &trace.Recorder{}); !errors.Is(err, explore.ErrNoRun) {
		t.Fatalf("the machine of C11 runs it: %v", err)
	}

	// C11: the explored execution.
	shown, err := Shown(ctx, p, c11.Model, interp.Options{}, f)
	if err != nil {
		t.Fatal(err)
	}
	w := shown.Witness
	if !w.Explored || w.Model != c11.Model || shown.Error != f.Error || shown.Count != int(f.Executions) {
		t.Errorf("%+v", shown)
	}
	x, err := Rerun(ctx, p, w)
	if err != nil || witness.Hash(x.Events) != w.Trace || len(x.Events) != w.Events {
		t.Errorf("the execution made again: %v, %v", x, err)
	}

	// Another error, another execution or another program: none.
	other := *f.Error
	other.Message = "another"
	if got, err := Shown(ctx, p, c11.Model, interp.Options{}, &explore.Counterexample{Error: &other, Witness: f.Witness}); err == nil {
		t.Errorf("an error that the execution does not end in: %+v", got)
	}
	strayed := *w
	strayed.Trace = "0" + w.Trace[1:] + "0"
	if _, err := Rerun(ctx, p, &strayed); !errors.Is(err, witness.ErrStrayed) {
		t.Errorf("an execution with another hash: %v", err)
	}
	if got, err := Shown(ctx, iriwWith(t, "seq_cst"), c11.Model, interp.Options{}, f); err == nil {
		t.Errorf("an execution that RC11 forbids: %+v", got)
	}

	// The machine of TSO runs all that its conditions allow. What it does not run is not shown.
	if got, err := Shown(ctx, p, models.TSO, interp.Options{}, f); !errors.Is(err, explore.ErrNoRun) {
		t.Errorf("under tso: %+v, %v", got, err)
	}
}
