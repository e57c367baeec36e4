package axiom

// RC11 is the repaired C11 model: coherence with happens-before, atomicity of RMWs, no cycle in psc,
// no cycle in po ∪ rf. Release sequences are as in C11: a later atomic store of the same thread to
// the same location continues one.
//
// The hardware fences of fencepost.h are C11 fences here: store-load is seq_cst, store-store is
// release, load-load is acquire.
var RC11 = &Model{
	Name:  "c11",
	Title: "repaired C11",
}

// RC20 is RC11 with two rules of C++20 (P0982, P0668): RMWs alone continue release sequences, and a
// seq_cst operation that is coherence-ordered before another one is before it in psc. Of fences it keeps
// RC11's rule, which orders more than the text of C++20 does: a seq_cst access before a fence with which a
// later release of its thread synchronises. No processor shows the difference.
var RC20 = &Model{
	Name:  "c++20",
	Title: "repaired C11, rules of C++20",
	CXX20: true,
}
