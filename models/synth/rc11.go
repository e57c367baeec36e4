package synth

// rc11 is the repaired model of Lahav, Vafeiadis, Kang, Hur and Dreyer (PLDI
// 2017); an RMW is one event.
var rc11 = &Model{
	Name: "c11", // repaired C11 of Lahav et al., PLDI 2017
	rmws: single, orders: true, minThreads: 2,
	axioms:  []string{"coherence", "atomicity", "seq_cst", "no-thin-air"},
	prepare: prepareRC11, broken: brokenRC11,
}

// The axioms of rc11, as bits in the order of their names.
const (
	rc11Coherence axiomSet = 1 << iota
	rc11Atomicity
	rc11SC
	rc11ThinAir
)

func prepareRC11(f *frame) {
	s := f.skeleton
	var updates set
	for u := range s.n {
		if s.kind[u] == RMW {
			updates |= 1 << u
		}
	}
	rs := (f.sbLoc.from(f.writes).to(f.writes) | identity).seq(f.rf.to(updates).plus() | identity)
	// sw may hold within a thread, where sb includes it.
	f.sync = f.fenceSB.to(f.writes).seq(rs).seq(f.rf).seq(f.sbFence)
	f.bad = (f.rf | f.mo | f.fr).plus().transposed()
	if atomicityBroken(f) {
		f.broken |= rc11Atomicity
	}
	if (f.sb | f.rf).cyclic() {
		f.broken |= rc11ThinAir
	}
}

func brokenRC11(f *frame, o orders, all bool) axiomSet {
	broken := f.broken
	hb := (f.sb | f.sync.from(o.rel).to(o.acq)).plus()
	if hb.reflexive() || hb&f.bad != 0 {
		broken |= rc11Coherence
	}
	if broken != 0 && !all {
		return broken
	}
	apart := f.sb &^ f.sbLoc
	scb := f.sb | apart.seq(hb).seq(apart) | hb&f.sameLocation() | f.mo | f.frKept
	scFences := f.fences & o.sc
	in := identity.from(o.sc) | (hb | identity).from(scFences)
	out := identity.from(o.sc) | (hb | identity).to(scFences)
	psc := in.seq(scb).seq(out)
	if scFences != 0 {
		eco := (f.rf | f.mo | f.frKept).plus()
		psc |= (hb | hb.seq(eco).seq(hb)).from(scFences).to(scFences)
	}
	if psc.cyclic() {
		broken |= rc11SC
	}
	return broken
}

// sameLocation holds between accesses to one location.
func (f *frame) sameLocation() matrix {
	var m matrix
	for l := range f.skeleton.locs {
		events := f.skeleton.located(l) & f.alive
		m |= rowsOf[events].to(events)
	}
	return m
}
