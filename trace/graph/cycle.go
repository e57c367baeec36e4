package graph

import (
	"fmt"
	"slices"

	"fencepost/trace/topo"
)

// EdgeKind is the relation to which an edge belongs.
type EdgeKind uint8

// The kinds of edges. RF, CO and FR are the conflict order →c of the paper.
const (
	PO   EdgeKind = iota // program order
	RF                   // a store before its reader
	CO                   // a store before a later one to the same location
	FR                   // a reader before a store later than the one that it read
	Sync                 // creation before the thread's first event, its last event before the join
	NumEdgeKinds
)

var edgeNames = [NumEdgeKinds]string{"po", "rf", "co", "fr", "sync"}

// String returns po, rf, co, fr or sync.
func (k EdgeKind) String() string {
	if k < NumEdgeKinds {
		return edgeNames[k]
	}
	return fmt.Sprintf("edge(%d)", uint8(k))
}

// A Step is an event of a cycle and the edge from it to the next, from the
// last step to the first.
type Step struct {
	ID   int32
	Edge EdgeKind
}

// CycleWork bounds the edges that Cycle follows. A search that reaches the bound returns
// the shortest cycle found so far. Traces of some 10,000 events with many violations reach
// it, in some tenths of a second.
const CycleWork = 20_000_000

// Cycle returns a shortest happens-before cycle of the execution, or nil if the execution
// is sequentially consistent. A run of program order counts as one edge. So does a path
// that →c contracts: co edges after a co or fr, and an rf after co edges, which is then
// shown as co.
func (x *Execution) Cycle() []Step {
	left := CycleWork
	return x.CycleWithin(&left)
}

// CycleWithin is Cycle with another bound, from which it subtracts the edges that it follows.
func (x *Execution) CycleWithin(left *int) []Step {
	if x.SC() {
		return nil
	}
	s := cycleSearch{
		left: left,
		g:    &x.graph,
		dist: make([]int32, x.graph.Len()*numArrivals),
		from: make([]arrival, x.graph.Len()*numArrivals),
		best: int32(len(x.graph.Edges)),
	}
	for n := range int32(len(x.Events) + 1) {
		if *left >= 0 && x.graph.Degree[n] > 0 && s.leaves(n) {
			s.search(n)
		}
	}
	return s.cycle()
}

// leaves reports whether n starts a run of program order.
func (s *cycleSearch) leaves(n int32) bool {
	for e := s.g.First[n]; e != 0; e = s.g.Edges[e].Next {
		if k := EdgeKind(s.g.Edges[e].Label); k == PO || k == Sync {
			return true
		}
	}
	return false
}

// How a path reached a node decides which edge lengthens it.
const (
	byOther = iota
	byPO
	byCO
	byFR
	numArrivals
)

// extend returns the new state of a path in state how after an edge of kind k, and whether
// the edge makes it longer.
func extend(how int32, k EdgeKind) (next, length int32) {
	switch {
	case k == PO && how == byPO:
		return byPO, 0
	case k == PO:
		return byPO, 1
	case k == CO && (how == byCO || how == byFR):
		return how, 0
	case k == CO:
		return byCO, 1
	case k == FR:
		return byFR, 1
	case k == RF && how == byCO:
		return byOther, 0
	}
	return byOther, 1
}

// An arrival is a state of the search, node*numArrivals + how, with the kind of the edge
// that led to the next state.
type arrival struct {
	state int32
	kind  EdgeKind
}

// A cycleSearch is a breadth-first search with edges of length 0 and 1, from
// each node where a cycle may pass from a conflict edge to program order.
// Every cycle has such a node: conflict edges alone make none.
type cycleSearch struct {
	left  *int // number of edges that may be followed
	g     *topo.Graph
	dist  []int32   // by state: 1 + its distance, or 0
	from  []arrival // by state: its predecessor
	front []int32   // states at the current distance, used as a stack
	next  []int32   // states at the next
	seen  []int32   // states to clear
	best  int32     // length of found
	found []Step
}

func (s *cycleSearch) search(start int32) {
	for _, x := range s.seen {
		s.dist[x] = 0
	}
	s.seen, s.front, s.next = s.seen[:0], s.front[:0], s.next[:0]
	s.dist[start*numArrivals+byOther] = 1
	s.seen = append(s.seen, start*numArrivals+byOther)
	s.front = append(s.front, start*numArrivals+byOther)
	for d := int32(0); d < s.best && len(s.front) > 0; d++ {
		for len(s.front) > 0 {
			x := s.front[len(s.front)-1]
			s.front = s.front[:len(s.front)-1]
			if s.dist[x] != d+1 {
				continue // reached at a smaller distance since
			}
			if s.expand(x, d, start) || *s.left < 0 {
				return
			}
		}
		s.front, s.next = s.next, s.front
	}
}

// expand follows the edges that leave state x, at distance d; it reports
// whether it closed a cycle, which is then the shortest from start.
func (s *cycleSearch) expand(x, d, start int32) bool {
	n, how := x/numArrivals, x%numArrivals
	closed := false
	for e := s.g.First[n]; e != 0; e = s.g.Edges[e].Next {
		*s.left--
		to, k := s.g.Edges[e].To, EdgeKind(s.g.Edges[e].Label)
		if d == 0 && how == byOther && k != PO && k != Sync {
			continue
		}
		how2, length := extend(how, k)
		if to == start {
			if k != PO && d+length < s.best {
				s.best = d + length
				s.found = s.path(x, k, start)
			}
			closed = closed || k != PO && length == 0
			continue
		}
		y := to*numArrivals + how2
		if old := s.dist[y]; s.g.Degree[to] == 0 || old != 0 && old <= d+length+1 {
			continue
		} else if old == 0 {
			s.seen = append(s.seen, y)
		}
		s.dist[y] = d + length + 1
		s.from[y] = arrival{x, k}
		if length == 0 {
			s.front = append(s.front, y)
		} else {
			s.next = append(s.next, y)
		}
	}
	return closed
}

// path returns the steps from start to state x, whose edge of kind k closes the cycle.
func (s *cycleSearch) path(x int32, k EdgeKind, start int32) []Step {
	var steps []Step
	for {
		steps = append(steps, Step{x / numArrivals, k})
		if x == start*numArrivals+byOther {
			break
		}
		k, x = s.from[x].kind, s.from[x].state
	}
	slices.Reverse(steps)
	return steps
}

// cycle returns the cycle found, with its runs contracted.
func (s *cycleSearch) cycle() []Step {
	var steps []Step
	for _, t := range s.found {
		if n := len(steps); n > 0 {
			switch before := steps[n-1].Edge; {
			case before == PO && t.Edge == PO,
				before == CO && (t.Edge == CO || t.Edge == RF),
				before == FR && t.Edge == CO:
				continue
			}
		}
		steps = append(steps, t)
	}
	return steps
}
