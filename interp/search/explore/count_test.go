package explore_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// TestCounts counts the executions of programs that count references: the order of additions counts only
// if it decides what a thread does.
func TestCounts(t *testing.T) {
	t.Parallel()
	thread := func(name, body string) string {
		return "static void *" + name + "(void *p) { struct block *o = p; " + body + " return p; }\n"
	}
	create := func(name string) string { return "pthread_create(&t[n++], 0, " + name + ", o); " }
	main := func(refs, body, end string) string {
		return "int main(void) { pthread_t t[8]; int n = 0; struct block *o = malloc(sizeof *o); o->a = o->b = 0; o->refs = " + refs + "; " + body +
			"for (int i = 0; i < n; i++) pthread_join(t[i], 0); " + end + " return 0; }\n"
	}
	const (
		drop  = "if (ADD(o->refs, -1, release) == 1) { atomic_thread_fence(memory_order_acquire); free(o); }"
		clone = "if (ADD(o->refs, 1, relaxed) < 0) abort(); "
	)
	for _, c := range []struct {
		name, src string
		want      int64
		outcomes  string
	}{
		{"main keeps a reference", thread("a", drop) + main("1", strings.Repeat(clone+create("a"), 5), drop), 1, "x=0 y=0 g=0 "},
		{"the last thread frees", thread("a", drop) + main("0", strings.Repeat("ADD(o->refs, 1, relaxed); ", 3)+strings.Repeat(create("a"), 3), ""), 3, "x=0 y=0 g=0 "},
		{"a thread drops without a look", thread("a", "if (ADD(o->refs, -1, relaxed) <= 1) g = 1;") + thread("b", "ADD(o->refs, -1, relaxed);") + main("2", create("a")+create("b"), ""), 2, "x=0 y=0 g=0 |x=0 y=0 g=1 "},
		{"the result is kept", thread("a", "g = ADD(o->refs, -1, relaxed);") + thread("b", "ADD(o->refs, -1, relaxed);") + main("5", create("a")+create("b"), ""), 2, "x=0 y=0 g=4 |x=0 y=0 g=5 "},
		{"one more may be enough", thread("a", "if (ADD(o->a, 1, relaxed) == 1) g = 1;") + thread("b", "ADD(o->a, 1, relaxed);") + main("0", create("a")+create("b"), ""), 2, "x=0 y=0 g=0 |x=0 y=0 g=1 "},
		{"more than are there", thread("a", "if (ADD(o->a, 1, relaxed) == 2) g = 1;") + thread("b", "ADD(o->a, 1, relaxed);") + main("0", create("a")+create("b"), ""), 1, "x=0 y=0 g=0 "},
		{"two drop what one took", thread("a", "if (ADD(o->refs, -1, relaxed) <= 1) g = 1;") + thread("b", "ADD(o->refs, -1, relaxed);") +
			main("2", create("a")+"ADD(o->refs, 1, relaxed); "+create("b")+create("b"), ""), 8, "x=0 y=0 g=0 |x=0 y=0 g=1 "},
		{"one drops what one took", thread("a", "if (ADD(o->refs, -1, relaxed) <= 1) g = 1;") + thread("b", "ADD(o->refs, -1, relaxed);") +
			main("2", create("a")+"ADD(o->refs, 1, relaxed); "+create("b"), ""), 1, "x=0 y=0 g=0 "},
		{"half of all numbers", thread("a", "if (ADD(x, 1 << 30, relaxed) < 0) g = 1;") + main("0", strings.Repeat(create("a"), 3), ""), 6, "x=3221225472 y=0 g=1 "},
	} {
		prog := compile(t, owners+c.src)
		for _, m := range append(axiom.All(), axiom.RC20) {
			o := explore.AllReductions()
			o.Symmetry = false
			r := explored(t, prog, m, explore.Options{Workers: 1, Reductions: o,
				Outcome: finalsOf(prog)})
			outcomes := strings.Join(slices.Sorted(maps.Keys(r.Outcomes)), "|")
			if r.Executions != c.want || len(r.Errors) > 0 || outcomes != c.outcomes {
				t.Errorf("%s: %s: %d executions, want %d; %v; %q, want %q", c.name, m.Name, r.Executions, c.want, r.Errors, outcomes, c.outcomes)
			}
		}
	}
}

// randomHeirs returns a program of threads that share references to one or two objects. Which thread drops
// the last one, and does more, is open.
func randomHeirs(r *rand.Rand) string {
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	order := func() string { return one("relaxed", "release", "release", "acq_rel", "acq_rel", "seq_cst") }
	objects := 1 + r.IntN(2)
	fence := one("acquire", "acquire", "seq_cst")
	statement := func() string {
		switch r.IntN(8) {
		case 0, 1:
			return fmt.Sprintf("STORE(%s, %d, %s); ", one("x", "y"), 1+r.IntN(2), one("relaxed", "release", "seq_cst"))
		case 2:
			return "if (LOAD(" + one("x", "y") + ")) STORE(" + one("x", "y") + ", 3, relaxed); "
		case 3:
			return "if (ADD(" + one("x", "y") + ", 1, " + order() + ") == 1) STORE(" + one("x", "y") + ", 4, relaxed); "
		case 4:
			return "while (LOAD(" + one("x", "y") + ") != 2) ; "
		case 5:
			return "ADD(o->a, 1, relaxed); "
		case 6:
			return "LOCK(&m); " + one("plain++; ", "v = plain; ") + "UNLOCK(&m); "
		}
		return one("o->p = 1; ", "g = o->p; ", "p->p++; ")
	}
	var drop func(object string, depth int) string
	drop = func(object string, depth int) string {
		end := one("free("+object+"); ", "free("+object+"); ", "STORE(x, 5, relaxed); ", "g = "+object+"->p; ", "plain++; ", "struct block *q = malloc(sizeof *q); q->p = 0; free(q); ")
		if object == "o" && objects > 1 && depth == 0 && r.IntN(3) == 0 {
			end = drop("p", 1) + end
		}
		test := one("== 1", "== 1", "== 1", "<= 1")
		return "if (ADD(" + object + "->refs, -1, " + order() + ") " + test + ") { atomic_thread_fence(memory_order_" + fence + "); " + end + "} "
	}
	threads := 2 + r.IntN(2)
	var b strings.Builder
	b.WriteString(strings.Replace(owners, "atomic_int refs, a, b;", "atomic_int refs, a; int p;", 1) +
		"#define LOCK(m) pthread_mutex_lock(m)\n#define UNLOCK(m) pthread_mutex_unlock(m)\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic int plain, v;\nstatic struct block *p;\n")
	body := func(clones bool) string {
		text := ""
		for range r.IntN(5 - threads) {
			text += statement()
		}
		if clones && r.IntN(5) == 0 {
			text += "if (ADD(o->refs, 1, relaxed) < 0) abort(); " + statement() + drop("o", 1)
		}
		last := []string{drop("o", 0)}
		if objects > 1 && r.IntN(2) == 0 {
			last = append(last, drop("p", 0))
		}
		r.Shuffle(len(last), func(i, k int) { last[i], last[k] = last[k], last[i] })
		for _, s := range last {
			text += s + one("", "", statement())
		}
		return text
	}
	for i := range threads {
		fmt.Fprintf(&b, "static void *t%d(void *arg) { struct block *o = arg; %sreturn arg; }\n", i, body(true))
	}
	spare := r.IntN(3) // main's references
	fmt.Fprintf(&b, "int main(void) {\n\tstruct block *o = malloc(sizeof *o); o->a = o->p = 0; o->refs = %d;\n", threads+min(spare, 1))
	fmt.Fprintf(&b, "\tp = malloc(sizeof *p); p->a = p->p = 0; p->refs = %d;\n\tpthread_t t[%d];\n", 1+r.IntN(threads), threads)
	for i := range threads {
		fmt.Fprintf(&b, "\tpthread_create(&t[%d], 0, t%[1]d, o);\n", i)
	}
	if spare == 1 {
		b.WriteString("\t" + drop("o", 1) + "\n")
	}
	for i := range threads {
		fmt.Fprintf(&b, "\tpthread_join(t[%d], 0);\n", i)
	}
	if spare == 2 {
		b.WriteString("\t" + drop("o", 1) + "\n")
	}
	return b.String() + "\treturn 0;\n}\n"
}

// inOneOrder returns what a program ends in when operations that commute are taken in one order, and when in
// each; nil if there are too many executions. each may be nil.
func inOneOrder(t *testing.T, p *code.Program, m *axiom.Model, each func(x *explore.Execution)) (got, want *explore.Report) {
	t.Helper()
	const enough = 5_000
	o := explore.Options{Workers: 1, Reductions: explore.AllReductions(), MaxExecutions: enough, Outcome: finalsOf(p), Each: each}
	o.Reductions.Commuting = false
	if want = explored(t, p, m, o); want.All() >= enough {
		return nil, nil
	}
	o.Reductions.Commuting, o.MaxExecutions = true, 4*enough // who is last may be chosen where it does not matter
	return explored(t, p, m, o), want
}

// compareRandom compares two reports of each of n random programs under each model; run returns no report of a
// program with too many executions. Each error replays. Some program has to have fewer executions in the first.
func compareRandom(t *testing.T, n int, random func() string, run func(p *code.Program, m *axiom.Model) (got, want *explore.Report), same func(got, want *explore.Report) bool) {
	t.Helper()
	fewer := 0
	for range n {
		src := random()
		prog := compile(t, src)
		for _, m := range append(axiom.All(), axiom.RC20) {
			got, want := run(prog, m)
			if got == nil {
				continue
			}
			if got.Complete != want.Complete || !same(got, want) {
				t.Fatalf("%s:\n%s\n%+v %s\nwant\n%+v %s", m.Name, src, got, errorKeys(got), want, errorKeys(want))
			}
			replays(t, prog, m, interp.Options{}, got)
			if got.Executions < want.Executions {
				fewer++
			}
		}
	}
	t.Logf("%d programs and models have fewer executions", fewer)
	if fewer == 0 {
		t.Error("no program has fewer executions")
	}
}

// sameEndings reports whether two reports have the same errors and outcomes.
func sameEndings(a, b *explore.Report) bool {
	return errorKeys(a) == errorKeys(b) && sameOutcomes(a, b)
}

// TestHeirs compares what random programs of threads end in that may drop the last reference to an object
// when drops are taken in one order and when in each. Each error replays.
func TestHeirs(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 84))
	known := slices.Sorted(maps.Values(programsIn(t, "testdata/heirs/*.c"))) // were wrong once
	random := func() string {
		src := randomHeirs(r)
		if len(known) > 0 {
			src, known = known[0], known[1:]
		}
		return src
	}
	run := func(p *code.Program, m *axiom.Model) (got, want *explore.Report) { return inOneOrder(t, p, m, nil) }
	compareRandom(t, testsize.Count(40, 4000), random, run, func(got, want *explore.Report) bool {
		if len(want.Errors) == 0 {
			return sameEndings(got, want)
		}
		// a thread that uses an object beside the free may stop, or end before
		return !slices.ContainsFunc(strings.Split(errorKeys(want), "; "), func(e string) bool { return !strings.Contains(errorKeys(got), e) })
	})
}

// programsIn returns the texts of the programs in the files of a pattern, by file.
func programsIn(t *testing.T, pattern string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	texts := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[file] = string(text)
	}
	return texts
}

// TestKnownPrograms explores programs with operations that commute. Each was wrong once.
func TestKnownPrograms(t *testing.T) {
	t.Parallel()
	for file, text := range programsIn(t, "testdata/*.c") {
		prog := compile(t, text)
		for _, m := range axiom.All() {
			got, want := inOneOrder(t, prog, m, func(x *explore.Execution) { x.Graph().Execution() })
			if !sameOutcomes(got, want) {
				t.Errorf("%s: %s: %v, want %v", file, m.Name, got.Outcomes, want.Outcomes)
			}
		}
	}
}
