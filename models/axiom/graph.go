package axiom

import (
	"slices"
	"sync/atomic"

	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/clock"
	"fencepost/trace/lists"
)

// A Graph is an execution graph under construction. Events are added one by one, each as the last of
// its thread, and removed in the opposite order.
//
// Every event has a clock for po ∪ rf (with thread creation and join): for each thread, how many of
// its events are in the prefix of this event, which includes the event. If an event depends on an
// event of another thread's atomic section, its prefix contains the whole section. Under RC11 it has
// two more clocks: one for happens-before and, if it writes, one with which an acquire read of it
// synchronises. If threads may have twins, the last clock is that of po ∪ rf with the additions of
// SetTwin. Clocks lie in one slice.
type Graph struct {
	Events  []Event
	Threads []Thread
	Locs    []Loc
	Order   []int32 // the threads that exist, by their paths
	// Halt, if it is set and true, stops long computations. Their results then have no meaning.
	Halt *atomic.Bool

	model  *Model
	reuses int  // number of events of kind Reuse
	twins  bool // threads may have twins
	stride int  // room for threads in a clock
	size   int  // of the clocks of an event
	clocks []int32
	latest []int32 // by location and thread: 1 + its latest access, or 0
	search search
	psc    psc

	followed int // see Followed

	arrangement arrangement
	bounds      []int32  // of Sources
	ownThread   [1]int32 // see seenThreads
	settled     []bool   // by event, as of Settled
}

// A Thread is a thread of a graph.
type Thread struct {
	Events []int32
	Parent int32 // the event that created it, or None
	Joined int32 // the event that joins it, or None
	Twin   int32 // see SetTwin; or None

	// path identifies the thread independently of its number. It has, for each ancestor except the
	// main thread and for the thread itself, the index among its creator's children.
	path []int32
}

// Which clock of an event.
const (
	prefixClock = iota
	hbClock
	releaseClock
	numClocks
)

// NewGraph returns an empty graph of one thread.
func NewGraph(m *Model) *Graph { return newGraph(m, false) }

// NewTwinGraph returns an empty graph of one thread, in which threads may have twins.
func NewTwinGraph(m *Model) *Graph { return newGraph(m, true) }

func newGraph(m *Model, twins bool) *Graph {
	g := &Graph{model: m, twins: twins, stride: 4}
	g.size = g.vectors() * g.stride
	g.AddThread(0, None)
	return g
}

// SetTwin declares that thread t, which has no events yet, runs the same code as its twin, and does
// the same as long as it reads the same. While their events are equal, Cut keeps with an event of t
// also the event of the twin at the same index, and the events kept with that. Otherwise t would have
// to do what was deleted of the twin.
func (g *Graph) SetTwin(t, twin int32) { g.Threads[t].Twin = twin }

// TwinOf returns the event of the twin at the same index as event id, if all earlier events of the
// two threads are equal; otherwise None.
func (g *Graph) TwinOf(id int32) int32 {
	e := &g.Events[id]
	if e.Alike {
		if list := g.Threads[g.Threads[e.Thread].Twin].Events; int(e.Index) < len(list) {
			return list[e.Index]
		}
	}
	return None
}

// alike reports whether the events of e.Thread before e, which is to be added, equal the events of
// its twin. Accesses of slots are equal if they are the same access and have the same value.
func (g *Graph) alike(e *Event) bool {
	t := &g.Threads[e.Thread]
	if t.Twin == None || e.Before == None {
		return t.Twin != None
	}
	last := &g.Events[e.Before]
	o := g.TwinOf(e.Before)
	if o == None {
		return false
	}
	a := &g.Events[o]
	if last.Slot {
		return a.Slot && a.Kind == last.Kind && a.Site == last.Site && a.Value == last.Value && a.Undef == last.Undef &&
			a.Idle == 0 && last.Idle == 0 && g.ownSource(a) == g.ownSource(last)
	}
	switch last.Kind {
	case Fence:
		return a.Kind == Fence && a.Fence == last.Fence && a.Order == last.Order
	case Alloc:
		return a.Kind == Alloc && a.Site == last.Site && a.Expect == last.Expect
	case Choice:
		return a.Kind == Choice && a.Value == last.Value && a.Expect == last.Expect
	case Read, FailedRead:
		return a.Kind == last.Kind && a.Site == last.Site && a.Loc == last.Loc && a.RF == last.RF && last.RF != None &&
			!a.Mutex && !last.Mutex && a.Idle == 0 && last.Idle == 0
	}
	return false
}

// ownSource returns the index in its thread of the write from which e reads, if that is of the same
// thread, and otherwise -1.
func (g *Graph) ownSource(e *Event) int32 {
	if e.Kind.Reads() && e.RF >= 0 && g.Events[e.RF].Thread == e.Thread {
		return g.Events[e.RF].Index
	}
	return -1
}

// eventBytes is about the memory of an Event.
const eventBytes = 88

// Bytes returns about how many bytes of memory the graph takes.
func (g *Graph) Bytes() int64 {
	n := int64(len(g.Events))*eventBytes + 4*int64(len(g.clocks)+len(g.latest)) + int64(len(g.Locs))*32
	for i := range g.Threads {
		n += 4 * int64(len(g.Threads[i].Events))
	}
	return n
}

// Model returns the model of the graph.
func (g *Graph) Model() *Model { return g.model }

// AddThread adds thread n, which event parent, the last of its thread, creates.
// Threads with smaller numbers need not exist.
func (g *Graph) AddThread(n, parent int32) {
	for int(n) >= g.stride {
		g.widen()
	}
	for k := len(g.Threads); k <= int(n); k++ {
		g.setThreads(k + 1)
		g.Threads[k].clear()
	}
	t := &g.Threads[n]
	t.Parent, t.path = parent, t.path[:0]
	if parent != None {
		by := &g.Threads[g.Events[parent].Thread]
		children := int32(0)
		for _, id := range by.Events[:len(by.Events)-1] {
			if g.Events[id].Kind == Create {
				children++
			}
		}
		t.path = append(append(t.path, by.path...), children)
	}
	at, _ := slices.BinarySearchFunc(g.Order, t.path, func(u int32, path []int32) int {
		return slices.Compare(g.Threads[u].path, path)
	})
	g.Order = slices.Insert(g.Order, at, n)
}

// Child returns the number for the next thread to be created: the smallest that is free.
func (g *Graph) Child() int32 {
	n := int32(1)
	for g.Exists(n) {
		n++
	}
	return n
}

// Exists reports whether thread n is in the graph.
func (g *Graph) Exists(n int32) bool {
	return n == 0 || int(n) < len(g.Threads) && g.Threads[n].Parent != None
}

// clear makes t a thread that does not exist.
func (t *Thread) clear() {
	*t = Thread{Events: t.Events[:0], Parent: None, Joined: None, Twin: None, path: t.path[:0]}
}

// AddLoc adds a location.
func (g *Graph) AddLoc() int32 {
	g.Locs = append(g.Locs, Loc{First: None, Last: Init, Access: None})
	for range g.stride {
		g.latest = append(g.latest, 0)
	}
	return int32(len(g.Locs) - 1)
}

// widen makes room for more threads.
func (g *Graph) widen() {
	old := g.stride
	g.stride *= 2
	wider := func(list []int32, n int) []int32 {
		out := make([]int32, n*g.stride)
		for i := range n {
			copy(out[i*g.stride:], list[i*old:(i+1)*old])
		}
		return out
	}
	g.size *= 2
	g.clocks = wider(g.clocks, len(g.Events)*g.vectors())
	g.latest = wider(g.latest, len(g.Locs))
}

// Latest returns the latest access of location l by thread t, or None.
func (g *Graph) Latest(l, t int32) int32 {
	if a := g.latest[int(l)*g.stride+int(t)]; a > 0 {
		return a - 1
	}
	return None
}

// LatestRead returns the latest read of location l by thread t, or None.
func (g *Graph) LatestRead(l, t int32) int32 {
	a := g.Latest(l, t)
	if a != None && !g.Events[a].Kind.Reads() {
		a = g.Events[a].Reader
	}
	return a
}

func (g *Graph) vectors() int {
	n := 1
	if g.model.HB() {
		n = numClocks
	}
	if g.twins {
		n++
	}
	return n
}

func (g *Graph) clock(id int32, which int) []int32 {
	at := int(id)*g.size + which*g.stride
	return g.clocks[at : at+g.stride : at+g.stride]
}

// Add adds an event as the last of its thread and returns its number. The caller must then call SetRF
// for a read, and Insert for a write.
func (g *Graph) Add(e Event) int32 {
	id := int32(len(g.Events))
	t := &g.Threads[e.Thread]
	e.Index, e.Before = int32(len(t.Events)), None
	if n := len(t.Events); n > 0 {
		e.Before = t.Events[n-1]
	}
	t.Events = append(t.Events, id)
	e.RF, e.CoBefore, e.CoAfter, e.Head, e.Release = None, None, None, None, None
	e.Access, e.Same, e.Reader, e.Early = None, None, None, 0
	if e.Kind == Free {
		e.Peer = None
	}
	e.Alike = g.twins && g.alike(&e)
	g.access(&e, id)
	g.Events = append(g.Events, e)
	g.psc.add(id, g)
	if e.Kind == Join {
		g.Threads[e.Peer].Joined = id
	}
	if n := len(g.Events) * g.size; n > len(g.clocks) {
		g.clocks = slices.Grow(g.clocks, n-len(g.clocks))[:n]
	}
	g.setClocks(id)
	return id
}

// access makes event e, with number id, the latest access of its location. It does nothing if e is no
// access.
func (g *Graph) access(e *Event, id int32) {
	if !e.Kind.Accesses() {
		return
	}
	e.Access = g.Locs[e.Loc].Access
	e.Same, e.Reader = g.Latest(e.Loc, e.Thread), g.LatestRead(e.Loc, e.Thread)
	g.makeLatest(e, id)
}

// makeLatest is access for an event of which Access, Same and Reader are set.
func (g *Graph) makeLatest(e *Event, id int32) {
	if !e.Kind.Accesses() {
		return
	}
	l := &g.Locs[e.Loc]
	l.Access = id
	g.latest[int(e.Loc)*g.stride+int(e.Thread)] = id + 1
	if e.Order == trace.Plain {
		l.Plain++
	}
	if e.Lock {
		l.Locks++
	}
	if e.Part.Size > 0 {
		l.Parts++
	}
}

// Pop removes the event added last.
func (g *Graph) Pop() {
	id := int32(len(g.Events) - 1)
	e := &g.Events[id]
	if e.Kind.Writes() && e.CoBefore != None {
		g.Remove(id)
	}
	if e.Kind.Accesses() {
		l := &g.Locs[e.Loc]
		l.Access = e.Access
		g.latest[int(e.Loc)*g.stride+int(e.Thread)] = max(e.Same, Init) + 1
		if e.Order == trace.Plain {
			l.Plain--
		}
		if e.Lock {
			l.Locks--
		}
		if e.Part.Size > 0 {
			l.Parts--
		}
	}
	switch e.Kind {
	case Create:
		if i := slices.Index(g.Order, e.Peer); i >= 0 {
			g.Order = slices.Delete(g.Order, i, i+1)
		}
		g.Threads[e.Peer].Parent = None
	case Join:
		g.Threads[e.Peer].Joined = None
	case Reuse:
		g.Events[e.RF].Peer = None
		g.reuses--
	}
	t := &g.Threads[e.Thread]
	t.Events = t.Events[:len(t.Events)-1]
	g.psc.pop(id, e)
	g.Events = g.Events[:id]
}

// setClocks computes the clocks of an event from the clocks of its predecessors.
func (g *Graph) setClocks(id int32) {
	e := &g.Events[id]
	from := e.Before
	if from == None {
		from = g.Threads[e.Thread].Parent
	}
	g.setPrefix(id, from, prefixClock)
	if g.twins {
		keep := g.vectors() - 1
		g.setPrefix(id, from, keep)
		if e.Alike {
			if list := g.Threads[g.Threads[e.Thread].Twin].Events; len(list) > 0 {
				at := min(int(e.Index), len(list)-1)
				if at+1 < len(list) && g.Events[list[at+1]].Kind == ExclusiveWrite {
					at++ // halves of an RMW stay together
				}
				clock.Join(g.clock(id, keep), g.clock(list[at], keep))
			}
		}
	}
	if g.model.HB() {
		g.setHB(id, from)
	}
	if e.RF >= 0 && (e.Kind.Reads() || e.Kind == Reuse) {
		g.followRF(id)
	}
}

// followRF orders event id after the write from which it reads, or, for an allocation, after the free
// whose block it takes (C11 7.22.3): in po ∪ rf, and in happens-before.
func (g *Graph) followRF(id int32) {
	e := &g.Events[id]
	last := g.prefixSource(e.RF, e.Thread)
	clock.Join(g.clock(id, prefixClock), g.clock(last, prefixClock))
	if g.twins {
		clock.Join(g.clock(id, g.vectors()-1), g.clock(last, g.vectors()-1))
	}
	switch {
	case !g.model.HB():
	case e.Kind == Reuse:
		clock.Join(g.clock(id, hbClock), g.clock(e.RF, hbClock))
	case e.readOrder().Acquires():
		clock.Join(g.clock(id, hbClock), g.clock(e.RF, releaseClock))
	}
}

// setPrefix computes a clock of event id, whose predecessor is from, by po, creations and joins.
func (g *Graph) setPrefix(id, from int32, which int) {
	e := &g.Events[id]
	own := g.clock(id, which)
	if from == None {
		clear(own)
	} else {
		copy(own, g.clock(g.prefixSource(from, e.Thread), which))
	}
	own[e.Thread] = e.Index + 1
	if e.Kind == Join {
		if n := len(g.Threads[e.Peer].Events); n > 0 {
			clock.Join(own, g.clock(g.Threads[e.Peer].Events[n-1], which))
		}
	}
}

// prefixSource returns the event whose prefix an event of thread t includes if it depends on event
// id: the last event so far of id's atomic section, if that is of another thread, and otherwise id.
func (g *Graph) prefixSource(id, t int32) int32 {
	if g.Events[id].Thread == t {
		return id
	}
	return g.SectionEnd(id)
}

// SetRF makes read r read value v from w, a write or Init.
func (g *Graph) SetRF(r, w int32, v uint64) {
	e := &g.Events[r]
	added := e.RF == None && int(r) == len(g.Events)-1
	if e.RF > r {
		g.Events[e.RF].Early--
	}
	if w > r {
		g.Events[w].Early++
	}
	e.RF, e.Value, e.Halts = w, v, false
	if e.CAS || e.Awaits {
		e.Kind = FailedRead
		if (v == e.Expect) == e.CAS {
			e.Kind = ExclusiveRead
		}
	}
	switch {
	case !added:
		g.setClocks(r)
	case w >= 0:
		g.followRF(r)
	}
}

// Serve makes read r, the last event of its thread, read v from write w, which was added later. It
// records the write from which r read before.
func (g *Graph) Serve(r, w int32, v uint64) {
	e := &g.Events[r]
	e.Served, e.Waited = true, e.RF
	g.SetRF(r, w, v)
	g.countWaited(e, r, 1)
}

// Unserve makes read r read v from the write from which it read before Serve.
func (g *Graph) Unserve(r int32, v uint64) {
	e := &g.Events[r]
	g.countWaited(e, r, -1)
	e.Served = false
	g.SetRF(r, e.Waited, v)
}

// countWaited adds n to Event.Early of the write that Served read e, event r, read before, if the
// write was added after the read.
func (g *Graph) countWaited(e *Event, r, n int32) {
	if e.Waited > r {
		g.Events[e.Waited].Early += n
	}
}

// Take makes allocation a, the last event of its thread, take the block of f, a Free whose block no
// other allocation takes. If f is Init, a takes addresses not used before.
func (g *Graph) Take(a, f int32) {
	e := &g.Events[a]
	if e.Kind == Reuse && e.RF >= 0 {
		g.Events[e.RF].Peer = None
		g.reuses--
	}
	e.Kind, e.RF = Alloc, Init
	if f >= 0 {
		e.Kind, e.RF = Reuse, f
		g.Events[f].Peer = a
		g.reuses++
	}
	g.setClocks(a)
}

// Reuses reports whether an allocation takes the block of a Free.
func (g *Graph) Reuses() bool { return g.reuses > 0 }

// Insert puts write w into co directly after p, which may be Init.
func (g *Graph) Insert(w, p int32) {
	e := &g.Events[w]
	l := &g.Locs[e.Loc]
	e.CoBefore = p
	if p == Init {
		e.CoAfter, e.CoPosition = l.First, 1
		l.First = w
	} else {
		b := &g.Events[p]
		e.CoAfter, e.CoPosition = b.CoAfter, b.CoPosition+1
		b.CoAfter = w
	}
	if e.CoAfter == None {
		l.Last = w
		return
	}
	g.Events[e.CoAfter].CoBefore = w
	for n := e.CoAfter; n != None; n = g.Events[n].CoAfter {
		g.Events[n].CoPosition++
	}
}

// Remove takes write w out of co.
func (g *Graph) Remove(w int32) {
	e := &g.Events[w]
	l := &g.Locs[e.Loc]
	if e.CoBefore == Init {
		l.First = e.CoAfter
	} else {
		g.Events[e.CoBefore].CoAfter = e.CoAfter
	}
	if e.CoAfter == None {
		l.Last = e.CoBefore
	} else {
		g.Events[e.CoAfter].CoBefore = e.CoBefore
		for n := e.CoAfter; n != None; n = g.Events[n].CoAfter {
			g.Events[n].CoPosition--
		}
	}
	e.CoBefore = None
}

// After returns the write that follows w in co of location l, w possibly Init; or None.
func (g *Graph) After(w, l int32) int32 {
	if w == Init {
		return g.Locs[l].First
	}
	return g.Events[w].CoAfter
}

// PositionOf returns the position of a write in co, from 1, or 0 for Init.
func (g *Graph) PositionOf(w int32) int32 {
	if w == Init {
		return 0
	}
	return g.Events[w].CoPosition
}

// InPrefix reports whether event a is in the po ∪ rf prefix of b, or is b.
func (g *Graph) InPrefix(a, b int32) bool {
	e := &g.Events[a]
	return e.Index < g.clock(b, prefixClock)[e.Thread]
}

// Before returns how many events of thread t are in the po ∪ rf prefix of event id, which includes
// the event.
func (g *Graph) Before(id, t int32) int32 { return g.clock(id, prefixClock)[t] }

// Kept reports whether event a stays in the graph if b does: it is in the prefix of b, or SetTwin
// keeps it.
func (g *Graph) Kept(a, b int32) bool {
	e := &g.Events[a]
	return e.Index < g.KeptOf(b, e.Thread)
}

// KeptOf returns how many events of thread t stay in the graph if event id does.
func (g *Graph) KeptOf(id, t int32) int32 {
	return g.keptClock(id)[t]
}

// keptClock is KeptOf of each thread.
func (g *Graph) keptClock(id int32) []int32 {
	if !g.twins {
		return g.clock(id, prefixClock)
	}
	return g.clock(id, g.vectors()-1)
}

// CoBound returns the lowest position in co that coherence with earlier accesses allows event id, an
// access: to read from, or to put a write after. The accesses of one thread to one byte follow co, so
// it considers only the last of them.
func (g *Graph) CoBound(id int32) int32 {
	e := &g.Events[id]
	low := g.coBoundFrom(e.Same, e.Part)
	last := g.PositionOf(g.Locs[e.Loc].Last)
	if !g.model.HB() || low == last {
		return low
	}
	hb := g.clock(id, hbClock)
	for t := range int32(len(g.Threads)) {
		if t == e.Thread || hb[t] == 0 {
			continue
		}
		for a := g.Latest(e.Loc, t); a != None; a = g.Events[a].Same {
			if g.Events[a].Index < hb[t] {
				low = max(low, g.coBoundFrom(a, e.Part))
				break
			}
		}
		if low == last {
			break
		}
	}
	return low
}

// coBoundFrom is CoBound for an access to a part of a location that comes after access a, which may
// be None, and after the earlier accesses of a's thread.
func (g *Graph) coBoundFrom(a int32, part models.Part) (low int32) {
	for ; a != None; a = g.Events[a].Same {
		b := &g.Events[a]
		if b.Part.Overlaps(part) {
			low = max(low, g.position(b))
		}
		if b.Part.Covers(part) {
			break
		}
	}
	return low
}

// TakenBy returns the reading half of the RMW, other than event but, that reads from w, possibly
// Init, at location l; or None. Its writing half is directly after w in co, if it has been added. One
// that halts has none, and takes nothing.
func (g *Graph) TakenBy(w, l, but int32) int32 {
	if n := g.After(w, l); n != None {
		if e := &g.Events[n]; e.Kind == ExclusiveWrite && e.Before != but {
			return e.Before
		}
	}
	for t := range int32(len(g.Threads)) {
		a := g.Latest(l, t)
		if a == None || a == but {
			continue
		}
		if e := &g.Events[a]; e.Kind == ExclusiveRead && e.RF == w && !e.Halts {
			return a
		}
	}
	return None
}

// CopyFrom makes g a copy of o, which is of the same model.
func (g *Graph) CopyFrom(o *Graph) {
	g.model, g.twins, g.stride, g.size, g.reuses = o.model, o.twins, o.stride, o.size, o.reuses
	g.Events = append(g.Events[:0], o.Events...)
	g.Locs = append(g.Locs[:0], o.Locs...)
	g.latest = append(g.latest[:0], o.latest...)
	g.Order = append(g.Order[:0], o.Order...)
	g.psc.copyFrom(&o.psc)
	g.clocks = append(g.clocks[:0], o.clocks[:len(o.Events)*o.size]...)
	g.setThreads(len(o.Threads))
	for i := range o.Threads {
		g.Threads[i].Parent, g.Threads[i].Joined, g.Threads[i].Twin = o.Threads[i].Parent, o.Threads[i].Joined, o.Threads[i].Twin
		g.Threads[i].Events = append(g.Threads[i].Events[:0], o.Threads[i].Events...)
		g.Threads[i].path = append(g.Threads[i].path[:0], o.Threads[i].path...)
	}
}

// setThreads makes n threads. It reuses the memory of earlier ones.
func (g *Graph) setThreads(n int) {
	if n > cap(g.Threads) {
		g.Threads = append(g.Threads[:cap(g.Threads)], make([]Thread, n-cap(g.Threads))...)
	}
	g.Threads = g.Threads[:n]
	g.psc.threads = lists.Extended(g.psc.threads, n)
}

// Cut makes g a copy of o with only the events up to r, which may be None, and the events Kept with
// w. It sets number[i] to the new number of event i, or None. The events keep their order, and each
// thread keeps a prefix of its events.
func (g *Graph) Cut(o *Graph, r, w int32, number []int32) {
	r = max(r, -1)
	g.model, g.twins, g.stride, g.size, g.reuses = o.model, o.twins, o.stride, o.size, 0
	g.Events, g.clocks = g.Events[:0], g.clocks[:0]
	g.psc.clear()
	g.Locs = append(g.Locs[:0], o.Locs...)
	for i := range g.Locs {
		g.Locs[i] = Loc{First: None, Last: Init, Access: None}
	}
	g.latest = append(g.latest[:0], o.latest...)
	clear(g.latest)
	g.setThreads(len(o.Threads))
	for i := range g.Threads {
		g.Threads[i].clear()
	}
	threads := 1
	size := o.size
	kept := o.keptClock(w)
	g.Events, g.clocks = append(g.Events, o.Events[:r+1]...), append(g.clocks, o.clocks[:int(r+1)*size]...)
	for i := range o.Events {
		id, n := int32(i), int32(i)
		if id > r {
			if o.Events[i].Index >= kept[o.Events[i].Thread] {
				number[i] = None
				continue
			}
			n = int32(len(g.Events))
			g.Events, g.clocks = append(g.Events, o.Events[i]), append(g.clocks, o.clocks[i*size:(i+1)*size]...)
		}
		number[i] = n
		e := &g.Events[n]
		t := &g.Threads[e.Thread]
		t.Events = append(t.Events, n)
		g.psc.add(n, g)
		if e.Early = 0; id < r {
			g.makeLatest(e, n) // the links of its location lead to events that stay
		} else {
			g.access(e, n)
		}
		switch e.Kind {
		case Create:
			u := &g.Threads[e.Peer]
			u.Parent, u.Twin, u.path = n, o.Threads[e.Peer].Twin, append(u.path, o.Threads[e.Peer].path...)
			threads = max(threads, int(e.Peer)+1)
		case Join:
			g.Threads[e.Peer].Joined = n
		}
	}
	g.setThreads(threads)
	g.Order = g.Order[:0]
	for _, t := range o.Order {
		if g.Exists(t) {
			g.Order = append(g.Order, t)
		}
	}
	g.renumber(number, r)
	for l := range o.Locs {
		last := int32(Init)
		for i := o.Locs[l].First; i != None; i = o.Events[i].CoAfter {
			if n := number[i]; n != None {
				g.Insert(n, last)
				last = n
			}
		}
	}
}

// renumber replaces the numbers in the events of g by the new ones, and counts reuses and early reads.
// Events up to r keep theirs.
func (g *Graph) renumber(number []int32, r int32) {
	renumber := func(at *int32) {
		if *at > r {
			*at = number[*at]
		}
	}
	for i := range g.Events {
		e := &g.Events[i]
		renumber(&e.Before)
		renumber(&e.Head)
		renumber(&e.Release)
		switch e.Kind {
		case Free:
			renumber(&e.Peer)
		case Reuse:
			renumber(&e.RF)
			g.reuses++
		}
		if e.Kind.Reads() {
			renumber(&e.RF) // that of r may become None
			if e.RF > int32(i) {
				g.Events[e.RF].Early++
			}
			if e.Served {
				renumber(&e.Waited)
				g.countWaited(e, int32(i), 1)
			}
		}
	}
}
