package synth

import (
	"fmt"
	"testing"

	"fencepost/interp/hardware/litmus"
)

// TestLitmus checks that every program of small sizes is read by the litmus reader.
func TestLitmus(t *testing.T) {
	t.Parallel()
	n := 0
	for size := 4; size <= 5; size++ {
		for _, test := range run(t, c11orig, Options{Size: size, MaxRMWs: 1, Workers: 1}).Tests {
			for _, p := range test.Programs() {
				if _, err := litmus.Parse(p.Name, []byte(p.Litmus())); err != nil {
					t.Fatalf("%v\n%s", err, p.Litmus())
				}
				n++
			}
		}
	}
	if n < 6+24+6*(14+84) {
		t.Errorf("%d programs", n)
	}
}

// TestValues checks that the values tell rf and mo: no two executions of a program
// in which RMWs are atomic have the same outcome. The order of three and more
// plain writes is what further reads tell; there are 18 tests that need them.
func TestValues(t *testing.T) {
	t.Parallel()
	observed := make(map[*Test]bool)
	for size := 4; size <= 6; size++ {
		for _, test := range run(t, c11orig, Options{Size: size, MaxRMWs: 1, Workers: 1}).Tests {
			for _, p := range test.Programs() {
				if p.Failure != nil {
					continue
				}
				needs := false
				for _, o := range p.Observed {
					needs = needs || o != nil
				}
				if needs {
					observed[test] = true
				}
				if size < 6 && !needs {
					distinct(t, p)
				}
			}
		}
	}
	if len(observed) != 18 {
		t.Errorf("%d tests need further reads, want 18", len(observed))
	}
}

func distinct(t *testing.T, p *Program) {
	t.Helper()
	seen := make(map[string]string)
	allExecutions(p.Events, func(x *Execution) {
		var reads, final []int
		for e, ev := range p.Events {
			if ev.Kind.Reads() {
				reads = append(reads, p.value(e, x))
			}
		}
		for l, mo := range x.MO {
			for i, w := range mo {
				if p.Events[w].Kind == RMW && (i == 0 && x.RF[w] != None || i > 0 && x.RF[w] != mo[i-1]) {
					return
				}
			}
			final = append(final, p.written(x.MO[l][len(mo)-1], x))
		}
		k, v := fmt.Sprint(reads, final), fmt.Sprint(x.RF, x.MO)
		if other, ok := seen[k]; ok && other != v {
			t.Errorf("%s: %s and %s both end in %s", p.Name, other, v, k)
		}
		seen[k] = v
	})
}
