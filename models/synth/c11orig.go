package synth

// c11orig is the model of Batty, Donaldson and Wickerson (POPL 2016) for atomic accesses
// without consume, as in models/cat/models/c11orig.cat.
var c11orig = &Model{
	Name: "c11orig", // C11 as of Batty et al., POPL 2016
	rmws: single, orders: true, minThreads: 2,
	axioms:  []string{"hb", "coherence", "rf", "atomicity", "seq_cst"},
	prepare: prepareC11orig, broken: brokenC11orig,
}

// The axioms of c11orig, as bits in the order of their names.
const (
	origHB axiomSet = 1 << iota
	origCoherence
	origRF
	origAtomicity
	origSC
)

func prepareC11orig(f *frame) {
	s := f.skeleton
	// rs leads from a write to the writes after it in mo that are of its thread or RMWs, up
	// to the first that is neither.
	own := f.mo &^ f.ext
	for u := range s.n {
		if s.kind[u] == RMW {
			own |= f.mo.to(1 << u)
		}
	}
	rs := own &^ (f.mo &^ own).seq(f.mo)
	f.sync = f.fenceSB.to(f.writes).seq(rs|identity).seq(f.rf).seq(f.sbFence) & f.ext
	f.bad = (f.mo | f.fr).seq(f.rf|identity).transposed() | f.rf.transposed()
	if atomicityBroken(f) {
		f.broken = origAtomicity
	}
}

// atomicityBroken reports whether an RMW reads from a later write, or a write stands
// between an RMW and its source.
func atomicityBroken(f *frame) bool {
	source := f.rf.transposed()
	return (f.rf | f.mo.seq(f.mo).seq(source) | f.mo.seq(f.rf) | f.fr.seq(f.mo)).reflexive()
}

func brokenC11orig(f *frame, o orders, all bool) axiomSet {
	broken := f.broken
	hb := (f.sb | f.sync.from(o.rel).to(o.acq)).plus()
	if hb.reflexive() {
		broken |= origHB
	}
	if hb&f.bad != 0 {
		broken |= origCoherence
		if all { // the search needs only one of them
			broken &^= origCoherence
			if hb&f.rf.transposed() != 0 {
				broken |= origRF
			}
			if hb&(f.mo|f.fr).seq(f.rf|identity).transposed() != 0 {
				broken |= origCoherence
			}
		}
	}
	if broken != 0 && !all {
		return broken
	}
	sc := hb | f.frKept | f.mo
	if f.fences != 0 {
		sc = f.fenceSB.seq(sc).seq(f.sbFence)
	}
	if (sc.from(o.sc).to(o.sc) &^ identity).cyclic() {
		broken |= origSC
	}
	return broken
}
