package candidates_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/candidates"
)

// A kernelWriter writes a random test in the kernel's C.
type kernelWriter struct {
	*rand.Rand
	b      strings.Builder
	regs   int
	srcu   bool // the domain is one of SRCU
	inside bool // a critical section
}

func (w *kernelWriter) pick(list ...string) string { return list[w.IntN(len(list))] }

func (w *kernelWriter) register() string {
	w.regs++
	return fmt.Sprintf("r%d", w.regs)
}

// value is one that may depend on what was read last.
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

// kernelProgram returns the text of a random test.
func kernelProgram(seed uint64) string {
	w := &kernelWriter{Rand: rand.New(rand.NewPCG(seed, 43))}
	w.srcu = w.IntN(4) == 0
	w.b.WriteString("C random\n{}\n")
	for t := range 2 + w.IntN(2) {
		w.regs = 0
		fmt.Fprintf(&w.b, "P%d(int *x, int *y, int *z, spinlock_t *l, struct srcu_struct *s)\n{\n", t)
		for accesses, n := 0, 0; accesses < 2+w.IntN(2) && n < 6; n++ {
			accesses += w.statement(0)
		}
		w.b.WriteString("}\n")
	}
	w.b.WriteString("exists (x=1)\n")
	return w.b.String()
}

// The page lkmm and the predicates of kernelOracle judge each candidate of random programs
// alike, and raise the same flags; the law of RCU agrees with the counting of its axiom.
func TestKernelOracle(t *testing.T) {
	t.Parallel()
	programs, each := 60, 60
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
