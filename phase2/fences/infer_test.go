package fences_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/phase2/fences"
	"fencepost/trace"
)

func infer(t *testing.T, p *code.Program, m *models.Model, o fences.Options) *fences.Result {
	t.Helper()
	r, err := fences.Infer(context.Background(), p, m, o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Incomplete != "" || !r.Exact || r.Verdict.Executions == 0 {
		t.Errorf("incomplete: %q, exact: %v, %s", r.Incomplete, r.Exact, r.Verdict)
	}
	for _, rem := range r.Removals {
		if rem.Witness == nil {
			t.Errorf("nothing shows why %s is needed", rem.Fence.Describe(p))
		} else if _, ok := fences.Rebase(context.Background(), rem.Witness, rem.Program); !ok {
			t.Errorf("the witness for %s does not replay", rem.Fence.Describe(p))
		}
	}
	return r
}

// TestInferDekker wants the store-load fences between each store of a flag and
// the read of the other, and no other, under TSO.
func TestInferDekker(t *testing.T) {
	t.Parallel()
	p := compile(t, "dekker.c")
	r := infer(t, p, models.TSO, fences.Options{})
	lines := roles(t, "dekker.c")
	placed := places(p, r.Placement, lines)
	for _, thread := range [][][]string{
		{{"after 1 sl", "after 7 sl"}, {"before 2 sl"}},
		{{"after 11 sl", "after 17 sl"}, {"before 12 sl"}},
	} {
		ok := false
		for _, set := range thread {
			rest := slices.DeleteFunc(slices.Clone(placed), func(s string) bool { return slices.Contains(set, s) })
			if len(rest) == len(placed)-len(set) {
				placed, ok = rest, true
				break
			}
		}
		if !ok {
			t.Errorf("a thread has too few fences: %v", places(p, r.Placement, lines))
		}
	}
	if len(placed) > 0 {
		t.Errorf("needless fences: %v", placed)
	}
	apply(t, p, r, cfront.Options{})
	for i, rem := range r.Removals {
		without := fences.Placement{Add: slices.Delete(slices.Clone(r.Placement.Add), i, i+1)}
		c, err := fences.Write(p, without, cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if w, ok := fences.Rebase(context.Background(), rem.Witness, c.Program); !ok || w.Error == nil {
			t.Errorf("the witness for %s does not replay in the source without it", rem.Fence.Describe(p))
		}
	}
}

// TestInferBakery wants a fence between choosing[i]=1 and the read of
// number[j], and one between number[i]= and the read of choosing[j].
func TestInferBakery(t *testing.T) {
	t.Parallel()
	p := compile(t, "bakery.c")
	r := infer(t, p, models.TSO, fences.Options{})
	placed := places(p, r.Placement, roles(t, "bakery.c"))
	first := []string{"after 1 sl", "before 2 sl"}
	second := []string{"after 3 sl", "before 4 sl", "after 4 sl", "before 5 sl"}
	if len(placed) != 2 || !slices.Contains(first, placed[0]) || !slices.Contains(second, placed[1]) {
		t.Errorf("fences %v", placed)
	}
	apply(t, p, r, cfront.Options{})
}

// TestInferKinds infers placements for the weaker models, and wants of each the
// kinds of fences that the program is known to need.
func TestInferKinds(t *testing.T) {
	tests := []struct {
		name  string
		model *models.Model
		kinds []trace.FenceKind // ascending
		least int               // store-load fences
	}{
		{"dekker.c", models.PSO, []trace.FenceKind{trace.StoreStore, trace.StoreLoad}, 2},
		{"dekker.c", models.PSLO, []trace.FenceKind{trace.LoadLoad, trace.StoreStore, trace.StoreLoad}, 2},
		{"bakery.c", models.PSO, []trace.FenceKind{trace.StoreStore, trace.StoreLoad}, 2},
		{"bakery.c", models.PSLO, []trace.FenceKind{trace.LoadLoad, trace.StoreStore, trace.StoreLoad}, 2},
		{"msn.c", models.TSO, nil, 0},
		{"msn.c", models.PSO, []trace.FenceKind{trace.StoreStore}, 0},
		{"msn.c", models.PSLO, []trace.FenceKind{trace.LoadLoad, trace.StoreStore}, 0},
		{"ms2.c", models.PSO, []trace.FenceKind{trace.StoreStore}, 0},
		{"ms2.c", models.PSLO, []trace.FenceKind{trace.LoadLoad, trace.StoreStore}, 0},
		{"lazylist.c", models.PSO, []trace.FenceKind{trace.StoreStore}, 0},
		{"lazylist.c", models.PSLO, []trace.FenceKind{trace.LoadLoad, trace.StoreStore}, 0},
		{"harris.c", models.PSO, []trace.FenceKind{trace.StoreStore}, 0},
		{"harris.c", models.PSLO, []trace.FenceKind{trace.LoadLoad, trace.StoreStore}, 0},
		{"snark.c", models.PSO, []trace.FenceKind{trace.StoreStore}, 0},
		{"snark.c", models.PSLO, []trace.FenceKind{trace.LoadLoad, trace.StoreStore}, 0},
	}
	// Those that take longest, and show the same kinds as others.
	long := []string{"lazylist.c pso", "lazylist.c pslo", "snark.c pso", "snark.c pslo", "harris.c pso", "bakery.c pslo", "dekker.c pso"}
	for _, test := range testsize.Part(4, tests) {
		if slices.Contains(long, test.name+" "+test.model.Name) && !testsize.Long() {
			continue
		}
		t.Run(test.name+" "+test.model.Name, func(t *testing.T) {
			t.Parallel()
			p := compile(t, test.name)
			o := fences.Options{}
			if test.least == 0 {
				o.Rounds = 1 // what these programs can do wrong shows up soon
			}
			r := infer(t, p, test.model, o)
			var kinds []trace.FenceKind
			storeLoad := 0
			for _, f := range r.Placement.Add {
				kinds = append(kinds, f.Kind)
				if f.Kind == trace.StoreLoad {
					storeLoad++
				}
			}
			slices.Sort(kinds)
			if kinds = slices.Compact(kinds); !slices.Equal(kinds, test.kinds) || storeLoad < test.least {
				t.Errorf("fences %s", r.Placement.Describe(p))
			}
			apply(t, p, r, cfront.Options{})
		})
	}
}

// TestInferRobust wants no violation of SC, though none is an error.
func TestInferRobust(t *testing.T) {
	p := compileText(t, "t.c", threads("\tx = 1;\n\tint r = y;\n\ta = r;", "\ty = 1;\n\tint r = x;\n\tb = r;", "a == 7"))
	if r := infer(t, p, models.TSO, fences.Options{}); len(r.Placement.Add) != 0 {
		t.Errorf("fences without need: %s", r.Placement.Describe(p))
	}
	r := infer(t, p, models.TSO, fences.Options{Robust: true})
	if got := r.Placement.Describe(p); got != "after:t.c:9:2=sl, after:t.c:16:2=sl" {
		t.Errorf("fences %s", got)
	}
}

// TestInferWeights makes the cheaper place depend on the weights: one
// store-load fence in place of a store-store and a load-load fence.
func TestInferWeights(t *testing.T) {
	p := compileText(t, "t.c", messagePassing)
	r := infer(t, p, models.PSLO, fences.Options{})
	if got := r.Placement.Describe(p); got != "after:t.c:9:2=ss, before:t.c:16:6=ll" && got != "after:t.c:9:2=ss, after:t.c:15:4=ll" && got != "after:t.c:9:2=ss, after:t.c:15:2=ll" {
		t.Errorf("fences %s", got)
	}
	r = infer(t, p, models.PSLO, fences.Options{Weights: &fences.Weights{trace.LoadLoad: 50, trace.StoreStore: 50, trace.StoreLoad: 1}})
	for _, f := range r.Placement.Add {
		if f.Kind != trace.StoreLoad {
			t.Errorf("fences %s", r.Placement.Describe(p))
		}
	}
}

func TestInferSCBug(t *testing.T) {
	p := compileText(t, "t.c", threads("\tx = 1;", "\ta = x;", "a == 1"))
	_, err := fences.Infer(context.Background(), p, models.TSO, fences.Options{})
	var sc *fences.SCError
	if !errors.As(err, &sc) || !strings.Contains(err.Error(), "sequential consistency") {
		t.Errorf("error %v", err)
	}
}

// TestInferProver takes the word of a prover, and its counterexamples, be their
// events known or not.
func TestInferProver(t *testing.T) {
	for _, events := range []bool{false, true} {
		testProver(t, events)
	}
}

func testProver(t *testing.T, tell bool) {
	t.Helper()
	p := compileText(t, "t.c", storeBuffering)
	o := fences.Options{Random: 1, Rounds: 1}
	o.Campaign.Trials = 1
	asked := 0
	o.Prove = func(_ context.Context, q *code.Program, m *models.Model) fences.Proof {
		asked++
		proof := fences.Proof{Complete: true}
		explore(t, q, m, func(res *interp.Result, events []trace.Event) {
			if res.Err != nil && proof.Err == nil {
				if proof.Err = res.Err; tell {
					proof.Run = &witness.Recording{Error: res.Err, Events: slices.Clone(events)}
				}
			}
		})
		return proof
	}
	r := infer(t, p, models.TSO, o)
	if !r.Verdict.Proved || asked == 0 || len(r.Placement.Add) != 2 {
		t.Errorf("%s, asked %d times: %s", r.Verdict, asked, r.Placement.Describe(p))
	}
}

// TestInferRobustProver asks the prover whether all executions are of SC, and
// goes on if it knows one that testing did not find.
func TestInferRobustProver(t *testing.T) {
	p := compileText(t, "t.c", messagePassing)
	asked := 0
	o := fences.Options{Robust: true, Random: 50, Prove: func(_ context.Context, _ *code.Program, _ *models.Model) fences.Proof {
		asked++
		return fences.Proof{Complete: true, Robust: asked > 1, Violates: asked == 1}
	}}
	r, err := fences.Infer(context.Background(), p, models.TSO, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Placement.Add) != 1 || !r.Verdict.Proved || !r.Verdict.Robust || r.Caught != 1 {
		t.Errorf("%s: %s, %d caught", r.Placement.Describe(p), r.Verdict, r.Caught)
	}
	o.Prove = func(context.Context, *code.Program, *models.Model) fences.Proof { return fences.Proof{Complete: true} }
	if r = infer(t, p, models.TSO, o); r.Verdict.Proved {
		t.Errorf("%s, though it is not known that all executions are of SC", r.Verdict)
	}
}

func TestInferEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := fences.Infer(ctx, compile(t, "dekker.c"), models.TSO, fences.Options{})
	if err != nil || r.Incomplete == "" {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestInferIsDeterministic(t *testing.T) {
	p := compile(t, "ms2.c")
	o := fences.Options{Rounds: 1}
	a, b := infer(t, p, models.PSLO, o), infer(t, p, models.PSLO, o)
	if !slices.Equal(a.Placement.Add, b.Placement.Add) || a.Executions != b.Executions || a.Caught != b.Caught {
		t.Error("two searches differ")
	}
}

// apply turns a placement into a diff, applies it with patch where there is
// one, and checks the program that results: it has no bug left.
func apply(t *testing.T, p *code.Program, r *fences.Result, o cfront.Options) {
	t.Helper()
	c, err := fences.Write(p, r.Placement, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Notes) > 0 {
		t.Errorf("not in the diff: %q", c.Notes)
	}
	text := c.Files[0].Text
	if patch, err := exec.LookPath("patch"); err == nil && c.Diff != "" {
		text = patched(t, patch, p.Files[0], c.Diff)
		if text != c.Files[0].Text {
			t.Errorf("patch makes another file:\n%s", c.Diff)
		}
	}
	q, err := cfront.Compile(p.Name, []byte(text), o)
	if err != nil {
		t.Fatal(err)
	}
	report, err := phase2.Check(context.Background(), q, phase2.Options{Models: []*models.Model{r.Model}, Trials: testsize.Count(4, 10), Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if report.HasBug() || report.Incomplete != "" {
		t.Errorf("the patched program has a bug, or the check is incomplete: %q\n%s", report.Incomplete, c.Diff)
	}
}

func patched(t *testing.T, patch string, f code.File, diff string) string {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, f.Name)
	if err := os.WriteFile(path, []byte(f.Text), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(patch, "-p1", "-d", dir)
	cmd.Stdin = strings.NewReader(diff)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s\n%s", err, out, diff)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// roles returns the roles of a benchmark's lines, by line.
func roles(t *testing.T, name string) map[int]int {
	t.Helper()
	lines := map[int]int{}
	for role, line := range programtest.Read(t, "relaxer/"+name).Want.Lines {
		lines[line] = role
	}
	return lines
}

// places names fences by the roles of their lines.
func places(p *code.Program, pl fences.Placement, roles map[int]int) []string {
	var list []string
	for _, f := range pl.Add {
		role := roles[p.Sites[f.Site].Pos.Line]
		list = append(list, f.Side.String()+" "+strconv.Itoa(role)+" "+f.Kind.String())
	}
	return list
}

// A store that may still wait in its buffer when another thread frees the block
// needs a fence before what lets that thread know.
func TestInferBeforeFree(t *testing.T) {
	p := compileText(t, "t.c", `#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct block { atomic_int refs; int data[2]; };
static void put(struct block *b)
{
	if (atomic_fetch_sub_explicit(&b->refs, 1, memory_order_relaxed) == 1)
		free(b);
}
static void *one(void *p) { struct block *b = p; b->data[0] = 1; put(b); return p; }
static void *two(void *p) { struct block *b = p; b->data[1] = 1; put(b); return p; }
int main(void)
{
	struct block *b = malloc(sizeof *b);
	b->refs = 2;
	pthread_t t, u;
	pthread_create(&t, 0, one, b);
	pthread_create(&u, 0, two, b);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
`)
	for _, c := range []struct {
		model  *models.Model
		fences int
	}{{models.TSO, 0}, {models.PSO, 1}, {models.PSLO, 1}} {
		r, err := fences.Infer(context.Background(), p, c.model, fences.Options{Rounds: 5})
		if err != nil {
			t.Fatalf("%s: %v", c.model.Name, err)
		}
		if add := r.Placement.Add; len(add) != c.fences || len(add) == 1 && add[0].Kind != trace.StoreStore {
			t.Errorf("%s: %v", c.model.Name, add)
		}
	}
}

// TestInferRare infers fences against an execution that one test does not find. The prover has it: it
// tells which fence is missing, and why.
func TestInferRare(t *testing.T) {
	t.Parallel()
	p, err := cfront.Compile("rare.c", []byte(`#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <fencepost.h>
static int x, y, r, count, middle;
static void *other(void *arg)
{
	for (int i = 0; i < 9; i++)
		count = i;
	y = 1;
	r = x;
	return arg;
}
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, other, 0);
	middle = count;
	x = 1;
	int s = y;
	pthread_join(t, 0);
	assert(middle != 5 || r || s);
	return 0;
}
`), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o := fences.Options{Tests: 1, Rounds: 1, Random: 1, Campaign: phase2.Options{Runs: 1, Trials: 1}}
	o.Prove = fences.Explorer(interp.Options{}, 20_000, false)
	r, err := fences.Infer(context.Background(), p, models.TSO, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Placement.Add) != 2 || r.Tried > 4 || !r.Verdict.Proved {
		t.Errorf("%d fences, %d placements tried, proved: %v", len(r.Placement.Add), r.Tried, r.Verdict.Proved)
	}
	for _, rem := range r.Removals {
		if rem.Error == nil || rem.Error.Kind != interp.AssertionFailed {
			t.Errorf("without %s: %v", rem.Fence.Describe(p), rem.Error)
		}
	}
}
