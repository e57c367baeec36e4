package c11

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fencepost/models"
	"fencepost/trace"
)

// A runner performs operations on a Memory in their order, each of site and number one more
// than that of the one before.
type runner struct {
	*Memory
	log models.Log
	id  models.StoreID
}

// newRunner returns a runner of so many threads beside thread 0, and locations of content 0.
func newRunner(o Options, threads, locs int) *runner {
	r := &runner{}
	r.Memory = New(o).New(&r.log).(*Memory)
	for l := range locs {
		r.Define(models.Loc(l), 0, 0)
	}
	for t := range threads {
		r.Sync(&models.Op{Kind: trace.Create}, trace.ThreadID(t+1))
	}
	return r
}

func (r *runner) op(t trace.ThreadID, k trace.Kind, o trace.Order, l models.Loc) models.Op {
	r.id++
	return models.Op{Thread: t, Kind: k, Order: o, Loc: l, ID: r.id, Site: r.id}
}

func (r *runner) store(t trace.ThreadID, o trace.Order, l models.Loc, v uint64) models.StoreID {
	op := r.op(t, trace.Store, o, l)
	r.Store(&op, v)
	return op.ID
}

// load reads from a store.
func (r *runner) load(t trace.ThreadID, o trace.Order, l models.Loc, part models.Part, from models.StoreID) {
	op := r.op(t, trace.Load, o, l)
	op.Part = part
	r.Load(&op, from)
}

func (r *runner) fence(t trace.ThreadID, o trace.Order) {
	op := r.op(t, trace.Fence, o, -1)
	r.Fence(&op)
}

// readable returns what a load may read, by both ways to ask.
func (r *runner) readable(tb testing.TB, t trace.ThreadID, o trace.Order, l models.Loc, part models.Part) []models.StoreID {
	op := models.Op{Thread: t, Kind: trace.Load, Order: o, Loc: l, Part: part, ID: r.id + 1}
	list := slices.Clone(r.Readable(nil, &op))
	if n, _ := r.Read(&op); n != len(list) {
		tb.Errorf("Read says %d stores, Readable %v", n, list)
	}
	return list
}

// races returns the races so far, each by the numbers of its accesses.
func (r *runner) races() string {
	var list []string
	for _, c := range r.log.Races {
		list = append(list, fmt.Sprintf("%d-%d", c.First.Event, c.Second.Event))
	}
	return strings.Join(list, " ")
}

// Data races (C11 5.1.2.4p25): two accesses of two threads, one of them a write, one of them not
// atomic, neither before the other.
func TestRaceRules(t *testing.T) {
	t.Parallel()
	const plain, rlx, rel, acq = trace.Plain, trace.Relaxed, trace.Release, trace.Acquire
	whole := models.Part{}
	for _, c := range []struct {
		name string
		run  func(r *runner)
		want string
	}{
		{"an atomic load and a later plain store", func(r *runner) { r.load(1, rlx, 0, whole, 0); r.store(2, plain, 0, 1) }, "1-2"},
		{"an atomic store and a later plain store", func(r *runner) { r.store(1, rlx, 0, 1); r.store(2, plain, 0, 1) }, "1-2"},
		{"an atomic store and a later plain load", func(r *runner) { r.store(1, rlx, 0, 1); r.load(2, plain, 0, whole, 1) }, "1-2"},
		{"a plain store and a later atomic load", func(r *runner) { r.store(1, plain, 0, 1); r.load(2, rlx, 0, whole, 1) }, "1-2"},
		{"two loads", func(r *runner) { r.load(1, rlx, 0, whole, 0); r.load(2, plain, 0, whole, 0) }, ""},
		{"an atomic load, and a plain store that it happens before", func(r *runner) {
			r.load(1, rlx, 0, whole, 0)
			r.store(1, rel, 1, 1)
			r.load(2, acq, 1, whole, 2)
			r.store(2, plain, 0, 1)
		}, ""},
		{"of two plain loads the first does not happen before the store", func(r *runner) {
			r.load(1, plain, 0, whole, 0)
			r.load(2, plain, 0, whole, 0)
			r.store(2, rel, 1, 1)
			r.load(3, acq, 1, whole, 3)
			r.store(3, plain, 0, 1)
		}, "1-5"},
		{"of two plain loads the second does not happen before the store", func(r *runner) {
			r.load(1, plain, 0, whole, 0)
			r.load(2, plain, 0, whole, 0)
			r.store(1, rel, 1, 1)
			r.load(3, acq, 1, whole, 3)
			r.store(3, plain, 0, 1)
		}, "2-5"},
		{"a free happens before the allocation that gets the block (C11 7.22.3)", func(r *runner) {
			r.store(1, plain, 0, 1)
			r.Reused(2, r.Freed(1))
			r.store(2, plain, 0, 2)
		}, ""},
		{"not before another allocation", func(r *runner) {
			r.store(1, plain, 0, 1)
			first := r.Freed(2)
			r.Freed(1)
			r.Reused(2, first)
			r.store(2, plain, 0, 2)
		}, "1-2"},
	} {
		r := newRunner(Options{}, 3, 2)
		if c.run(r); r.races() != c.want {
			t.Errorf("%s: races %q, want %q", c.name, r.races(), c.want)
		}
	}
}

// Each byte is coherent on its own. A read of a part bounds later reads of its bytes. Beyond a
// seq_cst fence it bounds the reads of all bytes, because a store is one event for all of them.
func TestPartRules(t *testing.T) {
	t.Parallel()
	const rlx, sc = trace.Relaxed, trace.SeqCst
	low, high := models.Part{From: 0, Size: 4}, models.Part{From: 4, Size: 4}
	for _, c := range []struct {
		name string
		run  func(r *runner)
		t    trace.ThreadID
		part models.Part
		want []models.StoreID
	}{
		{"the same part", func(r *runner) { r.store(1, rlx, 0, 1); r.load(2, rlx, 0, low, 1) }, 2, low, []models.StoreID{1}},
		{"another part", func(r *runner) { r.store(1, rlx, 0, 1); r.load(2, rlx, 0, low, 1) }, 2, high, []models.StoreID{0, 1}},
		{"the whole", func(r *runner) { r.store(1, rlx, 0, 1); r.load(2, rlx, 0, low, 1) }, 2, models.Part{}, []models.StoreID{1}},
		{"another part in a thread that it happens before", func(r *runner) {
			r.store(1, rlx, 0, 1)
			r.load(2, rlx, 0, low, 1)
			r.store(2, trace.Release, 1, 1)
			r.load(3, trace.Acquire, 1, models.Part{}, 3)
		}, 3, high, []models.StoreID{0, 1}},
		{"beyond two seq_cst fences", func(r *runner) {
			r.store(1, rlx, 0, 1)
			r.load(2, rlx, 0, low, 1)
			r.fence(2, sc)
			r.fence(3, sc)
		}, 3, high, []models.StoreID{1}},
		{"beyond two seq_cst fences in a thread that it happens before", func(r *runner) {
			r.store(1, rlx, 0, 1)
			r.load(2, rlx, 0, low, 1)
			r.fence(2, sc)
			r.store(2, trace.Release, 1, 1)
			r.load(3, trace.Acquire, 1, models.Part{}, 4)
			r.fence(3, sc)
		}, 3, high, []models.StoreID{1}},
	} {
		r := newRunner(Options{}, 3, 2)
		if c.run(r); true {
			if got := r.readable(t, c.t, rlx, 0, c.part); !slices.Equal(got, c.want) {
				t.Errorf("%s: may read %v, want %v", c.name, got, c.want)
			}
		}
	}
}

// What a load saw bounds the reads of a later seq_cst load of another thread in C++20, not in C11, if the
// load is seq_cst or happens before a seq_cst fence. A later seq_cst fence bounds relaxed reads.
func TestSeqCstLoads(t *testing.T) {
	t.Parallel()
	const rlx, sc = trace.Relaxed, trace.SeqCst
	older, newest := []models.StoreID{0, 1}, []models.StoreID{1}
	for _, c := range []struct {
		name       string
		run        func(r *runner)
		order      trace.Order // of the later load
		c11, cxx20 []models.StoreID
	}{
		{"a seq_cst load", func(r *runner) { r.load(2, sc, 0, models.Part{}, 1) }, sc, older, newest},
		{"a relaxed load", func(r *runner) { r.load(2, rlx, 0, models.Part{}, 1) }, sc, older, older},
		{"a seq_cst load and a relaxed one", func(r *runner) { r.load(2, sc, 0, models.Part{}, 1) }, rlx, older, older},
		{"a relaxed load before a fence", func(r *runner) { r.load(2, rlx, 0, models.Part{}, 1); r.fence(2, sc) }, sc, older, newest},
		{"a seq_cst load, and a fence before a relaxed one", func(r *runner) { r.load(2, sc, 0, models.Part{}, 1); r.fence(3, sc) }, rlx, older, newest},
		{"two fences between", func(r *runner) { r.load(2, rlx, 0, models.Part{}, 1); r.fence(2, sc); r.fence(3, sc) }, rlx, newest, newest},
	} {
		for _, o := range []Options{{}, {CXX20: true}} {
			want := c.c11
			if o.CXX20 {
				want = c.cxx20
			}
			r := newRunner(o, 3, 1)
			r.store(1, rlx, 0, 1)
			c.run(r)
			if got := r.readable(t, 3, c.order, 0, models.Part{}); !slices.Equal(got, want) {
				t.Errorf("%s: with %+v may read %v, want %v", c.name, o, got, want)
			}
		}
	}
}

// A seq_cst compare-exchange that succeeds reads nothing that comes before a seq_cst store, one
// that fails with a relaxed order may: among many stores, too, which are not listed.
func TestCompareExchangeAmongManyStores(t *testing.T) {
	t.Parallel()
	for _, n := range []int{maxListed / 2, 2 * maxListed} {
		r := newRunner(Options{Prune: KeepAll}, 2, 1)
		values := map[models.StoreID]uint64{0: 0}
		for k := range n {
			v := uint64(1 + k%2)
			values[r.store(1, trace.Relaxed, 0, v)] = v
		}
		last := r.store(1, trace.SeqCst, 0, 1)
		values[last] = 1
		op := r.op(2, trace.RMW, trace.SeqCst, 0)
		op.CAS, op.Expect, op.Fail = true, 1, trace.Relaxed
		fails, succeeds := false, false
		for _, s := range r.Readable(nil, &op) {
			switch {
			case values[s] != 1:
				fails = true
			case s == last:
				succeeds = true
			default:
				t.Fatalf("%d stores: it succeeds with store %d, which comes before the seq_cst store %d", n, s, last)
			}
		}
		if !fails || !succeeds {
			t.Errorf("%d stores: fails %v, succeeds %v", n, fails, succeeds)
		}
	}
}
