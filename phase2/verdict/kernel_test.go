package verdict_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/c/library"
	"fencepost/interp/code"
	"fencepost/phase2"
	"fencepost/phase2/fences"
	"fencepost/phase2/verdict"
)

// kernelHeaders writes the kernel's headers for gcc, and returns where they are.
func kernelHeaders(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range library.Headers() {
		if name != "lkmm.h" && !strings.HasPrefix(name, "linux/") && !strings.HasPrefix(name, "asm/") {
			continue
		}
		text, _ := library.Header(name)
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// kernelAnswer is what check says of a program with the kernel's headers.
func kernelAnswer(t *testing.T, name string, text []byte, o cfront.Options) (*code.Program, *verdict.Answer) {
	t.Helper()
	p, err := cfront.Compile(name, text, o)
	if err != nil {
		t.Fatal(err)
	}
	a, err := verdict.Run(context.Background(), p, verdict.Options{Campaign: phase2.Options{Runs: 30, Trials: 5, Workers: 1}, Compile: o, Explore: 5000, Mend: true})
	if err != nil {
		t.Fatal(err)
	}
	return p, a
}

// Structures of the kernel are right, and wrong with a barrier dropped. What mends them is right
// under the kernel's model, and compiles with the kernel's headers, also by gcc.
func TestKernelPrograms(t *testing.T) {
	t.Parallel()
	gcc, noGCC := exec.LookPath("gcc")
	if noGCC != nil {
		t.Logf("without gcc this test checks less: %v", noGCC)
	}
	headers := kernelHeaders(t)
	for i, c := range []struct {
		name  string
		under string // whether the kernel's model decides: "" it does, or a part of what it says
		fix   string // a part of the description; "" there is none
	}{
		{"buffering", "", "relaxed -> acquire"},
		{"completion", "", "relaxed -> release"},
		{"dependency", "", "relaxed -> release"},
		{"kfifo", "", ""},
		{"latch", "", "relaxed -> release"},
		{"llist", "a loop of produce", "relaxed -> release"},
		{"mcs", "", "relaxed -> release"},
		{"ptr_ring", "", "relaxed -> release"},
		{"rculist", "", ""},
		{"refcount", "", "smp_rmb() before"},
		{"rcufree", "", "relaxed -> release"},
		{"rwlock", "", ""},
		{"srcu", "", ""},
		{"uring", "", "smp_mb() after"},
		{"wait", "", "smp_mb() after"},
	} {
		if testsize.LeftOut(3, i) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join("../../benchmarks/kernel", c.name+".c")
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			_, right := kernelAnswer(t, file, text, cfront.Options{})
			if right.Conclusion != verdict.Proved || !strings.Contains(right.Kernel.Limit, c.under) || (right.Kernel.Limit == "") != (c.under == "") {
				t.Errorf("%s, under the kernel's model %+v", right.Conclusion, right.Kernel)
			}
			o := cfront.Options{Defines: []string{"DROPPED"}}
			p, a := kernelAnswer(t, file, text, o)
			if a.Conclusion != verdict.Buggy || len(a.Causes) != 1 {
				t.Fatalf("with a barrier dropped %s: %+v", a.Conclusion, a.Causes)
			}
			fix := a.Causes[0].Fix
			if (fix != nil) != (c.fix != "") || fix != nil && (!strings.Contains(fix.Description, c.fix) || !fix.Proved || len(fix.Notes) > 0) {
				t.Fatalf("fix %+v", fix)
			}
			if fix == nil {
				return
			}
			w, err := fences.WriteOrders(p, fix.Orders, o)
			if err != nil {
				t.Fatal(err)
			}
			mended := []byte(w.Files[0].Text)
			if _, again := kernelAnswer(t, file, mended, o); again.Conclusion != verdict.Proved {
				t.Errorf("mended: %s, under the kernel's model %+v\n%s", again.Conclusion, again.Kernel, w.Diff)
			}
			if noGCC == nil {
				to := filepath.Join(t.TempDir(), "t.c")
				if err := os.WriteFile(to, mended, 0o644); err != nil {
					t.Fatal(err)
				}
				if out, err := exec.Command(gcc, "-fsyntax-only", "-Werror", "-DDROPPED", "-I", headers, to).CombinedOutput(); err != nil {
					t.Errorf("gcc: %v\n%s", err, out)
				}
			}
		})
	}
}

// The kernel's model does not look for threads that wait for ever. So it proves no fix of one: a release
// store does not order a later load.
func TestKernelLivelock(t *testing.T) {
	t.Parallel()
	text := []byte(`#include <assert.h>
#include <pthread.h>
#include <linux/sched.h>
static int ready, data, asleep;
static void *waker(void *arg)
{
	data = 1;
	WRITE_ONCE(ready, 1);
	if (READ_ONCE(asleep))
		WRITE_ONCE(asleep, 0);
	return NULL;
}
static void *waiter(void *arg)
{
	smp_store_mb(asleep, 1);
	if (!smp_load_acquire(&ready))
		while (READ_ONCE(asleep))
			cpu_relax();
	assert(!smp_load_acquire(&ready) || data == 1);
	return NULL;
}
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, NULL, waker, NULL);
	pthread_create(&u, NULL, waiter, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	return 0;
}
`)
	_, a := kernelAnswer(t, "wake.c", text, cfront.Options{})
	livelock := func(f verdict.Failure) bool { return f.Error.Kind == interp.Livelock }
	i := slices.IndexFunc(a.Causes, func(c verdict.Cause) bool { return slices.ContainsFunc(c.Failures, livelock) })
	if i < 0 || a.Causes[i].Fix == nil || !a.Causes[i].Fix.Proved || !strings.Contains(a.Causes[i].Fix.Description, "smp_mb()") {
		t.Fatalf("%+v", a.Causes)
	}
}

// What is to be freed later waits in the kernel for a grace period.
func TestKernelFreesLater(t *testing.T) {
	t.Parallel()
	text := []byte(`#include <linux/rcupdate.h>
#include <linux/bug.h>
#include <linux/slab.h>
#include <pthread.h>
static int __rcu *shared;
static void *reader(void *arg)
{
	int *p;
	rcu_read_lock();
	p = rcu_dereference(shared);
	if (p)
		WARN_ON(*p != 5);
	rcu_read_unlock();
	return arg;
}
int main(void)
{
	pthread_t t;
	int *p = kmalloc(sizeof *p, GFP_KERNEL);
	*p = 5;
	rcu_assign_pointer(shared, p);
	pthread_create(&t, 0, reader, 0);
	rcu_assign_pointer(shared, NULL);
	kfree(p);
	pthread_join(t, 0);
}
`)
	_, a := kernelAnswer(t, "later.c", text, cfront.Options{})
	if len(a.Causes) == 0 || !strings.Contains(a.Causes[0].Explanation, "free later (synchronize_rcu, kfree_rcu)") {
		t.Errorf("%+v", a.Causes)
	}
}
