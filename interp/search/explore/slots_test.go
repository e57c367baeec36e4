package explore_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// randomSlots is a program whose threads run one function, with arguments that select slots, and now and then do what
// tells them apart. names are the globals of an outcome.
func randomSlots(r *rand.Rand) (src string, names []string) {
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	rare := func(n int) bool { return r.IntN(n) == 0 }
	order := func() string { return "memory_order_" + one("relaxed", "relaxed", "acq_rel", "seq_cst") }
	side := func() string { return "memory_order_" + one("relaxed", "seq_cst") }
	threads, most := 2, 4
	if rare(3) {
		threads, most = 3, 3
	}
	wild := rare(2)
	id, array := one("int id = (int)(long)p;", "unsigned long id = (unsigned long)p;", "short id = (long)p;"), "s[id]"
	argument := "(void *)%d"
	if rare(3) {
		id, array, argument = "struct slot *q = p;", "(*q)", "&s[%d]"
	}
	slot := func() string { return array + one(".a", ".b", ".b") }
	if argument == "(void *)%d" {
		plain := slot
		slot = func() string {
			if rare(3) {
				return "r[id]"
			}
			return plain()
		}
	}
	var statement func(depth int) string
	statement = func(depth int) string {
		switch k := r.IntN(16); {
		case k < 3:
			return fmt.Sprintf("v = 3 * v + atomic_fetch_add_explicit(&x, 1, %s);", order())
		case k == 3:
			return fmt.Sprintf("v = 3 * v + atomic_load_explicit(&%s, %s);", one("x", "y"), side())
		case k == 4:
			return fmt.Sprintf("atomic_store_explicit(&%s, %s, %s);", one("x", "y"), one("1", "2", "v"), side())
		case k == 5:
			return "{ int old = 0; v += atomic_compare_exchange_strong(&y, &old, 1); }"
		case k < 9:
			return fmt.Sprintf("%s = %s;", slot(), one("v", "v", "1"))
		case k == 9:
			return fmt.Sprintf("v += %s;", slot())
		case k == 10:
			return fmt.Sprintf("atomic_fetch_add_explicit(&%s.b, %s, %s);", array, one("1", "v"), order())
		case k == 11 && depth < 2:
			return fmt.Sprintf("if (v %s %d) %s", one("==", "!=", ">"), r.IntN(3), statement(depth+1))
		case k == 12 && depth < 1:
			return fmt.Sprintf("for (int i = 0; i < 2; i++) { %s }", statement(depth+1))
		case k == 13:
			return fmt.Sprintf("assert(v != %d);", r.IntN(8))
		case k == 14:
			return "pthread_mutex_lock(&m); g++; pthread_mutex_unlock(&m);"
		case !wild:
			return fmt.Sprintf("if (!v) %s = 1;", slot())
		case array == "s[id]":
			return one("if (!v) s[0].b = 1;", "if (v == 1) v += s[1].b;", "if (!v) f((void *)1);", "if (!v) r[0] = 1; r[id] = 1;", "if (id == 0) y = 2;", "x = id;", "v += id;", "s[0].b = 1;", "r[id + 1] = v;", "v += s[1].b;", "s[id ^ 1].b = 1;", "r[id - 1] = 1;", "s[2 * id].b = 3;",
				"while (!s[id].b) ;", "other[id] = 1;", "if (!v) other[id] = 1;", "*(char *)&r[id] = 1;", "helper(&s[id]);", "work(id);", "memset(&s[id], 0, sizeof s[id]);", "v += *(&r[0] + id);")
		}
		return one("if (!v) s[0].b = 1;", "if (v == 1) v += s[1].b;", "if (!v) f(&s[1]);", "if (q == s) y = 2;", "v += q->a == 1;", "s[0].b = 1;", "q[1].b = 1;", "q[-1].a = 1;", "x = (long)q & 8;", "while (!q->b) ;", "(q + x)->b = 1;", "helper(q);", "keep = q;", "if (keep) keep->b = 2; keep = q;", "*(int *)((char *)q + 4) = v;")
	}
	body := func() (text string) {
		for range 2 + r.IntN(most-1) {
			text += statement(0) + " "
		}
		return text
	}
	size, short := threads, threads
	if rare(5) {
		size--
	}
	if rare(2) {
		short--
	}
	var b strings.Builder
	b.WriteString("#include <string.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; struct slot { int a; atomic_int b; }; static struct slot *keep;\n" +
		"static atomic_int x, y; static int g;\nstatic void helper(struct slot *q) { q->b = 1; }\n")
	fmt.Fprintf(&b, "static int r[%d], other[%d];\n", size, short)
	where := r.IntN(4)
	if where < 2 {
		fmt.Fprintf(&b, "static struct slot s[%d];\n", size)
	} else {
		b.WriteString("static struct slot *s;\n")
	}
	b.WriteString("static void work(long n) { s[n].b = 1; }\n")
	result := "0"
	if rare(20) {
		result = "p"
	}
	fmt.Fprintf(&b, "static void *f(void *p) { %s int v = 0; %sreturn %s; }\n", id, body(), result)
	another := rare(4)
	if another {
		b.WriteString("static void *h(void *p) { int v = 0; (void)p; " + one("x = 1;", "v = s[0].b; y = v;", "y = 1;", "s[0].b = 2;", "x = 1; y = 1;") + " return 0; }\n")
	}
	pair := threads == 2 && rare(4) // two more threads whose arguments select the same
	if pair {
		b.WriteString("static atomic_int z; static void *k(void *p) { atomic_int *q = p; int v = 0; " +
			one("*q = 1;", "v = *q;", "*q = 2;") + " " + one("v = atomic_fetch_add(q, 1);", "v += *q; *q = 1;", "*q = 1;") + " if (v > 1) " + one("x = v;", "y = 1;", "atomic_fetch_add(&x, 1);") + " return 0; }\n")
		another = false
	}
	b.WriteString("int main(void)\n{\n\tpthread_t t[4];\n")
	switch where {
	case 2:
		fmt.Fprintf(&b, "\ts = calloc(%d, sizeof *s);\n", size)
	case 3:
		fmt.Fprintf(&b, "\tstruct slot l[%d]; s = l; for (int i = 0; i < %d; i++) { l[i].a = 0; l[i].b = 0; }\n", size, size)
	}
	if rare(4) {
		b.WriteString("\t" + one("for (int i = 0; i < 2; i++) { s[i].a = 1; s[i].b = 2; }", "s[0].a = 1;", "r[1] = 1;", "memset(r, 0, sizeof r);", "s[1].b = 1;") + "\n")
	}
	start := func(i int) {
		n := i
		if rare(20) {
			n = r.IntN(3)
		}
		fmt.Fprintf(&b, "\tpthread_create(&t[%d], 0, f, "+argument+");\n", i, n)
		if wild && rare(12) {
			b.WriteString("\t" + one("r[0] = 0;", "s[0].b = 1;", "g = 0;", "pthread_join(t[0], 0); t[0] = 0;", "s[1].a = 0;") + "\n")
		}
	}
	for i := range threads {
		start(i)
	}
	if another {
		b.WriteString("\tpthread_create(&t[3], 0, h, 0);\n")
	}
	if pair {
		b.WriteString("\tpthread_create(&t[2], 0, k, &z); pthread_create(&t[3], 0, k, &z);\n")
	}
	if wild && rare(3) {
		b.WriteString("\t" + one("if (s[1].b == 1) y = 3;", "if (s[0].b == 1) y = 3;", "x = 3;", "g = s[0].b;", "s[1].b = 3;", "assert(s[0].b != 1);", "while (!s[0].b) ;", "while (y != 1) ;", "free(s);", "assume(!s[1].b);", "assume(s[1].b);") + "\n")
	}
	b.WriteString("\t")
	for i := range threads {
		fmt.Fprintf(&b, "if (t[%d]) pthread_join(t[%d], 0); ", i, i)
		if wild && rare(12) {
			b.WriteString(one("g = r[0];", "s[0].b = 1;", "x = 1;", "assert(s[0].a == 0);"))
		}
	}
	if rare(3) {
		b.WriteString("\n\t" + one("g += s[0].b;", "r[0] = 3;", "assert(r[0] == r[1]);", "assert(s[0].b == s[1].b);", "for (int i = 0; i < 2; i++) g += s[i].a;", "assert(r[0] != 1);", "memset(r, 0, sizeof r);", "g = r[1]; r[0] = 1; g += r[0];", "assert(g != 2);"))
	}
	b.WriteString("\n\treturn 0;\n}\n")
	if names = []string{"x", "y", "g"}; pair {
		names = append(names, "z")
	}
	if rare(3) {
		names = append(names, "r")
		if where < 2 {
			names = append(names, "s")
		}
	}
	return b.String(), names
}

// TestSlots compares what programs end in when threads whose arguments only select slots count as doing the same, and when
// all are told apart.
func TestSlots(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 91))
	fewer, errors := 0, 0
	for n := range testsize.Count(60, 3000) {
		src, names := randomSlots(r)
		prog := compile(t, src)
		observed, err := explore.Observe(prog, names)
		if err != nil {
			t.Fatal(err)
		}
		more := explore.Reductions{SkipIdle: true, Symmetry: true}
		if n%2 > 0 {
			more = explore.AllReductions()
		}
		less := more
		less.Symmetry = false
		for _, m := range append(axiom.All(), axiom.RC20) {
			const enough = 5_000
			run := func(with explore.Reductions, workers int, most int64) (*explore.Report, error) {
				return explore.Run(context.Background(), prog, m, explore.Options{Workers: workers, Reductions: with, MaxExecutions: most,
					Outcome: func(dst []byte, x *explore.Execution) []byte { return explore.AppendState(dst, x, observed) }})
			}
			want, missing := run(less, 1, enough)
			got, err := run(more, 1, enough)
			if fmt.Sprint(err) != fmt.Sprint(missing) {
				t.Fatalf("%s: %v, want %v:\n%s", m.Name, err, missing, src)
			}
			if err != nil || want.Executions+want.Blocked >= enough {
				continue
			}
			if want.Complete && !got.Complete { // by co there may be more executions than by rf
				if got, err = run(more, 1, 10*enough); err != nil {
					t.Fatal(err)
				}
			}
			if !got.Complete && want.Complete || mirrored(got) != mirrored(want) || !sameOutcomes(got, want) ||
				!more.ReadsFrom && got.Executions > want.Executions {
				t.Fatalf("%s, %v:\n%s\n%+v\n%s\nwant\n%+v\n%s", m.Name, more, src, got, mirrored(got), want, mirrored(want))
			}
			replays(t, prog, m, interp.Options{}, got)
			if got.Symmetric && got.Executions < want.Executions {
				fewer++
			}
			errors += len(got.Errors)
			if n%8 == 0 {
				if three, err := run(more, 3, 0); err != nil || !reflect.DeepEqual(got, three) {
					t.Fatalf("%s:\n%s\n%+v\nthree workers\n%+v", m.Name, src, got, three)
				}
			}
		}
	}
	t.Logf("fewer: %d, errors: %d", fewer, errors)
	if fewer == 0 || errors == 0 {
		t.Error("no program has fewer executions, or none has errors")
	}
}

// TestSelects analyses what functions do with their arguments.
func TestSelects(t *testing.T) {
	t.Parallel()
	const globals = "int r[9], *rows[9]; long x; struct { int a, b; char c[8]; } s[9]; void take(long n) { x = n; }\n"
	for _, c := range []struct{ body, want string }{
		{"int id = (int)(long)p; r[id] = 1;", "4 up to 2147483647"},
		{"unsigned short id = (long)p; s[id].c[3] = 1;", "16 up to 65535"},
		{"int id = (int)(long)p; unsigned char c = id; r[c] = 1;", "4 up to 255"},
		{"long id = (long)p; r[id] = x; s[id].b = r[id];", "4 4 16"},
		{"long id = (long)p; r[id + 2] = 1;", "4"},
		{"long id = (long)p; r[5 - id] = 1;", "-4"},
		{"int *q = p; for (int i = 0; i < 3; i++) q[i] = i;", "1"},
		{"int *q = p; if (x) q++; *q = 1;", "1"},
		{"int *q = p; *q = 1; q = r; *q = 2;", "1"},
		{"int *q = r; if (x) q = p; *q = 1;", "none"},
		{"int *q = p; if (x) x = *q; x = 1;", "1"},
		{"int *q = p; *q = *q + x;", "1 1"},
		{"int id = (int)(long)p; r[id + 1] = 1;", "none"}, // may wrap
		{"int id = (int)((long)p + 1); r[id] = 1;", "none"},
		{"long id = (long)p; r[id & 3] = 1;", "none"},
		{"long id = (long)p; if (id) x = 1;", "none"},
		{"long id = (long)p; r[id] = id;", "none"},
		{"x = (long)p;", "none"},
		{"void **q = p; *q = q;", "none"},
		{"r[(long)p] = r[0]; take((long)p);", "none"},
		{"*rows[(long)p] = 1;", "8"},
		{"rows[0] = p;", "none"},
		{"int *q = p; p = 0; *q = 1; return p;", "1"},
		{"*(int *)p = 1; return p;", "none"},
		{"free(p);", "none"},
		{"atomic_fetch_add((atomic_int *)p, 2);", "1"},
		{"atomic_fetch_add((atomic_long *)r, (long)p);", "none"},
		{"int old = 0; atomic_compare_exchange_strong((atomic_int *)p, &old, 2);", "1"},
		{"long old = (long)p; atomic_compare_exchange_strong((atomic_long *)p, &old, 2);", "none"},
	} {
		prog := compile(t, globals+"void *f(void *p) { "+c.body+" return 0; }\nint main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, f, 0); return 0; }\n")
		got := "none"
		for i := range prog.Funcs {
			if prog.Funcs[i].Name != "f" {
				continue
			}
			if s := prog.Selects(&prog.Funcs[i]); s != nil {
				got = strings.Trim(fmt.Sprint(steps(s)), "[]")
				if s.Narrow {
					got += fmt.Sprint(" up to ", s.Most)
				}
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.body, got, c.want)
		}
	}
}

// steps returns the steps of a selection in the order of sites.
func steps(s *code.Selection) (list []int64) {
	for _, site := range slices.Sorted(maps.Keys(s.Steps)) {
		list = append(list, s.Steps[site])
	}
	return list
}

// TestSlotsApart explores programs of three threads that do something to slots.
func TestSlotsApart(t *testing.T) {
	t.Parallel()
	const first = "int v = atomic_fetch_add(&x, 1); "
	for _, c := range []struct {
		name, body, before, between, after string
		all, one                           int64 // executions without and with symmetry
		errors                             string
	}{
		{"a slot each", first + "r[id] = v;", "", "", "", 6, 1, ""},
		{"a slot is accessed first", "r[id] = 1; b[id] = r[id] + 1; atomic_fetch_add(&b[id], 2); " + first + "r[id] = v;", "", "", "", 6, 1, ""},
		{"the slots are observed", first + "seen[id] = v;", "", "", "", 6, 6, ""},
		{"the slots are observed and hold the same", first + "seen[id] = 1;", "", "", "", 6, 1, ""},
		{"slots in blocks of their own", first + "if (!v) *(int *)id = 1;", "for (int i = 0; i < 3; i++) args[i] = (long)malloc(4);", "free((void *)args[2]);", "", 6, 6, "use after free"},
		{"the slots are looked at", first + "r[id] = v;", "", "", "g = r[1];", 6, 6, ""},
		{"the slots are looked at and hold the same", first + "r[id] = 1;", "", "", "g = r[1];", 6, 1, ""},
		{"the slots begin with different content", first + "r[id] += v;", "r[1] = 1;", "", "", 6, 6, ""},
		{"the slots begin with the same content", first + "r[id] += v;", "r[0] = 1; r[1] = 1; r[2] = 1;", "", "", 6, 1, ""},
		{"main changes a slot later", first + "r[id] += v;", "", "r[2] = 0;", "", 18, 18, "data race"},
		{"main waits until a slot tells another thing", first + "b[id] = 1;", "", "if (b[2] == 1) g = x;", "", 18, 18, ""},
		{"there are too few slots", first + "if (!v) few[id] = 1;", "", "", "", 6, 6, "out of bounds"},
		{"there are too few slots for the first", first + "if (!v) few[id - 1] = 1;", "", "", "", 6, 6, "out of bounds"},
		{"a slot by its name, too", first + "if (!v) r[0] = 1; r[id] = 1;", "", "", "", 10, 10, "data race"},
		{"two arguments select one slot", first + "if (v == 1) { short n = (long)p; r[n] = 1; }", "", "", "", 6, 1, ""},
		{"a part of a slot", first + "if (!v) *(char *)&r[id] = 1;", "", "", "g = r[0];", 6, 6, ""},
		{"it calls itself", first + "if (!v) f((void *)4); r[id] = 1;", "", "", "", 18, 18, ""},
	} {
		prog := compile(t, "atomic_int x, b[9]; int r[9], few[2], seen[3], g; long args[3] = {0, 1, 2};\nvoid *f(void *p) { unsigned long id = (unsigned long)p; "+c.body+" return 0; }\n"+
			"int main(void) { pthread_t t[3]; "+c.before+" for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, f, (void *)args[i]); "+c.between+
			" for (int i = 0; i < 3; i++) pthread_join(t[i], 0); "+c.after+" return 0; }\n")
		observed, err := explore.Observe(prog, []string{"seen"})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []*axiom.Model{axiom.SC, axiom.RC11} {
			run := func(symmetry bool) *explore.Report {
				return explored(t, prog, m, explore.Options{Workers: 1, Reductions: explore.Reductions{SkipIdle: true, Symmetry: symmetry},
					Outcome: func(dst []byte, x *explore.Execution) []byte { return explore.AppendState(dst, x, observed) }})
			}
			all, one := run(false), run(true)
			kinds := map[string]bool{}
			for _, f := range one.Errors {
				kinds[strings.Split(f.Error.Key(), "|")[0]] = true
			}
			got := strings.Join(slices.Sorted(maps.Keys(kinds)), " ")
			if all.Executions != c.all || one.Executions != c.one || m == axiom.RC11 && got != c.errors || !slices.Equal(slices.Sorted(maps.Keys(one.Outcomes)), slices.Sorted(maps.Keys(all.Outcomes))) || mirrored(all) != mirrored(one) {
				t.Errorf("%s, %s: %d and %d executions, want %d and %d; %s\nwant %s", c.name, m.Name, all.Executions, one.Executions, c.all, c.one, mirrored(one), mirrored(all))
			}
		}
	}
}

// TestSlotsInParts explores programs whose threads have slots in parts, when outcomes look at the slots and when they do not.
func TestSlotsInParts(t *testing.T) {
	t.Parallel()
	threads, orders, twins := 4, int64(2520), int64(105) // 8!/2^4 orders of the updates, of which 4! are alike
	if !testsize.Whole() {
		threads, orders, twins = 3, 90, 15
	}
	prog := compile(t, strings.ReplaceAll("atomic_int x; int r[N], s[N];\nvoid *f(void *p) { long id = (long)p; r[id] = atomic_fetch_add(&x, 1); s[id] = atomic_fetch_add(&x, 1) < 8; return 0; }\n"+
		"int main(void) { pthread_t t[N]; for (long i = 0; i < N; i++) pthread_create(&t[i], 0, f, (void *)i); for (int i = 0; i < N; i++) pthread_join(t[i], 0); return 0; }\n", "N", fmt.Sprint(threads)))
	for name, want := range map[string]int64{"x": twins, "s": twins, "r": orders} {
		observed, err := explore.Observe(prog, []string{name})
		if err != nil {
			t.Fatal(err)
		}
		o := explore.Options{Workers: 1, Reductions: explore.AllReductions(),
			Outcome: func(dst []byte, x *explore.Execution) []byte { return explore.AppendState(dst, x, observed) }}
		whole := explored(t, prog, axiom.RC11, o)
		joined, _ := inParts(t, prog, axiom.RC11, o, 4, func() bool { return true }, rand.New(rand.NewPCG(1, 2)))
		if whole.Executions != want || !reflect.DeepEqual(whole, joined) {
			t.Errorf("%s: %+v\nin parts %+v\nwant %d executions", name, whole, joined, want)
		}
	}
}
