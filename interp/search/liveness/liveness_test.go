package liveness_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/liveness"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/trace"
)

func compile(t *testing.T, name string, text []byte) *code.Program {
	t.Helper()
	p, err := cfront.Compile(name, text, cfront.Options{IncludeDirs: []string{"../../../benchmarks"}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func search(t *testing.T, p *code.Program, model *models.Model, steps int) *liveness.Report {
	t.Helper()
	r, err := liveness.Search(context.Background(), p, liveness.Options{Model: model, Steps: steps})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var (
	claim       = regexp.MustCompile(`(?m)^ \* liveness: (\w+)$`)
	weakerClaim = regexp.MustCompile(`(?m)^ \* liveness under weaker models: (\w+)$`)
)

// The programs of benchmarks/liveness have what their first comments say, and no more, under
// each model. What is found is the same again, and is replayed from a witness file.
func TestPrograms(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../benchmarks/liveness/*.c")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m := claim.FindSubmatch(text)
		if m == nil {
			t.Fatalf("%s claims nothing", file)
		}
		p := compile(t, file, text)
		for k, model := range append(models.All(), c11.Model) {
			if testsize.LeftOut(3, i+k) || filepath.Base(file) == "ticket.c" && model != models.SC && model != models.TSO && !testsize.Whole() {
				continue // ticket.c takes longer than all the others
			}
			want := string(m[1])
			if w := weakerClaim.FindSubmatch(text); w != nil && model != models.SC {
				want = string(w[1])
			}
			seen[want]++
			checkProgram(t, p, file, model, want)
		}
	}
	part := 1
	if !testsize.Whole() {
		part = 4
	}
	if seen["none"] < 30/part || seen["starvation"] < 20/part || seen["livelock"] < 14/part {
		t.Errorf("programs: %v", seen)
	}
}

// checkProgram sees that a search finds errors of a kind, or none.
func checkProgram(t *testing.T, p *code.Program, file string, model *models.Model, want string) {
	t.Helper()
	r := search(t, p, model, 0)
	if r.Incomplete != "" {
		t.Errorf("%s under %s: %s", file, model.Name, r.Incomplete)
	}
	if (len(r.Findings) == 0) != (want == "none") {
		t.Errorf("%s under %s: %d findings, want %s", file, model.Name, len(r.Findings), want)
	}
	for i := range r.Findings {
		e := r.Findings[i].Error
		if string(e.Kind) != want {
			t.Errorf("%s under %s: %v, want %s", file, model.Name, e, want)
		}
		if e.Pos.File != file || e.Pos.Line == 0 || len(e.Waiting) == 0 {
			t.Errorf("%s under %s: %v tells no loop", file, model.Name, e)
		}
		replay(t, p, &r.Findings[i])
	}
	if len(r.Findings) == 0 {
		return
	}
	if again := search(t, p, model, 0); again.States != r.States || len(again.Findings) != len(r.Findings) ||
		again.Findings[0].Error.Error() != r.Findings[0].Error.Error() || !reflect.DeepEqual(again.Findings[0].Witness.Choices, r.Findings[0].Witness.Choices) {
		t.Errorf("%s under %s: the second search differs", file, model.Name)
	}
}

// replay has a lasso made again from its witness file.
func replay(t *testing.T, p *code.Program, f *witness.Finding) {
	t.Helper()
	var b bytes.Buffer
	if err := f.Witness.File(p, cfront.Options{IncludeDirs: []string{"../../../benchmarks"}}, 0).Write(&b); err != nil {
		t.Fatal(err)
	}
	w, err := witness.Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	again, err := w.Compile(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var rec trace.Recorder
	if _, r, err := w.Replay(context.Background(), again, nil, &rec); err != nil || r.Err == nil || r.Err.Error() != f.Error.Error() {
		t.Errorf("%v: replayed: %v, %v", f.Error, r.Err, err)
	}
	fair(t, rec.Events, f)
	w.Lasso.Cycle--
	if _, _, err := w.Replay(context.Background(), again, nil, &trace.Recorder{}); err == nil {
		t.Errorf("%v: a cycle that does not come round is replayed", f.Error)
	}
}

var comesAgain = regexp.MustCompile(`\(events (\d+) to (\d+) of`)

// fair sees that in the cycle of a lasso each store of it reaches memory, and that what is
// read though a newer store is there is written.
func fair(t *testing.T, events []trace.Event, f *witness.Finding) {
	t.Helper()
	m := comesAgain.FindStringSubmatch(f.Error.Message)
	if m == nil {
		t.Fatalf("%v tells no cycle", f.Error)
	}
	first, _ := strconv.Atoi(m[1])
	newest, older, written := map[uint64]int32{}, map[uint64]bool{}, map[uint64]bool{}
	pending := map[int32]bool{}
	for i := range events {
		e := &events[i]
		again := i >= first-1
		if e.Kind.Reads() && again && e.C != trace.NoCommit && e.RF != newest[e.Addr] {
			older[e.Addr] = true
		}
		store := e.ID
		switch {
		case e.Kind == trace.Commit:
			store = e.RF
			delete(pending, store)
		case e.Kind.Writes() && e.C == trace.NoCommit:
			pending[store] = !again
			continue
		case !e.Kind.Writes():
			continue
		}
		newest[e.Addr] = store
		written[e.Addr] = written[e.Addr] || again
	}
	for at := range older {
		if !written[at] {
			t.Errorf("%v: older stores to %x are read for ever", f.Error, at)
		}
	}
	for store, before := range pending {
		if before {
			t.Errorf("%v: store %d never reaches memory", f.Error, store)
		}
	}
}

// Programs that end have no such lasso, whatever loops they have.
func TestProgramsThatEnd(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../benchmarks/verdicts/*.c")
	if err != nil {
		t.Fatal(err)
	}
	states := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "while") {
			continue
		}
		r := search(t, compile(t, file, text), models.SC, 0)
		if r.Incomplete != "" || len(r.Findings) > 0 {
			t.Errorf("%s: %d findings %s", file, len(r.Findings), r.Incomplete)
		}
		states += r.States
	}
	if states < 1500 {
		t.Errorf("only %d states", states)
	}
}

// Loops that a thread leaves between two of its visible operations are none in which it
// stays; what is bounded is told.
func TestLeavesLoops(t *testing.T) {
	t.Parallel()
	const begin = "#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int x, y;\n"
	for _, c := range []struct {
		name, text, want string
	}{
		{"two loops one after the other", `
static void *a(void *p) { for (;;) { while (atomic_load(&x) == 0) ; while (atomic_load(&x) == 2) ; } return p; }
static void *b(void *p) { for (;;) { atomic_store(&x, 1); atomic_store(&x, 3); } return p; }`, ""},
		{"the same call twice", `
static void waits(void) { while (atomic_load(&x) == 0) ; }
static void *a(void *p) { for (;;) { waits(); waits(); } return p; }
static void *b(void *p) { for (;;) { atomic_store(&x, 1); atomic_store(&x, 2); } return p; }`, ""},
		{"waits for what never comes", `
static void *a(void *p) { for (;;) while (atomic_load(&x) != 3) ; return p; }
static void *b(void *p) { for (;;) { atomic_store(&x, 1); atomic_store(&x, 2); } return p; }`, "starvation"},
		{"misses what comes", `
static void *a(void *p) { while (atomic_load(&x) != 1) ; return p; }
static void *b(void *p) { for (;;) { atomic_store(&x, 1); atomic_store(&x, 2); } return p; }`, "starvation"},
		{"waits in a call, in a loop of the caller", `
static int try(void) { return atomic_exchange(&x, 1); }
static void *a(void *p) { while (try()) ; return p; }
static void *b(void *p) { for (;;) { while (try()) ; atomic_store(&x, 0); } return p; }`, "starvation"},
	} {
		p := compile(t, "a.c", []byte(begin+c.text+`
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, 0, a, 0);
	pthread_create(&u, 0, b, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
`))
		r := search(t, p, models.SC, 0)
		got := ""
		if len(r.Findings) > 0 {
			got = string(r.Findings[0].Error.Kind)
		}
		if got != c.want || r.Incomplete != "" {
			t.Errorf("%s: %q, want %q; %s", c.name, got, c.want, r.Incomplete)
		}
	}
	r := search(t, compile(t, "a.c", []byte("#include <stdatomic.h>\nstatic atomic_int x;\nint main(void) { while (atomic_fetch_add(&x, 1) >= 0) ; return 0; }\n")), models.SC, 100_000)
	if r.Incomplete == "" || len(r.Findings) > 0 {
		t.Errorf("a counter: %+v", r)
	}
}

// Stores reach memory sometime, and each thread sees sometime that they have.
func TestFairness(t *testing.T) {
	t.Parallel()
	const begin = "#include <fencepost.h>\n#include <pthread.h>\n#include <stdatomic.h>\nstatic atomic_int x, y, z;\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n" +
		"#define SET(v, n) atomic_store_explicit(&v, n, memory_order_relaxed)\n#define GET(v) atomic_load_explicit(&v, memory_order_relaxed)\n"
	for _, c := range []struct {
		name, text, want string
		models           string
	}{
		{"a store that the thread waits for", `
static void *a(void *p) { SET(x, 1); return p; }
static void *b(void *p) { do { SET(y, 1); SET(y, 0); } while (!GET(x)); return p; }`, "", "sc tso pso pslo c11"},
		{"a store that the thread waits for, of one that goes on", `
static void *a(void *p) { SET(x, 1); for (;;) { SET(y, 1); SET(y, 0); } return p; }
static void *b(void *p) { while (!GET(x)) ; return p; }`, "", "sc tso pso pslo c11"},
		{"a value that never comes", `
static int n;
static void *a(void *p) { for (;;) { n = 1; n = 2; } return p; }
static void *b(void *p) { while (n != 3) ; return p; }`, "starvation", "sc tso"},
		{"a value that never comes, with a data race", `
static int n;
static void *a(void *p) { for (;;) { n = 1; n = 2; } return p; }
static void *b(void *p) { while (n != 3) ; return p; }`, "", "c11"},
		{"what was true before", `
static void *a(void *p) { SET(x, 1); fence_sl(); return p; }
static void *b(void *p) { do { SET(y, 1); SET(y, 0); } while (!GET(x)); return p; }`, "", "pslo c11"},
		{"two that miss each other, and one that waits for a lock of theirs", `
static void *a(void *p) { for (;;) { pthread_mutex_lock(&m); do { SET(x, 1); SET(x, 0); } while (!GET(y)); pthread_mutex_unlock(&m); } return p; }
static void *c(void *p) { for (;;) do { SET(y, 1); SET(y, 0); } while (!GET(x)); return p; }
static void *b(void *p) { pthread_t t; pthread_create(&t, 0, c, 0); for (;;) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); } return p; }`, "livelock", "sc tso"},
	} {
		p := compile(t, "a.c", []byte(begin+c.text+`
int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, a, 0);
	b(0);
	pthread_join(t, 0);
	return 0;
}
`))
		for name := range strings.FieldsSeq(c.models) {
			model, _ := c11.Models().Lookup(name)
			r := search(t, p, model, 0)
			got := ""
			for i := range r.Findings {
				if k := string(r.Findings[i].Error.Kind); got == "" || k == c.want {
					got = k
				}
			}
			if got != c.want || r.Incomplete != "" {
				t.Errorf("%s under %s: %q, want %q; %s", c.name, name, got, c.want, r.Incomplete)
			}
		}
	}
}

// A countdown is a context that ends when Err was asked for so many times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// A limit of time ends the search for cycles, too.
func TestLimitAmongCycles(t *testing.T) {
	text, err := os.ReadFile("../../../benchmarks/liveness/ticket.c")
	if err != nil {
		t.Fatal(err)
	}
	p := compile(t, "ticket.c", text)
	const many = 1 << 30
	ctx := &countdown{context.Background(), many}
	whole, err := liveness.Search(ctx, p, liveness.Options{})
	if err != nil || whole.Incomplete != "" {
		t.Fatal(err, whole.Incomplete)
	}
	cut, err := liveness.Search(&countdown{context.Background(), many - ctx.left - 1}, p, liveness.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if cut.States != whole.States || cut.Incomplete == "" {
		t.Errorf("%d of %d states, incomplete: %q", cut.States, whole.States, cut.Incomplete)
	}
}
