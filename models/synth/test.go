package synth

import (
	"bytes"
	"cmp"
	"slices"

	"fencepost/trace"
)

// MaxEvents bounds the size of a test.
const MaxEvents = 8

// A Kind is the kind of an event.
type Kind uint8

// The kinds of events.
const (
	Write Kind = iota
	RMW        // one event that reads and writes
	Read
	Fence
	numKinds
)

var kindNames = [numKinds]string{"W", "U", "R", "F"}

// String returns W, U, R or F.
func (k Kind) String() string { return kindNames[k] }

// Reads reports whether an event of kind k reads.
func (k Kind) Reads() bool { return k == Read || k == RMW }

// Writes reports whether an event of kind k writes.
func (k Kind) Writes() bool { return k == Write || k == RMW }

// An Event is one event of a test. The events of a thread are adjacent and in program
// order.
type Event struct {
	Kind   Kind
	Thread int
	Loc    int         // None for a fence
	Order  trace.Order // Plain in a model without orders
	Half   int         // the other half of an RMW of two events; None if there is none
}

// None stands for no event or no location. A read with the source None reads the initial
// value.
const None = -1

// An Execution is a minimal execution of a test.
type Execution struct {
	RF     []int    // for each event its source; None for the initial value, or if it does not read
	MO     [][]int  // for each location its writes, first to last
	Axioms []string // the axioms that forbid it
}

// A Test is a program with a minimal execution. Its threads and locations are numbered so
// that the program is the least of all that differ only in these numbers.
type Test struct {
	Name       string
	Family     Family
	Events     []Event
	Threads    int
	Locations  int
	RMWs       int
	Maximal    bool        // the executions are allowed, and each stronger order forbids them
	Executions []Execution // the minimal, or maximal, ones; at least one
	key        []byte
}

// threadCode is a thread as bytes, by which threads and programs are compared, with its
// events.
type threadCode struct {
	code   []byte
	events []int // indices in the skeleton
}

// endOfThread is greater than the code of any event. So if one thread is a prefix of
// another, the longer one comes first.
const endOfThread = 0xff

// encode returns the threads of a program, with locations renamed by names, in ascending
// order.
func encode(s *skeleton, o orders, names []int) []threadCode {
	threads := make([]threadCode, s.threads)
	for e := range s.n {
		t := &threads[s.thread[e]]
		loc := byte(len(names))
		if s.loc[e] >= 0 {
			loc = byte(names[s.loc[e]])
		}
		half := byte(0)
		if s.other[e] >= 0 {
			half = 1
		}
		t.code = append(t.code, byte(s.kind[e])<<1|half, loc, byte(o.level(e)))
		t.events = append(t.events, e)
	}
	for i := range threads {
		threads[i].code = append(threads[i].code, endOfThread)
	}
	slices.SortStableFunc(threads, func(a, b threadCode) int { return bytes.Compare(a.code, b.code) })
	return threads
}

// newTest returns the canonical test of a program with the canonical form of its execution.
// If threads are equal or locations can be exchanged, it tries every order and takes the
// least execution.
func newTest(m *Model, s *skeleton, o orders, broken axiomSet) *Test {
	var best *Test
	var bestExecution []int
	permute(s.locs, func(names []int) {
		threads := encode(s, o, names)
		var key []byte
		for _, t := range threads {
			key = append(key, t.code...)
		}
		if best != nil && bytes.Compare(key, best.key) > 0 {
			return
		}
		if best == nil || !bytes.Equal(key, best.key) {
			best, bestExecution = nil, nil
		}
		equalThreads(threads, func() {
			t := build(m, s, o, threads, names)
			t.key = key
			t.Executions[0].Axioms = m.names(broken)
			if x := t.Executions[0].code(); best == nil || slices.Compare(x, bestExecution) < 0 {
				best, bestExecution = t, x
			}
		})
	})
	return best
}

// build returns the test of a program with its threads in the given order.
func build(m *Model, s *skeleton, o orders, threads []threadCode, names []int) *Test {
	t := &Test{Threads: s.threads, Locations: s.locs}
	var number [MaxEvents]int
	for i, th := range threads {
		for _, e := range th.events {
			number[e] = len(t.Events)
			ev := Event{Kind: s.kind[e], Thread: i, Loc: None, Half: None}
			if s.loc[e] >= 0 {
				ev.Loc = names[s.loc[e]]
			}
			if m.orders {
				ev.Order = o.level(e).order()
			}
			t.Events = append(t.Events, ev)
		}
	}
	x := Execution{RF: make([]int, s.n), MO: make([][]int, s.locs)}
	for e := range s.n {
		x.RF[number[e]] = None
		if s.rf[e] >= 0 {
			x.RF[number[e]] = number[s.rf[e]]
		}
		if s.kind[e].Writes() {
			l := names[s.loc[e]]
			x.MO[l] = append(x.MO[l], e)
		}
		if s.other[e] >= 0 {
			t.Events[number[e]].Half = number[s.other[e]]
		}
		if s.kind[e] == RMW || int(s.other[e]) > e {
			t.RMWs++
		}
	}
	for _, list := range x.MO {
		slices.SortFunc(list, func(a, b int) int { return cmp.Compare(s.rank[a], s.rank[b]) })
		for i, e := range list {
			list[i] = number[e]
		}
	}
	t.Executions = []Execution{x}
	return t
}

// code returns the execution as numbers, by which the executions of a test are compared.
func (x *Execution) code() []int {
	list := slices.Clone(x.RF)
	for _, mo := range x.MO {
		list = append(list, mo...)
	}
	return list
}

// permute calls visit with every permutation of 0..n-1.
func permute(n int, visit func([]int)) {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	var from func(i int)
	from = func(i int) {
		if i == n {
			visit(p)
			return
		}
		for j := i; j < n; j++ {
			p[i], p[j] = p[j], p[i]
			from(i + 1)
			p[i], p[j] = p[j], p[i]
		}
	}
	from(0)
}

// equalThreads calls visit with every order of the equal threads.
func equalThreads(threads []threadCode, visit func()) {
	var from func(i int)
	from = func(i int) {
		if i == len(threads) {
			visit()
			return
		}
		for j := i; j < len(threads) && bytes.Equal(threads[i].code, threads[j].code); j++ {
			threads[i], threads[j] = threads[j], threads[i]
			from(i + 1)
			threads[i], threads[j] = threads[j], threads[i]
		}
	}
	from(0)
}
