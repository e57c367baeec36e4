package cycles

import (
	"context"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/explore"
	"fencepost/models/axiom"
	"fencepost/predict"
	"fencepost/trace/graph"
)

// A prover looks for cycles in explored executions.
type prover struct {
	cycles  []predict.Cycle
	confirm func(cycle int, g *explore.Graph) bool // or nil
	has     []int                                  // by cycle: executions looked at that have it
	run     []bool                                 // by cycle: a run of the machine has it
	perhaps []bool                                 // by cycle: one may, if idle turns are counted
	missing int                                    // cycles that are still looked for

	turns map[turnStart][]idleRead
	idle  []bool // by site: a turn reads there

	// Of the execution looked at.
	x        *explore.Execution
	graph    *explore.Graph // nil: nobody asked for it
	accesses []explore.Access
	rounds   []explore.Round
	plain    graph.Matcher // its accesses
	idly     graph.Matcher // if it is looked at idly, with those that idle turns may add
	added    []idleAccess  // by access of idly
}

// A turnStart is the access that a turn begins with.
type turnStart struct{ site, loc int32 }

// An idleRead is an access of a turn that may be idle.
type idleRead struct {
	site, loc int32
	kind      axiom.Kind
	value     uint64
}

// An idleAccess is an access that an idle turn may add.
type idleAccess struct {
	idle             bool // it is one
	read             explore.IdleRead
	checked, refused bool // whether the model allows it
}

func newProver(p *code.Program, cycles []predict.Cycle, confirm func(int, *explore.Graph) bool) *prover {
	n := len(cycles)
	pr := &prover{
		cycles: cycles, confirm: confirm, has: make([]int, n), run: make([]bool, n), perhaps: make([]bool, n), missing: n,
		turns: map[turnStart][]idleRead{}, idle: make([]bool, len(p.Sites)),
	}
	pr.want()
	return pr
}

// settled reports whether nothing more is to be found of a cycle.
func (pr *prover) settled(i int) bool {
	return pr.run[i] || pr.has[i] > 0 && pr.confirm == nil || pr.has[i] == triedAtMost
}

// want looks for the sites of the missing cycles.
func (pr *prover) want() {
	var sites []int32
	for i, c := range pr.cycles {
		if !pr.settled(i) {
			sites = append(sites, c.Sites...)
		}
	}
	pr.plain.Want(sites...)
}

// learn notes the turns in which threads of x wait.
func (pr *prover) learn(x *explore.Execution) {
	pr.rounds = x.Rounds(pr.rounds[:0])
	for _, r := range pr.rounds {
		start := turnStart{r[0].Site, r[0].Loc}
		for _, a := range r {
			read := idleRead{a.Site, a.Loc, a.Kind, a.Value}
			if a.Site >= 0 && !slices.Contains(pr.turns[start], read) {
				pr.turns[start] = append(pr.turns[start], read)
				pr.idle[a.Site] = true
			}
		}
	}
}

// look looks for the missing cycles in x, and returns how many are still missing.
func (pr *prover) look(x *explore.Execution) int {
	pr.x, pr.graph = x, nil
	pr.collect()
	settled := false
	for i := range pr.cycles {
		c := &pr.cycles[i]
		if pr.settled(i) || !pr.plain.Match(c.Sites) {
			continue
		}
		if pr.found(i); pr.settled(i) {
			pr.missing--
			settled = true
		}
	}
	if settled {
		pr.want()
	}
	return pr.missing
}

// found notes that the execution has a cycle.
func (pr *prover) found(i int) {
	pr.has[i]++
	if pr.confirm == nil {
		return
	}
	if pr.graph == nil {
		pr.graph = pr.x.Graph()
	}
	pr.run[i] = pr.confirm(i, pr.graph)
}

// lookIdly explores once more, to learn which of the cycles that no execution has may
// happen if idle turns are counted. It reports whether it came to the end.
func (pr *prover) lookIdly(ctx context.Context, p *code.Program, rules *axiom.Model, machine interp.Options) bool {
	var open []int
	var sites []int32
	for i, c := range pr.cycles {
		if pr.has[i] == 0 && slices.ContainsFunc(c.Sites, func(s int32) bool { return pr.idle[s] }) {
			open, sites = append(open, i), append(sites, c.Sites...)
		}
	}
	if len(open) == 0 {
		return true
	}
	pr.idly.Want(sites...)
	within, stop := context.WithCancel(ctx)
	defer stop()
	_, err := explore.Run(within, p, rules, explore.Options{Machine: machine, Workers: 1, Every: func(x *explore.Execution, cut bool) {
		if cut || len(open) == 0 {
			return
		}
		pr.x = x
		pr.collectIdly()
		open = slices.DeleteFunc(open, func(i int) bool {
			pr.perhaps[i] = pr.holdsIdly(&pr.cycles[i])
			return pr.perhaps[i]
		})
		if len(open) == 0 {
			stop()
		}
	}})
	return err == nil && ctx.Err() == nil
}

// collect lists the accesses of the execution.
func (pr *prover) collect() {
	pr.accesses = pr.x.Accesses(pr.accesses[:0])
	pr.plain.Clear()
	for k := range pr.accesses {
		if a := &pr.accesses[k]; pr.plain.Wants(a.Site) {
			pr.plain.Add(a.Site, node(a))
		}
	}
}

// collectIdly lists them with those that idle turns may add.
func (pr *prover) collectIdly() {
	pr.accesses = pr.x.Accesses(pr.accesses[:0])
	pr.idly.Clear()
	pr.added = pr.added[:0]
	for k := range pr.accesses {
		a := &pr.accesses[k]
		if a.Site < 0 {
			continue
		}
		for _, r := range pr.turns[turnStart{a.Site, a.Loc}] {
			if pr.idly.Wants(r.site) {
				pr.addIdle(k, r)
			}
		}
		if pr.idly.Wants(a.Site) {
			pr.idly.Add(a.Site, node(a))
			pr.added = append(pr.added, idleAccess{})
		}
	}
}

// node is an access as the matcher has it, with room for an idle turn before it.
func node(a *explore.Access) graph.Access {
	return graph.Access{Thread: a.Thread, I: 2*a.Index + 1, Loc: a.Loc, C: a.Commit, Writes: a.Kind == axiom.Write || a.Kind == axiom.ExclusiveRead}
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
			if b.Kind == axiom.Write || b.Kind == axiom.ExclusiveRead {
				high--
			}
			break
		}
	}
	for c := low; c <= high; c++ {
		if pr.x.Content(r.loc, c) == r.value {
			pr.idly.Add(r.site, graph.Access{Thread: a.Thread, I: 2 * a.Index, Loc: r.loc, C: c})
			read := explore.IdleRead{Thread: a.Thread, Before: a.Index, Kind: r.kind, Loc: r.loc, Commit: c}
			pr.added = append(pr.added, idleAccess{idle: true, read: read})
		}
	}
}

// holdsIdly reports whether the execution may have cycle c if idle turns are counted.
func (pr *prover) holdsIdly(c *predict.Cycle) bool {
	for list := range pr.idly.Matches(c.Sites, pr.allowed) {
		if pr.agree(list) {
			return true
		}
	}
	return false
}

// allowed reports whether the model allows access n of idly.
func (pr *prover) allowed(n int32) bool {
	a := &pr.added[n]
	if a.idle && !a.checked {
		a.checked = true
		a.refused = !pr.x.MayAdd(a.read, a.read)
	}
	return !a.refused
}

// agree reports whether the stutter reads that are of one thread may be made both.
func (pr *prover) agree(list []int32) bool {
	for j := 0; j < len(list); j += 2 {
		a, b := &pr.added[list[j]], &pr.added[list[j+1]]
		if a.idle && b.idle && a != b && (a.read.Loc == b.read.Loc && a.read.Commit > b.read.Commit || !pr.x.MayAdd(a.read, b.read)) {
			return false
		}
	}
	return true
}
