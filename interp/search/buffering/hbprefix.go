package buffering

import (
	"slices"

	"fencepost/interp/hardware/isa"
	"fencepost/trace/lists"
)

// The tags of C11 orders that acquire and release.
const (
	acquiring = isa.ACQ | isa.CON | isa.AcqRelC | isa.SC
	releasing = isa.REL | isa.AcqRelC | isa.SC
)

// An hbPrefix is the set of events that happen before an event, by the rules of imm
// (models/cat/models/imm.cat): a prefix of each thread. It serves models that do not lower C11
// orders.
type hbPrefix struct {
	g     *graph
	at    []int32 // by event: its index in its thread
	fence []int32 // by event: the latest releasing fence before it in its thread, or none
	same  []int32 // by write: the one before it of its thread and location, or none
	last  []int32 // by location: the latest write of a thread, or none
	first []int   // by thread: how many of its first events are in the set
	done  []int   // by thread: how many of these have been closed under synchronisation
	seen  []bool  // by write: its release sequence has been followed
}

// set makes p the prefix of the first n events of a thread, which includes them. It takes time linear in
// the graph.
func (p *hbPrefix) set(g *graph, thread int32, n int) {
	p.g = g
	for _, list := range []*[]int32{&p.at, &p.fence, &p.same} {
		*list = slices.Grow((*list)[:0], len(g.events))[:len(g.events)]
	}
	p.seen = lists.Zeroed(p.seen, len(g.events))
	p.first, p.done = p.first[:0], p.done[:0]
	for _, list := range g.threads {
		p.first, p.done = append(p.first, 0), append(p.done, 0)
		p.last = p.last[:0]
		for range g.co {
			p.last = append(p.last, none)
		}
		fence := int32(none)
		for at, id := range list {
			e := &g.events[id]
			p.at[id], p.fence[id] = int32(at), fence
			switch {
			case e.kind == writes:
				p.same[id], p.last[e.loc] = p.last[e.loc], id
			case e.kind == fences && e.tags&releasing != 0:
				fence = id
			}
		}
	}
	p.first[thread] = n
	for changed := true; changed; {
		changed = false
		for t := range p.first {
			for p.done[t] < p.first[t] {
				at := p.done[t]
				p.done[t]++
				p.event(g.threads[t], at)
				changed = true
			}
		}
	}
}

// before makes p the prefix of an event, which includes the event.
func (p *hbPrefix) before(g *graph, id int32) {
	e := &g.events[id]
	p.set(g, e.thread, slices.Index(g.threads[e.thread], id)+1)
}

// has reports whether an event is in the set.
func (p *hbPrefix) has(id int32) bool { return int(p.at[id]) < p.first[p.g.events[id].thread] }

// include adds an event.
func (p *hbPrefix) include(id int32) {
	t := p.g.events[id].thread
	p.first[t] = max(p.first[t], int(p.at[id])+1)
}

// event adds the events that synchronise with the at-th event of a thread.
func (p *hbPrefix) event(list []int32, at int) {
	e := &p.g.events[list[at]]
	switch {
	case e.tags&acquiring == 0:
	case e.kind == reads:
		p.read(e)
	case e.kind == fences:
		for _, id := range list[:at] {
			if f := &p.g.events[id]; f.kind == reads {
				p.read(f)
			}
		}
	}
}

// read adds the events that synchronise with a read through its source.
func (p *hbPrefix) read(r *event) {
	switch {
	case r.rf < 0:
	case p.g.events[r.rf].thread != r.thread:
		p.write(r.rf)
	default: // a source in the same thread: its earlier events are in the set anyway
		p.passedOn(r.rf)
	}
}

// write adds the events with which a read of write w by another thread synchronises: those that w or
// earlier writes of its thread to the location release, and those that the read-modify-writes among
// these writes pass on.
func (p *hbPrefix) write(w int32) {
	for ; w != none && !p.seen[w]; w = p.same[w] {
		p.seen[w] = true
		p.releases(w)
		p.passedOn(w)
	}
}

// passedOn adds the events that a write passes on from the source of its read-modify-write, if it
// belongs to one.
func (p *hbPrefix) passedOn(w int32) {
	if !p.g.events[w].half {
		return
	}
	if r := p.g.readBefore(w, int(p.at[w])); r >= 0 && p.g.events[r].rf >= 0 {
		p.write(p.g.events[r].rf)
	}
}

// releases adds write w if it releases, and otherwise the latest releasing fence before it.
func (p *hbPrefix) releases(w int32) {
	if p.g.events[w].tags&releasing != 0 {
		p.include(w)
	} else if f := p.fence[w]; f != none {
		p.include(f)
	}
}

// decides reports whether the past of a thread's last event alone decides whether the model allows
// the event, if only coherence order leads from it. That is so under imm if no event is seq_cst,
// because the order of seq_cst events also follows coherence order.
func (x *explorer) decides() bool {
	return x.how.Decided && !slices.ContainsFunc(x.g.events, func(e event) bool { return e.tags&isa.SC != 0 })
}

// overwritten reports whether p contains a write of a location after index at in co, or a read from
// such a write.
func (p *hbPrefix) overwritten(loc int32, at int) bool {
	later := p.g.co[loc][at+1:]
	if slices.ContainsFunc(later, p.has) {
		return true
	}
	for t, n := range p.first {
		for _, id := range p.g.threads[t][:n] {
			if e := &p.g.events[id]; e.kind == reads && e.loc == loc && e.rf >= 0 && slices.Contains(later, e.rf) {
				return true
			}
		}
	}
	return false
}

// divides reports whether write w is in co between the source and the write of another
// read-modify-write.
func (g *graph) divides(w int32) bool {
	list := g.co[g.events[w].loc]
	at := slices.Index(list, w)
	if at+1 == len(list) || !g.events[list[at+1]].half {
		return false
	}
	before := int32(initial)
	if at > 0 {
		before = list[at-1]
	}
	r := g.readHalf(list[at+1])
	return r >= 0 && g.events[r].rf == before
}
