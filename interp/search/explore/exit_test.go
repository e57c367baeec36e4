package explore_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
)

// everyOutcome returns the outcomes of all choices of the machine, in every order of
// steps, and the keys of its errors. ok is false if they are too many, or if a thread may
// repeat a loop without end.
func everyOutcome(p *code.Program, m *models.Model) (outcomes, errors []string, ok bool) {
	mc := interp.New(p, m, interp.Options{Semantics: interp.Semantics{MaxSteps: 200}})
	s := &strategy.DFS{}
	found, failed := map[string]bool{}, map[string]bool{}
	for n := 0; s.Begin(n); n++ {
		if n == 40_000 {
			return nil, nil, false
		}
		switch r := mc.Run(context.Background(), s, nil); r.Outcome {
		case interp.Completed:
			found[finals(p, mc.Final)] = true
		case interp.Failed:
			failed[r.Err.Key()] = true
		case interp.OutOfSteps:
			return nil, nil, false
		}
	}
	return slices.Sorted(maps.Keys(found)), slices.Sorted(maps.Keys(failed)), true
}

// compareEndings compares the outcomes and errors of a program with the outcomes and errors of the
// machine under every hardware model. It returns the number of models with a comparison.
func compareEndings(t *testing.T, src string) (compared int) {
	t.Helper()
	p := compile(t, src)
	for _, m := range models.All() {
		want, wrong, ok := everyOutcome(p, m)
		if !ok {
			continue
		}
		compared++
		am, _ := axiom.Lookup(m.Name)
		r := explored(t, p, am, explore.Options{Workers: 1, StopAtExit: true, Outcome: func(dst []byte, x *explore.Execution) []byte { return append(dst, finals(p, x.Final)...) }})
		if got := slices.Sorted(maps.Keys(r.Outcomes)); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s\nexplored\n\t%s\nmachine\n\t%s", m.Name, src, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
		}
		var keys []string
		for _, f := range r.Errors {
			keys = append(keys, f.Error.Key())
		}
		if !slices.Equal(keys, wrong) {
			t.Errorf("%s:\n%s\nexplored errors %q, of the machine %q", m.Name, src, keys, wrong)
		}
		if !r.Complete {
			t.Errorf("%s:\n%s\nincomplete", m.Name, src)
		}
	}
	return compared
}

// TestEndings: events of threads after the return of main, or after a call of exit, do not happen.
func TestEndings(t *testing.T) {
	const relaxed = "#define O memory_order_relaxed\n#define ST(v, n) atomic_store_explicit(&v, n, O)\n#define LD(v) atomic_load_explicit(&v, O)\natomic_int x, y; int r;\n"
	start := func(body, end string) string {
		return "int main(void)\n{\n\tpthread_t t, u; (void)t; (void)u;\n" + body + "\n\t" + end + "\n}\n"
	}
	const sizes = "union { int i; short s[2]; char c[4]; } w;\n"
	const section = "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n#define begin __VERIFIER_atomic_begin\n#define end __VERIFIER_atomic_end\n"
	const both = "pthread_create(&t, NULL, a, NULL); pthread_create(&u, NULL, b, NULL);"
	for name, src := range map[string]string{
		"one store":                fn("a", "ST(x, 1);") + start("pthread_create(&t, NULL, a, NULL);", "return 0;"),
		"stores in order":          fn("a", "ST(x, 1); ST(y, 1); ST(x, 2);") + start("pthread_create(&t, NULL, a, NULL);", "return 0;"),
		"two threads, main":        fn("a", "ST(x, 1);") + fn("b", "if (LD(x)) ST(y, 1);") + start(both+" ST(x, 2);", "return 0;"),
		"one is joined":            fn("a", "ST(x, 1); ST(y, LD(x));") + fn("b", "ST(x, 2);") + start(both+" pthread_join(t, NULL);", "return 0;"),
		"a thread exits":           fn("a", "ST(x, 1); exit(0);") + fn("b", "ST(x, 2); ST(y, 1);") + start(both+" pthread_join(t, NULL); pthread_join(u, NULL); ST(y, 2);", "return 0;"),
		"two exit":                 fn("a", "ST(x, 1); exit(0);") + fn("b", "ST(x, 2); exit(1);") + start(both+" pthread_join(t, NULL);", "return 0;"),
		"join of an exit":          fn("a", "exit(0);") + start("pthread_create(&t, NULL, a, NULL); pthread_join(t, NULL); assert(0);", "return 0;"),
		"main ends otherwise":      fn("a", "ST(x, 1);") + start("pthread_create(&t, NULL, a, NULL);", "pthread_exit(NULL);"),
		"a wait":                   fn("a", "while (LD(x) != 1);") + start("pthread_create(&t, NULL, a, NULL); ST(y, 1);", "return 0;"),
		"a wait that ends":         fn("a", "while (LD(x) != 1); ST(y, 2);") + start("pthread_create(&t, NULL, a, NULL); ST(x, 1);", "return 0;"),
		"an assumption":            fn("a", "ST(y, 1); assume(LD(x)); ST(y, 2);") + fn("b", "ST(x, 1);") + start(both, "return 0;"),
		"no assumption holds":      fn("a", "ST(y, 1); ST(y, 2); assume(0);") + start("pthread_create(&t, NULL, a, NULL);", "return 0;"),
		"assumed at the start":     fn("a", "assume(0);") + start("ST(x, 1); pthread_create(&t, NULL, a, NULL); ST(x, 2);", "return 0;"),
		"an assertion":             fn("a", "ST(x, 1); ST(x, 2); assert(LD(y)); ST(x, 3);") + fn("b", "ST(y, 1);") + start(both, "return 0;"),
		"a null pointer":           fn("a", "ST(x, 1); *(atomic_int *)p = 1; ST(x, 2);") + start("pthread_create(&t, NULL, a, NULL);", "return 0;"),
		"a deadlock":               "pthread_mutex_t m, n;\n#define L pthread_mutex_lock\n" + fn("a", "L(&m); L(&n); ST(x, 1);") + fn("b", "L(&n); L(&m); ST(y, 1);") + start(both, "return 0;"),
		"other sizes":              sizes + fn("a", "w.i = 0x10002; w.s[1] = 7; w.c[0] = 9; w.i = 5;") + start("pthread_create(&t, NULL, a, NULL);", "return 0;"),
		"other sizes, passed":      sizes + fn("a", "w.s[1] = 7; w.i = 0x10002; atomic_store(&x, 1); w.s[0]++;") + start("w.c[3] = 1; pthread_create(&t, NULL, a, NULL); if (atomic_load(&x)) w.c[3] = 2;", "return 0;"),
		"a lock":                   "pthread_mutex_t m;\n" + fn("a", "pthread_mutex_lock(&m); ST(x, 1); pthread_mutex_unlock(&m);") + start("pthread_create(&t, NULL, a, NULL); pthread_mutex_lock(&m); ST(x, 2); pthread_mutex_unlock(&m);", "return 0;"),
		"an atomic section":        section + fn("a", "begin(); ST(x, 1); ST(y, 1); end();") + start("pthread_create(&t, NULL, a, NULL); r = LD(x);", "return 0;"),
		"a section, overtaken":     section + fn("a", "begin(); ST(x, 1); if (LD(y)) ST(x, 2); end();") + start("pthread_create(&t, NULL, a, NULL); ST(y, 1);", "return 0;"),
		"assumed in a section":     section + fn("a", "begin(); ST(x, 1); assume(LD(y)); ST(x, 2); end();") + fn("b", "ST(y, 1);") + start(both, "return 0;"),
		"a section goes wrong":     section + fn("a", "begin(); ST(x, 1); assert(LD(y)); ST(x, 2); end();") + fn("b", "ST(y, 1);") + start(both, "return 0;"),
		"an exit in a section":     section + fn("a", "begin(); ST(x, 1); exit(0); ST(x, 2); end();") + fn("b", "if (LD(x)) ST(y, 1); assert(LD(x) == 0);") + start(both, "pthread_join(t, NULL); return 0;"),
		"main ends in a section":   section + fn("a", "if (LD(x)) ST(y, 1); assert(LD(x) == 0);") + start("pthread_create(&t, NULL, a, NULL); begin(); ST(x, 1);", "return 0;"),
		"an abort in a section":    section + "void die(void) { abort(); }\n" + fn("a", "begin(); ST(x, 1); if (LD(y)) die(); ST(x, 0); end();") + fn("b", "ST(y, 1); assert(LD(x) == 0);") + start(both, "return 0;"),
		"an assertion in one":      section + fn("a", "begin(); ST(x, 1); assert(LD(y)); end();") + fn("b", "ST(y, 1); assert(LD(x) == 0);") + start(both, "return 0;"),
		"assumed, and seen":        section + fn("a", "begin(); ST(x, 1); assume(LD(y)); ST(x, 0); end();") + fn("b", "assert(LD(x) == 0); ST(y, 1);") + start(both, "return 0;"),
		"a return from a section":  section + fn("a", "begin(); ST(x, 1); if (LD(y)) return NULL; ST(x, 0); end();") + fn("b", "ST(y, 1); begin(); ST(y, LD(x) + 2); end();") + start(both, "pthread_join(u, NULL); return 0;"),
		"a thread exits in one":    section + "void leave(void) { pthread_exit(NULL); }\n" + fn("a", "begin(); ST(x, 1); leave(); end();") + fn("b", "begin(); ST(y, LD(x)); end();") + start(both, "return 0;"),
		"main's thread ends there": section + fn("a", "begin(); ST(y, LD(x) + 1); end();") + start("pthread_create(&t, NULL, a, NULL); begin(); ST(x, 1);", "pthread_exit(NULL);"),
		"an atomic function exits": section + "void __VERIFIER_atomic_out(void) { ST(x, 1); exit(LD(y)); }\n" + fn("a", "__VERIFIER_atomic_out();") + fn("b", "ST(y, 1); assert(LD(x) == 0);") + start(both, "return 0;"),
		"freed in a section":       section + "int *q;\n" + fn("a", "begin(); ST(x, 1); free(q); abort(); end();") + fn("b", "if (LD(x)) *q = 1;") + start("q = malloc(4); "+both, "return 0;"),
	} {
		t.Run(name, func(t *testing.T) {
			if n := compareEndings(t, relaxed+src); n < len(models.All())-1 {
				t.Errorf("%d comparisons", n)
			}
		})
	}
}

// TestRandomEndingsInSections explores random programs with an atomic section that does not end.
func TestRandomEndingsInSections(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 43))
	compared := 0
	for n := 0; n < *programs/2 && !t.Failed(); {
		src := randomSections(r, false)
		parts := strings.SplitAfter(src, "__VERIFIER_atomic_begin(); ")
		if len(parts) == 1 {
			continue
		}
		n++
		ways := []string{"exit(0);", "abort();", "assert(0);", "assume(0);", "return a;", "pthread_exit(a);"}
		cond := fmt.Sprintf("if (atomic_load_explicit(&%s, memory_order_relaxed) == %d) ", []string{"x", "y", "z"}[r.IntN(3)], r.IntN(2))
		at := r.IntN(len(parts) - 1)
		parts[at] += cond + ways[r.IntN(len(ways))] + " "
		src = strings.Join(parts, "")
		if r.IntN(2) == 0 {
			src = strings.Replace(src, "\treturn a;\n}", "\tassert(atomic_load(&x) != 1);\n\treturn a;\n}", 1)
		}
		if r.IntN(3) == 0 {
			src = strings.Replace(src, "\tfor (int i = 0;", "\tfor (int i = 1;", 1)
		}
		compared += compareEndings(t, "#include <assert.h>\n#include <stdlib.h>\n"+src)
	}
	if compared < *programs/4 {
		t.Errorf("only %d comparisons", compared)
	}
}

// TestRandomEndings explores random programs whose main does not join all threads.
func TestRandomEndings(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 12))
	compared := 0
	for range *programs {
		p := randomProgram(r, 2, 4+r.IntN(2), 2)
		src := p.source(false)
		for th := range p {
			switch r.IntN(5) {
			case 0, 1, 2:
				src = strings.Replace(src, fmt.Sprintf("\tpthread_join(t[%d], NULL);\n", th), "", 1)
			case 3:
				join := fmt.Sprintf("\tpthread_join(t[%d], NULL);\n", th)
				src = strings.Replace(src, join, join+"\tatomic_store_explicit(&z, x, memory_order_relaxed);\n", 1)
			}
		}
		if at := r.IntN(6); at < len(p) {
			src = strings.Replace(src, "\treturn NULL;", "\texit(0);", at+1)
		}
		compared += compareEndings(t, src)
		if t.Failed() {
			return
		}
	}
	if compared < 2**programs {
		t.Errorf("only %d comparisons", compared)
	}
}
