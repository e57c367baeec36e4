package verdict_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/models/c11"
	"fencepost/phase2"
	"fencepost/phase2/verdict"
)

var (
	agreeing  = flag.Int("agree", testsize.Count(20, 2000), "random programs of which test, check and explore are compared")
	agreeSeed = flag.Uint64("agree-seed", 1, "of the random programs")
	agreeAll  = flag.Bool("agree-all", testsize.Long(), "compare test, check and explore on all programs of the project, too")
)

// exploredAtMost is how many executions are explored of a program that is compared.
const exploredAtMost = 20_000

// machineModels are those that programs run under.
func machineModels() []*models.Model { return c11.Models() }

// errorKey names an error as all commands must: its kind and its place. A thread that
// waits is seen in a loop's head by one machine, at its condition by another.
func errorKey(e *interp.Error) string {
	switch e.Kind {
	case interp.Deadlock, interp.Livelock:
		return "waits for ever"
	case interp.DataRace:
		a, b := e.First.Pos.String(), e.Second.Pos.String()
		return fmt.Sprint("race ", min(a, b), " ", max(a, b))
	}
	return fmt.Sprint(e.Kind, " ", e.Pos)
}

// An exploredProgram is what exploring finds of a program under each model.
type exploredProgram struct {
	errors   map[*models.Model]map[string]bool
	complete bool // all executions were explored, and there are some
}

func exploreAll(t *testing.T, p *code.Program, list []*models.Model) *exploredProgram {
	t.Helper()
	out := &exploredProgram{errors: map[*models.Model]map[string]bool{}, complete: true}
	for _, m := range list {
		r, err := explore.Run(context.Background(), p, axiom.Of(m), explore.Options{Workers: 1, MaxExecutions: exploredAtMost})
		if err != nil {
			return nil
		}
		found := map[string]bool{}
		for i := range r.Errors {
			found[errorKey(r.Errors[i].Error)] = true
		}
		out.errors[m], out.complete = found, out.complete && r.Complete && r.Executions > 0
	}
	return out
}

// has fails if exploring does not find an error that a command found. Where an access
// or a free comes too late for its block the search ends that thread, and does not look
// for what else goes wrong in executions in which it comes earlier: then any error will
// do.
func (x *exploredProgram) has(t *testing.T, command string, m *models.Model, e *interp.Error) {
	t.Helper()
	found := x.errors[m]
	for k := range found {
		if strings.HasPrefix(k, string(interp.UseAfterFree)) || strings.HasPrefix(k, string(interp.DoubleFree)) {
			return
		}
	}
	if !found[errorKey(e)] {
		t.Errorf("%s finds under %s what explore does not: %v; explore has %v", command, m.Name, e, found)
	}
}

// agree compares what test, check and explore say of a program, if exploring ends.
func agree(t *testing.T, p *code.Program) (compared bool) {
	t.Helper()
	list := machineModels()
	want := exploreAll(t, p, list)
	if want == nil || !want.complete {
		return false
	}
	for _, m := range list {
		r, err := campaign.Run(context.Background(), p, m, campaign.Options{
			Strategy: func() interp.Strategy { return strategy.NewAuto(1, true) }, Runs: 60, Workers: 1,
		})
		if err != nil {
			t.Errorf("test %s: %v", m.Name, err)
			return true
		}
		for _, f := range r.Findings {
			want.has(t, "test", m, f.Error)
		}
	}
	a, err := verdict.Run(context.Background(), p, verdict.Options{
		Campaign: phase2.Options{Models: verdict.Models(p, c11.Model), Runs: 30, Trials: 3, Workers: 1}, Explore: exploredAtMost,
	})
	if err != nil {
		t.Error(err)
		return true
	}
	buggy := false
	for _, e := range errorsOf(a.Report.SC.Errors) {
		want.has(t, "check", models.SC, e)
	}
	for i := range a.Report.Models {
		m := a.Report.Models[i].Model
		buggy = buggy || len(want.errors[m]) > 0
		for _, list := range [][]*interp.Error{errorsOf(a.Report.Models[i].Errors), errorsOf(a.Report.Models[i].Races)} {
			for _, e := range list {
				want.has(t, "check", m, e)
			}
		}
	}
	if want := map[bool]verdict.Conclusion{true: verdict.Buggy, false: verdict.Proved}[buggy]; a.Conclusion != want {
		t.Errorf("check says %s, by exploring the program is %s: %v", a.Conclusion, want, a.NotExamined)
	}
	for _, f := range a.Unrun {
		t.Errorf("no run was found of %v under %s", f.Error, f.Models[0].Name)
	}
	if other := len(want.errors[c11.CXX20]) > 0; !buggy && other != (a.Sequences != nil) {
		t.Errorf("exploring finds errors under C++20's release sequences: %v; check has %+v", other, a.Sequences)
	}
	return true
}

func errorsOf(list []witness.Finding) (out []*interp.Error) {
	for _, f := range list {
		out = append(out, f.Error)
	}
	return out
}

// TestCommandsAgreeOnRandomPrograms compares test, check and explore on programs with
// locks, atomic sections, blocks that are freed, waits and assertions.
func TestCommandsAgreeOnRandomPrograms(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*agreeSeed, 11))
	compared := 0
	for n := range *agreeing {
		src := randomSource(r)
		p, err := cfront.Compile("random.c", []byte(src), cfront.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		if agree(t, p) {
			compared++
		}
		if t.Failed() {
			t.Fatalf("program %d:\n%s", n, src)
		}
	}
	t.Logf("%d of %d programs are compared", compared, *agreeing)
	if compared < *agreeing/2 {
		t.Errorf("only %d of %d programs are compared", compared, *agreeing)
	}
}

// TestCommandsAgree compares test, check and explore on the programs of the project.
func TestCommandsAgree(t *testing.T) {
	t.Parallel()
	compared := 0
	one := func(name string, p *code.Program) {
		t.Run(name, func(t *testing.T) {
			if agree(t, p) {
				compared++
			}
		})
	}
	folders := []string{"verdicts"}
	if *agreeAll {
		folders = []string{"verdicts", "litmus", "c11", "relaxer", "heldout"}
		files, err := filepath.Glob("../../interp/hardware/litmus/testdata/c11/*.litmus")
		if err != nil || len(files) == 0 {
			t.Fatal("no corpus: ", err)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			test, err := litmus.Parse(filepath.Base(file), src)
			if err != nil {
				t.Fatal(err)
			}
			one(filepath.Base(file), test.Program)
		}
	}
	for _, folder := range folders {
		for _, prog := range testsize.Part(4, programtest.All(t, folder)) {
			one(folder+"-"+prog.Name(), prog.Compile(t))
		}
	}
	if compared == 0 {
		t.Error("no program is compared")
	}
}

// randomSource is a program of two to four threads that share atomic and plain
// variables, a mutex, a condition variable, atomic sections and a block.
func randomSource(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString(`#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#define MO(o) memory_order_##o
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
struct block { atomic_int a; int b; };
static atomic_int x, y;
static int p;
static struct block *o;
static char text[3] = "ab";
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER, robust;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
`)
	threads := 2 + r.IntN(3)
	for t := range threads {
		fmt.Fprintf(&b, "static void *t%d(void *arg)\n{\n\tint r = 0, s = 0;\n\t(void)arg;\n", t)
		locked := false
		for range 1 + r.IntN(6-threads) {
			if !locked && r.IntN(6) == 0 {
				locked = true
				b.WriteString("\tpthread_mutex_lock(&m);\n")
			}
			if !locked && r.IntN(6) == 0 {
				b.WriteString("\t__VERIFIER_atomic_begin();\n\t" + randomAccess(r) + "\n\t" + randomEnd(r) + "\n\t" + randomAccess(r) + "\n\t__VERIFIER_atomic_end();\n")
			}
			b.WriteString("\t" + randomStatement(r, locked) + "\n")
			if locked && r.IntN(2) == 0 {
				locked = false
				b.WriteString("\tpthread_mutex_unlock(&m);\n")
			}
		}
		if locked {
			b.WriteString("\tpthread_mutex_unlock(&m);\n")
		}
		if r.IntN(3) == 0 {
			fmt.Fprintf(&b, "\tassert(!(r == %d && s == %d));\n", r.IntN(3), r.IntN(3))
		}
		b.WriteString("\treturn (void *)(long)(r + s);\n}\n")
	}
	fmt.Fprintf(&b, "int main(void)\n{\n\tpthread_t t[%d];\n\to = malloc(sizeof *o);\n\to->a = o->b = 0;\n"+
		"\tpthread_mutexattr_t a;\n\tpthread_mutexattr_init(&a);\n\tpthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);\n\tpthread_mutex_init(&robust, &a);\n", threads)
	for t := range threads {
		fmt.Fprintf(&b, "\tpthread_create(&t[%d], NULL, t%d, NULL);\n", t, t)
	}
	early := r.IntN(4) == 0
	for t := range threads {
		fmt.Fprintf(&b, "\tpthread_join(t[%d], NULL);\n", t)
		if early && t == 0 {
			b.WriteString("\tfree(o);\n")
		}
	}
	if r.IntN(3) == 0 {
		fmt.Fprintf(&b, "\tassert(x != %d || y != %d);\n", r.IntN(3), r.IntN(3))
	}
	b.WriteString("\treturn 0;\n}\n")
	return b.String()
}

func randomStatement(r *rand.Rand, locked bool) string {
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	switch r.IntN(14) {
	case 12:
		return one("puts(text);", "text[1] = 0;", fmt.Sprintf("%s = printf(\"%%s\", text);", one("r", "s")), "{ char copy[3]; r = snprintf(copy, 3, text); }")
	case 13:
		if !locked {
			return one("pthread_mutex_lock(&m2); if (!x) pthread_cond_wait(&c, &m2); pthread_mutex_unlock(&m2);",
				"switch (pthread_mutex_lock(&robust)) { case EOWNERDEAD: pthread_mutex_consistent(&robust); case 0: p++; pthread_mutex_unlock(&robust); }",
				"if (pthread_mutex_lock(&robust) != ENOTRECOVERABLE) { p++; pthread_mutex_unlock(&robust); }",
				"if (pthread_mutex_trylock(&robust) == 0) return arg;")
		}
		return randomAccess(r)
	case 0:
		where := one("p", "p", "o->b")
		reg := one("r", "s")
		return one(fmt.Sprintf("%s = %d;", where, 1+r.IntN(2)), fmt.Sprintf("%s = %s;", reg, where), fmt.Sprintf("if (%s) %s = 1;", reg, where))
	case 1:
		return one("if (r) free(o);", "if (s) free(o);", "if (atomic_load_explicit(&x, MO(acquire)) == 2) free(o);")
	case 2:
		if locked {
			return one("while (!x) pthread_cond_wait(&c, &m);", "pthread_cond_signal(&c);", "x = 1; pthread_cond_broadcast(&c);")
		}
		return one("pthread_cond_signal(&c);", fmt.Sprintf("while (atomic_load_explicit(&%s, MO(%s)) == 0);", one("x", "y"), one("relaxed", "acquire", "seq_cst")))
	default:
		return randomAccess(r)
	}
}

// randomEnd is nothing, or something at which a thread may end.
func randomEnd(r *rand.Rand) string {
	ends := []string{"exit(0);", "abort();", "assert(0);", "return arg;", "pthread_exit(arg);", "__VERIFIER_assume(0);"}
	if k := r.IntN(2 * len(ends)); k < len(ends) {
		return fmt.Sprintf("if (%s == %d) %s", []string{"r", "s"}[r.IntN(2)], 1+r.IntN(2), ends[k])
	}
	return ""
}

// randomAccess is an atomic access or a fence.
func randomAccess(r *rand.Rand) string {
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	reg, loc := one("r", "s"), one("x", "x", "y", "y", "o->a")
	loads, stores := []string{"relaxed", "acquire", "seq_cst"}, []string{"relaxed", "release", "seq_cst"}
	updates := []string{"relaxed", "acquire", "release", "acq_rel", "seq_cst"}
	switch r.IntN(9) {
	case 0, 1, 2:
		return fmt.Sprintf("%s = atomic_load_explicit(&%s, MO(%s));", reg, loc, one(loads...))
	case 3, 4, 5:
		return fmt.Sprintf("atomic_store_explicit(&%s, %d, MO(%s));", loc, 1+r.IntN(2), one(stores...))
	case 6:
		return fmt.Sprintf("%s = atomic_fetch_add_explicit(&%s, 1, MO(%s));", reg, loc, one(updates...))
	case 7:
		return fmt.Sprintf("{ int e = %d; %s = atomic_compare_exchange_strong_explicit(&%s, &e, 2, MO(%s), MO(%s)); }",
			r.IntN(2), reg, loc, one(updates...), one(loads...))
	default:
		return fmt.Sprintf("atomic_thread_fence(MO(%s));", one("acquire", "release", "acq_rel", "seq_cst"))
	}
}
