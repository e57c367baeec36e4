package predict

import "fencepost/trace"

// This file decides which po edges a model may relax. The models are those of
// RELAXER's Figures 4 to 6, in their axiomatic form: an execution is allowed if
// preserved program order (ppo), with reads-from between threads, coherence
// order, from-reads and thread creation and join, is acyclic. A node is an
// access, a fence, a creation or a join. ppo holds in program order, except
//
//	TSO:  W->R, W->join; ss and ll are no nodes
//	PSO:  also W->{W,U,C} of different locations, ss->R, ss->join; ll is no node
//	PSLO: also W->ll, {R,U,C}->R of different locations, ss->ll, create->R
//
// where W is a store, R a load, U an RMW, C a failed compare-exchange; a
// creation is otherwise like sl in TSO and PSO.
//
// A po edge (a, b) of a cycle keeps the cycle from being made if b is reached
// from a through ppo, or if both are on one location: then coherence bars it.
// If it is not reached, the model may relax the edge. A cycle all of whose
// edges are kept would be a cycle of the relation above, but for one gap:
// reads-from within a thread is not part of it. A load a that forwards from a
// pending store w of its own is before b only as far as w is; so for such a
// load it is (w, b) that counts. (In n6 the cycle y=1; x=2 | r1=x; r2=y of a
// store-store and a load-load edge is made under TSO, as r1=x forwards.)
//
// One pass suffices. Of the events a of one summary only the latest before b
// matters: two accesses of one kind to one location are in ppo, so the later
// reaches nothing that the earlier does not. It is enough to keep, for each
// thread, the sets of summaries whose latest event is still in one of four
// states; the states are the same for PSO and PSLO. At b, the set is what b
// may overtake.
//
// It keeps more than the definition in one case: in PSLO a load, an RMW of y
// and a load of y are in ppo, but no set says so.

// The models that relax anything, and one that stands for models not known here.
// Those before numRelaxed have a ppo.
const (
	tso = iota
	pso
	pslo
	numRelaxed
	c11          = numRelaxed
	unknownModel = numRelaxed + 1
	numModels    = numRelaxed + 2
)

// modelNumber returns the number of the model of a name; ok is false for SC,
// which relaxes nothing.
func modelNumber(name string) (n int, ok bool) {
	switch name {
	case "sc":
		return 0, false
	case "tso":
		return tso, true
	case "pso":
		return pso, true
	case "pslo":
		return pslo, true
	case "c11":
		return c11, true
	}
	return unknownModel, true
}

// windows are the sets of a thread. A summary is in one if its latest event is
// in that state; a load also if it is the store it may forward from that is.
type windows struct {
	undrained bitset // TSO: stores that no RMW, sl or creation followed
	fresh     bitset // PSO and PSLO: stores that reach no later access of another location
	pending   bitset // fresh ones, and stores that reach later stores and RMWs, but no loads
	loose     bitset // PSLO: accesses that reach all but loads of other locations
	open      fenced // C11
	version   uint32 // changes when a set does
}

func (w *windows) reset() {
	w.undrained, w.fresh = w.undrained[:0], w.fresh[:0]
	w.pending, w.loose = w.pending[:0], w.loose[:0]
	w.open.reset()
	w.version = 1
}

func (w *windows) changed(yes bool) {
	if yes {
		w.version++
	}
}

// fence is a hardware fence.
func (w *windows) fence(f trace.FenceKind) {
	switch f {
	case trace.LoadLoad:
		w.changed(w.loose.clear())
	case trace.StoreStore:
		w.changed(w.fresh.clear())
	case trace.StoreLoad:
		w.create()
		w.changed(w.loose.clear())
	}
}

// create is a thread creation: it reaches all but loads, in PSLO.
func (w *windows) create() {
	w.changed(w.undrained.clear())
	w.loose.union(w.pending)
	w.fresh.clear()
	w.changed(w.pending.clear())
}

// join is reached by all that is not pending, and reaches everything.
func (w *windows) join() { w.changed(w.loose.clear()) }

// update is an RMW or failed compare-exchange: under TSO everything before
// reaches it, under PSO and PSLO at least the stores with an ss behind them.
func (w *windows) update() {
	w.changed(w.undrained.clear())
	for i, p := range w.pending {
		var fresh uint64
		if i < len(w.fresh) {
			fresh = w.fresh[i]
		}
		if p == fresh {
			continue
		}
		for i >= len(w.loose) {
			w.loose = append(w.loose, 0)
		}
		w.loose[i] |= p &^ fresh
		w.pending[i] = fresh
		w.version++
	}
}

// updated makes the stores of a summary reach an RMW of their location.
func (w *windows) updated(n int32) {
	if w.pending.remove(n) {
		w.fresh.remove(n)
		w.loose.add(n)
		w.version++
	}
}

// store adds a store.
func (w *windows) store(n int32) {
	w.changed(w.undrained.add(n))
	w.changed(w.fresh.add(n))
	w.changed(w.pending.add(n))
}

// load adds a load of a location whose latest store in the thread, if any
// (else -1), is of summary from.
func (w *windows) load(n, from int32) {
	w.changed(w.loose.add(n))
	if from < 0 {
		return
	}
	if w.undrained.has(from) {
		w.changed(w.undrained.add(n))
	}
	if w.fresh.has(from) {
		w.changed(w.fresh.add(n))
	}
	if w.pending.has(from) {
		w.changed(w.pending.add(n))
	}
}

// overtake notes what an event of s that happens now may overtake.
func (w *windows) overtake(s *summary) {
	if s.seen == w.version {
		return
	}
	s.seen = w.version
	if s.open != nil {
		s.open.union(&w.open)
	}
	if s.kind == trace.Load {
		s.overtakes[tso].union(w.undrained)
		s.overtakes[pso].union(w.pending)
		s.overtakes[pslo].union(w.pending)
		s.overtakes[pslo].union(w.loose)
	} else {
		s.overtakes[pso].union(w.fresh)
		s.overtakes[pslo].union(w.fresh)
	}
}

// step applies the rules to an event of summary n.
func (x *execution) step(t *threadState, n int32) {
	s := &x.summaries[n]
	at := &x.places[s.place]
	tracked := s.local < maxTracked
	if tracked {
		t.overtake(s)
	}
	if tracked && s.open != nil {
		t.changed(t.open.add(s.local))
	}
	switch s.kind {
	case trace.Store:
		at.lastStore = -1
		if tracked {
			t.store(s.local)
			at.lastStore = s.local
		}
	case trace.Load:
		if tracked {
			t.load(s.local, at.lastStore)
		}
	default:
		t.update()
		for q := at.summaries; q >= 0; q = x.summaries[q].nextAtPlace {
			t.updated(x.summaries[q].local)
		}
		if tracked {
			t.changed(t.loose.add(s.local))
		}
	}
}

// relaxable returns, as a bit for each model, whether it may relax some po edge
// from an event of a to one of b.
func relaxable(a, b *summary) uint8 {
	if a.loc == b.loc {
		return 0
	}
	if a.local >= maxTracked || b.local >= maxTracked {
		return 1<<numModels - 1
	}
	bits := uint8(1) << unknownModel
	if b.open == nil || !separated(a, b, &b.open.sc) {
		bits |= 1 << c11
	}
	for m := range b.overtakes {
		if b.overtakes[m].has(a.local) {
			bits |= 1 << m
		}
	}
	return bits
}
