package synth

import (
	"slices"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/models/cat"
	"fencepost/trace"
)

// TestCat holds every test of sizes up to 5 against the pages of text of the same
// models: they forbid each execution, and allow it once any event is weakened. A
// page does not know that a read whose source is deleted keeps its place in the
// seq_cst axiom, and so allows more there.
func TestCat(t *testing.T) {
	t.Parallel()
	rmws := testsize.Count(2, 5)
	for _, m := range Models() {
		page, err := cat.Load(m.Name)
		if err != nil {
			t.Fatal(err)
		}
		c := page.NewChecker()
		checked := 0
		for size := 2; size <= 5; size++ {
			for _, test := range run(t, m, Options{Size: size, MaxRMWs: rmws, AnyLocations: true, Workers: 1}).Tests {
				for i := range test.Executions {
					x := &test.Executions[i]
					if c.Check(candidate(page, newSituation(test.Events, x))) {
						t.Errorf("%s.cat allows %s %v", m.Name, test.Name, test.Events)
					}
					relaxed(test.Events, x, func(q *situation) {
						checked++
						if !c.Check(candidate(page, q)) {
							t.Errorf("%s.cat forbids %s without %v, split %d: %v", m.Name, test.Name, q.gone, q.split, q.events)
						}
					})
				}
			}
		}
		if checked < 50 {
			t.Errorf("%s: %d relaxations", m.Name, checked)
		}
	}
}

// relaxed visits an execution after each weakening of one event.
func relaxed(events []Event, x *Execution, visit func(*situation)) {
	for e := range events {
		q := newSituation(events, x)
		q.gone[e] = true
		if h := events[e].Half; h != None {
			q.gone[h] = true
		}
		visit(q)
		for _, o := range weakenings(events[e]) {
			q := newSituation(events, x)
			q.events[e].Order = o
			visit(q)
		}
		if events[e].Half > e {
			q := newSituation(events, x)
			q.split = e
			visit(q)
		}
	}
}

// candidate returns an execution as a page takes it: the events that are left,
// then the initial writes.
func candidate(page *cat.Model, q *situation) *cat.Candidate {
	x := page.NewCandidate()
	var events []int // of q; the initial write of location l is -1-l
	for e := range q.events {
		if !q.gone[e] {
			events = append(events, e)
		}
	}
	for l := range naiveLocations(q.events) {
		events = append(events, -1-l)
	}
	x.N = len(events)
	for i, name := range page.Sets() {
		for n, e := range events {
			if inSet(name, q, e) {
				x.Sets[i] |= 1 << n
			}
		}
	}
	for i, name := range page.Rels() {
		for a, e := range events {
			for b, f := range events {
				if inRelation(name, q, e, f) {
					x.Rels[i].Add(a, b)
				}
			}
		}
	}
	return x
}

func inSet(name string, q *situation, e int) bool {
	if e < 0 {
		return name == "W" || name == "IW"
	}
	ev := q.events[e]
	orders := map[string]trace.Order{"RLX": trace.Relaxed, "ACQ": trace.Acquire, "REL": trace.Release, "ACQ_REL": trace.AcqRel, "SC": trace.SeqCst}
	if o, ok := orders[name]; ok {
		return ev.Order == o
	}
	switch name {
	case "R":
		return ev.Kind.Reads()
	case "W":
		return ev.Kind.Writes()
	case "F":
		return ev.Kind == Fence
	case "RMW":
		return ev.Kind == RMW
	case "MFENCE", "StoreLoad":
		return ev.Kind == Fence && ev.Order == trace.Plain
	case "A":
		return ev.Order != trace.Plain && ev.Kind != Fence
	case "X":
		return locked(q, e)
	}
	return false
}

// locked reports whether event e is half of an RMW that is whole.
func locked(q *situation, e int) bool {
	h := q.events[e].Half
	return h != None && !q.gone[h] && min(e, h) != q.split
}

func inRelation(name string, q *situation, e, f int) bool {
	place := func(e int) int {
		if e < 0 {
			return -1
		}
		return q.place[e]
	}
	loc := func(e int) int {
		if e < 0 {
			return -1 - e
		}
		return q.events[e].Loc
	}
	program := e >= 0 && f >= 0
	amo := program && locked(q, e) && q.events[e].Half == f && e < f
	same := loc(e) != None && loc(e) == loc(f)
	switch name {
	case "po":
		return program && e < f && q.events[e].Thread == q.events[f].Thread && !amo
	case "int":
		return program && q.events[e].Thread == q.events[f].Thread
	case "loc":
		return same
	case "amo":
		return amo
	case "rf":
		if f < 0 || !q.events[f].Kind.Reads() {
			return false
		}
		if q.rf[f] == None {
			return e < 0 && same
		}
		return q.rf[f] == e
	case "co":
		writes := func(e int) bool { return e < 0 || slices.Contains([]Kind{Write, RMW}, q.events[e].Kind) }
		return same && e != f && writes(e) && writes(f) && place(e) < place(f)
	}
	return false
}
