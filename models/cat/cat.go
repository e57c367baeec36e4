// Package cat reads memory models written in cat and checks candidate executions against
// them.
//
// Cat is the language of herd (Alglave, Cousot and Maranget, "Syntax and semantics of the
// weak consistency model specification language cat", 2016). A model is a page of text that
// defines sets of events and relations between them, and says which relations must be
// acyclic, irreflexive or empty.
//
// A model is compiled once. Functions are unfolded, names are resolved to slots, equal
// expressions are computed once, and what no axiom needs is dropped. The result is a list
// of operations on bit matrices in three stages: those that depend on neither rf nor co,
// those that depend on rf, and those that depend on co. A Checker runs them; it allocates
// nothing.
//
// A candidate lists its events and fills the base sets and relations that the model reads
// (Model.Sets, Model.Rels); base.go describes them. Everything else is defined from them,
// in lib/stdlib.cat.
//
// It differs from herd in these points. The orders of `with co from generate_cos(r)`, and
// of generate_orders(s, r), are not enumerated: the candidate brings co, and is refused if
// co does not include r. The candidate also brings the dependencies between accesses. So
// two includes are always those of this package: lib/aarch64deps.cat, which in herd
// computes dependencies from register events, and lib/lock.cat, which in herd computes rf
// of locks. Variants ("cos-opt") are off. Events of virtual memory, tagging, instruction
// fetch and locks do not exist.
package cat

// MaxEvents bounds the number of events of a candidate.
const MaxEvents = 256

// A Set is a set of events: bit e is set if event e is in it. In a candidate with more than
// 64 events a set is several consecutive Sets; Candidate.Words says how many.
type Set uint64

// wordBits is the number of events of a Set.
const wordBits = 64

// Has reports whether e is in s.
func (s Set) Has(e int) bool { return s>>uint(e)&1 != 0 }

// A Rel is a relation between events: row a is the set of events after a. Rows beyond the
// candidate's number of events are ignored.
type Rel []Set

// Add adds the pair (a, b). The candidate must have at most 64 events.
func (r Rel) Add(a, b int) { r[a] |= 1 << uint(b) }

// A Candidate is a candidate execution for one model: N events, numbered from 0,
// and the content of each base set and relation that the model reads.
type Candidate struct {
	N    int
	Sets []Set // for each of Model.Sets(), Words() consecutive words
	Rels []Rel // Rels[i] is the content of Model.Rels()[i]

	words int // words for which there is room in each set
}

// Words returns the number of Sets that one set of events takes.
func (x *Candidate) Words() int { return wordsOf(x.N) }

func wordsOf(n int) int { return max(1, (n+wordBits-1)/wordBits) }

// Begin makes x a candidate of n events with empty sets and relations.
func (x *Candidate) Begin(n int) {
	x.N = n
	w := x.Words()
	if w > x.words {
		x.Sets = make([]Set, len(x.Sets)/x.words*w)
		for i := range x.Rels {
			x.Rels[i] = make(Rel, w*wordBits*w)
		}
		x.words = w
	}
	clear(x.Sets)
	for i := range x.Rels {
		x.Clear(i)
	}
}

// Clear empties relation i. A number below 0 stands for a relation or set that the model does not read,
// here and in Put and Relate: they then do nothing.
func (x *Candidate) Clear(i int) {
	if i >= 0 {
		clear(x.Rels[i][:x.N*x.Words()])
	}
}

// Put adds event e to set i.
func (x *Candidate) Put(i, e int) {
	if i >= 0 {
		x.Sets[i*x.Words()+e/wordBits] |= 1 << uint(e%wordBits)
	}
}

// Relate adds the pair (a, b) to relation i.
func (x *Candidate) Relate(i, a, b int) {
	if i >= 0 {
		x.Rels[i][a*x.Words()+b/wordBits] |= 1 << uint(b%wordBits)
	}
}

// A Stage says which parts of a candidate an operation or an axiom depends on.
type Stage uint8

// The stages. Each includes the ones before it.
const (
	Events    Stage = iota // on neither rf nor co
	ReadsFrom              // on rf, not on co
	Coherence              // on co
	numStages
)
