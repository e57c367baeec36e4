package synth

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"fencepost/trace"
)

// This file has the definitions as they are read: relations are tables of pairs,
// each axiom is computed from nothing but the events, rf and mo, and every order
// of every event is tried. It shares no code with the search.

// A relation is a set of pairs of events.
type relation [MaxEvents][MaxEvents]bool

func relate(n int, f func(a, b int) bool) (r relation) {
	for a := range n {
		for b := range n {
			r[a][b] = f(a, b)
		}
	}
	return r
}

func union(list ...relation) (r relation) {
	for _, s := range list {
		for a := range MaxEvents {
			for b := range MaxEvents {
				r[a][b] = r[a][b] || s[a][b]
			}
		}
	}
	return r
}

func compose(list ...relation) relation {
	r := list[0]
	for _, s := range list[1:] {
		var t relation
		for a := range MaxEvents {
			for b := range MaxEvents {
				if !r[a][b] {
					continue
				}
				for c := range MaxEvents {
					t[a][c] = t[a][c] || s[b][c]
				}
			}
		}
		r = t
	}
	return r
}

func inverse(r relation) relation {
	return relate(MaxEvents, func(a, b int) bool { return r[b][a] })
}

func optional(r relation) relation {
	return relate(MaxEvents, func(a, b int) bool { return a == b || r[a][b] })
}

// closure is the least transitive relation above r: composed until nothing is new.
func closure(r relation) relation {
	for {
		next := union(r, compose(r, r))
		if next == r {
			return r
		}
		r = next
	}
}

func irreflexive(r relation) bool {
	for a := range MaxEvents {
		if r[a][a] {
			return false
		}
	}
	return true
}

func acyclic(r relation) bool { return irreflexive(closure(r)) }

// A situation is an execution of which some events may have been deleted.
type situation struct {
	events []Event
	rf     []int
	place  []int // of a write in mo
	gone   [MaxEvents]bool
	split  int // the read of an RMW that is split; None: there is none
}

func newSituation(events []Event, x *Execution) *situation {
	q := &situation{events: slices.Clone(events), rf: slices.Clone(x.RF), place: make([]int, len(events)), split: None}
	for _, mo := range x.MO {
		for i, w := range mo {
			q.place[w] = i
		}
	}
	return q
}

// allowed reports whether all axioms of the named model hold.
func (q *situation) allowed(model string) bool {
	n := len(q.events)
	ev := q.events
	alive := func(a int) bool { return !q.gone[a] }
	rel := func(f func(a, b int) bool) relation {
		return relate(n, func(a, b int) bool { return alive(a) && alive(b) && f(a, b) })
	}
	the := func(f func(a int) bool) relation { return rel(func(a, b int) bool { return a == b && f(a) }) }
	sameLoc := func(a, b int) bool { return ev[a].Loc != None && ev[a].Loc == ev[b].Loc }
	sb := rel(func(a, b int) bool { return ev[a].Thread == ev[b].Thread && a < b })
	sbLoc := rel(func(a, b int) bool { return sb[a][b] && sameLoc(a, b) })
	rf := rel(func(a, b int) bool { return ev[b].Kind.Reads() && q.rf[b] == a })
	mo := rel(func(a, b int) bool {
		return sameLoc(a, b) && ev[a].Kind.Writes() && ev[b].Kind.Writes() && q.place[a] < q.place[b]
	})
	before := func(a, b int) bool { // what a read overlooks
		return a != b && sameLoc(a, b) && ev[a].Kind.Reads() && ev[b].Kind.Writes() && (q.rf[a] == None || q.place[q.rf[a]] < q.place[b])
	}
	frKept := rel(before)
	fr := rel(func(a, b int) bool { return before(a, b) && (q.rf[a] == None || alive(q.rf[a])) })
	F := the(func(a int) bool { return ev[a].Kind == Fence })
	W := the(func(a int) bool { return ev[a].Kind.Writes() })
	R := the(func(a int) bool { return ev[a].Kind.Reads() })
	U := the(func(a int) bool { return ev[a].Kind == RMW })

	if model == "tso" || model == "sc" {
		if !acyclic(union(sbLoc, rf, mo, fr)) {
			return false
		}
		half := rel(func(a, b int) bool { return ev[a].Half == b && a < b && a != q.split })
		locked := func(a int) bool { return ev[a].Half != None && alive(ev[a].Half) && min(a, ev[a].Half) != q.split }
		for a := range n {
			for b := range n {
				if half[a][b] && compose(fr, mo)[a][b] {
					return false
				}
			}
		}
		kept := rel(func(a, b int) bool {
			if !sb[a][b] {
				return false
			}
			if model == "sc" || !(ev[a].Kind == Write && ev[b].Kind == Read) || locked(a) || locked(b) {
				return true
			}
			for f := a; f < b; f++ {
				if ev[f].Kind == Fence && alive(f) {
					return true
				}
			}
			return false
		})
		return acyclic(union(kept, mo, fr, rel(func(a, b int) bool { return rf[a][b] && ev[a].Thread != ev[b].Thread })))
	}

	is := func(a int, list ...trace.Order) bool { return slices.Contains(list, ev[a].Order) }
	ACQ := the(func(a int) bool {
		return ev[a].Kind != Write && is(a, trace.Acquire, trace.AcqRel, trace.SeqCst)
	})
	REL := the(func(a int) bool {
		return ev[a].Kind != Read && is(a, trace.Release, trace.AcqRel, trace.SeqCst)
	})
	SC := the(func(a int) bool { return is(a, trace.SeqCst) })
	// Atomicity.
	if !irreflexive(rf) || !irreflexive(compose(mo, rf)) || !irreflexive(compose(fr, mo)) || !irreflexive(compose(mo, mo, inverse(rf))) {
		return false
	}
	if model == "c11" {
		rs := compose(W, optional(compose(sbLoc, W)), optional(closure(compose(rf, U))))
		sw := compose(REL, optional(compose(F, sb)), rs, rf, R, optional(compose(sb, F)), ACQ)
		hb := closure(union(sb, sw))
		eco := closure(union(rf, mo, fr))
		if !irreflexive(hb) || !irreflexive(compose(hb, eco)) || !acyclic(union(sb, rf)) {
			return false
		}
		apart := rel(func(a, b int) bool { return sb[a][b] && !sameLoc(a, b) })
		scb := union(sb, compose(apart, hb, apart), rel(func(a, b int) bool { return hb[a][b] && sameLoc(a, b) }), mo, frKept)
		FSC := compose(F, SC)
		base := compose(union(SC, compose(FSC, optional(hb))), scb, union(SC, compose(optional(hb), FSC)))
		kept := closure(union(rf, mo, frKept))
		return acyclic(union(base, compose(FSC, union(hb, compose(hb, kept, hb)), FSC)))
	}
	member := func(head, w int) bool { return ev[w].Thread == ev[head].Thread || ev[w].Kind == RMW }
	rs := rel(func(a, b int) bool {
		if a == b {
			return ev[a].Kind.Writes()
		}
		if !mo[a][b] || !member(a, b) {
			return false
		}
		for c := range n {
			if mo[a][c] && mo[c][b] && !member(a, c) {
				return false
			}
		}
		return true
	})
	sw := compose(REL, optional(compose(F, sb)), W, rs, rf, R, optional(compose(sb, F)), ACQ)
	sw = rel(func(a, b int) bool { return sw[a][b] && ev[a].Thread != ev[b].Thread })
	hb := closure(union(sb, sw))
	if !irreflexive(hb) || !irreflexive(compose(union(mo, fr), optional(rf), hb)) || !irreflexive(compose(rf, hb)) {
		return false
	}
	s := compose(SC, optional(compose(F, sb)), union(hb, frKept, mo), optional(compose(sb, F)), SC)
	return acyclic(rel(func(a, b int) bool { return a != b && s[a][b] }))
}

// weakenings are the orders one step below that of an event.
func weakenings(e Event) []trace.Order {
	half := map[Kind]trace.Order{Read: trace.Acquire, Write: trace.Release}
	switch e.Order {
	case trace.SeqCst:
		if o, ok := half[e.Kind]; ok {
			return []trace.Order{o}
		}
		return []trace.Order{trace.AcqRel}
	case trace.AcqRel:
		return []trace.Order{trace.Acquire, trace.Release}
	case trace.Acquire, trace.Release:
		if e.Kind == Fence {
			return nil // no fence: the deletion
		}
		return []trace.Order{trace.Relaxed}
	}
	return nil
}

// minimalByDefinition says why an execution is not minimal; "" if it is.
func minimalByDefinition(model string, events []Event, x *Execution) string {
	if newSituation(events, x).allowed(model) {
		return "it is allowed"
	}
	for e := range events {
		q := newSituation(events, x)
		q.gone[e] = true
		if h := events[e].Half; h != None {
			q.gone[h] = true
		}
		if !q.allowed(model) {
			return fmt.Sprintf("it stays forbidden without event %d", e)
		}
		for _, o := range weakenings(events[e]) {
			q := newSituation(events, x)
			q.events[e].Order = o
			if !q.allowed(model) {
				return fmt.Sprintf("it stays forbidden with event %d %v", e, o)
			}
		}
		if h := events[e].Half; h > e {
			q := newSituation(events, x)
			q.split = e
			if !q.allowed(model) {
				return fmt.Sprintf("it stays forbidden with the RMW at %d split", e)
			}
		}
	}
	return ""
}

// strengthenings are the orders one step above that of an event.
func strengthenings(e Event) []trace.Order {
	half := map[Kind]trace.Order{Read: trace.Acquire, Write: trace.Release}
	switch e.Order {
	case trace.Relaxed:
		if o, ok := half[e.Kind]; ok {
			return []trace.Order{o}
		}
		return []trace.Order{trace.Acquire, trace.Release}
	case trace.Acquire, trace.Release:
		if _, ok := half[e.Kind]; !ok {
			return []trace.Order{trace.AcqRel}
		}
		return []trace.Order{trace.SeqCst}
	case trace.AcqRel:
		return []trace.Order{trace.SeqCst}
	}
	return nil
}

// maximalByDefinition says why an execution is not maximal; "" if it is.
func maximalByDefinition(model string, events []Event, x *Execution) string {
	allowed := func(gone, raised int, o trace.Order) bool {
		q := newSituation(events, x)
		if gone != None {
			q.gone[gone] = true
		}
		if raised != None {
			q.events[raised].Order = o
		}
		return q.allowed(model)
	}
	if !allowed(None, None, 0) {
		return "it is forbidden"
	}
	for e := range events {
		needed := false
		for f := range events {
			for _, o := range strengthenings(events[f]) {
				if allowed(None, f, o) {
					return fmt.Sprintf("it is allowed with event %d %v", f, o)
				}
				needed = needed || e == f || allowed(e, f, o)
			}
		}
		if !needed {
			return fmt.Sprintf("event %d changes nothing", e)
		}
	}
	return ""
}

// countByDefinition counts the tests of a size with at most one RMW, which judge finds nothing
// against.
func countByDefinition(m *Model, size int, anyLocations bool, judge func(string, []Event, *Execution) string) (without, with int) {
	seen := make(map[string]bool)
	events := make([]Event, size)
	orders := map[Kind][]trace.Order{
		Read:  {trace.Relaxed, trace.Acquire, trace.SeqCst},
		Write: {trace.Relaxed, trace.Release, trace.SeqCst},
		RMW:   {trace.Relaxed, trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst},
		Fence: {trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst},
	}
	if !m.orders {
		plain := []trace.Order{trace.Plain}
		orders = map[Kind][]trace.Order{Read: plain, Write: plain}
		if m.fences {
			orders[Fence] = plain
		}
	}
	var program func(e, rmws int)
	var ordered func(e int, x *Execution)
	ordered = func(e int, x *Execution) {
		if e < size {
			for _, o := range orders[events[e].Kind] {
				events[e].Order = o
				ordered(e+1, x)
			}
			return
		}
		if k := naiveKey(events); !seen[k] && judge(m.Name, events, x) == "" {
			seen[k] = true
			if strings.ContainsAny(k, "U+") {
				with++
			} else {
				without++
			}
		}
	}
	strongest := func() []Event {
		top := slices.Clone(events)
		for i := range top {
			list := orders[top[i].Kind]
			top[i].Order = list[len(list)-1]
		}
		return top
	}
	program = func(e, rmws int) {
		if e == size {
			if events[size-1].Thread == 0 && m.orders || !anyLocations && naiveLocations(events) < 2 || !written(events) {
				return
			}
			top := strongest()
			allExecutions(events, func(x *Execution) {
				if !newSituation(top, x).allowed(m.Name) {
					ordered(0, x)
				}
			})
			return
		}
		threads := []int{0}
		if e > 0 {
			threads = []int{events[e-1].Thread, events[e-1].Thread + 1}
		}
		for _, th := range threads {
			for _, k := range []Kind{Read, Write, RMW, Fence} {
				if len(orders[k]) == 0 || k == RMW && rmws > 0 {
					continue
				}
				r := rmws
				if k == RMW {
					r++
				}
				if k == Fence {
					events[e] = Event{Kind: k, Thread: th, Loc: None, Half: None}
					program(e+1, r)
					continue
				}
				for l := range naiveLocations(events[:e]) + 1 {
					events[e] = Event{Kind: k, Thread: th, Loc: l, Half: None}
					program(e+1, r)
					if !m.orders && k == Write && e > 0 && r == 0 && events[e-1].Kind == Read && events[e-1].Thread == th && events[e-1].Loc == l {
						events[e].Half, events[e-1].Half = e-1, e
						program(e+1, r+1)
						events[e-1].Half = None
					}
				}
			}
		}
	}
	program(0, 0)
	return without, with
}

func naiveLocations(events []Event) int {
	n := 0
	for _, e := range events {
		n = max(n, e.Loc+1)
	}
	return n
}

// written reports whether each location has a write.
func written(events []Event) bool {
	for l := range naiveLocations(events) {
		if !slices.ContainsFunc(events, func(e Event) bool { return e.Loc == l && e.Kind.Writes() }) {
			return false
		}
	}
	return true
}

// allExecutions visits every rf and mo of a program.
func allExecutions(events []Event, visit func(*Execution)) {
	x := &Execution{RF: make([]int, len(events)), MO: make([][]int, naiveLocations(events))}
	var mo func(l int)
	var rf func(e int)
	rf = func(e int) {
		if e == len(events) {
			mo(0)
			return
		}
		x.RF[e] = None
		rf(e + 1)
		if !events[e].Kind.Reads() {
			return
		}
		for w := range events {
			if w != e && events[w].Loc == events[e].Loc && events[w].Kind.Writes() {
				x.RF[e] = w
				rf(e + 1)
			}
		}
		x.RF[e] = None
	}
	mo = func(l int) {
		if l == len(x.MO) {
			visit(x)
			return
		}
		var writes []int
		for e := range events {
			if events[e].Loc == l && events[e].Kind.Writes() {
				writes = append(writes, e)
			}
		}
		permutations(writes, func(p []int) {
			x.MO[l] = slices.Clone(p)
			mo(l + 1)
		})
	}
	rf(0)
}

func permutations(list []int, visit func([]int)) {
	if len(list) == 0 {
		visit(nil)
		return
	}
	for i, first := range list {
		rest := append(slices.Clone(list[:i]), list[i+1:]...)
		permutations(rest, func(p []int) { visit(append([]int{first}, p...)) })
	}
}

// naiveKey is the least text of a program over all names of its locations.
func naiveKey(events []Event) string {
	names := make([]int, naiveLocations(events))
	for i := range names {
		names[i] = i
	}
	best := ""
	permutations(names, func(p []int) {
		threads := make([]string, events[len(events)-1].Thread+1)
		for i, e := range events {
			loc := "-"
			if e.Loc != None {
				loc = fmt.Sprint(p[e.Loc])
			}
			half := ""
			if e.Half > i {
				half = "+"
			}
			threads[e.Thread] += e.Kind.String() + loc + half + e.Order.String() + " "
		}
		sort.Strings(threads)
		if k := strings.Join(threads, "|"); best == "" || k < best {
			best = k
		}
	})
	return best
}
