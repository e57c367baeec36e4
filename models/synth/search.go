package synth

import (
	"context"
	"slices"
)

// A search finds the minimal executions of one shape after the other. It is used by one
// goroutine and reuses its buffers.
type search struct {
	ctx   context.Context // its end ends the search between two programs
	model *Model
	one   bool // also programs of one location
	// maximal says that the search is for maximal tests.
	maximal bool
	s       *skeleton
	found   func(*skeleton, orders, axiomSet) // the skeleton is valid during the call

	whole     frame
	relaxed   []frame // by a deletion, or by splitting an RMW
	histories [MaxEvents][]history
	scratch   frame

	full, free orders // all orders at their strongest, and at their weakest
	choices    [MaxEvents][]level
	minimal    []orders // forbidden assignments of which all weaker ones are allowed
}

// shape searches all programs of a shape.
func (x *search) shape(sh *shape) {
	s := sh.skeleton
	x.s = &s
	x.full = orders{}
	for e := range s.n {
		l := levels[s.kind[e]]
		x.full = x.full.with(e, l[len(l)-1])
	}
	s.programs(x.program)
}

// program searches all executions of a program.
func (x *search) program() {
	s := x.s
	if s.locs == 1 && !x.one || x.ctx.Err() != nil {
		return
	}
	for e := range s.n {
		s.rf[e], s.rank[e] = -1, 0
	}
	for l := range s.locs {
		x.histories[l] = s.histories(l, x.histories[l][:0])
		if s.located(l) != s.all() {
			x.histories[l] = slices.DeleteFunc(x.histories[l], func(h history) bool {
				return x.incoherent(l, &h)
			})
		}
	}
	x.combine(0)
}

// incoherent reports whether a history alone is forbidden, whatever the orders. It stays so
// when a fence or an event of another location is deleted.
func (x *search) incoherent(l int, h *history) bool {
	x.s.take(l, h)
	x.scratch.prepare(x.s, x.s.located(l), intact)
	x.model.prepare(&x.scratch)
	return x.model.broken(&x.scratch, x.free, false) != 0
}

// combine tries every combination of histories from location l on.
func (x *search) combine(l int) {
	if l == x.s.locs {
		x.execution()
		return
	}
	for i := range x.histories[l] {
		x.s.take(l, &x.histories[l][i])
		x.combine(l + 1)
	}
}

// execution searches the minimal orders of one execution. The forbidden assignments are
// closed upwards, so the strongest orders must be forbidden. A deletion that keeps the
// execution forbidden with the weakest possible orders rules out every assignment.
func (x *search) execution() {
	m, s := x.model, x.s
	x.whole.prepare(s, s.all(), intact)
	m.prepare(&x.whole)
	if m.broken(&x.whole, x.full, false) == 0 {
		return
	}
	if x.maximal {
		x.raise()
		return
	}
	least, ok := x.bounds()
	if !ok {
		return
	}
	x.relaxed = x.relaxed[:0]
	for e := range s.n {
		o := int(s.other[e])
		if o >= 0 && o < e {
			continue // it is deleted with its read
		}
		gone := set(1) << e
		if o >= 0 {
			gone |= 1 << o
			if !x.relax(0, e, least) {
				return
			}
		}
		if !x.relax(gone, intact, least) {
			return
		}
	}
	x.minimal = x.minimal[:0]
	x.assign(0, least)
}

// relax adds a relaxation. It returns false if the execution stays forbidden with the
// orders least, since every minimal assignment is at least as strong.
func (x *search) relax(gone set, split int, least orders) bool {
	x.relaxed = slices.Grow(x.relaxed, 1)[:len(x.relaxed)+1]
	f := &x.relaxed[len(x.relaxed)-1]
	f.prepare(x.s, x.s.all()&^gone, split)
	x.model.prepare(f)
	return x.model.broken(f, least, false) == 0
}

// bounds finds, for each event, its orders in forbidden assignments, and the weakest order
// of each. It returns false if there are none.
func (x *search) bounds() (least orders, ok bool) {
	for e := range x.s.n {
		x.choices[e] = x.choices[e][:0]
		common := acquires | releases | seqCst
		for _, l := range x.levels(e) {
			if x.model.broken(&x.whole, x.full.with(e, l), false) != 0 {
				x.choices[e] = append(x.choices[e], l)
				common &= l
			}
		}
		if x.s.kind[e] == Fence && x.model.orders && x.choices[e][0] == 0 {
			// Without an order the fence would be deleted. It may be needed with weaker orders
			// elsewhere.
			x.choices[e] = x.choices[e][1:]
		}
		if len(x.choices[e]) == 0 {
			return least, false
		}
		least = least.with(e, common)
	}
	return least, true
}

// levels returns the possible orders of event e.
func (x *search) levels(e int) []level {
	if !x.model.orders {
		return levels[Read][:1]
	}
	return levels[x.s.kind[e]]
}

// assign assigns orders to the events from e on. Of two comparable assignments the weaker
// one comes first, so a forbidden one that is not above an earlier minimal one is itself
// minimal.
func (x *search) assign(e int, o orders) {
	if e == x.s.n {
		x.judge(o)
		return
	}
	for _, l := range x.choices[e] {
		x.assign(e+1, o.with(e, l))
	}
}

// judge reports a minimal assignment.
func (x *search) judge(o orders) {
	if slices.ContainsFunc(x.minimal, o.above) {
		return
	}
	if x.model.broken(&x.whole, o, false) == 0 {
		return
	}
	x.minimal = append(x.minimal, o)
	for i := range x.relaxed {
		if x.model.broken(&x.relaxed[i], o, false) != 0 {
			return
		}
	}
	x.found(x.s, o, x.model.broken(&x.whole, o, true))
}
