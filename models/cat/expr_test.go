package cat

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// A matrix is a relation, pair by pair; a set is one on its diagonal.
type matrix [][]bool

func newMatrix(n int, f func(a, b int) bool) matrix {
	m := make(matrix, n)
	for a := range m {
		m[a] = make([]bool, n)
		for b := range m[a] {
			m[a][b] = f(a, b)
		}
	}
	return m
}

func (m matrix) seq(o matrix) matrix {
	return newMatrix(len(m), func(a, b int) bool {
		for c := range m {
			if m[a][c] && o[c][b] {
				return true
			}
		}
		return false
	})
}

func (m matrix) plus() matrix {
	for range 6 { // paths of up to 64 steps
		s := m.seq(m)
		m = newMatrix(len(m), func(a, b int) bool { return m[a][b] || s[a][b] })
	}
	return m
}

// A writer writes random expressions and computes what they mean by definition.
type writer struct {
	*rand.Rand
	c *random
}

func (w *writer) matrix(f func(a, b int) bool) matrix { return newMatrix(w.c.n, f) }

// set writes a set of at most a depth; in parentheses, as whatever stands around it
// may bind tighter.
func (w *writer) set(depth int) (string, matrix) {
	if depth == 0 || w.IntN(3) == 0 {
		name := []string{"R", "W", "F", "IW", "X", "A", "_", "0", "M"}[w.IntN(9)]
		return name, w.matrix(func(a, b int) bool {
			switch {
			case a != b || name == "0":
				return false
			case name == "_":
				return true
			case name == "M":
				return w.c.sets["R"].Has(a) || w.c.sets["W"].Has(a)
			}
			return w.c.sets[name].Has(a)
		})
	}
	switch w.IntN(6) {
	case 0:
		t, m := w.rel(depth - 1)
		return "(domain " + t + ")", w.matrix(func(a, b int) bool {
			for c := range m {
				if a == b && m[a][c] {
					return true
				}
			}
			return false
		})
	case 1:
		t, m := w.rel(depth - 1)
		return "(range " + t + ")", w.matrix(func(a, b int) bool {
			for c := range m {
				if a == b && m[c][a] {
					return true
				}
			}
			return false
		})
	case 2:
		t, m := w.set(depth - 1)
		if t == "0" {
			t = "F\\F" // ~0 is a relation
		}
		return "(~(" + t + "))", w.matrix(func(a, b int) bool { return a == b && !m[a][a] })
	}
	return w.boolean(w.set, depth, "_")
}

// boolean writes a union, an intersection or a difference; one of two zeroes keeps
// its type by what holds all.
func (w *writer) boolean(operand func(depth int) (string, matrix), depth int, all string) (string, matrix) {
	s, m := operand(depth - 1)
	t, n := operand(depth - 1)
	if s == "0" {
		s = "(" + all + " & 0)"
	}
	switch w.IntN(3) {
	case 0:
		return "(" + s + " | " + t + ")", w.matrix(func(a, b int) bool { return m[a][b] || n[a][b] })
	case 1:
		return "(" + s + " & " + t + ")", w.matrix(func(a, b int) bool { return m[a][b] && n[a][b] })
	}
	return "(" + s + " \\ " + t + ")", w.matrix(func(a, b int) bool { return m[a][b] && !n[a][b] })
}

// rel writes a relation.
func (w *writer) rel(depth int) (string, matrix) {
	if depth == 0 || w.IntN(5) == 0 {
		name := []string{"po", "rf", "co", "loc", "int", "addr", "amo", "id", "0"}[w.IntN(9)]
		return name, w.matrix(func(a, b int) bool {
			r := w.c.rels[name]
			return name == "id" && a == b || r != nil && r.Has(a, b)
		})
	}
	switch w.IntN(12) {
	case 0, 1, 2:
		s, m := w.rel(depth - 1)
		t, n := w.rel(depth - 1)
		return "(" + s + ";" + t + ")", m.seq(n)
	case 3:
		s, m := w.rel(depth - 1)
		return "(" + s + "+)", m.plus()
	case 4:
		s, m := w.rel(depth - 1)
		m = m.plus()
		return "(" + s + "*)", w.matrix(func(a, b int) bool { return a == b || m[a][b] })
	case 5:
		s, m := w.rel(depth - 1)
		return "(" + s + "?)", w.matrix(func(a, b int) bool { return a == b || m[a][b] })
	case 6:
		s, m := w.rel(depth - 1)
		return "(" + s + "^-1)", w.matrix(func(a, b int) bool { return m[b][a] })
	case 7:
		s, m := w.rel(depth - 1)
		return "(~" + s + ")", w.matrix(func(a, b int) bool { return !m[a][b] })
	case 8:
		s, m := w.set(depth - 1)
		return "[" + s + "]", m
	case 9:
		s, m := w.set(depth - 1)
		t, n := w.set(depth - 1)
		return "(" + s + " * " + t + ")", w.matrix(func(a, b int) bool { return m[a][a] && n[b][b] })
	case 10: // the least x with x = s | t;x
		s, m := w.rel(depth - 1)
		t, n := w.rel(depth - 1)
		x := m
		for range m {
			more := n.seq(x)
			x = w.matrix(func(a, b int) bool { return m[a][b] || more[a][b] })
		}
		return "(let rec x = " + s + " | " + t + ";x in x)", x
	}
	return w.boolean(w.rel, depth, "po")
}

// TestExpressions evaluates random expressions.
func TestExpressions(t *testing.T) {
	empties := 0
	for n := range *candidates / 10 {
		rnd := rand.New(rand.NewPCG(*seed, uint64(n)))
		w := &writer{rnd, randomCandidate(rnd, shapeA64, true)}
		text, want := w.rel(1 + w.IntN(5))
		m, err := Parse("t.cat", []byte("empty ~("+text+") as e"), nil)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		c, x := m.NewChecker(), m.NewCandidate()
		w.c.fill(m, x)
		c.Violations(nil, x)
		got := make(Rel, MaxEvents) // of the complement; nothing if that is known
		if len(m.axioms) > 0 {
			got = c.rels[m.axioms[0].node]
		}
		none := true
		for a := range w.c.n {
			for b := range w.c.n {
				none = none && !want[a][b]
				if got.Has(a, b) == want[a][b] {
					t.Fatalf("%s: (%d, %d) is %v\n%s", text, a, b, want[a][b], w.c)
				}
			}
		}
		if none {
			empties++
		}
	}
	if empties > *candidates/20 {
		t.Errorf("%d expressions are empty", empties)
	}
}

// TestManyEvents computes expressions of candidates of more events than a word holds.
func TestManyEvents(t *testing.T) {
	const n = 150
	at := func(e int) int { return e * 7 % n }
	for k := range *candidates / 1000 {
		rnd := rand.New(rand.NewPCG(*seed, uint64(k)))
		w := &writer{rnd, randomCandidate(rnd, shapeA64, true)}
		w.c.n = n
		text, want := w.rel(1 + w.IntN(3))
		m, err := Parse("t.cat", []byte("empty ("+text+") as e acyclic ("+text+") as a irreflexive ("+text+") as i flag ~empty domain("+text+") as f"), nil)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		c, x := m.NewChecker(), m.NewCandidate()
		w.c.fillAt(m, x, at)
		violated := c.Violations(nil, x)
		none, reflexive := true, false
		got := c.relOf(m.axioms[0].node)
		for a := range n {
			reflexive = reflexive || want[a][a]
			for b := range n {
				none = none && !want[a][b]
				if m.nodes[m.axioms[0].node].op != emptyOp && has(c.row(got, at(a)), at(b)) != want[a][b] {
					t.Fatalf("%s: (%d, %d) is %v", text, a, b, want[a][b])
				}
			}
		}
		if slices.Contains(violated, 0) == none || slices.Contains(violated, 2) != reflexive || reflexive && !slices.Contains(violated, 1) || (c.Flags(x) != 0) == none {
			t.Errorf("%s: violated %v, empty %v, reflexive %v", text, violated, none, reflexive)
		}
		for _, axiom := range violated {
			if len(c.Show(axiom)) == 0 {
				t.Errorf("%s: nothing shows that axiom %d is violated", text, axiom)
			}
		}
	}
}

// TestInclusion finds no candidate that a model allows and a weaker one forbids.
func TestInclusion(t *testing.T) {
	type pair struct{ strong, weak string }
	counts := map[pair]int{}
	for _, s := range []struct {
		shape shape
		names []string // each weaker than the one before
	}{
		{shape{fences: []string{"StoreLoad", "StoreStore", "LoadLoad"}, amo: true}, []string{"sc", "tso", "pso", "pslo"}},
		{shapeA64, []string{"sc", "armv8"}},
		{shapeRISCV, []string{"sc", "riscv"}},
		{shapePPC, []string{"sc", "power"}},
		{shapeARM, []string{"sc", "armv7"}},
		{shapePPC, []string{"power", "armv7"}}, // without fences of its own
	} {
		rnd := rand.New(rand.NewPCG(*seed, 11))
		var list []*Model
		var checkers []*Checker
		var slots []*Candidate
		for _, name := range s.names {
			m, err := Load(name)
			if err != nil {
				t.Fatal(err)
			}
			list, checkers, slots = append(list, m), append(checkers, m.NewChecker()), append(slots, m.NewCandidate())
		}
		for range *candidates {
			r := randomCandidate(rnd, s.shape, true)
			before := true
			for i, m := range list {
				r.fill(m, slots[i])
				ok := checkers[i].Check(slots[i])
				if i > 0 && before && !ok {
					t.Fatalf("%s allows what %s forbids\n%s", s.names[i-1], s.names[i], r)
				}
				if i > 0 && ok && !before {
					counts[pair{s.names[i-1], s.names[i]}]++
				}
				before = ok
			}
		}
		for i := range len(s.names) - 1 {
			if p := (pair{s.names[i], s.names[i+1]}); counts[p] == 0 {
				t.Errorf("no candidate tells %s and %s apart", p.strong, p.weak)
			}
		}
	}
	t.Log(counts)
}
