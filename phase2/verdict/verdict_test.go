package verdict_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/vm"
	"fencepost/interp/search"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/models/c11"
	"fencepost/phase2"
	"fencepost/phase2/verdict"
	"fencepost/trace"
)

// answer runs a program with settings that are cheap, and end by count alone.
func answer(t *testing.T, p *code.Program) *verdict.Answer {
	t.Helper()
	a, err := verdict.Run(context.Background(), p, verdict.Options{
		Campaign: phase2.Options{Models: verdict.Models(p, c11.Model), Runs: 30, Trials: 5, Workers: 1},
		Explore:  5000, Mend: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// writerAndReader compiles a program of two threads, with declarations of static variables.
func writerAndReader(t *testing.T, declarations, writer, reader string) *code.Program {
	t.Helper()
	p, err := cfront.Compile("pair.c", []byte(`#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static `+declarations+`
static void *writer(void *arg)
{
	`+writer+`
	return arg;
}
static void *reader(void *arg)
{
	`+reader+`
	return arg;
}
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, writer, 0);
	pthread_create(&u, 0, reader, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
`), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestPrograms compares the answer on each of the small programs with what its header
// states: conclusion, causes, and what mends them. A program with the fix is right.
func TestPrograms(t *testing.T) {
	for _, prog := range testsize.Part(4, programtest.All(t, "verdicts")) {
		t.Run(prog.Name(), func(t *testing.T) {
			t.Parallel()
			p := prog.Compile(t)
			a := answer(t, p)
			if string(a.Conclusion) != prog.Want.Verdict || len(a.Causes) != prog.Want.Causes {
				t.Fatalf("%s, %d causes %+v; want %s, %d", a.Conclusion, len(a.Causes), a.Causes, prog.Want.Verdict, prog.Want.Causes)
			}
			if n := len(a.Reached.Assertions.Missing); n != prog.Want.Unreached {
				t.Errorf("%d assertions are not reached: %v; want %d", n, a.Reached.Assertions.Missing, prog.Want.Unreached)
			}
			for _, c := range a.Causes {
				if c.SC() != prog.Want.SCBug || len(c.Failures) == 0 || c.Explanation == "" || len(c.Accesses) == 0 {
					t.Errorf("cause %+v", c)
				}
				if strings.Contains(c.Explanation, "with the relaxed") && len(c.Fix.Orders) < 2 {
					t.Errorf("%s: an access that stays relaxed would not synchronise", c.Explanation)
				}
				if got, want := fixWords(&c), strings.Join(prog.Want.Fix, " "); got != want {
					t.Errorf("fix %q (%s); want %q", got, c.Explanation, want)
				}
				if c.Fix != nil {
					recheck(t, p, c.Fix)
				}
			}
		})
	}
}

// fixWords returns a cause's fix as headers state it.
func fixWords(c *verdict.Cause) string {
	if c.Kind == verdict.Lock {
		words := strings.Fields(c.Explanation)
		return "lock " + strings.TrimSuffix(words[slices.Index(words, "of")+1], ":")
	}
	if c.Fix == nil {
		return ""
	}
	if len(c.Fix.Atomic) > 0 {
		return "atomic " + strings.Join(c.Fix.Atomic, " ")
	}
	var orders []trace.Order
	for _, o := range c.Fix.Orders {
		if !slices.Contains(orders, o.To) {
			orders = append(orders, o.To)
		}
	}
	slices.Sort(orders)
	slices.Reverse(orders)
	var words []string
	for _, o := range orders {
		words = append(words, o.String())
	}
	return strings.Join(words, " ")
}

// recheck answers on the program with a fix: what is compiled from the changed text.
func recheck(t *testing.T, p *code.Program, fix *verdict.Fix) {
	t.Helper()
	if fix.Diff == "" || !strings.Contains(fix.Diff, "\n+") || !fix.Proved {
		t.Errorf("diff %q, proved %v", fix.Diff, fix.Proved)
	}
	mended := patch(t, p, fix.Diff)
	if a := answer(t, mended); a.Conclusion != verdict.Proved {
		t.Errorf("with the fix: %s, %+v", a.Conclusion, a.Causes)
	}
}

// patch applies a unified diff of the program's only file, and compiles the result.
func patch(t *testing.T, p *code.Program, diff string) *code.Program {
	t.Helper()
	text := p.Files[0].Text
	var old, now []string
	flush := func() {
		if len(old) == 0 && len(now) == 0 {
			return
		}
		before := strings.Join(old, "\n")
		if strings.Count(text, before) != 1 {
			t.Fatalf("the hunk does not apply once:\n%s", before)
		}
		text = strings.Replace(text, before, strings.Join(now, "\n"), 1)
		old, now = nil, nil
	}
	for _, line := range strings.Split(diff, "\n")[2:] {
		switch {
		case strings.HasPrefix(line, "@@"), line == "":
			flush()
		case line[0] == '-':
			old = append(old, line[1:])
		case line[0] == '+':
			now = append(now, line[1:])
		case line[0] == ' ':
			old, now = append(old, line[1:]), append(now, line[1:])
		}
	}
	flush()
	mended, err := cfront.Compile(p.Name, []byte(text), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return mended
}

// TestCoverage counts lines, branches and assertions by hand, and holds executions whose
// coverage is asked for against the same without.
func TestCoverage(t *testing.T) {
	t.Parallel()
	p, err := cfront.Compile("c.c", []byte(`#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *run(void *arg)
{
	for (int i = 0; i < 3; i++)
		if (atomic_fetch_add(&x, 1) > 7)
			assert(0);
	assert(x > 0);
	return arg;
}
static int unused(int n)
{
	return n + 1;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, 0, run, 0);
	if (x == 9)
		x = unused(x);
	pthread_join(a, 0);
	return 0;
}
`), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []*models.Model{models.SC, models.PSLO, c11.Model} {
		var with *vm.Coverage
		var reports []*campaign.Report
		for _, coverage := range []*vm.Coverage{nil, vm.NewCoverage(p)} {
			r, err := campaign.Run(context.Background(), p, m, campaign.Options{
				Strategy: func() interp.Strategy { return strategy.NewAuto(1, true) },
				Runs:     200, Workers: 2, Machine: interp.Options{Coverage: coverage},
			})
			if err != nil {
				t.Fatal(err)
			}
			with, reports = coverage, append(reports, r)
		}
		if a, b := reports[0], reports[1]; a.Ended != b.Ended || a.Behaviours != b.Behaviours {
			t.Errorf("%s: %+v without coverage, %+v with it", m.Name, a, b)
		}
		checkReached(t, m.Name, with)
		with = vm.NewCoverage(p)
		if _, err := explore.Run(context.Background(), p, axiom.Of(m), explore.Options{Machine: interp.Options{Coverage: with}}); err != nil {
			t.Fatal(err)
		}
		checkReached(t, "explored "+m.Name, with)
	}
}

func checkReached(t *testing.T, name string, c *vm.Coverage) {
	t.Helper()
	r := c.Reached()
	lines := func(list []trace.Pos) (out []int) {
		for _, p := range list {
			out = append(out, p.Line)
		}
		return out
	}
	if got := lines(r.Lines.Missing); !slices.Equal(got, []int{9, 15, 22}) {
		t.Errorf("%s: lines %v are not reached", name, got)
	}
	if got := lines(r.Branches.Missing); !slices.Equal(got, []int{8, 21}) {
		t.Errorf("%s: branches at %v are not reached", name, got)
	}
	if got := lines(r.Assertions.Missing); !slices.Equal(got, []int{9}) || r.Assertions.Total != 2 {
		t.Errorf("%s: of %d assertions those at %v are not reached", name, r.Assertions.Total, got)
	}
}

// TestDequeTested finds the deque's missing fence, which needs two thieves, by as many
// tests as anybody makes.
func TestDequeTested(t *testing.T) {
	t.Parallel()
	p := programtest.Read(t, "verdicts/deque_take.c").Compile(t)
	for seed := range uint64(5) {
		r, err := campaign.Run(context.Background(), p, c11.Model, campaign.Options{
			Strategy: func() interp.Strategy { return strategy.NewAuto(seed+1, true) },
			Runs:     2000, Workers: 1, UntilBug: true,
		})
		if err != nil || len(r.Findings) == 0 {
			t.Errorf("seed %d: %v, no error in 2000 executions", seed+1, err)
		}
	}
}

// TestCausesAgree holds the number of causes that testing and exploring find against the
// header of each small program, where they show what goes wrong.
func TestCausesAgree(t *testing.T) {
	t.Parallel()
	compared := 0
	for i, name := range []string{"lock_missing", "dcl_plain", "deque_take", "cond_lost", "mailbox_both", "seqlock_reader", "counter_plain", "treiber_push"} {
		if testsize.LeftOut(2, i) {
			continue
		}
		prog := programtest.Read(t, "verdicts/"+name+".c")
		p := prog.Compile(t)
		o := verdict.Options{Campaign: phase2.Options{Seed: 1, Workers: 1}, Mend: true}
		tested, err := campaign.Run(context.Background(), p, c11.Model, campaign.Options{
			Strategy: func() interp.Strategy { return strategy.NewAuto(1, true) }, Runs: 1000, Workers: 1,
		})
		if err != nil {
			t.Fatal(err)
		}
		x, err := search.OfProgram(p, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := x.Run(context.Background(), nil, search.Options{Runs: true, MaxExecutions: 5000}); err != nil {
			t.Fatal(err)
		}
		for how, explain := range map[string]func() ([]verdict.Cause, []string, error){
			"test": func() ([]verdict.Cause, []string, error) {
				return verdict.Explain(context.Background(), p, verdict.Of(c11.Model, tested.Findings), o)
			},
			"explore": func() ([]verdict.Cause, []string, error) { return verdict.ExplainExplored(context.Background(), x, o) },
		} {
			causes, left, err := explain()
			if err != nil || len(left) > 0 || len(causes) != prog.Want.Causes {
				t.Errorf("%s by %s: %d causes, %v, left %v; want %d", name, how, len(causes), err, left, prog.Want.Causes)
			}
			for _, c := range causes {
				compared++
				if c.SC() != prog.Want.SCBug {
					t.Errorf("%s by %s: %+v", name, how, c)
				}
			}
		}
	}
	if compared < 16 && testsize.Whole() || compared < 8 {
		t.Errorf("%d causes are compared", compared)
	}
}

// TestAlpha tells what needs dependent loads reordered from what independent ones show,
// and gives each a fence of C11 that mends it, which is proved.
func TestAlpha(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, read string
		alpha      bool
	}{
		{"dependent", "int *q = atomic_load_explicit(&p, memory_order_relaxed); if (q) assert(atomic_load_explicit((atomic_int *)q, memory_order_relaxed) == 1);", true},
		{"independent", "int *q = atomic_load_explicit(&p, memory_order_relaxed); if (q) assert(atomic_load_explicit(&flag, memory_order_relaxed) == 1);", false},
	} {
		p := writerAndReader(t, "atomic_int x, flag; static int *_Atomic p;", `atomic_store_explicit(&x, 1, memory_order_relaxed);
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&p, (int *)&x, memory_order_relaxed);`, c.read)
		list := []*models.Model{models.TSO, models.PSO, models.PSLO}
		a, err := verdict.Run(context.Background(), p, verdict.Options{Campaign: phase2.Options{Models: list, Runs: 30, Trials: 5, Workers: 1}, Explore: 5000, Mend: true})
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Causes) != 1 || a.Causes[0].Fix == nil || !a.Causes[0].Fix.Proved || !strings.Contains(a.Causes[0].Fix.Diff, "atomic_thread_fence(memory_order_acquire)") {
			t.Fatalf("%s: %+v", c.name, a.Causes)
		}
		if got := strings.Contains(a.Causes[0].Explanation, "Alpha"); got != c.alpha {
			t.Errorf("%s: %s", c.name, a.Causes[0].Explanation)
		}
		patch(t, p, a.Causes[0].Fix.Diff)
	}
}

// TestDeque lists the deque's missing fence under every model, for one cause.
func TestDeque(t *testing.T) {
	t.Parallel()
	a := answer(t, programtest.Read(t, "verdicts/deque_take.c").Compile(t))
	if len(a.Report.Models) != 4 || len(a.Causes) != 1 || len(a.Causes[0].Failures) != 1 || len(a.Causes[0].Failures[0].Models) != 4 {
		t.Fatalf("causes %+v", a.Causes)
	}
}

// TestThreeThreads looks for cycles of three threads where those of two give nothing,
// and nothing was explored.
func TestThreeThreads(t *testing.T) {
	t.Parallel()
	p, err := cfront.Compile("ring.c", []byte(`#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int v[3], r[3];
static void *run(void *arg)
{
	int me = (int)(long)arg;
	atomic_store_explicit(&v[me], 1, memory_order_relaxed);
	r[me] = 1 + atomic_load_explicit(&v[(me + 1) % 3], memory_order_relaxed);
	return 0;
}
int main(void)
{
	pthread_t t[3];
	for (long i = 0; i < 3; i++)
		pthread_create(&t[i], 0, run, (void *)i);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], 0);
	assert(r[0] + r[1] + r[2] > 3);
	return 0;
}
`), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ length, cycles int }{{0, 1}, {4, 0}} {
		o := phase2.Options{Models: []*models.Model{models.TSO}, Runs: 2, Trials: 20, Workers: 1}
		o.Predict.MaxLen = c.length
		a, err := verdict.Run(context.Background(), p, verdict.Options{Campaign: o})
		if err != nil {
			t.Fatal(err)
		}
		if n := len(a.Report.Models[0].Cycles); (n > 0) != (c.cycles > 0) || n > 0 && a.Report.Models[0].Confirmed() == 0 {
			t.Errorf("length %d: %d cycles, %d confirmed", c.length, n, a.Report.Models[0].Confirmed())
		}
	}
}

// TestOthersAreExplored explores the models under which there are few executions, though
// there are too many under the first.
func TestOthersAreExplored(t *testing.T) {
	t.Parallel()
	p, err := cfront.Compile("wide.c", []byte(`#include <pthread.h>
#include <stdatomic.h>
static atomic_int x[6];
static int n;
static void *run(void *arg)
{
	for (int i = 0; i < 6; i++)
		atomic_store_explicit(&x[i], 1, memory_order_relaxed);
	return arg;
}
static void *other(void *arg)
{
	for (int i = 5; i >= 0; i--)
		n += atomic_load_explicit(&x[i], memory_order_relaxed);
	return arg;
}
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, run, 0);
	pthread_create(&u, 0, other, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
`), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := verdict.Run(context.Background(), p, verdict.Options{
		Campaign: phase2.Options{Models: []*models.Model{models.PSLO, models.TSO}, Runs: 2, Trials: 1, Workers: 1}, Explore: 10,
	})
	if err != nil {
		t.Fatal(err)
	}
	if a.Conclusion != verdict.Tested || a.Explored[0].Complete || !a.Explored[1].Complete || len(a.NotExamined) != 1 {
		t.Errorf("%s: %+v, not examined %v", a.Conclusion, a.Explored, a.NotExamined)
	}
}

// TestWaitThatUndoes: a thread waits for ever in a loop that undoes what it writes, which no machine
// sees, but exploring does. That is a logic error, and its execution is made again.
func TestWaitThatUndoes(t *testing.T) {
	t.Parallel()
	p, err := cfront.Compile("wait.c", []byte(`#include <stdatomic.h>
#include <stdlib.h>
static atomic_int go;
int main(void)
{
	atomic_int *own = malloc(sizeof *own);
	while (!atomic_load(&go)) {
		atomic_store(own, 1);
		atomic_store(own, 0);
	}
	free(own);
	return 0;
}
`), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o := verdict.Options{Campaign: phase2.Options{Models: verdict.Models(p, c11.Model), Runs: 2, Trials: 1, Workers: 1}, Explore: 10}
	o.Campaign.Machine.MaxSteps = 1000
	a, err := verdict.Run(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	if a.Conclusion != verdict.Buggy || len(a.Causes) != 1 || !a.Causes[0].SC() || len(a.Unrun) > 0 {
		t.Fatalf("%s: %+v, not run %v", a.Conclusion, a.Causes, a.Unrun)
	}
	if w := a.Causes[0].Failures[0].Witness; w.Model != models.SC {
		t.Errorf("the execution is one of %s", w.Model.Name)
	} else if _, err := search.Rerun(context.Background(), p, w); err != nil {
		t.Error(err)
	}
}

// TestSeqlock tells a seqlock that tries again apart from one whose reader does not
// acquire; both answers end by themselves.
func TestSeqlock(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		order string
		want  verdict.Conclusion
	}{{"acquire", verdict.Proved}, {"relaxed", verdict.Buggy}} {
		p, err := cfront.Compile("seqlock.c", []byte(`#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint seq;
static atomic_int a, b;
static void *writer(void *p)
{
	for (int i = 1; i <= 2; i++) {
		unsigned s = atomic_load_explicit(&seq, memory_order_relaxed);
		atomic_store_explicit(&seq, s + 1, memory_order_relaxed);
		atomic_thread_fence(memory_order_release);
		atomic_store_explicit(&a, i, memory_order_relaxed);
		atomic_store_explicit(&b, i, memory_order_relaxed);
		atomic_store_explicit(&seq, s + 2, memory_order_release);
	}
	return p;
}
static void *reader(void *p)
{
	int x, y;
	unsigned s, t;
	do {
		s = atomic_load_explicit(&seq, memory_order_`+c.order+`);
		x = atomic_load_explicit(&a, memory_order_relaxed);
		y = atomic_load_explicit(&b, memory_order_relaxed);
		atomic_thread_fence(memory_order_acquire);
		t = atomic_load_explicit(&seq, memory_order_relaxed);
	} while ((s & 1) || s != t);
	assert(x == y);
	return p;
}
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, writer, 0);
	pthread_create(&u, 0, reader, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
`), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		a := answer(t, p)
		if a.Conclusion != c.want {
			t.Errorf("%s: %s; want %s", c.order, a.Conclusion, c.want)
		}
		for _, cause := range a.Causes {
			if cause.Fix == nil || len(a.Causes) != 1 {
				t.Errorf("%s: causes %+v", c.order, a.Causes)
			} else {
				recheck(t, p, cause.Fix)
			}
		}
	}
}

// TestEffectsOfRaces has a seqlock with plain data: its assertion fails in executions with a data race,
// which only the model of the language knows. If a machine shows the failure too it has a cause of its own.
func TestEffectsOfRaces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		fence string
		want  []verdict.Kind
	}{
		{"atomic_thread_fence(memory_order_release);", []verdict.Kind{verdict.Plain}},
		{"", []verdict.Kind{verdict.Plain, verdict.Unknown}},
	} {
		p, err := cfront.Compile("seqlock.c", []byte(`#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
struct pair { long a, b; };
static struct pair data;
static atomic_uint seq;
static void copy(void *to, void *from, unsigned n) { memcpy(to, from, n); }
static void *writer(void *p)
{
	struct pair new = {1, 1};
	atomic_store_explicit(&seq, 1, memory_order_relaxed);
	`+c.fence+`
	copy(&data, &new, sizeof data);
	atomic_store_explicit(&seq, 2, memory_order_release);
	return p;
}
int main(void)
{
	pthread_t t;
	struct pair x;
	pthread_create(&t, 0, writer, 0);
	unsigned s = atomic_load_explicit(&seq, memory_order_acquire);
	copy(&x, &data, sizeof x);
	atomic_thread_fence(memory_order_acquire);
	assert(s % 2 != 0 || s != atomic_load_explicit(&seq, memory_order_relaxed) || x.a == x.b);
	pthread_join(t, 0);
}
`), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var kinds []verdict.Kind
		failures := 0
		for _, cause := range answer(t, p).Causes {
			kinds = append(kinds, cause.Kind)
			failures += len(cause.Failures)
		}
		if !slices.Equal(kinds, c.want) || failures != 2 {
			t.Errorf("%q: causes %v of %d failures; want %v of 2", c.fence, kinds, failures, c.want)
		}
	}
}

// A program is explored once under each model, though the search stops after its first
// executions and continues after the tests: no execution is explored twice, except for the
// first few of a search that begins anew.
func TestExploredOnce(t *testing.T) {
	t.Parallel()
	exchanges, err := cfront.Compile("exchanges.c", []byte("#include <stdatomic.h>\n#include <pthread.h>\nstatic atomic_int x;\nstatic int sum[2];\n"+
		"static void *one(void *p) { for (int i = 0; i < 7; i++) sum[0] += atomic_exchange(&x, i); return p; }\n"+
		"static void *two(void *p) { for (int i = 10; i < 17; i++) sum[1] += atomic_exchange(&x, i); return p; }\n"+
		"int main(void) { pthread_t t; pthread_create(&t, 0, one, 0); two(0); pthread_join(t, 0); }\n"), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	programs := []*code.Program{exchanges}
	for _, prog := range programtest.All(t, "c11") {
		if (prog.Name() == "rwlock" || prog.Name() == "seqlock") && !testsize.Whole() {
			continue // they take as long as all the others
		}
		programs = append(programs, prog.Compile(t))
	}
	stopped := 0
	for _, p := range programs {
		a, err := verdict.Run(context.Background(), p, verdict.Options{
			Campaign: phase2.Options{Runs: 30, Trials: 5, Workers: 1},
			Explore:  4000, Budget: verdict.Normal,
		})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, e := range a.Searches {
			names = append(names, e.Model)
			switch {
			case e.Begun == 1 && e.Executions != e.Counted, e.Executions > e.Counted+anew:
				t.Errorf("%s: %+v", p.Name, e)
			case e.Counted > 2000:
				stopped++
			}
		}
		if every := []string{"sc", "c11", "tso", "pso", "pslo"}; len(names) > 0 && !ordered(names, every) {
			t.Errorf("%s is explored under %v, want some of %v", p.Name, names, every)
		}
	}
	if stopped == 0 {
		t.Error("no search continued")
	}
}

// ordered reports whether a list has elements of another one in its order, each at most once.
func ordered(list, all []string) bool {
	for _, s := range all {
		if len(list) > 0 && list[0] == s {
			list = list[1:]
		}
	}
	return len(list) == 0
}

// anew is how many executions a search explores at most before it has begun for the last time.
const anew = 3000

// A program of long executions is proved by a few of them. The tests that are left take no more
// than the proof, and that they were cut short is not told.
func TestFewTestsOfProved(t *testing.T) {
	t.Parallel()
	p, err := cfront.Compile("table.c", []byte("#include <stdatomic.h>\n#include <pthread.h>\nstatic int table[20000];\nstatic atomic_int x;\n"+
		"static void *set(void *p) { atomic_store(&x, table[7]); return p; }\n"+
		"int main(void) { for (int i = 0; i < 20000; i++) table[i] = i; pthread_t t; pthread_create(&t, 0, set, 0); int r = x; pthread_join(t, 0); return r; }\n"), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := verdict.Run(context.Background(), p, verdict.Options{
		Campaign: phase2.Options{Workers: 1, Machine: interp.Options{Semantics: interp.Semantics{MaxSteps: interp.DefaultMaxSteps}}},
		Explore:  100, Budget: verdict.Normal,
	})
	if err != nil {
		t.Fatal(err)
	}
	if a.Conclusion != verdict.Proved || len(a.NotExamined) > 0 {
		t.Errorf("%s, not examined %v", a.Conclusion, a.NotExamined)
	}
	proof := int64(0)
	for _, phase := range a.Phases {
		if phase.Name == "test" && phase.Units > proof*5/4 {
			t.Errorf("tests took %d units, the proof %d", phase.Units, proof)
		}
		proof += phase.Units
	}
}
