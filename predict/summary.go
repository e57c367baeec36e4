package predict

import (
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/bitset"
	"fencepost/trace/lists"
)

// maxTracked bounds the summaries of a thread in the sets of ppo.go. The others are assumed
// to be relaxed.
const maxTracked = 4096

// A key identifies a summary. The segment implies the thread.
type key struct {
	segment, site, loc int32
	kind               trace.Kind
}

// A summary stands for all events of one key.
type summary struct {
	key
	thread      trace.ThreadID
	order       trace.Order
	first, last int32        // program indices
	local       int32        // number in its thread
	place       int32        // index into execution.places
	nextAtPlace int32        // next summary of the place, or -1
	seen        uint32       // version of the thread's windows when overtakes was last updated
	overtakes   []bitset.Set // by model: summaries of its thread that have an event which an event of this one may overtake
	open        *fenced      // for C11: summaries of its thread that have an event which an event of this one follows without a fence between
}

// writes reports whether the events of the summary write.
func (s *summary) writes() bool { return s.kind == trace.Store || s.kind == trace.RMW }

// races reports whether events of a and b are in a potential race.
func races(a, b *summary) bool {
	return a.loc == b.loc && a.thread != b.thread && (a.writes() || b.writes())
}

// A place is a location in the use of one thread.
type place struct {
	summaries int32 // the newest summary, or -1
	lastStore int32 // summary of the latest plain store, or -1
}

// placeKey identifies a place.
type placeKey struct {
	thread trace.ThreadID
	loc    int32
}

// A threadState is the state of a thread while its execution is read.
type threadState struct {
	segment int32     // current segment, or -1 before the first event
	count   int32     // number of summaries
	recent  [64]int32 // 1 + index of a recent event's summary, by a hash of site and location
	windows
}

// An execution is the summaries of one execution. It reuses its memory.
type execution struct {
	fences    func(e *trace.Event) models.Lowering
	summaries []summary
	index     map[key]int32
	places    []place
	placeOf   map[placeKey]int32
	threads   []threadState
	segments  segments
	rules     *rules
	c11       bool // the models include C11
	full      bool // maxSummaries was reached
}

func (x *execution) reset() {
	x.summaries = x.summaries[:0]
	x.places = x.places[:0]
	if x.index == nil {
		x.index = map[key]int32{}
		x.placeOf = map[placeKey]int32{}
	}
	clear(x.index)
	clear(x.placeOf)
	x.threads = x.threads[:0]
	x.segments.reset()
	x.full = false
}

// thread returns the state of t, creating it if necessary.
func (x *execution) thread(t trace.ThreadID) *threadState {
	for int(t) >= len(x.threads) {
		n := len(x.threads)
		x.threads = lists.Longer(x.threads)
		s := &x.threads[n]
		s.segment, s.count = -1, 0
		clear(s.recent[:])
		s.windows.reset(x.rules)
	}
	s := &x.threads[t]
	if s.segment < 0 {
		s.segment = x.segments.start(t)
	}
	return s
}

func (x *execution) event(e *trace.Event) {
	switch e.Kind {
	case trace.Load, trace.Store, trace.RMW, trace.CASFail:
		x.access(e)
	case trace.Fence:
		w := &x.thread(e.Thread).windows
		low := x.lowering(e)
		x.fence(w, low.Before)
		x.fence(w, trace.FenceKind(e.Value))
		x.fence(w, low.After)
		if x.c11 {
			w.c11Fence(e.Order, trace.FenceKind(e.Value))
		}
	case trace.Lock:
		w := &x.thread(e.Thread).windows
		x.pass(w, models.U)
		x.fence(w, models.Acquiring.After)
	case trace.Unlock:
		w := &x.thread(e.Thread).windows
		x.fence(w, models.Releasing.Before)
		x.pass(w, models.W)
	case trace.Create:
		child := trace.ThreadID(e.Value)
		t := x.thread(e.Thread)
		x.pass(&t.windows, models.Create)
		before := t.segment
		t.segment = x.segments.next(before)
		x.thread(child).segment = x.segments.child(child, before)
	case trace.Join:
		other := x.thread(trace.ThreadID(e.Value)).segment
		t := x.thread(e.Thread)
		x.pass(&t.windows, models.Join)
		t.segment = x.segments.next(t.segment)
		x.segments.join(t.segment, other)
	}
}

func (x *execution) lowering(e *trace.Event) models.Lowering {
	if x.fences == nil {
		return models.Lowering{}
	}
	return x.fences(e)
}

func (x *execution) access(e *trace.Event) {
	t := x.thread(e.Thread)
	low := x.lowering(e)
	x.fence(&t.windows, low.Before)
	if n := x.summaryOf(e, t); n >= 0 {
		x.step(t, n)
	}
	x.fence(&t.windows, low.After)
}

// summaryOf returns the index of e's summary and notes the occurrence. It returns -1 if
// there is no room for a new summary.
func (x *execution) summaryOf(e *trace.Event, t *threadState) int32 {
	k := key{t.segment, e.Site, e.Loc, e.Kind}
	recent := &t.recent[(uint32(e.Site)*5+uint32(e.Loc))%uint32(len(t.recent))]
	if n := *recent - 1; n >= 0 && x.summaries[n].key == k {
		x.summaries[n].last = e.I
		return n
	}
	if n, ok := x.index[k]; ok {
		x.summaries[n].last = e.I
		*recent = n + 1
		return n
	}
	n := int32(len(x.summaries))
	if n == maxSummaries {
		x.full = true
		return -1
	}
	x.index[k] = n
	x.summaries = lists.Longer(x.summaries)
	s := &x.summaries[n]
	over := s.overtakes
	if over == nil {
		over = make([]bitset.Set, x.rules.models)
	}
	for m := range over {
		over[m] = over[m][:0]
	}
	open := s.open
	if x.c11 {
		if open == nil {
			open = new(fenced)
		}
		open.reset()
	}
	at := x.placeAt(e.Thread, e.Loc)
	*s = summary{key: k, thread: e.Thread, order: e.Order, open: open, first: e.I, last: e.I, local: t.count, place: at,
		nextAtPlace: x.places[at].summaries, overtakes: over}
	x.places[at].summaries = n
	t.count++
	return n
}

// placeAt returns the index of the place of t and loc, creating it if necessary.
func (x *execution) placeAt(t trace.ThreadID, loc int32) int32 {
	k := placeKey{t, loc}
	n, ok := x.placeOf[k]
	if !ok {
		n = int32(len(x.places))
		x.placeOf[k] = n
		x.places = append(x.places, place{summaries: -1, lastStore: -1})
	}
	return n
}
