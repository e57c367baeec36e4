package explore_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
)

// finals names the final content of the program's variables, other than the mutex.
func finals(p *code.Program, final func(addr uint64, size uint8) (uint64, bool)) string {
	var b strings.Builder
	for _, o := range p.Objects {
		if o.Size == 4 {
			v, _ := final(o.Addr, 4)
			fmt.Fprintf(&b, "%s=%d ", o.Name, v)
		}
	}
	return b.String()
}

// exploredOutcomes returns the outcomes that the explorer finds.
func exploredOutcomes(t *testing.T, p *code.Program, m *axiom.Model) []string {
	list, _ := exploredReport(t, p, m)
	return list
}

// exploredReport is exploredOutcomes with the report.
func exploredReport(t *testing.T, p *code.Program, m *axiom.Model) (list []string, r *explore.Report) {
	var mu sync.Mutex
	found := map[string]bool{}
	r, err := explore.Run(context.Background(), p, m, explore.Options{Workers: 1, Each: func(x *explore.Execution) {
		mu.Lock()
		found[finals(p, x.Final)] = true
		mu.Unlock()
	}})
	if err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(found)), r
}

// waits is the outcome of an execution in which a thread waits for ever.
const waits = "waits for ever"

// ending is the outcome of an execution that fails.
func ending(e *interp.Error) string {
	if e.Kind == interp.Deadlock || e.Kind == interp.Livelock {
		return waits
	}
	return fmt.Sprint(e.Kind, " at ", e.Pos)
}

// operationalOutcomes returns the outcomes of all choices of the operational
// model; ok is false if they are too many.
func operationalOutcomes(t *testing.T, p *code.Program, m *models.Model) (list []string, ok bool) {
	list, ok = operationalEndings(t, p, m, 20_000, interp.Semantics{MaxSteps: interp.DefaultMaxSteps})
	for _, outcome := range list {
		if !strings.Contains(outcome, "=") {
			t.Fatalf("%s: %s", m.Name, outcome)
		}
	}
	return list, ok
}

// operationalEndings is operationalOutcomes for a program that may fail or be unsupported; the
// latter is then the only outcome. With a limit of fewer steps than usual, ok is also false if an
// execution reaches the limit.
func operationalEndings(t *testing.T, p *code.Program, m *models.Model, executions int, o interp.Semantics) (list []string, ok bool) {
	mc := interp.New(p, m, interp.Options{Semantics: o})
	s := &strategy.DFS{Reduced: true}
	found := map[string]bool{}
	for n := 0; s.Begin(n); n++ {
		if n == executions {
			return nil, false
		}
		switch r := mc.Run(context.Background(), s, nil); {
		case r.Outcome == interp.Completed:
			found[finals(p, mc.Final)] = true
		case r.Outcome == interp.Discarded:
		case r.Outcome == interp.OutOfSteps && o.MaxSteps < interp.DefaultMaxSteps:
			return nil, false
		case r.Outcome == interp.Unsupported:
			return []string{r.Err.Message}, true
		case r.Outcome == interp.Failed:
			found[ending(r.Err)] = true
		default:
			t.Fatalf("%s: %v %v", m.Name, r.Outcome, r.Err)
		}
	}
	return slices.Sorted(maps.Keys(found)), true
}

// agree reports whether the axioms of a model allow exactly the outcomes of its machine. Under C11
// and PSLO they may allow more, because the machine performs events in fewer orders.
func agree(m *models.Model, explored, machine []string) bool {
	if !m.Native && !m.ReadChoice {
		return slices.Equal(explored, machine)
	}
	return !slices.ContainsFunc(machine, func(o string) bool { return !slices.Contains(explored, o) })
}

// TestAgreesWithOperationalModels compares the outcomes of random programs under
// the axioms with those of the operational models.
func TestAgreesWithOperationalModels(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 2))
	compared := 0
	for range *programs {
		p := randomProgram(r, 2+r.IntN(2), 5+r.IntN(4), 2)
		prog := p.compile(t, true)
		for _, m := range models.All() {
			want, ok := operationalOutcomes(t, prog, m)
			if !ok {
				continue
			}
			compared++
			am, _ := axiom.Lookup(m.Name)
			if got := exploredOutcomes(t, prog, am); !slices.Equal(got, want) {
				t.Errorf("%s:\n%sexplored\n\t%s\noperational\n\t%s", m.Name, p,
					strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
				return
			}
		}
	}
	if compared < *programs {
		t.Errorf("only %d comparisons", compared)
	}
}

// TestInclusion: every outcome of a model is an outcome of each weaker model, and every outcome of
// a hardware model is an outcome of RC11.
func TestInclusion(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 5))
	for range *programs {
		p := randomProgram(r, 2+r.IntN(3), 6+r.IntN(5), 2)
		prog := p.compile(t, true)
		var stronger []string
		for i, m := range axiom.All() {
			got := exploredOutcomes(t, prog, m)
			for _, o := range stronger {
				if !slices.Contains(got, o) {
					t.Fatalf("%s forbids %s, %s does not:\n%s", m.Name, o, axiom.All()[i-1].Name, p)
				}
			}
			stronger = got
		}
	}
}
