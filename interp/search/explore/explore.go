// Package explore enumerates the executions of a program under a memory model: each class
// of executions with the same rf and co exactly once. With Reductions.ReadsFrom, a class has the
// same rf, and any co.
//
// It is an optimal, stateless dynamic partial order reduction: TruSt (Kokologiannakis,
// Marmanis, Gladstein and Vafeiadis, "Truly Stateless, Optimal Dynamic Partial Order
// Reduction", POPL 2022). An execution graph is built in a fixed scheduling order. A read
// branches on the writes that it may read, a write on its coherence positions, and a write
// may revisit an earlier read: the events that were added after that read and are not in
// the write's po ∪ rf prefix are deleted. The write revisits the read only if all deleted
// events were added maximally, so every graph is reached in one way.
//
// The explorer drives a vm.VM, whose loads return the values of the graph. To follow another
// branch, it starts again with the reads of the graph fixed, or continues from a snapshot:
// see snapshot.go.
//
// Options.Reductions leave out executions that others represent. SkipIdle leaves out reads
// after which a thread only waits, and iterations that change nothing. Symmetry leaves out
// executions in which threads with the same code are exchanged. Barriers leaves out executions
// in which threads arrive at a barrier in another order, or notice later than possible that
// they were woken.
//
// Bytes that are accessed at several sizes have several locations, one after the other;
// shapes.go explains why that is sound. An atomic section is never interrupted: a graph
// is kept only if it has no cycle in which each section is one node
// (axiom.Graph.Interrupted), and then no prefix of it has one. A double compare-and-swap is
// such a section; section.go defines when its events are added maximally.
//
// It differs from the paper in these points. Locks, semaphores, barriers and condition
// variables are reads that wait for a value. A thread that waits for a lock of another
// thread stays blocked until the other one unlocks, and the holder is run first, so blocked
// executions are rare. A thread continues to its end even if main has returned. Only outcomes
// and deadlocks ask which of its events happened before the end of the program. A weak
// compare-exchange chooses to fail spuriously (interp.Options.WeakFail) before it reads. If it
// then reads a value other than the one it expects, the failure is not spurious: the execution
// is given up and counts as blocked. So no class is counted twice. For each execution with k
// spurious failures, up to 2^k - 1 executions are given up; without spurious failures none is.
package explore

import (
	"context"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// Options configure an exploration and bound it. The zero value is the default.
type Options struct {
	Machine       interp.Options
	Workers       int   // 0: one for each processor
	MaxExecutions int64 // bounds Executions, Blocked and Bounded of the Report together, and sets one worker; 0: no bound
	// UntilError ends the search at the first error, by one worker.
	UntilError bool
	// Outcome, if set, appends to dst the name of an execution's outcome. It names the outcome
	// by the final content of the same locations each time. The report counts the executions of
	// each outcome. Several workers call it at once.
	Outcome func(dst []byte, x *Execution) []byte
	// Rounds, if not 0, bounds the rounds in which the threads run: see rounds.go.
	Rounds int
	// UnrollEndless, if not 0, bounds the iterations of loops that may continue for ever. The
	// bound holds once a thread ran such a loop, and only if Machine.Unroll is 0: see endless.go.
	UnrollEndless int
	endless       bool    // an earlier search ran such a loop
	observed      bool    // in an earlier search a thread observed an iteration that another undid
	doubts        []Doubt // found by earlier searches: see commute.go
	long          bool    // executions are too long for a search of their co
	several       bool    // an earlier search met an execution with several co
	recycled      bool    // in an earlier search threads told apart blocks that may have one address
	twins         bool    // an earlier search created twins
	trial         bool    // the search is one of the ways to search a program with twins
	apart         bool    // threads whose arguments select slots are told apart: see slots.go
	single        bool    // one worker repeats the search, so that it finds the same doubt, or several co, each time
	// Classes has the search begin with reads-from classes. Otherwise it branches on co until an
	// execution has several, and then begins anew. Parts that cannot begin anew together need it.
	Classes bool
	// StopAtExit counts an outcome for each point at which main's return, or exit, may end the
	// program while other threads run. The end of all threads is then no outcome of such an
	// execution, and Outcome is called several times for it.
	StopAtExit bool
	// Each, if set, is called with every complete execution, by several workers at once.
	Each func(x *Execution)
	// Anew, if set, is called when the search begins anew: all earlier calls are then void.
	Anew func()
	// Check, if set, returns an error of a complete execution that its events do not show, or
	// nil. Several workers call it at once. The answer must not depend on co.
	Check func(x *Execution) *interp.Error
	// Ends, if set, reports whether Check asks whether writes of a site precede other events
	// (Execution.Precedes).
	Ends func(site int32) bool
	// Every, if set, is called with every execution, by several workers at once. That includes
	// blocked executions, executions that an error cut short, and executions that the search
	// gave up before their end; only for the last cut is true. With ReadsFrom it is called for one
	// execution of each class.
	Every func(x *Execution, cut bool)
	Reductions
	// PassUnsupported gives up each execution that runs unsupported C. Otherwise the first
	// such execution ends the search.
	PassUnsupported bool
	// Snapshots is the number of events to run again from which on a snapshot is made; 0:
	// defaultSnapshots. The report does not depend on it: see snapshot.go.
	Snapshots int
	// Progress, if set, is called about once in a thousand executions with the counts so far.
	Progress func(executions, blocked int64)
}

// Reductions select executions that need not be explored because others end in the same
// states and errors. They are ignored if Every is set, except ReadsFrom.
type Reductions struct {
	// SkipIdle skips reads after which a thread can only wait, except the read of the latest
	// write. It also skips iterations of loops that change nothing: see idle.go, undo.go,
	// confirm.go, await.go.
	SkipIdle bool
	// Symmetry explores one of the executions that differ only by an exchange of threads with
	// the same code: see symmetry.go. It is ignored with StopAtExit.
	Symmetry bool
	// Barriers does not order the arrivals at a barrier, and ends a wait for a condition
	// variable at the signal: see barrier.go.
	Barriers bool
	// ReadsFrom explores one execution of each class with the same rf: see readsfrom.go.
	// Outcome and Each are then called for each final state of the class. It is ignored if
	// Rounds or StopAtExit is set.
	ReadsFrom bool
	// Commuting explores operations whose order changes nothing in one order: see commute.go.
	// It is ignored without ReadsFrom, and if Check is set, which may ask for that order.
	Commuting bool
}

// AllReductions returns all reductions.
func AllReductions() Reductions {
	return Reductions{SkipIdle: true, Symmetry: true, Barriers: true, ReadsFrom: true, Commuting: true}
}

// A Report is the result of an exploration.
type Report struct {
	Model string `json:"-"`
	Counts
	Outcomes map[string]int64   `json:"outcomes,omitempty"`  // executions by outcome, for the MaxOutcomes least outcomes
	Others   int64              `json:"others,omitempty"`    // executions of all other outcomes
	Endless  []string           `json:"endless,omitempty"`   // source positions of loops that may continue for ever, cut short by Options.UnrollEndless
	Errors   []Counterexample   `json:"errors,omitempty"`    // one for each distinct error, in order of their keys
	LastRace *interp.RacePlaces `json:"last_race,omitempty"` // the greatest places of a data race in Errors, if greater ones were dropped: see interp.RacePlaces
	Raced    bool               `json:"raced,omitempty"`     // executions ended at a race of accesses of different sizes
	Units    []vm.Unit          `json:"units,omitempty"`     // bytes of which accesses of different sizes race, or of which Options say so
	Complete bool               `json:"complete,omitempty"`  // every execution was explored, none was cut short
}

// Counts are the parts of a Report that are sums over its executions.
type Counts struct {
	Executions int64 `json:"executions"`           // complete executions, and executions that an error of a thread cut short
	Blocked    int64 `json:"blocked,omitempty"`    // given up: an assumption did not hold, a wait did not end, or see WeakFail in the package comment
	Bounded    int64 `json:"bounded,omitempty"`    // cut short by a bound on loop iterations, rounds or steps
	EndsEarly  bool  `json:"ends_early,omitempty"` // main returns, or exit is called, while threads are left
	Symmetric  bool  `json:"symmetric,omitempty"`  // executions that differ by an exchange of threads count as one
	Unordered  bool  `json:"unordered,omitempty"`  // executions that differ by the order of stores count as one
	Commuted   bool  `json:"commuted,omitempty"`   // executions that differ by the order of commuting operations count as one
	Confirmed  bool  `json:"confirmed,omitempty"`  // executions that differ by which of several writes of one value a retried compare-exchange reads count as one
	Assumed    bool  `json:"assumed,omitempty"`    // executions were given up because an assumption did not hold
	Sampled    bool  `json:"sampled,omitempty"`    // the drawn values do not stand for all values from outside
	InOrder    bool  `json:"in_order,omitempty"`   // stores to parts of units were kept before later stores, which the model does not demand: see units.go
	// Loop is the first loop in the source in which an execution ran out of steps; its line is 0 if
	// none is known.
	Loop trace.Pos `json:"loop,omitzero"`
	// Unsupported is the error for which executions were given up: of several the one with the
	// least text, nil if there was none.
	Unsupported *interp.Error `json:"-"`
}

// add adds the counts of other executions.
func (c *Counts) add(o *Counts) {
	c.Executions += o.Executions
	c.Blocked += o.Blocked
	c.Bounded += o.Bounded
	c.EndsEarly = c.EndsEarly || o.EndsEarly
	c.Symmetric = c.Symmetric || o.Symmetric
	c.Unordered = c.Unordered || o.Unordered
	c.Commuted = c.Commuted || o.Commuted
	c.Confirmed = c.Confirmed || o.Confirmed
	c.Assumed = c.Assumed || o.Assumed
	c.Sampled = c.Sampled || o.Sampled
	c.InOrder = c.InOrder || o.InOrder
	c.Loop = interp.FirstLoop(c.Loop, o.Loop)
	if o.Unsupported != nil {
		c.pass(o.Unsupported)
	}
}

// pass notes the error for which an execution was given up. It keeps the one with the least text.
func (c *Counts) pass(err *interp.Error) {
	if c.Unsupported == nil || err.Error() < c.Unsupported.Error() {
		c.Unsupported = err
	}
}

// All returns the number of executions of any kind.
func (c *Counts) All() int64 { return c.Executions + c.Blocked + c.Bounded }

// StandsFor lists the differences between executions that were explored as one. The list is
// empty if every execution was explored.
func (r *Report) StandsFor() []string {
	return slices.Concat(
		lists.If(r.Unordered, "the order of stores whose order no read sees"),
		lists.If(r.Commuted, "the order of operations that commute"),
		lists.If(r.Confirmed, "which of several stores of one value a retried compare-exchange reads"),
		lists.If(r.Symmetric, "which of several threads that do the same does what"),
	)
}

// The texts of Omits.
const (
	sampled   = "of values that come from outside (__VERIFIER_nondet_int() and such) only some are drawn: the constants of the program, what is beside them, and the bounds"
	inOrder   = "a store to some bytes of a word, which threads access at several sizes, takes place before the later stores of its thread"
	afterRace = "what follows a race of accesses of different sizes is not explored"
)

// Omits describes what the search, and any repetition of it, leaves out; empty if nothing.
func (r *Report) Omits() string {
	switch {
	case r.Sampled:
		return sampled
	case r.Raced:
		return afterRace
	case r.InOrder:
		return inOrder
	}
	return ""
}

// NoneEnded reports that all executions were explored and none completed or has an error, and why;
// otherwise it is empty. Such a search shows nothing about the program.
func (r *Report) NoneEnded() string {
	switch {
	case !r.Complete || r.Executions > 0 || len(r.Errors) > 0:
		return ""
	case r.Assumed:
		return witness.NoneEnded + ": an assumption did not hold"
	case r.Blocked > 0:
		return witness.NoneEnded + ": threads wait"
	}
	return witness.NoneEnded
}

// MaxOutcomes bounds the distinct outcomes of a report. The report has the least outcomes, in
// the order of strings, and the number of executions of all others.
const MaxOutcomes = 10_000

// A Counterexample is an error of the program under test, with the smallest execution that
// was found to show it.
type Counterexample struct {
	Error      *interp.Error
	Executions int64 // number that show it; of a race or a free: number of graphs in which it first shows
	Witness    *Graph
}

// A Fault is an internal error: a fault of this package or of the machine.
type Fault struct{ Program, Message string }

func (f *Fault) Error() string { return f.Program + ": internal error: " + f.Message }

// Run explores program p under model m. The error is an *interp.Error that names an
// unsupported feature, or a *Fault.
func Run(ctx context.Context, p *code.Program, m *axiom.Model, o Options) (*Report, error) {
	return NewSearch(p, m, o).Run(ctx, o.MaxExecutions)
}

// unchecked returns the options of a search that explores the same without Check.
func (o Options) unchecked() Options {
	o.Commuting, o.apart = o.Commuting && o.Check == nil, o.apart || o.Check != nil
	o.Check = nil
	return o
}

// An Execution is a complete execution. It is valid during the call that it is passed to.
type Execution struct{ x *explorer }

// Final returns the content of size bytes at addr when the execution has ended.
func (e *Execution) Final(addr uint64, size uint8) (v uint64, undef bool) {
	if e.x.isUneven(addr, size) {
		e.x.tellApart()
	}
	v, u := e.x.vm.View(0, addr, size)
	if e.x.shapes.mixed && e.x.exits.open() {
		v, u = e.x.lastBytes(addr, size, v, u)
	}
	return v, u != 0
}

// Graph returns a copy of the execution's graph.
func (e *Execution) Graph() *Graph { return e.x.copyGraph() }

// A Graph is an execution graph for display.
type Graph struct {
	Model  string
	Events []Event   // in an order that agrees with po and rf
	Units  []vm.Unit // those of the search
}

// An Event is an event of a graph.
type Event struct {
	Thread     trace.ThreadID
	Index      int // in its thread, from 0
	Kind       axiom.Kind
	Order      trace.Order
	Fence      trace.FenceKind
	Site       int32
	Addr       uint64
	Size       uint8
	Epoch      uint16 // accesses: how often the bytes have changed to another access size: see shapes.go
	Life       uint16 // accesses, Free, End: number of earlier blocks at the address
	Value      uint64 // read or written; of an allocation, the address
	RF         int    // reads: index into Events of the write read from, or axiom.Init; Reuse: of the Free
	CoPosition int    // writes: position in co of its location, from 1
	Peer       trace.ThreadID
	Part       models.Part // accesses: the bytes of the location that are accessed
	Inserts    bool        // halves of an RMW: it is a store to a part of a unit: see units.go
	Unit       vm.Unit     // accesses of a part of a unit: the unit, which is the location
	Section    int         // 1 + the index in its thread of the first event of its atomic section; 0: in none
	Peek       bool        // a comparing read of a double compare-and-swap that succeeds; its RMWs follow
	Bytes      uint64      // Free, End, allocations: the size of the object
	Within     bool        // an allocation is part of a realloc
	LockWord   bool        // the access is of a lock word
}
