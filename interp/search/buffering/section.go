package buffering

import "slices"

// interrupted reports whether a path of po ∪ rf ∪ co ∪ fr leads out of an atomic section and back into
// it. Without such a path the section is not interrupted. A path does not say that it is: the model does
// not keep all of po, and a load may read an old value. The lock of sections keeps out other sections,
// but not accesses outside of sections.
func (x *explorer) interrupted() bool {
	sections := x.sections()
	for id, own := range sections {
		if own == int32(id) && x.returns(own, sections) {
			return true
		}
	}
	return false
}

// sections returns, for each event, the first event of its atomic section, or none.
func (x *explorer) sections() []int32 {
	of := make([]int32, len(x.g.events))
	for _, list := range x.g.threads {
		begin := int32(none)
		for _, id := range list {
			e := &x.g.events[id]
			lock := e.kind <= writes && x.locations[e.loc].addr == x.prog.Atomic
			if lock && begin == none {
				begin = id
			}
			of[id] = begin
			if lock && e.kind == writes && !e.half {
				begin = none
			}
		}
	}
	return of
}

// returns reports whether a path leads out of a section and back to it. Sections are single nodes.
func (x *explorer) returns(own int32, sections []int32) bool {
	seen := make([]bool, len(x.g.events))
	var stack []int32
	visit := func(id int32) {
		if !seen[id] {
			seen[id] = true
			stack = append(stack, id)
		}
	}
	enter := func(section int32) {
		for id, s := range sections {
			if s == section {
				visit(int32(id))
			}
		}
	}
	enter(own)
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		back := false
		x.following(id, func(to int32) {
			switch s := sections[to]; {
			case s == own:
				back = back || sections[id] != own
			case s != none:
				enter(s)
			default:
				visit(to)
			}
		})
		if back {
			return true
		}
	}
	return false
}

// following calls visit with the events that come directly after an event in po, rf, co or fr.
func (x *explorer) following(id int32, visit func(to int32)) {
	e := &x.g.events[id]
	list := x.g.threads[e.thread]
	if at := slices.Index(list, id) + 1; at < len(list) {
		visit(list[at])
	}
	if e.kind > writes {
		return
	}
	from := id
	if e.kind == reads {
		from = e.rf
	}
	if co := x.g.co[e.loc]; from != none {
		if at := x.g.position(from, e.loc) + 1; at < len(co) {
			visit(co[at])
		}
	}
	for to := range x.g.events {
		if r := &x.g.events[to]; e.kind == writes && r.kind == reads && r.rf == id {
			visit(int32(to))
		}
	}
}
