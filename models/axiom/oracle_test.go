package axiom

import (
	"math/bits"
	"slices"

	"fencepost/trace"
)

// This file has the models as the papers define them: relations over all events
// of a graph, computed from nothing but the events' threads, kinds and orders,
// rf and co, and tested as a whole.

// A relation holds for each node the set of nodes after it.
type relation []uint64

func (r relation) seq(s relation) relation {
	out := make(relation, len(r))
	for a := range r {
		for m := r[a]; m != 0; m &= m - 1 {
			out[a] |= s[bits.TrailingZeros64(m)]
		}
	}
	return out
}

func (r relation) or(others ...relation) relation {
	out := append(relation(nil), r...)
	for _, s := range others {
		for a := range out {
			out[a] |= s[a]
		}
	}
	return out
}

func (r relation) opt() relation {
	out := append(relation(nil), r...)
	for a := range out {
		out[a] |= 1 << a
	}
	return out
}

func (r relation) plus() relation {
	out := append(relation(nil), r...)
	for c := range out {
		for a := range out {
			if out[a]>>c&1 != 0 {
				out[a] |= out[c]
			}
		}
	}
	return out
}

// acyclic searches depth first for a way back.
func (r relation) acyclic() bool {
	state := make([]int, len(r)) // 1: on the path, 2: done
	var visit func(a int) bool
	visit = func(a int) bool {
		state[a] = 1
		for m := r[a]; m != 0; m &= m - 1 {
			if b := bits.TrailingZeros64(m); state[b] == 1 || state[b] == 0 && !visit(b) {
				return false
			}
		}
		state[a] = 2
		return true
	}
	for a := range r {
		if state[a] == 0 && !visit(a) {
			return false
		}
	}
	return true
}

// An oracle is a graph as a set of nodes: first an initial write for each
// location, then the events.
type oracle struct {
	g      *Graph
	inits  int
	co, rf relation
	fr, po relation
}

func newOracle(g *Graph) *oracle {
	o := &oracle{g: g, inits: len(g.Locs)}
	if o.nodes() > 64 {
		panic("the graph is too large")
	}
	o.rf = o.relation(func(a, b int) bool {
		e := o.event(b)
		return e != nil && e.Kind.Reads() && o.node(e.RF, e.Loc) == a
	})
	place := make([]int, o.nodes())
	for l := range g.Locs {
		n := 0
		for w := g.Locs[l].First; w != None; w = g.Events[w].CoAfter {
			n++
			place[o.inits+int(w)] = n
		}
	}
	o.co = o.relation(func(a, b int) bool { return o.writes(a) && o.writes(b) && o.loc(a) == o.loc(b) && place[a] < place[b] })
	o.fr = o.relation(func(a, b int) bool {
		e := o.event(a)
		return e != nil && e.Kind.Reads() && o.co[o.node(e.RF, e.Loc)]>>b&1 != 0
	})
	o.po = o.relation(func(a, b int) bool {
		x, y := o.event(a), o.event(b)
		return x != nil && y != nil && x.Thread == y.Thread && x.Index < y.Index
	})
	return o
}

func (o *oracle) nodes() int { return o.inits + len(o.g.Events) }

// node returns the node of a write, possibly Init, of location l.
func (o *oracle) node(w, l int32) int {
	if w == Init {
		return int(l)
	}
	return o.inits + int(w)
}

// event returns the event of a node, or nil if it is an initial write.
func (o *oracle) event(n int) *Event {
	if n < o.inits {
		return nil
	}
	return &o.g.Events[n-o.inits]
}

func (o *oracle) writes(n int) bool { e := o.event(n); return e == nil || e.Kind.Writes() }

func (o *oracle) loc(n int) int32 {
	if e := o.event(n); e != nil {
		if !e.Kind.Accesses() {
			return -1
		}
		return e.Loc
	}
	return int32(n)
}

func (o *oracle) relation(f func(a, b int) bool) relation {
	r := make(relation, o.nodes())
	for a := range r {
		for b := range r {
			if f(a, b) {
				r[a] |= 1 << b
			}
		}
	}
	return r
}

// where leaves of r the pairs that f allows.
func (o *oracle) where(r relation, f func(a, b int) bool) relation {
	return o.relation(func(a, b int) bool { return r[a]>>b&1 != 0 && f(a, b) })
}

// the returns the identity on the events that f holds for; init says whether
// initial writes are among them.
func (o *oracle) the(init bool, f func(e *Event) bool) relation {
	return o.relation(func(a, b int) bool {
		e := o.event(a)
		return a == b && (e == nil && init || e != nil && f(e))
	})
}

func (o *oracle) sameLoc(a, b int) bool { return o.loc(a) >= 0 && o.loc(a) == o.loc(b) }

// consistent reports whether the graph satisfies its model.
func (o *oracle) consistent() bool {
	for i := range o.g.Events {
		e := &o.g.Events[i]
		if e.Kind != ExclusiveWrite {
			continue
		}
		from := o.node(o.g.Events[e.Before].RF, e.Loc)
		for b := range o.nodes() { // atomicity: nothing between
			if o.co[from]>>b&1 != 0 && o.co[b]>>(o.inits+i)&1 != 0 || o.inits+i == from || o.co[o.inits+i]>>from&1 != 0 {
				return false
			}
		}
	}
	if o.g.model.HB() {
		return o.rc11()
	}
	return o.hardware()
}

// hardware is the design's table.
func (o *oracle) hardware() bool {
	if !o.where(o.po, o.sameLoc).or(o.rf, o.co, o.fr).acyclic() {
		return false
	}
	return o.firstHalves(o.ordered().or(o.co, o.fr)).acyclic()
}

// ordered is ppo ∪ rfe ∪ tc.
func (o *oracle) ordered() relation {
	ppo := o.where(o.po, func(a, b int) bool {
		return preservable(o.event(a).Kind) && preservable(o.event(b).Kind) && o.kept(*o.event(a), *o.event(b))
	})
	tc := o.where(o.threads(), func(a, b int) bool { return preservable(o.event(a).Kind) && preservable(o.event(b).Kind) })
	return ppo.or(o.rfe(), tc)
}

// firstHalves makes the halves of each RMW of r one node.
func (o *oracle) firstHalves(r relation) relation {
	return o.quotient(r, func(e *Event, id int32) int32 {
		if e.Kind == ExclusiveWrite {
			return e.Before
		}
		return id
	})
}

// followed holds for each access the accesses of other threads that follow it, by Graph.Follows.
func (o *oracle) followed() relation {
	r := o.hb()
	if !o.g.model.HB() {
		prefix := o.po.or(o.rf, o.threads()).plus()
		stores := o.firstHalves(o.ordered()).plus()
		r = o.where(prefix, func(a, b int) bool {
			x := o.event(a)
			old := o.g.model.ReadsOld() && o.event(b) != nil && o.event(b).Kind == Read
			return x == nil || x.Kind == Read || x.Kind != Write && !old || stores[o.node(o.g.half(int32(a-o.inits)), 0)]>>o.node(o.g.half(int32(b-o.inits)), 0)&1 != 0
		})
	}
	return o.where(r, func(a, b int) bool {
		x, y := o.event(a), o.event(b)
		return x != nil && y != nil && x.Kind.Accesses() && y.Kind.Accesses() && x.Thread != y.Thread
	})
}

// kept is keeps of a and b, an RMW being one event: the half that comes first stands for it.
func (o *oracle) kept(a, b Event) bool {
	if a.Kind == ExclusiveWrite {
		a.Kind = ExclusiveRead
	}
	if b.Kind == ExclusiveWrite {
		b.Kind = ExclusiveRead
	}
	return o.keeps(&a, &b)
}

func (o *oracle) rfe() relation {
	return o.where(o.rf, func(a, b int) bool { x := o.event(a); return x == nil || x.Thread != o.event(b).Thread })
}

// quotient makes the events of r one node for which stands returns the same.
func (o *oracle) quotient(r relation, stands func(e *Event, id int32) int32) relation {
	to := func(n int) int {
		if n < o.inits {
			return n
		}
		return o.inits + int(stands(o.event(n), int32(n-o.inits)))
	}
	return r.mapped(to)
}

// mapped returns r with each node replaced by that which to returns, without loops.
func (r relation) mapped(to func(n int) int) relation {
	out := make(relation, len(r))
	for a := range r {
		for m := r[a]; m != 0; m &= m - 1 {
			if x, y := to(a), to(bits.TrailingZeros64(m)); x != y {
				out[x] |= 1 << y
			}
		}
	}
	return out
}

// linear is Graph.Linear by definition: with psc or without.
func (o *oracle) linear(loose, psc bool) (order []int32, ok bool) {
	r := o.po.or(o.rf, o.threads())
	switch {
	case !o.g.model.HB():
		ppo := o.where(o.po, func(a, b int) bool {
			x, y := *o.event(a), *o.event(b)
			if x.Kind == Exit {
				x.Kind = Create
			}
			if y.Kind == Exit {
				y.Kind = Join
			}
			return preservable(x.Kind) && preservable(y.Kind) && o.kept(x, y)
		})
		r = ppo.or(o.rfe(), o.threads(), o.co, o.seenFR())
	case !loose:
		r = r.or(o.co, o.seenFR())
	case psc:
		r = r.or(o.psc())
	}
	r = o.quotient(r, func(e *Event, id int32) int32 { return o.section(id)[0] })
	for done := uint64(0); ; {
		next := slices.IndexFunc(o.g.Events, func(e Event) bool {
			n := o.node(o.g.Threads[e.Thread].Events[e.Index], 0)
			return done>>n&1 == 0 && !slices.ContainsFunc(seq(len(r)), func(a int) bool { return a >= o.inits && done>>a&1 == 0 && r[a]>>n&1 != 0 })
		})
		if next < 0 {
			return order, bits.OnesCount64(done) == len(o.g.Events)
		}
		done |= 1 << o.node(int32(next), 0)
		if o.section(int32(next))[0] == int32(next) {
			for _, id := range o.section(int32(next)) {
				if o.g.Events[id].Kind != ExclusiveWrite {
					order = append(order, id)
				}
			}
		}
	}
}

func seq(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

// section returns the events of the atomic section, or the RMW, that event id is in.
func (o *oracle) section(id int32) (list []int32) {
	e := &o.g.Events[id]
	for _, k := range o.g.Threads[e.Thread].Events {
		f := &o.g.Events[k]
		if k == id || e.Section != 0 && f.Section == e.Section ||
			e.Section == 0 && (e.Kind == ExclusiveWrite && e.Before == k || f.Kind == ExclusiveWrite && f.Before == id) {
			list = append(list, k)
		}
	}
	return list
}

// seenFR is fr. Under a model that reads old values it lacks some edges. They lead from reads that see
// what a section wrote and then overwrote.
func (o *oracle) seenFR() relation {
	if !o.g.model.ReadsOld() {
		return o.fr
	}
	return o.where(o.fr, func(a, _ int) bool {
		e := o.event(a)
		next := o.g.After(e.RF, e.Loc)
		return e.RF < 0 || next < 0 || !slices.Contains(o.section(e.RF), next)
	})
}

func preservable(k Kind) bool { return k.Accesses() || k == Fence || k == Create || k == Join }

// keeps reports whether ppo orders a before b, given that po does.
func (o *oracle) keeps(a, b *Event) bool {
	elsewhere := a.Loc != b.Loc
	is := func(e *Event, f trace.FenceKind) bool { return e.Kind == Fence && e.Fence == f }
	rmw := func(e *Event) bool { return e.Kind == ExclusiveRead || e.Kind == FailedRead }
	switch model := o.g.model.Name; model {
	case "tso":
		return !(a.Kind == Write && (b.Kind == Read || b.Kind == Join))
	case "pso", "pslo":
		switch {
		case a.Kind == Write && (b.Kind == Read || b.Kind == Join),
			a.Kind == Write && (b.Kind == Write || rmw(b)) && elsewhere,
			is(a, trace.StoreStore) && (b.Kind == Read || b.Kind == Join):
			return false
		}
		if model == "pslo" {
			switch {
			case (a.Kind == Write || is(a, trace.StoreStore)) && is(b, trace.LoadLoad),
				(a.Kind == Read || rmw(a)) && b.Kind == Read && elsewhere,
				a.Kind == Create && b.Kind == Read:
				return false
			}
		}
	}
	return true
}

// rc11 is Lahav et al., PLDI 2017.
func (o *oracle) rc11() bool {
	hb, psc := o.hb(), o.psc()
	return hb.acyclic() && hb.or(o.rf).acyclic() && irreflexive(hb.seq(o.eco())) && psc.acyclic()
}

// sb is program order, which initial writes come before.
func (o *oracle) sb() relation {
	return o.po.or(o.relation(func(a, b int) bool { return a < o.inits && b >= o.inits }))
}

func (o *oracle) eco() relation { return o.rf.or(o.co, o.fr).plus() }

// readOrder returns the order with which e reads or writes.
func readOrder(e *Event) trace.Order {
	if e.Kind == FailedRead && e.CAS {
		return e.Fail
	}
	return e.Order
}

// threads is from creations to what they create, and from what ends to joins.
func (o *oracle) threads() relation {
	return o.relation(func(a, b int) bool {
		x, y := o.event(a), o.event(b)
		return x != nil && y != nil && (x.Kind == Create && x.Peer == y.Thread || y.Kind == Join && y.Peer == x.Thread)
	})
}

// hb is happens-before.
func (o *oracle) hb() relation {
	releasing := func(e *Event) bool {
		return (e.Kind.Writes() || e.Kind == Fence) && (e.Order == trace.Release || e.Order == trace.AcqRel || e.Order == trace.SeqCst)
	}
	acquiring := func(e *Event) bool {
		return (e.Kind.Reads() || e.Kind == Fence) && (readOrder(e) == trace.Acquire || readOrder(e) == trace.AcqRel || readOrder(e) == trace.SeqCst)
	}
	F := o.the(false, func(e *Event) bool { return e.Kind == Fence })
	W := o.the(true, func(e *Event) bool { return e.Kind.Writes() })
	atomicW := o.the(false, func(e *Event) bool { return e.Kind.Writes() && e.Order != trace.Plain })
	atomicR := o.the(false, func(e *Event) bool { return e.Kind.Reads() && readOrder(e) != trace.Plain })
	sb := o.sb()
	rmw := o.relation(func(a, b int) bool {
		x, y := o.event(a), o.event(b)
		return x != nil && y != nil && y.Kind == ExclusiveWrite && y.Before == int32(a-o.inits)
	})
	rs := W.seq(o.where(sb, o.sameLoc).opt()).seq(atomicW).seq(o.rf.seq(rmw).plus().opt())
	if o.g.model == RC20 {
		rs = atomicW.seq(o.rf.seq(rmw).plus().opt())
	}
	sw := o.the(false, releasing).seq(F.seq(sb).opt()).seq(rs).seq(o.rf).seq(atomicR).seq(sb.seq(F).opt()).seq(o.the(false, acquiring))
	return sb.or(sw, o.threads()).plus()
}

// psc is the order among seq_cst events.
func (o *oracle) psc() relation {
	SC := o.the(false, func(e *Event) bool { return (e.Kind.Accesses() || e.Kind == Fence) && readOrder(e) == trace.SeqCst })
	FSC := o.the(false, func(e *Event) bool { return e.Kind == Fence && e.Order == trace.SeqCst })
	sb, hb, eco := o.sb(), o.hb(), o.eco()
	apart := o.where(sb, func(a, b int) bool { return !o.sameLoc(a, b) })
	started := o.relation(func(a, b int) bool { // by the start of b's thread, which is no access
		x, y := o.event(a), o.event(b)
		return x != nil && y != nil && x.Kind == Create && x.Peer == y.Thread
	})
	if o.g.model == RC20 {
		apart = o.where(sb, func(a, b int) bool {
			x := o.event(b)
			return x.Kind != ExclusiveWrite || x.Before != int32(a-o.inits)
		})
	}
	scb := sb.or(apart.seq(hb).seq(apart), apart.seq(hb.opt()).seq(started), o.where(hb, o.sameLoc), o.co, o.fr)
	if o.g.model == RC20 {
		scb = sb.or(apart.seq(hb).seq(apart), apart.seq(hb.opt()).seq(started), eco)
	}
	base := SC.or(FSC.seq(hb.opt())).seq(scb).seq(SC.or(hb.opt().seq(FSC)))
	between := FSC.seq(hb.or(hb.seq(eco).seq(hb))).seq(FSC)
	return base.or(between)
}

func irreflexive(r relation) bool {
	for a := range r {
		if r[a]>>a&1 != 0 {
			return false
		}
	}
	return true
}
