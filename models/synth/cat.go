package synth

import (
	"fmt"
	"slices"
	"sync"

	"fencepost/models/cat"
	"fencepost/trace"
)

// FromCat returns a model written in cat. If it has C11 orders, accesses and fences have
// them. Otherwise there are plain accesses, RMWs of two events, and the model's full fence,
// if it has one.
//
// The search assumes that stronger orders, and more events, forbid no less. A page does not
// know the place of a read whose source is deleted. So it may allow more than a model of
// this package, and have more tests.
func FromCat(page *cat.Model) (*Model, error) {
	m := &Model{Name: page.Name(), rmws: halves, minThreads: 1, axioms: page.Axioms(), prepare: func(*frame) {}}
	for _, name := range page.Sets() {
		m.fences = m.fences || slices.Contains(fullFences, name)
		if _, ok := orderTags[name]; ok {
			m.orders, m.rmws, m.minThreads = true, single, 2
		}
	}
	switch {
	case m.orders && page.SplitsRMWs():
		return nil, fmt.Errorf("%s: tests of a model in which an RMW of C is two events are not supported", page.Name())
	case len(m.axioms) == 0:
		return nil, fmt.Errorf("%s: it forbids nothing", page.Name())
	}
	m.fences = m.fences && !m.orders
	pool := sync.Pool{New: func() any {
		return &pageChecker{model: m, page: page, checker: page.NewChecker(), candidate: page.NewCandidate()}
	}}
	m.broken = func(f *frame, o orders, all bool) axiomSet {
		c := pool.Get().(*pageChecker)
		defer pool.Put(c)
		return c.broken(f, o, all)
	}
	return m, nil
}

// fullFences are the names of full fences in models.
var fullFences = []string{"MFENCE", "DMB", "DMB.SY", "SYNC", "Fence.rw.rw", "StoreLoad"}

// orderTags are the C11 orders by their names in models.
var orderTags = map[string]trace.Order{"RLX": trace.Relaxed, "ACQ": trace.Acquire, "REL": trace.Release, "ACQ_REL": trace.AcqRel, "SC": trace.SeqCst}

// A pageChecker checks executions against a page.
type pageChecker struct {
	model     *Model
	page      *cat.Model
	checker   *cat.Checker
	candidate *cat.Candidate
	events    []int // of the frame; the initial write of location l is -1-l
	violated  []int
}

func (c *pageChecker) broken(f *frame, o orders, all bool) axiomSet {
	c.fill(f, o)
	if !all {
		if c.checker.Check(c.candidate) {
			return 0
		}
		return 1
	}
	var out axiomSet
	c.violated = c.checker.Violations(c.violated[:0], c.candidate)
	for _, i := range c.violated {
		out |= 1 << min(i, 7)
	}
	return out
}

// fill makes the candidate of a frame: its events, then the initial writes.
func (c *pageChecker) fill(f *frame, o orders) {
	s := f.skeleton
	c.events = c.events[:0]
	for e := range s.n {
		if f.alive.has(e) {
			c.events = append(c.events, e)
		}
	}
	for l := range s.locs {
		c.events = append(c.events, -1-l)
	}
	x := c.candidate
	x.N = len(c.events)
	clear(x.Sets)
	for i, name := range c.page.Sets() {
		for n, e := range c.events {
			if c.inSet(name, f, o, e) {
				x.Sets[i] |= 1 << n
			}
		}
	}
	for i, name := range c.page.Rels() {
		clear(x.Rels[i][:x.N])
		for n, e := range c.events {
			for k, g := range c.events {
				if related(name, f, e, g) {
					x.Rels[i].Add(n, k)
				}
			}
		}
	}
}

func (c *pageChecker) inSet(name string, f *frame, o orders, e int) bool {
	if e < 0 {
		return name == "W" || name == "IW"
	}
	kind := f.skeleton.kind[e]
	if order, ok := orderTags[name]; ok {
		return o.level(e).order() == order
	}
	switch name {
	case "R":
		return kind.Reads()
	case "W":
		return kind.Writes()
	case "F":
		return kind == Fence
	case "RMW":
		return kind == RMW
	case "A":
		return c.model.orders && kind != Fence
	case "X":
		return (f.rmw | f.rmw.transposed()).from(1<<e) != 0
	}
	return kind == Fence && !c.model.orders && slices.Contains(fullFences, name)
}

// related reports whether events are in a base relation.
func related(name string, f *frame, e, g int) bool {
	s := f.skeleton
	if e < 0 && g < 0 {
		return name == "loc" && e == g
	}
	location := func(e int) int {
		if e < 0 {
			return -1 - e
		}
		return int(s.loc[e])
	}
	same := location(e) >= 0 && location(e) == location(g)
	program := e >= 0 && g >= 0
	amo := program && f.rmw&pair(e, g) != 0
	switch name {
	case "po":
		return program && f.sb&pair(e, g) != 0 && !amo
	case "int":
		return program && s.thread[e] == s.thread[g]
	case "loc":
		return same
	case "amo":
		return amo
	case "rf":
		if e < 0 {
			return same && s.kind[g].Reads() && s.rf[g] < 0
		}
		return program && f.rf&pair(e, g) != 0
	case "co":
		if e < 0 {
			return same && s.kind[g].Writes()
		}
		return program && f.mo&pair(e, g) != 0
	}
	return false
}
