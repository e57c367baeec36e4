package cat_test

import (
	"fmt"

	"fencepost/models/cat"
)

// A model is compiled once; a candidate fills what the model reads.
func Example() {
	m, err := cat.Parse("own.cat", []byte("acyclic po | rf | co | fr as sc"), nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	// Store buffering: 0: Wx=0, 1: Wy=0 | 2: Wx=1, 3: Ry=0 | 4: Wy=1, 5: Rx=0.
	pairs := map[string][][2]int{
		"po": {{2, 3}, {4, 5}},
		"rf": {{1, 3}, {0, 5}},
		"co": {{0, 2}, {1, 4}},
	}
	x := m.NewCandidate()
	x.N = 6
	for slot, name := range m.Rels() {
		for _, p := range pairs[name] {
			x.Rels[slot].Add(p[0], p[1])
		}
	}
	c := m.NewChecker()
	if !c.Check(x) {
		axiom, events := c.Violated()
		fmt.Println(m.Axioms()[axiom], events)
		for _, e := range c.Edges(axiom) {
			fmt.Println(e.From, e.Name, e.To)
		}
	}
	// Output:
	// sc [2 3 4 5]
	// 2 po 3
	// 3 fr 4
	// 4 po 5
	// 5 fr 2
}
