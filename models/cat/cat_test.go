package cat

import "testing"

func TestLoadAll(t *testing.T) {
	for _, n := range Names() {
		m, err := Load(n)
		if err != nil {
			t.Fatal(err)
		}
		t.Log(n, m.Sets(), m.Rels(), m.Axioms(), len(m.nodes), len(m.program[0]), len(m.program[1]), len(m.program[2]), len(m.program[3]))
	}
}
