package candidates

import (
	"context"
	"math/bits"

	"fencepost/interp/isa"
	"fencepost/models/cat"
)

// A search goes through the candidates of chosen paths.
type search struct {
	ctx     context.Context
	err     error
	prog    *isa.Program
	opts    Options
	report  Report
	flags   uint64
	stopped bool

	// Choosing paths.
	threads [][]*path
	chosen  []*path
	left    [][]uint64 // by thread: values that it, or one behind it, may write
	given   [][]uint64 // by thread: values that those before it write, and the initial ones
	needed  [][]uint64 // by thread: values that those before it read
	count   []int      // by value: writes less reads of RMWs and exclusives, of all chosen

	// One candidate.
	checker   *cat.Checker
	candidate *cat.Candidate
	slots     slots
	n         int
	events    [cat.MaxEvents]*event // nil: an initial write
	thread    [cat.MaxEvents]int8   // -1: an initial write
	first     []int                 // by thread: its first event
	loc       [cat.MaxEvents]int16
	read      [cat.MaxEvents]int64
	written   [cat.MaxEvents]int64
	before    [cat.MaxEvents]cat.Set // those of its thread before it
	rw        [cat.MaxEvents]int     // of a read: the write that it is atomic with; -1: none
	atLoc     []cat.Set              // by location: its accesses
	writesAt  []cat.Set
	reads     []int
	sources   [cat.MaxEvents]cat.Set // of a read: the writes of its value
	orders    []order                // by depth of the choices made
	source    [cat.MaxEvents]int     // of a read: the write it reads from; -1: none yet
	exec      Execution
}

// An order is co as far as it is known, transitive.
type order struct{ after, before [cat.MaxEvents]cat.Set }

// slots are where the candidate keeps what this package fills in; -1: the model
// does not read it.
type slots struct {
	r, w, f, iw, rmw                        int
	po, int, loc, rf, co                    int
	addr, data, ctrl                        int
	pickAddr, pickData, pickCtrl, amo, lxsx int
	tags                                    []tagSlot
}

type tagSlot struct {
	tag  isa.Tags
	slot int
}

func slotsOf(m *cat.Model) slots {
	s := slots{-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, nil}
	sets := map[string]*int{"R": &s.r, "W": &s.w, "F": &s.f, "IW": &s.iw, "RMW": &s.rmw}
	for i, name := range m.Sets() {
		if p := sets[name]; p != nil {
			*p = i
		} else if t := isa.Tag(name); t != 0 {
			s.tags = append(s.tags, tagSlot{t, i})
		}
	}
	rels := map[string]*int{"po": &s.po, "int": &s.int, "loc": &s.loc, "rf": &s.rf, "co": &s.co,
		"addr": &s.addr, "data": &s.data, "ctrl": &s.ctrl, "amo": &s.amo, "lxsx": &s.lxsx,
		"pick-addr-dep": &s.pickAddr, "pick-data-dep": &s.pickData, "pick-ctrl-dep": &s.pickCtrl}
	for i, name := range m.Rels() {
		if p := rels[name]; p != nil {
			*p = i
		}
	}
	return s
}

func newSearch(p *isa.Program, all *paths, o Options) *search {
	n, locs := len(all.threads), len(p.Locations)
	s := &search{
		prog: p, opts: o, threads: all.threads, chosen: make([]*path, n), first: make([]int, n),
		count: make([]int, all.values), checker: o.Model.NewChecker(), candidate: o.Model.NewCandidate(),
		slots: slotsOf(o.Model.Model), atLoc: make([]cat.Set, locs), writesAt: make([]cat.Set, locs),
	}
	s.exec.s = s
	s.report.Incomplete = all.incomplete
	words := (all.values + 63) / 64
	for range n + 1 {
		s.left = append(s.left, make([]uint64, words))
		s.given = append(s.given, make([]uint64, words))
		s.needed = append(s.needed, make([]uint64, words))
	}
	for t := n - 1; t >= 0; t-- {
		copy(s.left[t], s.left[t+1])
		for _, p := range all.threads[t] {
			add(s.left[t], p.gives)
		}
		s.report.Paths = append(s.report.Paths, len(all.threads[n-1-t]))
	}
	for l := range locs {
		s.given[0][l>>6] |= 1 << (l & 63)
		s.count[l] = 1
	}
	return s
}

func add(set []uint64, list []int) {
	for _, v := range list {
		set[v>>6] |= 1 << (v & 63)
	}
}

// combine chooses a path of thread t, and of those behind it.
func (s *search) combine(t int) {
	if t == len(s.threads) {
		s.combined()
		return
	}
	for _, p := range s.threads[t] {
		if s.stopped || !s.shows(p) {
			continue
		}
		copy(s.given[t+1], s.given[t])
		copy(s.needed[t+1], s.needed[t])
		add(s.given[t+1], p.gives)
		add(s.needed[t+1], p.needs)
		possible := true
		for i, need := range s.needed[t+1] {
			possible = possible && need&^(s.given[t+1][i]|s.left[t+1][i]) == 0
		}
		if !possible {
			continue
		}
		s.chosen[t] = p
		s.combine(t + 1)
	}
}

// shows reports whether what a path shows is wanted.
func (s *search) shows(p *path) bool {
	if s.opts.Wanted != nil {
		for _, x := range p.shown {
			if !s.opts.Wanted(x.addr, x.value) {
				return false
			}
		}
	}
	return true
}

// combined goes through the candidates of the paths chosen.
func (s *search) combined() {
	if s.ctx.Err() != nil {
		s.err, s.stopped = s.ctx.Err(), true
		return
	}
	if s.opts.Model.Coherent && !s.exclusive() {
		return
	}
	if !s.lay() {
		s.report.Incomplete = "an execution has more events than can be checked"
		return
	}
	s.static()
	if s.opts.Candidate == nil && !s.checker.CheckStage(s.candidate, cat.Events) {
		return
	}
	s.readFrom()
}

// exclusive reports whether there are as many writes of each value as RMWs and
// exclusives that read it: no two read from one write.
func (s *search) exclusive() bool {
	ok := true
	for _, p := range s.chosen {
		for _, v := range p.gives {
			s.count[v]++
		}
		for _, v := range p.atomic {
			s.count[v]--
		}
	}
	for _, p := range s.chosen {
		for _, v := range p.atomic {
			ok = ok && s.count[v] >= 0
		}
	}
	for _, p := range s.chosen {
		for _, v := range p.gives {
			s.count[v]--
		}
		for _, v := range p.atomic {
			s.count[v]++
		}
	}
	return ok
}

// lay numbers the events of the chosen paths, behind the initial writes of the
// locations that they access. It reports whether there is room.
func (s *search) lay() bool {
	clear(s.atLoc)
	clear(s.writesAt)
	total := 0
	for _, p := range s.chosen {
		total += len(p.events)
		for i := range p.events {
			if l := p.events[i].loc; l >= 0 {
				s.atLoc[l] = 1
			}
		}
	}
	s.n = 0
	for l := range s.atLoc {
		if s.atLoc[l] == 0 {
			continue
		}
		if s.n == cat.MaxEvents {
			return false
		}
		e := s.n
		s.n++
		s.events[e], s.thread[e], s.loc[e], s.before[e], s.rw[e] = nil, -1, int16(l), 0, -1
		s.written[e] = s.prog.Locations[l].Init
		s.atLoc[l], s.writesAt[l] = 1<<e, 1<<e
	}
	if s.n+total > cat.MaxEvents {
		return false
	}
	s.reads = s.reads[:0]
	for t, p := range s.chosen {
		s.first[t] = s.n
		for i := range p.events {
			x := &p.events[i]
			e := s.n
			s.n++
			s.events[e], s.thread[e], s.loc[e], s.read[e], s.written[e] = x, int8(t), x.loc, x.read, x.written
			s.before[e] = (1<<i - 1) << s.first[t]
			s.rw[e] = -1
			if x.loc < 0 {
				continue
			}
			s.atLoc[x.loc] |= 1 << e
			if x.kind&writes != 0 {
				s.writesAt[x.loc] |= 1 << e
			}
			if x.kind&reads == 0 {
				continue
			}
			s.reads = append(s.reads, e)
			s.source[e] = -1
			switch {
			case x.exclusive >= 0 && p.storesBetween(i):
			case x.kind&writes != 0:
				s.rw[e] = e
			case x.amo >= 0:
				s.rw[e] = s.first[t] + int(x.amo)
			case x.exclusive >= 0:
				s.rw[e] = s.first[t] + int(x.exclusive)
			}
		}
	}
	return true
}

// depend adds to a relation that event e of a thread depends on others of it.
func (s *search) depend(slot, e, first int, on uint64) {
	if slot < 0 {
		return
	}
	for ; on != 0; on &= on - 1 {
		s.candidate.Rels[slot].Add(first+bits.TrailingZeros64(on), e)
	}
}

// static fills in what depends on neither rf nor co.
func (s *search) static() {
	c, k := s.candidate, &s.slots
	c.N = s.n
	clear(c.Sets)
	for _, slot := range []int{k.po, k.int, k.loc, k.addr, k.data, k.ctrl, k.pickAddr, k.pickData, k.pickCtrl, k.amo, k.lxsx} {
		if slot >= 0 {
			clear(c.Rels[slot][:s.n])
		}
	}
	put := func(slot, e int) {
		if slot >= 0 {
			c.Sets[slot] |= 1 << e
		}
	}
	for e := range s.n {
		x := s.events[e]
		if k.loc >= 0 && s.loc[e] >= 0 {
			c.Rels[k.loc][e] = s.atLoc[s.loc[e]]
		}
		if x == nil {
			put(k.w, e)
			put(k.iw, e)
			continue
		}
		switch {
		case x.kind&fences != 0:
			put(k.f, e)
		case x.kind == reads|writes:
			put(k.rmw, e)
		}
		if x.kind&reads != 0 {
			put(k.r, e)
		}
		if x.kind&writes != 0 {
			put(k.w, e)
		}
		for _, t := range k.tags {
			if x.tags&t.tag != 0 {
				put(t.slot, e)
			}
		}
		t := s.thread[e]
		first := s.first[t]
		if k.int >= 0 {
			c.Rels[k.int][e] = (1<<len(s.chosen[t].events) - 1) << first
		}
		if k.po >= 0 {
			c.Rels[k.po][e] = (1<<len(s.chosen[t].events) - 1) << first &^ (s.before[e] | 1<<e)
			if x.amo >= 0 {
				c.Rels[k.po][e] &^= 1 << (first + int(x.amo))
			}
		}
		s.depend(k.addr, e, first, x.addr)
		s.depend(k.data, e, first, x.data)
		s.depend(k.ctrl, e, first, x.ctrl)
		s.depend(k.pickAddr, e, first, x.pickAddr)
		s.depend(k.pickData, e, first, x.pickData)
		s.depend(k.pickCtrl, e, first, x.pickCtrl)
		if k.amo >= 0 && x.amo >= 0 {
			c.Rels[k.amo].Add(e, first+int(x.amo))
		}
		if k.lxsx >= 0 && x.exclusive >= 0 {
			c.Rels[k.lxsx].Add(e, first+int(x.exclusive))
		}
	}
}

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

// complete asks the model of a candidate.
func (s *search) complete(o *order) {
	if slot := s.slots.co; slot >= 0 {
		co := &s.candidate.Rels[slot]
		clear(co[:s.n])
		for _, here := range s.writesAt {
			for rest := here; rest != 0; rest &= rest - 1 {
				w := bits.TrailingZeros64(uint64(rest))
				co[w] = o.after[w]
			}
		}
	}
	s.report.Candidates++
	if max := s.opts.MaxCandidates; max > 0 && s.report.Candidates >= max {
		s.report.Incomplete, s.stopped = "the bound on candidates was reached", true
	}
	if s.report.Candidates&1023 == 0 && s.ctx.Err() != nil {
		s.err, s.stopped = s.ctx.Err(), true
		return
	}
	s.exec.order = o
	if s.opts.Candidate != nil {
		s.stopped = s.stopped || !s.opts.Candidate(&s.exec)
		return
	}
	if !s.checker.CheckStage(s.candidate, cat.Coherence) {
		return
	}
	s.report.Executions++
	s.flags |= s.checker.Flags(s.candidate)
	if s.opts.Each != nil {
		s.opts.Each(&s.exec)
	}
}

// An Execution is a candidate execution, valid during the call it is given to.
type Execution struct {
	s     *search
	order *order
}

// Final returns the content of a location, or what a thread shows, at the end.
func (e *Execution) Final(addr uint64, size uint8) (v uint64, undef bool) {
	s := e.s
	for _, p := range s.chosen {
		for _, x := range p.shown {
			if x.addr == addr {
				return uint64(x.value), false
			}
		}
	}
	for l := range s.prog.Locations {
		if s.prog.Locations[l].Addr != addr {
			continue
		}
		for rest := s.writesAt[l]; rest != 0; rest &= rest - 1 {
			w := bits.TrailingZeros64(uint64(rest))
			if e.order.after[w] == 0 {
				return uint64(s.written[w]), false
			}
		}
		return uint64(s.prog.Locations[l].Init), false
	}
	return 0, true
}
