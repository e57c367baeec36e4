package synth

import "slices"

// raise searches the maximal orders of one execution: those that allow it, while each order
// that is one step stronger forbids it. A forbidden execution stays forbidden with stronger
// orders. So the strongest orders must forbid it, and the weakest must not.
func (x *search) raise() {
	m, s := x.model, x.s
	if m.broken(&x.whole, x.free, false) != 0 {
		return
	}
	x.relaxed = x.relaxed[:0]
	for e := range s.n {
		x.relaxed = slices.Grow(x.relaxed, 1)[:e+1]
		x.relaxed[e].prepare(s, s.all()&^(1<<e), intact)
		m.prepare(&x.relaxed[e])
	}
	x.lift(0, x.free, x.full)
}

// lift assigns orders to the events from e on. In low the later events have the weakest
// orders, in high the strongest.
func (x *search) lift(e int, low, high orders) {
	if x.model.broken(&x.whole, low, false) != 0 {
		return
	}
	for i := range e {
		for _, l := range above(x.s.kind[i], high.level(i)) {
			if x.model.broken(&x.whole, high.with(i, l), false) == 0 {
				return
			}
		}
	}
	if e == x.s.n {
		x.settle(low)
		return
	}
	for _, l := range levels[x.s.kind[e]] {
		if l != 0 || x.s.kind[e] != Fence {
			x.lift(e+1, low.with(e, l), high.with(e, l))
		}
	}
}

// settle reports maximal orders if each event is needed: its order could be stronger, or
// without it that of another event could.
func (x *search) settle(o orders) {
	for e := range x.s.n {
		if len(above(x.s.kind[e], o.level(e))) == 0 && !x.holds(e, o) {
			return
		}
	}
	x.found(x.s, o, x.model.broken(&x.whole, x.full, true))
}

// holds reports whether some stronger order forbids the execution, but does not without
// event e.
func (x *search) holds(e int, o orders) bool {
	for i := range x.s.n {
		for _, l := range above(x.s.kind[i], o.level(i)) {
			if x.model.broken(&x.relaxed[e], o.with(i, l), false) == 0 {
				return true
			}
		}
	}
	return false
}

// above returns the levels of a kind that are one step stronger than l.
func above(k Kind, l level) (list []level) {
	for _, u := range levels[k] {
		if u != l && u&l == l && !slices.ContainsFunc(list, func(v level) bool { return u&v == v }) {
			list = append(list, u)
		}
	}
	return list
}

// Raisable reports which events of a test could have a stronger order.
func (t *Test) Raisable() []bool {
	list := make([]bool, len(t.Events))
	for i, e := range t.Events {
		for _, l := range levels[e.Kind] {
			if l.order() == e.Order {
				list[i] = len(above(e.Kind, l)) > 0
			}
		}
	}
	return list
}
