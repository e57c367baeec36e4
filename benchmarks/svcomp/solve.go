package svcomp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/front"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/models/c11"
	"fencepost/trace"
)

// An Answer says whether a program has a property.
type Answer struct {
	Verdict Verdict
	Error   *interp.Error // of False: what violates the property
	Why     string        // of Unknown: what kept it from being known
}

// Options say how a program is looked at.
type Options struct {
	Seed    uint64
	Workers int            // executions run at once; 0: as many as there are processors
	Machine interp.Options // of random executions, and of explored ones but for its mapping
}

// Compile compiles the program of a task and answers the task. What is not supported, or takes too
// long, makes the answer unknown.
func Compile(ctx context.Context, sources []cfront.Source, build cfront.Options, p Property, o Options) (Answer, error) {
	build.CheckOverflow = p == NoOverflow
	prog, err := front.Compile(ctx, sources, build)
	var wrong *cfront.Error
	switch {
	case errors.As(err, &wrong):
		return Answer{Why: wrong.Diagnostics[0].String()}, nil
	case errors.Is(err, cfront.ErrLate):
		return Answer{Why: "the time limit was reached"}, nil
	case err != nil:
		return Answer{}, err
	}
	answer, err := Solve(ctx, prog, p, o)
	if unsupported, ok := errors.AsType[*interp.UnsupportedError](err); ok {
		return Answer{Why: unsupported.Error()}, nil
	}
	return answer, err
}

// Before all executions are explored, randomRuns random ones are made. If exploring does
// not decide in most of the time, there are more: twice as many each time, mostRuns the last,
// and none once twice as many behaved in no more ways, staleTimes in a row.
const (
	randomRuns = 512
	mostRuns   = 1 << 22
	staleTimes = 3
)

// Solve decides whether a program has property p, until ctx ends. What it answers when
// ctx does not end depends on the arguments but Workers alone. The error is a fault.
func Solve(ctx context.Context, prog *code.Program, p Property, o Options) (Answer, error) {
	random, explored := models.SC, axiom.SC
	if p == NoDataRace {
		random, explored = c11.Model, axiom.RC11
	}
	if p == UnreachCall {
		prog = trapping(prog)
	}
	first, ways, err := try(ctx, prog, p, random, o, randomRuns, o.Seed)
	if err != nil || first.Verdict == False {
		return first, err
	}
	most, done := mostOf(ctx)
	r, err := explore.Run(most, prog, explored, explore.Options{
		Machine: o.Machine, Workers: o.Workers, Reductions: explore.AllReductions(), PassUnsupported: true,
	})
	done()
	if r == nil {
		return unsupported(err)
	}
	a := judge(r, p)
	// What was never written may be anything, zeros too.
	o.Machine.Zeroed = slices.ContainsFunc(r.Errors, func(f explore.Counterexample) bool { return f.Error.Kind == interp.NeverWritten })
	stale := 0
	for runs := 2 * randomRuns; a.Verdict == Unknown && (!r.Complete || o.Machine.Zeroed) && ctx.Err() == nil; runs *= 2 {
		again, more, err := try(ctx, prog, p, random, o, runs, o.Seed+uint64(runs))
		if err != nil || again.Verdict == False {
			return again, err
		}
		if stale++; more > ways {
			stale, ways = 0, more
		}
		if runs >= mostRuns || stale == staleTimes {
			break
		}
	}
	return a, nil
}

// mostOf returns a context that ends when three quarters of the time are over that ctx has
// left, and what to call when it is not used any more.
func mostOf(ctx context.Context) (most context.Context, done context.CancelFunc) {
	if end, ok := ctx.Deadline(); ok {
		return context.WithTimeout(ctx, time.Until(end)*3/4)
	}
	return context.WithCancel(ctx)
}

// trapping returns prog with an error at the start of the functions that must not be
// called: programs define them themselves, often empty.
func trapping(prog *code.Program) *code.Program {
	out := prog.Clone()
	for i := range out.Funcs {
		if f := &out.Funcs[i]; slices.Contains(errorFunctions, f.Name) {
			f.Code = []code.Instr{{Op: code.Trap, A: code.TrapError, Imm: int32(len(out.Strings))}}
			f.PosOf = []trace.Pos{f.Pos}
			out.Strings = append(out.Strings, f.Name+" reached")
		}
	}
	return out
}

// try looks for a violation in so many random executions, and returns in how many ways they
// behaved, too.
func try(ctx context.Context, prog *code.Program, p Property, m *models.Model, o Options, runs int, seed uint64) (a Answer, ways int, err error) {
	r, err := campaign.Run(ctx, prog, m, campaign.Options{
		Strategy: func() interp.Strategy { return strategy.NewAuto(seed, true) }, Runs: runs, Workers: o.Workers, Machine: o.Machine,
	})
	if r == nil {
		a, err = unsupported(err)
		return a, 0, err
	}
	for _, f := range r.Findings {
		if p.violates(f.Error) {
			return Answer{Verdict: False, Error: f.Error}, r.Behaviours, nil
		}
	}
	return Answer{}, r.Behaviours, nil
}

// unsupported makes an answer of an error that says what is not supported.
func unsupported(err error) (Answer, error) {
	if e, ok := err.(*interp.UnsupportedError); ok {
		return Answer{Why: e.Err.Error()}, nil
	}
	if e, ok := err.(*interp.Error); ok {
		return Answer{Why: e.Error()}, nil
	}
	return Answer{}, err
}

// judge says what an exploration tells of p.
func judge(r *explore.Report, p Property) Answer {
	var cut *interp.Error
	for _, f := range r.Errors {
		if p.violates(f.Error) {
			return Answer{Verdict: False, Error: f.Error}
		}
		if !ends(f.Error) && cut == nil {
			cut = f.Error
		}
	}
	switch {
	case r.Unsupported != nil:
		return Answer{Why: fmt.Sprintf("%s: not supported: %s", r.Unsupported.Pos, r.Unsupported.Message)}
	case cut != nil:
		return Answer{Why: fmt.Sprintf("an execution ends before: %s: %s", cut.Pos, cut.Kind)}
	case r.Complete:
		return Answer{Verdict: True}
	}
	return Answer{Why: "not all executions were explored (--each gives a task more time)"}
}
