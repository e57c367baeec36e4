package verdict_test

import (
	"slices"
	"strings"
	"testing"

	"fencepost/interp/c/cfront"
	"fencepost/interp/front"
	"fencepost/interp/llvm/rustc"
	"fencepost/models/c11"
	"fencepost/phase2"
	"fencepost/phase2/verdict"
)

// TestOrdersInWords says how the first cause explains orders that are too weak: what has the order, and
// the access with which it does not synchronise.
func TestOrdersInWords(t *testing.T) {
	t.Parallel()
	const threads = `
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x; static int data;
static void *other(void *arg);
static void *first(void *arg)
{
	data = 1;
	publish();
	return arg;
}
int main(void)
{
	pthread_t t, u;
	atomic_store(&x, 0);
	pthread_create(&t, 0, first, 0);
	pthread_create(&u, 0, other, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
}
`
	for _, c := range []struct{ name, text, want string }{
		{"an operation that is to release has a partner that reads", `
#define publish() atomic_fetch_add_explicit(&x, 1, memory_order_acquire)` + threads + `
static void *other(void *arg)
{
	if (atomic_load_explicit(&x, memory_order_acquire)) assert(data == 1);
	return arg;
}`, "the read-modify-write at 11 is acquire, so it does not synchronise with the acquire load at 26"},
		{"the order of failure is named, with its partner", `
#define publish() atomic_store_explicit(&x, 1, memory_order_release)` + threads + `
static void *other(void *arg)
{
	int old = 0;
	if (!atomic_compare_exchange_strong_explicit(&x, &old, 2, memory_order_acq_rel, memory_order_relaxed)) assert(data == 1);
	return arg;
}`, "the failure order of the compare-exchange at 27 is relaxed, so it does not synchronise with the release store at 11"},
		{"no partner was seen", `
#define publish() atomic_thread_fence(memory_order_acquire); atomic_store_explicit(&x, 1, memory_order_relaxed)` + threads + `
static void *other(void *arg)
{
	if (atomic_load_explicit(&x, memory_order_acquire)) assert(data == 1);
	return arg;
}`, "the fence at 11 is acquire, so the accesses around it may take effect in another order"},
	} {
		p, err := cfront.Compile("words.c", []byte(c.text), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if a := answer(t, p); len(a.Causes) == 0 || a.Causes[0].Explanation != c.want {
			t.Errorf("%s: %+v; want %s", c.name, a.Causes, c.want)
		}
	}
}

// TestDoubleFetch says when two reads of a variable are one too many: not if the thread takes a lock or
// has a fence between, nor if the second one is the condition of a loop.
func TestDoubleFetch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		reader string
		want   bool
	}{
		{"if (atomic_load(&x) < 2) assert(valid[atomic_load(&x)]);", true},
		{"int old = atomic_load(&x); while (atomic_load(&x) != old) assert(0);", false},
		{"int tries = 0, old; do { old = atomic_load(&x); tries++; } while (atomic_load(&x) != old); assert(tries == 1);", false},
		{"int old = atomic_load(&x); atomic_thread_fence(memory_order_seq_cst); assert(atomic_load(&x) == old);", false},
		{"int old = atomic_load(&x); pthread_mutex_lock(&lock); assert(atomic_load(&x) == old); pthread_mutex_unlock(&lock);", false},
		{"int old = atomic_load(&x); atomic_store(&done, 1); assert(atomic_load(&x) == old);", false},
	} {
		p := writerAndReader(t, "atomic_int x, done; static int valid[2] = {1, 1}; static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;",
			"atomic_store(&x, 2);", c.reader)
		a := answer(t, p)
		if len(a.Causes) != 1 || strings.Contains(a.Causes[0].Explanation, "double fetch") != c.want {
			t.Errorf("%s: %+v", c.reader, a.Causes)
		}
	}
}

// TestStaleExpected says when a compare-exchange that is repeated with the value that it found is a
// mistake: not if the thread has used that value between.
func TestStaleExpected(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		reader string
		want   bool
	}{
		{"int old = 0; while (!atomic_compare_exchange_strong(&x, &old, 1)) ; assert(data == 0); data = 1;", true},
		{"int old = 0, seen; do seen = data; while (!atomic_compare_exchange_strong(&x, &old, old)); assert(old == 0 || seen == 2);", false},
	} {
		p := writerAndReader(t, "atomic_int x; static int data;", "int old = 0; if (atomic_compare_exchange_strong(&x, &old, 1)) data = 2;", c.reader)
		a := answer(t, p)
		if len(a.Causes) == 0 || strings.Contains(a.Causes[0].Explanation, "set the expected value anew") != c.want {
			t.Errorf("%s: %+v", c.reader, a.Causes)
		}
	}
}

// TestTakenInLibrary says of a pointer that a new thread is given who uses it too late, without the place
// in the library where the thread takes it.
func TestTakenInLibrary(t *testing.T) {
	if _, ok := rustc.Find(); !ok {
		t.Skip("no rustc")
	}
	t.Parallel()
	const text = `use std::ptr::NonNull;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

struct End(NonNull<AtomicU32>);
unsafe impl Send for End {}

impl End {
    fn set(self) {
        unsafe { self.0.as_ref() }.store(1, Ordering::Release);
    }
}

impl Drop for End {
    fn drop(&mut self) {
        if unsafe { self.0.as_ref() }.fetch_add(1, Ordering::AcqRel) == 0 {
            drop(unsafe { Box::from_raw(self.0.as_ptr()) });
        }
    }
}

fn main() {
    let word = NonNull::from(Box::leak(Box::new(AtomicU32::new(0))));
    let (a, b) = (End(word), End(word));
    let t = thread::Builder::new().spawn(move || drop(a)).unwrap();
    let u = thread::Builder::new().spawn(move || b.set()).unwrap();
    t.join().unwrap();
    u.join().unwrap();
}
`
	p, err := front.Compile(t.Context(), []cfront.Source{{Name: "ends.rs", Text: []byte(text)}}, cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := verdict.Run(t.Context(), p, verdict.Options{
		Campaign: phase2.Options{Models: verdict.Models(p, c11.Model), Runs: 300, Trials: 5, Workers: 1},
		Explore:  5000, Mend: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(a.Causes, func(c verdict.Cause) bool {
		return strings.Contains(c.Explanation, "thread 2 has taken the pointer, and uses it after thread 1 has freed what it points to")
	})
	if i < 0 {
		t.Fatalf("%+v", a.Causes)
	}
	if at := a.Causes[i].Accesses; len(at) != 2 || at[0].Pos.Line != 17 || at[1].Pos.Line != 16 {
		t.Errorf("%+v", at)
	}
}
