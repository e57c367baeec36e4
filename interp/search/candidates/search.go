package candidates

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"fencepost/interp/code"
	"fencepost/interp/hardware/isa"
	"fencepost/interp/machine/vm"
	"fencepost/models/cat"
	"fencepost/trace"
)

// A search enumerates the candidates of chosen paths.
type search struct {
	ctx     context.Context
	err     error
	prog    *isa.Program
	opts    Options
	report  Report
	flags   uint64
	stopped bool

	// state of choosing paths
	threads [][]*path
	chosen  []*path
	choices int
	left    [][]uint64 // by thread: values that it or a later thread may write
	given   [][]uint64 // by thread: initial values and those that earlier threads write
	needed  [][]uint64 // by thread: values that earlier threads read
	count   []int      // by value: writes minus reads of RMWs and exclusives, in all chosen paths

	laid     []*path // the paths for which the static part of the candidate is filled in; nil: none
	possible bool    // the stage Events of the model holds for them
	work     int64   // see Execution.Work
	through  bool    // the chosen paths have nothing new left

	// state of one candidate
	checker   *cat.Checker
	candidate *cat.Candidate
	slots     Slots
	n         int
	events    [cat.MaxEvents]*event // nil for an initial write
	thread    [cat.MaxEvents]int8   // -1 for an initial write
	first     []int                 // by thread: index of its first event
	loc       [cat.MaxEvents]int16
	read      [cat.MaxEvents]int64
	written   [cat.MaxEvents]int64
	rw        [cat.MaxEvents]int // of a read: the write with which it is atomic; -1: none
	atLoc     [][]int            // by location: its accesses, the initial write first
	place     [cat.MaxEvents]int // of an access: its index in that list
	readsAt   []places           // by location
	writesAt  []places
	before    [cat.MaxEvents]places // accesses of its thread to its location before it, and after it
	after     [cat.MaxEvents]places
	reads     []int
	sources   [cat.MaxEvents]places // of a read: the writes of its value
	orders    []order               // by depth of the choices
	source    [cat.MaxEvents]int    // of a read: the write from which it reads; -1: not chosen yet
	exec      Execution
}

// places is a set of accesses of a location, by place.
type places uint64

func placeOf(p int) places          { return 1 << uint(p) }
func (p places) has(place int) bool { return p>>uint(place)&1 != 0 }
func (p places) first() int         { return bits.TrailingZeros64(uint64(p)) }
func (p places) len() int           { return bits.OnesCount64(uint64(p)) }

// maxPlaces bounds the accesses of a location.
const maxPlaces = 64

// Slots are the numbers, in a candidate, of the sets and relations that searches fill in; -1: the model
// does not read it.
type Slots struct {
	R, W, F, IW, RMW                        int
	PO, Int, Loc, RF, CO                    int
	Addr, Data, Ctrl                        int
	PickAddr, PickData, PickCtrl, AMO, LXSX int
	Section                                 int
	Tags                                    []TagSlot
}

// A TagSlot is the number of the set of events with a tag.
type TagSlot struct {
	Tag  isa.Tags
	Slot int
}

// Slots returns the numbers for the model.
func (m *Model) Slots() Slots {
	set := func(name string) int { return slices.Index(m.Sets(), name) }
	rel := func(name string) int { return slices.Index(m.Rels(), name) }
	s := Slots{
		R: set("R"), W: set("W"), F: set("F"), IW: set("IW"), RMW: set("RMW"),
		PO: rel("po"), Int: rel("int"), Loc: rel("loc"), RF: rel("rf"), CO: rel("co"),
		Addr: rel("addr"), Data: rel("data"), Ctrl: rel("ctrl"), AMO: rel("amo"), LXSX: rel("lxsx"),
		PickAddr: rel("pick-addr-dep"), PickData: rel("pick-data-dep"), PickCtrl: rel("pick-ctrl-dep"), Section: rel("rcu-section"),
	}
	for i, name := range m.Sets() {
		if t := isa.Tag(name); t != 0 {
			s.Tags = append(s.Tags, TagSlot{t, i})
		}
	}
	return s
}

func newSearch(p *isa.Program, all *paths, o Options) *search {
	n, locs := len(all.threads), len(p.Locations)
	s := &search{
		prog: p, opts: o, threads: all.threads, chosen: make([]*path, n), first: make([]int, n), laid: make([]*path, n),
		count: make([]int, all.values), checker: o.Model.NewChecker(), candidate: o.Model.NewCandidate(),
		slots: o.Model.Slots(), atLoc: make([][]int, locs), readsAt: make([]places, locs), writesAt: make([]places, locs),
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

// maxCut bounds the choices of paths and of sources of reads if a loop was cut off, because
// then nothing can be proved.
const maxCut = 1 << 20

// chose counts a choice. It stops the search at the bound and at the end of the context.
func (s *search) chose() {
	if s.choices++; s.choices&0xfff == 0 && s.ctx.Err() != nil {
		s.err, s.stopped = s.ctx.Err(), true
	}
	if s.report.Incomplete != "" && s.choices > maxCut {
		s.stopped = true
	}
	if n := s.opts.MaxChoices; n > 0 && s.choices > n {
		s.report.Incomplete, s.stopped = "the bound on choices was reached", true
	}
}

// combine chooses paths for thread t and later threads.
func (s *search) combine(t int) {
	if t == len(s.threads) {
		s.combined()
		return
	}
	for _, p := range s.threads[t] {
		if s.chose(); s.stopped || !s.shows(p) {
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

// shows reports whether the values that a path shows are wanted.
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

// combined enumerates the candidates of the chosen paths.
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
	if !s.laidBefore() {
		s.static()
		s.possible = s.opts.Candidate != nil || s.checker.CheckStage(s.candidate, cat.Events)
	}
	if !s.possible {
		return
	}
	if s.through = s.opts.KnownShown && s.known(); !s.through {
		s.readFrom()
	}
}

// narrowed reports whether known executions are left out.
func (s *search) narrowed() bool {
	return s.opts.Known != nil && s.work >= s.opts.KnownFrom
}

// known reports whether an execution with the current events and final state is of no
// interest.
func (s *search) known() bool {
	return s.narrowed() && s.opts.Known(&s.exec) && s.checker.MayRaise()&^s.flags == 0 &&
		!slices.ContainsFunc(s.chosen, func(p *path) bool { return p.wild != nil })
}

// laidBefore reports whether the chosen paths differ only in values from those for which
// the candidate is filled in, and remembers them.
func (s *search) laidBefore() bool {
	same := true
	for t, p := range s.chosen {
		same = same && s.laid[t].alike(p)
		s.laid[t] = p
	}
	return same
}

// alike reports whether two paths of a thread, the first of which may be nil, differ only
// in values.
func (p *path) alike(q *path) bool {
	if p == q {
		return true
	}
	return p != nil && slices.EqualFunc(p.events, q.events, func(x, y event) bool {
		y.read, y.written, y.src = x.read, x.written, x.src
		return x == y
	})
}

// exclusive reports whether there are at least as many writes of each value as RMWs and
// exclusives that read it: no two of them read from one write.
func (s *search) exclusive() bool {
	ok := true
	s.tally(1)
	for _, p := range s.chosen {
		for _, v := range p.atomic {
			ok = ok && s.count[v] >= 0
		}
	}
	s.tally(-1)
	return ok
}

// tally adds by to the count of a value for each write of it, and subtracts by for each RMW or exclusive
// that reads it.
func (s *search) tally(by int) {
	for _, p := range s.chosen {
		for _, v := range p.gives {
			s.count[v] += by
		}
		for _, v := range p.atomic {
			s.count[v] -= by
		}
	}
}

// lay numbers the events of the chosen paths, after the initial writes of the locations
// that they access. It reports whether there is room.
func (s *search) lay() bool {
	clear(s.readsAt)
	clear(s.writesAt)
	total := 0
	for l := range s.atLoc {
		s.atLoc[l] = s.atLoc[l][:0]
	}
	s.n = 0
	for _, p := range s.chosen {
		total += len(p.events)
		for i := range p.events {
			if l := p.events[i].loc; l >= 0 && len(s.atLoc[l]) == 0 {
				s.atLoc[l] = append(s.atLoc[l], -1)
				s.n++
			}
		}
	}
	if s.n+total > cat.MaxEvents {
		return false
	}
	s.n = 0
	for l, list := range s.atLoc {
		if len(list) == 0 {
			continue
		}
		e := s.n
		s.n++
		s.events[e], s.thread[e], s.loc[e], s.rw[e] = nil, -1, int16(l), -1
		s.written[e] = s.prog.Locations[l].Init
		list[0], s.place[e], s.before[e], s.after[e] = e, 0, 0, 0
		s.writesAt[l] = placeOf(0)
	}
	s.reads = s.reads[:0]
	for t, p := range s.chosen {
		s.first[t] = s.n
		for i := range p.events {
			x := &p.events[i]
			e := s.n
			s.n++
			s.events[e], s.thread[e], s.loc[e], s.read[e], s.written[e] = x, int8(t), x.loc, x.read, x.written
			s.rw[e] = -1
			if x.loc < 0 {
				continue
			}
			if !s.access(e, x) {
				return false
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

// access adds an event to the accesses of its location. It reports whether there is room.
func (s *search) access(e int, x *event) bool {
	here := s.atLoc[x.loc]
	place := len(here)
	if place == maxPlaces {
		return false
	}
	s.place[e], s.before[e], s.after[e] = place, 0, 0
	for i := place - 1; i > 0 && s.thread[here[i]] == s.thread[e]; i-- {
		s.before[e] |= placeOf(i)
		s.after[here[i]] |= placeOf(place)
	}
	s.atLoc[x.loc] = append(here, e)
	if x.kind&reads != 0 {
		s.readsAt[x.loc] |= placeOf(place)
	}
	if x.kind&writes != 0 {
		s.writesAt[x.loc] |= placeOf(place)
	}
	return true
}

// depend adds the dependencies of event e, on events of its thread, to a relation.
func (s *search) depend(slot, e, first int, on uint64) {
	for ; on != 0; on &= on - 1 {
		s.candidate.Relate(slot, first+bits.TrailingZeros64(on), e)
	}
}

// static fills in the sets and relations that depend on neither rf nor co.
func (s *search) static() {
	c, k := s.candidate, &s.slots
	c.Begin(s.n)
	for e := range s.n {
		x := s.events[e]
		if k.Loc >= 0 && s.loc[e] >= 0 {
			for _, other := range s.atLoc[s.loc[e]] {
				c.Relate(k.Loc, e, other)
			}
		}
		if x == nil {
			c.Put(k.W, e)
			c.Put(k.IW, e)
			continue
		}
		switch {
		case x.kind&fences != 0:
			c.Put(k.F, e)
		case x.kind == reads|writes:
			c.Put(k.RMW, e)
		}
		if x.kind&reads != 0 {
			c.Put(k.R, e)
		}
		if x.kind&writes != 0 {
			c.Put(k.W, e)
		}
		for _, t := range k.Tags {
			if x.tags&t.Tag != 0 {
				c.Put(t.Slot, e)
			}
		}
		t := s.thread[e]
		first := s.first[t]
		for other := first; other < first+len(s.chosen[t].events); other++ {
			c.Relate(k.Int, e, other)
			if other > e && (x.amo < 0 || other != first+int(x.amo)) {
				c.Relate(k.PO, e, other)
			}
		}
		s.depend(k.Addr, e, first, x.addr)
		s.depend(k.Data, e, first, x.data)
		s.depend(k.Ctrl, e, first, x.ctrl)
		s.depend(k.PickAddr, e, first, x.pickAddr)
		s.depend(k.PickData, e, first, x.pickData)
		s.depend(k.PickCtrl, e, first, x.pickCtrl)
		if x.amo >= 0 {
			c.Relate(k.AMO, e, first+int(x.amo))
		}
		if x.exclusive >= 0 {
			c.Relate(k.LXSX, e, first+int(x.exclusive))
		}
	}
	s.sections()
}

// sections relates the RCU read-side locks of each thread to their unlocks.
func (s *search) sections() {
	var open []int
	for t, p := range s.chosen {
		open = open[:0]
		for i := range p.events {
			switch tags := p.events[i].tags; {
			case tags&isa.TagOf(code.RcuLock) != 0:
				open = append(open, s.first[t]+i)
			case tags&isa.TagOf(code.RcuUnlock) != 0 && len(open) > 0:
				s.candidate.Relate(s.slots.Section, open[len(open)-1], s.first[t]+i)
				open = open[:len(open)-1]
			}
		}
	}
}

// complete checks a candidate against the model.
func (s *search) complete(o *order) {
	s.candidate.Clear(s.slots.CO)
	for l, here := range s.writesAt {
		for rest := here; rest != 0; rest &= rest - 1 {
			w := s.atLoc[l][rest.first()]
			for after := o.after[w]; after != 0; after &= after - 1 {
				s.candidate.Relate(s.slots.CO, w, s.atLoc[l][after.first()])
			}
		}
	}
	s.report.Candidates++
	words := int64(s.candidate.Words())
	s.work += words * words * words
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
	if s.known() || !s.checker.CheckStage(s.candidate, cat.Coherence) {
		return
	}
	for t, p := range s.chosen {
		switch {
		case p.wild == nil:
		case p.null != nil && s.opts.NullErrors:
			s.raiseNull(Raiser{Source: *p.null, Thread: t})
			return
		default:
			s.err, s.stopped = p.wild, true
			return
		}
	}
	s.report.Executions++
	if s.opts.Counts == nil || s.opts.Counts(&s.exec) {
		s.raise(s.checker.Flags(s.candidate))
	}
	if s.opts.Each != nil {
		s.opts.Each(&s.exec)
	}
	s.through = s.opts.KnownShown && s.known()
}

// raise records flags, and the events that raise new ones.
func (s *search) raise(flags uint64) {
	for rest := flags &^ s.flags; rest != 0; rest &= rest - 1 {
		f := bits.TrailingZeros64(rest)
		var by []Raiser
		for _, e := range s.checker.Raising(f) {
			if x := s.events[e]; x != nil {
				t := int(s.thread[e])
				by = append(by, Raiser{s.prog.Threads[t].Src[x.src], t, x.kind&writes != 0, x.tags&isa.NA != 0})
			}
		}
		s.report.Raised = append(s.report.Raised, Raised{s.opts.Model.Flags()[f], by})
	}
	s.flags |= flags
}

// nullAccess is the name of the flag for an access through a null pointer.
const nullAccess = "null pointer"

// raiseNull records an access through a null pointer, once for each position.
func (s *search) raiseNull(by Raiser) {
	known := func(r Raised) bool { return r.Flag == nullAccess && r.By[0].Pos == by.Pos }
	if !slices.ContainsFunc(s.report.Raised, known) {
		s.report.Raised = append(s.report.Raised, Raised{nullAccess, []Raiser{by}})
	}
}

// An Execution is a candidate execution. It is valid during the call.
type Execution struct {
	s     *search
	order *order
}

// Work returns the number of candidates checked against the model so far. A candidate of
// more than 64 events counts as several, because closures take cubic time.
func (e *Execution) Work() int64 { return e.s.work }

// Final returns the final content of a location, or of a value that a thread shows.
func (e *Execution) Final(addr uint64, size uint8) (v uint64, undef bool) {
	s := e.s
	for _, p := range s.chosen {
		for _, x := range slices.Backward(p.shown) {
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
			w := s.atLoc[l][rest.first()]
			if e.order.after[w] == 0 {
				return uint64(s.written[w]), false
			}
		}
		return uint64(s.prog.Locations[l].Init), false
	}
	return 0, true
}

// Assertion returns the error of a failed assertion at a site of p.
func Assertion(p *code.Program, site int32) *vm.Error {
	s := &p.Sites[site]
	return &vm.Error{Kind: vm.AssertionFailed, Message: s.Text, Pos: s.Pos}
}

// misuses are flags of the Linux kernel's model in words, with the messages of the kernel's
// lockdep.
var misuses = map[string]string{
	"unmatched-unlock":     "the thread does not hold it (lockdep: bad unlock balance detected)",
	"unmatched-rcu-lock":   "no rcu_read_unlock() follows (lockdep: lock held when returning)",
	"unmatched-rcu-unlock": "no rcu_read_lock() comes before (lockdep: bad unlock balance detected)",
	"invalid-sleep":        "a grace period is waited for in a critical section (lockdep: illegal synchronize_rcu() in RCU read-side critical section)",
	"srcu-bad-nesting":     "a critical section of SRCU is not opened and closed once",
}

// Error returns the flag as an error; nil if it is only a warning.
func (f *Raised) Error() *vm.Error {
	e := &vm.Error{Kind: vm.LockMisuse, Message: cmp.Or(misuses[f.Flag], f.Flag)}
	if len(f.By) > 0 {
		e.Pos = f.By[0].Pos
	}
	switch {
	case f.Flag == "mixed-accesses":
		return nil
	case f.Flag == nullAccess:
		e.Kind, e.Message = vm.NullPointer, "dereferenced"
	case f.Flag == "data-race" && len(f.By) == 2:
		e.Kind, e.Message, e.Pos = vm.DataRace, "", f.By[1].Pos
		e.First, e.Second = f.By[0].racer(), f.By[1].racer()
	}
	return e
}

func (r *Raiser) racer() *vm.Racer {
	return &vm.Racer{Thread: trace.ThreadID(r.Thread + 1), Pos: r.Pos, Writes: r.Writes, Atomic: !r.Plain}
}

// Failed returns the site of an assertion that fails in the execution: in a thread, or
// after the end of all threads.
func (e *Execution) Failed() (site int32, failed bool) {
	for t, p := range e.s.chosen {
		for _, x := range p.shown {
			if x.addr == isa.FailedAt(t) && x.value != 0 {
				return int32(x.value - 1), true
			}
		}
	}
	if e.s.prog.End == nil {
		return 0, false
	}
	return e.s.prog.End.Run(func(addr uint64, size uint8) uint64 {
		v, _ := e.Final(addr, size)
		return v
	})
}
