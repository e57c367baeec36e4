// Package cycles looks for predicted cycles in all executions of a program that is
// small enough to be explored: so it tells why no trial confirmed a cycle, which
// RELAXER (ISSTA 2011) leaves open. What it means that one execution has a cycle is
// graph.Matcher's.
package cycles

import (
	"context"
	"fmt"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/predict"
)

// A Reason says why no trial confirmed a cycle, or that an explored execution did.
type Reason uint8

// The reasons.
const (
	NotExplored    Reason = iota // nobody asked, or the model is not explored
	Impossible                   // no execution has the cycle
	Possible                     // an explored execution has it, but no run of the machine is known that has
	Run                          // a run of the machine has it, which an explored execution led to
	PerhapsStutter               // none has it without stutter reads of a spin loop; with them one may
	Undecided                    // none of those explored has it, but exploring did not end
)

// String returns the reason in words.
func (r Reason) String() string {
	switch r {
	case Impossible:
		return "cannot happen"
	case Possible:
		return "can happen"
	case Run:
		return "confirmed by exploring"
	case PerhapsStutter, Undecided:
		return "not known"
	}
	return ""
}

// An Exploration is how much of a program was explored to give reasons.
type Exploration struct {
	Executions int64 // looked at; those too that are blocked in the end
	Complete   bool  // they are all
	Limit      string
}

// A Proof is how cycles are looked for in explored executions.
type Proof struct {
	Executions int // explored at most
	Machine    interp.Options
	Progress   func(witness.Progress) // told how far it is, or nil
	// Confirm, if not nil, is shown an execution that has a cycle, and reports whether it
	// made a run of the machine that has it. If not, it is shown others, but not many.
	Confirm func(cycle int, g *explore.Graph) bool
}

// triedAtMost is of how many executions Proof.Confirm is asked for a cycle.
const triedAtMost = 20

// mostSteps is how long an explored execution may be. If one is longer, nothing
// is proved.
const mostSteps = 20_000

// Prove explores at most o.Executions executions of the program under m and tells of
// each cycle whether one of them has it. That holds for executions of any length
// of waiting. Of the iterations of a loop that leave the thread where it was, exploring
// has the first, if the thread then waits for good, but none before it goes on.
// Taking them out of an execution gives one that is explored, so a cycle that no
// execution has without them needs what one of them read. A cycle has two accesses of a
// thread, and without all iterations but those two it is still there: no more are looked
// for. Where one may stand is overestimated: wherever a thread accesses the location, at
// the site, that one which any thread was ever seen to make begins with. All its reads
// have to agree with coherence and the model's order of events, except where threads may
// wait within it, too: then each does alone. It takes a second exploration, by when all
// iterations are known.
//
// One worker explores, so that a bound always ends at the same execution.
func Prove(ctx context.Context, p *code.Program, m *models.Model, cycles []predict.Cycle, o Proof) ([]Reason, Exploration) {
	reasons := make([]Reason, len(cycles))
	if m.Native || len(cycles) == 0 {
		return reasons, Exploration{}
	}
	rules := axiom.Of(m)
	machine := o.Machine
	if machine.MaxSteps == 0 || machine.MaxSteps > mostSteps {
		machine.MaxSteps = mostSteps
	}
	pr := newProver(p, cycles, o.Confirm)
	within, stop := context.WithCancel(ctx)
	defer stop()
	var e Exploration
	seen := 0
	told := witness.Progress{Stage: "prove " + m.Name, Total: o.Executions}
	found, err := explore.Run(within, p, rules, explore.Options{
		Machine: machine, Workers: 1, MaxExecutions: int64(o.Executions),
		Every: func(x *explore.Execution, cut bool) {
			if pr.missing == 0 {
				return // what comes before exploring stops
			}
			if seen++; seen&1023 == 0 {
				told.Done, told.Executions = min(seen, o.Executions), seen
				if o.Progress != nil {
					o.Progress(told)
				}
			}
			pr.learn(x)
			if cut {
				return
			}
			if e.Executions++; pr.look(x) == 0 {
				stop()
			}
		},
	})
	switch {
	case err != nil:
		e.Limit = err.Error()
	case pr.missing == 0:
		e.Limit = "an execution was found for each cycle"
	case found.Complete:
		e.Complete = true
	case ctx.Err() != nil:
		e.Limit = witness.Limit(ctx)
	case found.Bounded == 0:
		e.Limit = fmt.Sprintf("exploring ended after %d", o.Executions)
	default:
		e.Limit = witness.CutShort
	}
	settled := e.Complete && pr.lookStuttering(ctx, p, rules, machine)
	for i := range cycles {
		reasons[i] = pr.reason(i, e.Complete, settled)
	}
	return reasons, e
}
