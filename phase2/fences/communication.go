package fences

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// A Pair is a store and a load, by site.
type Pair struct{ Store, Load int32 }

func comparePairs(a, b Pair) int {
	return cmp.Or(cmp.Compare(a.Load, b.Load), cmp.Compare(a.Store, b.Store))
}

// A Communication records which threads of a program read from each other in its
// executions.
type Communication struct {
	// Complete says that all executions were explored.
	Complete bool
	seen     map[Pair]bool
	reached  map[OrderSite]bool
	stores   map[bytesAt]map[accessBy]bool
	loads    map[bytesAt]map[accessBy]bool
}

// A bytesAt is a range of bytes; an accessBy is a site in the thread that reached it.
type (
	bytesAt struct {
		addr uint64
		size uint8
	}
	accessBy struct {
		thread int32
		site   int32
	}
)

// newCommunication returns the Communication of no executions.
func newCommunication() *Communication {
	return &Communication{seen: map[Pair]bool{}, reached: map[OrderSite]bool{}, stores: map[bytesAt]map[accessBy]bool{}, loads: map[bytesAt]map[accessBy]bool{}}
}

// communicate explores at most limit executions of a program by the axioms of m. The error
// is that of explore.Run.
func communicate(ctx context.Context, p *code.Program, m *models.Model, machine interp.Options, limit int64) (*Communication, error) {
	c := newCommunication()
	if machine.Coverage == nil {
		machine.Coverage = vm.NewCoverage(p)
	}
	_, err := c.explore(ctx, p, m, machine, limit)
	return c, err
}

// explore adds the executions of an exploration of at most limit executions.
func (c *Communication) explore(ctx context.Context, p *code.Program, m *models.Model, machine interp.Options, limit int64) (*explore.Report, error) {
	found, err := explore.Run(ctx, p, axiom.Of(m), explore.Options{Machine: machine, Workers: 1, MaxExecutions: limit, UnrollEndless: explore.DefaultUnroll, Each: func(x *explore.Execution) { c.add(x.Graph()) }})
	if err != nil {
		return nil, err
	}
	c.Complete = found.Complete
	c.reachAll(machine.Coverage)
	return found, nil
}

// sample adds a random execution.
func (c *Communication) sample(events []trace.Event) {
	by := map[int32]*trace.Event{} // stores, by event ID
	for i := range events {
		e := &events[i]
		if e.Site < 0 || e.Kind == trace.Commit {
			continue
		}
		c.reach(e.Site, e.Kind == trace.CASFail || e.Kind == trace.Load)
		at, own := bytesAt{e.Addr, e.Size}, accessBy{int32(e.Thread), e.Site}
		if e.Kind.Writes() {
			by[e.ID] = e
			insert(c.stores, at, own)
		}
		if e.Kind.Reads() {
			insert(c.loads, at, own)
			if w := by[e.RF]; w != nil && w.Thread != e.Thread {
				c.seen[Pair{w.Site, e.Site}] = true
			}
		}
	}
}

// add adds an explored execution.
func (c *Communication) add(g *explore.Graph) {
	for i := range g.Events {
		e := &g.Events[i]
		if e.Site < 0 {
			continue
		}
		c.reach(e.Site, e.Kind == axiom.FailedRead)
		at, by := bytesAt{e.Addr, e.Size}, accessBy{int32(e.Thread), e.Site}
		if e.Kind.Writes() {
			insert(c.stores, at, by)
		}
		if !e.Kind.Reads() {
			continue
		}
		insert(c.loads, at, by)
		if e.RF < 0 {
			continue
		}
		if w := &g.Events[e.RF]; w.Thread != e.Thread && w.Site >= 0 {
			c.seen[Pair{w.Site, e.Site}] = true
		}
	}
}

// reach notes that an execution reaches a site. failed says that a compare-exchange fails
// there.
func (c *Communication) reach(site int32, failed bool) {
	c.reached[OrderSite{Site: site}] = true
	if failed {
		c.reached[OrderSite{Site: site, Fail: true}] = true
	}
}

// reachAll notes the sites that executions reach, including fences, which have no events.
func (c *Communication) reachAll(by *vm.Coverage) {
	for site := range by.Sites() {
		c.reach(site, false)
	}
}

func insert(to map[bytesAt]map[accessBy]bool, at bytesAt, by accessBy) {
	if to[at] == nil {
		to[at] = map[accessBy]bool{}
	}
	to[at][by] = true
}

// Seen returns the pairs in which the load reads from the store in another thread, by load
// and then by store.
func (c *Communication) Seen() []Pair { return slices.SortedFunc(maps.Keys(c.seen), comparePairs) }

// Missing returns the pairs that were not seen, though both access the same bytes in
// different threads.
func (c *Communication) Missing() []Pair {
	list := map[Pair]bool{}
	for at, loads := range c.loads {
		for load := range loads {
			for store := range c.stores[at] {
				if pair := (Pair{store.site, load.site}); store.thread != load.thread && !c.seen[pair] {
					list[pair] = true
				}
			}
		}
	}
	return slices.SortedFunc(maps.Keys(list), comparePairs)
}

// overlap reports whether two sites access the same bytes in some execution.
func (c *Communication) overlap(a, b int32) bool {
	at := map[bytesAt]int{}
	for _, of := range []map[bytesAt]map[accessBy]bool{c.stores, c.loads} {
		for place, list := range of {
			for by := range list {
				if by.site == a {
					at[place] |= 1
				}
				if by.site == b {
					at[place] |= 2
				}
			}
		}
	}
	for x, one := range at {
		for y, other := range at {
			if one&1 != 0 && other&2 != 0 && x.addr < y.addr+uint64(y.size) && y.addr < x.addr+uint64(x.size) {
				return true
			}
		}
	}
	return false
}
