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
	unplaced   bool             // an iteration may stand in other places than place assumes: it chooses before its first access, reads parts, or stores
	initial    map[int32]uint64 // by location that an iteration reads: its initial content
	stutters   []bool           // by site: an iteration reads there
	tried      []int            // by cycle: number of executions with stutter reads that have it

	// state of the current execution
	x          *explore.Execution
	graph      *explore.Graph // nil until it is asked for
	order      possibleOrder
	accesses   []explore.Access
	spins      []explore.SpinIteration
	plain      graph.Matcher   // has its accesses
	pairs      [][2]int32      // scratch of arrange
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
		order: possibleOrder{known: map[[2]int32]bool{}}, iterations: map[iterationStart][]iteration{}, initial: map[int32]uint64{}, stutters: make([]bool, len(p.Sites)), tried: make([]int, n),
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

// look searches x, and the other executions of its class, for the missing cycles. It returns the
// number that are still missing.
func (pr *prover) look(x *explore.Execution) int {
	pr.x, pr.graph = x, nil
	pr.collect()
	before := pr.missing
	var others []int // cycles that x does not have
	for i := range pr.cycles {
		switch {
		case pr.settled(i):
		case pr.plain.Match(pr.cycles[i].Sites):
			pr.found(i)
		default:
			others = append(others, i)
		}
	}
	pr.order.begin(x)
	pr.plain.Under(&pr.order)
	for _, i := range others {
		if pr.plain.Match(pr.cycles[i].Sites) && pr.arrange(i) {
			pr.graph = nil
			pr.found(i)
		}
	}
	if pr.missing < before {
		pr.want()
	}
	return pr.missing
}

// mostArranged bounds the instances of a cycle that are looked for in one class of executions.
const mostArranged = 100

// arrange looks for an execution of the class that has cycle i. It looks at the instances of the cycle
// each of whose edges is in some execution.
func (pr *prover) arrange(i int) bool {
	n := 0
	for list := range pr.plain.Matches(pr.cycles[i].Sites, nil) {
		if n++; n > mostArranged {
			pr.x.NeedsCoherence()
			return false
		}
		pr.pairs = pr.pairs[:0]
		for j := 1; j < len(list); j += 2 {
			a, b := pr.plain.Access(list[j]), pr.plain.Access(list[(j+1)%len(list)])
			if a.Store != b.Store && a.Store != axiom.Init {
				pr.pairs = append(pr.pairs, [2]int32{a.Store, b.Store})
			}
		}
		if pr.x.Arrange(pr.pairs) {
			return true
		}
	}
	return false
}

// A possibleOrder has the pairs of writes that are in order in some execution of a class.
type possibleOrder struct {
	x     *explore.Execution
	known map[[2]int32]bool
}

func (o *possibleOrder) begin(x *explore.Execution) {
	o.x = x
	clear(o.known)
}

// Precedes implements graph.StoreOrder.
func (o *possibleOrder) Precedes(_, a, b int32) bool {
	pair := [2]int32{a, b}
	may, ok := o.known[pair]
	if !ok {
		may = o.x.MayPrecede(a, b)
		o.known[pair] = may
	}
	return may
}

// found notes that the execution has cycle i.
func (pr *prover) found(i int) {
	if pr.has[i]++; pr.confirm != nil {
		if pr.graph == nil {
			pr.graph = pr.x.Graph()
		}
		pr.run[i] = pr.confirm(i, pr.graph)
	}
	if pr.settled(i) {
		pr.missing--
	}
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
	return graph.Access{Thread: a.Thread, I: 2*a.Index + 1, Loc: a.Loc, C: a.Commit, Store: a.Write, Writes: a.Kind == axiom.Write || a.Kind == axiom.ExclusiveRead}
}
