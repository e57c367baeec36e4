package candidates_test

import (
	"context"
	"fencepost/interp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// The explorer and the candidates have the same final states, each as often.
func TestExplorer(t *testing.T) {
	for _, name := range []string{"c11", "x86"} {
		for i, m := range axiom.All() {
			t.Run(name+"/"+m.Name, func(t *testing.T) {
				t.Parallel()
				for j, c := range corpus(t, name) {
					if testsize.Long() || (i+j)%3 == 0 && !testsize.LeftOut(9, i+j) {
						agree(t, c.test, m, lookup(t, m.Name))
					}
				}
			})
		}
	}
}

// So have random programs: the predicates of the explorer and the text of the model are
// one.
func TestRandomPrograms(t *testing.T) {
	programs := 250 // of each seed; long tests make 10,000 a model
	if !testsize.Whole() {
		programs = 80
	}
	seeds := uint64(testsize.Count(1, 40))
	for _, m := range axiom.All() {
		for seed := range seeds {
			t.Run(fmt.Sprintf("%s/%d", m.Name, seed), func(t *testing.T) {
				t.Parallel()
				r := rand.New(rand.NewPCG(7, seed))
				c := lookup(t, m.Name)
				states := 0
				for range programs {
					src := randomTest(r)
					states += agree(t, parse(t, "random.litmus", []byte(src)), m, c)
					if t.Failed() {
						t.Fatal(src)
					}
				}
				if states < 2*programs {
					t.Errorf("%d states of %d programs", states, programs)
				}
			})
		}
	}
}

func agree(t *testing.T, test *litmus.Test, m *axiom.Model, c *candidates.Model) int {
	t.Helper()
	want := test.NewOutcomes()
	r, err := explore.Run(context.Background(), test.Program, m, explore.Options{
		Machine: interp.Options{Semantics: interp.Semantics{WeakFail: true}}, Workers: 1, Each: func(x *explore.Execution) { want.Add(x) },
	})
	if err != nil {
		t.Fatal(err)
	}
	got, report := run(t, test, c)
	if a, b := texts(got), texts(want); !slices.Equal(a, b) {
		t.Errorf("%s under %s: candidates\n\t%s\nexplorer\n\t%s", test.Name, m.Name, strings.Join(a, "\n\t"), strings.Join(b, "\n\t"))
	}
	if report.Executions != r.Executions {
		t.Errorf("%s under %s: %d executions, of the explorer %d", test.Name, m.Name, report.Executions, r.Executions)
	}
	return len(got.States())
}

// randomTest writes a C test of 2 or 3 threads.
func randomTest(r *rand.Rand) string {
	var b strings.Builder
	b.WriteString("C random\n{}\n")
	locations := []string{"x", "y", "z"}[:2+r.IntN(2)]
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	registers, observed := 0, slices.Clone(locations)
	threads := 2 + r.IntN(2)
	for n := range threads {
		fmt.Fprintf(&b, "P%d (", n)
		for i, l := range locations {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString("atomic_int* " + l)
		}
		b.WriteString(") {\n")
		first := registers
		for range 1 + r.IntN(6-threads) {
			value := func() string {
				if registers > first && r.IntN(6) == 0 {
					return fmt.Sprintf("r%d ^ 1", first+r.IntN(registers-first))
				}
				return fmt.Sprint(1 + r.IntN(2))
			}
			x := locations[r.IntN(len(locations))]
			switch r.IntN(8) {
			case 0, 1, 2:
				fmt.Fprintf(&b, "atomic_store_explicit(%s, %s, memory_order_%s);\n", x, value(), pick("relaxed", "release", "seq_cst"))
			case 3, 4, 5:
				fmt.Fprintf(&b, "int r%d = atomic_load_explicit(%s, memory_order_%s);\n", registers, x, pick("relaxed", "acquire", "seq_cst"))
				registers++
			case 6: // sums of what is read would be values without end
				fmt.Fprintf(&b, "int r%d = atomic_%s_explicit(%s, %d, memory_order_%s);\n", registers, pick("exchange", "fetch_add"), x, 1+r.IntN(2),
					pick("relaxed", "acquire", "release", "acq_rel", "seq_cst"))
				registers++
			default:
				fmt.Fprintf(&b, "atomic_thread_fence(memory_order_%s);\n", pick("acquire", "release", "acq_rel", "seq_cst"))
			}
			if registers > first && r.IntN(6) == 0 {
				fmt.Fprintf(&b, "if (r%d == 1) { atomic_store_explicit(%s, 3, memory_order_relaxed); }\n",
					first+r.IntN(registers-first), locations[r.IntN(len(locations))])
			}
		}
		b.WriteString("}\n")
		for i := first; i < registers; i++ {
			observed = append(observed, fmt.Sprintf("%d:r%d", n, i))
		}
	}
	fmt.Fprintf(&b, "locations [%s;]\nexists (%s=0)\n", strings.Join(observed, ";"), locations[0])
	return b.String()
}

// So have C programs whose main starts threads and joins them.
func TestPrograms(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../../benchmarks/litmus/*.c")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, file := range testsize.Part(4, files) {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := cfront.Compile(file, src, cfront.Options{IncludeDirs: []string{"../../../benchmarks"}})
		if err != nil {
			t.Fatal(err)
		}
		state := func(x litmus.Reader) string { return finals(p, x) }
		for _, m := range axiom.All() {
			c := lookup(t, m.Name)
			lowered, err := c.Lower(p)
			if err != nil {
				continue
			}
			compared++
			got := map[string]int64{}
			if _, err := candidates.Run(context.Background(), lowered, candidates.Options{Model: c, Each: func(x *candidates.Execution) { got[state(x)]++ }}); err != nil {
				t.Fatal(file, err)
			}
			r, err := explore.Run(context.Background(), p, m, explore.Options{Workers: 1, Outcome: func(dst []byte, x *explore.Execution) []byte { return append(dst, state(x)...) }})
			if err != nil {
				t.Fatal(file, err)
			}
			if !maps.Equal(got, r.Outcomes) {
				t.Errorf("%s under %s: candidates %v, explorer %v", file, m.Name, got, r.Outcomes)
			}
		}
	}
	if compared < 20 && !testing.Short() || compared < 100 && testsize.Whole() || compared == 0 {
		t.Errorf("%d of %d programs compared", compared, len(files))
	}
}

// finals are the final values of a program's objects.
func finals(p *code.Program, x litmus.Reader) string {
	var b strings.Builder
	for _, o := range p.Objects {
		for _, s := range o.Scalars {
			v, _ := x.Final(o.Addr+uint64(s.Off), s.Size)
			fmt.Fprintf(&b, "%s%s=%d ", o.Name, s.Path, int32(v))
		}
	}
	return b.String()
}
