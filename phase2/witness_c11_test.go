package phase2

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"fencepost/interp"
	"fencepost/interp/cfront"
	"fencepost/interp/strategy"
	"fencepost/interp/witness"
	"fencepost/models/c11"
	"fencepost/trace"
)

// A witness of an execution under C11 is replayed as it was; one of an
// exhaustive search is refused.
func TestC11Witness(t *testing.T) {
	const src = `#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int r1, r2;
static void *left(void *p) { atomic_store_explicit(&x, 1, memory_order_relaxed); r1 = atomic_load_explicit(&y, memory_order_relaxed); return p; }
static void *right(void *p) { atomic_store_explicit(&y, 1, memory_order_relaxed); r2 = atomic_load_explicit(&x, memory_order_relaxed); return p; }
int main(void)
{
	pthread_t a, b;
	pthread_create(&a, 0, left, 0);
	pthread_create(&b, 0, right, 0);
	pthread_join(a, 0);
	pthread_join(b, 0);
	return r1 + r2;
}
`
	p, err := cfront.Compile("sb.c", []byte(src), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	machine := interp.New(p, c11.Model, interp.Options{})
	sampler := NewSampler(p, c11.Model, Options{})
	random := strategy.NewRandom(1)
	for run := range 50 {
		random.Begin(run)
		var rec trace.Recorder
		res := machine.Run(context.Background(), random, &rec)
		exit := res.Exit
		var file bytes.Buffer
		if err := sampler.Witness(res, rec.Events).Write(&file, p, cfront.Options{}, 1); err != nil {
			t.Fatal(err)
		}
		text := file.String()
		w, err := witness.Read(&file)
		if err != nil {
			t.Fatal(err)
		}
		var again trace.Recorder
		if _, res, err := w.Replay(context.Background(), p, nil, &again); err != nil || res.Exit != exit {
			t.Fatalf("run %d: exit status %d, want %d: %v", run, res.Exit, exit, err)
		}
		w, err = witness.Read(strings.NewReader(strings.Replace(text, `"format"`, `"explored": true, "format"`, 1)))
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := w.Replay(context.Background(), p, nil, &again); err == nil {
			t.Fatal("an explored execution is replayed as a run")
		}
	}
}
