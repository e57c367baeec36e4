package explore_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// TestUndoesForEver: the search reports a thread that undoes its effects for ever if the other
// threads have ended or do the same, and only then. A thread that another thread can wake does not
// wait for ever.
func TestUndoesForEver(t *testing.T) {
	t.Parallel()
	const (
		enter = "while (atomic_fetch_add(&x, 1) > 0) atomic_fetch_sub(&x, 1);"
		hold  = "pthread_mutex_lock(&m); while (!y) { pthread_mutex_unlock(&m); pthread_mutex_lock(&m); } pthread_mutex_unlock(&m);"
		poll  = "while (atomic_exchange(&x, 1)) ; while (!y) { x = 0; while (atomic_exchange(&x, 1)) rest(); } x = 0;"
		lock  = "for (;;) { if (!atomic_exchange(&x, 1)) break; while (x) rest(); }"
	)
	for _, c := range []struct {
		one, two string
		livelock bool
	}{
		{enter, enter, true},
		{enter + " atomic_fetch_sub(&x, 1);", enter + " atomic_fetch_sub(&x, 1);", false},
		{enter, "atomic_fetch_add(&x, 1); atomic_fetch_sub(&x, 1);", false},
		{"for (;;) { pthread_mutex_lock(&m); int a = y; pthread_mutex_unlock(&m); if (a) break; }", "pthread_mutex_lock(&m); y = 1; pthread_mutex_unlock(&m);", false},
		{"for (;;) { pthread_mutex_lock(&m); int a = y; pthread_mutex_unlock(&m); if (a) break; }", "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);", true},
		{"for (;;) { " + lock + " int a = y; x = 0; if (a) break; sched_yield(); }", lock + " y = 1; x = 0;", false},
		{hold, "pthread_mutex_lock(&m); y = 1; pthread_mutex_unlock(&m);", false},
		{hold, "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);", true},
		{hold, "while (!y) ;", true},
		{poll, "while (atomic_exchange(&x, 1)) ; y = 1; x = 0;", false},
		{poll, "for (int e = 0; !atomic_compare_exchange_weak(&x, &e, 1); e = 0) rest(); y = 1; x = 0;", false},
		{poll, "while (atomic_exchange(&x, 1)) ; x = 0;", true},
		{poll, "for (;;) { int e = 0; if (atomic_compare_exchange_strong(&x, &e, 1)) break; while (x) rest(); } y = 1; x = 0;", false},
		{poll, "for (;;) { int e = 0; if (atomic_compare_exchange_strong(&x, &e, 1)) break; while (x) rest(); } x = 0;", true},
		{"do y = 1; while (!x);", "while (!y) ; x = 1;", false},
		{"do y = 1; while (!x);", "while (y < 2) ;", true},
	} {
		src := "#include <sched.h>\nstatic void rest(void) { sched_yield(); }\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stddef.h>\natomic_int x, y; pthread_mutex_t m;\n" + fn("a", c.one) + fn("b", c.two) + threads(2)
		prog := compile(t, src)
		for _, m := range axiom.All() {
			r := explored(t, prog, m, explore.Options{Workers: 1, Reductions: explore.AllReductions()})
			replays(t, prog, m, interp.Options{}, r)
			found := len(r.Errors) > 0
			for _, f := range r.Errors {
				found = found && f.Error.Kind == interp.Livelock && len(f.Error.Waiting) >= 2
			}
			if found != c.livelock || !c.livelock && len(r.Errors) > 0 || !r.Complete {
				t.Errorf("%s: %s | %s: %+v", m.Name, c.one, c.two, r)
			}
		}
	}
}

// A livelock is not missed where a thread that waits looks at what another one writes before it undoes
// that: it is found, or not all executions are explored.
func TestReleased(t *testing.T) {
	t.Parallel()
	const poll = "while (atomic_exchange(&x, 1)) ; while (!y) { x = 0; while (atomic_exchange(&x, 1)) ; } x = 0;"
	for _, two := range []string{
		"for (;;) { while (x) ; int e = 5; if (atomic_compare_exchange_strong(&x, &e, 1)) break; } y = 1;",
		"for (int e = 5; !atomic_compare_exchange_strong(&x, &e, 1); e = 5) ; y = 1;",
		"while (x != 5) ; y = 1;",
		"for (;;) { if (x == 0 && x == 5) break; } y = 1;",
	} {
		prog := compile(t, "static atomic_int x, y;\n"+fn("a", poll)+fn("b", two)+threads(2))
		for _, m := range axiom.All() {
			r := explored(t, prog, m, explore.Options{Workers: 1, Reductions: explore.AllReductions(), UnrollEndless: 2})
			replays(t, prog, m, interp.Options{}, r)
			if r.Complete && len(r.Errors) == 0 {
				t.Errorf("%s: %s: %+v", m.Name, two, r)
			}
		}
	}
}

// What the exchange of a lock takes that tests first is not known where the test waits: the search finds no
// livelock, and does not end.
func TestReleasedPerhaps(t *testing.T) {
	t.Parallel()
	prog := compile(t, "static atomic_int x, y;\n"+
		fn("a", "while (atomic_exchange(&x, 1)) ; while (!y) { x = 0; while (atomic_exchange(&x, 1)) ; } x = 0;")+
		fn("b", "for (;;) { if (!atomic_exchange(&x, 1)) break; while (x) ; } y = 1; x = 0;")+threads(2))
	for _, m := range axiom.All() {
		if r := explored(t, prog, m, explore.Options{Workers: 1, Reductions: explore.AllReductions(), UnrollEndless: 2}); len(r.Errors) > 0 || len(r.Endless) == 0 {
			t.Errorf("%s: %+v", m.Name, r)
		}
	}
}

// TestPollers: threads poll a flag while they hold a lock, in several ways, and take the lock in several
// ways. There is a livelock if no thread sets the flag, and only then.
func TestPollers(t *testing.T) {
	t.Parallel()
	type lock struct{ take, free string }
	locks := []lock{
		{"pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);"},
		{"while (pthread_mutex_trylock(&m)) ;", "pthread_mutex_unlock(&m);"},
		{"while (atomic_exchange(&x, 1)) ;", "x = 0;"},
		{"for (int e = 0; !atomic_compare_exchange_strong(&x, &e, 1); e = 0) ;", "atomic_exchange(&x, 0);"},
		{"for (;;) { int e = 0; if (atomic_compare_exchange_strong(&x, &e, 1)) break; while (x) rest(); }", "x = 0;"},
		{"for (;;) { while (x) ; int e = 0; if (atomic_compare_exchange_weak(&x, &e, 1)) break; }", "atomic_fetch_and(&x, ~1);"},
		{"for (;;) { if (!atomic_exchange(&x, 1)) break; while (x) rest(); }", "x = 0;"},
		{"while (atomic_fetch_or(&x, 1) & 1) ;", "atomic_fetch_sub(&x, 1);"},
	}
	in := func(l lock, body string) string { return l.take + " " + body + " " + l.free }
	holds := func(l lock) string { return in(l, "while (!y) { "+l.free+" rest(); "+l.take+" }") }
	polls := func(l lock) string { return "for (;;) { " + in(l, "int v = y;") + " if (v) break; rest(); }" }
	complete, searches := 0, 0
	check := func(livelock bool, bodies ...string) {
		src := "#include <sched.h>\nstatic void rest(void) { sched_yield(); }\natomic_int x, y; int n; pthread_mutex_t m;\n"
		for i, b := range bodies {
			src += fn(string(rune('a'+i)), b)
		}
		prog := compile(t, src+threads(len(bodies)))
		for _, m := range axiom.All() {
			r := explored(t, prog, m, explore.Options{Workers: 1, Reductions: explore.AllReductions(), UnrollEndless: 2, MaxExecutions: 5000})
			replays(t, prog, m, interp.Options{}, r)
			if len(r.Errors) > 0 && !livelock || livelock && r.Complete && len(r.Errors) == 0 {
				t.Errorf("%s: %q, livelock %v: %+v", m.Name, bodies, livelock, r)
			}
			if searches++; r.Complete {
				complete++
			}
		}
	}
	if testing.Short() {
		locks = locks[1:3]
	}
	for _, l := range locks {
		for _, poller := range []string{holds(l), polls(l)} {
			check(false, poller, in(l, "y = 1;"))
			check(false, in(l, "y = 1;"), poller)
			check(true, poller, in(l, "n++;"))
			check(true, in(l, "n++;"), poller)
			check(false, poller, "y = 1;")
			check(false, poller, in(l, "n++;"), "y = 1;")
			check(true, poller, holds(l))
			check(false, poller, holds(l), in(l, "y = 1;"))
		}
	}
	t.Logf("%d of %d searches complete", complete, searches)
	if complete < searches/2 {
		t.Errorf("%d of %d searches complete", complete, searches)
	}
}

// TestUndoneIsSeen: the search skips no iteration if another thread observes one that undoes its
// effects. Here b observes the first, of 0, and a the second, of 3.
func TestUndoneIsSeen(t *testing.T) {
	t.Parallel()
	prog := compile(t, "#include <assert.h>\n"+orders+"static atomic_int y; static pthread_mutex_t m; static int ra, rb, rc;\n"+
		fn("a", "pthread_mutex_lock(&m); y = 3; pthread_mutex_unlock(&m); ra = atomic_fetch_add(&y, 3);")+
		fn("b", "pthread_mutex_lock(&m); int r = y; pthread_mutex_unlock(&m); rb = 10 * r + atomic_load_explicit(&y, relaxed);")+
		fn("c", "int r; do { atomic_fetch_add(&y, 1); atomic_fetch_sub(&y, 1); r = y; } while (r == 3); rc = r;")+
		strings.Replace(threads(3), "return 0", "assert(ra != 4 || rb != 1 || rc != 6); return 0", 1))
	for _, m := range axiom.All() {
		r := explored(t, prog, m, explore.Options{Workers: 1, Reductions: explore.AllReductions(), UnrollEndless: 3})
		if len(r.Errors) != 1 || len(r.Endless) != 1 || r.Complete {
			t.Errorf("%s: %+v", m.Name, r)
		}
	}
}

// TestUndoingAmongOthers: no outcome and no error is missed where threads change the location in
// between, by what does not depend on it, and where they read it and look at a part of the number.
// All executions of bounded loops are the second description.
func TestUndoingAmongOthers(t *testing.T) {
	t.Parallel()
	const (
		readers = "while (atomic_fetch_add(&x, 4) & 1) atomic_fetch_sub(&x, 4);"
		tries   = "if (atomic_fetch_add(&x, 4) & 1) atomic_fetch_sub(&x, 4);"
		locks   = "for (int e = 0; !atomic_compare_exchange_strong(&x, &e, 1); e = 0) ;"
	)
	parts := []string{
		readers, readers, readers + " atomic_fetch_sub(&x, 4);", readers + " RESULT = y; atomic_fetch_sub_explicit(&x, 4, relaxed);",
		tries, "if (!(atomic_fetch_add(&x, 4) & 1)) RESULT = 1 + y;",
		locks, locks + " y = 1; atomic_fetch_and(&x, ~1);", locks + " y = 1; atomic_fetch_and_explicit(&x, ~1, relaxed);", locks + " atomic_fetch_and(&x, 4);", locks + " atomic_fetch_sub(&x, 1);",
		locks + " x = 0;", "atomic_fetch_or(&x, 1);", "atomic_fetch_xor(&x, 1);", "atomic_fetch_and(&x, ~1);", "x = 1;", "atomic_exchange(&x, 0);",
		"RESULT = atomic_load(&x) & 1;", "RESULT = atomic_load_explicit(&x, relaxed) & 3;", "RESULT = x;", "RESULT = x > 3;", "RESULT = x > 1; RESULT += 2 * y;",
		"RESULT = atomic_fetch_add(&x, 4) & 1;", "RESULT = atomic_fetch_add(&x, 4) > 4;", "RESULT = atomic_fetch_add(&x, 4);", "RESULT = atomic_fetch_or(&x, 1) & 1;", "y = 1;",
		"{ int e = 1; RESULT = atomic_compare_exchange_strong(&x, &e, 0); }", "while (x & 1) ;",
		"while (atomic_exchange(&x, 1)) ; while (!y) { x = 0; while (atomic_exchange(&x, 1)) ; } x = 0;", "while (atomic_exchange(&x, 1)) ; RESULT = y; x = 0;",
		locks + " while (y == 1) { atomic_fetch_and(&x, ~1);" + locks + " } x = 0;", "x = 1; do { x = 2; x = 1; } while (!y);", "do y = 1; while (x > 1);", "y = 0;",
		"for (;;) { int e = 0; if (atomic_compare_exchange_strong(&x, &e, 1)) break; while (x & 1) ; } y = 1; x = 0;",
		"for (;;) { if (!(atomic_exchange(&x, 1) & 1)) break; while (x == 1) ; } RESULT = y; x = 0;",
		"while (atomic_fetch_add(&x, 4) & 1) { atomic_fetch_sub(&x, 4); if (__VERIFIER_nondet_bool()) { RESULT = 9; break; } }",
		"while (__VERIFIER_nondet_bool()) { atomic_fetch_add(&x, 4); atomic_fetch_sub(&x, 4); }",
		"while (!y) { _Bool late = __VERIFIER_nondet_bool(); while (atomic_exchange(&x, 1)) ; if (late) RESULT = y; x = 0; }",
		"{ _Bool late = 0; while (!late && !y) { " + locks + " if (__VERIFIER_nondet_bool()) late = 1; x = 0; } RESULT = late; }",
	}
	const enough = 3_000
	r := rand.New(rand.NewPCG(*seed, 63))
	n := testsize.Count(60, 3000)
	ended, compared := 0, 0
	for range n {
		k := 2 + r.IntN(2)
		src := "#include <assert.h>\n" + orders + "_Bool __VERIFIER_nondet_bool(void); static atomic_int x, y; static int " + strings.Join([]string{"ra", "rb", "rc"}[:k], ", ") + ";\n"
		for i := range k {
			body := ""
			for range 1 + r.IntN(2) {
				body += " " + strings.ReplaceAll(parts[r.IntN(len(parts))], "RESULT", fmt.Sprintf("r%c", 'a'+i))
			}
			src += fn(string(rune('a'+i)), body)
		}
		src += threads(k)
		prog := compile(t, src)
		for _, m := range axiom.All() {
			want := unrolled(t, prog, m, explore.Reductions{}, 2, enough)
			got := unrolled(t, prog, m, explore.Reductions{SkipIdle: true}, 0, enough)
			if want.Executions+want.Blocked+want.Bounded >= enough || got.Executions+got.Blocked+got.Bounded >= enough {
				continue
			}
			compared++
			if !within(elsewhere(want, got), got) {
				t.Fatalf("%s:\n%s\n%v %s\nwant\n%v %s", m.Name, src, got.Outcomes, errorKeys(got), want.Outcomes, errorKeys(want))
			}
			replays(t, prog, m, interp.Options{}, got)
			if got.Complete && !want.Complete {
				ended++
			}
		}
	}
	t.Logf("%d programs: %d comparisons, ended %d", n, compared, ended)
	if ended < n/2 {
		t.Errorf("%d searches ended", ended)
	}
}

// unrolled explores a program with reductions, and with so many iterations of each loop; 0: as many as there are.
func unrolled(t *testing.T, prog *code.Program, m *axiom.Model, with explore.Reductions, unroll int, enough int64) *explore.Report {
	t.Helper()
	return explored(t, prog, m, explore.Options{Workers: 1, Reductions: with, MaxExecutions: enough, UnrollEndless: 3,
		Machine: interp.Options{Semantics: interp.Semantics{Unroll: unroll}},
		Outcome: finalsOf(prog)})
}

// elsewhere returns report want without its livelocks if got has a livelock, too: a thread that waits
// for ever may do so at an earlier loop.
func elsewhere(want, got *explore.Report) *explore.Report {
	livelock := func(f explore.Counterexample) bool { return f.Error.Kind == interp.Livelock }
	if !slices.ContainsFunc(got.Errors, livelock) {
		return want
	}
	r := *want
	r.Errors = slices.DeleteFunc(slices.Clone(want.Errors), livelock)
	return &r
}
