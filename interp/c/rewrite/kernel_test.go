package rewrite_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fencepost/interp/c/cfront"
	"fencepost/interp/c/library"
	"fencepost/interp/c/rewrite"
	"fencepost/interp/code"
	"fencepost/phase2/fences"
	"fencepost/trace"
)

// Operations of the Linux kernel are replaced by the kernel's operations with another order. The
// result compiles with the kernel's headers that Fencepost has, also by gcc.
func TestKernelWords(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"lkmm.h", "linux/atomic.h"} {
		text, ok := library.Header(name)
		if !ok {
			t.Fatal(name)
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), text)
	}
	gcc, noGCC := exec.LookPath("gcc")
	if noGCC != nil {
		t.Logf("without gcc this test checks less: %v", noGCC)
	}
	for _, c := range []struct {
		was, now string
		order    trace.Order
	}{
		{"WRITE_ONCE(x, 1);", "smp_store_release(&x, 1);", trace.Release},
		{"WRITE_ONCE(*p, 1);", "smp_store_release(p, 1);", trace.Release},
		{"WRITE_ONCE(s.m, 1 + 1);", "smp_store_release(&s.m, 1 + 1);", trace.Release},
		{"smp_store_release(&x, 1);", "WRITE_ONCE(x, 1);", trace.Relaxed},
		{"smp_store_release(p, 1);", "WRITE_ONCE(*p, 1);", trace.Relaxed},
		{"r = READ_ONCE(x);", "r = smp_load_acquire(&x);", trace.Acquire},
		{"while (!READ_ONCE(x)) ;", "while (!smp_load_acquire(&x)) ;", trace.Acquire},
		{"UNTIL(READ_ONCE(x)) ;", "UNTIL(smp_load_acquire(&x)) ;", trace.Acquire},
		{"UNTIL(y || (READ_ONCE(s.m))) ;", "UNTIL(y || (smp_load_acquire(&s.m))) ;", trace.Acquire},
		{"r = smp_load_acquire(&x);", "r = READ_ONCE(x);", trace.Relaxed},
		{"r = atomic_read(&a);", "r = atomic_read_acquire(&a);", trace.Acquire},
		{"atomic_set(&a, 1);", "atomic_set_release(&a, 1);", trace.Release},
		{"r = xchg_relaxed(&x, 1);", "r = xchg_acquire(&x, 1);", trace.Acquire},
		{"r = cmpxchg_relaxed(&x, 1, 2);", "r = cmpxchg_acquire(&x, 1, 2);", trace.Acquire},
		{"r = atomic_try_cmpxchg_relaxed(&a, p, 2);", "r = atomic_try_cmpxchg_acquire(&a, p, 2);", trace.Acquire},
		{"while (!atomic_try_cmpxchg_relaxed(&a, &y, 2)) ;", "while (!atomic_try_cmpxchg_acquire(&a, &y, 2)) ;", trace.Acquire},
		{"r = atomic_fetch_add_relaxed(1, &a);", "r = atomic_fetch_add_release(1, &a);", trace.Release},
		{"r = atomic_add_return_acquire(1, &a);", "r = atomic_add_return_relaxed(1, &a);", trace.Relaxed},
		{"smp_wmb();", "smp_mb();", trace.SeqCst},
		{"x = 1 + 1;", "WRITE_ONCE(x, 1 + 1);", trace.Relaxed},
		{"s.m = 1;", "smp_store_release(&(s.m), 1);", trace.Release},
		{"while (!x) ;", "while (!READ_ONCE(x)) ;", trace.Relaxed},
		{"if (s.m) return 1;", "if (smp_load_acquire(&(s.m))) return 1;", trace.Acquire},
	} {
		head := "#include <linux/atomic.h>\nint x, y, r, *p = &y;\nstruct { int m; } s;\natomic_t a;\n#define UNTIL(c) while (!(c))\n"
		text := head + "int main(void) {\n\t" + c.was + "\n\treturn 0;\n}\n"
		o := cfront.Options{ReadFile: func(string) ([]byte, error) { return nil, fs.ErrNotExist }}
		prog, err := cfront.Compile("t.c", []byte(text), o)
		if err != nil {
			t.Fatal(c.was, err)
		}
		source, err := rewrite.Open(prog, o)
		if err != nil {
			t.Fatal(err)
		}
		sites := fences.OrderSites(prog)
		if len(sites) == 0 { // a plain access
			sites = []fences.OrderSite{{Site: fences.Sites(prog)[0]}}
		}
		site := sites[0].Site
		now := prog.Access[site]
		now.Order = c.order
		want := fences.ApplyOrders(prog, []fences.OrderChange{{OrderSite: sites[0], From: prog.Access[site].Order, To: c.order}})
		r := source.Rewrite([]rewrite.Change{{Site: site, Kind: rewrite.Reorder, Header: "stdatomic.h", Order: now.Order, Fail: now.Fail}},
			func([]int) *code.Program { return want })
		if len(r.Failed) > 0 || !strings.Contains(r.Files[0].Text, "\t"+c.now+"\n") || strings.Contains(r.Files[0].Text, "stdatomic") {
			t.Errorf("%s becomes\n%s", c.was, r.Diff)
			continue
		}
		if noGCC == nil {
			file := filepath.Join(dir, "t.c")
			write(t, file, r.Files[0].Text)
			out, err := exec.Command(gcc, "-fsyntax-only", "-Werror", "-I", dir, file).CombinedOutput()
			var failed *exec.ExitError
			if errors.As(err, &failed) {
				t.Errorf("gcc: %s", out)
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
}
