package phase2

import (
	"math"
	"math/bits"
	"slices"

	"fencepost/predict"
	"fencepost/trace"
)

// A finder decides whether a trace holds a cycle: events e1 ... en of the
// cycle's sites, each pair (odd, even) in program order in a thread of its own,
// each pair (even, odd) in conflict order, and so round to e1 (section 4.3).
//
// The cost is O(events + k^2) for k events of the cycle's sites, for cycles of
// two threads: for each e1, the later positions are passed once.
type finder struct {
	positions []uint16 // by site: bit j is set if the site is the cycle's j-th
	marked    []int32
	n         int

	nodes   []node
	byID    []int32           // places in nodes of stores that are pending, in order of event ID
	at      [maxCycle][]int32 // nodes by position
	unknown []forwarded
	front   [maxCycle / 2][]bound
	used    [maxCycle / 2]trace.ThreadID
	tried   [maxCycle / 2][]trace.ThreadID
	first   int32
	last    int32 // ID of the last event
}

// A bound sums up the events reached so far that access one location: the
// least commit index of them all, and of the stores among them.
type bound struct{ loc, any, store int32 }

// maxCycle is the greatest length of a cycle.
const maxCycle = 8

// A node is an event of one of the cycle's sites.
type node struct {
	id, thread, i, loc int32
	c                  int32
	done               int32 // ID of the event that made it take effect: its own, or a store's commit
	positions          uint16
	writes             bool
}

// forwarded is a load that read a store which was pending at the time.
type forwarded struct{ node, store int32 }

// aim makes the finder look for cycle c in a program of so many sites.
func (f *finder) aim(c predict.Cycle, sites int) {
	if len(f.positions) < sites {
		f.positions = make([]uint16, sites)
	}
	for _, s := range f.marked {
		f.positions[s] = 0
	}
	f.marked = append(f.marked[:0], c.Sites...)
	f.n = len(c.Sites)
	for j, s := range c.Sites {
		f.positions[s] |= 1 << j
	}
}

// find reports whether the trace holds the cycle.
func (f *finder) find(events []trace.Event) bool {
	f.collect(events)
	for j := range f.n {
		if len(f.at[j]) == 0 {
			return false
		}
	}
	for _, e := range f.at[0] {
		f.first = e
		f.used[0] = f.nodes[e].thread
		f.follow(0, f.nodes[e].thread, f.nodes[e].i)
		if f.extend(1) {
			return true
		}
	}
	return false
}

// collect lists the events of the cycle's sites with their commit indices. A
// store that never commits takes part in no conflict and is left out.
func (f *finder) collect(events []trace.Event) {
	f.nodes, f.unknown, f.byID = f.nodes[:0], f.unknown[:0], f.byID[:0]
	for k := range events {
		e := &events[k]
		switch e.Kind {
		case trace.Load, trace.Store, trace.RMW, trace.CASFail:
			p := f.positions[e.Site]
			if p == 0 {
				continue
			}
			n := int32(len(f.nodes))
			f.nodes = append(f.nodes, node{e.ID, e.Thread, e.I, e.Loc, e.C, e.ID, p, e.Kind.Writes()})
			if e.C == trace.NoCommit {
				if e.Kind == trace.Store {
					f.byID = append(f.byID, n)
				} else {
					f.unknown = append(f.unknown, forwarded{n, e.RF})
				}
			}
		case trace.Commit:
			f.resolve(e)
		}
	}
	f.last = int32(len(events))
	for j := range f.n {
		f.at[j] = f.at[j][:0]
	}
	for n := range f.nodes {
		if f.nodes[n].c == trace.NoCommit {
			continue
		}
		for p := f.nodes[n].positions; p != 0; p &= p - 1 {
			j := bits.TrailingZeros16(p)
			f.at[j] = append(f.at[j], int32(n))
		}
	}
}

// resolve gives a pending store, and the loads that read it, its commit index.
func (f *finder) resolve(commit *trace.Event) {
	if commit.Site >= 0 && f.positions[commit.Site] != 0 {
		if k, ok := slices.BinarySearchFunc(f.byID, commit.RF, func(n, id int32) int { return int(f.nodes[n].id - id) }); ok {
			n := &f.nodes[f.byID[k]]
			n.c, n.done = commit.C, commit.ID
		}
	}
	for k := 0; k < len(f.unknown); {
		if f.unknown[k].store == commit.RF {
			f.nodes[f.unknown[k].node].c = commit.C
			f.unknown[k] = f.unknown[len(f.unknown)-1]
			f.unknown = f.unknown[:len(f.unknown)-1]
		} else {
			k++
		}
	}
}

// follow makes front[j] the bounds of the events of position 2j+1 of the thread
// that are not before program index i.
func (f *finder) follow(j int, thread trace.ThreadID, i int32) {
	front := f.front[j][:0]
	for _, n := range f.at[2*j+1] {
		e := &f.nodes[n]
		if e.thread != thread || e.i < i {
			continue
		}
		k := 0
		for k < len(front) && front[k].loc != e.loc {
			k++
		}
		if k == len(front) {
			front = append(front, bound{e.loc, math.MaxInt32, math.MaxInt32})
		}
		front[k].any = min(front[k].any, e.c)
		if e.writes {
			front[k].store = min(front[k].store, e.c)
		}
	}
	f.front[j] = front
}

// extend looks for the j-th pair of the cycle, front[j-1] being reached; if all
// pairs are found, for the edge back to the first event.
func (f *finder) extend(j int) bool {
	if 2*j == f.n {
		return f.reached(j-1, f.first)
	}
	f.tried[j] = append(f.tried[j][:0], f.used[:j]...)
	for _, n := range f.at[2*j] {
		t := f.nodes[n].thread
		if slices.Contains(f.tried[j], t) || !f.reached(j-1, n) {
			continue
		}
		// The earliest event of a thread that is reached allows the most to
		// follow it: later ones need not be tried.
		f.tried[j] = append(f.tried[j], t)
		f.used[j] = t
		f.follow(j, t, f.nodes[n].i)
		if f.extend(j + 1) {
			return true
		}
	}
	return false
}

// reached reports whether an event of front[j] is before n in conflict order.
func (f *finder) reached(j int, n int32) bool {
	e := &f.nodes[n]
	for _, b := range f.front[j] {
		if b.loc == e.loc {
			if e.writes {
				return b.any < e.c
			}
			return b.store <= e.c
		}
	}
	return false
}
