package explore_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

var (
	loadLine     = regexp.MustCompile(`\t(r\d_\d) = (atomic_load_explicit\(.*\));\n`)
	exchangeLine = regexp.MustCompile(`\t\{ int e = (\d); (atomic_compare_exchange_strong_explicit\(.*\)); r\d_\d = e; \}\n`)
	storeLine    = regexp.MustCompile(`\tatomic_store_explicit\(&(\w), (\d), \w+\);\n`)
)

// waiting makes some reads of a random program reads that have to take a value, and
// some of its stores not atomic.
func waiting(r *rand.Rand, src string) string {
	src = loadLine.ReplaceAllStringFunc(src, func(line string) string {
		m := loadLine.FindStringSubmatch(line)
		switch reg, load, v := m[1], m[2], r.IntN(4); r.IntN(8) {
		case 0:
			return fmt.Sprintf("%s\tassume(%s == %d);\n", line, reg, v)
		case 1:
			return fmt.Sprintf("\tassume((%s = %s) != %d);\n", reg, load, v)
		case 2:
			return fmt.Sprintf("\twhile ((%s = %s) < %d);\n", reg, load, v)
		case 3:
			return fmt.Sprintf("\tfor (;;) { %s = %s; if (%s != %d) break; }\n", reg, load, reg, v)
		case 4:
			return fmt.Sprintf("\tdo %s = %s; while (%s == %d || %s > 2);\n", reg, load, reg, v, reg)
		case 5:
			return fmt.Sprintf("%s\tassert(%s != %d);\n", line, reg, v)
		}
		return line
	})
	src = exchangeLine.ReplaceAllStringFunc(src, func(line string) string {
		m := exchangeLine.FindStringSubmatch(line)
		switch r.IntN(3) {
		case 0:
			return fmt.Sprintf("\t{ int e = %s; while (!%s) e = %s; }\n", m[1], m[2], m[1])
		case 1:
			return fmt.Sprintf("\t{ int e = %s; assume(%s); }\n", m[1], m[2])
		}
		return line
	})
	return storingPlainly(r, 12, src)
}

// storingPlainly makes one of so many stores of a random program one that is not atomic.
func storingPlainly(r *rand.Rand, of int, src string) string {
	return storeLine.ReplaceAllStringFunc(src, func(line string) string {
		if m := storeLine.FindStringSubmatch(line); r.IntN(of) == 0 {
			return fmt.Sprintf("\t*(int *)&%s = %s;\n", m[1], m[2])
		}
		return line
	})
}

// spinning makes of some reads of a random program loops that read again, that retry a
// compare-exchange, or that undo what they do.
func spinning(r *rand.Rand, src string) string {
	return loadLine.ReplaceAllStringFunc(src, func(line string) string {
		m := loadLine.FindStringSubmatch(line)
		reg, load, v := m[1], m[2], r.IntN(4)
		at := strings.SplitN(strings.TrimSuffix(strings.TrimPrefix(load, "atomic_load_explicit("), ")"), ", ", 2)
		x, order := at[0], at[1]
		switch r.IntN(22) {
		case 0:
			return fmt.Sprintf("\t%s = %s; while (%s < %d) %s = %s;\n", reg, load, reg, v, reg, load)
		case 1:
			return fmt.Sprintf("\t%s = %s; for (;;) { if (%s == %d) break; %s = atomic_load(%s); }\n", reg, load, reg, v, reg, x)
		case 2:
			return fmt.Sprintf("\t{ int e = %s; while (!atomic_compare_exchange_strong_explicit(%s, &e, 3, seq_cst, %s)); %s = e; }\n", load, x, order, reg)
		case 3:
			return fmt.Sprintf("\t{ int e = %d; do if (e > 2) break; while (!atomic_compare_exchange_strong(%s, &e, e + 1)); %s = e; }\n", v, x, reg)
		case 4:
			return fmt.Sprintf("\twhile ((%s = atomic_fetch_add_explicit(%s, 1, relaxed)) > %d) atomic_fetch_sub_explicit(%s, 1, relaxed);\n", reg, x, v, x)
		case 5:
			return fmt.Sprintf("\tdo { atomic_fetch_add(%s, 1); atomic_fetch_sub(%s, 1); %s = %s; } while (%s == %d);\n", x, x, reg, load, reg, v)
		case 6:
			return fmt.Sprintf("\tfor (;;) { pthread_mutex_lock(&m); %s = %s; pthread_mutex_unlock(&m); if (%s >= %d) break; }\n", reg, load, reg, v)
		case 7:
			return fmt.Sprintf("\t{ int e = %d; while (!atomic_compare_exchange_weak_explicit(%s, &e, 3, relaxed, relaxed)) if (e == 2) { %s = %s; } }\n", v, x, reg, load)
		case 8:
			return fmt.Sprintf("\tdo { %s = atomic_exchange(%s, 3); atomic_exchange_explicit(%s, %s, relaxed); } while (%s == %d);\n", reg, x, x, reg, reg, v)
		case 9:
			return fmt.Sprintf("\tdo { %s = atomic_exchange_explicit(%s, 3, relaxed); atomic_store(%s, %s); } while (%s == %d);\n", reg, x, x, reg, reg, v)
		case 10:
			return fmt.Sprintf("\tfor (;;) { if (pthread_mutex_trylock(&m)) continue; %s = %s; pthread_mutex_unlock(&m); if (%s >= %d) break; }\n", reg, load, reg, v)
		case 11:
			return fmt.Sprintf("\tfor (;;) { int e = %d; if (!atomic_compare_exchange_strong(%s, &e, 3)) continue; %s = atomic_load(&z); atomic_store(%s, e); if (%s > 1) break; }\n", v, x, reg, x, reg)
		case 12:
			return fmt.Sprintf("\tpthread_mutex_lock(&m); while ((%s = %s) < %d) { pthread_mutex_unlock(&m); pthread_mutex_lock(&m); } pthread_mutex_unlock(&m);\n", reg, load, v)
		case 13:
			return fmt.Sprintf("\twhile (atomic_exchange(%s, 3) == 3) ; while ((%s = atomic_load(&z)) < %d) { atomic_store(%s, 0); while (atomic_exchange(%s, 3) == 3) ; } atomic_store(%s, 0);\n", x, reg, v, x, x, x)
		case 14:
			return fmt.Sprintf("\tatomic_store(%s, 2); do { atomic_store(%s, 1); atomic_store_explicit(%s, 2, %s); %s = atomic_load(&z); } while (%s == %d);\n", x, x, x, map[bool]string{true: "seq_cst", false: "relaxed"}[v > 1], reg, reg, v)
		case 15:
			return fmt.Sprintf("\tfor (;;) { atomic_store(%s, 1); %s = atomic_load(&z); if (%s >= %d) break; }\n", x, reg, reg, v)
		}
		return line
	})
}

// Reads after which a thread can only wait need not be followed, nor those that retell
// another, nor iterations that undo what they do: where all executions were explored, the
// outcomes and the errors are the same; and never are there fewer.
func TestIdleReads(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 31))
	n := testsize.Count(30, 2000)
	fewer, errors, ended := 0, 0, 0
	for range n {
		p := randomProgram(r, 2+r.IntN(2), 5+r.IntN(3), 2)
		src := waiting(r, p.source(true))
		if r.IntN(2) == 0 {
			src = storingPlainly(r, 3+r.IntN(9), spinning(r, p.source(true)))
		}
		src = "#include <assert.h>\n" + orders + src
		prog := compile(t, src)
		for _, m := range axiom.All() {
			const enough = 20_000
			run := func(skip bool, unroll int) *explore.Report {
				return explored(t, prog, m, explore.Options{Workers: 1, Reductions: explore.Reductions{SkipIdle: skip}, MaxExecutions: enough, Machine: interp.Options{Semantics: interp.Semantics{Unroll: unroll}},
					Outcome: finalsOf(prog)})
			}
			unroll := 1 + r.IntN(3)
			want, got := run(false, unroll), run(true, unroll)
			if want.Executions+want.Blocked+want.Bounded >= enough || got.Executions+got.Blocked+got.Bounded >= enough {
				continue
			}
			if got.Executions > want.Executions && want.Complete || !within(want, got) || want.Complete && !(within(got, want) && got.Complete) {
				t.Fatalf("%s, unroll %d:\n%s\n%+v %s\nwant\n%+v %s", m.Name, unroll, src, got, errorKeys(got), want, errorKeys(want))
			}
			replays(t, prog, m, interp.Options{Semantics: interp.Semantics{Unroll: unroll}}, got)
			if got.Blocked < want.Blocked {
				fewer++
			}
			if got.Complete && !want.Complete {
				ended++
			}
			errors += len(want.Errors)
		}
	}
	t.Logf("%d programs: fewer blocked in %d, ended %d, errors %d", n, fewer, ended, errors)
	if fewer < n/8 || errors < n/4 || ended < n/20 {
		t.Errorf("fewer blocked executions in %d searches, %d errors, %d searches ended", fewer, errors, ended)
	}
}

// replays checks that each error of a report shows again when its execution is replayed.
func replays(t *testing.T, p *code.Program, m *axiom.Model, o interp.Options, r *explore.Report) {
	t.Helper()
	for _, f := range r.Errors {
		again, err := explore.Replay(context.Background(), p, m, explore.Options{Machine: o}, f.Witness.Schedule())
		if err != nil || !shows(again, f.Error) {
			t.Fatalf("%s: the replay of %v ends in %+v, %v:\n%s", m.Name, f.Error, again, err, p.Files[0].Text)
		}
	}
}

var loadOf = regexp.MustCompile(`atomic_load(?:_explicit)?\((&\w)(?:, (\w+))?\)`)

// A load may pass through a local whose address another function has. It changes nothing. The outcomes
// are the same. The search of a loop that only waits ends. The search of a loop that undoes its effects
// may not end: it does not know that a read which passes through a local only waits.
func TestLocalsOfEndedCalls(t *testing.T) {
	t.Parallel()
	const get = `#include <stdatomic.h>
#define put(o) static void put_##o(int *to, atomic_int *at) { *to = atomic_load_explicit(at, memory_order_##o); }
#define get(o) put(o) static int get_##o(atomic_int *at) { int v; put_##o(&v, at); return v; }
get(relaxed) get(acquire) get(seq_cst)
`
	sameWaits(t, 61, func(src string) string {
		return get + orders + loadOf.ReplaceAllStringFunc(src, func(load string) string {
			m := loadOf.FindStringSubmatch(load)
			order := strings.TrimPrefix(m[2], "memory_order_")
			if order == "" {
				order = "seq_cst"
			}
			return fmt.Sprintf("get_%s(%s)", order, m[1])
		})
	})
}

var waitLoop = regexp.MustCompile(`while (\(\(r\d_\d = .*\) < \d\));|for \(;;\) \{ (r\d_\d = .*; if \(.*\) break;) \}`)

// A loop that counts its rounds up to a bound, and then begins with 0 again, waits as one without a
// count does.
func TestCountedRounds(t *testing.T) {
	t.Parallel()
	sameWaits(t, 62, func(src string) string {
		return orders + waitLoop.ReplaceAllString(src, "for (int n = 0; ${1}; n = (n + 1) % 3) { ${2} assert(n < 3); }")
	})
}

// A loop that yields, or calls a function that only computes and yields, waits as one that does not.
func TestYields(t *testing.T) {
	t.Parallel()
	sameWaits(t, 64, func(src string) string {
		return "#include <sched.h>\nstatic int rest(int n) { sched_yield(); return n + 1; }\n" + orders +
			waitLoop.ReplaceAllString(src, "for (int n = 0; ${1};) { ${2} if (rest(n) > 0) sched_yield(); (void)rest(2); }")
	})
}

// sameWaits compares random programs with what change makes of them: the outcomes and the kinds of
// errors are the same, and all executions of one are explored if all of the other are. That need not
// be so if loops go on for ever.
func sameWaits(t *testing.T, stream uint64, change func(src string) string) {
	r := rand.New(rand.NewPCG(*seed, stream))
	n := testsize.Count(150, 3000)
	waits, complete, endless := 0, 0, 0
	for range n {
		src := randomProgram(r, 2+r.IntN(2), 4+r.IntN(3), 2).source(true)
		if src = waiting(r, src); r.IntN(2) == 0 {
			src = spinning(r, src)
		}
		src = "#include <assert.h>\n" + src
		before, after := compile(t, orders+src), compile(t, change(src))
		if before.Files[0].Text == after.Files[0].Text {
			continue
		}
		for _, m := range axiom.All() {
			const enough = 5_000
			run := func(p *code.Program, with explore.Reductions) *explore.Report {
				return explored(t, p, m, explore.Options{Workers: 1, Reductions: with, MaxExecutions: enough, UnrollEndless: 2,
					Outcome: func(dst []byte, x *explore.Execution) []byte { return append(dst, finals(p, x.Final)...) }})
			}
			for _, with := range []explore.Reductions{{SkipIdle: true}, explore.AllReductions()} {
				want, got := run(before, with), run(after, with)
				if !want.Complete || got.Executions+got.Blocked+got.Bounded >= enough {
					continue
				}
				if complete++; want.Blocked > 0 {
					waits++
				}
				if len(got.Endless) > 0 {
					endless++
					continue
				}
				if !got.Complete || !sameOutcomes(want, got) || errorKinds(want) != errorKinds(got) {
					t.Fatalf("%s:\n%s\n%+v %s\nwant\n%+v %s", m.Name, after.Files[0].Text, got, errorKeys(got), want, errorKeys(want))
				}
				replays(t, after, m, interp.Options{}, got)
			}
		}
	}
	t.Logf("%d programs: %d searches complete, %d with threads that wait, %d with endless loops", n, complete, waits, endless)
	if complete < n || waits < n/4 || endless > n/5 {
		t.Errorf("%d programs: %d searches complete, %d with threads that wait, %d with endless loops", n, complete, waits, endless)
	}
}

// What a thread that waits has read forbids nothing to others: it may read again, later.
func TestWaitingForbidsNothing(t *testing.T) {
	t.Parallel()
	for _, src := range []string{
		fn("a", "y = 2; while (x != 1) ;") + fn("b", "x = 3; assert(y == 2); x = 1;") + threads(2),
		fn("a", "y = 2; while (x == 0 || x > 2) ;") + fn("b", "x = 3; while (y == 2) ;") + threads(2),
		fn("a", "y = 2; assume(x == 1);") + fn("b", "x = 3; atomic_thread_fence(memory_order_seq_cst); assert(y == 2); x = 1;") + threads(2),
		// Whether a read stops its thread does not depend on a plain store that comes later.
		fn("a", "int e = 2; assume(atomic_compare_exchange_strong(&y, &e, 1)); assert(x == 0);") +
			fn("b", "x = 2; int e = 1; atomic_compare_exchange_strong(&y, &e, 2);") + fn("c", "*(int *)&y = 1;") + threads(3),
		// An acquire read does not stand for a relaxed one, which sees less.
		fn("a", "int o = memory_order_relaxed; atomic_store_explicit(&x, 2, o); atomic_store_explicit(&y, 1, o); atomic_store_explicit(&x, 1, memory_order_release);") +
			fn("b", "int v = atomic_load_explicit(&x, memory_order_acquire); if (v == 2) v = atomic_load_explicit(&x, memory_order_relaxed); "+
				"while (atomic_load_explicit(&x, memory_order_relaxed) == 3) ; assert(v != 1 || atomic_load_explicit(&y, memory_order_relaxed));") + threads(2),
		// A read after which an assumption would have failed is not told again by a later one.
		fn("a", "x = 2;") + fn("b", "assume(x != 2); while (x == 0) ; for (;;) { int n = atomic_load_explicit(&x, memory_order_relaxed); if (n != 3) break; }") + threads(2),
	} {
		src = "static atomic_int x, y;\n" + src
		sameReduced(t, src, explore.Reductions{}, explore.Reductions{SkipIdle: true}, 20_000, errorKeys)
	}
}

// A thread that has left an inner loop waits for ever only if all that it read in the iteration of
// the outer loop is the latest.
func TestWaitInOuterLoop(t *testing.T) {
	t.Parallel()
	const (
		lock   = "for (;;) { if (!atomic_exchange(&x, 1)) break; while (x) ; } n++; x = 0;"
		nested = "while (x != 1) while (y) ;"
	)
	for _, c := range []struct {
		one, two string
		livelock bool
	}{
		{lock, lock, false},
		{"while (atomic_exchange(&x, 1)) { do { for (int i = 0; i < 2; i++) ; } while (x); } x = 0;", lock, false},
		{nested, "y = 1; x = 1; y = 0;", false},
		{nested, "y = 1; y = 0;", true},
		{nested, "x = 1; y = 1; y = 0; x = 2;", true},
		// The compare-exchange does not stand for the read before it, which the loop does not repeat.
		{"if (x) return 0; for (;;) { int e = 0; if (atomic_compare_exchange_strong(&x, &e, 1)) break; }", "x = 3;", true},
		{"while (x) ; for (;;) { int e = 0; if (atomic_compare_exchange_strong(&x, &e, 1)) break; while (x == 2) ; }", "x = 3;", true},
		{"for (;;) { while (x) ; int e = 0; if (atomic_compare_exchange_strong(&x, &e, 1)) break; }", "x = 3; x = 0;", false},
	} {
		prog := compile(t, "static atomic_int x, y; static int n;\n"+fn("a", c.one)+fn("b", c.two)+threads(2))
		for _, m := range axiom.All() {
			for _, o := range []explore.Reductions{{SkipIdle: true}, {SkipIdle: true, ReadsFrom: true}, explore.AllReductions()} {
				r := explored(t, prog, m, explore.Options{Workers: 1, Reductions: o})
				replays(t, prog, m, interp.Options{}, r)
				if len(r.Errors) > 0 != c.livelock || !r.Complete {
					t.Errorf("%s, %+v: %s | %s: %+v", m.Name, o, c.one, c.two, r)
				}
			}
		}
	}
}

// An RMW races before it is known which of two reads the same write: the replay has it read that,
// too, also if the other's thread stops at an assumption.
func TestReplayOfTakenRead(t *testing.T) {
	t.Parallel()
	prog := compile(t, orders+"static atomic_int x, y;\n"+
		fn("a", "atomic_fetch_add_explicit(&y, 1, relaxed); *(int *)&y = 3; int e = 2; assume(atomic_compare_exchange_strong_explicit(&x, &e, 2, relaxed, relaxed));")+
		fn("b", "atomic_store_explicit(&x, 3, relaxed); atomic_fetch_add_explicit(&y, 3, relaxed);")+threads(2))
	r, err := explore.Run(context.Background(), prog, axiom.RC11, explore.Options{Workers: 1, Reductions: explore.AllReductions()})
	if err != nil || len(r.Errors) != 1 {
		t.Fatal(r, err)
	}
	replays(t, prog, axiom.RC11, interp.Options{}, r)
}

// orders are the names of C's orders in short.
const orders = `#define seq_cst memory_order_seq_cst
#define relaxed memory_order_relaxed
`

// within reports whether all outcomes and errors of a are among those of b.
func within(a, b *explore.Report) bool {
	for o := range a.Outcomes {
		if _, ok := b.Outcomes[o]; !ok {
			return false
		}
	}
	for _, f := range a.Errors {
		if !slices.ContainsFunc(b.Errors, func(g explore.Counterexample) bool { return g.Error.Key() == f.Error.Key() }) {
			return false
		}
	}
	return true
}

// sameOutcomes reports whether two reports have the same outcomes, however often.
func sameOutcomes(a, b *explore.Report) bool {
	return slices.Equal(slices.Sorted(maps.Keys(a.Outcomes)), slices.Sorted(maps.Keys(b.Outcomes)))
}

// errorKinds returns the kinds of a report's errors, each once.
func errorKinds(r *explore.Report) string {
	var kinds []string
	for _, f := range r.Errors {
		kind, _, _ := strings.Cut(f.Error.Key(), "|")
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	return strings.Join(slices.Compact(kinds), "; ")
}

func errorKeys(r *explore.Report) string {
	var keys []string
	for _, f := range r.Errors {
		keys = append(keys, f.Error.Key())
	}
	return strings.Join(keys, "; ")
}
