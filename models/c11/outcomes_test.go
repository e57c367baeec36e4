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

// operational returns the outcomes of all choices on a Memory: what each
// operation read, and the final values of the locations.
func operational(m *Memory, p testProgram, locs int) map[string]bool {
	out := map[string]bool{}
	var path, width []int
	for {
		at := 0
		choose := func(n int) int {
			if at == len(path) {
				path, width = append(path, 0), append(width, n)
			}
			at++
			return path[at-1]
		}
		r := newTestRun(m, p, locs)
		for list := r.enabled(); len(list) > 0; list = r.enabled() {
			r.step(list[choose(len(list))], choose)
		}
		r.finals(nil, func(values []uint64) { out[outcome(r.events, p, values)] = true })
		for len(path) > 0 && path[len(path)-1]+1 == width[len(path)-1] {
			path, width = path[:len(path)-1], width[:len(path)-1]
		}
		if len(path) == 0 {
			return out
		}
		path[len(path)-1]++
	}
}

// finals calls f with every combination of final values.
func (r *testRun) finals(values []uint64, f func([]uint64)) {
	if len(values) == r.locs {
		f(values)
		return
	}
	for _, v := range r.m.Finals(nil, models.Loc(len(values))) {
		r.finals(append(values, v), f)
	}
}

// outcome lists what was read, by thread and position, and the final values.
func outcome(events []event, p testProgram, values []uint64) string {
	s := ""
	for t := range p {
		for _, e := range events {
			if e.thread == t && e.reads {
				s += fmt.Sprintf("%d:%d ", t, e.read)
			}
		}
	}
	return s + fmt.Sprint(values)
}

// axiomatic returns the outcomes of all execution graphs that are of RC11, and
// whether each is of the fragment as well.
func axiomatic(opts Options, p testProgram, locs int) map[string]bool {
	out := map[string]bool{}
	var events []event
	for l := range locs {
		events = append(events, event{thread: -1, loc: l, order: trace.Relaxed, writes: true, rf: -1})
	}
	var ops []testOp
	for t := range p {
		for _, o := range p[t] {
			e := event{thread: t, loc: int(o.loc), order: o.order, rf: -1, wrote: o.value,
				reads: o.kind == trace.Load || o.kind == trace.RMW, writes: o.kind == trace.Store || o.kind == trace.RMW, fence: o.kind == trace.Fence}
			if e.fence {
				e.loc = -1
			}
			events, ops = append(events, e), append(ops, o)
		}
	}
	var read func(i int)
	read = func(i int) {
		if i == len(events) {
			orders(opts, events, locs, func(g *candidate, mo relation, values []uint64) {
				if rc11, fragment := g.consistent(mo); rc11 {
					o := outcome(events, p, values)
					out[o] = out[o] || fragment
				}
			})
			return
		}
		if !events[i].reads {
			read(i + 1)
			return
		}
		was := events[i]
		for j, w := range events {
			o := ops[i-locs]
			if w.loc != was.loc || j == i || j >= locs && ops[j-locs].kind == trace.Load || w.fence {
				continue
			}
			e := was
			e.rf, e.read = j, w.wrote
			if o.cas && e.read != o.expect {
				e.writes, e.order = false, o.fail
			}
			events[i] = e
			read(i + 1)
		}
		events[i] = was
	}
	read(locs)
	return out
}

// orders calls f with every modification order of the events, and the values that
// it ends with.
func orders(opts Options, events []event, locs int, f func(g *candidate, mo relation, values []uint64)) {
	for _, e := range events {
		if e.reads && !events[e.rf].writes {
			return // from a compare-exchange that failed
		}
	}
	g := newCandidate(opts, events)
	if g.contested || g.sbrf.reflexive() || g.hb.reflexive() {
		return
	}
	mo := newRelation(len(events))
	values := make([]uint64, locs)
	var place func(l int, left []int, placed []int)
	next := func(l int) {
		var writes []int
		for i, e := range events {
			if e.writes && e.loc == l && i != l {
				writes = append(writes, i)
			}
		}
		place(l, writes, []int{l})
	}
	place = func(l int, left, placed []int) {
		if len(left) > 0 {
			for i, w := range left {
				rest := append(slices.Clone(left[:i]), left[i+1:]...)
				place(l, rest, append(slices.Clone(placed), w))
			}
			return
		}
		for i, a := range placed {
			mo[a] = 0
			for _, b := range placed[i+1:] {
				mo.add(a, b)
			}
		}
		values[l] = events[placed[len(placed)-1]].wrote
		if l+1 < locs {
			next(l + 1)
			return
		}
		f(g, mo, values)
	}
	next(0)
}

// Enumerating all choices gives exactly the outcomes of RC11, with C11's release
// sequences or C++20's, restricted to the fragment.
func TestOutcomes(t *testing.T) {
	for _, o := range []Options{{Prune: KeepAll}, {Every: 1}, {Every: 1, CXX20: true}} {
		t.Run(fmt.Sprintf("%+v", o), func(t *testing.T) {
			m := newTestMemory(o)
			r := rand.New(rand.NewPCG(1, uint64(o.Prune)))
			programs := testsize.Count(80, 200)
			beyond := 0
			for i := range programs {
				s := shapes[i%len(shapes)]
				p, locs := s.program(r), s.locs()
				if i%4 == 0 {
					locs = 1 + r.IntN(2)
					p = randomProgram(r, 2+r.IntN(2), 4+r.IntN(3), locs)
				}
				beyond += compareOutcomes(t, p, operational(m, p, locs), axiomatic(o, p, locs))
			}
			t.Logf("%d outcomes of RC11 lie outside the fragment", beyond)
		})
	}
}

func compareOutcomes(t *testing.T, p testProgram, got, want map[string]bool) (beyond int) {
	t.Helper()
	for o := range got {
		if !want[o] {
			t.Fatalf("program %v: outcome %s, which the fragment of RC11 forbids", p, o)
		}
	}
	for o, fragment := range want {
		switch {
		case !fragment:
			beyond++
		case !got[o]:
			t.Fatalf("program %v: outcome %s is not reached", p, o)
		}
	}
	return beyond
}

func newTestMemory(o Options) *Memory {
	return New(o).New(&models.Log{}).(*Memory)
}
