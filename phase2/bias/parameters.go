package bias

import "fencepost/interp/machine/strategy"

// Parameters say which heuristics the strategies use beyond Figures 7 to 9, one
// field each; off, a heuristic does nothing and the others stay as they are. Most
// are drawn at the beginning of an execution and hold to its end: what one draw is
// blind to, another sees, and a cycle often needs one thing done all along, which a
// choice at each event hardly ever does.
type Parameters struct {
	// DrawOdds draws whether an operation of an odd site is always delayed, an old
	// store always read, and a delayed operation always let go when its partner has
	// run, or each half of the time. Off: half, half and always, as in the figures.
	DrawOdds bool
	// LazyCommits lets stores of no site of the cycle commit at random times, in half
	// of the executions. Off: at once.
	LazyCommits bool
	// DelayFirst always delays the first operation of an odd site.
	DelayFirst bool
	// PauseEarly pauses a thread with a delayed store also before what orders it
	// before later ones, in a quarter of the executions.
	PauseEarly bool
	// KeepDelayed does not let a delayed operation go when its partner has run, in a
	// quarter of the executions of a trial of several.
	KeepDelayed bool
	// DelayAll lets half of the threads hold all their stores, or those of half of the
	// sites, in five eighths of the executions of a trial of several.
	DelayAll bool
	// ReleaseStores lets a store go before a thread, when all is held, a quarter of the
	// time: a load of the cycle may be held until a store that waits behind a held one.
	ReleaseStores bool
	// Prefixes lets executions of a trial of several begin as one under SC did.
	Prefixes bool

	// C11ReadAny lets loads of no site of the cycle read any store, for most of the
	// time, in half of the executions.
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
	Name          string // of the field
	On            *bool  // the field
	Hardware, C11 bool   // the models under which it does something
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

// drawn is what the parameters give for one execution.
type drawn struct {
	// In eighths, how often an operation is delayed, an old store read, and a
	// delayed operation let go when its partner has run.
	delays, oldReads, letsGo int

	lazyCommits bool
	pauseEarly  bool
	delayAll    bool
	sites       uint64 // if delayAll: of which sites, a bit each, modulo 64
}

// paper is what Figures 7 to 9 have.
var paper = drawn{delays: 4, oldReads: 4, letsGo: 8}

// draw draws for an execution that waits for events; wide adds what pays when many
// executions may be tried, or that others share. What is off is drawn and not used,
// so that the rest is drawn alike.
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
