package c11

import (
	"slices"

	"fencepost/models"
	"fencepost/trace"
)

// A clock is a vector of m.width counters. Counter 0 is the number of the latest seq_cst fence in the
// past, and counter t+1 the number of the latest event of thread t. An event of t with number n
// happens before an operation whose clock has n or more for t.
//
// Clocks of one kind lie side by side in one slice. If a new thread needs a further counter, all
// clocks are copied to wider ones.

const scIndex = 0

func threadIndex(t trace.ThreadID) int { return int(t) + 1 }

// appendClock appends a clock of zeroes.
func appendClock(s []int32, width int) []int32 {
	n := len(s)
	s = appendAny(s, width)
	clearClock(s[n:])
	return s
}

// Most programs have clocks of the least width. These are cleared, copied and joined without a loop.
const leastWidth = 4

func clearClock(c []int32) {
	if len(c) == leastWidth {
		*(*[leastWidth]int32)(c) = [leastWidth]int32{}
	} else {
		clear(c)
	}
}

func copyClock(dst, src []int32) {
	if len(dst) == leastWidth && len(src) == leastWidth {
		*(*[leastWidth]int32)(dst) = *(*[leastWidth]int32)(src)
	} else {
		copy(dst, src)
	}
}

// joinClock joins the counters of existing threads. The others are zero.
func (m *Memory) joinClock(dst, src []int32) {
	if len(dst) == leastWidth && len(src) == leastWidth {
		d, s := (*[leastWidth]int32)(dst), (*[leastWidth]int32)(src)
		d[0], d[1], d[2], d[3] = max(d[0], s[0]), max(d[1], s[1]), max(d[2], s[2]), max(d[3], s[3])
		return
	}
	n := m.running + 1
	d, s := dst[:n], src[:n]
	for i, v := range s {
		d[i] = max(d[i], v)
	}
}

// appendAny appends a clock with arbitrary content.
func appendAny(s []int32, width int) []int32 {
	if n := len(s) + width; n <= cap(s) {
		return s[:n]
	}
	return append(s, make([]int32, width)...)
}

// reach extends a slice of clocks to clock i, with arbitrary content.
func (m *Memory) reach(s []int32, i int32) []int32 {
	if end := (int(i) + 1) * m.width; end > len(s) {
		s = slices.Grow(s, end-len(s))[:end]
	}
	return s
}

// clockAt returns clock i of a slice of clocks.
func (m *Memory) clockAt(s []int32, i int32) []int32 {
	at := int(i) * m.width
	return s[at : at+m.width : at+m.width]
}

// widen returns a copy of clocks of the old width as wider ones.
func widen(s []int32, old, width int) []int32 {
	n := len(s) / old
	out := make([]int32, n*width)
	for i := range n {
		copy(out[i*width:], s[i*old:(i+1)*old])
	}
	return out
}

// A thread has the clocks of a thread in Figure 7.
type thread struct {
	now     []int32 // C: the events that happen before its next operation
	learned int32   // the number of its latest event that may have added events of others to now
	release []int32 // F^rel: C at its latest release fence; empty if it is all zero
	acquire []int32 // F^acq: the events with which its loads synchronise at an acquire fence; empty if it is all zero
	exited  bool
	joins   trace.ThreadID // the thread for whose end it waits, or -1
	read    int32          // the store that its latest load read
	readAt  models.Loc
}

// addThread adds a thread. Its start happens after all operations of parent so far.
func (m *Memory) addThread(parent trace.ThreadID) {
	n := m.running
	if n+2 > m.width {
		m.grow()
	}
	if n == len(m.threads) {
		m.threads = append(m.threads, thread{})
	}
	m.running++
	t := &m.threads[n]
	t.now = appendClock(t.now[:0], m.width)
	t.release, t.acquire = t.release[:0], t.acquire[:0]
	t.exited, t.joins, t.read, t.readAt, t.learned = false, -1, 0, -1, 0
	if parent >= 0 {
		copy(t.now, m.threads[parent].now)
	}
	t.now[threadIndex(trace.ThreadID(n))] = 1
}

// grow makes all clocks wider by a quarter, and at least by leastWidth.
func (m *Memory) grow() {
	old := m.width
	m.width += max(old/4/leastWidth, 1) * leastWidth
	m.released = widen(m.released, old, m.width)
	m.before = widen(m.before, old, m.width)
	m.freed = widen(m.freed, old, m.width)
	m.inherited = widen(m.inherited, old, m.width)
	m.sc.widen(old, m.width)
	for i := range m.threads {
		t := &m.threads[i]
		t.now = widen(t.now, old, m.width)
		t.release = widen(t.release, old, m.width)
		t.acquire = widen(t.acquire, old, m.width)
	}
	for i := range m.views[:m.nviews] {
		v := &m.views[i]
		v.head = widen(v.head, old, m.width)
	}
}

// tick begins an event of th, which is thread t, and returns its number.
func (m *Memory) tick(th *thread, t trace.ThreadID) int32 {
	m.stamp++
	c := &th.now[t+1]
	n := *c + 1
	*c = n
	return n
}

// learn makes the events of clock c happen before the next operation of th, which is thread t.
func (m *Memory) learn(th *thread, t trace.ThreadID, c []int32) {
	m.joinClock(th.now, c)
	th.learned = th.now[t+1]
}

// joinNow joins the clock of th, which is thread t, to clock c. If c has an event of t after the one in
// which t last learned of others, c has all that t knows of others.
func (m *Memory) joinNow(c []int32, th *thread, t trace.ThreadID) {
	if th.learned < c[t+1] {
		c[t+1] = th.now[t+1]
	} else {
		m.joinClock(c, th.now)
	}
}

// happened reports whether event n of thread by happens before t's next operation.
func (m *Memory) happened(by trace.ThreadID, n int32, t trace.ThreadID) bool {
	return n <= m.threads[t].now[threadIndex(by)]
}

// synchronise joins the clock that store s, which is released, gives to an atomic load of order o by
// th, which is thread t: rules ACQUIRE LOAD and RELAXED LOAD.
func (m *Memory) synchronise(th *thread, t trace.ThreadID, s int32, o trace.Order) {
	if st := &m.stores[s]; !st.handed && st.number <= th.now[st.thread+1] {
		return // s happens before already, and its clock adds nothing
	}
	c := m.clockAt(m.released, s)
	if o.Acquires() {
		m.learn(th, t, c)
		return
	}
	if len(th.acquire) == 0 {
		th.acquire = appendClock(th.acquire, m.width)
	}
	m.joinClock(th.acquire, c)
}

// publish sets the clock that atomic store s of order o gives to its readers: rules RELEASE STORE and
// RELAXED STORE, and the rules of RMWs. v is the view of thread th. An RMW also gives the clock of
// the store from that it read; from is 0 for other stores. A relaxed store gives the clock of the
// thread's latest release store to the location or of its latest release fence. The later one counts,
// because its clock includes the other.
func (m *Memory) publish(v *view, th *thread, s int32, o trace.Order, from int32) {
	if o == trace.Plain {
		return
	}
	var given []int32
	own := threadIndex(v.thread)
	switch {
	case o.Releases():
		given = th.now
		if !m.opts.CXX20 {
			if len(v.head) == 0 {
				v.head = appendAny(v.head, m.width)
			}
			copyClock(v.head, given)
		}
	case len(v.head) > 0 && (len(th.release) == 0 || v.head[own] > th.release[own]):
		given = v.head
	case len(th.release) > 0:
		given = th.release
	}
	if from != 0 && !m.stores[from].released {
		from = 0
	}
	if given == nil && from == 0 {
		return
	}
	m.stores[s].released, m.stores[s].handed = true, from != 0 && !o.Acquires()
	m.released = m.reach(m.released, s)
	c := m.clockAt(m.released, s)
	if given == nil {
		copyClock(c, m.clockAt(m.released, from))
		return
	}
	copyClock(c, given)
	if from != 0 && !(o.Acquires() && o.Releases()) { // otherwise given includes it
		m.joinClock(c, m.clockAt(m.released, from))
	}
}

// Fence performs a fence of op.Order.
func (m *Memory) Fence(op *models.Op) {
	t := &m.threads[op.Thread]
	m.tick(t, op.Thread)
	if op.Order.Acquires() && len(t.acquire) > 0 {
		m.learn(t, op.Thread, t.acquire)
	}
	if op.Order == trace.SeqCst {
		m.joinNow(m.sc.all, t, op.Thread)
		m.sc.fence(t.now)
		m.live++
	}
	if op.Order.Releases() {
		t.release = append(t.release[:0], t.now...)
	}
}

// Sync performs Create, Exit or Join.
func (m *Memory) Sync(op *models.Op, peer trace.ThreadID) {
	t := &m.threads[op.Thread]
	m.tick(t, op.Thread)
	switch op.Kind {
	case trace.Create:
		m.addThread(op.Thread)
	case trace.Exit:
		t.exited = true
	case trace.Join:
		t.joins = -1
		m.learn(t, op.Thread, m.threads[peer].now)
	}
}

// Awaits records that t waits for the end of peer. All later operations of t happen after all of
// peer, so t cannot read what peer cannot read.
func (m *Memory) Awaits(t, peer trace.ThreadID) { m.threads[t].joins = peer }
