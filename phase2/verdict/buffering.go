package verdict

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/interp/machine/work"
	"fencepost/interp/search/buffering"
	"fencepost/interp/search/candidates"
	"fencepost/models/c11"
	"fencepost/phase2/fences"
	"fencepost/trace"
)

// bufferingMachines are the machines that an answer names if they show an error of IMM.
var bufferingMachines = []struct{ model, name string }{{"armv8", "Arm"}, {"riscv", "RISC-V"}, {"power", "Power"}}

// Bounds of the search for load buffering: paths of each thread, choices, candidate executions.
const (
	bufferingPaths      = 1 << 10
	bufferingChoices    = 200_000
	bufferingCandidates = 5_000
	bufferingWork       = Quick / 2 // units of work
)

// A Buffering is the result under load buffering.
type Buffering struct {
	// Error is nil if nothing goes wrong, provided that the compiler keeps dependencies as machines
	// do. It need not: to a compiler v - v + 1 is 1.
	Error   *interp.Error
	Cause   Cause            // of Error
	Witness *witness.Witness // of an execution that ends in Error; nil if none is kept
}

// loadBuffering explores executions in which a store takes effect before an earlier load. It
// returns nil if it cannot conclude: not all executions were explored, or load buffering leads to
// a data race, or an error shows under imm and on no machine. imm allows more than all machines.
func (r *run) loadBuffering(ctx context.Context) *Buffering {
	meter := r.o.Campaign.Machine.Work
	e, w, all, plain := bufferingError(ctx, r.program, c11.IMM.Name, meter)
	switch {
	case e == nil && (!all || plain):
		return nil
	case e == nil:
		return &Buffering{}
	}
	var shown []string
	for _, m := range bufferingMachines {
		if e, _, _, _ := bufferingError(ctx, r.program, m.model, meter); e != nil {
			shown = append(shown, m.name)
		}
	}
	if len(shown) == 0 {
		return nil
	}
	f := r.finder(ctx)
	var fix *Fix
	if changes := mendsBuffering(ctx, r.program, meter); len(changes) > 0 {
		fix = f.ordersFix(changes)
	}
	why := fmt.Sprintf("load buffering: a relaxed store takes effect before a load that stands before it, on which it does not depend (imm: %s machines do this)", strings.Join(shown, ", "))
	return &Buffering{Error: e, Cause: f.orderCause(e, c11.IMM, why, fix), Witness: w}
}

// bufferingError returns an error under a model with its witness, or nil. all reports that every
// execution was explored, plain that there may be data races.
func bufferingError(ctx context.Context, p *code.Program, model string, meter *work.Meter) (e *interp.Error, w *witness.Witness, all, plain bool) {
	m, err := candidates.Lookup(model)
	if err != nil {
		return nil, nil, false, true
	}
	within, done := meter.Limit(ctx, bufferingWork)
	r, err := buffering.Run(within, p, m, buffering.Options{Machine: interp.Options{Work: meter}, UntilError: true})
	done()
	if err == nil {
		for i, found := range r.Errors {
			if found.Error.Kind == interp.DataRace { // of an execution that C11 without load buffering has not
				return nil, nil, false, true
			}
			if w, _, err = buffering.Witness(ctx, p, m, interp.Options{}, r.Schedules[i], found.Error); err == nil {
				return found.Error, w, false, true
			}
		}
		return nil, nil, r.Complete, r.SharesPlain
	}
	lowered, err := m.Lower(p)
	if err != nil {
		return nil, nil, false, true
	}
	ctx, enough := context.WithCancel(ctx)
	defer enough()
	found, err := candidates.Run(ctx, lowered, candidates.Options{Model: m, MaxPaths: bufferingPaths, MaxChoices: bufferingChoices, MaxCandidates: bufferingCandidates, Each: func(x *candidates.Execution) {
		if site, failed := x.Failed(); failed && e == nil {
			e = candidates.Assertion(p, site)
			enough()
		}
	}})
	return e, nil, err == nil && found.Incomplete == "", lowered.SharesPlain()
}

// mendsBuffering returns a minimal set of relaxed loads that leave no error under imm when they
// are acquire loads; empty if there is none.
func mendsBuffering(ctx context.Context, p *code.Program, meter *work.Meter) []fences.OrderChange {
	var changes []fences.OrderChange
	for _, s := range fences.OrderSites(p) {
		if from := p.Access[s.Site].Order; !s.Fail && from == trace.Relaxed && slices.Contains(fences.Orders(p, s), trace.Acquire) && does(p, s.Site, code.Load) {
			changes = append(changes, fences.OrderChange{OrderSite: s, From: from, To: trace.Acquire})
		}
	}
	right := func(list []fences.OrderChange) bool {
		e, _, all, _ := bufferingError(ctx, fences.ApplyOrders(p, list), c11.IMM.Name, meter)
		return e == nil && all
	}
	if len(changes) == 0 || !right(changes) {
		return nil
	}
	return minimal(changes, right)
}

// does reports whether the access of a site is one of some operations.
func does(p *code.Program, site int32, ops ...code.Op) bool {
	return slices.ContainsFunc(p.Funcs, func(f code.Func) bool {
		return slices.ContainsFunc(f.Code, func(in code.Instr) bool { return slices.Contains(ops, in.Op) && in.Imm == site })
	})
}
