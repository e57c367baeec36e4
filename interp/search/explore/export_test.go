package explore_test

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// TestGraphSC: under every model, the number of sequentially consistent executions is the number
// of executions under SC.
func TestGraphSC(t *testing.T) {
	found := 0
	for _, prog := range programtest.All(t, "litmus") {
		p := prog.Compile(t)
		var want int64
		for _, m := range axiom.All() {
			var sc, other int64
			r, err := explore.Run(context.Background(), p, m, explore.Options{Workers: 1, Each: func(x *explore.Execution) {
				if x.Graph().Execution().SC() {
					sc++
				} else {
					other++
				}
			}})
			if err != nil || !r.Complete || r.Executions != sc+other {
				t.Fatalf("%s under %s: %v, %+v", prog.Path, m.Name, err, r)
			}
			if m == axiom.SC {
				want = sc
			}
			if sc != want || m == axiom.SC && other > 0 {
				t.Errorf("%s under %s: %d executions are of SC, %d are not; under sc there are %d", prog.Path, m.Name, sc, other, want)
			}
			found += int(other)
		}
	}
	if found == 0 {
		t.Error("every execution is sequentially consistent")
	}
}

// relations names the accesses of an execution by thread and program order, and lists the
// relations between them. The list is the same for any machine with that execution. It leaves out
// the accesses of mutex m, for which machines have events of different kinds.
func relations(p *code.Program, x *graph.Execution) []string {
	names, next := map[int32]string{0: "initial"}, map[int32]int{}
	var list []string
	for i := range x.Events {
		e := &x.Events[i]
		inMutex := slices.ContainsFunc(p.Objects, func(o code.Object) bool { return o.Name == "m" && e.Addr-o.Addr < uint64(o.Size) })
		if e.Kind == trace.Commit || inMutex || !e.Kind.Reads() && !e.Kind.Writes() {
			continue
		}
		next[e.Thread]++
		names[e.ID] = fmt.Sprintf("%d.%d", e.Thread, next[e.Thread])
		list = append(list, fmt.Sprintf("%s is %s at %d", names[e.ID], e.Kind, e.Site))
	}
	for k, edges := range map[string]iter.Seq[graph.Edge]{"rf": x.RF(), "co": x.CO(), "fr": x.FR()} {
		for e := range edges {
			if from, to := names[e.From], names[e.To]; from != "" && to != "" {
				list = append(list, fmt.Sprintf("%s %s %s", from, k, to))
			}
		}
	}
	slices.Sort(list)
	return list
}

// TestExportsAgree: exported executions have the same relations and verdicts as recorded runs of
// the machine of the same model. A run of native C11 leaves coherence order open. There an explored
// execution with the same reads-from must have the coherence order that the run forces.
func TestExportsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 12))
	compared, violations := 0, 0
	for range max(30, *programs) {
		p := randomProgram(r, 2+r.IntN(2), 4+r.IntN(3), 2)
		prog := p.compile(t, false)
		for _, am := range axiom.All() {
			explored := map[string]bool{} // with the verdict, which depends on the order of locks, too
			byReads := map[string][][]string{}
			_, err := explore.Run(context.Background(), prog, am, explore.Options{Workers: 1, Each: func(x *explore.Execution) {
				g := x.Graph().Execution()
				list := relations(prog, g)
				explored[withVerdict(list, g)] = true
				byReads[readsOf(list)] = append(byReads[readsOf(list)], list)
			}})
			if err != nil {
				t.Fatal(err)
			}
			mc := interp.New(prog, machineModel(am), interp.Options{Semantics: interp.Semantics{Mapping: models.C11}})
			s := &strategy.DFS{Reduced: true}
			var rec trace.Recorder
			seen, all := map[string]bool{}, false
			for n := 0; ; n++ {
				if all = !s.Begin(n); all || n == 3000 {
					break
				}
				if res := mc.Run(context.Background(), s, &rec); res.Outcome != interp.Completed {
					continue
				}
				g := mc.Execution(rec.Events)
				list := relations(prog, g)
				if g.Native {
					forced := func(l []string) bool {
						return !slices.ContainsFunc(list, func(s string) bool {
							a, b, ok := strings.Cut(s, " co ")
							return ok && !ordered(l, a, b)
						})
					}
					if !slices.ContainsFunc(byReads[readsOf(list)], forced) {
						t.Fatalf("%s:\n%s: no explored execution is like this run:\n%s", am.Name, p, strings.Join(list, "\n"))
					}
					continue
				}
				key := withVerdict(list, g)
				if !explored[key] {
					t.Fatalf("%s:\n%s: a run that is not explored, or with another verdict:\n%s", am.Name, p, key)
				}
				seen[key] = true
				if !g.SC() {
					violations++
				}
			}
			if all && am != axiom.RC11 {
				if compared++; len(seen) != len(explored) {
					t.Fatalf("%s:\n%s: %d executions are explored, the machine has %d", am.Name, p, len(explored), len(seen))
				}
			}
		}
	}
	if compared < *programs/2 || violations == 0 {
		t.Errorf("%d programs compared under a model in full, %d runs violate SC: the test shows little", compared, violations)
	}
}

func withVerdict(relations []string, x *graph.Execution) string {
	return fmt.Sprintf("%s\nsequentially consistent: %v", strings.Join(relations, "\n"), x.SC())
}

// readsOf returns the relations without coherence order and from-reads.
func readsOf(list []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(list), func(s string) bool {
		return strings.Contains(s, " co ") || strings.Contains(s, " fr ")
	}), "\n")
}

// ordered reports whether the coherence order in list puts a before b.
func ordered(list []string, a, b string) bool {
	for _, s := range list {
		if from, to, ok := strings.Cut(s, " co "); ok && from == a && (to == b || ordered(list, to, b)) {
			return true
		}
	}
	return false
}
