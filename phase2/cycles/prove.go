// Package cycles looks for predicted cycles in all executions of a program that is small
// enough to be explored. So it gives the reason why no trial confirmed a cycle, which
// RELAXER (ISSTA 2011) leaves open. graph.Matcher defines when an execution has a cycle.
//
// Executions with the same reads-from are explored as one. If that one does not have a cycle, another
// order of stores may give it: the order that the cycle asks for is added to the conditions of the
// model. An answer is an execution that satisfies all of them, so no false alarm follows.
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
	NotExplored    Reason = iota // exploring was not asked for, or does not support the model
	Impossible                   // no execution has the cycle
	Possible                     // an explored execution has it, but no run of the machine that has it is known
	Run                          // a run of the machine has it, made from an explored execution
	PerhapsStutter               // no execution has it without stutter reads of a spin loop; one may have it with them
	Undecided                    // no explored execution has it, but exploring did not complete
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

// An Exploration says how much of a program was explored.
type Exploration struct {
	Executions int64    // number of executions, including those that end blocked
	Complete   bool     // all executions were explored
	StandsFor  []string // differences between executions that count as one
	Limit      string
}

// A Proof configures the search for cycles in explored executions.
type Proof struct {
	Executions int // bound of the explored executions
	Machine    interp.Options
	Progress   func(witness.Progress) // receives the progress; may be nil
	// Confirm, if not nil, gets an execution that has a cycle, and reports whether it made
	// a run of the machine that has the cycle. If not, it gets a few other executions.
	Confirm func(cycle int, g *explore.Graph) bool

	coherence bool // classes of executions have one co; for tests
}

// triedAtMost bounds the executions for which Proof.Confirm is called for one cycle.
const triedAtMost = 20

// mostSteps bounds the length of an explored execution. If one is longer, nothing is
// proved.
const mostSteps = 20_000

// Prove explores at most o.Executions executions of the program under m, and returns, for
// each cycle, whether one of them has it.
//
// The result covers executions with any number of waiting iterations. Of the iterations of
// a loop that leave the thread's state unchanged, exploring has the first one, if the
// thread then waits for ever, and none before the thread goes on. An execution without
// these iterations is explored. So a cycle that no such execution has needs a read of one
// of these iterations, a stutter read. A cycle has two accesses of each thread, and it
// remains if all iterations are removed except those of the two. So no more are searched
// for.
//
// The places of an iteration are overestimated: it may stand wherever a thread accesses the
// location, at the site, with which an iteration of any thread was seen to begin. All its
// reads must agree with coherence and the model's order of events. If threads may wait
// within an iteration, each read must do so separately. This takes a second exploration, at
// whose start all iterations are known.
//
// One worker explores, so a bound always ends the search at the same execution.
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
		Reductions: explore.Reductions{ReadsFrom: !o.coherence},
		Anew:       func() { e.Executions = 0 },
		Every: func(x *explore.Execution, cut bool) {
			if pr.missing == 0 {
				return // exploring stops before this execution
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
	if found != nil {
		e.StandsFor = found.StandsFor()
	}
	switch {
	case err != nil:
		e.Limit = err.Error()
	case pr.missing == 0:
		e.Limit = "an execution was found for each cycle"
	case found.Complete:
		e.Complete = true
	case ctx.Err() != nil:
		e.Limit = witness.Limit(ctx)
	case found.Omits() != "":
		e.Limit = found.Omits()
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
