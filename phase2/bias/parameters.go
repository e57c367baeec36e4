package bias

import "fencepost/interp/machine/strategy"

// Parameters are the heuristics that the strategies use beyond Figures 7 to 9, one field
// each. A heuristic that is off does nothing, and the others do not change. Most are drawn
// at the beginning of an execution and hold to its end. A draw misses some cycles and
// another one finds them. A cycle often needs the same behaviour throughout, which a choice
// at each event hardly ever gives.
type Parameters struct {
	// DrawOdds draws whether an operation of an odd site is always delayed, an old store
	// always read, and a delayed operation always released when its partner has run, or
	// each half of the time. Off: half, half and always, as in the figures.
	DrawOdds bool
	// LazyCommits lets stores outside the cycle commit at random times, in half of the
	// executions. Off: they commit at once.
	LazyCommits bool
	// DelayFirst always delays the first operation of an odd site.
	DelayFirst bool
	// PauseEarly pauses a thread with a delayed store also before an operation that orders
	// the store before later ones, in a quarter of the executions.
	PauseEarly bool
	// KeepDelayed does not release a delayed operation when its partner has run, in a
	// quarter of the executions of a trial of several.
	KeepDelayed bool
	// DelayAll lets half of the threads hold all their stores, or all stores of half of the
	// sites, in five eighths of the executions of a trial of several.
	DelayAll bool
	// ReleaseStores releases a store before a thread, a quarter of the time, when
	// everything is held: a load of the cycle may be held until a store commits that waits
	// for a held one.
	ReleaseStores bool
	// Prefixes lets some executions of a trial of several begin with a prefix of an SC
	// execution.
	Prefixes bool

	// C11ReadAny lets loads outside the cycle read any store, most of the time, in half of
	// the executions.
	C11ReadAny bool
}

// Default returns the parameters with every heuristic on.
func Default() *Parameters {
	p := new(Parameters)
	for _, s := range p.Switches() {
		*s.On = true
	}
	return p
}

// A Switch turns one heuristic of Parameters on or off.
type Switch struct {
	Name          string // name of the field
	On            *bool  // pointer to the field
	Hardware, C11 bool   // the models under which it has an effect
}

// Switches returns the switches of p, in the order of the fields.
func (p *Parameters) Switches() []Switch {
	return []Switch{
		{"DrawOdds", &p.DrawOdds, true, true},
		{"LazyCommits", &p.LazyCommits, true, false},
		{"DelayFirst", &p.DelayFirst, true, false},
		{"PauseEarly", &p.PauseEarly, true, false},
		{"KeepDelayed", &p.KeepDelayed, true, false},
		{"DelayAll", &p.DelayAll, true, false},
		{"ReleaseStores", &p.ReleaseStores, true, false},
		{"Prefixes", &p.Prefixes, true, false},
		{"C11ReadAny", &p.C11ReadAny, false, true},
	}
}

// drawn has the heuristics of one execution.
type drawn struct {
	// Frequencies in eighths: an operation is delayed, an old store is read, a delayed
	// operation is released when its partner has run.
	delays, oldReads, letsGo int

	lazyCommits bool
	pauseEarly  bool
	delayAll    bool
	sites       uint64 // if delayAll: the sites, a bit each, modulo 64
}

// paper has the values of Figures 7 to 9.
var paper = drawn{delays: 4, oldReads: 4, letsGo: 8}

// draw draws the heuristics of an execution with DelayEvent. wide adds the heuristics that pay
// only if a trial has many executions, or if several trials share them. A heuristic that is off
// is drawn as well and then ignored, so that the draws of the others do not depend on it.
func (p *Parameters) draw(r *strategy.Rand, wide bool) drawn {
	chance := func(n int) bool { return int(r.Uint64()&7) < n }
	often := func() int {
		if chance(4) {
			return 8
		}
		return 4
	}
	d := drawn{lazyCommits: chance(4) && p.LazyCommits, pauseEarly: chance(2) && p.PauseEarly, delays: often(), oldReads: often(), letsGo: often()}
	if !p.DrawOdds {
		d.delays, d.oldReads, d.letsGo = paper.delays, paper.oldReads, paper.letsGo
	}
	if !wide {
		return d
	}
	if chance(2) && p.KeepDelayed {
		d.letsGo = 0
	}
	d.delayAll, d.sites = chance(5) && p.DelayAll, ^uint64(0)
	if chance(4) {
		d.sites = r.Uint64()
	}
	return d
}
