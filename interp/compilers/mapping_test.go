package compilers

import (
	"context"
	"testing"

	"fencepost/interp/candidates"
	"fencepost/interp/isa"
	"fencepost/models/synth"
	"fencepost/trace"
)

// trailing is the mapping of Power that has the full fence behind seq_cst accesses instead
// of before them.
func trailing() *isa.Mapping {
	m := isa.Power
	m.Load[trace.SeqCst] = isa.Lowering{After: isa.SYNC}
	m.Store[trace.SeqCst] = isa.Lowering{Before: isa.LWSYNC, After: isa.SYNC}
	m.RMW[trace.SeqCst].Before, m.RMW[trace.SeqCst].After, m.RMW[trace.SeqCst].Branch = isa.LWSYNC, isa.SYNC, false
	return &m
}

// Mappings by themselves: both of Power do what C11 as first formalised forbids (Manerkar et
// al. 2016; Lahav et al., PLDI 2017, section 2), which RC11 allows; those of Armv8,
// Armv7 and RISC-V do not.
func TestMappings(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	c11, _ := synth.Lookup("c11orig")
	orig, repaired := look(t, "c11orig"), look(t, "rc11")
	mappings := []struct {
		name, model string
		mapping     *isa.Mapping
		breaks      bool
	}{
		{"leading sync", "power", &isa.Power, true}, {"trailing sync", "power", trailing(), true},
		{"Armv7", "armv7", &isa.Armv7, false}, {"Armv8", "armv8", &isa.Armv8, false}, {"RISC-V", "riscv", &isa.RISCV, false},
	}
	broken := map[string]int{}
	for _, x := range synth.Run(ctx, c11, synth.Options{Size: 5, MaxRMWs: 1, Workers: 1}).Tests {
		for _, p := range x.Programs() {
			if p.Function != "" && p.Function != "fetch_add" {
				continue
			}
			test := Tests(p, synth.Forms[:1], 0)[0]
			s := test.allow(ctx, orig)
			if s.err != nil {
				t.Fatal(s.err)
			}
			for _, m := range mappings {
				program, err := isa.Lower(s.program, m.mapping)
				if err != nil {
					t.Fatal(err)
				}
				wrong := ""
				if _, err := candidates.Run(ctx, program, candidates.Options{Model: look(t, m.model), Each: func(e *candidates.Execution) {
					if state := test.state(e, s.addr); !s.allowed[state] {
						wrong = state
					}
				}}); err != nil {
					t.Fatal(err)
				}
				if wrong == "" {
					continue
				}
				broken[m.name]++
				if r := test.allow(ctx, repaired); !m.breaks || !r.allowed[wrong] {
					t.Errorf("%s: %s can end in %s", m.name, test.Name, wrong)
				}
			}
		}
	}
	for _, m := range mappings {
		if m.breaks && broken[m.name] == 0 {
			t.Errorf("%s does what C11 allows", m.name)
		}
	}
	t.Log(broken)
}

func look(t *testing.T, name string) *candidates.Model {
	t.Helper()
	m, err := candidates.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
