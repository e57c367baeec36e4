package liveness

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/machine/witness"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A lasso is a path to a state, and a path from the state back to it.
type lasso struct {
	choices     []int32
	stem, cycle int // numbers of transitions
	err         *interp.Error

	// of the cycle
	ran, changed map[int32]bool // by process
	wrote        map[uint64]bool
}

// lassos returns the lassos in which a thread starves, then the livelocks.
func (s *search) lassos() (list []*lasso) {
	all := make([]int32, len(s.nodes))
	for n := range s.nodes {
		all[n] = int32(n)
	}
	for k := range s.kinds {
		loop, t := int32(k), s.kinds[k].thread
		keep := func(n int32, e *edge) bool {
			return e.thread != t || !e.changes && (!e.steps() || slices.Contains(e.stays, loop))
		}
		inside := slices.DeleteFunc(slices.Clone(all), func(n int32) bool {
			in := s.nodes[n].in
			return int(t) >= len(in) || !slices.Contains(in[t], loop)
		})
		s.fair(inside, keep, func(c *component) bool {
			goes, runs := false, false
			for _, e := range c.edges {
				runs = runs || e.process == t
				goes = goes || e.thread != t && e.changes
			}
			stuck, others := c.stuck(s)
			if !runs || !goes || len(others) == 0 {
				return false
			}
			list = append(list, c.lasso(s, s.starvation(loop, others, stuck)))
			return true
		})
	}
	s.livelocks(all, func(int32, *edge) bool { return true }, func(c *component, stuck []int32) {
		list = append(list, c.lasso(s, s.livelock(stuck)))
	})
	return list
}

// livelocks calls f with the first fair component of a part of the graph in which all
// running threads are stuck and shared memory changes. It reports whether there is one. If
// a thread is not stuck in a component, there are parts of the component in which it stays
// in one of its loops, or does not run; these are searched.
func (s *search) livelocks(part []int32, keep func(n int32, e *edge) bool, f func(c *component, stuck []int32)) bool {
	return s.fair(part, keep, func(c *component) bool {
		stuck, others := c.stuck(s)
		switch {
		case !slices.ContainsFunc(c.edges, func(e *inside) bool { return e.changes }):
			return false
		case len(others) == 0:
			if len(stuck) > 0 {
				f(c, stuck)
			}
			return len(stuck) > 0
		}
		t := others[0]
		var loops []int32
		for _, e := range c.edges {
			if e.process == t {
				loops = append(loops, e.stays...)
			}
		}
		slices.Sort(loops)
		for _, k := range append(slices.Compact(loops), none) {
			stays := func(n int32, e *edge) bool { return keep(n, e) && (e.process != t || slices.Contains(e.stays, k)) }
			if s.livelocks(c.nodes, stays, f) {
				return true
			}
		}
		return false
	})
}

// starvation returns the error of a thread that stays in a loop while others do not.
func (s *search) starvation(loop int32, others []trace.ThreadID, stuck []int32) *interp.Error {
	e := &interp.Error{Kind: interp.Starvation}
	e.Waiting = []interp.Waiter{s.waiter(loop)}
	w := e.Waiting[0]
	for _, k := range stuck {
		if k != loop && s.kinds[k].thread != w.Thread {
			e.Waiting = append(e.Waiting, s.waiter(k))
		}
	}
	e.Thread, e.Pos = w.Thread, w.Pos
	words := strings.Join(lists.Map(others, func(t trace.ThreadID) string { return fmt.Sprintf("thread %d", t) }), ", ")
	e.Message = fmt.Sprintf("thread %d may go round this loop for ever, though every thread runs again and again, while %s gets on", w.Thread, words)
	return e
}

// livelock returns the error of threads that all stay in loops.
func (s *search) livelock(stuck []int32) *interp.Error {
	e := &interp.Error{Kind: interp.Livelock}
	for _, k := range stuck {
		e.Waiting = append(e.Waiting, s.waiter(k))
	}
	e.WaitForEver()
	e.Message += ", and undo what they do"
	return e
}

// waiter describes a thread that stays in a loop.
func (s *search) waiter(loop int32) interp.Waiter {
	k := &s.kinds[loop]
	at := k.fn.PosOf[k.loop.Head]
	return interp.Waiter{Thread: k.thread, For: "a value that ends its loop", Spins: true, Pos: at, Stack: []interp.Frame{{Func: k.fn.Name, Pos: at}}}
}

// A component is a strongly connected part of the graph.
type component struct {
	nodes []int32
	edges []*inside // in order
}

// An inside is an edge of a component.
type inside struct {
	from int32
	*edge
}

// stuck returns the loops in which threads of the component stay, the innermost for each
// thread, and the running threads that stay in none.
func (c *component) stuck(s *search) (loops []int32, others []trace.ThreadID) {
	in := map[trace.ThreadID][]int32{}
	for _, e := range c.edges {
		if list, known := in[e.thread]; !e.steps() {
			continue
		} else if known {
			in[e.thread] = slices.DeleteFunc(list, func(k int32) bool { return !slices.Contains(e.stays, k) })
		} else {
			in[e.thread] = slices.Clone(e.stays)
		}
	}
	for t := range trace.ThreadID(maxThreads) {
		list, runs := in[t]
		switch {
		case !runs:
		case len(list) == 0:
			others = append(others, t)
		default:
			inner := slices.MaxFunc(list, func(a, b int32) int {
				x, y := &s.kinds[a], &s.kinds[b]
				return cmp.Or(cmp.Compare(x.depth, y.depth), cmp.Compare(y.size(), x.size()))
			})
			loops = append(loops, inner)
		}
	}
	return loops, others
}

// size returns the number of instructions of the loop.
func (p *place) size() (n int) {
	for _, in := range p.loop.Body {
		if in {
			n++
		}
	}
	return n
}

// fair calls f with the fair components of a part of the graph until it returns true. keep
// selects the edges of the part. If a process can run somewhere in a component but does not
// run in it, the states in which it can are removed. Edges that read an older store are
// removed if the component writes no store there. The search ends with the context.
func (s *search) fair(part []int32, keep func(n int32, e *edge) bool, f func(c *component) bool) bool {
	if s.ctx.Err() != nil {
		s.incomplete = witness.Limit(s.ctx)
		return true
	}
	for _, c := range s.components(part, keep) {
		runs, writes := map[int32]bool{}, map[uint64]bool{}
		for _, e := range c.edges {
			runs[e.process] = true
			for _, at := range e.writes {
				writes[at] = true
			}
		}
		lingers := func(e *edge) bool {
			return slices.ContainsFunc(e.older, func(at uint64) bool { return !writes[at] })
		}
		if slices.ContainsFunc(c.edges, func(e *inside) bool { return lingers(e.edge) }) {
			if s.fair(c.nodes, func(n int32, e *edge) bool { return keep(n, e) && !lingers(e) }, f) {
				return true
			}
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(c.nodes), func(n int32) bool {
			return slices.ContainsFunc(s.nodes[n].enabled, func(process int32) bool { return !runs[process] })
		})
		if len(rest) == len(c.nodes) {
			if f(c) {
				return true
			}
		} else if len(rest) > 0 && s.fair(rest, keep, f) {
			return true
		}
	}
	return false
}

// components returns the components with edges of a part of the graph, by Tarjan's algorithm.
func (s *search) components(part []int32, keep func(n int32, e *edge) bool) (list []*component) {
	index := make(map[int32]int, len(part)) // in the order of visits, from 1; 0: not visited
	for _, n := range part {
		index[n] = 0
	}
	of := map[int32]*component{} // once known
	var stack []int32
	count := 0
	var visit func(n int32) (low int)
	visit = func(n int32) (low int) {
		count++
		own, first := count, len(stack)
		index[n], low, stack = own, own, append(stack, n)
		for i := range s.nodes[n].edges {
			e := &s.nodes[n].edges[i]
			at, in := index[e.to]
			switch {
			case !in || e.asks || !keep(n, e):
			case at == 0:
				low = min(low, visit(e.to))
			case of[e.to] == nil:
				low = min(low, at)
			}
		}
		if low == own {
			c := &component{nodes: slices.Clone(stack[first:])}
			slices.Sort(c.nodes)
			for _, m := range c.nodes {
				of[m] = c
			}
			list, stack = append(list, c), stack[:first]
		}
		return low
	}
	for _, n := range part {
		if index[n] == 0 {
			visit(n)
		}
	}
	for _, c := range list {
		for _, n := range c.nodes {
			for i := range s.nodes[n].edges {
				if e := &s.nodes[n].edges[i]; of[e.to] == c && !e.asks && keep(n, e) {
					c.edges = append(c.edges, &inside{n, e})
				}
			}
		}
	}
	list = slices.DeleteFunc(list, func(c *component) bool { return len(c.edges) == 0 })
	slices.SortFunc(list, func(a, b *component) int { return cmp.Compare(a.nodes[0], b.nodes[0]) })
	return list
}

// lasso returns a walk through the component in which each of its processes runs. If the
// component changes shared memory, the walk does. Each address of which the walk reads an
// older store is also written.
func (c *component) lasso(s *search, err *interp.Error) *lasso {
	first := c.nodes[0]
	l := &lasso{choices: s.pathTo(first), stem: s.nodes[first].depth, err: err, ran: map[int32]bool{}, changed: map[int32]bool{}, wrote: map[uint64]bool{}}
	best, writes := map[int32]*inside{}, map[uint64]*inside{}
	older := map[uint64]bool{}
	for _, e := range c.edges {
		if old := best[e.process]; old == nil || e.changes && !old.changes {
			best[e.process] = e
		}
		for _, at := range e.writes {
			writes[at] = e
		}
		for _, at := range e.older {
			older[at] = true
		}
	}
	at := first
	take := func(e *inside) {
		l.walk(c, at, e.from)
		l.step(e)
		at = e.to
	}
	for _, process := range slices.Sorted(maps.Keys(best)) {
		if e := best[process]; !l.ran[process] || e.changes && !l.changed[process] {
			take(e)
		}
	}
	for _, addr := range slices.Sorted(maps.Keys(older)) {
		if !l.wrote[addr] {
			take(writes[addr])
		}
	}
	l.walk(c, at, first)
	return l
}

// step adds an edge.
func (l *lasso) step(e *inside) {
	l.choices = append(l.choices, e.choices...)
	l.cycle++
	l.ran[e.process] = true
	l.changed[e.process] = l.changed[e.process] || e.changes
	for _, at := range e.writes {
		l.wrote[at] = true
	}
}

// walk adds a shortest path within a component.
func (l *lasso) walk(c *component, from, to int32) {
	came := map[int32]*inside{from: nil}
	for todo := []int32{from}; len(todo) > 0; todo = todo[1:] {
		if todo[0] == to {
			break
		}
		for _, e := range c.leaving(todo[0]) {
			if _, seen := came[e.to]; !seen {
				came[e.to] = e
				todo = append(todo, e.to)
			}
		}
	}
	var way []*inside
	for n := to; n != from; n = came[n].from {
		way = append(way, came[n])
	}
	for _, e := range slices.Backward(way) {
		l.step(e)
	}
}

// leaving returns the edges that leave a state.
func (c *component) leaving(n int32) []*inside {
	k, _ := slices.BinarySearchFunc(c.edges, n, func(e *inside, n int32) int { return cmp.Compare(e.from, n) })
	end := k
	for end < len(c.edges) && c.edges[end].from == n {
		end++
	}
	return c.edges[k:end]
}
