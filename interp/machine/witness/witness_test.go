package witness_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/witness"
	"fencepost/models"
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
	random := strategy.NewRandom(1)
	for run := range 50 {
		random.Begin(run)
		var rec trace.Recorder
		res := machine.Run(context.Background(), random, &rec)
		exit := res.Exit
		var file bytes.Buffer
		if err := witness.Of(machine, interp.Options{}, res, rec.Events).File(p, cfront.Options{}, 1).Write(&file); err != nil {
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

// failing returns errors of a program that random executions under TSO end in.
func failing(tb testing.TB, p *code.Program) []witness.Finding {
	tb.Helper()
	machine := interp.New(p, models.TSO, interp.Options{})
	random := strategy.NewRandom(1)
	var rec trace.Recorder
	for run := range 1000 {
		random.Begin(run)
		if res := machine.Run(context.Background(), random, &rec); res.Err != nil {
			return []witness.Finding{{Error: res.Err, Count: 1, Witness: witness.Of(machine, interp.Options{}, res, rec.Events)}}
		}
	}
	tb.Fatal("no execution ends in an error")
	return nil
}

// TestMinimise: a witness made smaller ends in the same error, replays, and is no
// longer; of the same witness it is always the same.
func TestMinimise(t *testing.T) {
	p := programtest.Compile(t, "relaxer/dekker.c")
	big := failing(t, p)[0].Witness
	machine := interp.New(p, models.TSO, interp.Options{})
	small := big.Minimise(context.Background(), machine, witness.Goal{})
	var rec trace.Recorder
	if _, err := small.Replay(context.Background(), p, &rec); err != nil || small.Error.Key() != big.Error.Key() {
		t.Errorf("%v, %v instead of %v", err, small.Error, big.Error)
	}
	if small.Events >= big.Events || witness.Hash(rec.Events) != small.Trace {
		t.Errorf("%d events of %d", small.Events, big.Events)
	}
	if again := big.Minimise(context.Background(), machine, witness.Goal{}); !slices.Equal(again.Choices, small.Choices) {
		t.Error("it is minimised in two ways")
	}
}

// Where no time was left to perform an execution again its witness has no hash, and is
// replayed all the same.
func TestWithoutHash(t *testing.T) {
	p := programtest.Compile(t, "relaxer/fig1.c")
	w := failing(t, p)[0].Witness
	w.Trace = ""
	var buf bytes.Buffer
	if err := w.File(p, cfront.Options{}, 1).Write(&buf); err != nil {
		t.Fatal(err)
	}
	f, err := witness.Read(&buf)
	if err != nil {
		t.Fatal(err)
	}
	var rec trace.Recorder
	if _, res, err := f.Replay(t.Context(), p, nil, &rec); err != nil || res.Err.Key() != w.Error.Key() {
		t.Errorf("%v: %+v", err, res)
	}
}

func TestReadErrors(t *testing.T) {
	p := programtest.Compile(t, "relaxer/fig1.c")
	var buf bytes.Buffer
	if err := failing(t, p)[0].Witness.File(p, cfront.Options{}, 1).Write(&buf); err != nil {
		t.Fatal(err)
	}
	good := buf.String()
	for name, c := range map[string]struct{ text, want string }{
		"empty":     {"", "unexpected end"},
		"truncated": {good[:len(good)/2], "byte"},
		"array":     {"[]", "cannot unmarshal"},
		"format":    {strings.Replace(good, "fencepost-witness", "x", 1), "not a witness file"},
		"version":   {strings.Replace(good, `"version": 1`, `"version": 9`, 1), "version 9"},
		"negative":  {strings.Replace(good, `"choices": [`, `"choices": [-1,`, 1), "negative"},
		"no files":  {`{"format":"fencepost-witness","version":1}`, "no source files"},
	} {
		_, err := witness.Read(strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
	f, err := witness.Read(strings.NewReader(good))
	if err != nil {
		t.Fatal(err)
	}
	f.Files[0].Text = strings.Replace(f.Files[0].Text, "== 1", "== 2", 1)
	if _, err := f.Compile(context.Background()); err == nil || !strings.Contains(err.Error(), "hash differs") {
		t.Errorf("changed sources: %v", err)
	}
	f, _ = witness.Read(strings.NewReader(good))
	f.Choices = f.Choices[:len(f.Choices)-1]
	var rec trace.Recorder
	if _, _, err := f.Replay(context.Background(), p, nil, &rec); err == nil {
		t.Error("a schedule that ends too early is replayed")
	}
}

// TestMutants changes witness files: one that is still accepted says the same.
func TestMutants(t *testing.T) {
	t.Parallel()
	p := programtest.Compile(t, "relaxer/fig1.c")
	var buf bytes.Buffer
	if err := failing(t, p)[0].Witness.File(p, cfront.Options{}, 1).Write(&buf); err != nil {
		t.Fatal(err)
	}
	want, err := witness.Read(bytes.NewReader(buf.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	accepted := 0
	r := rand.New(rand.NewPCG(1, 2))
	for range testsize.Count(300, 20_000) {
		text := programtest.Mutate(r, buf.Bytes())
		got, err := witness.Read(bytes.NewReader(text))
		if err != nil {
			continue
		}
		q, err := got.Compile(context.Background())
		if err != nil {
			continue
		}
		got.MaxSteps = min(got.MaxSteps, 1_000_000)
		var rec trace.Recorder
		if _, _, err := got.Replay(t.Context(), q, nil, &rec); err != nil {
			continue
		}
		accepted++
		got.Sum = want.Sum
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("accepted, and another:\n%s", text)
		}
	}
	if accepted == 0 {
		t.Error("no mutant is accepted")
	}
}

func FuzzRead(f *testing.F) {
	p := programtest.Compile(f, "relaxer/fig1.c")
	for _, finding := range failing(f, p) {
		var buf bytes.Buffer
		if err := finding.Witness.File(p, cfront.Options{}, 1).Write(&buf); err != nil {
			f.Fatal(err)
		}
		f.Add(buf.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		w, err := witness.Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		p, err := w.Compile(context.Background())
		if err != nil {
			return
		}
		w.MaxSteps = min(w.MaxSteps, 10_000)
		var rec trace.Recorder
		w.Replay(context.Background(), p, nil, &rec)
	})
}

// What goes wrong is followed in the program itself, also past the fences of the library.
func TestFollowItself(t *testing.T) {
	const src = `#include <pthread.h>
#include <stdatomic.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_int flag, waits;
static void *waiter(void *p)
{
	atomic_store_explicit(&waits, 1, memory_order_relaxed);
	syscall(SYS_futex, &flag, FUTEX_WAIT_PRIVATE, 0, 0, 0, 0);
	return p;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, waiter, 0);
	atomic_store(&flag, 1);
	if (atomic_load_explicit(&waits, memory_order_relaxed))
		syscall(SYS_futex, &flag, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
	pthread_join(t, 0);
	return 0;
}
`
	p, err := cfront.Compile("wake.c", []byte(src), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, machine := context.Background(), interp.New(p, c11.Model, interp.Options{})
	random, failed := strategy.NewRandom(1), 0
	for run := range 200 {
		random.Begin(run)
		res := machine.Run(ctx, random, nil)
		if res.Err == nil {
			continue
		}
		failed++
		rec := witness.Record(ctx, machine, slices.Clone(res.Choices()))
		again := rec.Follow(ctx, machine)
		if again == nil || again.Error.Error() != rec.Error.Error() {
			t.Fatalf("run %d: %v is followed to %v", run, rec.Error, again)
		}
	}
	if failed == 0 {
		t.Error("no run fails")
	}
}
