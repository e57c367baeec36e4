package explore_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/models/c11"
)

// shapesHead has the declarations of all programs of TestShapes.
const shapesHead = `#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
union u { int i; short s[2]; char c[4]; };
static union u a, b, k = {7};
static atomic_int f;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
`

// randomShapes returns a program whose threads access unions by all their members, copy and fill
// them. A mutex, a release and an acquire, or a join orders these accesses.
func randomShapes(r *rand.Rand) string {
	value := 0
	place := func() string {
		v := []string{"a", "b"}[r.IntN(2)]
		return []string{v + ".i", v + ".s[0]", v + ".s[1]", v + ".c[0]", v + ".c[3]"}[r.IntN(5)]
	}
	statement := func(result string) string {
		value++
		switch r.IntN(8) {
		case 0:
			return "a = b;"
		case 1:
			return "memcpy(&b, &a, sizeof a);"
		case 2:
			return fmt.Sprintf("memset(&a, %d, %d);", value, 2+2*r.IntN(2))
		case 3, 4:
			return fmt.Sprintf("%s += %s + k.%s;", result, place(), []string{"i", "s[0]", "c[0]"}[r.IntN(3)])
		case 5:
			return fmt.Sprintf("%s++;", place())
		default:
			return fmt.Sprintf("%s = %d;", place(), value)
		}
	}
	var src strings.Builder
	src.WriteString(shapesHead)
	threads := 2 + r.IntN(2)
	passing := r.IntN(3) == 0
	for t := range threads {
		fmt.Fprintf(&src, "static int g%d;\nstatic void *t%d(void *p)\n{\n", t, t)
		var body strings.Builder
		for range 1 + r.IntN(3) {
			fmt.Fprintf(&body, "\t%s\n", statement(fmt.Sprintf("g%d", t)))
		}
		switch {
		case passing && t == 0:
			fmt.Fprintf(&src, "%s\tatomic_store_explicit(&f, 1, memory_order_release);\n", &body)
		case passing && t == 1:
			fmt.Fprintf(&src, "\tif (!atomic_load_explicit(&f, memory_order_acquire)) return p;\n%s", &body)
		case passing:
			fmt.Fprintf(&src, "\tg%d = k.c[0] + k.i;\n", t)
		default:
			fmt.Fprintf(&src, "\tpthread_mutex_lock(&m);\n%s\tpthread_mutex_unlock(&m);\n", &body)
		}
		src.WriteString("\treturn p;\n}\n")
	}
	fmt.Fprintf(&src, "static int g;\nint main(void)\n{\n\tpthread_t t[%d];\n\t%s\n", threads, statement("g"))
	for t := range threads {
		fmt.Fprintf(&src, "\tpthread_create(&t[%d], 0, t%d, 0);\n", t, t)
	}
	for t := range threads {
		fmt.Fprintf(&src, "\tpthread_join(t[%d], 0);\n", t)
	}
	fmt.Fprintf(&src, "\t%s\n\t%s\n\treturn 0;\n}\n", statement("g"), statement("g"))
	return src.String()
}

// TestShapes: programs that access bytes at several sizes have the outcomes of the machine.
func TestShapes(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 31))
	compared, several := 0, 0
	for range *programs / 2 {
		src := randomShapes(r)
		p, err := cfront.Compile("shapes.c", []byte(src), cfront.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		for _, m := range []*models.Model{models.SC, models.TSO, models.PSO, models.PSLO, c11.Model} {
			want, ok := operationalOutcomes(t, p, m)
			if !ok {
				continue
			}
			compared++
			if len(want) > 1 {
				several++
			}
			if got := exploredOutcomes(t, p, axiom.Of(m)); !slices.Equal(got, want) {
				t.Fatalf("%s:\n%sexplored\n\t%s\noperational\n\t%s", m.Name, src, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
			}
		}
	}
	if compared < *programs || several < compared/4 {
		t.Errorf("%d comparisons, %d of several outcomes", compared, several)
	}
}

// TestShapesRace: a race of accesses of different sizes is reported or refused under a model of the language, and
// explored under one of hardware, in either order.
func TestShapesRace(t *testing.T) {
	for _, c := range []struct {
		one, two string
		races    bool // rc11 reports a data race; if false it refuses the program
	}{
		{"a.i = 1;", "a.c[0] = 1;", true},
		{"a.i = 1;", "g = a.c[0];", true},
		{"g = a.c[0];", "a.i = 1;", true},
		{"g = a.i;", "memset(&a, 0, 2);", true},
		{"a.s[0] = 1; a.i = 2;", "g = a.c[3];", true},
		{"pthread_mutex_lock(&m); a.i = 1; pthread_mutex_unlock(&m);", "a.c[1] = 2;", true},
		{"atomic_store((_Atomic short *)&f, 1);", "atomic_store(&f, 2);", false},
		{"g = atomic_load((_Atomic short *)&f);", "atomic_fetch_add(&f, 2);", false},
	} {
		for _, swap := range []bool{false, true} {
			one, two := c.one, c.two
			if swap {
				one, two = two, one
			}
			src := shapesHead + "static int g;\nstatic void *t0(void *p) { " + one + " return p; }\nstatic void *t1(void *p) { " + two + " return p; }\n" +
				"int main(void) { pthread_t t, u; pthread_create(&t, 0, t0, 0); pthread_create(&u, 0, t1, 0); pthread_join(t, 0); pthread_join(u, 0); return 0; }\n"
			p, err := cfront.Compile("race.c", []byte(src), cfront.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range axiom.All() {
				r, err := explore.Run(context.Background(), p, m, explore.Options{Workers: 1})
				if m == axiom.RC11 && c.races {
					if err != nil || r.Complete || len(r.Errors) == 0 || r.Errors[0].Error.Kind != interp.DataRace {
						t.Errorf("%s | %s: %v %+v", one, two, err, r)
					}
				} else if !m.HB() {
					if err != nil || len(r.Units) != 1 || len(r.Errors) > 0 {
						t.Errorf("%s | %s, %s: %v %+v", one, two, m.Name, err, r)
					}
				} else if e, ok := err.(*interp.Error); !ok || e.Kind != interp.NotSupported {
					t.Errorf("%s | %s, %s: %v", one, two, m.Name, err)
				}
			}
		}
	}
}

// TestSizesRaceInRust: in a language that has it so, atomic accesses of different sizes race; a futex is no such
// access, but no model of a language describes it.
func TestSizesRaceInRust(t *testing.T) {
	t.Parallel()
	for two, want := range map[string]interp.ErrorKind{
		"atomic_load((_Atomic int *)&word);":                 interp.DataRace,
		"syscall(SYS_futex, &word, FUTEX_WAIT, 1, 0, 0, 0);": interp.NotSupported,
	} {
		p := compile(t, "#include <linux/futex.h>\n#include <sys/syscall.h>\n#include <unistd.h>\nstatic _Atomic long word;\n"+
			fn("a", "atomic_store(&word, 2);")+fn("b", two)+threads(2))
		p.OneSize = true
		var got interp.ErrorKind
		r, err := explore.Run(context.Background(), p, axiom.RC11, explore.Options{Workers: 1})
		var refused *interp.Error
		switch {
		case errors.As(err, &refused):
			got = refused.Kind
		case err == nil && len(r.Errors) > 0:
			got = r.Errors[0].Error.Kind
		}
		if got != want {
			t.Errorf("%s: %v, want %v", two, got, want)
		}
	}
}

// TestCopyBesideAccess: a copy of memory divides the bytes as another thread's access did, which races
// with it. The write that lets that thread take another way deletes the access, and the copy stays.
func TestCopyBesideAccess(t *testing.T) {
	t.Parallel()
	p := compile(t, "#include <string.h>\nstatic int *q, x; static long r[2];\n"+
		fn("a", "q = malloc(16); if (x == 0) q[0] = 1;")+
		fn("b", "int *s = q; if (s) { memcpy(r, s, 16); x = 1; }")+threads(2))
	for _, m := range []*axiom.Model{axiom.RC11, axiom.SC, axiom.TSO} {
		explored(t, p, m, explore.Options{Workers: 1})
	}
}

// TestShapesOfClasses: the reductions keep the outcomes and the errors of programs that access bytes at
// several sizes. Classes of executions are kept where every co gives an access of another size the same
// content.
func TestShapesOfClasses(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 84))
	writers := func(r *rand.Rand) string {
		one := func(list ...string) string { return list[r.IntN(len(list))] }
		var b strings.Builder
		b.WriteString("#include <pthread.h>\n#include <stdatomic.h>\n#include <string.h>\nstatic atomic_int x, y; static union { atomic_int i; unsigned char c[4]; } u, v; static int g, h;\n")
		for i := range 3 {
			fmt.Fprintf(&b, "static void *t%d(void *p) { ", i)
			for range 1 + r.IntN(2) {
				b.WriteString(one("u.i = %d; ", "atomic_store_explicit(&u.i, %d, memory_order_relaxed); ", "x = %d; ", "y = %d; ", "u.i += %d; ", "if (x) v.i = %d; ",
					"if (u.i) atomic_store_explicit(&v.i, %d, memory_order_relaxed); ", "atomic_fetch_add_explicit(&v.i, %d, memory_order_relaxed); ", "if (atomic_fetch_add(&u.i, %d) < 0) y = 4; "))
			}
			b.WriteString("return p; }\n")
		}
		src := b.String()
		for strings.Contains(src, "%d") {
			src = strings.Replace(src, "%d", fmt.Sprint(1+r.IntN(3)), 1)
		}
		return src + "int main(void) {\n\tpthread_t t[3];\n\t" + one("", "u.c[1] = 1;", "v.i = 2;") +
			"\n\tfor (int i = 0; i < 3; i++) pthread_create(&t[i], 0, i == 0 ? t0 : i == 1 ? t1 : t2, 0);\n\tfor (int i = 0; i < 3; i++) pthread_join(t[i], 0);\n\t" +
			one("g = u.c[0];", "u.c[1] = 2; g = u.i;", "memcpy(&g, u.c, 3);", "") + one("h = v.c[0];", "v.c[3]++;", "") + "\n\treturn 0;\n}\n"
	}
	fewer := 0
	for k := range testsize.Count(40, 3000) {
		src := writers(r)
		switch {
		case k == 0:
			src = "#include <pthread.h>\n#include <stddef.h>\nstatic union { _Atomic int i; unsigned char c[4]; } u; static int g;\n" + fn("a", "u.i = 1;") + fn("b", "u.i = 2;") +
				strings.Replace(threads(2), "return 0;", "g = u.c[0]; return 0;", 1)
		case k%3 == 0:
			src = randomShapes(r)
		}
		prog := compile(t, src)
		for _, m := range append(axiom.All(), axiom.RC20) {
			run := func(o explore.Reductions) (*explore.Report, error) {
				return explore.Run(context.Background(), prog, m, explore.Options{Workers: 1, Reductions: o,
					Outcome: finalsOf(prog)})
			}
			want, werr := run(explore.Reductions{})
			got, gerr := run(explore.AllReductions())
			if (werr == nil) != (gerr == nil) {
				t.Fatalf("%s: %v, want %v:\n%s", m.Name, gerr, werr, src)
			}
			if werr != nil {
				continue
			}
			if errorKeys(got) != errorKeys(want) || !sameOutcomes(got, want) {
				t.Fatalf("%s:\n%s\n%+v %s\nwant\n%+v %s", m.Name, src, got, errorKeys(got), want, errorKeys(want))
			}
			if got.Executions < want.Executions && got.Unordered {
				fewer++
			}
		}
	}
	t.Logf("%d programs and models have classes", fewer)
	if fewer == 0 && testsize.Whole() {
		t.Error("no program has classes")
	}
}

// TestSizesKeepClasses: bytes that are written by one thread after the other, and then read at another
// size, leave the order of other stores out of account.
func TestSizesKeepClasses(t *testing.T) {
	p := compile(t, "#include <pthread.h>\n#include <stdatomic.h>\n#include <stddef.h>\nstatic atomic_int x; static union { int i; unsigned char c[4]; } u; static int g;\n"+
		fn("a", "u.i = 2; x = 1;")+fn("b", "x = 2;")+strings.Replace(strings.Replace(threads(2), "{\n", "{\n\tu.i = 1;\n", 1), "return 0;", "g = u.c[0]; return 0;", 1))
	for _, m := range append(axiom.All(), axiom.RC20) {
		if r := explored(t, p, m, explore.Options{Workers: 1, Reductions: explore.AllReductions()}); r.Executions != 1 || len(r.Errors) > 0 {
			t.Errorf("%s: %d executions, %v", m.Name, r.Executions, r.Errors)
		}
	}
}
