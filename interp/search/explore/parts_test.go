package explore_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/models/c11"
)

// A partsProgram has an object that threads write as a whole and read in parts, and a flag. The
// values read are in r0, r1, ...
type partsProgram struct {
	fields  []string // types
	threads [][]string
	reads   int
}

// read returns a statement that reads expression e.
func (p *partsProgram) read(e string) string {
	p.reads++
	return fmt.Sprintf("r%d = (int)%s;", p.reads-1, e)
}

func (p *partsProgram) load(field int, order string) string {
	return p.read(fmt.Sprintf("__atomic_load_n(&x.f%d, __ATOMIC_%s)", field, order))
}

func (p *partsProgram) loadWhole(order string) string {
	p.reads++
	return fmt.Sprintf("{ unit v; __atomic_load(&x, &v, __ATOMIC_%s); r%d = (int)v.f0; }", order, p.reads-1)
}

func (p *partsProgram) store(n int, order string) string {
	return fmt.Sprintf("STORE(%d, %s)", n, order)
}

// text returns the program. In pieces, the object is one object for each field, and a store writes
// them one after the other.
func (p *partsProgram) text(pieces bool) string {
	var b, values, stores strings.Builder
	b.WriteString("#include <pthread.h>\ntypedef struct {")
	for i, f := range p.fields {
		fmt.Fprintf(&b, " %s f%d;", f, i)
		fmt.Fprintf(&values, "(n) + %d, ", 10*i)
		fmt.Fprintf(&stores, "__atomic_store_n(&x.f%d, (n) + %d, __ATOMIC_##o); ", i, 10*i)
	}
	fmt.Fprintf(&b, " } unit __attribute__((aligned(16)));\nstatic unit x;\nstatic int y;\n")
	if pieces {
		fmt.Fprintf(&b, "#define STORE(n, o) %s\n", stores.String())
	} else {
		fmt.Fprintf(&b, "#define STORE(n, o) __atomic_store(&x, &(unit){%s}, __ATOMIC_##o);\n", values.String())
	}
	fmt.Fprintf(&b, "#define SWAP(n, o) { unit v = {%s}, w; __atomic_exchange(&x, &v, &w, __ATOMIC_##o); }\n", values.String())
	for i := range p.reads {
		fmt.Fprintf(&b, "int r%d;\n", i)
	}
	for i, t := range p.threads {
		fmt.Fprintf(&b, "static void *t%d(void *p) { %s return p; }\n", i, strings.Join(t, " "))
	}
	fmt.Fprintf(&b, "int main(void) {\n\tpthread_t t[%d];\n", len(p.threads))
	for i := range p.threads {
		fmt.Fprintf(&b, "\tpthread_create(&t[%d], 0, t%d, 0);\n", i, i)
	}
	for i := range p.threads {
		fmt.Fprintf(&b, "\tpthread_join(t[%d], 0);\n", i)
	}
	b.WriteString("\treturn 0;\n}\n")
	return b.String()
}

func (p *partsProgram) compile(t *testing.T, pieces bool) *code.Program {
	t.Helper()
	prog, err := cfront.Compile("parts.c", []byte(p.text(pieces)), cfront.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, p.text(pieces))
	}
	return prog
}

// randomParts returns a program of two or three threads with random memory orders.
func randomParts(r *rand.Rand) *partsProgram {
	p := &partsProgram{fields: []string{"long", "long"}}
	if r.IntN(3) == 0 {
		p.fields = []string{"int", "short", "short", "long", "long"}
	}
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	stores := 0
	for range 2 + r.IntN(2) {
		var list []string
		for range 1 + r.IntN(3) {
			switch r.IntN(8) {
			case 0, 1:
				stores++
				list = append(list, p.store(stores, pick("RELAXED", "RELAXED", "RELEASE", "SEQ_CST")))
			case 2:
				list = append(list, fmt.Sprintf("__atomic_thread_fence(__ATOMIC_%s);", pick("ACQUIRE", "RELEASE", "SEQ_CST", "SEQ_CST")))
			case 3:
				list = append(list, fmt.Sprintf("__atomic_store_n(&y, 1, __ATOMIC_%s);", pick("RELAXED", "RELEASE", "SEQ_CST")))
			case 4:
				list = append(list, p.read(fmt.Sprintf("__atomic_load_n(&y, __ATOMIC_%s)", pick("RELAXED", "ACQUIRE", "SEQ_CST"))))
			case 5:
				if r.IntN(2) == 0 {
					list = append(list, p.loadWhole(pick("RELAXED", "ACQUIRE")))
				} else {
					stores++
					list = append(list, fmt.Sprintf("SWAP(%d, %s)", stores, pick("RELAXED", "ACQ_REL", "SEQ_CST")))
				}
			default:
				list = append(list, p.load(r.IntN(len(p.fields)), pick("RELAXED", "RELAXED", "ACQUIRE", "SEQ_CST")))
				list = append(list, p.load(r.IntN(len(p.fields)), pick("RELAXED", "RELAXED", "ACQUIRE", "SEQ_CST")))
			}
		}
		p.threads = append(p.threads, list)
	}
	return p
}

// randomReaders returns a program in which only the first thread stores to the object, relaxed,
// and the other threads read parts of it.
func randomReaders(r *rand.Rand) *partsProgram {
	p := &partsProgram{fields: []string{"long", "long"}}
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	for i := range 2 + r.IntN(2) {
		var list []string
		for n := range 2 + r.IntN(3) {
			switch k := r.IntN(6); {
			case k == 0:
				list = append(list, fmt.Sprintf("__atomic_thread_fence(__ATOMIC_%s);", pick("ACQUIRE", "RELEASE", "ACQ_REL")))
			case k == 1:
				list = append(list, fmt.Sprintf("__atomic_store_n(&y, %d, __ATOMIC_%s);", 1+i, pick("RELAXED", "RELEASE", "SEQ_CST")))
			case k == 2:
				list = append(list, p.read(fmt.Sprintf("__atomic_load_n(&y, __ATOMIC_%s)", pick("RELAXED", "ACQUIRE", "SEQ_CST"))))
			case i == 0:
				list = append(list, p.store(n+1, "RELAXED"))
			default:
				list = append(list, p.load(r.IntN(2), pick("RELAXED", "ACQUIRE")), p.load(r.IntN(2), pick("RELAXED", "ACQUIRE")))
			}
		}
		p.threads = append(p.threads, list)
	}
	return p
}

// TestPartsAsPieces compares programs that read parts of an object with programs in which the parts
// are separate objects. No outcome shows the difference between one store to the object and two
// relaxed stores to its parts, unless a thread reads the whole object or has a seq_cst fence
// between reads.
func TestPartsAsPieces(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 32))
	several := 0
	for range 4 * *programs {
		p := randomReaders(r)
		got, want := exploredOutcomes(t, p.compile(t, false), axiom.RC11), exploredOutcomes(t, p.compile(t, true), axiom.RC11)
		if !slices.Equal(got, want) {
			t.Fatalf("%sparts\n\t%s\nobjects\n\t%s", p.text(false), strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
		}
		if len(got) > 1 {
			several++
		}
	}
	if several < *programs {
		t.Errorf("only %d programs have several outcomes", several)
	}
}

// TestParts compares the outcomes of random programs whose threads read parts of an object
// under the axioms with those of the operational models.
func TestParts(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*seed, 31))
	compared, torn := map[string]int{}, 0
	whole, fence := &partsProgram{fields: []string{"long", "long"}}, &partsProgram{fields: []string{"long", "long"}}
	stores := []string{whole.store(1, "RELAXED"), whole.store(2, "RELAXED")}
	whole.threads = [][]string{{whole.load(1, "RELAXED"), whole.load(0, "RELAXED"), whole.loadWhole("RELAXED")}, stores}
	fence.threads = [][]string{{fence.load(1, "RELAXED"), "__atomic_thread_fence(__ATOMIC_SEQ_CST);", fence.load(0, "RELAXED")}, stores}
	known := []*partsProgram{whole, fence}
	count := 2 * *programs
	if !testsize.Whole() {
		count = 4
	}
	for range count {
		p := randomParts(r)
		if len(known) > 0 {
			p, known = known[0], known[1:]
		}
		prog := p.compile(t, false)
		var stronger []string
		for _, m := range append(models.All(), c11.Model) {
			am, ok := axiom.Lookup(m.Name)
			if !ok {
				am = axiom.RC11
			}
			want, ok := operationalOutcomes(t, prog, m)
			if !ok {
				continue
			}
			compared[m.Name]++
			got := exploredOutcomes(t, prog, am)
			same := slices.Equal(got, want)
			if m == c11.Model { // and whatever it forgets
				forgetful, _ := operationalOutcomes(t, prog, c11.New(c11.Options{Every: 1}))
				if !slices.Equal(forgetful, want) {
					t.Fatalf("%sforgetting\n\t%s\notherwise\n\t%s", p.text(false), strings.Join(forgetful, "\n\t"), strings.Join(want, "\n\t"))
				}
			}
			if m == c11.Model && strings.Contains(p.text(false), "SEQ_CST") { // of which the machine has a fragment
				same = !slices.ContainsFunc(want, func(o string) bool { return !slices.Contains(got, o) })
			}
			if !same {
				t.Fatalf("%s:\n%sexplored\n\t%s\noperational\n\t%s", m.Name, p.text(false), strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
			}
			if am.ReadsOld() && len(got) > len(stronger) {
				torn++
			}
			stronger = got
		}
	}
	for _, m := range append(models.All(), c11.Model) {
		if compared[m.Name] < count/2 {
			t.Errorf("%s: only %d comparisons", m.Name, compared[m.Name])
		}
	}
	if torn == 0 {
		t.Error("no old value is read")
	}
}
