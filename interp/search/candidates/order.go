package candidates

import (
	"fencepost/models/cat"
	"fencepost/trace/lists"
)

// An order is the known part of co, transitively closed: for each write the writes after it
// and before it.
type order struct{ after, before [cat.MaxEvents]places }

// readFrom starts the choice of rf. It collects the writes that each read may read from,
// and sorts the reads by their number.
func (s *search) readFrom() {
	if len(s.orders) == 0 {
		s.orders = make([]order, 1, cat.MaxEvents)
	}
	o := &s.orders[0]
	for l, w := range s.writesAt {
		for rest := w; rest != 0; rest &= rest - 1 {
			e := s.atLoc[l][rest.first()]
			o.after[e], o.before[e] = 0, 0
			if rest == w { // the initial write
				o.after[e] = w &^ placeOf(0)
				continue
			}
			o.before[e] = placeOf(0)
			if s.opts.Model.Coherent {
				o.before[e] |= s.before[e] & w
				o.after[e] = s.after[e] & w
			}
		}
	}
	for i, r := range s.reads {
		var from places
		for rest := s.writesAt[s.loc[r]] &^ placeOf(s.place[r]); rest != 0; rest &= rest - 1 {
			w := s.atLoc[s.loc[r]][rest.first()]
			if s.written[w] == s.read[r] && !(s.opts.Model.Coherent && s.before[w].has(s.place[r])) {
				from |= placeOf(rest.first())
			}
		}
		if from == 0 {
			return
		}
		s.sources[r] = from
		j := i
		for ; j > 0 && s.sources[s.reads[j-1]].len() > from.len(); j-- {
			s.reads[j] = s.reads[j-1]
		}
		s.reads[j] = r
	}
	s.choose(0)
}

// choose chooses the writes for the i-th read and later ones. orders[i] is the part of co
// known before.
func (s *search) choose(i int) {
	if s.stopped || s.through {
		return
	}
	if i == len(s.reads) {
		s.chosenSources(i)
		return
	}
	r := s.reads[i]
	s.orders = lists.Extended(s.orders, i+2)
	for rest := s.sources[r]; rest != 0; rest &= rest - 1 {
		if s.chose(); s.stopped {
			return
		}
		w := s.atLoc[s.loc[r]][rest.first()]
		s.source[r] = w
		s.copyOrder(i+1, i)
		if s.follows(&s.orders[i+1], r, w) {
			s.choose(i + 1)
		}
		s.source[r] = -1
	}
}

func (s *search) copyOrder(to, from int) {
	a, b := &s.orders[to], &s.orders[from]
	copy(a.after[:s.n], b.after[:s.n])
	copy(a.before[:s.n], b.before[:s.n])
}

// follows adds to co the pairs that coherence demands if r reads from w. It reports whether
// that is possible.
func (s *search) follows(o *order, r, w int) bool {
	if !s.opts.Model.Coherent {
		return true
	}
	l := s.loc[r]
	here, list := s.writesAt[l], s.atLoc[l]
	// Writes before r in its thread are not after w, later ones not before w.
	for rest := here & s.before[r] &^ placeOf(s.place[w]); rest != 0; rest &= rest - 1 {
		if !s.order(o, list[rest.first()], w) {
			return false
		}
	}
	for rest := here & (s.after[r] | placeOf(s.place[r])) &^ placeOf(s.place[w]); rest != 0; rest &= rest - 1 {
		if x := list[rest.first()]; (x != r || s.rw[r] == r) && !s.order(o, w, x) {
			return false
		}
	}
	// Reads of one thread read in the order of co.
	for rest := s.readsAt[l] & (s.before[r] | s.after[r]); rest != 0; rest &= rest - 1 {
		x := list[rest.first()]
		if s.source[x] < 0 || s.source[x] == w {
			continue
		}
		a, b := w, s.source[x]
		if s.before[r].has(s.place[x]) {
			a, b = b, a
		}
		if !s.order(o, a, b) {
			return false
		}
	}
	return s.atomic(o, l)
}

// order adds a before b, writes of one location. It reports whether that is possible.
func (s *search) order(o *order, a, b int) bool {
	at, bt := placeOf(s.place[a]), placeOf(s.place[b])
	if o.after[a]&bt != 0 {
		return true
	}
	if a == b || o.after[b]&at != 0 {
		return false
	}
	list := s.atLoc[s.loc[a]]
	from, to := o.before[a]|at, o.after[b]|bt
	for rest := from; rest != 0; rest &= rest - 1 {
		o.after[list[rest.first()]] |= to
	}
	for rest := to; rest != 0; rest &= rest - 1 {
		o.before[list[rest.first()]] |= from
	}
	return true
}

// atomic adds to co that no write of another thread comes between the source and the write
// of an RMW or an exclusive. It reports whether that is possible.
func (s *search) atomic(o *order, l int16) bool {
	list := s.atLoc[l]
	for changed := true; changed; {
		changed = false
		for rest := s.readsAt[l]; rest != 0; rest &= rest - 1 {
			r := list[rest.first()]
			p, w := s.rw[r], s.source[r]
			if p < 0 || w < 0 {
				continue
			}
			pt, wt := s.place[p], s.place[w]
			for others := s.writesAt[l] &^ (placeOf(wt) | placeOf(pt)); others != 0; others &= others - 1 {
				xt := others.first()
				x := list[xt]
				if s.thread[x] == s.thread[p] {
					continue
				}
				switch {
				case o.after[w].has(xt) && !o.after[p].has(xt):
					if !s.order(o, p, x) {
						return false
					}
					changed = true
				case o.after[x].has(pt) && !o.after[x].has(wt):
					if !s.order(o, x, w) {
						return false
					}
					changed = true
				}
			}
		}
	}
	return true
}

// chosenSources continues when each read has its source.
func (s *search) chosenSources(depth int) {
	s.candidate.Clear(s.slots.RF)
	for _, r := range s.reads {
		s.candidate.Relate(s.slots.RF, s.source[r], r)
	}
	if s.opts.Candidate == nil && !s.checker.CheckStage(s.candidate, cat.ReadsFrom) {
		return
	}
	s.linear(depth)
}

// linear orders two unordered writes of a location in both ways, and so on until all writes
// are ordered.
func (s *search) linear(depth int) {
	if s.stopped || s.through {
		return
	}
	o := &s.orders[depth]
	for l, here := range s.writesAt {
		for rest := here; rest != 0; rest &= rest - 1 {
			a := s.atLoc[l][rest.first()]
			open := here &^ (o.after[a] | o.before[a] | placeOf(rest.first()))
			if open == 0 {
				continue
			}
			b := s.atLoc[l][open.first()]
			s.orders = lists.Extended(s.orders, depth+2)
			for range 2 {
				if s.chose(); s.stopped {
					return
				}
				s.copyOrder(depth+1, depth)
				o := &s.orders[depth+1]
				if s.order(o, a, b) && (!s.opts.Model.Coherent || s.atomic(o, int16(l))) {
					s.linear(depth + 1)
				}
				a, b = b, a
			}
			return
		}
	}
	s.complete(o)
}
