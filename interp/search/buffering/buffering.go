// Package buffering enumerates the executions of a program under models in cat that allow load
// buffering but keep dependencies: imm, and those of Arm, RISC-V and Power. A store may be seen by
// other threads before an earlier load of its own thread is done, if it does not depend on it:
// program order and reads-from together may have a cycle. So no search that adds the events of a
// thread one after the other, each complete, comes to all executions, as that of package
// explore. That of package candidates does, but makes whole threads, and takes small
// programs.
//
// Here events are added in an order that agrees with dependencies. A thread that comes to a read
// reads from a write that is there, or the read is put off: it will read from one that is
// added later. The thread goes on with any value, as far as that does not matter. A store whose
// value depends on the read is left out, a branch or an address that does stops the thread
// (vm.Thread.Await). When a write is added, each read of its location that was put off
// reads from it, or goes on to wait. Then the threads run again from their beginnings, and fill
// in what was left out. An execution in which a read waits in the end is none.
//
// All executions are found, each once. Take a consistent one, and follow it: every read that
// may read from what it reads from does so, else it is put off; every write gets its place among
// those that are there. What is there is always a part of the execution, and so consistent:
// every axiom says what must not be there. If no thread could go on before the end, each would
// wait for a read whose source is yet to come, in a thread that waits. What a thread waits with
// comes after the read, in the order of the model: it depends on it by control or
// address, or the read acquires, or a fence stands between. The sources would be a cycle of
// that order and of reads from other threads, which every such model forbids. Kokologiannakis
// and Vafeiadis ("HMC: Model Checking for Hardware Memory Models", ASPLOS 2020) instead let a
// read be revisited, and choose what is deleted. That a read is only put off if its location
// may be written later is for speed: how often each thread may do so is learnt from the
// search, which begins anew when a thread was seen to do more. A read that is not put off for
// that reason is so in a run that only probes, once for each place.
//
// Whether a model allows a graph is asked of its text. Under imm the last event of a thread is
// decided by what happens before it (past.go): no relation is computed.
//
// Dependencies are those of the program as written, through registers, calls and
// private memory: see vm.Thread.Depends. A compiler may remove one, such as that of v - v.
//
// What main does while it is alone is no event. Creation and join of a thread are a release
// and an acquire. Errors are those of single threads: assertions and accesses where no
// object is, and under imm data races and what free may overtake (race.go). What waits for
// ever is not looked for. These are refused: accesses of one place at several sizes, double
// compare-and-swaps.
//
// An execution that is found is kept as a schedule, from which Replay makes it again and tells
// its events. No machine runs it: a read may come before the store that it reads from.
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
	// MaxWork bounds how many events the model is asked of, those of a graph of more than 64
	// counting as several; 0: no bound.
	MaxWork    int
	UntilError bool // ends the search at the first error
	Examples   bool // keep an execution of each outcome
	// Outcome, if set, appends to dst the name of an execution's outcome.
	Outcome func(dst []byte, x *Execution) []byte
	// Progress, if set, is called now and then with the counts so far.
	Progress func(executions, blocked int64)
}

// An Execution is a complete execution, valid during the call it is given to.
type Execution struct{ x *explorer }

// Final returns the content of size bytes at addr at the end.
func (e *Execution) Final(addr uint64, size uint8) (v uint64, undef bool) {
	v, u := e.x.vm.View(0, addr, size)
	return v, u != 0
}

// A Report is what an exploration found.
type Report struct {
	*explore.Report
	Incomplete string // why executions may be missing, if not by a bound of the Options; or empty
	// Schedules are those of the shortest executions that end in the errors, for Replay, and
	// Examples those of executions that end in the outcomes, if they are asked for.
	Schedules [][]int32
	Examples  map[string][]int32
	// SharesPlain says of a model of a machine that in an execution two threads access a location,
	// one of them not atomically: it knows no data races.
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
