package predict

import (
	"fencepost/models"
	"fencepost/trace"
)

// A node of the definition of ppo: an access, fence, creation or join.
type node struct {
	kind  nodeKind
	loc   int32
	event *trace.Event // the access it belongs to
}

type nodeKind int

const (
	nodeR nodeKind = iota
	nodeW
	nodeU
	nodeC
	nodeSL
	nodeSS
	nodeLL
	nodeCreate
	nodeJoin
)

// ppoTable is ppo between two nodes in program order, word for word.
func ppoTable(model string) func(a, b node) bool {
	return func(a, b node) bool { return preserved(model, a, b) }
}

// tableOf is the ppo that a model is described by.
func tableOf(o *models.PPO) func(a, b node) bool {
	class := [...]models.Class{models.R, models.W, models.U, models.C, models.SL, models.SS, models.LL, models.Create, models.Join}
	return func(a, b node) bool {
		access := a.kind <= nodeC && b.kind <= nodeC
		return o.Keeps(class[a.kind], class[b.kind], access && a.loc == b.loc)
	}
}

func preserved(model string, a, b node) bool {
	is := func(k nodeKind, of ...nodeKind) bool {
		for _, o := range of {
			if k == o {
				return true
			}
		}
		return false
	}
	same := is(a.kind, nodeR, nodeW, nodeU, nodeC) && is(b.kind, nodeR, nodeW, nodeU, nodeC) && a.loc == b.loc
	switch model {
	case "sc":
		return true
	case "tso":
		if is(a.kind, nodeSS, nodeLL) || is(b.kind, nodeSS, nodeLL) {
			return false
		}
		return !(a.kind == nodeW && is(b.kind, nodeR, nodeJoin))
	case "pso":
		if a.kind == nodeLL || b.kind == nodeLL {
			return false
		}
		return !(a.kind == nodeW && is(b.kind, nodeR, nodeJoin) ||
			a.kind == nodeW && is(b.kind, nodeW, nodeU, nodeC) && !same ||
			a.kind == nodeSS && is(b.kind, nodeR, nodeJoin))
	}
	return !(a.kind == nodeW && is(b.kind, nodeR, nodeLL, nodeJoin) ||
		a.kind == nodeW && is(b.kind, nodeW, nodeU, nodeC) && !same ||
		is(a.kind, nodeR, nodeU, nodeC) && b.kind == nodeR && !same ||
		a.kind == nodeSS && is(b.kind, nodeR, nodeLL, nodeJoin) ||
		a.kind == nodeCreate && b.kind == nodeR)
}

// nodesOf are the nodes of thread t in program order.
func nodesOf(events []trace.Event, t trace.ThreadID, fences func(*trace.Event) models.Lowering) []node {
	var nodes []node
	fence := func(f trace.FenceKind) {
		switch f {
		case trace.LoadLoad:
			nodes = append(nodes, node{kind: nodeLL})
		case trace.StoreStore:
			nodes = append(nodes, node{kind: nodeSS})
		case trace.StoreLoad:
			nodes = append(nodes, node{kind: nodeSL})
		}
	}
	kinds := map[trace.Kind]nodeKind{trace.Load: nodeR, trace.Store: nodeW, trace.RMW: nodeU, trace.CASFail: nodeC,
		trace.Lock: nodeU, trace.Unlock: nodeW, trace.Create: nodeCreate, trace.Join: nodeJoin}
	for i := range events {
		e := &events[i]
		if e.Thread != t || e.Kind == trace.Commit {
			continue
		}
		var low models.Lowering
		if fences != nil {
			low = fences(e)
		}
		if e.Kind == trace.Unlock {
			fence(trace.StoreStore)
		}
		fence(low.Before)
		if k, ok := kinds[e.Kind]; ok {
			nodes = append(nodes, node{k, e.Loc, e})
		}
		if e.Kind == trace.Fence {
			fence(trace.FenceKind(e.Value))
		}
		if e.Kind == trace.Lock {
			fence(trace.LoadLoad)
		}
		fence(low.After)
	}
	return nodes
}

// An orders says of two events of one thread whether a model keeps their order.
type orders map[[2]*trace.Event]bool

// kept computes, by reachability, which pairs of accesses the model keeps in order.
func kept(ppo func(a, b node) bool, events []trace.Event, fences func(*trace.Event) models.Lowering) orders {
	o := orders{}
	threads := trace.ThreadID(0)
	for i := range events {
		threads = max(threads, events[i].Thread+1)
	}
	for t := range threads {
		nodes := nodesOf(events, t, fences)
		reach := make([][]bool, len(nodes))
		for i := range nodes {
			reach[i] = make([]bool, len(nodes))
			reach[i][i] = true
			for j := i + 1; j < len(nodes); j++ {
				for k := i; k < j && !reach[i][j]; k++ {
					reach[i][j] = reach[i][k] && ppo(nodes[k], nodes[j])
				}
			}
		}
		for i, a := range nodes {
			for j := i; j < len(nodes); j++ {
				b := nodes[j]
				if a.event == nil || b.event == nil {
					continue
				}
				keeps := reach[i][j] || a.event.Loc == b.event.Loc
				if w := forwarded(nodes, i); w >= 0 && j > i {
					keeps = keeps && (reach[w][j] || a.event.Loc == b.event.Loc)
				}
				o[[2]*trace.Event{a.event, b.event}] = keeps
			}
		}
	}
	return o
}

// forwarded returns the node of the thread's own store that load i may forward
// from, or -1.
func forwarded(nodes []node, i int) int {
	if nodes[i].kind != nodeR {
		return -1
	}
	for j := i - 1; j >= 0; j-- {
		if n := nodes[j]; n.event != nil && n.loc == nodes[i].loc {
			switch n.kind {
			case nodeW:
				return j
			case nodeU:
				return -1
			}
		}
	}
	return -1
}

// relaxes reports whether some po edge of the cycle is not kept.
func (o orders) relaxes(c naiveCycle) bool {
	for i := 0; i < len(c); i += 2 {
		if !o[[2]*trace.Event{c[i], c[i+1]}] {
			return true
		}
	}
	return false
}

// forbidden reports whether creation and join put some e_{j+1} before e_j'.
func forbidden(events []trace.Event) func(naiveCycle) bool {
	edge := func(a, b *trace.Event) bool {
		return a.Kind != trace.Commit && b.Kind != trace.Commit &&
			(a.Thread == b.Thread && a.I < b.I ||
				a.Kind == trace.Create && b.Thread == trace.ThreadID(a.Value) ||
				b.Kind == trace.Join && a.Thread == trace.ThreadID(b.Value))
	}
	n := len(events)
	reach := make([][]bool, n)
	for i := range reach {
		reach[i] = make([]bool, n)
		for j := range reach {
			reach[i][j] = edge(&events[i], &events[j])
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
			}
		}
	}
	return func(c naiveCycle) bool {
		for i := 1; i < len(c); i += 2 {
			if reach[c[(i+1)%len(c)].ID-1][c[i].ID-1] {
				return true
			}
		}
		return false
	}
}
