package explore_test

import (
	"fencepost/interp"
	"fencepost/models"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// wideProgram compiles a program of testdata/wide with definitions.
func wideProgram(t testing.TB, name string, defines ...string) *code.Program {
	t.Helper()
	src, err := os.ReadFile("../../testdata/wide/" + name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := cfront.Compile(name, src, cfront.Options{Defines: defines})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// wideReport explores a program. Its outcome is the values of those of r0 to r3 that it declares.
func wideReport(t testing.TB, p *code.Program, m *axiom.Model, workers int) *explore.Report {
	t.Helper()
	var names []string
	for _, name := range []string{"r0", "r1", "r2", "r3"} {
		if _, err := explore.Observe(p, []string{name}); err == nil {
			names = append(names, name)
		}
	}
	r := observed(t, p, m, workers, names)
	if len(r.Outcomes) == 0 || !r.Complete {
		t.Errorf("%s: %+v", m.Name, r)
	}
	return r
}

// observed explores a program. Its outcome is the values of its variables of those names; of all, if there
// are none.
func observed(t testing.TB, p *code.Program, m *axiom.Model, workers int, names []string) *explore.Report {
	t.Helper()
	list, err := explore.Observe(p, names)
	if err != nil || len(list) == 0 {
		t.Fatalf("observed %v, %v", list, err)
	}
	return explored(t, p, m, explore.Options{Workers: workers, Outcome: func(dst []byte, x *explore.Execution) []byte {
		return explore.AppendState(dst, x, list)
	}})
}

// TestWide explores programs with atomic objects of 12 to 32 bytes, and the same programs with
// objects of 8 bytes. The numbers of executions and the outcomes are the same.
func TestWide(t *testing.T) {
	t.Parallel()
	type pair struct {
		name         string
		narrow, wide []string
	}
	list := []pair{
		{"stack.c", []string{"HALF=int"}, []string{"HALF=long"}},
		{"counter.c", []string{"WORD=unsigned long"}, []string{"WORD=unsigned __int128"}},
	}
	for i := range 10 {
		test := fmt.Sprint("TEST=", i)
		list = append(list, pair{"litmus.c", []string{"HALF=int", test}, []string{"HALF=long", test}})
	}
	for _, size := range [][]string{{"HALF=int", "MORE=short more, rest;"}, {"HALF=long", "MORE=int more, rest;"}, {"HALF=long", "MORE=long more, rest;"}} { // 12, 24, 32
		narrow := []string{"HALF=short", "MORE=short more, rest;"}
		list = append(list, pair{"stack.c", narrow, size})
		for i := range 10 {
			test := fmt.Sprint("TEST=", i)
			list = append(list, pair{"litmus.c", append(narrow[:2:2], test), append(size[:2:2], test)})
		}
	}
	for i, p := range list {
		if testsize.LeftOut(4, i) {
			continue
		}
		narrow, wide := wideProgram(t, p.name, p.narrow...), wideProgram(t, p.name, p.wide...)
		for _, m := range []*axiom.Model{axiom.SC, axiom.TSO, axiom.PSO, axiom.RC11} {
			want := wideReport(t, narrow, m, 1)
			for workers := 1; workers <= 3; workers += 2 {
				got := wideReport(t, wide, m, workers)
				if !reflect.DeepEqual(got.Outcomes, want.Outcomes) || got.Executions != want.Executions || got.Blocked != want.Blocked || len(got.Errors) != len(want.Errors) {
					t.Errorf("%s %v, %s, %d workers: %+v\nwith 8 bytes %+v", p.name, p.wide, m.Name, workers, got, want)
				}
			}
		}
	}
	locked := wideReport(t, wideProgram(t, "stack.c", "HALF=long", "LOCKED"), axiom.SC, 1)
	free := wideReport(t, wideProgram(t, "stack.c", "HALF=long"), axiom.SC, 1)
	if !reflect.DeepEqual(slices.Sorted(maps.Keys(locked.Outcomes)), slices.Sorted(maps.Keys(free.Outcomes))) {
		t.Errorf("with a lock %v, without %v", locked.Outcomes, free.Outcomes)
	}
}

// TestHalves explores a program that reads the two halves of 16 bytes one after the other. If the
// model does not order loads, the second read may return an older value than the first.
func TestHalves(t *testing.T) {
	t.Parallel()
	for _, m := range axiom.All() {
		for defines, torn := range map[string]string{"TURN_FIRST": "r0=0 r1=7 r2=1", "VALUE_FIRST": "r0=1 r1=0 r2=1"} {
			for _, order := range []string{"ORDER=__ATOMIC_RELAXED", "ORDER=__ATOMIC_ACQUIRE"} {
				r := wideReport(t, wideProgram(t, "halves.c", defines, order), m, 1)
				want := []string{"r0=0 r1=0 r2=1", "r0=1 r1=7 r2=1", torn}
				if order == "ORDER=__ATOMIC_RELAXED" && (m == axiom.RC11 || m.ReadsOld()) {
					want = []string{"r0=0 r1=0 r2=1", "r0=0 r1=7 r2=1", "r0=1 r1=0 r2=1", "r0=1 r1=7 r2=1"}
				}
				slices.Sort(want)
				if got := slices.Sorted(maps.Keys(r.Outcomes)); !slices.Equal(got, want) || len(r.Errors) > 0 {
					t.Errorf("%s, %s, %s: %v and %d errors, not %v", m.Name, defines, order, got, len(r.Errors), want)
				}
			}
		}
	}
}

// TestHalvesThroughCasts explores programs that read halves by converted pointers.
func TestHalvesThroughCasts(t *testing.T) {
	t.Parallel()
	for way := range 4 {
		for _, m := range axiom.All() {
			want := []string{"r0=0 r1=0", "r0=0 r1=1", "r0=1 r1=1"}
			if m == axiom.RC11 || m.ReadsOld() {
				want = []string{"r0=0 r1=0", "r0=0 r1=1", "r0=1 r1=0", "r0=1 r1=1"}
			}
			r := wideReport(t, wideProgram(t, "casts.c", fmt.Sprint("WAY=", way)), m, 1)
			if got := slices.Sorted(maps.Keys(r.Outcomes)); !slices.Equal(got, want) {
				t.Errorf("%s, way %d: %v, not %v", m.Name, way, got, want)
			}
		}
	}
}

// TestFoundUnits takes from programs what the compiler knows of the accesses that load halves of 16 bytes. The
// search finds these units by the races, and has the same outcomes and errors. So has the machine with
// the units.
func TestFoundUnits(t *testing.T) {
	t.Parallel()
	source, units := rand.New(rand.NewPCG(*seed, 53)), 0
	for range *programs {
		src := randomHalves(source)
		told, found := compile(t, src), compile(t, src)
		for i := range found.Access {
			found.Access[i].Unit, found.Access[i].Within = 0, 0
		}
		for _, m := range models.All() {
			want, _ := exploredReport(t, told, axiom.Of(m))
			got, r := exploredReport(t, found, axiom.Of(m))
			units += len(r.Units)
			if !slices.Equal(got, want) || !r.Complete {
				t.Fatalf("%s:\n%sfound\n\t%s\ntold\n\t%s", m.Name, src, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
			}
			if reduced := reducedOutcomes(t, found, axiom.Of(m)); !slices.Equal(reduced, got) {
				t.Fatalf("%s:\n%swithout reductions\n\t%s\nwith them\n\t%s", m.Name, src, strings.Join(got, "\n\t"), strings.Join(reduced, "\n\t"))
			}
			list, ok := operationalEndings(t, found, m, 2_000, interp.Semantics{MaxSteps: interp.DefaultMaxSteps, Units: r.Units})
			if ok && !slices.Equal(list, got) && !m.ReadChoice {
				t.Fatalf("%s:\n%sexplored\n\t%s\nmachine\n\t%s", m.Name, src, strings.Join(got, "\n\t"), strings.Join(list, "\n\t"))
			}
		}
	}
	if units == 0 {
		t.Error("no search has found a unit")
	}
}

// randomHalves returns a random program of accesses to 16 bytes and loads of their halves.
func randomHalves(source *rand.Rand) string {
	var b strings.Builder
	b.WriteString("#include <pthread.h>\nstruct pair { unsigned long low, high; };\nstruct pair s __attribute__((aligned(16)));\ntypedef unsigned __int128 word;\n")
	registers, count := 0, 2+source.IntN(2)
	order := func(list ...string) string { return "__ATOMIC_" + list[source.IntN(len(list))] }
	var body strings.Builder
	for thread := range count {
		fmt.Fprintf(&body, "static void *%c(void *p)\n{\n", 'a'+thread)
		for range 2 {
			value := fmt.Sprintf("((word)%d << 64 | %d)", 1+source.IntN(2), 1+source.IntN(2))
			register := fmt.Sprintf("r%d", registers)
			switch source.IntN(6) {
			case 0:
				fmt.Fprintf(&body, "\t__atomic_store_n((word *)&s, %s, %s);\n", value, order("RELAXED", "RELEASE", "SEQ_CST"))
				continue
			case 1:
				fmt.Fprintf(&body, "\t%s = (unsigned)__atomic_exchange_n((word *)&s, %s, %s);\n", register, value, order("RELAXED", "ACQ_REL"))
			case 2:
				fmt.Fprintf(&body, "\tword e%s = 0;\n\t%s = __atomic_compare_exchange_n((word *)&s, &e%s, %s, 0, %s, __ATOMIC_RELAXED);\n", register, register, register, value, order("RELAXED", "RELEASE"))
			default:
				fmt.Fprintf(&body, "\t%s = __atomic_load_n(&s.%s, %s);\n", register, []string{"low", "high"}[source.IntN(2)], order("RELAXED", "ACQUIRE", "SEQ_CST"))
			}
			registers++
		}
		body.WriteString("\treturn p;\n}\n")
	}
	for i := range registers {
		fmt.Fprintf(&b, "unsigned r%d;\n", i)
	}
	b.WriteString(body.String())
	return b.String() + threads(count)
}
