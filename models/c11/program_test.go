package c11

import (
	"fmt"
	"math/rand/v2"

	"fencepost/models"
	"fencepost/trace"
)

// A testOp is an operation of a straight-line test program. Every store of a
// program writes a value of its own.
type testOp struct {
	kind   trace.Kind // Load, Store, RMW, Fence
	cas    bool
	loc    models.Loc
	order  trace.Order
	fail   trace.Order
	value  uint64
	expect uint64
}

func (o testOp) String() string {
	switch {
	case o.kind == trace.Fence:
		return fmt.Sprintf("fence(%s)", o.order)
	case o.kind == trace.Load:
		return fmt.Sprintf("r=x%d(%s)", o.loc, o.order)
	case o.cas:
		return fmt.Sprintf("cas x%d %d->%d(%s,%s)", o.loc, o.expect, o.value, o.order, o.fail)
	case o.kind == trace.RMW:
		return fmt.Sprintf("xchg x%d=%d(%s)", o.loc, o.value, o.order)
	}
	return fmt.Sprintf("x%d=%d(%s)", o.loc, o.value, o.order)
}

// A testProgram is a list of operations a thread.
type testProgram [][]testOp

var (
	loadOrders  = []trace.Order{trace.Relaxed, trace.Acquire, trace.SeqCst, trace.SeqCst}
	storeOrders = []trace.Order{trace.Relaxed, trace.Release, trace.SeqCst, trace.SeqCst}
	rmwOrders   = []trace.Order{trace.Relaxed, trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst}
	fenceOrders = []trace.Order{trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst, trace.SeqCst}
)

func pick(r *rand.Rand, list []trace.Order) trace.Order { return list[r.IntN(len(list))] }

// randomProgram returns a program of n operations.
func randomProgram(r *rand.Rand, threads, n, locs int) testProgram {
	p := make(testProgram, threads)
	for i := range n {
		t := r.IntN(threads)
		o := testOp{loc: models.Loc(r.IntN(locs)), value: uint64(i + 1), order: trace.Relaxed}
		plainer := r.IntN(3) == 0
		switch r.IntN(10) {
		case 0, 1, 2:
			o.kind = trace.Load
			if !plainer {
				o.order = pick(r, loadOrders)
			}
		case 3, 4, 5:
			o.kind = trace.Store
			if !plainer {
				o.order = pick(r, storeOrders)
			}
		case 6:
			o.kind, o.order = trace.RMW, pick(r, rmwOrders)
		case 7:
			o.kind, o.cas, o.order, o.fail = trace.RMW, true, pick(r, rmwOrders), pick(r, loadOrders)
			o.expect = uint64(r.IntN(i + 1))
		default:
			o.kind, o.order = trace.Fence, pick(r, fenceOrders)
		}
		p[t] = append(p[t], o)
	}
	return p
}

// A testRun is an execution of a program on a Memory; the program's threads are
// numbered from 1, created by thread 0, which then ends.
type testRun struct {
	m      *Memory
	p      testProgram
	pc     []int
	events []event
	number []int32                // of the events within their threads
	byID   map[models.StoreID]int // event index of a store
	locs   int
	watch  func(op *models.Op, readable []models.StoreID) // before each load
}

func newTestRun(m *Memory, p testProgram, locs int) *testRun {
	m.Reset()
	r := &testRun{m: m, p: p, pc: make([]int, len(p)), locs: locs, byID: map[models.StoreID]int{}}
	for l := range locs {
		m.Define(models.Loc(l), 0, 0)
		r.events = append(r.events, event{thread: -1, loc: l, order: trace.Relaxed, writes: true, rf: -1})
	}
	for t := range p {
		m.Sync(&models.Op{Kind: trace.Create}, trace.ThreadID(t+1))
	}
	m.Sync(&models.Op{Kind: trace.Exit}, -1)
	r.number = make([]int32, locs)
	return r
}

// enabled returns the threads that have operations left.
func (r *testRun) enabled() (list []int) {
	for t := range r.p {
		if r.pc[t] < len(r.p[t]) {
			list = append(list, t)
		}
	}
	return list
}

// step performs the next operation of thread t; choose picks what it reads.
func (r *testRun) step(t int, choose func(n int) int) {
	o := r.p[t][r.pc[t]]
	r.pc[t]++
	id := models.StoreID(len(r.events) + 1)
	op := &models.Op{Thread: trace.ThreadID(t + 1), Kind: o.kind, Order: o.order, Fail: o.fail, CAS: o.cas,
		Loc: o.loc, ID: id, Site: int32(t), Expect: o.expect}
	e := event{thread: t, loc: int(o.loc), order: o.order, rf: -1}
	switch o.kind {
	case trace.Fence:
		e.fence, e.loc = true, -1
		r.m.Fence(op)
	case trace.Store:
		e.writes, e.wrote = true, o.value
		r.m.Store(op, o.value)
		r.byID[id] = len(r.events)
	default:
		readable := r.m.Readable(nil, op)
		if r.watch != nil {
			r.watch(op, readable)
		}
		from := readable[choose(len(readable))]
		v := r.m.Load(op, from)
		e.reads, e.read, e.rf = true, v, int(o.loc)
		if from != 0 {
			e.rf = r.byID[from]
		}
		switch {
		case o.cas && v != o.expect:
			e.order = o.fail
		case o.kind == trace.RMW:
			e.writes, e.wrote = true, o.value
			r.m.Store(op, o.value)
			r.byID[id] = len(r.events)
		}
	}
	r.events = append(r.events, e)
	r.number = append(r.number, r.m.threads[t+1].now[t+2])
	if r.pc[t] == len(r.p[t]) {
		r.m.Sync(&models.Op{Thread: trace.ThreadID(t + 1), Kind: trace.Exit}, -1)
	}
}

// shapes are the classic ones, loads and stores of each thread: lower case loads,
// upper case stores.
var shapes = []testShape{
	{"Xy", "Yx"}, {"XY", "yx"}, {"XY", "YX"}, {"XY", "Yx"}, {"XY", "yX"}, {"XX", "xx"}, {"Xx", "Xx"}, {"XY", "yxX"},
	{"X", "xY", "yx"}, {"X", "xy", "Yx"}, {"XY", "yz", "Zx"}, {"XY", "yZ", "zx"}, {"XY", "YZ", "zx"}, {"X", "X", "xx", "xx"},
	{"X", "xy", "Y", "yx"}, {"XY", "YZ", "Zx"}, {"X", "xY", "Yx"}, {"X", "xY", "YX"}, {"X", "X", "xX"}, {"Xy", "yYx"},
	{"XYx", "Xy"}, {"XZ", "zYx", "yX"},
}

// A testShape has a string a thread.
type testShape []string

// program gives the operations of a shape random orders, puts fences between them,
// and makes some of them RMWs.
func (s testShape) program(r *rand.Rand) testProgram {
	p := make(testProgram, len(s))
	value := uint64(0)
	// Some programs have only relaxed accesses, or mostly seq_cst ones.
	style, fences := r.IntN(3), r.IntN(3)
	order := func(list []trace.Order) trace.Order {
		switch {
		case style == 0 && r.IntN(4) > 0:
			return trace.Relaxed
		case style == 1 && r.IntN(4) > 0:
			return trace.SeqCst
		}
		return pick(r, list)
	}
	for t, ops := range s {
		for i, c := range ops {
			if (i > 0 || r.IntN(8) == 0) && r.IntN(3) < fences {
				p[t] = append(p[t], testOp{kind: trace.Fence, order: pick(r, fenceOrders)})
			}
			o := testOp{loc: models.Loc((c | ' ') - 'x'), kind: trace.Load}
			if c < 'a' {
				o.kind = trace.Store
			}
			switch k := r.IntN(8); {
			case k == 0 && o.kind == trace.Load, k < 2 && o.kind == trace.Store:
				o.kind, o.order = trace.RMW, order(rmwOrders)
				if r.IntN(2) == 0 {
					o.cas, o.expect, o.fail = true, uint64(r.IntN(int(value)+2)), order(loadOrders)
				}
			case o.kind == trace.Load:
				o.order = order(loadOrders)
			default:
				o.order = order(storeOrders)
			}
			value++
			o.value = value
			p[t] = append(p[t], o)
		}
	}
	return p
}

// locs is how many locations the shape has.
func (s testShape) locs() (n int) {
	for _, ops := range s {
		for _, c := range ops {
			n = max(n, int((c|' ')-'x')+1)
		}
	}
	return n
}
