package candidates_test

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fencepost/interp/c/cfront"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// What threads have of their own, what they allocate, and functions that pointers lead to, under
// the Linux kernel's model.
func TestKernelMemory(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, globals, p, q, want string // want: how many executions, a flag, failed, or a part of the refusal
	}{
		{"an object of the stack is given away", "int *at;",
			"int x; WRITE_ONCE(x, 1); smp_store_release(&at, &x);",
			"int *r = smp_load_acquire(&at); if (r) { int v = READ_ONCE(*r); assert(v == 1); }", "2"},
		{"an object of the stack is given away too early", "int *at;",
			"int x = 0; WRITE_ONCE(at, &x); WRITE_ONCE(x, 1);",
			"int *r = READ_ONCE(at); if (r) { int v = READ_ONCE(*r); assert(v == 1); }", "failed"},
		{"thread-local", "_Thread_local int n; int x;",
			"n = 1; WRITE_ONCE(x, 1); assert(n == 1);", "assert(n == 0); int r = READ_ONCE(x); assert(n == 0); (void)r;", "2"},
		{"thread-local with a value", "_Thread_local struct { char *a; long b; } n = {0, 7};",
			"n.b++; assert(n.b == 8);", "assert(n.b == 7);", "1"},
		{"a pointer to a function", "int f(int v) { return v + 1; } int g(int v) { return v + 2; } int (*at)(int) = f; int x;",
			"WRITE_ONCE(at, g);", "int (*h)(int) = READ_ONCE(at); int r = h(1); assert(r == 2 || r == 3); WRITE_ONCE(x, r);", "2"},
		{"allocated", "struct s { int a, b; } *at;",
			"struct s *n = malloc(sizeof *n); n->a = 1; n->b = 2; smp_store_release(&at, n);",
			"struct s *r = smp_load_acquire(&at); if (r) assert(r->a + r->b == 3);", "2"},
		{"freed", "int *at;",
			"int *n = malloc(4); *n = 1; smp_store_release(&at, n); free(n);",
			"int *r = smp_load_acquire(&at); if (r) { int v = *r; (void)v; }", "data-race"},
		{"freed after all", "int *at; int done;",
			"int *n = malloc(4); *n = 1; smp_store_release(&at, n); if (smp_load_acquire(&done)) free(n);",
			"int *r = smp_load_acquire(&at); if (r) { int v = *r; assert(v == 1); smp_store_release(&done, 1); }", "3"},
		{"freed after a branch on what others have done", "int *at; int done;",
			"int *n = malloc(4); *n = 1; smp_store_release(&at, n); if (READ_ONCE(done)) free(n);",
			"int *r = smp_load_acquire(&at); if (r) { int v = *r; assert(v == 1); smp_store_release(&done, 1); }", "3"},
		{"freed beside a branch on what others have done", "int *at; int done, x;",
			"int *n = malloc(4); *n = 1; smp_store_release(&at, n); if (READ_ONCE(done)) WRITE_ONCE(x, 1); free(n);",
			"int *r = smp_load_acquire(&at); if (r) { int v = *r; (void)v; smp_store_release(&done, 1); }", "data-race"},
		{"freed after a branch on a register that a branch has set", "int *at; int done;",
			"int *n = malloc(4), over = 0; *n = 1; smp_store_release(&at, n); if (READ_ONCE(done)) over = 1; if (over) free(n);",
			"int *r = smp_load_acquire(&at); if (r) { int v = *r; assert(v == 1); smp_store_release(&done, 1); }", "3"},
		{"written after a branch on a register that a branch has set", "int x, y;",
			"int seen = 0; if (READ_ONCE(x)) seen = 1; if (seen) WRITE_ONCE(y, 1);",
			"int r = READ_ONCE(y); assert(!r); if (r) WRITE_ONCE(x, 1);", "1"},
		{"nothing freed", "int x;", "free(NULL); WRITE_ONCE(x, 1);", "int r = READ_ONCE(x); (void)r;", "2"},
		{"readers and a writer", "rwlock_t l; int x, y;",
			"write_lock(&l); x = 1; y = 1; write_unlock(&l);", "read_lock(&l); assert(x == y); read_unlock(&l);", "2"},
		{"two readers", "rwlock_t l; int x;",
			"read_lock(&l); int r = READ_ONCE(x); read_unlock(&l); (void)r;", "read_lock(&l); WRITE_ONCE(x, 1); read_unlock(&l);", "30"},
		{"SRCU", "DEFINE_SRCU(s); int x, y;",
			"int i = srcu_read_lock(&s), r = READ_ONCE(x), q = READ_ONCE(y); srcu_read_unlock(&s, i); assert(!r || q);",
			"WRITE_ONCE(y, 1); synchronize_srcu(&s); WRITE_ONCE(x, 1);", "3"},
		{"SRCU of another domain", "DEFINE_SRCU(s); DEFINE_SRCU(o); int x, y;",
			"int i = srcu_read_lock(&s), r = READ_ONCE(x), q = READ_ONCE(y); srcu_read_unlock(&s, i); assert(!r || q);",
			"WRITE_ONCE(y, 1); synchronize_srcu(&o); WRITE_ONCE(x, 1);", "failed"},
		{"a pointer that may be null", "int x, *at;", "WRITE_ONCE(at, &x);", "int *r = READ_ONCE(at); WRITE_ONCE(*r, 1);", "null pointer at t.c:11:25"},
		{"a pointer to nowhere", "int *at;", "", "int *r = READ_ONCE(at); WRITE_ONCE(r[5000], 1);", "an access to the address 20000, where no location is, is not supported"},
		{"a member of what a pointer points to that is not set yet", "struct n { struct n *next; } head = {&head}; struct s { long v; struct n node; } it;",
			"it.v = 5; it.node.next = &head; smp_store_release(&head.next, &it.node);",
			"for (struct n *n = smp_load_acquire(&head.next); n != &head; n = READ_ONCE(n->next)) { long v = READ_ONCE(((struct s *)((char *)n - 8))->v); assert(v == 5); }", "2"},
		{"a member of what a null pointer points to", "struct n { struct n *next; } head; struct s { long v; struct n node; };", "",
			"struct n *n = READ_ONCE(head.next); WRITE_ONCE(((struct s *)((char *)n - 8))->v, 1);", "null pointer at t.c:11:37"},
		{"what freed memory would hold is no pointer in a critical section", "struct s { int v; struct s *next; } *head;",
			"struct s *n = calloc(1, sizeof *n); smp_store_release(&head, n); WRITE_ONCE(head, NULL); synchronize_rcu(); free(n);",
			"rcu_read_lock(); for (struct s *n = rcu_dereference(head); n; n = READ_ONCE(n->next)) { int v = n->v; (void)v; } rcu_read_unlock();", "3"},
		{"allocated in a loop", "int *at;", "for (int i = 0; i < 2; i++) at = malloc(4);", "", "t.c:7:34: candidate executions of an allocation in a loop are not supported"},
		{"a part", "long x;", "WRITE_ONCE(x, 1);", "WRITE_ONCE(*(int *)&x, 1);", "not supported"},
		{"a part of a block", "long *at;", "long *n = malloc(8); WRITE_ONCE(*n, 1); WRITE_ONCE(((int *)n)[1], 2); WRITE_ONCE(at, n);", "", "an access to a part of block of t.c:7+0 (mixed sizes) is not supported"},
		{"a condition variable", "pthread_cond_t c; pthread_mutex_t m;", "pthread_cond_signal(&c);", "", "t.c:7:1: pthread_cond_signal(&c): candidate executions of this operation are not supported"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			src := "#include <assert.h>\n#include <linux/spinlock.h>\n#include <linux/srcu.h>\n#include <stdlib.h>\n" + c.globals + "\nvoid *p(void *a) {\n" + c.p +
				"\nreturn 0;\n}\nvoid *q(void *a) {\n" + c.q + "\nreturn 0;\n}\nint main(void) {\npthread_t s, u;\npthread_create(&s, 0, p, 0);\npthread_create(&u, 0, q, 0);\npthread_join(s, 0);\npthread_join(u, 0);\n}\n"
			underKernel(t, src, c.want)
		})
	}
}

// What main may do before, while and after threads run.
func TestKernelMain(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, source, want string }{
		{"threads are started and joined by functions, and their handles are static", `int x; pthread_t t[2];
			void *p(void *a) { WRITE_ONCE(x, 1); return a; }
			void start(void) { for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, p, 0); }
			void finish(void) { for (int i = 0; i < 2; i++) pthread_join(t[i], 0); }
			int main(void) { start(); finish(); assert(x == 1); }`, "2"},
		{"functions look at what threads have done", `int x[2]; pthread_t t;
			void *p(void *a) { WRITE_ONCE(x[0], 1); WRITE_ONCE(x[1], 2); return a; }
			int sum(const int *v, int n) { int s = 0; for (int i = 0; i < n; i++) s += v[i]; return s; }
			int one(void) { return sum(x, 1); }
			int main(void) { pthread_create(&t, 0, p, 0); pthread_join(t, 0); assert(one() + sum(x, 2) == 4); }`, "1"},
		{"functions look at it, and it is wrong", `int x; pthread_t t;
			void *p(void *a) { WRITE_ONCE(x, 1); return a; }
			int one(void) { return x; }
			void look(void) { assert(one() == 2); }
			int main(void) { pthread_create(&t, 0, p, 0); pthread_join(t, 0); look(); }`, "failed"},
		{"arguments are written before each thread", `int x; struct arg { int n, seen; } args[2];
			void *p(void *a) { struct arg *g = a; if (g->n) WRITE_ONCE(x, 1); else g->seen = READ_ONCE(x); return a; }
			int main(void) { pthread_t t[2]; for (int i = 0; i < 2; i++) { args[i].n = i; pthread_create(&t[i], 0, p, &args[i]); }
			for (int i = 0; i < 2; i++) pthread_join(t[i], 0); assert(args[0].seen < 2); }`, "2"},
		{"arguments are main's own", `int x; struct arg { int n, seen; };
			void *p(void *a) { struct arg *g = a; if (g->n) WRITE_ONCE(x, 1); else g->seen = READ_ONCE(x); return a; }
			int main(void) { struct arg args[2]; pthread_t t[2]; for (int i = 0; i < 2; i++) { args[i] = (struct arg){i, 0}; pthread_create(&t[i], 0, p, &args[i]); }
			for (int i = 0; i < 2; i++) pthread_join(t[i], 0); assert(!args[0].seen); }`, "failed"},
		{"a block is allocated for each thread, and freed", `int x; struct arg { int n; };
			void *p(void *a) { struct arg *g = a; WRITE_ONCE(x, g->n); return a; }
			int main(void) { struct arg *g[2]; pthread_t t[2]; for (int i = 0; i < 2; i++) { g[i] = malloc(4); g[i]->n = i; pthread_create(&t[i], 0, p, g[i]); }
			for (int i = 0; i < 2; i++) pthread_join(t[i], 0); for (int i = 0; i < 2; i++) free(g[i]); }`, "2"},
		{"main updates before threads run", `atomic_t n = ATOMIC_INIT(1); int got; unsigned char small;
			void *p(void *a) { if (atomic_dec_and_test(&n)) WRITE_ONCE(got, 1); return a; }
			int main(void) { pthread_t t, u; assert(atomic_inc_return(&n) == 2); assert(atomic_xchg(&n, 5) == 2); assert(atomic_cmpxchg(&n, 4, 9) == 5);
			assert(atomic_cmpxchg(&n, 5, -1) == 5); assert(atomic_fetch_add(3, &n) == -1); assert(xchg(&small, 7) == 0); assert(xchg(&small, 250) == 7); assert(xchg(&small, 0) == 250);
			pthread_create(&t, 0, p, 0); pthread_create(&u, 0, p, 0); pthread_join(t, 0); pthread_join(u, 0); assert(got); }`, "2"},
		{"a loop looks at what threads have done", `int x[3]; pthread_t t;
			void *p(void *a) { WRITE_ONCE(x[2], 1); return a; }
			int main(void) { int s = 0; pthread_create(&t, 0, p, 0); pthread_join(t, 0); for (int i = 0; i < 3; i++) s += x[i] << i; assert(s == 3); }`, "failed"},
		{"threads are started again", `int x; pthread_t t;
			void *p(void *a) { WRITE_ONCE(x, 1); return a; }
			int main(void) { do { pthread_create(&t, 0, p, 0); pthread_join(t, 0); } while (x < 1); }`, "a loop around the joining of threads is not supported"},
		{"threads of the kernel", `int x, y;
			int p(void *a) { WRITE_ONCE(x, 1); smp_store_release(&y, 1); return 0; }
			int q(void *a) { int r = smp_load_acquire(&y), s = READ_ONCE(x); assert(!r || s); return 0; }
			int main(void) { struct task_struct *t = kthread_run(p, 0, "p"), *u = kthread_run(q, 0, "q"); kthread_stop(t); kthread_stop(u); }`, "3"},
		{"threads of the kernel that wait", `DECLARE_WAIT_QUEUE_HEAD(queue); int x, ready;
			int p(void *a) { WRITE_ONCE(x, 1); smp_store_release(&ready, 1); wake_up(&queue); return 0; }
			int q(void *a) { wait_event(queue, smp_load_acquire(&ready)); assert(READ_ONCE(x)); return 0; }
			int main(void) { struct task_struct *t = kthread_run(p, 0, "p"), *u = kthread_run(q, 0, "q"); kthread_stop(t); kthread_stop(u); }`, "4"},
		{"a thread of the kernel that is told to stop", `int p(void *a) { while (!kthread_should_stop()) cpu_relax(); return 0; }
			int main(void) { kthread_stop(kthread_run(p, 0, "p")); }`, "+32, which main accesses while the thread runs, is not supported"},
		{"main uses what a thread has returned while others run", `int p(void *a) { return 1; }
			int main(void) { struct task_struct *t = kthread_run(p, 0, "p"), *u = kthread_run(p, 0, "q"); assert(kthread_stop(t)); kthread_stop(u); }`, "a main that does more than start threads"},
		{"main returns what a thread has returned", `int p(void *a) { return 1; }
			int main(void) { return kthread_stop(kthread_run(p, 0, "p")); }`, "1"},
		{"main uses later what a thread has returned", `int x; int p(void *a) { return 1; }
			int main(void) { int r = kthread_stop(kthread_run(p, 0, "p")); assert(x + r); }`, "a main that does more than start threads"},
		{"a block is used after main has freed it", `int *at;
			void *p(void *a) { return a; }
			void *q(void *a) { WRITE_ONCE(*at, 1); return a; }
			int main(void) { pthread_t t, u; at = malloc(4); *at = 0; pthread_create(&t, 0, p, 0); pthread_create(&u, 0, q, 0); pthread_join(t, 0); free(at); pthread_join(u, 0); }`,
			"which main accesses while the thread runs, is not supported"},
		{"main joins what it has not started", `pthread_t t, u;
			void *p(void *a) { return a; }
			int main(void) { pthread_create(&t, 0, p, 0); pthread_join(u, 0); pthread_join(t, 0); }`, "a main that does more than start threads"},
		{"main stores while a thread runs", `int x; pthread_t t;
			void *p(void *a) { int r = READ_ONCE(x); (void)r; return a; }
			int main(void) { pthread_create(&t, 0, p, 0); WRITE_ONCE(x, 1); pthread_join(t, 0); }`,
			"an access to x, which main accesses while the thread runs, is not supported"},
		{"main reads while a thread runs", `int x; pthread_t t;
			void *p(void *a) { WRITE_ONCE(x, 1); return a; }
			int main(void) { pthread_create(&t, 0, p, 0); int r = READ_ONCE(x); pthread_join(t, 0); assert(!r); }`,
			"an access to x, which main accesses while the thread runs, is not supported"},
		{"main reads while a thread runs, and after its end", `int x, y; pthread_t t, u;
			void *p(void *a) { WRITE_ONCE(x, 1); return a; }
			void *q(void *a) { WRITE_ONCE(y, 1); return a; }
			void look(int r) { int s = READ_ONCE(x); (void)s; assert(!r); }
			int main(void) { pthread_create(&t, 0, p, 0); pthread_create(&u, 0, q, 0); int r = READ_ONCE(x); pthread_join(t, 0); look(r); pthread_join(u, 0); }`,
			"an access to x, which main accesses while the thread runs, is not supported"},
		{"main waits for a thread", `int x; pthread_t t;
			void *p(void *a) { WRITE_ONCE(x, 1); return a; }
			int main(void) { pthread_create(&t, 0, p, 0); while (!READ_ONCE(x)) cpu_relax(); pthread_join(t, 0); }`,
			"a main that does more than start threads"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			underKernel(t, "#include <assert.h>\n#include <linux/kthread.h>\n#include <linux/slab.h>\n#include <linux/wait.h>\n#include <pthread.h>\n"+c.source, c.want)
		})
	}
}

// underKernel checks what a program does under the Linux kernel's model: how many executions it has,
// a flag, failed, or a part of the refusal.
func underKernel(t *testing.T, src, want string) {
	t.Helper()
	prog, err := cfront.Compile("t.c", []byte(src), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m := lookup(t, "lkmm")
	lowered, err := m.Lower(prog)
	got := ""
	if err == nil {
		var r *candidates.Report
		failed := false
		r, err = candidates.Run(context.Background(), lowered, candidates.Options{Model: m, NullErrors: true, Each: func(x *candidates.Execution) {
			_, wrong := x.Failed()
			failed = failed || wrong
		}})
		switch {
		case err != nil:
		case failed:
			got = "failed"
		case len(r.Raised) > 0 && r.Raised[0].Flag == "null pointer":
			got = r.Raised[0].Flag + " at " + r.Raised[0].Error().Pos.String()
		case len(r.Flags) > 0:
			got = strings.Join(r.Flags, " ")
		default:
			got = strconv.FormatInt(r.Executions, 10)
		}
	}
	if err != nil {
		got = err.Error()
	}
	counts := strings.Trim(want, "0123456789") == ""
	if got != want && (err == nil || counts || !strings.Contains(got, want)) {
		t.Errorf("%s, not %s", got, want)
	}
}

// The explorer, which runs the machine, ends in the same states with objects of the stack that are
// given away, thread-local ones and pointers to functions.
func TestMemoryAgrees(t *testing.T) {
	t.Parallel()
	const source = `#include <pthread.h>
#include <stdatomic.h>
struct node { struct node *_Atomic next; atomic_int value; };
struct node *_Atomic list;
_Thread_local struct { int count, last; } own;
atomic_int done;
int r1, r2;
static int once(int v) { own.count++; return v; }
static int twice(int v) { own.count += 2; own.last = v; return 2 * v; }
int (*_Atomic how)(int) = once;
void *a(void *unused) {
	struct node n;
	atomic_store_explicit(&n.next, 0, memory_order_relaxed);
	atomic_store_explicit(&n.value, 0, memory_order_relaxed);
	atomic_store_explicit(&list, &n, memory_order_release);
	atomic_store_explicit(&how, twice, memory_order_relaxed);
	atomic_store_explicit(&n.value, 5, memory_order_relaxed);
	r1 = atomic_load_explicit(&n.value, memory_order_relaxed) + 100 * own.count;
	while (!atomic_load_explicit(&done, memory_order_acquire)) ;
	return 0;
}
void *b(void *unused) {
	struct node *n = atomic_load_explicit(&list, memory_order_acquire);
	int (*f)(int) = atomic_load_explicit(&how, memory_order_relaxed);
	int v = f(1);
	if (n) v += 10 * atomic_exchange_explicit(&n->value, 7, memory_order_relaxed);
	r2 = v + 100 * own.count + 1000 * own.last;
	atomic_store_explicit(&done, 1, memory_order_release);
	return 0;
}
int main(void) {
	pthread_t p, q;
	pthread_create(&p, 0, a, 0);
	pthread_create(&q, 0, b, 0);
	pthread_join(p, 0);
	pthread_join(q, 0);
}
`
	p, err := cfront.Compile("memory.c", []byte(source), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range axiom.All() {
		c := lookup(t, m.Name)
		lowered, err := c.Lower(p)
		if err != nil {
			t.Fatal(err)
		}
		state := func(x litmus.Reader) string { // without addresses
			return strings.Join(slices.DeleteFunc(strings.Fields(finals(p, x)), func(s string) bool { return s[0] != 'r' }), " ")
		}
		got := map[string]bool{}
		if _, err := candidates.Run(context.Background(), lowered, candidates.Options{Model: c, Each: func(x *candidates.Execution) { got[state(x)] = true }}); err != nil {
			t.Fatal(err)
		}
		want, err := explore.Run(context.Background(), p, m, explore.Options{Workers: 1, Outcome: func(dst []byte, x *explore.Execution) []byte { return append(dst, state(x)...) }})
		if err != nil {
			t.Fatal(err)
		}
		if a, b := slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want.Outcomes)); !slices.Equal(a, b) || len(a) < 5 {
			t.Errorf("under %s: candidates %q, explorer %q", m.Name, a, b)
		}
	}
}
