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

// RC20 is RC11 with the release sequences of C++20, which RMWs alone continue.
var RC20 = &Model{
	Name:         "c++20",
	Title:        "repaired C11, release sequences of C++20",
	RMWSequences: true,
}
