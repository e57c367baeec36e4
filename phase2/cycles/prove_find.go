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
	perhaps []bool                                 // by cycle: one may, if stutter reads are counted
	missing int                                    // cycles that are still looked for

	iterations map[iterationStart][]stutterRead
	stutters   []bool // by site: an iteration reads there

	// Of the execution looked at.
	x          *explore.Execution
	graph      *explore.Graph // nil: nobody asked for it
	accesses   []explore.Access
	spins      []explore.SpinIteration
	plain      graph.Matcher   // its accesses
	stuttering graph.Matcher   // if stutter reads count, with those
	added      []stutterAccess // by access of stuttering
}

// An iterationStart is the access that an iteration begins with.
type iterationStart struct{ site, loc int32 }

// A stutterRead is an access of an iteration.
type stutterRead struct {
	site, loc int32
	kind      axiom.Kind
	value     uint64
}

// A stutterAccess is an access that an iteration may add.
type stutterAccess struct {
	stutter          bool // it is one
	read             explore.StutterRead
	checked, refused bool // whether the model allows it
}

func newProver(p *code.Program, cycles []predict.Cycle, confirm func(int, *explore.Graph) bool) *prover {
	n := len(cycles)
	pr := &prover{
		cycles: cycles, confirm: confirm, has: make([]int, n), run: make([]bool, n), perhaps: make([]bool, n), missing: n,
		iterations: map[iterationStart][]stutterRead{}, stutters: make([]bool, len(p.Sites)),
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

// learn notes the iterations in which threads of x wait.
func (pr *prover) learn(x *explore.Execution) {
	pr.spins = x.SpinIterations(pr.spins[:0])
	for _, r := range pr.spins {
		start := iterationStart{r[0].Site, r[0].Loc}
		for _, a := range r {
			read := stutterRead{a.Site, a.Loc, a.Kind, a.Value}
			if a.Site >= 0 && !slices.Contains(pr.iterations[start], read) {
				pr.iterations[start] = append(pr.iterations[start], read)
				pr.stutters[a.Site] = true
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

// reason returns what is known of cycle i; complete says that all executions were explored,
// settled that this is so with stutter reads, too.
func (pr *prover) reason(i int, complete, settled bool) Reason {
	switch {
	case pr.run[i]:
		return Run
	case pr.has[i] > 0:
		return Possible
	case !complete || !settled && pr.mayStutter(i):
		return Undecided
	case pr.perhaps[i]:
		return PerhapsStutter
	}
	return Impossible
}

// mayStutter reports whether an access of cycle i may be a stutter read.
func (pr *prover) mayStutter(i int) bool {
	return slices.ContainsFunc(pr.cycles[i].Sites, func(s int32) bool { return pr.stutters[s] })
}

// lookStuttering explores once more, to learn which of the cycles that no execution has may
// happen if stutter reads are counted. It reports whether it came to the end.
func (pr *prover) lookStuttering(ctx context.Context, p *code.Program, rules *axiom.Model, machine interp.Options) bool {
	var open []int
	var sites []int32
	for i, c := range pr.cycles {
		if pr.has[i] == 0 && pr.mayStutter(i) {
			open, sites = append(open, i), append(sites, c.Sites...)
		}
	}
	if len(open) == 0 {
		return true
	}
	pr.stuttering.Want(sites...)
	within, stop := context.WithCancel(ctx)
	defer stop()
	_, err := explore.Run(within, p, rules, explore.Options{Machine: machine, Workers: 1, Every: func(x *explore.Execution, cut bool) {
		if cut || len(open) == 0 {
			return
		}
		pr.x = x
		pr.collectStuttering()
		open = slices.DeleteFunc(open, func(i int) bool {
			pr.perhaps[i] = pr.holdsStuttering(&pr.cycles[i])
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

// collectStuttering lists them with stutter reads.
func (pr *prover) collectStuttering() {
	pr.accesses = pr.x.Accesses(pr.accesses[:0])
	pr.stuttering.Clear()
	pr.added = pr.added[:0]
	for k := range pr.accesses {
		a := &pr.accesses[k]
		if a.Site < 0 {
			continue
		}
		for _, r := range pr.iterations[iterationStart{a.Site, a.Loc}] {
			if pr.stuttering.Wants(r.site) {
				pr.addStutter(k, r)
			}
		}
		if pr.stuttering.Wants(a.Site) {
			pr.stuttering.Add(a.Site, node(a))
			pr.added = append(pr.added, stutterAccess{})
		}
	}
}

// node is an access as the matcher has it, with room for a stutter read before it.
func node(a *explore.Access) graph.Access {
	return graph.Access{Thread: a.Thread, I: 2*a.Index + 1, Loc: a.Loc, C: a.Commit, Writes: a.Kind == axiom.Write || a.Kind == axiom.ExclusiveRead}
}

// addStutter adds what read r of an iteration right before the k-th access may read:
// by coherence, what lies between the thread's accesses of the location around it.
func (pr *prover) addStutter(k int, r stutterRead) {
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
			pr.stuttering.Add(r.site, graph.Access{Thread: a.Thread, I: 2 * a.Index, Loc: r.loc, C: c})
			read := explore.StutterRead{Thread: a.Thread, Before: a.Index, Kind: r.kind, Loc: r.loc, Commit: c}
			pr.added = append(pr.added, stutterAccess{stutter: true, read: read})
		}
	}
}

// holdsStuttering reports whether the execution may have cycle c if stutter reads are counted.
func (pr *prover) holdsStuttering(c *predict.Cycle) bool {
	for list := range pr.stuttering.Matches(c.Sites, pr.allowed) {
		if pr.agree(list) {
			return true
		}
	}
	return false
}

// allowed reports whether the model allows access n of stuttering.
func (pr *prover) allowed(n int32) bool {
	a := &pr.added[n]
	if a.stutter && !a.checked {
		a.checked = true
		a.refused = !pr.x.MayAdd(a.read, a.read)
	}
	return !a.refused
}

// agree reports whether the stutter reads that are of one thread may be made both.
func (pr *prover) agree(list []int32) bool {
	for j := 0; j < len(list); j += 2 {
		a, b := &pr.added[list[j]], &pr.added[list[j+1]]
		if a.stutter && b.stutter && a != b && (a.read.Loc == b.read.Loc && a.read.Commit > b.read.Commit || !pr.x.MayAdd(a.read, b.read)) {
			return false
		}
	}
	return true
}
