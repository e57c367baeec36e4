package cycles

import (
	"slices"

	"fencepost/interp/code"
	"fencepost/interp/search/explore"
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

	iterations map[iterationStart][]iteration
	unplaced   bool             // one may stand elsewhere than place thinks: it chooses before its first access, or reads parts
	initial    map[int32]uint64 // by location that one reads: its initial content
	stutters   []bool           // by site: an iteration reads there
	tried      []int            // by cycle: executions with stutter reads that have it

	// Of the execution looked at.
	x          *explore.Execution
	graph      *explore.Graph // nil: nobody asked for it
	accesses   []explore.Access
	spins      []explore.SpinIteration
	plain      graph.Matcher   // its accesses
	stuttering graph.Matcher   // if stutter reads count, with those
	added      []stutterAccess // by access of stuttering
	placed     []placedRead
	bounds     []placedRead // of reads right before the access that collectStuttering is at
	joint      []placedRead // of agree
	reads      []explore.StutterRead
	work       int
}

func newProver(p *code.Program, cycles []predict.Cycle, confirm func(int, *explore.Graph) bool) *prover {
	n := len(cycles)
	pr := &prover{
		cycles: cycles, confirm: confirm, has: make([]int, n), run: make([]bool, n), perhaps: make([]bool, n), missing: n,
		iterations: map[iterationStart][]iteration{}, initial: map[int32]uint64{}, stutters: make([]bool, len(p.Sites)), tried: make([]int, n),
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

// node is an access as the matcher has it, with room for a stutter read before it.
func node(a *explore.Access) graph.Access {
	return graph.Access{Thread: a.Thread, I: 2*a.Index + 1, Loc: a.Loc, C: a.Commit, Writes: a.Kind == axiom.Write || a.Kind == axiom.ExclusiveRead}
}
