package predict

import (
	"slices"

	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/bitset"
)

// The model filter: it decides which po edges a hardware model may relax, from the
// preserved program order (models.PPO). An execution is allowed if ppo, with reads-from
// between threads, coherence order, from-reads and thread creation and join, is acyclic.
//
// The order of a po edge (a, b) of a cycle is kept if b is reached from a through ppo, or
// if both are on one location, by coherence. Otherwise the model may relax the edge. A
// cycle whose edges are all kept would be a cycle of the relation above, with one gap: that
// relation has no reads-from within a thread. A load a that forwards from a pending store w
// of its own thread is before b only if w is. So for such a load the pair (w, b) is
// examined instead. (In n6 the cycle y=1; x=2 | r1=x; r2=y of a store-store and a load-load
// edge is made under TSO, because r1=x forwards.)
//
// One pass suffices. Of the events a of one summary only the latest before b matters: two
// accesses of one kind to one location are in ppo, so the later reaches nothing that the
// earlier does not reach. So it is enough to keep one set for each thread, model and class c of
// events: the summaries whose latest event does not reach a next event of class c at another
// location. At b, the set of b's class has the summaries that b may overtake. An
// event that reaches b also reaches the events before which b is kept. Sets that are always
// equal, of one model or several, are merged: TSO, PSO and PSLO have four.
//
// It keeps more edges than the definition in one case: in PSLO a load, an RMW of y and a
// load of y are in ppo, but no set records it.

// Numbers of models in bit sets. The models with a ppo for which a Predictor was made come
// first.
const (
	maxHardware  = 6
	c11          = maxHardware
	unknownModel = maxHardware + 1
	numModels    = maxHardware + 2
)

// numClasses is the number of classes of events.
const numClasses = models.Join + 1

// rules are the preserved program orders of the models in the form of sets and transfers.
type rules struct {
	models  int
	late    [maxHardware][numClasses]int8 // by model and class: the set of summaries that do not reach the class; -1 if all do
	sets    int
	reached [numClasses][]transfer // by class of an event: its effect on the sets
	enters  [numClasses][]int8     // by class of an access: the sets that it enters
}

// A transfer is the effect of an event on set into. Summaries that are not in set from
// reach the event, and through it the class of into. So only summaries in both sets stay in
// into. If from is -1, none stays. If own is set, stores to the event's location reach the
// event, too.
type transfer struct {
	from, into int8
	own        bool
}

// A column defines a set: the classes that are not kept before its own class, a bit each,
// and by class of an event the transfer into it.
type column struct {
	not  uint16
	from [numClasses]transfer
}

// none is the transfer of an event without effect.
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
				continue // every summary reaches it, or the model has no such event
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
					k.from[x] = none // it is a subset already
				default:
					k.from[x] = transfer{from: from, own: own && from >= 0}
				}
			}
		}
	}
	r.merge(columns)
	return r
}

// counts reports whether the rules need events of class c: they are accesses, or order
// others.
func counts(o *models.PPO, c models.Class) bool { return c.Accesses() || o.After(c, false) != 0 }

// merge makes the sets of the columns. Columns that are always equal share one set.
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

// use builds the transfers from the columns.
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

// windows is the state of a Predictor for one thread while it reads an execution.
type windows struct {
	late    []bitset.Set // the sets of the rules
	open    fenced       // for C11
	version uint32       // changes when a set does
}

func (w *windows) reset(r *rules) {
	if w.late == nil {
		w.late = make([]bitset.Set, r.sets)
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

// fence applies a hardware fence.
func (x *execution) fence(w *windows, f trace.FenceKind) {
	if f != trace.NoFence {
		x.pass(w, models.FenceClass(f))
	}
}

// pass applies the effect of an event of class c on the sets. It reports whether the event
// has an additional effect on accesses to its location.
func (x *execution) pass(w *windows, c models.Class) (own bool) {
	for _, t := range x.rules.reached[c] {
		own = own || t.own
		if t.from < 0 {
			w.changed(w.late[t.into].Clear())
		} else if t.from != t.into {
			w.changed(w.late[t.into].Intersect(w.late[t.from]))
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
		t.changed(t.open.add(int(s.local)))
	}
	class := models.ClassOf(s.kind)
	from := int32(-1) // the store from which it may forward
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
		t.changed(t.late[k].Add(int(s.local)))
	}
	if from >= 0 {
		for k := range t.late {
			if t.late[k].Has(int(from)) {
				t.changed(t.late[k].Add(int(s.local)))
			}
		}
	}
}

// passAt applies the additional effect of an access on its thread's accesses to its
// location.
func (x *execution) passAt(w *windows, c models.Class, at *place) {
	for q := at.summaries; q >= 0; q = x.summaries[q].nextAtPlace {
		for _, t := range x.rules.reached[c] {
			if t.own {
				w.changed(w.late[t.into].Remove(int(x.summaries[q].local)))
			}
		}
	}
}

// overtake notes the summaries that an event of s may overtake if it happens now.
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
			s.overtakes[m].Union(w.late[n])
		}
	}
}

// relaxable returns, a bit for each model, whether the model may relax some po edge from an
// event of a to one of b.
func relaxable(a, b *summary) uint8 {
	if a.loc == b.loc {
		return 0
	}
	if a.local >= maxTracked || b.local >= maxTracked {
		return 1<<numModels - 1
	}
	bits := uint8(1) << unknownModel
	if b.open == nil || !separated(a, b, b.open.sc) {
		bits |= 1 << c11
	}
	for m := range b.overtakes {
		if b.overtakes[m].Has(int(a.local)) {
			bits |= 1 << m
		}
	}
	return bits
}
