package candidates_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/hardware/isa"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/search/candidates"
	"fencepost/models/cat"
)

// A kernelWriter writes a random test in the kernel's C.
type kernelWriter struct {
	*rand.Rand
	b    strings.Builder
	regs int
	srcu bool // the domain is one of SRCU
}

func (w *kernelWriter) pick(list ...string) string { return list[w.IntN(len(list))] }

func (w *kernelWriter) register() string {
	w.regs++
	return fmt.Sprintf("r%d", w.regs)
}

// value returns an expression. It may depend on the register that was read last.
func (w *kernelWriter) value() string {
	k := 1 + w.IntN(2)
	if w.regs > 0 && w.IntN(3) == 0 {
		return fmt.Sprintf("(r%d & 1) + %d", w.regs, k)
	}
	return fmt.Sprint(k)
}

// pointer is one that may depend on what was read last.
func (w *kernelWriter) pointer() string {
	v := w.pick("x", "y", "z")
	if w.regs > 0 && w.IntN(5) == 0 {
		return fmt.Sprintf("(%s + (r%d & 0))", v, w.regs)
	}
	return v
}

// statement writes one that counts as so many accesses.
func (w *kernelWriter) statement(depth int) int {
	p, suffix := w.pointer(), w.pick("", "_relaxed", "_acquire", "_release")
	switch n := w.IntN(24); {
	case n < 3:
		v := w.value()
		fmt.Fprintf(&w.b, "WRITE_ONCE(*%s, %s);\n", p, v)
	case n < 6:
		fmt.Fprintf(&w.b, "%s = READ_ONCE(*%s);\n", w.register(), p)
	case n < 8:
		v := w.value()
		fmt.Fprintf(&w.b, "*%s = %s;\n", p, v)
	case n < 10:
		fmt.Fprintf(&w.b, "%s = *%s;\n", w.register(), p)
	case n == 10:
		v := w.value()
		fmt.Fprintf(&w.b, "smp_store_release(%s, %s);\n", p, v)
	case n == 11:
		fmt.Fprintf(&w.b, "%s = smp_load_acquire(%s);\n", w.register(), p)
	case n < 15:
		fmt.Fprintf(&w.b, "%s();\n", w.pick("smp_mb", "smp_rmb", "smp_wmb", "smp_mb__before_atomic", "smp_mb__after_atomic",
			"smp_mb__after_spinlock", "smp_mb__after_unlock_lock", "barrier"))
		return 0
	case n == 15:
		v := w.value()
		fmt.Fprintf(&w.b, "%s = xchg%s(%s, %s);\n", w.register(), suffix, p, v)
		return 2
	case n == 16:
		v := w.value()
		fmt.Fprintf(&w.b, "%s = cmpxchg%s(%s, %d, %s);\n", w.register(), suffix, p, w.IntN(2), v)
		return 2
	case n == 17:
		op := w.pick("atomic_add_return", "atomic_fetch_add")
		fmt.Fprintf(&w.b, "%s = %s%s(1, %s);\n", w.register(), op, suffix, p)
		return 2
	case n == 18:
		if w.IntN(2) == 0 {
			fmt.Fprintf(&w.b, "%s = atomic_add_unless(%s, 1, 1);\n", w.register(), p)
		} else {
			fmt.Fprintf(&w.b, "atomic_add(1, %s);\n", p)
		}
		return 2
	case n == 19 && w.regs > 0 && depth < 2:
		fmt.Fprintf(&w.b, "if (r%d %s %d) {\n", w.regs, w.pick("==", "!="), w.IntN(2))
		n := w.statement(depth + 1)
		w.b.WriteString("}\n")
		return n
	case n == 20 && depth < 2:
		w.b.WriteString("spin_lock(l);\n")
		n := w.statement(depth + 1)
		w.b.WriteString("spin_unlock(l);\n")
		return 3 + n
	case n < 23 && depth < 2:
		n := 0
		lock, unlock := "rcu_read_lock();\n", "rcu_read_unlock();\n"
		if w.srcu {
			r := fmt.Sprintf("i%d", w.regs)
			lock, unlock = r+" = srcu_read_lock(s);\n", "srcu_read_unlock(s, "+r+");\n"
		}
		w.b.WriteString(lock)
		for range 1 + w.IntN(2) {
			n += w.statement(depth + 1)
		}
		w.b.WriteString(unlock)
		return n
	default:
		if w.srcu {
			w.b.WriteString("synchronize_srcu(s);\n")
		} else {
			w.b.WriteString("synchronize_rcu();\n")
		}
		return 0
	}
	return 1
}

// access writes one of a location for a cycle, and returns the register of what it reads, if
// it does. from is a register on which the access is to depend, or nothing.
func (w *kernelWriter) access(v, from string) (read string) {
	p, value := v, fmt.Sprint(1+w.IntN(2))
	if from != "" {
		if w.IntN(2) == 0 {
			p = fmt.Sprintf("(%s + (%s & 0))", v, from)
		} else {
			value = fmt.Sprintf("(%s & 0) + %s", from, value)
		}
	}
	suffix := w.pick("", "_relaxed", "_acquire", "_release")
	switch n := w.IntN(14); {
	case n < 3:
		fmt.Fprintf(&w.b, "WRITE_ONCE(*%s, %s);\n", p, value)
	case n < 5:
		fmt.Fprintf(&w.b, "*%s = %s;\n", p, value)
	case n == 5:
		fmt.Fprintf(&w.b, "smp_store_release(%s, %s);\n", p, value)
	case n < 9:
		read = w.register()
		fmt.Fprintf(&w.b, "%s = READ_ONCE(*%s);\n", read, p)
	case n < 11:
		read = w.register()
		fmt.Fprintf(&w.b, "%s = *%s;\n", read, p)
	case n == 11:
		read = w.register()
		fmt.Fprintf(&w.b, "%s = smp_load_acquire(%s);\n", read, p)
	case n == 12:
		read = w.register()
		fmt.Fprintf(&w.b, "%s = xchg%s(%s, %s);\n", read, suffix, p, value)
	default:
		fmt.Fprintf(&w.b, "atomic_add(%s, %s);\n", value, p)
	}
	return read
}

// edge writes two accesses and what keeps them in order, or does not: half of a thread of a
// cycle is what it does to the location of the thread before, half to the next one's.
func (w *kernelWriter) edge(first, second, own string) {
	section := w.IntN(10)
	open, end := "", ""
	switch {
	case section == 0:
		open, end = "spin_lock(l);\n", "spin_unlock(l);\n"
	case section < 4 && w.srcu:
		open, end = "i = srcu_read_lock(s);\n", "srcu_read_unlock(s, i);\n"
	case section < 4:
		open, end = "rcu_read_lock();\n", "rcu_read_unlock();\n"
	}
	w.b.WriteString(open)
	read := w.access(first, "")
	from, close := "", ""
	sync := "synchronize_rcu();\n"
	if w.srcu {
		sync = "synchronize_srcu(s);\n"
	}
	switch n := w.IntN(15); {
	case n < 5:
		fmt.Fprintf(&w.b, "%s();\n", w.pick("smp_mb", "smp_rmb", "smp_wmb", "smp_rmb", "smp_wmb", "smp_mb__after_atomic"))
	case n == 5:
		w.b.WriteString("smp_mb__before_atomic();\natomic_inc(" + own + ");\n")
	case n == 6 && section > 0:
		w.b.WriteString("spin_lock(l);\n" + w.pick("smp_mb__after_spinlock();\n", "") + "spin_unlock(l);\n")
	case n == 7 && section > 0:
		w.b.WriteString("spin_lock(l);\nspin_unlock(l);\nspin_lock(l);\n" + w.pick("smp_mb__after_unlock_lock();\n", "") + "spin_unlock(l);\n")
	case n == 8 && (section == 0 || section > 3), n == 9 && (section == 0 || section > 3):
		w.b.WriteString(sync)
	case n == 10 && read != "":
		from = read
	case n == 11 && read != "":
		fmt.Fprintf(&w.b, "if (%s) {\n", read)
		close = "}\n"
	case n == 12 && read != "": // through memory
		from = w.register()
		fmt.Fprintf(&w.b, w.pick("*%s = %s;\n%s = *%s;\n", "WRITE_ONCE(*%s, %s);\n%s = READ_ONCE(*%s);\n"), own, read, from, own)
	case n == 13:
		w.access(first, "")
	}
	if w.IntN(6) == 0 {
		w.access(second, "")
	}
	w.access(second, from)
	w.b.WriteString(close + end)
}

// kernelCycle returns the text of a random test whose threads touch a location of each of
// their neighbours.
func (w *kernelWriter) kernelCycle() {
	n := 2 + w.IntN(3)/2
	locations := []string{"x", "y", "z"}
	for t := range n {
		w.regs = 0
		fmt.Fprintf(&w.b, "P%d(int *x, int *y, int *z, int *w%d, spinlock_t *l, struct srcu_struct *s)\n{\n", t, t)
		w.edge(locations[t], locations[(t+1)%n], fmt.Sprintf("w%d", t))
		w.b.WriteString("}\n")
	}
}

// kernelProgram returns the text of a random test.
func kernelProgram(seed uint64) string {
	w := &kernelWriter{Rand: rand.New(rand.NewPCG(seed, 43))}
	w.srcu = w.IntN(4) == 0
	w.b.WriteString("C random\n{}\n")
	if seed%4 > 0 {
		w.kernelCycle()
		return w.b.String() + "locations [0:r1; 0:r2; 0:r3; 1:r1; 1:r2; 1:r3; x; y; z;]\nexists (x=1)\n"
	}
	for t := range 2 + w.IntN(2) {
		w.regs = 0
		fmt.Fprintf(&w.b, "P%d(int *x, int *y, int *z, spinlock_t *l, struct srcu_struct *s)\n{\n", t)
		for accesses, n := 0, 0; accesses < 2+w.IntN(2) && n < 6; n++ {
			accesses += w.statement(0)
		}
		w.b.WriteString("}\n")
	}
	return w.b.String() + "locations [0:r1; 0:r2; 0:r3; 1:r1; 1:r2; 1:r3; x; y; z;]\nexists (x=1)\n"
}

// The page lkmm and the predicates of kernelOracle judge each candidate of random programs
// alike, and raise the same flags; the law of RCU agrees with the counting of its axiom.
func TestKernelOracle(t *testing.T) {
	t.Parallel()
	programs, each := 120, 200
	if testsize.Whole() {
		programs, each = 2000, 200
	}
	coherent, any := lookup(t, "lkmm"), *lookup(t, "lkmm")
	any.Coherent = false
	judged, allowed, races, grace := 0, 0, 0, 0
	for seed := range uint64(programs) {
		text := kernelProgram(seed)
		test := parse(t, "random", []byte(text))
		m := coherent
		if seed%3 == 0 {
			m = &any
		}
		p, err := m.Program(test)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		wrong := false
		n := 0
		_, err = candidates.Run(context.Background(), p, candidates.Options{Model: m, Candidate: func(x *candidates.Execution) bool {
			ok, flags := x.Judge()
			o := kernelOracle{View: x.View()}
			j := o.judge()
			judged++
			if ok {
				allowed++
			}
			if flags["data-race"] {
				races++
			}
			if len(o.graces)*len(o.sections)+len(o.sgraces)*len(o.srcu) > 0 {
				grace++
			}
			if j.rcu != j.lawful || ok != j.allowed || ok && (flags["data-race"] != j.race || flags["mixed-accesses"] != j.mixed) {
				t.Errorf("seed %d: the page says allowed %v, flags %v; the predicates %+v\n%s\n%+v", seed, ok, flags, j, text, o.View)
				wrong = true
			}
			n++
			return !wrong && n < each
		}})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	}
	t.Logf("%d candidates, %d allowed, %d with a race, %d with critical sections and grace periods", judged, allowed, races, grace)
	if allowed < 100 || races < 100 || grace < 20 {
		t.Errorf("%d candidates, %d allowed, %d with a race, %d with critical sections and grace periods", judged, allowed, races, grace)
	}
}

// The search, which asks the model in stages, once for all paths that differ in values alone,
// and leaves out what it knows, finds what the model says of each candidate on its own.
func TestShortcuts(t *testing.T) {
	t.Parallel()
	programs, most := 100, int64(2000)
	if testsize.Whole() {
		programs, most = 1000, 20000
	}
	m := lookup(t, "lkmm")
	held := 0
	for seed := range uint64(programs) {
		text := kernelProgram(seed + 1<<20)
		shown := seed%2 == 0
		if shown {
			text = strings.Replace(text, "x; y; z;]\nexists (x=1)", "]\nexists (0:r1=1)", 1)
		}
		test := parse(t, "random", []byte(text))
		p, err := m.Program(test)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		type found struct {
			executions int64
			states     []string
			flags      []string
		}
		search := func(o candidates.Options) (f found, r *candidates.Report) {
			seen := test.NewOutcomes()
			add := func(x *candidates.Execution) { f.executions++; seen.Add(x) }
			o.Model = m
			if o.Candidate == nil {
				o.Each = add
			} else {
				o.Candidate = func(x *candidates.Execution) bool {
					if ok, flags := x.Judge(); ok {
						add(x)
						for name, raised := range flags {
							if raised && !slices.Contains(f.flags, name) {
								f.flags = append(f.flags, name)
							}
						}
					}
					return true
				}
			}
			if o.KnownFrom < 0 {
				o.KnownFrom, o.KnownShown, o.Known = 0, shown, func(x *candidates.Execution) bool { return seen.Has(x) }
			}
			r, err := candidates.Run(context.Background(), p, o)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			for _, s := range seen.States() {
				f.states = append(f.states, s.Text)
			}
			f.flags = append(f.flags, r.Flags...)
			if r.Undefined {
				f.flags = append(f.flags, "data-race")
			}
			slices.Sort(f.flags)
			return f, r
		}
		plain, r := search(candidates.Options{Candidate: func(*candidates.Execution) bool { return true }, MaxCandidates: most})
		if r.Incomplete != "" {
			continue
		}
		held++
		if got, _ := search(candidates.Options{}); got.executions != plain.executions || !slices.Equal(got.states, plain.states) || !slices.Equal(got.flags, plain.flags) {
			t.Errorf("seed %d: the search finds %v, of single candidates the model says %v\n%s", seed, got, plain, text)
		}
		if got, _ := search(candidates.Options{KnownFrom: -1}); !slices.Equal(got.states, plain.states) || !slices.Equal(got.flags, plain.flags) {
			t.Errorf("seed %d: the search for what is not known finds %v, of single candidates the model says %v\n%s", seed, got, plain, text)
		}
	}
	if held < programs/2 {
		t.Errorf("of %d programs %d have few candidates", programs, held)
	}
}

// kernelMutants are changes of the page that some random program notices.
var kernelMutants = [][2]string{
	{"let known = R \\ NoRet", "let known = R"},
	{"let carried = (data ; rfi)*", "let carried = id"},
	{"let address = carried ; addr", "let address = 0"},
	{"let value = carried ; data", "let value = 0"},
	{"let choice = carried ; (ctrl | pick-ctrl-dep)", "let choice = 0"},
	{"[M] ; across(F & Mb) ; [M]", "0"},
	{"  | [M] ; po ; [atomic & Mb] ; po? ; [M]\n", ""},
	{"  | [M] ; po? ; [atomic & Mb] ; po ; [M]\n", ""},
	{"  | [M] ; across(Before-atomic) ; [atomic] ; po? ; [M]\n", ""},
	{"  | [M] ; po? ; [atomic] ; across(After-atomic) ; [M]\n", ""},
	{"  | [M] ; po? ; [takes-lock] ; across(After-spinlock) ; [M]\n", ""},
	{"  | [M] ; po ; [UL] ; (co | po) ; [takes-lock] ; across(After-unlock-lock) ; [M]\n", ""},
	{"(co | po) ; [takes-lock]", "po ; [takes-lock]"},
	{"let strong = full | waits", "let strong = full"},
	{"let to-release = [M] ; po ; [REL & W]", "let to-release = 0"},
	{"let from-acquire = [ACQ & R] ; po ; [M]", "let from-acquire = 0"},
	{"let between-writes = [W] ; across(Wmb) ; [W]", "let between-writes = 0"},
	{"let between-reads = [known] ; across(Rmb) ; [known]", "let between-reads = 0"},
	{"po ; [UL] ; (po | rf) ; [R & LK] ; po", "0"},
	{"po ; [UL] ; (po | rf) ; [R & LK] ; po", "po ; [UL] ; rf ; [R & LK] ; po"},
	{" | overwrites & int", ""},
	{" | address ; [plain] ; between-writes", ""},
	{"let before-read = address ; [R] |", "let before-read ="},
	{" | (address | value) ; [marked] ; rfi", ""},
	{"(address | value) ; [marked] ; rfi", "(address | value) ; rfi"},
	{"let handed-on = (rf ; rmw)*", "let handed-on = id"},
	{"let observed-before(r) = (rfe ; [marked])? ; r", "let observed-before(r) = r"},
	{"observed-before(strong | to-release)", "observed-before(strong)"},
	{"observed-before(strong | to-release)", "observed-before(to-release)"},
	{"| between-writes | next-section) ; [marked] ; handed-on", "| next-section) ; [marked] ; handed-on"},
	{"| between-writes | next-section) ; [marked] ; handed-on", "| between-writes) ; [marked] ; handed-on"},
	{"(overwrites & ext)? ; passed-on*", "passed-on*"},
	{"passed-on* ; [marked] ; rfe? ; [marked]", "passed-on* ; [marked]"},
	{"empty rmw & (fre ; coe) as atomicity", ""},
	{"acyclic hb as happens-before", ""},
	{"acyclic pb as propagates-before", ""},
	{"irreflexive rb as rcu", ""},
	{"let section = rcu-section \\ (po^-1 ; rcu-section ; po^-1)", "let section = 0"},
	{"let srcu-section = [Srcu-lock] ; (data ; rf)* ;", "let srcu-section = 0 ;"},
	{"let link = po? ;", "let link ="},
	{"hb* ; pb* ; prop ; po\n", "prop ; po\n"},
	{"  | open ; inner ; grace\n", ""},
	{"    grace ; inner ; open\n  |", "   "},
	{"let one-way = one-way | rcu-fence", ""},
	{"let write-after = [marked] ; (address | fence)?", "let write-after = [marked] ; (address)?"},
	{"let read-after = [marked] ; (address | one-way", "let read-after = [marked] ; (address"},
	{"(address | one-way | read-fence(known, M \\ NoRet))?", "(address | one-way)?"},
	{"let write-until = fence? ;", "let write-until ="},
	{"(one-way | read-fence(M \\ NoRet, known))?", "(read-fence(M \\ NoRet, known))?"},
	{"(one-way | read-fence(M \\ NoRet, known))?", "(one-way)?"},
	{"let visible = passed-on* ;", "let visible ="},
	{"(strong ; [marked] ; before | before & int)", "(before & int)"},
	{"(strong ; [marked] ; before | before & int)", "(strong ; [marked] ; before)"},
	{" | strong ; before ; after", ""},
	{" | write-until ; visible ; after", ""},
	{"(rf & read-write^-1)", "0"},
	{"(fr & write-read^-1)", "0"},
	{"(co & write-write^-1)", "0"},
	{"((marked * W) | read-write)", "(W * W)"},
	{"((W * marked) | write-read)", "(W * W)"},
	{"(co? ; rf)) \\ write-read", "rf) \\ write-read"},
	{"\\ write-read \\ read-write^-1", "\\ write-read"},
	{"(suspects & fr) \\ read-write", "0"},
}

// Random programs notice when something is left out of the page: what they hold against
// the predicates is all of it.
func TestKernelMutants(t *testing.T) {
	t.Parallel()
	text, _ := cat.Text("lkmm")
	m := lookup(t, "lkmm")
	var models []*cat.Model
	for _, x := range kernelMutants {
		changed := strings.Replace(text, x[0], x[1], 1)
		if changed == text {
			t.Fatalf("the page has no %q", x[0])
		}
		mutant, err := cat.Parse("lkmm.cat", []byte(changed), nil)
		if err != nil {
			t.Fatalf("%q: %v", x, err)
		}
		models = append(models, mutant)
	}
	alive := map[int]bool{}
	for i := range models {
		alive[i] = true
	}
	most := len(models) * 2 / 3
	if testsize.Long() {
		most = len(models) / 4
	}
	enough := most
	if testsize.Whole() {
		enough = 0
	}
	programs := testsize.Count(450, 3000)
	for seed := 0; seed < programs && len(alive) > enough; seed++ {
		p, err := m.Program(parse(t, "random", []byte(kernelProgram(uint64(seed)))))
		if err != nil {
			t.Fatal(err)
		}
		_, want, err := kernelRun(p, m)
		if err != nil {
			t.Fatal(err)
		}
		for i := range alive {
			changed := *m
			changed.Model = models[i]
			_, got, err := kernelRun(p, &changed)
			if err != nil {
				t.Fatal(err)
			}
			if got != want {
				delete(alive, i)
			}
		}
	}
	for i := range alive {
		t.Logf("no random program was tried that notices %q", kernelMutants[i])
	}
	if len(alive) > most {
		t.Errorf("%d of %d changes are not noticed", len(alive), len(models))
	}
}

func kernelRun(p *isa.Program, m *candidates.Model) (*candidates.Report, string, error) {
	r, err := candidates.Run(context.Background(), p, candidates.Options{Model: m})
	if err != nil {
		return nil, "", err
	}
	return r, fmt.Sprint(r.Executions, r.Flags), nil
}

// What the kernel may do when it is built for a machine, its model allows. A test with RCU
// cannot be built alone.
func TestKernelMappings(t *testing.T) {
	t.Parallel()
	tests := []*litmus.Test{}
	for _, c := range corpus(t, "kernel") {
		tests = append(tests, c.test)
	}
	random := testsize.Count(600, 6000)
	if !testsize.Whole() {
		random = 60
	}
	for seed := range uint64(random) {
		tests = append(tests, parse(t, "random", []byte(kernelProgram(seed))))
	}
	for _, name := range []string{"sc", "tso", "armv8", "armv7", "power", "riscv"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, lkmm, fewer, compared := lookup(t, name), lookup(t, "lkmm"), 0, 0
			for i, test := range tests {
				p, err := m.Program(test)
				var unsupported *isa.Unsupported
				if errors.As(err, &unsupported) {
					continue
				} else if err != nil {
					t.Fatal(err)
				}
				allowed, _ := run(t, test, lkmm)
				out := test.NewOutcomes()
				if _, err := candidates.Run(context.Background(), p, candidates.Options{Model: m, Each: func(x *candidates.Execution) { out.Add(x) }}); err != nil {
					t.Fatal(err)
				}
				want := texts(allowed)
				for _, s := range texts(out) {
					if !slices.Contains(want, s) {
						t.Errorf("%d %s: %s allows %s\n%s", i, test.Name, name, s, test.Program.Files[0].Text)
					}
				}
				compared++
				if len(out.States()) < len(want) {
					fewer++
				}
			}
			enough := 50
			if !testsize.Whole() {
				enough = 40
			}
			if compared < enough || fewer == 0 {
				t.Errorf("%d tests, of which %d have fewer states", compared, fewer)
			}
		})
	}
}

// The tests of benchmarks/kernel say in a comment what is expected of them, in the kernel's
// way: how often the condition holds, and whether there is a data race. Both descriptions
// of the model agree on every candidate.
func TestKernelResults(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../benchmarks/kernel/*.litmus")
	if err != nil || len(files) < 60 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	m := lookup(t, "lkmm")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(src), "Result: ")
		line, _, _ := strings.Cut(rest, "\n")
		words := strings.Fields(line)
		test := parse(t, file, src)
		out, r := run(t, test, m)
		var want []string
		switch {
		case words[0] == "Flag":
			want = words[1:]
		case out.Observation() != words[0]:
			t.Errorf("%s: %s, not %s", file, out.Observation(), words[0])
		case len(words) > 1:
			want = []string{"data-race"}
		}
		if !slices.Equal(r.Flags, want) {
			t.Errorf("%s: flags %q, not %q", file, r.Flags, want)
		}
		p, err := m.Program(test)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = candidates.Run(context.Background(), p, candidates.Options{Model: m, Candidate: func(x *candidates.Execution) bool {
			ok, flags := x.Judge()
			o := kernelOracle{View: x.View()}
			if strings.Contains(file, "two-domains") {
				return true // kernelOracle knows one domain
			}
			if j := o.judge(); ok != j.allowed || ok && flags["data-race"] != j.race {
				t.Errorf("%s: the page says allowed %v, flags %v; the predicates %+v", file, ok, flags, j)
			}
			return true
		}}); err != nil {
			t.Fatal(err)
		}
	}
}
