// Package buffering enumerates the executions of a program under models in cat that allow load
// buffering: a store may be seen by other threads before an earlier load of its own thread is
// done, if it does not depend on it.
package buffering

import (
	"context"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
)

// Options say what to explore and when to stop.
type Options struct {
	Machine       interp.Options
	MaxExecutions int64 // complete and blocked ones; 0: no bound
	UntilError    bool  // ends the search at the first error
	// Outcome, if set, appends to dst the name of an execution's outcome.
	Outcome func(dst []byte, x *Execution) []byte
	// Each, if set, is shown every complete execution.
	Each func(x *Execution)
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

// Run explores program p under model m. The error says what is not supported, or is an
// *explore.Fault.
func Run(ctx context.Context, p *code.Program, m *candidates.Model, o Options) (*explore.Report, error) {
	x := newExplorer(ctx, p, m, o)
	x.explore()
	if x.check.tooLong {
		x.report.Complete = false
	}
	return x.report, x.err
}
