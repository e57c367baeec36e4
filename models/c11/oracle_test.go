package c11

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/models"
	"fencepost/trace"
)

// An oracle computes from all events of an execution, in execution order, what the
// Memory keeps up to date: the constraints on the modification order, as explicit
// pairs, with every path searched.
type oracle struct {
	g  *candidate
	mo relation // closed; a cycle shows as a store before itself
}

func newOracle(opts Options, events []event) *oracle {
	o := &oracle{g: newCandidate(opts, events), mo: newRelation(len(events))}
	for i, a := range events {
		for j, b := range events {
			if a.loc != b.loc || a.loc < 0 {
				continue
			}
			if o.coherence(i, j) {
				o.order(o.store(i), o.store(j))
			}
			if (a.writes || o.g.cxx20) && o.fences(i, j) {
				o.order(o.store(i), o.store(j))
			}
			if o.betweenFences(i, j) {
				o.order(o.store(i), o.store(j))
			}
		}
	}
	o.close()
	return o
}

// store returns the store that event i wrote or read.
func (o *oracle) store(i int) int {
	if e := o.g.events[i]; !e.writes {
		return e.rf
	}
	return i
}

func (o *oracle) order(a, b int) {
	if a != b {
		o.mo.add(a, b)
	}
}

func (o *oracle) coherence(a, b int) bool { return o.g.events[a].thread < 0 || o.g.hb.has(a, b) }

// fences holds the rules for a store w, in C++20 also for a load, and an access e of which one is
// seq_cst.
func (o *oracle) fences(w, e int) bool {
	events := o.g.events
	scW, scE := events[w].order == trace.SeqCst, events[e].order == trace.SeqCst
	if scW && scE && w < e {
		return true
	}
	for f, fence := range events {
		if !fence.fence || fence.order != trace.SeqCst {
			continue
		}
		if scE && f < e && o.g.hb.has(w, f) || scW && w < f && o.g.hb.has(f, e) {
			return true
		}
	}
	return false
}

// betweenFences holds if a happens before a seq_cst fence, and a later one happens
// before b.
func (o *oracle) betweenFences(a, b int) bool {
	events := o.g.events
	for f, first := range events {
		if !first.fence || first.order != trace.SeqCst || !o.g.hb.has(a, f) {
			continue
		}
		for g := f + 1; g < len(events); g++ {
			if s := events[g]; s.fence && s.order == trace.SeqCst && o.g.hb.has(g, b) {
				return true
			}
		}
	}
	return false
}

// close adds what follows: paths, and that nothing comes between a store and the
// RMW that reads it.
func (o *oracle) close() {
	for s, u := range o.g.rmwsOf {
		if u >= 0 {
			o.mo.add(s, u)
		}
	}
	for {
		was := slices.Clone(o.mo)
		o.mo = o.mo.closure()
		for s, u := range o.g.rmwsOf {
			if u < 0 {
				continue
			}
			o.mo[u] |= o.mo[s] &^ (1 << u)
			for a := range o.mo {
				if a != s && o.mo.has(a, u) {
					o.mo.add(a, s)
				}
			}
		}
		if slices.Equal(was, o.mo) {
			return
		}
	}
}

func (o *oracle) possible() bool { return !o.g.contested && !o.mo.reflexive() }

// readable returns the IDs of the stores that an operation appended to the run's
// events may read.
func (r *testRun) readable(op *models.Op) (list []models.StoreID) {
	for i, w := range r.events {
		if !w.writes || w.loc != int(op.Loc) {
			continue
		}
		e := event{thread: int(op.Thread) - 1, loc: w.loc, order: op.Order, reads: true, rf: i, read: w.wrote}
		e.writes = op.Kind == trace.RMW && (!op.CAS || w.wrote == op.Expect)
		if op.CAS && !e.writes {
			e.order = op.Fail
		}
		if newOracle(r.m.opts, append(slices.Clone(r.events), e)).possible() {
			list = append(list, r.id(i))
		}
	}
	return list
}

// id returns the event ID of store i.
func (r *testRun) id(i int) models.StoreID {
	if i < r.locs {
		return 0
	}
	return models.StoreID(i + 1)
}

// checkClocks compares what happens before the latest event with the oracle.
func (r *testRun) checkClocks(t *testing.T) {
	t.Helper()
	hb := newCandidate(r.m.opts, r.events).hb
	last := len(r.events) - 1
	for i := r.locs; i < last; i++ {
		got := r.m.happened(trace.ThreadID(r.events[i].thread+1), r.number[i], trace.ThreadID(r.events[last].thread+1))
		if want := hb.has(i, last); got != want {
			t.Fatalf("program %v: event %d happens before event %d: %v, want %v", r.p, i+1, last+1, got, want)
		}
	}
}

// checkGraph compares the Memory's constraints with the oracle's.
func (r *testRun) checkGraph(t *testing.T) {
	t.Helper()
	o := newOracle(r.m.opts, r.events)
	if !o.possible() {
		t.Fatalf("program %v: the execution is impossible", r.p)
	}
	for i, a := range r.events {
		for j, b := range r.events {
			if i == j || !a.writes || !b.writes || a.loc != b.loc {
				continue
			}
			l := models.Loc(a.loc)
			x, y := r.m.lookup(l, r.id(i)), r.m.lookup(l, r.id(j))
			if !r.m.locs[l].atomic || x == 0 || y == 0 {
				continue
			}
			if got, want := r.m.precedes(x, y), o.mo.has(i, j); got != want {
				t.Fatalf("program %v: event %d before event %d: %v, want %v", r.p, i+1, j+1, got, want)
			}
		}
	}
}

// checkExtension checks that a modification order that extends the Memory's
// constraints satisfies all axioms.
func (r *testRun) checkExtension(t *testing.T) {
	t.Helper()
	mo := newRelation(len(r.events))
	for l := range r.locs {
		var left, placed []int
		for i, e := range r.events {
			if e.writes && e.loc == l {
				left = append(left, i)
			}
		}
		at := func(i int) int32 { return r.m.lookup(models.Loc(l), r.id(i)) }
		for len(left) > 0 {
			k := slices.IndexFunc(left, func(i int) bool {
				return !slices.ContainsFunc(left, func(j int) bool { return i != j && r.m.precedes(at(j), at(i)) })
			})
			if k < 0 {
				t.Fatalf("program %v: the constraints have a cycle", r.p)
			}
			// The rest of its block follows a head at once.
			block := r.m.stores[at(left[k])].block
			for i := 0; i < len(left); {
				if r.m.stores[at(left[i])].block == block {
					placed = append(placed, left[i])
					left = slices.Delete(left, i, i+1)
				} else {
					i++
				}
			}
		}
		for i, a := range placed {
			for _, b := range placed[i+1:] {
				mo.add(a, b)
			}
		}
	}
	if rc11, fragment := newCandidate(r.m.opts, r.events).consistent(mo); !rc11 || !fragment {
		t.Fatalf("program %v: a modification order that the constraints allow violates the axioms: %v", r.p, r.events)
	}
}

// Every step agrees with the oracle, however much is forgotten.
func TestSteps(t *testing.T) {
	runs := 400
	if !testsize.Long() {
		runs = 60
	}
	for _, o := range []Options{{Prune: KeepAll}, {Prune: Conservative}, {Prune: Aggressive, Window: 8}, {Prune: KeepAll, CXX20: true}, {Prune: Conservative, CXX20: true}} {
		t.Run(fmt.Sprintf("%+v", o), func(t *testing.T) {
			m := newTestMemory(o)
			rng := rand.New(rand.NewPCG(2, uint64(o.Prune)))
			held := rand.New(rand.NewPCG(3, uint64(o.Prune)))
			forgotten := 0
			if o.Prune == Aggressive {
				runs *= 3 // what can go wrong is rarer
			}
			for range runs {
				locs := 1 + rng.IntN(2)
				threads := 2 + rng.IntN(3)
				if rng.IntN(3) == 0 {
					threads += manyViews // locations have an index
				}
				r := newTestRun(m, randomProgram(rng, threads, 10+rng.IntN(25), locs), locs)
				r.watch = func(op *models.Op, got []models.StoreID) {
					want := r.readable(op)
					if o.Prune == Aggressive {
						want = slices.DeleteFunc(want, func(id models.StoreID) bool { return !slices.Contains(got, id) })
					}
					if len(got) == 0 || !slices.Equal(got, want) {
						t.Fatalf("program %v, event %d: readable %v, want %v", r.p, len(r.events)+1, got, want)
					}
				}
				// Sometimes the threads take long turns, and read old stores.
				stay, old := rng.IntN(2) == 0, rng.IntN(2) == 0
				last := -1
				for list := r.enabled(); len(list) > 0; list = r.enabled() {
					next := list[rng.IntN(len(list))]
					if stay && slices.Contains(list, last) && rng.IntN(3) > 0 {
						next = last
					}
					last = next
					r.step(next, func(n int) int {
						if old {
							return rng.IntN(1 + rng.IntN(n))
						}
						return rng.IntN(n)
					})
					if o.Prune == Conservative || o.Prune == Aggressive && rng.IntN(4) == 0 {
						before := m.live
						m.prune()
						forgotten += before - m.live
					}
					r.checkClocks(t)
					m.checkHeld(t, held)
					if o.Prune != Aggressive {
						r.checkGraph(t)
					}
				}
				switch o.Prune {
				case KeepAll:
					r.checkExtension(t)
				default:
					m.checkSlabs(t)
				}
			}
			if o.Prune != KeepAll && forgotten == 0 {
				t.Error("nothing was forgotten")
			}
		})
	}
}

// checkSlabs checks that live and free entries are all that there are.
func (m *Memory) checkSlabs(t *testing.T) {
	t.Helper()
	stores, blocks := 0, 0
	for _, l := range m.atomics {
		at := &m.locs[l]
		if at.base != 0 {
			stores++
		}
		if at.origin != 0 {
			blocks++
		}
		for i := at.views; i != 0; i = m.views[i].next {
			stores += len(m.views[i].stores)
			blocks += len(m.views[i].blocks)
		}
	}
	if fences := len(m.sc.number); stores+fences != m.live {
		t.Fatalf("%d stores and %d fences are kept, %d counted", stores, fences, m.live)
	}
	for s := m.spare.store; s != 0; s = m.stores[s].place {
		stores++
	}
	for b := m.spare.block; b != 0; b = m.blocks[b].out {
		blocks++
	}
	if stores+1 != len(m.stores) || blocks+1 != len(m.blocks) {
		t.Fatalf("%d stores of %d, %d blocks of %d accounted for", stores+1, len(m.stores), blocks+1, len(m.blocks))
	}
}
