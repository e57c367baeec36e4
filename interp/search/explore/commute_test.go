package explore_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// randomCommuting is a program whose threads lock mutexes and read-write locks, add to counters, and now and then do
// what forbids that the order of that is left open.
func randomCommuting(r *rand.Rand) string {
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	order := func() string {
		return "memory_order_" + one("relaxed", "relaxed", "acquire", "release", "acq_rel", "seq_cst")
	}
	heap, long := r.IntN(4) == 0, r.IntN(12) == 0
	wild := r.IntN(2) > 0 // threads share more than mutexes and counters
	var statement func(t, depth int) string
	statement = func(t, depth int) string {
		c, mutex := one("k", "k", "l", "e"), one("m", "m", "n")
		if heap && r.IntN(2) == 0 {
			c, mutex = "h->k", "h->m"
		}
		switch k := r.IntN(18); {
		case k < 5 && depth < 2:
			m, inner := mutex, statement(t, depth+1+r.IntN(3))
			if r.IntN(2) == 0 {
				lock, side := one("q", "q", "p"), one("rd", "wr")
				switch r.IntN(12) {
				case 0:
					return fmt.Sprintf("if (!pthread_rwlock_try%slock(&%s)) { %s pthread_rwlock_unlock(&%s); }", side, lock, inner, lock)
				case 1:
					return fmt.Sprintf("pthread_rwlock_%slock(&%s); %s if (g%d < 9) pthread_rwlock_unlock(&%s);", side, lock, inner, t, lock)
				}
				return fmt.Sprintf("pthread_rwlock_%slock(&%s); %s pthread_rwlock_unlock(&%s);", side, lock, inner, lock)
			}
			switch r.IntN(12) {
			case 0:
				return fmt.Sprintf("if (!pthread_mutex_trylock(&%s)) { %s pthread_mutex_unlock(&%s); }", m, inner, m)
			case 1:
				return fmt.Sprintf("pthread_mutex_lock(&%s); %s if (g%d < 9) pthread_mutex_unlock(&%s);", m, inner, t, m)
			}
			return fmt.Sprintf("pthread_mutex_lock(&%s); %s pthread_mutex_unlock(&%s);", m, inner, m)
		case k < 9:
			return fmt.Sprintf("atomic_fetch_%s_explicit(&%s, %d, %s);", one("add", "add", "add", "sub", "or", "and", "xor"), c, 1+r.IntN(3), order())
		case k < 11:
			return fmt.Sprintf("own%d++;", t)
		case !wild:
			return fmt.Sprintf("g%d += read_only;", t)
		case k == 11:
			return fmt.Sprintf("g%d = 3 * g%d + atomic_load_explicit(&%s, memory_order_%s);", t, t, one("x", "y", c), one("relaxed", "acquire", "seq_cst"))
		case k == 12:
			return fmt.Sprintf("g%d = 3 * g%d + atomic_fetch_add_explicit(&%s, 1, %s);", t, t, c, order())
		case k == 13:
			return fmt.Sprintf("own%d++;", r.IntN(3))
		case k == 14:
			return fmt.Sprintf("if (g%d) %s", t, statement(t, depth+1))
		case k == 15:
			return fmt.Sprintf("atomic_thread_fence(memory_order_%s);", one("acquire", "release", "seq_cst"))
		case k == 16:
			return fmt.Sprintf("assert(atomic_load_explicit(&%s, memory_order_relaxed) != %d);", one("x", "y", c), 1+r.IntN(5))
		}
		return fmt.Sprintf("atomic_store_explicit(&%s, %d, memory_order_%s);", one("x", "y", "x", "y", c), 1+r.IntN(2), one("relaxed", "release", "seq_cst"))
	}
	var b strings.Builder
	b.WriteString("#include <assert.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n" +
		"static pthread_rwlock_t p = PTHREAD_RWLOCK_INITIALIZER, q = PTHREAD_RWLOCK_INITIALIZER;\n" +
		"static int pad[3];\nstatic struct { atomic_int k; pthread_mutex_t m; } *h;\nstatic atomic_int x, y, k, l;\nstatic atomic_uchar e = 250;\nstatic int own0, own1, own2, own3, g0, g1, g2, g3, read_only = 1;\n")
	threads, most := 2+r.IntN(2), 3
	if threads == 3 {
		most = 2
	}
	for t := range threads {
		body := ""
		if long { // co is not looked for
			body = "for (int i = 0; i < 70; i++) pad[" + fmt.Sprint(t) + "]++; "
		}
		for range 1 + r.IntN(most) {
			body += statement(t, 0) + " "
		}
		b.WriteString(fn(string(rune('a'+t)), body))
	}
	b.WriteString("int main(void)\n{\n\tpthread_t t[4];\n")
	if heap {
		b.WriteString("\th = malloc(sizeof *h); atomic_init(&h->k, 0); pthread_mutex_init(&h->m, 0);\n")
	}
	if r.IntN(4) == 0 {
		b.WriteString("\t" + one("k = 2;", "atomic_init(&l, 1);", "e = 3;", "pthread_mutex_init(&m, 0);", "atomic_fetch_add(&k, 1);") + "\n")
	}
	for t := range threads {
		fmt.Fprintf(&b, "\tpthread_create(&t[%d], 0, %c, 0);\n", t, 'a'+t)
		if t+1 < threads && r.IntN(8) == 0 {
			fmt.Fprintf(&b, "\tpthread_join(t[%d], 0); t[%d] = 0;\n", t, t)
		}
	}
	if r.IntN(6) == 0 {
		b.WriteString("\t" + statement(3, 0) + "\n")
	}
	for t := range threads {
		fmt.Fprintf(&b, "\tif (t[%d]) pthread_join(t[%d], 0);\n", t, t)
	}
	switch r.IntN(4) {
	case 0:
		fmt.Fprintf(&b, "\tassert(k != %d); g3 = l + 16 * e;\n", 1+r.IntN(6))
	case 1:
		b.WriteString("\tk = k + 100; pthread_create(&t[0], 0, a, 0); pthread_join(t[0], 0); g3 = k;\n")
	case 2:
		b.WriteString("\tpthread_mutex_destroy(&m); g3 = atomic_fetch_add(&l, 1);\n")
	}
	if heap {
		b.WriteString("\tg3 += h->k; " + one("", "free(h);") + "\n")
	}
	return b.String() + "\treturn 0;\n}\n"
}

// randomHolders is a program whose threads take one lock as readers and writers of the same data, or a mutex in its
// place, and now and then do what forbids that the order of that is left open.
func randomHolders(r *rand.Rand) string {
	one := func(list ...string) string { return list[r.IntN(len(list))] }
	lock := map[string]string{"rd": "pthread_rwlock_rdlock(&q);", "wr": "pthread_rwlock_wrlock(&q);", "tryrd": "pthread_rwlock_tryrdlock(&q)", "trywr": "pthread_rwlock_trywrlock(&q)", "un": "pthread_rwlock_unlock(&q);"}
	if r.IntN(3) == 0 {
		lock = map[string]string{"rd": "pthread_mutex_lock(&m);", "wr": "pthread_mutex_lock(&m);", "tryrd": "pthread_mutex_trylock(&m)", "trywr": "pthread_mutex_trylock(&m)", "un": "pthread_mutex_unlock(&m);"}
	}
	wild := r.IntN(3) > 0 // threads do more than read and write in turn
	access := func(t int, side string) string {
		if side == "wr" || wild && r.IntN(16) == 0 {
			return one("z = 2 * z + 1;", "z++;", "v++;", "z += v;", "w++;")
		}
		return fmt.Sprintf("g%d = 3 * g%d + %s;", t, t, one("z", "z", "v", "z + v", "w", "1"))
	}
	strange := func(t int) string {
		if !wild || r.IntN(4) > 0 {
			return ""
		}
		return one("f = 1;", "while (!f) ;", "atomic_fetch_add(&k, 1);", "atomic_store_explicit(&x, 1, memory_order_relaxed);",
			fmt.Sprintf("g%d = 3 * g%d + atomic_load_explicit(&x, memory_order_relaxed);", t, t), "atomic_thread_fence(memory_order_seq_cst);",
			fmt.Sprintf("assert(g%d != %d);", t, 1+r.IntN(4)), access(t, "rd"), "pthread_mutex_lock(&n); v++; pthread_mutex_unlock(&n);",
			lock["rd"]+" "+lock["un"], "pthread_rwlock_unlock(&q);", "pthread_exit(0);", "for (int i = 0; i < 2; i++) { "+lock["rd"]+" if (f) i = 2; "+lock["un"]+" }")
	}
	section := func(t int, side string) string {
		in := access(t, side) + " " + strange(t)
		if r.IntN(4) == 0 {
			in = strange(t) + " " + access(t, side) + " " + in
		}
		if wild {
			switch r.IntN(16) {
			case 0:
				return fmt.Sprintf("if (!%s) { %s %s }", lock["try"+side], in, lock["un"])
			case 1:
				return fmt.Sprintf("%s %s if (g%d < 3) %s", lock[side], in, t, lock["un"])
			}
		}
		return lock[side] + " " + in + " " + lock["un"]
	}
	var b strings.Builder
	b.WriteString("#include <assert.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n" +
		"static pthread_rwlock_t q = PTHREAD_RWLOCK_INITIALIZER;\nstatic int z, v, w, g0, g1, g2, g3, g4;\nstatic atomic_int f, k, x;\n")
	threads := 3 + r.IntN(2)
	writers := 1 + r.IntN(2)
	for t := range threads {
		side := "rd"
		if t < writers {
			side = "wr"
		}
		body := strange(t) + " " + section(t, side) + " " + strange(t)
		if r.IntN(5) == 0 {
			body += " " + section(t, one("rd", side))
		}
		b.WriteString(fn(string(rune('a'+t)), body))
	}
	b.WriteString("int main(void)\n{\n\tpthread_t t[4];\n")
	if r.IntN(4) == 0 {
		b.WriteString("\t" + section(4, "wr") + "\n")
	}
	order := r.Perm(threads)
	for i, t := range order {
		fmt.Fprintf(&b, "\tpthread_create(&t[%d], 0, %c, 0);\n", t, 'a'+t)
		if i == 1 && r.IntN(6) == 0 {
			fmt.Fprintf(&b, "\tpthread_join(t[%d], 0); t[%d] = 0;\n", t, t)
		}
	}
	if r.IntN(8) == 0 {
		b.WriteString("\t" + section(4, one("rd", "wr")) + "\n")
	}
	for t := range threads {
		fmt.Fprintf(&b, "\tif (t[%d]) pthread_join(t[%d], 0);\n", t, t)
	}
	switch r.IntN(4) {
	case 0:
		b.WriteString("\t" + section(4, one("rd", "wr")) + "\n")
	case 1:
		fmt.Fprintf(&b, "\tassert(g%d != %d);\n", r.IntN(threads), r.IntN(4))
	case 2:
		b.WriteString("\tpthread_rwlock_destroy(&q);\n")
	}
	return b.String() + "\treturn 0;\n}\n"
}

// TestCommuting compares what programs end in, with the executions that are shown, when operations
// that commute are taken in one order and when in each.
func TestCommuting(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 81))
	fewer := 0
	programs := testsize.Count(120, 4000)
	if !testsize.Whole() {
		programs = 16
	}
	for k := range programs {
		src, enough := randomCommuting(r), int64(20_000)
		if k%2 > 0 {
			src, enough = randomHolders(r), 1_000
		}
		prog := compile(t, src)
		for _, m := range append(axiom.All(), axiom.RC20) {
			run := func(commuting bool) (*explore.Report, map[string]bool) {
				o := explore.AllReductions()
				o.Commuting = commuting
				shown := map[string]bool{}
				r, err := explore.Run(context.Background(), prog, m, explore.Options{Workers: 1, Reductions: o, MaxExecutions: enough,
					Outcome: finalsOf(prog),
					Each: func(x *explore.Execution) {
						g := x.Graph()
						g.Execution()
						shown[readsFromKey(g)+finals(prog, x.Final)] = true
					}})
				if err != nil {
					t.Fatalf("%s, commuting %v: %v\n%s", m.Name, commuting, err, src)
				}
				return r, shown
			}
			want, all := run(false)
			if want.Executions+want.Blocked >= enough {
				continue
			}
			got, some := run(true)
			if got.Executions > want.Executions || got.Complete != want.Complete || errorKeys(got) != errorKeys(want) || !sameOutcomes(got, want) {
				t.Fatalf("%s:\n%s\n%+v %s\nwant\n%+v %s", m.Name, src, got, errorKeys(got), want, errorKeys(want))
			}
			for k := range some {
				if !all[k] {
					t.Fatalf("%s:\n%s\nno execution of the program:\n%s", m.Name, src, k)
				}
			}
			replays(t, prog, m, interp.Options{}, got)
			if got.Executions < want.Executions {
				fewer++
			}
		}
	}
	t.Logf("fewer: %d", fewer)
	if fewer == 0 {
		t.Error("no program has fewer executions")
	}
}

// TestStoreBeforeSum: a thread adds to a location after its own store to it. The store comes before the
// addition, though the thread may still delay it and additions commute.
func TestStoreBeforeSum(t *testing.T) {
	t.Parallel()
	prog := compile(t, "#include <assert.h>\n"+orders+"static atomic_int k, f; static int g;\n"+
		fn("a", "atomic_store_explicit(&k, 1, relaxed); atomic_fetch_add_explicit(&k, 2, relaxed); atomic_store_explicit(&f, 1, relaxed);")+
		fn("b", "g = atomic_load_explicit(&f, relaxed); if (g) atomic_store_explicit(&k, 5, relaxed);")+
		strings.Replace(threads(2), "return 0", "assert(!g || k == 5); return 0", 1))
	for _, m := range axiom.All() {
		o := explore.AllReductions()
		got := explored(t, prog, m, explore.Options{Workers: 1, Reductions: o})
		o.Commuting = false
		if want := explored(t, prog, m, explore.Options{Workers: 1, Reductions: o}); errorKeys(got) != errorKeys(want) {
			t.Errorf("%s: %q, in each order %q", m.Name, errorKeys(got), errorKeys(want))
		}
	}
}

// TestWaitInSection: a thread that holds a lock waits for what another does after it had the lock.
func TestWaitInSection(t *testing.T) {
	t.Parallel()
	prog := compile(t, orders+"static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nstatic atomic_int f; static int v, w;\n"+
		fn("a", "pthread_mutex_lock(&m); w++; pthread_mutex_unlock(&m); f = 1;")+
		fn("b", "pthread_mutex_lock(&m); while (!f); v++; pthread_mutex_unlock(&m);")+threads(2))
	for _, m := range axiom.All() {
		if r := explored(t, prog, m, explore.Options{Workers: 1, Reductions: explore.AllReductions()}); len(r.Errors) != 1 || r.Errors[0].Error.Kind != interp.Livelock {
			t.Errorf("%s: %q", m.Name, errorKeys(r))
		}
	}
}

// TestReadWithinSection: a thread that has left its critical section sees what another has stored first
// in its own. So its section came before.
func TestReadWithinSection(t *testing.T) {
	t.Parallel()
	prog := compile(t, "#include <assert.h>\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static atomic_int x; static int w;\n"+
		fn("a", "pthread_mutex_lock(&m); x = 1; x = 2; pthread_mutex_unlock(&m);")+
		fn("b", "pthread_mutex_lock(&m); w++; pthread_mutex_unlock(&m); assert(x != 1);")+threads(2))
	for _, m := range axiom.All() {
		r, err := explore.Run(context.Background(), prog, m, explore.Options{Workers: 1, Reductions: explore.AllReductions()})
		if err != nil || len(r.Errors) != 1 || !r.Commuted && !m.ReadsOld() {
			t.Fatal(m.Name, r, err)
		}
		replays(t, prog, m, interp.Options{}, r)
	}
}

// A data race waits until it is known which executions a graph of parts represents. The graph may then
// have a lock that reads what another thread's lock reads: the execution shown is without it.
func TestRaceBesideTakenLock(t *testing.T) {
	t.Parallel()
	prog := compile(t, "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; static atomic_int k; static int z, v, g;\n"+
		fn("a", "pthread_mutex_lock(&m);")+
		fn("b", "atomic_fetch_add(&k, 1); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); v++;")+
		fn("c", "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);")+
		fn("d", "atomic_fetch_add(&k, 1); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_lock(&m); g = 3 * g + z + v; pthread_mutex_unlock(&m);")+threads(4))
	r, err := explore.Run(context.Background(), prog, axiom.RC11, explore.Options{Workers: 1, Reductions: explore.AllReductions()})
	if err != nil || len(r.Errors) == 0 {
		t.Fatal(r, err)
	}
	replays(t, prog, axiom.RC11, interp.Options{}, r)
}

// TestCommutingOnWorkers explores programs by one worker and by three: the reports are the same.
func TestCommutingOnWorkers(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 82))
	programs := testsize.Count(40, 1000)
	if !testsize.Whole() {
		programs = 6
	}
	for k := range programs {
		src := randomCommuting(r)
		switch k % 5 {
		case 1:
			src = randomHolders(r)
		case 2:
			src = randomOwners(r)
		case 3:
			src = randomHeirs(r)
		case 4:
			src = randomAwaiters(r)
		}
		prog := compile(t, src)
		for _, m := range axiom.All() {
			const enough = 5_000
			run := func(workers int, most int64) *explore.Report {
				r, err := explore.Run(context.Background(), prog, m, explore.Options{Workers: workers, MaxExecutions: most, Reductions: explore.AllReductions(),
					Outcome: finalsOf(prog)})
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			one := run(1, enough)
			if one.All() >= enough {
				continue
			}
			if three := run(3, 0); !reflect.DeepEqual(one, three) {
				t.Fatalf("%s:\n%s\n%+v\n%+v", m.Name, src, one, three)
			}
		}
	}
}

// TestSectionsInOrder counts the executions of threads whose critical sections conflict in part: those that
// do not are in no order with each other, and none is blocked.
func TestSectionsInOrder(t *testing.T) {
	t.Parallel()
	section := func(lock, s string) string { return lock + "(&l); " + s + " UNLOCK(&l);" }
	mutex := strings.NewReplacer("RD", "pthread_mutex_lock", "WR", "pthread_mutex_lock", "UNLOCK", "pthread_mutex_unlock", "LOCK", "pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;")
	shared := strings.NewReplacer("RD", "pthread_rwlock_rdlock", "WR", "pthread_rwlock_wrlock", "UNLOCK", "pthread_rwlock_unlock", "LOCK", "pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;")
	read, write := section("RD", "(void)*(volatile int *)&z[0];"), section("WR", "z[0]++;")
	for _, c := range []struct {
		name  string
		body  []string
		want  int64
		mutex int64 // of a mutex instead of a read-write lock
	}{
		{"one writer and 2 readers", []string{write, read, read}, 4, 4},
		{"one writer and 4 readers", []string{write, read, read, read, read}, 16, 16},
		{"a writer between readers", []string{read, read, write, read}, 8, 8},
		{"a writer of two sections and 3 readers", []string{write + write, read, read, read}, 27, 27},
		{"a writer that reads as well", []string{write + read, read, read}, 4, 9},
		{"2 writers and 2 readers", []string{write, write, read, read}, 2 * 9, 2 * 9},
		{"2 readers of two sections", []string{write, read + read, read + read}, 9, 9},
		{"each conflicts with the next", []string{section("WR", "z[0]++; z[1]++;"), section("WR", "z[1]++; z[2]++;"), section("WR", "z[2]++; z[3]++;"), section("WR", "z[3]++;")}, 8, 8},
		{"all conflict", []string{write, write, write}, 6, 6},
		{"two pairs", []string{write, write, section("WR", "z[1]++;"), section("WR", "z[1]++;")}, 4, 4},
	} {
		src := "LOCK int z[4];\n"
		for i, body := range c.body {
			src += fn(string(rune('a'+i)), body)
		}
		for lock, want := range map[*strings.Replacer]int64{mutex: c.mutex, shared: c.want} {
			prog := compile(t, lock.Replace(src)+threads(len(c.body)))
			for _, m := range axiom.All() {
				o := explore.AllReductions()
				o.Symmetry = false
				r, err := explore.Run(context.Background(), prog, m, explore.Options{Workers: 1, Reductions: o})
				if err != nil {
					t.Fatal(err)
				}
				if r.Executions != want || r.Blocked > 0 || len(r.Errors) > 0 || r.Commuted != (want != 6) {
					t.Errorf("%s, %s: %d executions + %d blocked, %d errors, want %d executions", c.name, m.Name, r.Executions, r.Blocked, len(r.Errors), want)
				}
			}
		}
	}
}

// TestSectionsOfReadersAndWriters counts executions of threads that take a read-write lock.
func TestSectionsOfReadersAndWriters(t *testing.T) {
	read := func(s string) string { return "pthread_rwlock_rdlock(&lock); " + s + " pthread_rwlock_unlock(&lock);" }
	write := func(s string) string { return "pthread_rwlock_wrlock(&lock); " + s + " pthread_rwlock_unlock(&lock);" }
	for _, c := range []struct {
		name, a, b       string
		commuting, total int64
	}{
		{"writers of separate data", write("x++;"), write("y++;"), 1, 2},
		{"readers of separate data", read("x++;"), read("y++;"), 1, 6},
		{"readers of the same data", read("(void)*(volatile int *)&z;"), read("(void)*(volatile int *)&z;"), 1, 6},
		{"a reader and a writer of separate data", read("x++;"), write("y++;"), 1, 2},
		{"a reader and a writer of the same data", read("(void)*(volatile int *)&z;"), write("z++;"), 2, 2},
		{"writers of the same data", write("z++;"), write("z++;"), 2, 2},
		{"a reader twice", "pthread_rwlock_rdlock(&lock); " + read("x++;") + " pthread_rwlock_unlock(&lock);", write("y++;"), 2, 2},
		{"a reader who waits for another", read("while (!w) ;"), read("w = 1;"), 5, 5},
	} {
		prog := compile(t, "pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER; int x, y, z; atomic_int w;\n"+fn("a", c.a)+fn("b", c.b)+threads(2))
		for _, m := range []*axiom.Model{axiom.SC, axiom.RC11} {
			for _, commuting := range []bool{true, false} {
				o := explore.AllReductions()
				o.Commuting, o.Symmetry = commuting, false
				r, err := explore.Run(context.Background(), prog, m, explore.Options{Workers: 1, Reductions: o})
				if err != nil {
					t.Fatal(err)
				}
				want := c.total
				if commuting {
					want = c.commuting
				}
				if r.Executions != want || len(r.Errors) > 0 {
					t.Errorf("%s, %s, commuting %v: %d executions + %d blocked, %d errors, want %d executions", c.name, m.Name, commuting, r.Executions, r.Blocked, len(r.Errors), want)
				}
			}
		}
	}
}
