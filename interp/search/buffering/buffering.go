// Package buffering enumerates the executions of a program under models in cat that allow load
// buffering and keep dependencies: imm, and the models of Arm, RISC-V and Power. Other threads may
// see a store before an earlier load of its own thread is performed, if the store does not depend
// on the load. So program order and reads-from together may have a cycle. A search that adds the
// events of a thread one after another, each complete, misses such executions, as package explore
// does. Package candidates finds them, but enumerates the executions of whole threads, and accepts
// only small programs.
//
// Here events are added in an order that agrees with dependencies. A read reads from a write that
// is in the graph, or it is postponed: it will read from a write that is added later. The thread
// continues with an arbitrary value as long as the value does not matter. A store whose value
// depends on the read is left out. A branch or an address that depends on it stops the thread
// (vm.Thread.Await). When a write is added, each postponed read of its location either reads from
// it or continues to wait. Then the threads run again from their beginnings, and add the events
// that were left out. If a read still waits at the end, the graph is no execution.
//
// The search finds all executions, each once. Consider a consistent execution, and follow it: a
// read reads from its source if that is in the graph, and otherwise is postponed; a write takes
// its position among the writes in the graph. The graph is always a part of the execution and so
// consistent, because every axiom only forbids. Suppose that no thread could continue before the
// end. Then each thread would wait for a read whose source is in a waiting thread. The operation
// at which a thread waits comes after the read in the order of the model: it depends on the read
// by control or address, or the read acquires, or a fence is between them. The sources would form
// a cycle of that order and of reads from other threads, which every such model forbids.
//
// Kokologiannakis and Vafeiadis ("HMC: Model Checking for Hardware Memory Models", ASPLOS 2020)
// instead revisit reads, and choose which events to delete. For speed a read is only postponed if
// its location may be written later. The search learns how many times each thread may write a
// location, and starts again when a thread writes it more often. To learn that, a read that would
// not be postponed is postponed once for each place, in a run that only probes.
//
// The text of the model decides whether it allows a graph. Under imm the events that happen before
// the last event of a thread decide whether it may be added (hbprefix.go), and no relation is computed.
//
// Dependencies are syntactic, as the program is written, through registers, calls and private
// memory: see vm.Thread.Depends. A compiler may remove one, such as the dependency of v - v on v.
//
// Operations of main while it is the only thread are no events. Creation and join of a thread are
// a release and an acquire. The search reports errors of single threads: assertions, and accesses
// outside of objects. Under imm it also reports data races, and accesses that a free may overtake
// (race.go). It does not find threads that wait for ever. It refuses accesses of one place at
// several sizes, and double compare-and-swaps. It leaves out executions in which an atomic section
// may be interrupted (section.go), and is then incomplete.
//
// An execution is kept as a schedule, from which Replay makes it again with its events. No machine
// runs it, because a read may come before the store from which it reads.
package buffering

import (
	"context"
	"fmt"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
	"fencepost/models/cat"
)

// Options say what to explore and when to stop.
type Options struct {
	Machine       interp.Options
	MaxExecutions int64 // complete and blocked ones; 0: no bound
	UntilError    bool  // ends the search at the first error
	UnrollEndless int   // see explore.Options
	Examples      bool  // keep an execution of each outcome
	// Outcome, if set, appends to dst the name of an execution's outcome.
	Outcome func(dst []byte, x *Execution) []byte
	// Progress, if set, is called now and then with the counts so far.
	Progress func(executions, blocked int64)
}

// An Execution is a complete execution. It is valid only during the call that receives it.
type Execution struct{ x *explorer }

// Final returns the content of size bytes at addr at the end.
func (e *Execution) Final(addr uint64, size uint8) (v uint64, undef bool) {
	v, u := e.x.vm.View(0, addr, size)
	return v, u != 0
}

// A Report is the result of an exploration, as plain data.
type Report struct {
	*explore.Report
	Incomplete string // why executions may be missing, if not by a bound of the Options; or empty
	// Schedules has, for each error of the report, the schedule of the shortest execution that ends
	// in it, for Replay. Examples has schedules of executions by their outcomes, with
	// Options.Examples.
	Schedules [][]int32
	Examples  map[string][]int32
	// SharesPlain says, under a model of hardware, that two threads access a location in an
	// execution, one of them not atomically. Such a model has no data races.
	SharesPlain bool
}

// Run explores program p under model m, for which candidates.Model.Dependent holds. The error
// says what is not supported, or is an *explore.Fault.
func Run(ctx context.Context, p *code.Program, m *candidates.Model, o Options) (*Report, error) {
	x := newExplorer(ctx, p, m, o, nil)
	x.explore()
	if x.check.tooLong {
		x.missing = fmt.Sprintf("an execution has more than %d events", cat.MaxEvents)
	}
	x.report.Complete = x.report.Complete && x.missing == ""
	return &Report{x.report, x.missing, x.schedules, x.examples, x.sharesPlain}, x.err
}
