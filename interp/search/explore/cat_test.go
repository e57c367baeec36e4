package explore_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"

	"fencepost/interp/hardware/litmus"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
	"fencepost/models/cat"
	"fencepost/trace"
)

// This file compares the models written in cat with the search's own conditions.

// A catEvent is an event of the cat models.
type catEvent struct {
	thread                    int // -1: initial write
	read, write, fence        bool
	rmw                       bool // part of an RMW, or a failed one
	create, join              bool
	loc                       int // -1: none
	order                     trace.Order
	hw                        trace.FenceKind
	rf                        int // reads: number of the write
	place                     int // writes: place in co of the location
	pair, created, joinedWith int // the other half; the created thread; the joined thread; or -1
}

// catSets and catRels are the base sets and relations that the models read.
var (
	catSets = map[string]func(e *catEvent) bool{
		"R":          func(e *catEvent) bool { return e.read },
		"W":          func(e *catEvent) bool { return e.write },
		"F":          func(e *catEvent) bool { return e.fence },
		"IW":         func(e *catEvent) bool { return e.thread < 0 },
		"RMW":        func(e *catEvent) bool { return e.read && e.write },
		"X":          func(e *catEvent) bool { return e.rmw },
		"A":          func(e *catEvent) bool { return (e.read || e.write) && e.order != trace.Plain },
		"Create":     func(e *catEvent) bool { return e.create },
		"Join":       func(e *catEvent) bool { return e.join },
		"MFENCE":     func(e *catEvent) bool { return false },
		"StoreLoad":  func(e *catEvent) bool { return e.fence && e.hw == trace.StoreLoad },
		"StoreStore": func(e *catEvent) bool { return e.fence && e.hw == trace.StoreStore },
		"LoadLoad":   func(e *catEvent) bool { return e.fence && e.hw == trace.LoadLoad },
		"CON":        func(e *catEvent) bool { return e.order == trace.Consume },
		"ACQ":        func(e *catEvent) bool { return e.order == trace.Acquire },
		"REL":        func(e *catEvent) bool { return e.order == trace.Release },
		"ACQ_REL":    func(e *catEvent) bool { return e.order == trace.AcqRel },
		"SC":         func(e *catEvent) bool { return e.order == trace.SeqCst },
	}
	catRels = map[string]func(events []catEvent, a, b int) bool{
		"po":   func(ev []catEvent, a, b int) bool { return a < b && ev[a].sameThread(&ev[b]) },
		"int":  func(ev []catEvent, a, b int) bool { return ev[a].sameThread(&ev[b]) },
		"loc":  func(ev []catEvent, a, b int) bool { return ev[a].sameLoc(&ev[b]) },
		"rf":   func(ev []catEvent, a, b int) bool { return ev[b].read && ev[b].rf == a },
		"amo":  func(ev []catEvent, a, b int) bool { return ev[a].read && ev[a].pair == b },
		"lxsx": func(ev []catEvent, a, b int) bool { return false },
		"co": func(ev []catEvent, a, b int) bool {
			return ev[a].write && ev[b].write && ev[a].place < ev[b].place && ev[a].sameLoc(&ev[b])
		},
		"tc": func(ev []catEvent, a, b int) bool {
			return ev[a].create && ev[a].created == ev[b].thread || ev[b].join && ev[b].joinedWith == ev[a].thread
		},
	}
)

func (e *catEvent) sameThread(o *catEvent) bool { return e.thread >= 0 && e.thread == o.thread }
func (e *catEvent) sameLoc(o *catEvent) bool    { return e.loc >= 0 && e.loc == o.loc }

// A catChecker checks lists of events against a cat model.
type catChecker struct {
	m    *cat.Model
	c    *cat.Checker
	x    *cat.Candidate
	sets []func(e *catEvent) bool
	rels []func(events []catEvent, a, b int) bool
}

func newCatChecker(t testing.TB, name string) *catChecker {
	m, err := cat.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	c := &catChecker{m: m, c: m.NewChecker(), x: m.NewCandidate()}
	for _, n := range m.Sets() {
		f, ok := catSets[n]
		if !ok {
			t.Fatal("set ", n)
		}
		c.sets = append(c.sets, f)
	}
	for _, n := range m.Rels() {
		f, ok := catRels[n]
		if !ok {
			t.Fatal("relation ", n)
		}
		c.rels = append(c.rels, f)
	}
	return c
}

// consistent reports whether the events satisfy the model. Threads' events are in
// program order.
func (c *catChecker) consistent(events []catEvent) bool {
	c.x.N = len(events)
	for i, in := range c.sets {
		c.x.Sets[i] = 0
		for e := range events {
			if in(&events[e]) {
				c.x.Sets[i] |= 1 << e
			}
		}
	}
	for i, related := range c.rels {
		r := c.x.Rels[i]
		clear(r)
		for a := range events {
			for b := range events {
				if related(events, a, b) {
					r.Add(a, b)
				}
			}
		}
	}
	return c.c.Check(c.x)
}

// catEvents returns the nodes of a candidate graph without the absent ones.
func (b *brute) catEvents() (list []catEvent) {
	number := make([]int, len(b.nodes))
	for n := range b.nodes {
		number[n] = len(list)
		if b.nodes[n].kind == '-' {
			continue
		}
		x := &b.nodes[n]
		e := catEvent{thread: x.thread, read: x.isRead(), write: x.isWrite(), rmw: strings.IndexByte("UCuw", x.kind) >= 0,
			loc: x.loc, order: x.order, rf: -1, place: b.place[n], pair: -1, created: -1, joinedWith: -1}
		if !x.access() {
			e.fence, e.loc = true, -1
			e.hw = trace.FenceKind(max(0, strings.IndexByte(" lsf", x.kind)))
		}
		list = append(list, e)
	}
	for n := range b.nodes {
		x := &b.nodes[n]
		if x.kind == '-' {
			continue
		}
		if x.isRead() {
			list[number[n]].rf = number[b.rf[n]]
		}
		if x.pair >= 0 && x.kind != 'C' {
			list[number[n]].pair = number[x.pair]
		}
	}
	return list
}

// TestCatOnCandidates checks every candidate graph of random programs against the cat text.
// It must allow the same graphs as the axioms of brute_test.go, which
// TestAgreesWithBruteForce compares with the search.
func TestCatOnCandidates(t *testing.T) {
	t.Parallel()
	for k, m := range append(axiom.All(), axiom.RC20) {
		c := newCatChecker(t, m.Name)
		r := rand.New(rand.NewPCG(*seed, uint64(100+k)))
		judged, allowed := 0, 0
		for range *programs {
			p := randomProgram(r, 2+r.IntN(2), 3+r.IntN(3), 2)
			bruteForceEach(p, m.Name, func(b *brute, consistent bool) {
				judged++
				if consistent {
					allowed++
				}
				if got := c.consistent(b.catEvents()); got != consistent && !t.Failed() {
					t.Errorf("%s: cat says %v, the definition %v\n%s%s", m.Name, got, consistent, p, b.key())
				}
			})
		}
		t.Logf("%s: %d of %d allowed", m.Name, allowed, judged)
		if allowed < *programs || judged-allowed < *programs {
			t.Errorf("%s: only %d of %d candidates are allowed", m.Name, allowed, judged)
		}
	}
}

// catEventsOf returns the events of an explored graph that the cat models have.
func catEventsOf(g *explore.Graph) (list []catEvent) {
	inits := map[uint64]int{}
	for _, e := range g.Events {
		if _, ok := inits[e.Addr]; e.Kind.Accesses() && !ok {
			inits[e.Addr] = len(list)
			list = append(list, catEvent{thread: -1, write: true, loc: len(list), rf: -1, pair: -1, created: -1, joinedWith: -1})
		}
	}
	number := make([]int, len(g.Events))
	for i, e := range g.Events {
		x := catEvent{thread: int(e.Thread), read: e.Kind.Reads(), write: e.Kind.Writes(), loc: -1, order: e.Order,
			rf: -1, pair: -1, created: -1, joinedWith: -1}
		switch {
		case e.Kind.Accesses():
			x.loc, x.place = inits[e.Addr], e.CoPosition
			x.rmw = e.Kind == axiom.FailedRead || e.Kind == axiom.ExclusiveRead || e.Kind == axiom.ExclusiveWrite
		case e.Kind == axiom.Fence:
			x.fence, x.hw = true, e.Fence
		case e.Kind == axiom.Create:
			x.create, x.created = true, int(e.Peer)
		case e.Kind == axiom.Join:
			x.join, x.joinedWith = true, int(e.Peer)
		default:
			continue
		}
		if x.read {
			x.rf = x.loc
			if e.RF >= 0 {
				x.rf = number[e.RF]
			}
		}
		number[i] = len(list)
		list = append(list, x)
		if e.Kind == axiom.ExclusiveWrite {
			for k := len(list) - 2; k >= 0; k-- {
				if r := &list[k]; r.thread == x.thread {
					r.pair = len(list) - 1
					break
				}
			}
		}
	}
	return list
}

// TestCatOnCorpus checks every explored graph of the C corpus against the cat text.
func TestCatOnCorpus(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../hardware/litmus/testdata/c11/*.litmus")
	if err != nil || len(files) == 0 {
		t.Fatal("no corpus: ", err)
	}
	for _, m := range append(axiom.All(), axiom.RC20) {
		c := newCatChecker(t, m.Name)
		judged := 0
		for k, file := range files {
			if testing.Short() && k%10 != 0 || testsize.LeftOut(4, k) {
				continue
			}
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			test, err := litmus.Parse(filepath.Base(file), src)
			if err != nil {
				t.Fatal(err)
			}
			_, err = explore.Run(context.Background(), test.Program, m, explore.Options{Workers: 1, Machine: interp.Options{Semantics: interp.Semantics{WeakFail: true}},
				Each: func(x *explore.Execution) {
					events := catEventsOf(x.Graph())
					if len(events) > 64 {
						return
					}
					judged++
					if !c.consistent(events) && !t.Failed() {
						axiom, cycle := c.c.Violated()
						t.Errorf("%s %s: cat forbids an execution: %s %v", file, m.Name, c.m.Axioms()[axiom], cycle)
					}
				}})
			if err != nil {
				t.Fatal(err)
			}
		}
		t.Logf("%s: %d graphs", m.Name, judged)
		if judged < len(files)/10 {
			t.Errorf("%s: only %d graphs", m.Name, judged)
		}
	}
}
