package predict

import (
	"slices"

	"fencepost/models"
	"fencepost/trace"
)

// This file decides which po edges a model may relax, from what the model keeps
// of program order (models.PPO): an execution is allowed if ppo, with reads-from
// between threads, coherence order, from-reads and thread creation and join, is
// acyclic.
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
// thread, model and class c of events, the set of summaries whose latest event
// does not reach an event of class c of another location that comes next. At b,
// the set of its class is what b may overtake; what reaches b reaches what b is
// kept before. Sets that are always equal, of one model or several, are one: for
// TSO, PSO and PSLO there are four.
//
// It keeps more than the definition in one case: in PSLO a load, an RMW of y
// and a load of y are in ppo, but no set says so.

// Numbers of models in bit sets: those with a ppo that a Predictor was made for
// come first.
const (
	maxHardware  = 6
	c11          = maxHardware
	unknownModel = maxHardware + 1
	numModels    = maxHardware + 2
)

// numClasses is how many classes of events there are.
const numClasses = models.Join + 1

// rules are what models keep of program order, ready for use.
type rules struct {
	models  int
	late    [maxHardware][numClasses]int8 // by model and class: the set of what does not reach it; -1 if all does
	sets    int
	reached [numClasses][]transfer // by class of an event: what it does to what comes before it
	enters  [numClasses][]int8     // by class of an access: the sets that it is in
}

// A transfer says what an event does to set into: what is not in set from reaches
// the event, and by it all that into is about, so only what is in both stays. If
// from is -1, nothing stays. If own is set, what is on the event's location, be it
// a store, reaches the event, too.
type transfer struct {
	from, into int8
	own        bool
}

// A column is what a set is made of: those classes that are not kept before
// its own, a bit each, and by class of an event the set it takes from, or none.
type column struct {
	not  uint16
	from [numClasses]transfer
}

// none stands in a column for an event that does nothing.
var none = transfer{from: -2}

func newRules(list []*models.PPO) *rules {
	r := &rules{models: len(list)}
	var columns []column
	for m, o := range list {
		first := len(columns)
		for c := models.R; c < numClasses; c++ {
			r.late[m][c] = -1
			not, enters := uint16(0), false
			for a := models.R; a < numClasses; a++ {
				if !o.Keeps(a, c, false) && counts(o, a) {
					not |= 1 << a
					enters = enters || a.Accesses()
				}
			}
			if !enters || !counts(o, c) {
				continue // all reaches it, or it is nothing to the model
			}
			same := func(k column) bool { return k.not == not }
			n := slices.IndexFunc(columns[first:], same)
			if n < 0 {
				n = len(columns) - first
				columns = append(columns, column{not: not})
			}
			r.late[m][c] = int8(first + n)
		}
		for n := first; n < len(columns); n++ {
			k := &columns[n]
			for x := range k.from {
				x := models.Class(x)
				from, own := r.late[m][x], x.Accesses() && o.Keeps(models.W, x, true)
				switch {
				case k.not>>x&1 != 0 || o.After(x, false) == 0:
					k.from[x] = none
				case from >= 0 && !own && k.not&^columns[from].not == 0:
					k.from[x] = none // it is a subset anyway
				default:
					k.from[x] = transfer{from: from, own: own && from >= 0}
				}
			}
		}
	}
	r.merge(columns)
	return r
}

// counts reports whether events of class c are asked about, or order any others.
func counts(o *models.PPO, c models.Class) bool { return c.Accesses() || o.After(c, false) != 0 }

// merge makes the sets of the columns, one for those that are always equal.
func (r *rules) merge(columns []column) {
	set := make([]int8, len(columns)) // by column
	for {
		var kinds []column
		next := make([]int8, len(columns))
		for n, k := range columns {
			for x := range k.from {
				if from := &k.from[x].from; *from >= 0 {
					*from = set[*from]
				}
			}
			i := slices.Index(kinds, k)
			if i < 0 {
				i = len(kinds)
				kinds = append(kinds, k)
			}
			next[n] = int8(i)
		}
		if slices.Equal(set, next) {
			r.use(kinds)
			break
		}
		set = next
	}
	for m := range r.models {
		for c, n := range r.late[m] {
			if n >= 0 {
				r.late[m][c] = set[n]
			}
		}
	}
}

// use fills in what events do to the sets.
func (r *rules) use(kinds []column) {
	r.sets = len(kinds)
	for n, k := range kinds {
		for x := models.R; x < numClasses; x++ {
			if k.not>>x&1 != 0 {
				r.enters[x] = append(r.enters[x], int8(n))
			}
			if t := k.from[x]; t != none {
				t.into = int8(n)
				r.reached[x] = append(r.reached[x], t)
			}
		}
	}
}

// windows are what a Predictor has of a thread while it reads an execution.
type windows struct {
	late    []bitset // the sets of the rules
	open    fenced   // C11
	version uint32   // changes when a set does
}

func (w *windows) reset(r *rules) {
	if w.late == nil {
		w.late = make([]bitset, r.sets)
	}
	for n := range w.late {
		w.late[n] = w.late[n][:0]
	}
	w.open.reset()
	w.version = 1
}

func (w *windows) changed(yes bool) {
	if yes {
		w.version++
	}
}

// fence is a hardware fence.
func (x *execution) fence(w *windows, f trace.FenceKind) {
	if f != trace.NoFence {
		x.pass(w, models.FenceClass(f))
	}
}

// pass applies what an event of a class does to what comes before it; it reports
// whether it does more to what is on its location.
func (x *execution) pass(w *windows, c models.Class) (own bool) {
	for _, t := range x.rules.reached[c] {
		own = own || t.own
		if t.from < 0 {
			w.changed(w.late[t.into].clear())
		} else if t.from != t.into {
			w.changed(w.late[t.into].intersect(w.late[t.from]))
		}
	}
	return own
}

// step applies the rules to an event of summary n.
func (x *execution) step(t *threadState, n int32) {
	s := &x.summaries[n]
	at := &x.places[s.place]
	tracked := s.local < maxTracked
	if tracked {
		x.overtake(&t.windows, s)
	}
	if tracked && s.open != nil {
		t.changed(t.open.add(s.local))
	}
	class := models.ClassOf(s.kind)
	from := int32(-1) // the store that it may forward from
	switch s.kind {
	case trace.Store:
		at.lastStore = -1
		if tracked {
			at.lastStore = s.local
		}
	case trace.Load:
		from = at.lastStore
	}
	if x.pass(&t.windows, class) {
		x.passAt(&t.windows, class, at)
	}
	if !tracked {
		return
	}
	for _, k := range x.rules.enters[class] {
		t.changed(t.late[k].add(s.local))
	}
	if from >= 0 {
		for k := range t.late {
			if t.late[k].has(from) {
				t.changed(t.late[k].add(s.local))
			}
		}
	}
}

// passAt applies what an access does to what its thread did at its location.
func (x *execution) passAt(w *windows, c models.Class, at *place) {
	for q := at.summaries; q >= 0; q = x.summaries[q].nextAtPlace {
		for _, t := range x.rules.reached[c] {
			if t.own {
				w.changed(w.late[t.into].remove(x.summaries[q].local))
			}
		}
	}
}

// overtake notes what an event of s that happens now may overtake.
func (x *execution) overtake(w *windows, s *summary) {
	if s.seen == w.version {
		return
	}
	s.seen = w.version
	if s.open != nil {
		s.open.union(&w.open)
	}
	class := models.ClassOf(s.kind)
	for m := range s.overtakes {
		if n := x.rules.late[m][class]; n >= 0 {
			s.overtakes[m].union(w.late[n])
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
