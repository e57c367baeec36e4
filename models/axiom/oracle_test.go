package axiom

import (
	"math/bits"

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
	ppo := o.where(o.po, func(a, b int) bool {
		x, y := *o.event(a), *o.event(b)
		if !preservable(x.Kind) || !preservable(y.Kind) {
			return false
		}
		if x.Kind == ExclusiveWrite { // an RMW is one node: the half that comes first stands for it
			x.Kind = ExclusiveRead
		}
		if y.Kind == ExclusiveWrite {
			y.Kind = ExclusiveRead
		}
		return o.keeps(&x, &y)
	})
	rfe := o.where(o.rf, func(a, b int) bool { x := o.event(a); return x == nil || x.Thread != o.event(b).Thread })
	tc := o.relation(func(a, b int) bool {
		x, y := o.event(a), o.event(b)
		return x != nil && y != nil && preservable(x.Kind) && preservable(y.Kind) &&
			(x.Kind == Create && x.Peer == y.Thread || y.Kind == Join && y.Peer == x.Thread)
	})
	all := ppo.or(rfe, o.co, o.fr, tc)
	for i := range o.g.Events { // both halves of an RMW are one node
		if e := &o.g.Events[i]; e.Kind == ExclusiveWrite {
			r, w := o.node(e.Before, 0), o.node(int32(i), 0)
			all[r] |= all[w]
			for a := range all {
				if all[a]>>w&1 != 0 {
					all[a] = all[a]&^(1<<w) | 1<<r
				}
			}
			all[r], all[w] = all[r]&^(1<<r), 0
		}
	}
	return all.acyclic()
}

func preservable(k Kind) bool { return k.Accesses() || k == Fence || k == Create || k == Join }

// keeps tells whether a, which comes before b in po, does so in ppo.
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
	releasing := func(e *Event) bool {
		return (e.Kind.Writes() || e.Kind == Fence) && (e.Order == trace.Release || e.Order == trace.AcqRel || e.Order == trace.SeqCst)
	}
	order := func(e *Event) trace.Order {
		if e.Kind == FailedRead && e.CAS {
			return e.Fail
		}
		return e.Order
	}
	acquiring := func(e *Event) bool {
		return (e.Kind.Reads() || e.Kind == Fence) && (order(e) == trace.Acquire || order(e) == trace.AcqRel || order(e) == trace.SeqCst)
	}
	F := o.the(false, func(e *Event) bool { return e.Kind == Fence })
	W := o.the(true, func(e *Event) bool { return e.Kind.Writes() })
	atomicW := o.the(false, func(e *Event) bool { return e.Kind.Writes() && e.Order != trace.Plain })
	atomicR := o.the(false, func(e *Event) bool { return e.Kind.Reads() && order(e) != trace.Plain })
	SC := o.the(false, func(e *Event) bool { return (e.Kind.Accesses() || e.Kind == Fence) && order(e) == trace.SeqCst })
	FSC := o.the(false, func(e *Event) bool { return e.Kind == Fence && e.Order == trace.SeqCst })
	sb := o.po.or(o.relation(func(a, b int) bool { return a < o.inits && b >= o.inits }))
	rmw := o.relation(func(a, b int) bool {
		x, y := o.event(a), o.event(b)
		return x != nil && y != nil && y.Kind == ExclusiveWrite && y.Before == int32(a-o.inits)
	})
	rs := W.seq(o.where(sb, o.sameLoc).opt()).seq(atomicW).seq(o.rf.seq(rmw).plus().opt())
	if o.g.model == RC20 {
		rs = atomicW.seq(o.rf.seq(rmw).plus().opt())
	}
	sw := o.the(false, releasing).seq(F.seq(sb).opt()).seq(rs).seq(o.rf).seq(atomicR).seq(sb.seq(F).opt()).seq(o.the(false, acquiring))
	threads := o.relation(func(a, b int) bool {
		x, y := o.event(a), o.event(b)
		return x != nil && y != nil && (x.Kind == Create && x.Peer == y.Thread || y.Kind == Join && y.Peer == x.Thread)
	})
	hb := sb.or(sw, threads).plus()
	eco := o.rf.or(o.co, o.fr).plus()
	if !hb.acyclic() || !hb.or(o.rf).acyclic() || !irreflexive(hb.seq(eco)) {
		return false
	}
	apart := o.where(sb, func(a, b int) bool { return !o.sameLoc(a, b) })
	started := o.relation(func(a, b int) bool { // by the start of b's thread, which is no access
		x, y := o.event(a), o.event(b)
		return x != nil && y != nil && x.Kind == Create && x.Peer == y.Thread
	})
	scb := sb.or(apart.seq(hb).seq(apart), apart.seq(hb.opt()).seq(started), o.where(hb, o.sameLoc), o.co, o.fr)
	base := SC.or(FSC.seq(hb.opt())).seq(scb).seq(SC.or(hb.opt().seq(FSC)))
	between := FSC.seq(hb.or(hb.seq(eco).seq(hb))).seq(FSC)
	return base.or(between).acyclic()
}

func irreflexive(r relation) bool {
	for a := range r {
		if r[a]>>a&1 != 0 {
			return false
		}
	}
	return true
}
