package predict

import "fencepost/trace"

// This file decides which po edges a model may relax. The models are those of
// RELAXER's Figures 4 to 6, in their axiomatic form: an execution is allowed if
// preserved program order (ppo), with reads-from between threads, coherence
// order, from-reads and thread creation and join, is acyclic. A node is an
// access, a fence, a creation or a join. ppo holds in program order, except
//
//	TSO:  W->R, W->join; ss and ll are no nodes
//	PSO:  also W->{W,U,C} of different locations, ss->R, ss->join; ll is no node
//	PSLO: also W->ll, {R,U,C}->R of different locations, ss->ll, create->R
//
// where W is a store, R a load, U an RMW, C a failed compare-exchange; a
// creation is otherwise like sl in TSO and PSO.
//
// A po edge (a, b) of a cycle keeps the cycle from being made if b is reached
// from a through ppo, or if both are on one location: then coherence bars it.
// If it is not reached, the model may relax the edge. A cycle all of whose
// edges are kept would be a cycle of the relation above, but for one gap:
// reads-from within a thread is not part of it. A load a that forwards from a
// pending store w of its own is before b only as far as w is; so for such a
// load it is (w, b) that counts. (In n6 the cycle y=1; x=2 | r1=x; r2=y of a
// store-store and a load-load edge is made under TSO, as r1=x forwards.)
//
// One pass suffices. Of the events a of one summary only the latest before b
// matters: two accesses of one kind to one location are in ppo, so the later
// reaches nothing that the earlier does not. It is enough to keep, for each
// thread, the sets of summaries whose latest event is still in one of four
// states; the states are the same for PSO and PSLO. At b, the set is what b
// may overtake.
//
// It keeps more than the definition in one case: in PSLO a load, an RMW of y
// and a load of y are in ppo, but no set says so.

// The models that relax anything; any is one that is not known here.
const (
	tso = iota
	pso
	pslo
	anyModel
	numKnown   = anyModel
	numRelaxed = pslo // sets kept for each summary; PSLO's adds a set to PSO's
)

// modelNumber returns the number of the model of a name; ok is false for SC,
// which relaxes nothing.
func modelNumber(name string) (n int, ok bool) {
	switch name {
	case "sc":
		return 0, false
	case "tso":
		return tso, true
	case "pso":
		return pso, true
	case "pslo":
		return pslo, true
	}
	return anyModel, true
}
