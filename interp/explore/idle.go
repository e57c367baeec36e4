package explore

import (
	"slices"

	"fencepost/interp/vm"
)

// Reads that only wait. If a read takes a value after which its thread can only wait,
// nothing of the thread follows, and nothing reads from it. Only a revisit can let it go
// on, and one needs a read that was added maximally: of the last write in co. So other
// writes that do not let the thread go on need not be followed; what the other threads
// do then, they also do beside the read of the last one (Kokologiannakis and Vafeiadis,
// "GenMC", CAV 2021). A read that may race with what is there is followed
// whatever it takes.

// dropIdle leaves out of x.choices, for read id, the writes after which its thread can
// only wait, but the last in co.
func (x *explorer) dropIdle(id int32) {
	g := x.g
	e := &g.Events[id]
	if len(x.choices) < 2 || !x.pool.o.SkipIdle || x.pool.o.Every != nil || x.replay != nil || g.Locs[e.Loc].Plain > 0 {
		return
	}
	t := x.thread(e.Thread)
	if !x.vm.Guards(t) {
		return
	}
	last := g.Locs[e.Loc].Last
	stops := func(at vm.LoopPlace) bool { return x.comesRound(t, at) }
	x.choices = slices.DeleteFunc(x.choices, func(w int32) bool {
		return w != last && x.undefined(w, e.Loc) == 0 && x.vm.Probe(t, x.valueOf(w, e.Loc), stops)
	})
	if len(x.choices) == 0 {
		x.giveUp()
	}
}

// comesRound reports whether Loop would make thread t, which read and came back to a
// loop since it last was at one, wait there.
func (x *explorer) comesRound(t *vm.Thread, at vm.LoopPlace) bool {
	list := x.loops[t.ID]
	if len(list) == 0 || at == vm.Body || t.Low < t.Depth() {
		return false
	}
	l := &list[len(list)-1]
	pc, _ := t.Place()
	if l.pc != pc || l.depth != t.Depth() || l.effects != t.Effects || at != vm.Condition && x.unroll > 0 && l.count >= x.unroll {
		return false
	}
	x.scratch = x.vm.LoopState(x.scratch[:0], t)
	return slices.Equal(l.state, x.scratch)
}
