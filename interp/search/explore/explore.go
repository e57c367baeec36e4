// Package explore enumerates the executions of a program under a memory model: each class
// of executions with the same rf and co exactly once, or with the same rf
// (Reductions.ReadsFrom).
//
// It is an optimal, stateless dynamic partial order reduction: TruSt (Kokologiannakis,
// Marmanis, Gladstein and Vafeiadis, "Truly Stateless, Optimal Dynamic Partial Order
// Reduction", POPL 2022). An execution graph is built in a fixed scheduling order. A read
// branches on the writes that it may read, a write on its coherence positions, and a write
// may revisit an earlier read: the events that were added after that read and are not in
// the write's po ∪ rf prefix are deleted. That is done only if all deleted events were
// added maximally, so every graph is reached in one way.
//
// The explorer drives a vm.VM, whose loads read what the graph says. To follow another
// branch, it starts again with the reads of the graph fixed, or continues from a snapshot:
// see snapshot.go.
//
// Options.Reductions leave out executions that others represent: those with reads after
// which a thread only waits, and with iterations that change nothing (SkipIdle); those in
// which threads with the same code are exchanged (Symmetry); and those in which threads
// arrive at a barrier in another order, or learn later than possible that they are woken
// (Barriers).
//
// Bytes that are accessed at several sizes have several locations, one after the other: see
// shapes.go, which says why that is sound. An atomic section is never interrupted: a graph
// is kept only if it has no cycle in which each section is one node
// (axiom.Graph.Interrupted), and then no prefix of it has one. A double compare-and-swap is
// such a section: see section.go, which also says what is added maximally there.
//
// It differs from the paper in these points. Locks, semaphores, barriers and condition
// variables are reads that wait for a value. A thread that waits for a lock of another
// thread stays blocked until the other one unlocks, and the holder is run first, so blocked
// executions are rare. A thread continues to its end even if main has returned; which of
// its events happened is decided only for outcomes and deadlocks. A weak compare-exchange
// chooses to fail spuriously (interp.Options.WeakFail) before it reads. If it then reads
// another value than it expects, the failure is not spurious, and the execution is given up
// and counts as blocked. So no class is counted twice. For each execution with k spurious
// failures up to 2^k - 1 executions are given up; without spurious failures none is.
package explore

import (
	"context"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// Options say what to explore and when to stop. The zero value is the default.
type Options struct {
	Machine       interp.Options
	Workers       int   // 0: one for each processor
	MaxExecutions int64 // complete and blocked ones, of one worker; 0: no bound
	// UntilError ends the search at the first error, by one worker.
	UntilError bool
	// Outcome, if set, appends to dst the name of an execution's outcome, by what it
	// holds in the end, always in the same locations; the report counts in how many
	// executions each comes about. It is called by several workers at once.
	Outcome func(dst []byte, x *Execution) []byte
	// Rounds, if not 0, bounds the rounds in which the threads run: see rounds.go.
	Rounds int
	// UnrollEndless, if not 0, bounds the iterations of loops that may go on for ever, if
	// one is met and Machine.Unroll is 0: see endless.go.
	UnrollEndless int
	endless       bool    // one was met
	doubts        []Doubt // for which it begins anew
	long          bool    // executions are too long to look for their co
	twins         bool    // some were met
	single        bool    // the search is made again by one worker, to find what it begins anew for
	// StopAtExit counts an outcome for each way in which main's return, or exit, may
	// end an execution while threads are left, instead of that in which all threads
	// have ended. Outcome is then called several times for an execution.
	StopAtExit bool
	// Each, if set, is shown every complete execution, by several workers at once.
	Each func(x *Execution)
	// Anew, if set, is called when the search begins anew: what was shown before does not count.
	Anew func()
	// Check, if set, is asked of every complete execution, by several workers at once,
	// for an error in it that its events do not show. The answer must not depend on co.
	Check func(x *Execution) *interp.Error
	// Ends, if set, reports of which sites Check asks whether their writes precede others
	// (Execution.Precedes).
	Ends func(site int32) bool
	// Every, if set, is shown every execution, by several workers at once: those
	// too that an error cut short or that are blocked, and those given up before
	// their end, which cut says.
	Every func(x *Execution, cut bool)
	Reductions
	// PassUnsupported gives executions up that meet C that is not supported, where
	// otherwise the first ends the search.
	PassUnsupported bool
	// Snapshots is for how many events that are run again a snapshot is made; 0:
	// defaultSnapshots. The report does not depend on it: see snapshot.go.
	Snapshots int
	// Progress, if set, is called now and then with the counts so far.
	Progress func(executions, blocked int64)
}

// Reductions say which executions need not be explored because others end in the same
// states and errors. They are ignored if Every is set, which is shown all.
type Reductions struct {
	// SkipIdle does not follow reads after which a thread can only wait, but those of
	// the latest write, nor iterations of loops that change nothing: see idle.go, undo.go,
	// confirm.go, await.go.
	SkipIdle bool
	// Symmetry explores of executions in which threads that do the same are exchanged
	// only one: see symmetry.go. It is ignored with StopAtExit.
	Symmetry bool
	// Barriers takes threads to arrive at a barrier in no order, and the wait for a condition
	// variable to end at the signal: see barrier.go.
	Barriers bool
	// ReadsFrom counts executions as one in which every read reads from the same write: see
	// readsfrom.go. Outcome and Each are then called for each state that such a class may end
	// in. It is ignored if Rounds or StopAtExit is set.
	ReadsFrom bool
	// Commuting takes operations whose order changes nothing in one order: see commute.go. It
	// is ignored without ReadsFrom, and if Check is set, which may ask for that order.
	Commuting bool
}

// AllReductions returns the reductions in full.
func AllReductions() Reductions {
	return Reductions{SkipIdle: true, Symmetry: true, Barriers: true, ReadsFrom: true, Commuting: true}
}

// A Report is what an exploration found.
type Report struct {
	Model string `json:"-"`
	Counts
	Outcomes map[string]int64 `json:"outcomes,omitempty"` // by Options.Outcome: in how many executions it comes about; the first MaxOutcomes
	Others   int64            `json:"others,omitempty"`   // executions counted for outcomes beyond these
	Endless  []string         `json:"endless,omitempty"`  // where loops are that may go on for ever, cut short by Options.UnrollEndless
	Errors   []Counterexample `json:"errors,omitempty"`   // one for each distinct error, in order of their keys
	Raced    bool             `json:"raced,omitempty"`    // executions ended at a race of accesses of different sizes
	Complete bool             `json:"-"`                  // every execution was explored, none was cut short
}

// Counts are the parts of a report that are added up over executions.
type Counts struct {
	Executions int64 `json:"executions"`           // complete executions, and those that an error of a thread cut short
	Blocked    int64 `json:"blocked,omitempty"`    // given up: an assumption did not hold, a wait did not end, or see WeakFail in the package comment
	Bounded    int64 `json:"bounded,omitempty"`    // cut short by a bound on loop iterations, rounds or steps
	EndsEarly  bool  `json:"ends_early,omitempty"` // main returns, or exit is called, while threads are left
	Symmetric  bool  `json:"symmetric,omitempty"`  // executions in which threads are exchanged count as one
	Unordered  bool  `json:"unordered,omitempty"`  // executions in which stores are in another order count as one
	Commuted   bool  `json:"commuted,omitempty"`   // operations that commute count once, in whatever order they come
	Confirmed  bool  `json:"confirmed,omitempty"`  // of writes of one value, a compare-exchange that is retried reads the one that the read before it reads
	Sampled    bool  `json:"sampled,omitempty"`    // of values that come from outside, those that were drawn do not stand for all
	// Loop is the first in the source of the loops in which executions were out of steps; its line
	// is 0 if none is known.
	Loop trace.Pos `json:"loop,omitzero"`
	// Unsupported is what executions were given up for, of several the least by its text; nil if
	// none was.
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
	c.Sampled = c.Sampled || o.Sampled
	c.Loop = interp.FirstLoop(c.Loop, o.Loop)
	if o.Unsupported != nil {
		c.pass(o.Unsupported)
	}
}

// pass notes what an execution was given up for.
func (c *Counts) pass(err *interp.Error) {
	if c.Unsupported == nil || err.Error() < c.Unsupported.Error() {
		c.Unsupported = err
	}
}

// all returns the number of executions of any kind.
func (c *Counts) all() int64 { return c.Executions + c.Blocked + c.Bounded }

// StandsFor says what executions differ in that were explored as one; empty if that is nothing.
func (r *Report) StandsFor() (list []string) {
	if r.Unordered {
		list = append(list, "the order of stores whose order no read sees")
	}
	if r.Commuted {
		list = append(list, "the order of operations that commute")
	}
	if r.Confirmed {
		list = append(list, "which of several stores of one value a retried compare-exchange reads")
	}
	if r.Symmetric {
		list = append(list, "which of several threads that do the same does what")
	}
	return list
}

// What a search leaves out of a program that draws values, and of one whose accesses of different
// sizes race.
const (
	sampled   = "of values that come from outside (__VERIFIER_nondet_int() and such) only some are drawn: the constants of the program, what is beside them, and the bounds"
	afterRace = "what follows a race of accesses of different sizes is not explored"
)

// Omits says what the search left out and another would, too; empty if nothing.
func (r *Report) Omits() string {
	switch {
	case r.Sampled:
		return sampled
	case r.Raced:
		return afterRace
	}
	return ""
}

// MaxOutcomes is how many distinct outcomes a report tells, those that compare as the
// least; of the others it has the number of executions only.
const MaxOutcomes = 10_000

// A Counterexample is an error of the program under test, with the smallest execution
// found that shows it.
type Counterexample struct {
	Error      *interp.Error
	Executions int64 // that show it; of a race or a free, the graphs in which it first shows
	Witness    *Graph
}

// A Fault is an internal error: a fault of this package or of the machine.
type Fault struct{ Program, Message string }

func (f *Fault) Error() string { return f.Program + ": internal error: " + f.Message }

// Run explores program p under model m. The error is an *interp.Error that says
// what is not supported, or a *Fault.
func Run(ctx context.Context, p *code.Program, m *axiom.Model, o Options) (*Report, error) {
	return NewSearch(p, m, o).Run(ctx, o.MaxExecutions)
}

// An Execution is a complete execution, valid during the call it is given to.
type Execution struct{ x *explorer }

// Final returns the content of size bytes at addr at the end.
func (e *Execution) Final(addr uint64, size uint8) (v uint64, undef bool) {
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
	Events []Event // in an order that agrees with po and rf
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
	Epoch      uint16 // accesses: how often what was written there before was taken up at another size
	Life       uint16 // accesses, Free: how many blocks had the address before
	Value      uint64 // read or written; of an allocation, the address
	RF         int    // reads: index into Events of the write read from, or axiom.Init; Reuse: of the Free
	CoPosition int    // writes: position in co of its location, from 1
	Peer       trace.ThreadID
	Part       models.Part // reads: the bytes of it that are read
	Section    int         // 1 + the index in its thread of the first event of the atomic section that it is in; 0: none
	Peek       bool        // a double compare-and-swap that succeeds looks; its RMWs follow
	Bytes      uint64      // Free, allocations: the size of the block
	Within     bool        // an allocation is part of a realloc
	LockWord   bool        // the access is of a lock word
}
