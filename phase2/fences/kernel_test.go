package fences_test

import (
	"context"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/phase2/fences"
)

// kernelProgram returns the program whose threads do what is given, and then hold is asserted.
func kernelProgram(t *testing.T, hold string, threads ...string) (*code.Program, cfront.Options) {
	t.Helper()
	text := "#include <assert.h>\n#include <pthread.h>\n#include <linux/atomic.h>\nint x, y, z, r0, r1, r2, r3;\natomic_t a;\n"
	start, join := "", ""
	for i, body := range threads {
		n := string(rune('0' + i))
		text += "static void *p" + n + "(void *arg)\n{\n\t" + strings.Join(strings.Split(body, "; "), ";\n\t") + ";\n\treturn NULL;\n}\n"
		start += "\tpthread_create(&t" + n + ", NULL, p" + n + ", NULL);\n"
		join += "\tpthread_join(t" + n + ", NULL);\n"
	}
	text += "int main(void)\n{\n\tpthread_t t0, t1, t2;\n" + start + join + "\tassert(" + hold + ");\n\treturn 0;\n}\n"
	o := cfront.Options{}
	p, err := cfront.Compile("t.c", []byte(text), o)
	if err != nil {
		t.Fatal(err)
	}
	return p, o
}

// inferKernel infers what a program needs under the Linux kernel's model.
func inferKernel(t *testing.T, p *code.Program, o cfront.Options) (*fences.OrderResult, error) {
	t.Helper()
	lkmm, _ := fences.Machines().Lookup("lkmm")
	options := fences.Options{Others: models.Relaxed(), Compile: o}
	if err := options.ProveBy(context.Background(), p, lkmm, 20_000); err != nil {
		t.Fatal(err)
	}
	return fences.InferOrders(context.Background(), p, lkmm, options)
}

// The cheapest orders and barriers under the kernel's model: each set was worked out by hand from
// the model's rules.
func TestInferKernel(t *testing.T) {
	t.Parallel()
	for i, c := range []struct {
		name    string
		threads []string
		hold    string
		want    []string // lines that the change adds
		less    []string // lines that --weaken takes away
	}{
		{"SB", []string{"WRITE_ONCE(x, 1); r0 = READ_ONCE(y)", "WRITE_ONCE(y, 1); r1 = READ_ONCE(x)"}, "r0 || r1", []string{"smp_mb();", "smp_mb();"}, nil},
		{"MP", []string{"WRITE_ONCE(x, 1); WRITE_ONCE(y, 1)", "r0 = READ_ONCE(y); r1 = READ_ONCE(x)"}, "!r0 || r1",
			[]string{"smp_store_release(&y, 1);", "r0 = smp_load_acquire(&y);"}, nil},
		{"MP of plain data", []string{"x = 1; WRITE_ONCE(y, 1)", "r0 = READ_ONCE(y); if (r0) r1 = x; else r1 = 1"}, "r1",
			[]string{"smp_store_release(&y, 1);", "r0 = smp_load_acquire(&y);"}, nil},
		{"MP of two flags", []string{"WRITE_ONCE(x, 1); WRITE_ONCE(y, 1); WRITE_ONCE(z, 1)", "r0 = READ_ONCE(y); r2 = READ_ONCE(z); r1 = READ_ONCE(x)"}, "!(r0 || r2) || r1",
			[]string{"smp_wmb();", "smp_rmb();"}, nil},
		{"LB", []string{"r0 = READ_ONCE(x); WRITE_ONCE(y, 1)", "r1 = READ_ONCE(y); WRITE_ONCE(x, 1)"}, "!r0 || !r1",
			[]string{"r0 = smp_load_acquire(&x);", "r1 = smp_load_acquire(&y);"}, nil},
		{"LB with data", []string{"r0 = READ_ONCE(x); WRITE_ONCE(y, r0)", "r1 = READ_ONCE(y); WRITE_ONCE(x, r1 + 1)"}, "r0 == 0 || r1 != r0", nil, nil},
		{"SB of RMWs", []string{"atomic_inc(&a); r0 = READ_ONCE(x)", "WRITE_ONCE(x, 1); smp_mb(); r1 = atomic_read(&a)"}, "r0 || r1", []string{"smp_mb();"}, nil},
		{"SB of RMWs with a value", []string{"r2 = atomic_inc_return(&a); r0 = READ_ONCE(x)", "WRITE_ONCE(x, 1); smp_mb(); r1 = atomic_read(&a)"}, "r0 || r1", nil, nil},
		{"SB of relaxed RMWs", []string{"r2 = atomic_fetch_inc_relaxed(&a); r0 = READ_ONCE(x)", "WRITE_ONCE(x, 1); smp_mb(); r1 = atomic_read(&a)"}, "r0 || r1", []string{"r2 = atomic_fetch_inc(&a);"}, nil},
		{"SB of an RMW too much", []string{"r2 = atomic_fetch_inc(&a); r0 = READ_ONCE(x)", "r1 = atomic_read(&a); WRITE_ONCE(x, 1)"}, "!r0 || !r1 || r1 == 1", nil, []string{"r2 = atomic_fetch_inc(&a);"}},
		{"a barrier too much", []string{"WRITE_ONCE(x, 1); smp_mb(); WRITE_ONCE(y, 1)", "r0 = READ_ONCE(y); smp_mb(); r1 = READ_ONCE(x)"}, "!r0 || r1", nil, []string{"smp_mb();", "smp_mb();"}},
		{"a barrier too weak", []string{"WRITE_ONCE(x, 1); smp_wmb(); r0 = READ_ONCE(y)", "WRITE_ONCE(y, 1); smp_mb(); r1 = READ_ONCE(x)"}, "r0 || r1", []string{"smp_mb();"}, nil},
	} {
		if testsize.LeftOut(2, i) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p, o := kernelProgram(t, c.hold, c.threads...)
			r, err := inferKernel(t, p, o)
			if err != nil || r.Incomplete != "" || !r.Verdict.Proved || !r.Exact {
				t.Fatalf("%v, %+v", err, r)
			}
			w, err := fences.WriteOrders(p, r.Changes, o)
			if err != nil || len(w.Notes) > 0 {
				t.Fatal(err, w)
			}
			if got := lines(w.Diff, "+\t"); strings.Join(got, "|") != strings.Join(c.want, "|") {
				t.Errorf("added %q, want %q", got, c.want)
			}
			for i := range r.Reasons {
				if r.Reasons[i].Error == nil {
					t.Errorf("%s: nothing goes wrong without it", r.Changes[i].Describe())
				}
			}
			again, err := inferKernel(t, w.Program, o)
			if err != nil || len(again.Changes) > 0 || !again.Verdict.Proved {
				t.Errorf("the changed program: %v, %+v", err, again.Changes)
			}
			weak, err := fences.WriteOrders(p, r.OverStrong, o)
			if err != nil || len(weak.Notes) > 0 {
				t.Fatal(err, weak)
			}
			if got := lines(weak.Diff, "-\t"); strings.Join(got, "|") != strings.Join(c.less, "|") {
				t.Errorf("needless %q, want %q", got, c.less)
			}
		})
	}
}

// lines returns the lines of a diff that begin like that, without it.
func lines(diff, prefix string) (list []string) {
	for _, line := range strings.Split(diff, "\n") {
		if rest, ok := strings.CutPrefix(line, prefix); ok {
			list = append(list, rest)
		}
	}
	return list
}
