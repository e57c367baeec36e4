package synth

// sc and tso are the hardware models with the axioms of Lustig, Wright, Papakonstantinou
// and Giroux (ASPLOS 2017). An RMW is a read and a write, which are deleted together, and
// it may be split. An x86 RMW is locked, so tso orders the events before and after its
// write as a fence does.
var (
	sc = &Model{
		Name: "sc",
		rmws: halves, minThreads: 1,
		axioms:  []string{"sc_per_loc", "atomicity", "causality"},
		prepare: func(f *frame) { prepareHardware(f, f.sb) }, broken: brokenHardware,
	}
	tso = &Model{
		Name: "tso",
		rmws: halves, fences: true, minThreads: 1,
		axioms:  []string{"sc_per_loc", "atomicity", "causality"},
		prepare: func(f *frame) { prepareHardware(f, tsoOrder(f)) }, broken: brokenHardware,
	}
)

// The axioms of the hardware models, as bits in the order of their names.
const (
	hardwareLocation axiomSet = 1 << iota
	hardwareAtomicity
	hardwareCausality
)

// tsoOrder returns the program order that tso preserves.
func tsoOrder(f *frame) matrix {
	var locked set
	for a := range f.skeleton.n {
		if o := int(f.skeleton.other[a]); o >= 0 && f.alive.has(a) && f.rmw&(pair(a, o)|pair(o, a)) != 0 {
			locked |= 1 << a
		}
	}
	delayed := f.sb.from(f.writes &^ locked).to(f.reads &^ locked)
	fenced := f.sb.to(f.fences).seq(f.sb)
	return f.sb&^delayed | fenced
}

func prepareHardware(f *frame, ppo matrix) {
	if (f.sbLoc | f.rf | f.mo | f.fr).cyclic() {
		f.broken |= hardwareLocation
	}
	if f.fr.seq(f.mo)&f.rmw != 0 {
		f.broken |= hardwareAtomicity
	}
	if (f.rf&f.ext | f.mo | f.fr | ppo).cyclic() {
		f.broken |= hardwareCausality
	}
}

func brokenHardware(f *frame, _ orders, _ bool) axiomSet { return f.broken }
