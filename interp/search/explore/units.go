package explore

import (
	"context"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// Races of accesses of different sizes. Where such accesses race, the search begins anew, and the bytes
// are a unit: one location, of which an access may read or write a part. Models of the language have only
// units of more than a word, of which loads read a part: see interp/machine/vm/wide.go.
//
// All writes of a unit are in one coherence order, since hardware performs the accesses to one aligned
// word one after the other. A store of a part is two events, like a read-modify-write: it reads the other
// bytes where it stands in co, and writes all bytes (axiom.Event.Inserts). So a read reads all its bytes
// from one write. The orders of the models take both events for a store. Two accesses of a thread that
// share no byte are ordered like accesses of different locations. If a later write may pass a store of a part,
// the search does not find all executions (Counts.InOrder).
//
// A load reads from a pending store of its own thread if that writes all bytes of the load. If it
// writes only some, the load waits until the store has taken place (axiom.Graph.forwarded). That is what
// processors do. The descriptions of some let such a load take its bytes from both, which this search does
// not look at.

// join has the search begin anew with a unit that contains the bytes of two locations. If there is a word
// already, the new one contains all locations that overlap it. A word takes the place of longer units, of which
// threads only load parts. It reports false if there is no other unit that the model has.
func (x *explorer) join(a, b int32) bool {
	l, old := &x.locations[a], x.pool.o.Machine.Units
	unit := vm.Unit{Addr: l.addr, Size: 1}.With(l.addr, l.size).With(x.locations[b].addr, x.locations[b].size)
	inWord := func(u vm.Unit) bool { return u.IsWord() && u.Holds(unit.Addr, unit.Size) }
	if slices.ContainsFunc(old, inWord) {
		for i := range x.locations {
			if l := &x.locations[i]; unit.Overlaps(l.addr, l.size) {
				unit = unit.With(l.addr, l.size)
			}
		}
	}
	overlaps := func(u vm.Unit) bool { return u.Overlaps(unit.Addr, unit.Size) }
	if unit.IsWord() {
		if x.g.Model().HB() || slices.ContainsFunc(old, inWord) {
			return false
		}
	} else if unit.Size > vm.MaxUnit || slices.ContainsFunc(old, overlaps) {
		return false
	}
	units := append(slices.DeleteFunc(slices.Clone(old), overlaps), unit)
	x.dead = true
	x.pool.units.CompareAndSwap(nil, &units)
	x.pool.halt()
	return true
}

// FindUnits reports whether e, which may be nil, is a race of accesses of different sizes under model m, and a
// short search under sequential consistency finds the bytes. It adds them to o as units that m has, unless o
// has some.
func FindUnits(ctx context.Context, p *code.Program, m *models.Model, o *interp.Options, e *interp.Error) bool {
	if len(o.Units) > 0 || !interp.RacesInSizes(e) {
		return false
	}
	short := *o
	short.Output, short.Judge, short.Coverage = nil, nil, nil
	r, err := Run(ctx, p, axiom.SC, Options{Machine: short, Workers: 1, Reductions: AllReductions(), UnrollEndless: 1, PassUnsupported: true, MaxExecutions: unitExecutions})
	if err == nil {
		o.Units = r.Units
		o.Units = o.UnitsUnder(m)
	}
	return len(o.Units) > 0
}

// unitExecutions bounds the executions of FindUnits.
const unitExecutions = 1000

// passes reports whether write id, which was just added, may take place before a store of a part in its
// prefix. Then another thread may change the other bytes in between, after it has seen the write. The store
// cannot read them, since no event reads from one of which it is in the prefix.
func (x *explorer) passes(id int32) bool {
	g := x.g
	for b := range id {
		if e := &g.Events[b]; e.Inserts && e.Kind.Writes() && g.InPrefix(b, id) && !g.Follows(id, b) {
			return true
		}
	}
	return false
}

// reads returns the value that read e takes from write w.
func (x *explorer) reads(e *axiom.Event, w int32) uint64 { return e.Narrowed().Of(x.valueOf(w, e.Loc)) }

// misses returns the bytes that read e takes from write w and that are undefined.
func (x *explorer) misses(e *axiom.Event, w int32) trace.Undef {
	return e.Narrowed().UndefOf(x.undefined(w, e.Loc))
}

// merge makes of write e of a part of its location, which follows its reading half, a write of all bytes.
func (x *explorer) merge(e *axiom.Event) {
	list := x.g.Threads[e.Thread].Events
	r := &x.g.Events[list[len(list)-1]]
	e.Value = e.Part.Into(x.valueOf(r.RF, e.Loc), e.Value<<(8*e.Part.From))
	e.Undef = e.Part.UndefInto(x.undefined(r.RF, e.Loc), e.Undef<<e.Part.From)
}

// showPart makes v, which shows access e of a part of a unit, an access of its bytes.
func (x *explorer) showPart(v *Event, e *axiom.Event) {
	v.Unit = vm.Unit{Addr: v.Addr, Size: v.Size}
	v.Addr, v.Size = e.Part.In(v.Addr, v.Size)
	if e.Kind.Writes() {
		v.Value = e.Part.Of(v.Value)
	}
}

// writer returns the write from which read v takes the latest of its bytes, or axiom.Init: RF, unless that is of
// other bytes of a unit.
func (g *Graph) writer(v *Event) int {
	w := v.RF
	for w >= 0 && v.Unit.Size > 0 && !g.Events[w].Part.Overlaps(v.Part) {
		before := g.Events[w].CoPosition - 1
		w = slices.IndexFunc(g.Events, func(e Event) bool {
			return e.Kind.Writes() && e.CoPosition == before && e.place() == v.place()
		})
	}
	return w
}
