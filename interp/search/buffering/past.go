package buffering

import (
	"slices"

	"fencepost/interp/hardware/isa"
)

// The tags of C11 orders that acquire and release.
const (
	acquiring = isa.ACQ | isa.CON | isa.AcqRelC | isa.SC
	releasing = isa.REL | isa.AcqRelC | isa.SC
)

// A past is what happens before an event, by the rules of imm (models/cat/models/imm.cat): of each
// thread how many of its first events. It is for models that take C11 orders as they are.
type past struct {
	g     *graph
	at    []int32 // by event: its place in its thread
	first []int   // by thread: how many of its events are known
	done  []int   // by thread: of how many of these it is known what happens before them
	seen  []bool  // by write: what it hands on is known
}

// of makes p the past of the first n events of a thread.
func (p *past) of(g *graph, thread int32, n int) {
	p.g = g
	p.at = slices.Grow(p.at[:0], len(g.events))[:len(g.events)]
	p.seen = slices.Grow(p.seen[:0], len(g.events))[:len(g.events)]
	clear(p.seen)
	p.first, p.done = p.first[:0], p.done[:0]
	for _, list := range g.threads {
		p.first, p.done = append(p.first, 0), append(p.done, 0)
		for at, id := range list {
			p.at[id] = int32(at)
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

// before makes p the past of an event, itself included.
func (p *past) before(g *graph, id int32) {
	e := &g.events[id]
	p.of(g, e.thread, slices.Index(g.threads[e.thread], id)+1)
}

// has reports whether an event happens before what p is the past of, or is in it.
func (p *past) has(id int32) bool { return int(p.at[id]) < p.first[p.g.events[id].thread] }

// include adds an event.
func (p *past) include(id int32) {
	t := p.g.events[id].thread
	p.first[t] = max(p.first[t], int(p.at[id])+1)
}

// event adds what synchronises with an event of a thread.
func (p *past) event(list []int32, at int) {
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

// read adds what the write that a read reads from hands on.
func (p *past) read(r *event) {
	switch {
	case r.rf < 0:
	case p.g.events[r.rf].thread != r.thread:
		p.write(r.rf)
	default: // its own thread's: only what that was handed on counts, all else is earlier anyway
		p.handed(r.rf)
	}
}

// write adds what a write hands on to other threads: what it or earlier writes of its thread to
// the location release, and what the read-modify-writes among them were handed on.
func (p *past) write(w int32) {
	if p.seen[w] {
		return
	}
	p.seen[w] = true
	e := &p.g.events[w]
	p.releases(w)
	p.handed(w)
	for _, id := range p.g.threads[e.thread][:p.at[w]] {
		if f := &p.g.events[id]; f.kind == writes && f.loc == e.loc {
			p.releases(id)
			p.handed(id)
		}
	}
}

// handed adds what was handed on to a write, if it is that of a read-modify-write.
func (p *past) handed(w int32) {
	if !p.g.events[w].half {
		return
	}
	if r := p.g.readHalf(w); r >= 0 && p.g.events[r].rf >= 0 {
		p.write(p.g.events[r].rf)
	}
}

// releases adds a write that releases, or the latest fence before it that does.
func (p *past) releases(w int32) {
	if p.g.events[w].tags&releasing != 0 {
		p.include(w)
		return
	}
	list := p.g.threads[p.g.events[w].thread]
	for at := p.at[w] - 1; at >= 0; at-- {
		if f := &p.g.events[list[at]]; f.kind == fences && f.tags&releasing != 0 {
			p.include(list[at])
			return
		}
	}
}

// decides reports whether it is decided by its past whether the model allows the last event of a
// thread, nothing coming after it but in coherence order. That is so under imm if no event is
// seq_cst: their order runs through coherence order, too.
func (x *explorer) decides() bool {
	return x.how.Decided && !slices.ContainsFunc(x.g.events, func(e event) bool { return e.tags&isa.SC != 0 })
}

// overwritten reports whether p knows of a write of a location behind the at-th in co, or of a
// read from one.
func (p *past) overwritten(loc int32, at int) bool {
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

// divides reports whether write w stands in co between the two halves of another
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
