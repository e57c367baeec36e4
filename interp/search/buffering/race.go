package buffering

import (
	"fencepost/interp"
	"fencepost/interp/machine/vm"
	"fencepost/interp/search/explore"
	"fencepost/trace"
)

// Data races are as in RC11, with the happens-before of imm: two accesses of one location by two
// threads, one of them a write and one not atomic, neither of which happens before the other. An
// access to an object that does not happen before the end of its life is an error, too. Models of hardware
// have neither.

// Unseen names the errors that a search does not find, which looks for data races or does not. Run
// does if candidates.Model.Mapping is Decided.
func Unseen(races bool) []string {
	list := []string{"threads that wait for ever"}
	if !races {
		list = append(list, "data races", "accesses that come after free")
	}
	return list
}

// A freed is the end of a block's life, after the first after events of a thread.
type freed struct {
	block  vm.Block
	thread int32
	after  int
}

// findRaces lists in x.races the data races of the execution, and the accesses that the end
// of an object's life may overtake.
func (x *explorer) findRaces() {
	x.races = x.races[:0]
	if !x.how.Decided {
		return
	}
	for id := range x.g.events {
		known := false // x.past is that of the event
		for other := range x.g.events[:id] {
			if !x.conflict(int32(other), int32(id)) {
				continue
			}
			if !known {
				known = true
				x.past.before(&x.g, int32(id))
			}
			if x.past.has(int32(other)) {
				continue
			}
			x.past.before(&x.g, int32(other))
			if !x.past.has(int32(id)) {
				x.races = append(x.races, explore.Race(x.racer(int32(other)), x.racer(int32(id))))
			}
			known = false
		}
	}
	for i := range x.frees {
		f := &x.frees[i]
		x.past.set(&x.g, f.thread, f.after)
		for id := range x.g.events {
			e := &x.g.events[id]
			if e.kind > writes || e.thread == f.thread || e.site < 0 || x.past.has(int32(id)) {
				continue
			}
			if at := x.locations[e.loc].addr; at-f.block.Addr >= uint64(f.block.Size) {
				continue
			}
			x.races = append(x.races, f.block.Unordered(x.racer(int32(id))))
		}
	}
}

// conflict reports whether two events are accesses that race if neither happens before the other.
func (x *explorer) conflict(a, b int32) bool {
	e, f := &x.g.events[a], &x.g.events[b]
	return e.kind <= writes && f.kind <= writes && e.loc == f.loc && e.thread != f.thread && (e.plain || f.plain) &&
		(e.kind == writes || f.kind == writes) && e.site >= 0 && f.site >= 0
}

func (x *explorer) racer(id int32) *interp.Racer {
	e := &x.g.events[id]
	s := x.prog.Sites[e.site]
	return &interp.Racer{
		Thread: trace.ThreadID(e.thread), Event: id, Site: e.site, Pos: s.Pos, Stack: []interp.Frame{{Func: s.Func, Pos: s.Pos}},
		Writes: e.kind == writes, Atomic: !e.plain,
	}
}
