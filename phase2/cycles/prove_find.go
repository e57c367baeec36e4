package cycles

import (
	"slices"

	"fencepost/interp/code"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
	"fencepost/predict"
	"fencepost/trace/graph"
)

// A prover searches explored executions for cycles.
type prover struct {
	cycles  []predict.Cycle
	confirm func(cycle int, g *explore.Graph) bool // or nil
	has     []int                                  // by cycle: number of executions examined that have it
	run     []bool                                 // by cycle: a run of the machine has it
	perhaps []bool                                 // by cycle: an execution may have it with stutter reads
	missing int                                    // number of cycles that are still searched for

	iterations map[iterationStart][]iteration
	unplaced   bool             // an iteration may stand in other places than place assumes: it chooses before its first access, or reads parts
	initial    map[int32]uint64 // by location that an iteration reads: its initial content
	stutters   []bool           // by site: an iteration reads there
	tried      []int            // by cycle: number of executions with stutter reads that have it

	// state of the current execution
	x          *explore.Execution
	graph      *explore.Graph // nil until it is asked for
	accesses   []explore.Access
	spins      []explore.SpinIteration
	plain      graph.Matcher   // has its accesses
	stuttering graph.Matcher   // has its accesses and stutter reads
	added      []stutterAccess // by access of stuttering
	placed     []placedRead
	bounds     []placedRead // scratch of bound: reads directly before the current access of collectStuttering
	joint      []placedRead // scratch of agree
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

// settled reports whether the search for a cycle is over.
func (pr *prover) settled(i int) bool {
	return pr.run[i] || pr.has[i] > 0 && pr.confirm == nil || pr.has[i] == triedAtMost
}

// want sets the sites of the missing cycles.
func (pr *prover) want() {
	var sites []int32
	for i, c := range pr.cycles {
		if !pr.settled(i) {
			sites = append(sites, c.Sites...)
		}
	}
	pr.plain.Want(sites...)
}

// look searches x for the missing cycles, and returns the number that are still missing.
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

// found notes that the execution has cycle i.
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

// reason returns the reason for cycle i. complete says that all executions were explored;
// settled says that this includes stutter reads.
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

// node converts an access for the matcher, leaving an index before it for a stutter read.
func node(a *explore.Access) graph.Access {
	return graph.Access{Thread: a.Thread, I: 2*a.Index + 1, Loc: a.Loc, C: a.Commit, Writes: a.Kind == axiom.Write || a.Kind == axiom.ExclusiveRead}
}
