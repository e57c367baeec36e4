package explore_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// randomRetrying is a program whose threads retry compare-exchanges, and what may come between.
func randomRetrying(r *rand.Rand) string {
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	loads := func() string { return "memory_order_" + one("relaxed", "acquire", "seq_cst") }
	order := func() string { return "memory_order_" + one("relaxed", "acquire", "release", "acq_rel", "seq_cst") }
	next := func() string {
		return one("e + 1", "e + 1", "e ^ 1", "e ^ 3", "2", "e", fmt.Sprint(r.IntN(4)))
	}
	number := 0
	locks := r.IntN(3) == 0
	var statement func(t, depth int) string
	statement = func(t, depth int) string {
		number++
		x := one("x", "x", "x", "y")
		g := fmt.Sprintf("g%d", t)
		exchange := func() string {
			return fmt.Sprintf("atomic_compare_exchange_%s_explicit(&%s, &e, %s, %s, %s)", one("strong", "weak"), x, next(), order(), loads())
		}
		load := func() string { return fmt.Sprintf("atomic_load_explicit(&%s, %s)", x, loads()) }
		took := fmt.Sprintf("%s = 3 * %s + e;", g, g)
		switch k := r.IntN(28); {
		case k < 4:
			return fmt.Sprintf("{ int e = %s; while (!%s) ; %s }", load(), exchange(), one(took, took, ""))
		case k < 6:
			return fmt.Sprintf("{ int e; do e = %s; while (!%s); %s }", load(), exchange(), took)
		case k < 8:
			return fmt.Sprintf("{ int e; for (;;) { e = %s; if (e %s) %s; if (%s) break; } %s }", load(), one("& 1", "== 2", "> 2", "& 2"), one("continue", "break"), exchange(), took)
		case k == 8:
			return fmt.Sprintf("{ int e = %d; while (!%s) ; %s }", r.IntN(3), exchange(), took)
		case k == 9:
			return fmt.Sprintf("{ int e = %d; do if (e > 2) break; while (!%s); %s }", r.IntN(3), exchange(), took)
		case k == 10:
			return fmt.Sprintf("{ int e = %s; assume(%s); %s }", load(), exchange(), took)
		case k == 11:
			return fmt.Sprintf("{ int e = %s; if (!%s) { e = 9; %s } else %s = 2; }", load(), exchange(), one("", statement(t, depth+1)), g)
		case k == 12:
			return fmt.Sprintf("{ int e = %s, d; do d = %s; while (!%s); %s = 3 * d + e; }", load(), load(), exchange(), g)
		case k == 13:
			return fmt.Sprintf("{ int e = %s; while (!%s) if (e == 2) { %s break; } %s }", load(), exchange(), one("", statement(t, depth+1)), took)
		case k == 14:
			return fmt.Sprintf("%s = 3 * %s + atomic_fetch_add_explicit(&%s, 1, %s);", g, g, x, order())
		case k == 15:
			return fmt.Sprintf("atomic_thread_fence(memory_order_%s);", one("acquire", "release", "seq_cst"))
		case k == 16:
			return fmt.Sprintf("assert(%s != %d);", load(), 1+r.IntN(4))
		case k == 17 && r.IntN(4) == 0:
			return fmt.Sprintf("*(int *)&%s = %d;", x, r.IntN(3))
		case k == 18 && locks && depth == 0:
			return fmt.Sprintf("pthread_mutex_lock(&m); %s pthread_mutex_unlock(&m);", statement(t, depth+1))
		case k == 19:
			return fmt.Sprintf("while (%s == %d) ;", load(), r.IntN(3))
		case k < 23 && depth == 0:
			spin := fmt.Sprintf("while (%s) ;", one(
				fmt.Sprintf("atomic_exchange_explicit(&%s, 1, %s)", x, order()),
				fmt.Sprintf("atomic_exchange_explicit(&%s, 3, %s) == 3", x, order()),
				fmt.Sprintf("(e = 0, !atomic_compare_exchange_strong_explicit(&%s, &e, 1, %s, %s))", x, order(), loads())))
			switch r.IntN(6) {
			case 0, 1:
				spin = fmt.Sprintf("for (;;) { while (%s) ; if (!atomic_exchange_explicit(&%s, 1, %s)) break; }", load(), x, order())
			case 2:
				spin = fmt.Sprintf("while (atomic_exchange_explicit(&%s, 1, %s)) while (%s) ;", x, order(), load())
			}
			return fmt.Sprintf("{ int e = 0; (void)e; %s %s %s }", spin, statement(t, depth+1), one("", fmt.Sprintf("atomic_store_explicit(&%s, 0, memory_order_%s);", x, one("relaxed", "release", "seq_cst"))))
		case k < 25:
			return fmt.Sprintf("do %s = atomic_exchange_explicit(&%s, %d, %s); while (%s == %d);", g, x, r.IntN(3), order(), g, r.IntN(3))
		case k == 25:
			return fmt.Sprintf("%s = 3 * %s + %s;", g, g, load())
		}
		return fmt.Sprintf("atomic_store_explicit(&%s, %d, memory_order_%s);", x, r.IntN(4), one("relaxed", "release", "seq_cst"))
	}
	var b strings.Builder
	b.WriteString("static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic atomic_int x, y;\nstatic int g0, g1, g2, g3;\n")
	threads, most := 2+r.IntN(2), 3
	if threads == 3 {
		most = 2
	}
	same := r.IntN(6) == 0 // threads do the same
	for t := range threads {
		var body strings.Builder
		for range 1 + r.IntN(most) {
			body.WriteString(statement(t, 0) + " ")
		}
		b.WriteString(fn(string(rune('a'+t)), body.String()))
	}
	b.WriteString("int main(void)\n{\n\tpthread_t t[4];\n")
	for t := range threads {
		f := 'a' + t
		if same && t > 0 {
			f = 'b'
		}
		fmt.Fprintf(&b, "\tpthread_create(&t[%d], 0, %c, 0);\n", t, f)
	}
	if r.IntN(8) == 0 {
		b.WriteString("\t" + statement(3, 0) + "\n")
	}
	for t := range threads {
		fmt.Fprintf(&b, "\tpthread_join(t[%d], 0);\n", t)
	}
	return b.String() + "\treturn 0;\n}\n"
}

// kinds names the errors of a report, whichever threads wait where: threads may do the same.
func kinds(r *explore.Report) string {
	var keys []string
	for _, f := range r.Errors {
		parts := strings.Split(f.Error.Key(), "|")
		slices.Sort(parts)
		keys = append(keys, strings.Join(slices.Compact(parts), "|"))
	}
	slices.Sort(keys)
	return strings.Join(slices.Compact(keys), "; ")
}

// TestConfirming compares what programs that retry compare-exchanges end in, when executions in
// which these fail are followed and when not, by each way to explore.
func TestConfirming(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 91))
	blocked, fewer := 0, 0
	for range testsize.Count(60, 2000) {
		src := randomRetrying(r)
		prog := compile(t, src)
		for _, m := range append(axiom.All(), axiom.RC20) {
			const enough = 3_000
			run := func(o explore.Reductions) *explore.Report {
				return explored(t, prog, m, explore.Options{Workers: 1, Reductions: o, MaxExecutions: enough, Machine: interp.Options{Semantics: interp.Semantics{MaxSteps: 150}},
					Outcome: finalsOf(prog)})
			}
			want := run(explore.Reductions{})
			if want.Executions+want.Blocked+want.Bounded >= enough || want.Bounded > 0 {
				continue
			}
			for _, o := range []explore.Reductions{{SkipIdle: true}, {SkipIdle: true, Symmetry: true}, {SkipIdle: true, ReadsFrom: true}, explore.AllReductions()} {
				got := run(o)
				if want.Complete && (got.Executions > want.Executions || !got.Complete || kinds(got) != kinds(want) || !sameOutcomes(got, want)) || !want.Complete && !within(want, got) {
					t.Fatalf("%s, %+v:\n%s\n%+v %s\nwant\n%+v %s", m.Name, o, src, got, errorKeys(got), want, errorKeys(want))
				}
				replays(t, prog, m, interp.Options{}, got)
				if want.Blocked > 0 {
					blocked++
				}
				if got.Blocked < want.Blocked {
					fewer++
				}
			}
		}
	}
	t.Logf("fewer blocked executions in %d of %d searches", fewer, blocked)
	if fewer < blocked/2 {
		t.Errorf("fewer blocked executions in %d of %d searches", fewer, blocked)
	}
}

// TestConfirmingOnWorkers explores programs by one worker and by three: the reports are the same.
func TestConfirmingOnWorkers(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 92))
	for range testsize.Count(20, 500) {
		src := randomRetrying(r)
		prog := compile(t, src)
		for _, m := range axiom.All() {
			run := func(workers int) *explore.Report {
				r, err := explore.Run(context.Background(), prog, m, explore.Options{Workers: workers, UnrollEndless: explore.DefaultUnroll, Reductions: explore.AllReductions(),
					Outcome: finalsOf(prog)})
				if err != nil {
					t.Fatalf("%s: %v\n%s", m.Name, err, src)
				}
				return r
			}
			if one, three := run(1), run(3); !reflect.DeepEqual(one, three) {
				t.Fatalf("%s:\n%s\n%+v\n%+v", m.Name, src, one, three)
			}
		}
	}
}
