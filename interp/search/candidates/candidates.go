// Package candidates finds the executions of a test under a memory model written
// in cat: it makes all candidate executions and asks the model of each (Alglave,
// Maranget, Tautschnig, "Herding cats", TOPLAS 2014, section 8: the simulator herd).
// It serves the models under which program order and reads-from together may have
// a cycle, so that no search that adds one event after the other reaches all of
// their executions.
//
//  1. Each thread is run alone. A load is answered by each value known for its
//     location: at first the initial one, then all that some thread stores, until
//     no new value appears. This is a least fixpoint; no value comes out of thin
//     air. What a thread may do is a finite list of paths: events, and how they
//     depend on each other.
//  2. One path a thread is chosen, unless a value that it reads is written by no
//     path that is left to choose.
//  3. Each read gets a write of its value (rf), and the writes of each location an
//     order (co). Each choice is closed at once under coherence per location, and
//     under the atomicity of exclusives and RMWs. The model is asked in three
//     stages: before rf, before co, at the end.
//
// Differences from the paper: an iteration of a loop that changes nothing is left
// out. It reads and writes nothing, its registers are what they were at its start,
// or are not read before they are written, and they depend on no less. An
// execution with such an iteration stays consistent, and ends in the same state,
// if the iteration is taken out: fewer events are ordered less. So a loop that
// waits is not unrolled, and one that retries an exclusive succeeds at once. Where
// registers depend on the read before the loop's start instead, of the same value
// as the last read of the iteration, that read is taken out with the iteration but for
// its source: between the two there is nothing else. So a loop that retries a
// compare-exchange with what it has read comes by each value at most once.
//
// Values may be derived from each other without end (each thread adds one, and may
// read its own sum). A value is therefore known together with how many writes to
// each location are needed at least to make it; more than all threads can make
// there cannot be. Under a coherent model a thread alone reads of its own
// writes the last one, and a value that no other thread writes only so.
package candidates

import (
	"context"
	"fmt"
	"slices"

	"fencepost/interp/hardware/isa"
)

// Options say what to look for.
type Options struct {
	Model  *Model
	Unroll int // bound on the iterations of a loop that do something; 0: DefaultUnroll
	// Each, if set, is shown every execution that the model allows.
	Each func(x *Execution)
	// Counts, if set, says whether an execution counts: what one does that does not raises
	// no flag.
	Counts func(x *Execution) bool
	// Candidate, if set, is shown every candidate, and the model is not asked. The
	// search ends when it returns false.
	Candidate func(x *Execution) (more bool)
	// Wanted, if set, says which values that a thread shows at its end are of
	// interest. These may become fewer in the course of the search.
	Wanted func(addr uint64, value int64) bool
	// Known, if set, says that executions which end like x tell nothing new. They are left
	// out, unless one may raise a new flag, from so much work on; see Execution.Work.
	// KnownShown: it looks at what threads show alone.
	Known      func(x *Execution) bool
	KnownFrom  int64
	KnownShown bool
	// NullErrors says that an access through a null pointer is an error of the program, and no
	// test that is not supported.
	NullErrors bool
	// MaxCandidates ends the search; 0: no bound.
	MaxCandidates int64
	// MaxChoices bounds the choices that are made of paths, of writes to read from, and of orders of
	// writes, and the operations that threads perform alone; 0: no bound.
	MaxChoices int
	// MaxPaths is how many paths a thread may have; 0: DefaultPaths. More are not supported.
	MaxPaths int
}

// DefaultUnroll is how many iterations of a loop that do something are followed.
const DefaultUnroll = 8

// A Report is what a search found.
type Report struct {
	Executions int64    // that the model allows
	Candidates int64    // with rf and co, that the model was asked of
	Paths      []int    // of each thread
	Undefined  bool     // an execution raises a flag of undefined behaviour: a data race
	Flags      []string // that executions raise, others than those
	Incomplete string   // why something may be missing; empty: nothing is
	Raised     []Raised // all flags, with what raised each first
}

// A Raised flag comes with the events that raised it.
type Raised struct {
	Flag string
	By   []Raiser
}

// A Raiser is an event that raises a flag, alone or with another one.
type Raiser struct {
	isa.Source
	Thread        int
	Writes, Plain bool
}

// Run makes the executions of p. The error is an *isa.Unsupported, or that of ctx.
func Run(ctx context.Context, p *isa.Program, o Options) (*Report, error) {
	if o.Unroll == 0 {
		o.Unroll = DefaultUnroll
	}
	if o.MaxPaths == 0 {
		o.MaxPaths = DefaultPaths
	}
	paths, err := newUnfolding(p, &o).run(ctx)
	if err != nil {
		return nil, err
	}
	s := newSearch(p, paths, o)
	s.ctx = ctx
	s.combine(0)
	if s.err != nil {
		return nil, s.err
	}
	for i, name := range o.Model.Flags() {
		if s.flags>>i&1 != 0 {
			if o.Model.Undefined(i) {
				s.report.Undefined = true
			} else if !slices.Contains(s.report.Flags, name) {
				s.report.Flags = append(s.report.Flags, name)
			}
		}
	}
	return &s.report, nil
}

// Allows reports whether the model has an execution of p with a property. The error is
// as that of Run.
func (m *Model) Allows(ctx context.Context, p *isa.Program, property func(x *Execution) bool) (bool, error) {
	found := false
	_, err := Run(ctx, p, Options{Model: m, Each: func(x *Execution) { found = found || property(x) }})
	return found, err
}

// kind is what an event does.
type kind uint8

const (
	reads kind = 1 << iota
	writes
	fences
)

// maxEvents bounds the events of a thread's path: dependencies are sets of one word.
const maxEvents = 62

// An event is one of a path. Dependencies are sets of events of the path, by index.
type event struct {
	kind           kind
	loc            int16 // index into the program's locations; fences: -1
	tags           isa.Tags
	read, written  int64
	addr           uint64
	data           uint64
	ctrl           uint64
	pickAddr       uint64 // the same through a choice
	pickData       uint64
	pickCtrl       uint64
	amo, exclusive int8 // of a read: the write of the same instruction, of its store-exclusive; -1: none
	src            int32
}

// A shown value is what an Observe shows.
type shown struct {
	addr  uint64
	value int64
}

// A path is one way in which a thread may go.
type path struct {
	events []event
	shown  []shown
	needs  []int       // numbers of the values read, each once
	gives  []int       // numbers of the values written, once a write
	wild   error       // it ends at an access to an address where nothing is
	null   *isa.Source // the access, if the address is that of no object of any program
	atomic []int       // numbers of the values read by RMWs and exclusives that succeed, once a read
}

// paths are what all threads may do.
type paths struct {
	threads    [][]*path
	values     int // how many values of locations are numbered
	incomplete string
}

func unsupported(format string, args ...any) error {
	return &isa.Unsupported{Message: fmt.Sprintf(format, args...) + " not supported"}
}
