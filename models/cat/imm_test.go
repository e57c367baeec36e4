package cat

import (
	"iter"
	"math/rand/v2"
	"testing"
)

// TestIMM holds imm against what its authors prove (Podkopaev et al., POPL 2019,
// Sections 4 and 5): it allows what sc allows, what tso allows of
// the program compiled to x86, and what armv8 allows of the program compiled to it;
// and what it allows without load buffering, c11 allows, too, if no access is
// seq_cst.
func TestIMM(t *testing.T) {
	shape := shape{fences: []string{"ACQ", "REL", "ACQ_REL", "SC", "SC"}, c: true, deps: true,
		reads: []string{"RLX", "RLX", "ACQ"}, writes: []string{"RLX", "RLX", "REL"}}
	type model struct {
		*Model
		c *Checker
		x *Candidate
	}
	load := func(name string) model {
		m, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		return model{m, m.NewChecker(), m.NewCandidate()}
	}
	allows := func(m model, r *random) bool {
		r.fill(m.Model, m.x)
		return m.c.Check(m.x)
	}
	imm, sc, tso, armv8, c11 := load("imm"), load("sc"), load("tso"), load("armv8"), load("c11")
	buffering, err := Parse("lb.cat", []byte("acyclic po | rf | rmw"), nil)
	if err != nil {
		t.Fatal(err)
	}
	lb := model{buffering, buffering.NewChecker(), buffering.NewCandidate()}
	rnd := rand.New(rand.NewPCG(*seed, 9))
	var allowed, forbidden, bySC, byTSO, byARM, byRC11 int
	for range *candidates {
		r := randomCandidate(rnd, shape, true)
		for e := range r.n { // RMWs are relaxed, acquire, release or both
			if !r.sets["F"].Has(e) && r.sets["SC"].Has(e) {
				r.sets["SC"] &^= 1 << e
				r.put("ACQ_REL", e)
			}
		}
		ok := allows(imm, r)
		if ok {
			allowed++
		} else {
			forbidden++
		}
		below := func(m model, n *int) {
			if allows(m, r) {
				*n++
				if !ok {
					axiom, events := imm.c.Violated()
					t.Fatalf("%s allows what imm forbids by %s %v\n%s", m.Name(), imm.Axioms()[axiom], events, r)
				}
			}
		}
		if ok && allows(lb, r) {
			byRC11++
			r.sets["A"] = r.sets["R"] | r.sets["W"]
			if !allows(c11, r) {
				axiom, events := c11.c.Violated()
				t.Fatalf("c11 forbids what imm allows by %s %v\n%s", c11.Axioms()[axiom], events, r)
			}
		}
		r.compileX86()
		below(sc, &bySC)
		below(tso, &byTSO)
		r.compileArm()
		below(armv8, &byARM)
	}
	t.Logf("imm allows %d of %d; sc %d, tso %d, armv8 %d, c11 %d", allowed, *candidates, bySC, byTSO, byARM, byRC11)
	if bySC == 0 || byTSO <= bySC || byARM <= byTSO || allowed <= byARM || forbidden < *candidates/20 || byRC11 >= allowed {
		t.Error("the candidates do not tell the models apart")
	}
}

// compileX86 adds what a candidate of C is on x86: an RMW is a locked instruction, a
// seq_cst fence MFENCE; all else is nothing.
func (r *random) compileX86() {
	r.sets["MFENCE"] = r.sets["F"] & r.sets["SC"]
	for a, b := range r.pairs() {
		r.put("X", a)
		r.put("X", b)
	}
}

// compileArm adds what it is on Armv8: acquire and release are the machine's, an RMW
// is a pair of exclusives with a branch back, an acquire fence is DMB LD, all others
// DMB SY.
func (r *random) compileArm() {
	r.sets["A"] = r.sets["R"] & (r.sets["ACQ"] | r.sets["ACQ_REL"])
	r.sets["L"] = r.sets["W"] & (r.sets["REL"] | r.sets["ACQ_REL"])
	r.sets["DMB.LD"] = r.sets["F"] & r.sets["ACQ"]
	r.sets["DMB.SY"] = r.sets["F"] &^ r.sets["ACQ"]
	for a, b := range r.pairs() {
		r.relate("lxsx", a, b)
		r.put("EX", a)
		r.put("EX", b)
		for e := range r.n {
			if e != b && r.rels["po"].Has(a, e) {
				r.relate("ctrl", a, e)
			}
		}
	}
	delete(r.rels, "amo")
}

// pairs yields the halves of RMWs.
func (r *random) pairs() iter.Seq2[int, int] {
	return func(yield func(a, b int) bool) {
		if amo := r.rels["amo"]; amo != nil {
			for a := range r.n {
				for b := range r.n {
					if amo.Has(a, b) && !yield(a, b) {
						return
					}
				}
			}
		}
	}
}
