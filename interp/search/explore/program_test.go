package explore_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/trace"
)

var (
	programs = flag.Int("programs", testsize.Count(12, 400), "random programs of each property test")
	seed     = flag.Uint64("seed", 1, "of the random programs")
)

// An instr is an instruction of a small random program.
type instr struct {
	kind   byte // R load, W store, A fetch_add, X exchange, C compare-exchange, F fence, L lock, U unlock
	loc    int
	value  uint64
	expect uint64
	order  trace.Order
	fail   trace.Order
	hw     trace.FenceKind // F: if not NoFence, a hardware fence
}

type program [][]instr

var locNames = []string{"x", "y", "z"}

func (p program) String() string {
	var b strings.Builder
	for t, th := range p {
		fmt.Fprintf(&b, "T%d:", t+1)
		for _, i := range th {
			b.WriteString(" " + strings.TrimSpace(i.c(0, 0)))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

var orderC = [trace.NumOrders]string{"", "relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"}

// c returns the instruction in C, as the k-th of thread t.
func (i instr) c(t, k int) string {
	mo := func(o trace.Order) string { return "memory_order_" + orderC[o] }
	loc := ""
	if i.loc < len(locNames) {
		loc = locNames[i.loc]
	}
	r := fmt.Sprintf("r%d_%d", t, k)
	switch i.kind {
	case 'R':
		if i.order == trace.Plain {
			return fmt.Sprintf("\t%s = p%s;\n", r, loc)
		}
		return fmt.Sprintf("\t%s = atomic_load_explicit(&%s, %s);\n", r, loc, mo(i.order))
	case 'W':
		if i.order == trace.Plain {
			return fmt.Sprintf("\tp%s = %d;\n", loc, i.value)
		}
		return fmt.Sprintf("\tatomic_store_explicit(&%s, %d, %s);\n", loc, i.value, mo(i.order))
	case 'A':
		return fmt.Sprintf("\t%s = atomic_fetch_add_explicit(&%s, %d, %s);\n", r, loc, i.value, mo(i.order))
	case 'X':
		return fmt.Sprintf("\t%s = atomic_exchange_explicit(&%s, %d, %s);\n", r, loc, i.value, mo(i.order))
	case 'C':
		return fmt.Sprintf("\t{ int e = %d; atomic_compare_exchange_strong_explicit(&%s, &e, %d, %s, %s); %s = e; }\n",
			i.expect, loc, i.value, mo(i.order), mo(i.fail), r)
	case 'F':
		switch i.hw {
		case trace.NoFence:
			return fmt.Sprintf("\tatomic_thread_fence(%s);\n", mo(i.order))
		default:
			return fmt.Sprintf("\tfence_%s();\n", i.hw)
		}
	case 'L':
		return "\tpthread_mutex_lock(&m);\n"
	default:
		return "\tpthread_mutex_unlock(&m);\n"
	}
}

// source returns the program in C. The registers of a thread are its local variables. If observed
// is set, the thread stores them to globals at its end.
func (p program) source(observed bool) string {
	var b strings.Builder
	b.WriteString("#include <fencepost.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stddef.h>\n")
	b.WriteString("static atomic_int x, y, z;\nstatic int px, py, pz;\nstatic pthread_mutex_t m;\n")
	for t, th := range p {
		var body, out strings.Builder
		for k, i := range th {
			body.WriteString(i.c(t, k))
			if strings.ContainsRune("RAXC", rune(i.kind)) {
				fmt.Fprintf(&out, "\tg%d_%d = r%d_%d;\n", t, k, t, k)
				if observed {
					fmt.Fprintf(&b, "static int g%d_%d;\n", t, k)
				}
			}
		}
		fmt.Fprintf(&b, "static void *t%d(void *a)\n{\n\t(void)a;\n", t)
		for k := range th {
			fmt.Fprintf(&b, "\tint r%d_%d = 0; (void)r%d_%d;\n", t, k, t, k)
		}
		b.WriteString(body.String())
		if observed {
			b.WriteString(out.String())
		}
		b.WriteString("\treturn NULL;\n}\n")
	}
	fmt.Fprintf(&b, "int main(void)\n{\n\tpthread_t t[%d];\n", len(p))
	for t := range p {
		fmt.Fprintf(&b, "\tpthread_create(&t[%d], NULL, t%d, NULL);\n", t, t)
	}
	for t := range p {
		fmt.Fprintf(&b, "\tpthread_join(t[%d], NULL);\n", t)
	}
	b.WriteString("\treturn 0;\n}\n")
	return b.String()
}

func (p program) compile(t testing.TB, observed bool) *code.Program {
	prog, err := cfront.Compile("random.c", []byte(p.source(observed)), cfront.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, p.source(observed))
	}
	return prog
}

// randomProgram returns a program of threads with at most length instructions in all.
func randomProgram(r *rand.Rand, threads, length, locs int) program {
	p := make(program, threads)
	loads := []trace.Order{trace.Plain, trace.Relaxed, trace.Acquire, trace.SeqCst}
	stores := []trace.Order{trace.Plain, trace.Relaxed, trace.Release, trace.SeqCst}
	rmws := []trace.Order{trace.Relaxed, trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst}
	fences := []trace.Order{trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst}
	fails := []trace.Order{trace.Relaxed, trace.Acquire, trace.SeqCst}
	locks := r.IntN(4) == 0
	for k := range length {
		t := k % threads
		if k >= 2*threads {
			t = r.IntN(threads)
		}
		i := instr{loc: r.IntN(locs), value: uint64(1 + r.IntN(3)), expect: uint64(r.IntN(3))}
		switch r.IntN(14) {
		case 0, 1, 2, 3:
			i.kind, i.order = 'R', loads[r.IntN(len(loads))]
		case 4, 5, 6, 7, 8:
			i.kind, i.order = 'W', stores[r.IntN(len(stores))]
		case 9:
			i.kind, i.order = 'A', rmws[r.IntN(len(rmws))]
		case 10:
			i.kind, i.order = 'X', rmws[r.IntN(len(rmws))]
		case 11:
			i.kind, i.order, i.fail = 'C', rmws[r.IntN(len(rmws))], fails[r.IntN(len(fails))]
		default:
			i.kind, i.order = 'F', fences[r.IntN(len(fences))]
			if r.IntN(2) == 0 {
				i.order, i.hw = trace.Plain, trace.FenceKind(1+r.IntN(3))
			}
		}
		p[t] = append(p[t], i)
	}
	if locks {
		for t, th := range p {
			if len(th) == 0 || r.IntN(4) == 0 {
				continue
			}
			from := r.IntN(len(th))
			to := from + r.IntN(len(th)-from) + 1
			var out []instr
			out = append(out, th[:from]...)
			out = append(out, instr{kind: 'L', loc: 6})
			out = append(out, th[from:to]...)
			out = append(out, instr{kind: 'U', loc: 6})
			p[t] = append(out, th[to:]...)
		}
	}
	return p
}
