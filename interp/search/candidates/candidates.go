// Package candidates finds the executions of a test under a memory model written in cat: it
// builds all candidate executions and checks each against the model (Alglave, Maranget,
// Tautschnig, "Herding cats", TOPLAS 2014, section 8: the simulator herd). It is for models
// in which program order and reads-from together may have a cycle, so that no search that
// adds one event after the other reaches all of their executions.
//
//  1. Each thread is run alone. A load is answered by each value known for its
//     location: at first the initial one, then all that some thread stores, until
//     no new value appears. This is a least fixpoint; no value comes out of thin
//     air. The result for a thread is a finite list of paths: events and their
//     dependencies.
//  2. One path is chosen for each thread, unless it reads a value that no remaining
//     path writes.
//  3. Each read gets a write of its value (rf), and the writes of each location an
//     order (co). Each choice is closed at once under coherence per location, and
//     under the atomicity of exclusives and RMWs. The model is checked in three
//     stages: before rf, before co, at the end.
//
// It differs from the paper in this: an iteration of a loop that changes nothing is left
// out. Such an iteration reads but does not write. Its registers have the values of its
// start, or are not read before they are written, and they have no fewer dependencies. If
// an execution has such an iteration, it stays consistent without it, and ends in the same
// state: fewer events are ordered less. So a loop that waits is not unrolled, and a loop
// that retries an exclusive succeeds at once. Registers may depend on the last read before
// the loop instead, if that has the same value as the last read of the iteration. Then that
// read is removed with the iteration, and its source becomes that of the iteration's read:
// nothing stands between the two. So a loop that retries a compare-exchange with the value
// that it has read meets each value at most once.
//
// Values may be derived from each other without end (each thread adds one, and may read its
// own sum). So each known value comes with a lower bound of the writes to each location
// that are needed to produce it; it is impossible if all threads together write less often.
// Under a coherent model a thread alone reads the last of its own writes, and reads a value
// that no other thread writes only in that way.
package candidates

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"fencepost/interp/hardware/isa"
)

// Options configure Run.
type Options struct {
	Model  *Model
	Unroll int // bound of the iterations of a loop that have an effect; 0: DefaultUnroll
	// Each, if set, is called with every execution that the model allows.
	Each func(x *Execution)
	// Counts, if set, reports whether an execution counts. An execution that does not
	// raises no flag.
	Counts func(x *Execution) bool
	// Candidate, if set, is called with every candidate, and the model is not checked. The
	// search ends when it returns false.
	Candidate func(x *Execution) (more bool)
	// Wanted, if set, reports whether a value that a thread shows at its end is of
	// interest. The set of such values may shrink during the search.
	Wanted func(addr uint64, value int64) bool
	// Known, if set, reports whether executions that end like x are of no interest. From
	// KnownFrom units of work on they are left out, unless one may raise a new flag; see
	// Execution.Work. KnownShown says that Known looks only at the values that threads
	// show.
	Known      func(x *Execution) bool
	KnownFrom  int64
	KnownShown bool
	// NullErrors says that an access through a null pointer is an error of the program,
	// rather than unsupported.
	NullErrors bool
	// MaxCandidates ends the search; 0: no bound.
	MaxCandidates int64
	// MaxChoices bounds the choices of paths, of writes to read from, and of orders of
	// writes, and the operations that threads perform alone; 0: no bound.
	MaxChoices int
	// MaxPaths bounds the paths of a thread; 0: DefaultPaths. More are unsupported.
	MaxPaths int
}

// DefaultUnroll is the default of Options.Unroll.
const DefaultUnroll = 8

// A Report is the result of a search.
type Report struct {
	Executions int64    // that the model allows
	Candidates int64    // with rf and co, checked against the model
	Paths      []int    // number for each thread
	Undefined  bool     // an execution raises a flag of undefined behaviour: a data race
	Flags      []string // other flags that executions raise
	Incomplete string   // why executions may be missing; empty: none is
	Raised     []Raised // all flags, each with the events that raised it first
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

// Run explores the executions of p. The error is an *isa.Unsupported, or the error of ctx.
func Run(ctx context.Context, p *isa.Program, o Options) (*Report, error) {
	o.Unroll = cmp.Or(o.Unroll, DefaultUnroll)
	o.MaxPaths = cmp.Or(o.MaxPaths, DefaultPaths)
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

// Allows reports whether the model allows an execution of p with a property. It returns the errors of
// Run.
func (m *Model) Allows(ctx context.Context, p *isa.Program, property func(x *Execution) bool) (bool, error) {
	found := false
	_, err := Run(ctx, p, Options{Model: m, Each: func(x *Execution) { found = found || property(x) }})
	return found, err
}

// kind is the kind of an event.
type kind uint8

const (
	reads kind = 1 << iota
	writes
	fences
)

// maxEvents bounds the events of a path: dependencies are sets of one word.
const maxEvents = 62

// An event is an event of a path. Dependencies are sets of events of the path, by index.
type event struct {
	kind           kind
	loc            int16 // index into the program's locations; -1 for fences
	tags           isa.Tags
	read, written  int64
	addr           uint64
	data           uint64
	ctrl           uint64
	pickAddr       uint64 // the same through a choice
	pickData       uint64
	pickCtrl       uint64
	amo, exclusive int8 // of a read: index of the write of the same instruction, or of its store-exclusive; -1: none
	src            int32
}

// A shown value is the value of an Observe.
type shown struct {
	addr  uint64
	value int64
}

// A path is one possible execution of a thread alone.
type path struct {
	events []event
	shown  []shown
	needs  []int       // numbers of the values read, each listed once
	gives  []int       // numbers of the values written, once for each write
	wild   error       // the path ends at an access to an address without an object
	null   *isa.Source // that access, if no object of any program has the address
	atomic []int       // numbers of the values read by RMWs and successful exclusives, once for each read
}

// paths has the paths of all threads.
type paths struct {
	threads    [][]*path
	values     int // number of values of all locations
	incomplete string
}

func unsupported(format string, args ...any) error {
	return &isa.Unsupported{Message: fmt.Sprintf(format, args...) + " not supported"}
}
