package driver_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"fencepost/cmd/fencepost/scaffold/driver"
	"fencepost/interp/c/cfront"
)

// write returns the harness of a header, which is also compiled.
func write(t *testing.T, header string, o driver.Options) (*driver.Driver, error) {
	t.Helper()
	read := func(path string) ([]byte, error) {
		if path == "api.h" {
			return []byte(header), nil
		}
		return nil, fs.ErrNotExist
	}
	co := cfront.Options{ReadFile: read}
	d, err := cfront.Declare(cfront.Source{Name: "harness.c", Text: []byte(driver.Includes + "#include \"api.h\"\n")}, co)
	if err != nil {
		return nil, err
	}
	o.Headers, o.Texts = []string{"api.h"}, []string{header}
	if o.Threads == 0 {
		o.Threads, o.Operations, o.Seed = 2, 2, 1
	}
	out, err := driver.Write(d, o)
	if err != nil {
		return nil, err
	}
	if _, err := cfront.Compile("harness.c", []byte(out.Text), co); err != nil {
		t.Errorf("%v\n%s", err, out.Text)
	}
	return out, nil
}

const intro = "#include <stdatomic.h>\n#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n"

// Kinds are recognised by names and types, and what is written compiles.
func TestKinds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, header, kind, spec string
		has                      []string
	}{
		{"queue of pointers", `struct queue { void *slot[8]; };
static inline void queue_init(struct queue *q) {} static inline bool queue_push(struct queue *q, void *v) { return true; }
static inline void *queue_pop(struct queue *q) { return 0; } static inline size_t queue_size(struct queue *q) { return 0; }`,
			"queue", "queue", []string{"queue_init(&object);", "queue_push(&object, (void *)&items[v])", "static void *thread1(void *arg)\n{\n\ttake(1);\n\ttake(1);"}},
		{"queue of numbers that is made", `typedef struct fifo fifo; static inline fifo *fifo_new(size_t capacity) { return 0; } static inline void fifo_free(fifo *f) {}
static inline int fifo_enqueue(fifo *f, int v) { return 0; } static inline int fifo_dequeue(fifo *f, int *v) { return 0; }`,
			"queue", "queue", []string{"object = fifo_new(8);", "put_ok = (long)fifo_enqueue(object, (int)VALUES + 1);", "int o = 0;", "(long)r == take_ok", "fifo_free(object);"}},
		{"queue of bytes", `typedef struct { int x; } ring_t; static inline bool ring_init(ring_t *r, void *buf, size_t size) { return true; }
static inline size_t ring_write(ring_t *r, const void *data, size_t len) { return 0; } static inline size_t ring_read(ring_t *r, void *data, size_t len) { return 0; }`,
			"queue", "queue", []string{"(const void *)&items[v], sizeof(struct item)", "(void *)&o, sizeof(struct item)", "ring_init(&object, (void *)storage1, 8 * sizeof(struct item))"}},
		{"several producers", `/* for multiple producers and a single consumer */ struct mpscq { int x; }; static inline void mpscq_push(struct mpscq *q, long v) {}
static inline long mpscq_pop(struct mpscq *q) { return 0; }`,
			"queue", "queue", []string{"\tput(1);\n\tput(2);"}},
		{"stack of nodes", `struct node { struct node *next; }; struct lifo { struct node *top; };
static inline void lifo_push(struct lifo *s, struct node *n) {} static inline struct node *lifo_pop(struct lifo *s) { return 0; }`,
			"stack", "stack", []string{"static struct node nodes[VALUES + 2];", "lifo_push(&object, &nodes[v])", "r ? (long)(r - nodes) : -1"}},
		{"container", `struct pool { int x; }; static inline void pool_put(struct pool *p, void *v) {} static inline void *pool_get(struct pool *p) { return 0; }`,
			"container", "", []string{"pool_put(&object, (void *)&items[v])"}},
		{"set", `struct skiplist { int x; }; static inline bool skiplist_add(struct skiplist *s, int k) { return true; }
static inline bool skiplist_remove(struct skiplist *s, int k) { return true; } static inline bool skiplist_contains(const struct skiplist *s, int k) { return true; }`,
			"set", "set", []string{"assert(there == 0 || there == 1);", "do_contains(0, k) == there", "\tdo_add(0, ", "\tdo_delete(", "\tdo_contains("}},
		{"set without results", `struct keyset { int x; }; static inline void keyset_add(struct keyset *s, int k) {}
static inline void keyset_remove(struct keyset *s, int k) {}`,
			"set", "", []string{"keyset_add(&object, (int)k)"}},
		{"map", `struct map { int x; }; static inline void map_put(struct map *m, int k, void *v) {} static inline void *map_get(struct map *m, int k) { return 0; }
static inline void map_delete(struct map *m, int k) {}`,
			"map", "", []string{"map_put(&object, (int)k, (void *)&items[v])", "assert(key_of[v] == k);", "\tput(", "\tget(", "\tdelete("}},
		{"map of strings", `struct table; struct table *table_create(int (*cmp)(const void *, const void *)); static inline struct table *table_new(unsigned (*hash)(const char *)) { return 0; }
static inline int table_insert(struct table *t, const char *key, void *value) { return 0; } static inline void *table_find(struct table *t, const char *key) { return 0; }
struct table *table_create(int (*cmp)(const void *, const void *)) { return 0; }`,
			"map", "", []string{"table_insert(object, texts[k], (void *)&items[v])", "static int stub1(const void * p0, const void * p1)"}},
		{"lock", `typedef atomic_int spinlock_t; static inline void spin_lock(spinlock_t *l) {} static inline void spin_unlock(spinlock_t *l) {}`,
			"lock", "lock", []string{"first++;", "assert(first == 4 && second == 4);"}},
		{"lock with nodes", `struct mcs_node { int x; }; struct mcs_lock { struct mcs_node *tail; }; static inline void mcs_init(struct mcs_lock *l) {}
static inline void mcs_acquire(struct mcs_lock *l, struct mcs_node *me) {} static inline void mcs_release(struct mcs_lock *l, struct mcs_node *me) {}`,
			"lock", "lock", []string{"static _Thread_local struct mcs_node own_mcs_node;", "mcs_acquire(&object, &own_mcs_node);"}},
		{"readers and writers", `struct rwlock { int x; }; static inline void rwlock_read_lock(struct rwlock *l) {} static inline void rwlock_read_unlock(struct rwlock *l) {}
static inline void rwlock_write_lock(struct rwlock *l) {} static inline void rwlock_write_unlock(struct rwlock *l) {}`,
			"rwlock", "", []string{"rwlock_write_lock(&object);\n\tfirst++;", "rwlock_read_lock(&object);\n\tassert(first == second);"}},
		{"deque", `struct wsq { int x; }; static inline void wsq_push(struct wsq *d, void *v) {} static inline void *wsq_pop(struct wsq *d) { return 0; } static inline void *wsq_steal(struct wsq *d) { return 0; }`,
			"deque", "deque", []string{"steal(1);\n\tsteal(1);"}},
		{"globals", `static inline void log_start(void) {} static inline void log_line(const char *text) {} static inline int log_lines(void) { return 0; }`,
			"", "", []string{"log_line("}},
	} {
		d, err := write(t, intro+c.header, driver.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if d.Kind != c.kind || d.Spec != c.spec {
			t.Errorf("%s: a %q with specification %q, want %q and %q\n%s", c.name, d.Kind, d.Spec, c.kind, c.spec, d.Text)
		}
		for _, want := range c.has {
			if !strings.Contains(d.Text, want) {
				t.Errorf("%s: no %q in\n%s", c.name, want, d.Text)
			}
		}
	}
}

// Several threads use an end of a queue if the header says so, or is silent and there are more than two.
func TestEnds(t *testing.T) {
	t.Parallel()
	api := " struct queue { int x; }; static inline void queue_push(struct queue *q, long v) {} static inline long queue_pop(struct queue *q) { return 0; }"
	for _, c := range []struct {
		comment      string
		threads      int
		puts, takers string // by thread: + or -
	}{
		{"", 2, "+-", "-+"},
		{"", 3, "+++", "+++"},
		{"/* single producer, single consumer */", 3, "+--", "--+"},
		{"/* multiple producers, single consumer */", 3, "++-", "--+"},
		{"/* single producer, multiple consumers */", 3, "+--", "-++"},
		{"/* a bounded MPMC queue */", 2, "++", "++"},
	} {
		d, err := write(t, intro+c.comment+api, driver.Options{Threads: c.threads, Operations: 8, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		puts, takers := "", ""
		for i := range c.threads {
			_, body, _ := strings.Cut(d.Text, fmt.Sprintf("static void *thread%d(void *arg)", i))
			body, _, _ = strings.Cut(body, "}")
			mark := map[bool]string{true: "+", false: "-"}
			puts += mark[strings.Contains(body, "put(")]
			takers += mark[strings.Contains(body, "take(")]
		}
		if puts != c.puts || takers != c.takers {
			t.Errorf("%q, %d threads: %s put and %s take, want %s and %s", c.comment, c.threads, puts, takers, c.puts, c.takers)
		}
	}
}

// The seed decides what threads do, and nothing else does.
func TestSeed(t *testing.T) {
	t.Parallel()
	header := intro + `struct stack { int x; }; static inline void stack_push(struct stack *s, long v) {} static inline long stack_pop(struct stack *s) { return 0; }`
	texts := map[string]bool{}
	for _, seed := range []uint64{1, 2, 3, 1, 2, 3} {
		d, err := write(t, header, driver.Options{Threads: 4, Operations: 4, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		texts[d.Text] = true
	}
	if len(texts) != 3 {
		t.Errorf("three seeds give %d texts", len(texts))
	}
}

// What cannot be called is told with its place.
func TestErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, header, want string
		calls              []string
	}{
		{"no function", "#define ring_push(r, v) ((r)->slot = (v))\nstruct ring { int slot; };\n", "api.h:1:1: declares no function with a prototype: a macro has no types", nil},
		{"unknown type", "\nvoid q_push(queue_t *q, int v);\n", "api.h:2:", nil},
		{"opaque", "struct q;\nvoid q_push(struct q *q, int v);\nint q_pop(struct q *q);\n", "api.h:2:6: struct q is opaque here, and no function of the header makes one", nil},
		{"by value", "struct item { int x; };\nvoid q_push(struct item i);\n", "api.h:2:6: no function of the header can be called: q_push (api.h:2): it takes a structure by value", nil},
		{"not declared", "void q_push(int i);\n", "no header declares a function q_pop", []string{"q_pop"}},
		{"call by value", "struct item { int x; };\nvoid q_push(struct item i);\nvoid q_other(int x);\n", "api.h:2:6: q_push cannot be called: it takes a structure by value", []string{"q_push"}},
	} {
		_, err := write(t, c.header, driver.Options{Calls: c.calls, Threads: 2, Operations: 1, Seed: 1})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}
