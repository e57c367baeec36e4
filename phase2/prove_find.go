package phase2

import (
	"context"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/explore"
	"fencepost/models/axiom"
	"fencepost/predict"
)

// A prover looks for cycles in explored executions.
type prover struct {
	cycles  []predict.Cycle
	has     []bool // by cycle: an execution has it
	perhaps []bool // by cycle: one may, if idle turns are counted
	missing int    // cycles that no execution was found to have

	turns  map[turnStart][]idleRead
	learnt int    // how many executions had been explored when the latest turn became known
	idle   []bool // by site: a turn reads there

	// Of the execution looked at.
	x        *explore.Execution
	accesses []explore.Access
	rounds   []explore.Round
	wanted   []bool // by site: a missing cycle has it
	nodes    []proverNode
	at       [][]int32 // by site: nodes, in program order within a thread
	chosen   [maxCycle]int32
	idly     bool // nodes of idle turns count
}

// A turnStart is the access that a turn begins with.
type turnStart struct{ site, loc int32 }

// An idleRead is an access of a turn that may be idle.
type idleRead struct {
	site, loc int32
	kind      axiom.Kind
	value     uint64
}

// A proverNode is an access of a cycle's site, or one that an idle turn may add.
type proverNode struct {
	thread, i, loc, c int32 // i: for the order of a thread's nodes
	writes            bool
	idle              bool
	read              explore.IdleRead // idle
	checked, refused  bool             // idle: whether the model allows it
}

func newProver(p *code.Program, cycles []predict.Cycle) *prover {
	pr := &prover{
		cycles: cycles, has: make([]bool, len(cycles)), perhaps: make([]bool, len(cycles)), missing: len(cycles),
		turns: map[turnStart][]idleRead{}, idle: make([]bool, len(p.Sites)),
		wanted: make([]bool, len(p.Sites)), at: make([][]int32, len(p.Sites)),
	}
	pr.want()
	return pr
}

// want notes the sites of the missing cycles.
func (pr *prover) want() {
	clear(pr.wanted)
	for i, c := range pr.cycles {
		if !pr.has[i] {
			for _, s := range c.Sites {
				pr.wanted[s] = true
			}
		}
	}
}

// learn notes the turns in which threads of x wait; it reports whether any is new.
func (pr *prover) learn(x *explore.Execution) (news bool) {
	pr.rounds = x.Rounds(pr.rounds[:0])
	for _, r := range pr.rounds {
		start := turnStart{r[0].Site, r[0].Loc}
		for _, a := range r {
			read := idleRead{a.Site, a.Loc, a.Kind, a.Value}
			if a.Site >= 0 && !slices.Contains(pr.turns[start], read) {
				pr.turns[start] = append(pr.turns[start], read)
				pr.idle[a.Site] = true
				news = true
			}
		}
	}
	return news
}

// look looks for the missing cycles in x, and if first is not set only whether
// idle turns may add them. It returns how many are still missing.
func (pr *prover) look(x *explore.Execution, first bool) int {
	pr.x = x
	pr.collect()
	found := false
	for i := range pr.cycles {
		c := &pr.cycles[i]
		if pr.has[i] {
			continue
		}
		if pr.idly = false; first && pr.holds(c) {
			pr.has[i], found = true, true
			pr.missing--
			continue
		}
		if pr.idly = true; !pr.perhaps[i] && pr.mayIdle(c) && pr.holds(c) {
			pr.perhaps[i] = true
		}
	}
	if found {
		pr.want()
	}
	return pr.missing
}

// mayIdle reports whether a site of the cycle is read by an idle turn.
func (pr *prover) mayIdle(c *predict.Cycle) bool {
	return slices.ContainsFunc(c.Sites, func(s int32) bool { return pr.idle[s] })
}

// lookAgain looks once more at the executions explored before the latest turn
// became known, when some were missing. It reports whether it came to the end.
func (pr *prover) lookAgain(ctx context.Context, p *code.Program, rules *axiom.Model, machine interp.Options) bool {
	open := false
	for i := range pr.cycles {
		open = open || !pr.has[i] && !pr.perhaps[i] && pr.mayIdle(&pr.cycles[i])
	}
	if !open {
		return true
	}
	within, stop := context.WithCancel(ctx)
	defer stop()
	seen := 0
	_, err := explore.Run(within, p, rules, explore.Options{Machine: machine, Workers: 1, Every: func(x *explore.Execution, cut bool) {
		if seen++; seen > pr.learnt {
			stop()
		} else if !cut {
			pr.look(x, false)
		}
	}})
	return err == nil && ctx.Err() == nil
}

// collect lists the nodes of the execution.
func (pr *prover) collect() {
	pr.accesses = pr.x.Accesses(pr.accesses[:0])
	pr.nodes = pr.nodes[:0]
	for s := range pr.at {
		pr.at[s] = pr.at[s][:0]
	}
	for k := range pr.accesses {
		a := &pr.accesses[k]
		if a.Site < 0 {
			continue
		}
		if len(pr.turns) > 0 {
			for _, r := range pr.turns[turnStart{a.Site, a.Loc}] {
				if pr.wanted[r.site] {
					pr.addIdle(k, r)
				}
			}
		}
		if pr.wanted[a.Site] {
			writes := a.Kind == axiom.Write || a.Kind == axiom.Update
			pr.add(a.Site, proverNode{thread: a.Thread, i: 2*a.Index + 1, loc: a.Loc, c: a.Commit, writes: writes})
		}
	}
}

func (pr *prover) add(site int32, n proverNode) {
	pr.at[site] = append(pr.at[site], int32(len(pr.nodes)))
	pr.nodes = append(pr.nodes, n)
}

// addIdle adds what read r of an idle turn right before the k-th access may read:
// by coherence, what lies between the thread's accesses of the location around it.
func (pr *prover) addIdle(k int, r idleRead) {
	a := &pr.accesses[k]
	low, high := int32(0), pr.x.Places(r.loc)
	for j := k - 1; j >= 0 && pr.accesses[j].Thread == a.Thread; j-- {
		if b := &pr.accesses[j]; b.Loc == r.loc {
			low = b.Commit
			break
		}
	}
	for j := k; j < len(pr.accesses) && pr.accesses[j].Thread == a.Thread; j++ {
		if b := &pr.accesses[j]; b.Loc == r.loc {
			high = b.Commit
			if b.Kind == axiom.Write || b.Kind == axiom.Update {
				high--
			}
			break
		}
	}
	for c := low; c <= high; c++ {
		if pr.x.Content(r.loc, c) == r.value {
			read := explore.IdleRead{Thread: a.Thread, Before: a.Index, Kind: r.kind, Loc: r.loc, Commit: c}
			pr.add(r.site, proverNode{thread: a.Thread, i: 2 * a.Index, loc: r.loc, c: c, idle: true, read: read})
		}
	}
}

// allowed reports whether node n counts.
func (pr *prover) allowed(n *proverNode) bool {
	if !n.idle {
		return true
	}
	if pr.idly && !n.checked {
		n.checked = true
		n.refused = !pr.x.MayAdd(n.read, n.read)
	}
	return pr.idly && !n.refused
}

// holds reports whether the execution has cycle c: see finder.
func (pr *prover) holds(c *predict.Cycle) bool {
	for _, s := range c.Sites {
		if len(pr.at[s]) == 0 {
			return false
		}
	}
	return pr.extend(c.Sites, 0)
}

// extend looks for the j-th event of a cycle and all after it.
func (pr *prover) extend(sites []int32, j int) bool {
	if j == len(sites) {
		return pr.conflict(pr.chosen[j-1], pr.chosen[0]) && pr.agree(j)
	}
	for _, k := range pr.at[sites[j]] {
		n := &pr.nodes[k]
		switch {
		case j%2 == 1:
			if d := &pr.nodes[pr.chosen[j-1]]; d.thread != n.thread || d.i > n.i {
				continue
			}
		case j > 0:
			if pr.used(j, n.thread) || !pr.conflict(pr.chosen[j-1], k) {
				continue
			}
		}
		if !pr.allowed(n) {
			continue
		}
		if pr.chosen[j] = k; pr.extend(sites, j+1) {
			return true
		}
	}
	return false
}

// agree reports whether the idle reads among the first n events that are of one
// thread may be made both.
func (pr *prover) agree(n int) bool {
	for j := 0; j < n; j += 2 {
		a, b := &pr.nodes[pr.chosen[j]], &pr.nodes[pr.chosen[j+1]]
		if a.idle && b.idle && a != b && (a.loc == b.loc && a.c > b.c || !pr.x.MayAdd(a.read, b.read)) {
			return false
		}
	}
	return true
}

// used reports whether one of the first j events is of thread t.
func (pr *prover) used(j int, t int32) bool {
	for i := 0; i < j; i += 2 {
		if pr.nodes[pr.chosen[i]].thread == t {
			return true
		}
	}
	return false
}

// conflict reports whether node d comes before node e in conflict order.
func (pr *prover) conflict(d, e int32) bool {
	a, b := &pr.nodes[d], &pr.nodes[e]
	if a.loc != b.loc {
		return false
	}
	if b.writes {
		return a.c < b.c
	}
	return a.writes && a.c <= b.c
}
