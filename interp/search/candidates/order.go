package candidates

import (
	"math/bits"

	"fencepost/models/cat"
)

// An order is co as far as it is known, transitive.
type order struct{ after, before [cat.MaxEvents]cat.Set }

// readFrom starts the choice of rf: it collects the writes that each read may
// read from, and orders the reads by how many they are.
func (s *search) readFrom() {
	if len(s.orders) == 0 {
		s.orders = make([]order, 1, cat.MaxEvents)
	}
	o := &s.orders[0]
	for l := range s.writesAt {
		w := s.writesAt[l]
		if w == 0 {
			continue
		}
		init := bits.TrailingZeros64(uint64(w))
		for rest := w; rest != 0; rest &= rest - 1 {
			e := bits.TrailingZeros64(uint64(rest))
			o.after[e], o.before[e] = 0, 0
		}
		o.after[init] = w &^ (1 << init)
		for rest := w &^ (1 << init); rest != 0; rest &= rest - 1 {
			e := bits.TrailingZeros64(uint64(rest))
			o.before[e] = 1 << init
			if s.opts.Model.Coherent {
				o.before[e] |= s.before[e] & w
				o.after[e] = s.after(e) & w
			}
		}
	}
	for i, r := range s.reads {
		var from cat.Set
		for rest := s.writesAt[s.loc[r]] &^ (1 << r); rest != 0; rest &= rest - 1 {
			w := bits.TrailingZeros64(uint64(rest))
			if s.written[w] == s.read[r] && !(s.opts.Model.Coherent && s.before[w].Has(r)) {
				from |= 1 << w
			}
		}
		if from == 0 {
			return
		}
		s.sources[r] = from
		j := i
		for ; j > 0 && s.sources[s.reads[j-1]].Len() > from.Len(); j-- {
			s.reads[j] = s.reads[j-1]
		}
		s.reads[j] = r
	}
	s.choose(0)
}

// after returns the events of e's thread after it.
func (s *search) after(e int) cat.Set {
	t := s.thread[e]
	return (1<<len(s.chosen[t].events) - 1) << s.first[t] &^ (s.before[e] | 1<<e)
}

// choose chooses the writes that the i-th read, and those behind it, read from.
// orders[i] is what is known of co before.
func (s *search) choose(i int) {
	if s.stopped {
		return
	}
	if i == len(s.reads) {
		s.chosenSources(i)
		return
	}
	r := s.reads[i]
	for len(s.orders) <= i+1 {
		s.orders = append(s.orders, order{})
	}
	for rest := s.sources[r]; rest != 0; rest &= rest - 1 {
		if s.chose(); s.stopped {
			return
		}
		w := bits.TrailingZeros64(uint64(rest))
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

// follows adds to co what coherence makes of r reading from w. It reports whether
// that is possible.
func (s *search) follows(o *order, r, w int) bool {
	if !s.opts.Model.Coherent {
		return true
	}
	l := s.loc[r]
	here := s.writesAt[l]
	// Writes before r in its thread are not after w, those behind it not before w.
	for rest := here & s.before[r] &^ (1 << w); rest != 0; rest &= rest - 1 {
		if !s.order(o, bits.TrailingZeros64(uint64(rest)), w) {
			return false
		}
	}
	for rest := here & (s.after(r) | 1<<r) &^ (1 << w); rest != 0; rest &= rest - 1 {
		if x := bits.TrailingZeros64(uint64(rest)); (x != r || s.rw[r] == r) && !s.order(o, w, x) {
			return false
		}
	}
	// Reads of one thread read in the order of co.
	for rest := s.atLoc[l] & (s.before[r] | s.after(r)); rest != 0; rest &= rest - 1 {
		x := bits.TrailingZeros64(uint64(rest))
		if s.events[x].kind&reads == 0 || s.source[x] < 0 || s.source[x] == w {
			continue
		}
		a, b := w, s.source[x]
		if s.before[r].Has(x) {
			a, b = b, a
		}
		if !s.order(o, a, b) {
			return false
		}
	}
	return s.atomic(o, l)
}

// order adds a before b. It reports whether that is possible.
func (s *search) order(o *order, a, b int) bool {
	if o.after[a].Has(b) {
		return true
	}
	if a == b || o.after[b].Has(a) {
		return false
	}
	from, to := o.before[a]|1<<a, o.after[b]|1<<b
	for rest := from; rest != 0; rest &= rest - 1 {
		o.after[bits.TrailingZeros64(uint64(rest))] |= to
	}
	for rest := to; rest != 0; rest &= rest - 1 {
		o.before[bits.TrailingZeros64(uint64(rest))] |= from
	}
	return true
}

// atomic adds to co that no write of another thread comes between what an RMW or
// an exclusive reads and what it writes. It reports whether that is possible.
func (s *search) atomic(o *order, l int16) bool {
	for changed := true; changed; {
		changed = false
		for rest := s.atLoc[l]; rest != 0; rest &= rest - 1 {
			r := bits.TrailingZeros64(uint64(rest))
			p, w := s.rw[r], s.source[r]
			if p < 0 || w < 0 {
				continue
			}
			for others := s.writesAt[l] &^ (1<<w | 1<<p); others != 0; others &= others - 1 {
				x := bits.TrailingZeros64(uint64(others))
				if s.thread[x] == s.thread[p] {
					continue
				}
				switch {
				case o.after[w].Has(x) && !o.after[p].Has(x):
					if !s.order(o, p, x) {
						return false
					}
					changed = true
				case o.after[x].Has(p) && !o.after[x].Has(w):
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

// chosenSources goes on when each read has its write.
func (s *search) chosenSources(depth int) {
	if slot := s.slots.rf; slot >= 0 {
		rf := &s.candidate.Rels[slot]
		clear(rf[:s.n])
		for _, r := range s.reads {
			rf.Add(s.source[r], r)
		}
	}
	if s.opts.Candidate == nil && !s.checker.CheckStage(s.candidate, cat.ReadsFrom) {
		return
	}
	s.linear(depth)
}

// linear orders two writes of a location that are not ordered yet, in both ways,
// and so on until all are.
func (s *search) linear(depth int) {
	if s.stopped {
		return
	}
	o := &s.orders[depth]
	for l, here := range s.writesAt {
		for rest := here; rest != 0; rest &= rest - 1 {
			a := bits.TrailingZeros64(uint64(rest))
			open := here &^ (o.after[a] | o.before[a] | 1<<a)
			if open == 0 {
				continue
			}
			b := bits.TrailingZeros64(uint64(open))
			for len(s.orders) <= depth+1 {
				s.orders = append(s.orders, order{})
			}
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
