package phase2

import (
	"context"
	"errors"
	"fmt"

	"fencepost/interp/code"
	"fencepost/interp/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/predict"
)

// A Reason says why no trial created a cycle.
type Reason uint8

// The reasons.
const (
	NotExplored Reason = iota // nobody asked, or the model is not explored
	Impossible                // no execution has the cycle
	Possible                  // an execution has it
	PerhapsIdle               // none has it without idle turns of a waiting loop; with them one may
	Undecided                 // none of those explored has it, but exploring did not end
)

// String returns the reason in words.
func (r Reason) String() string {
	switch r {
	case Impossible:
		return "cannot happen"
	case Possible:
		return "can happen"
	case PerhapsIdle, Undecided:
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

// mostSteps is how long an explored execution may be. If one is longer, nothing
// is proved.
const mostSteps = 20_000

// Prove explores at most o.Prove executions of the program under m and tells of
// each cycle whether one of them has it. That holds for executions of any length
// of waiting. Of the turns of a loop that leave the thread where it was, exploring
// has the first, if the thread then waits for good, but none before it goes on.
// Taking them out of an execution gives one that is explored, so a cycle that no
// execution has without them needs what one of them read. Where a turn may stand,
// and what it may read there, is overestimated: from all turns that any thread was
// ever seen to make, as far as coherence and the model's order of the other events
// let each read, and two of one thread together.
//
// One worker explores, so that a bound always ends at the same execution.
func Prove(ctx context.Context, p *code.Program, m *models.Model, cycles []predict.Cycle, o Options) ([]Reason, Exploration) {
	reasons := make([]Reason, len(cycles))
	if m.Native || len(cycles) == 0 {
		return reasons, Exploration{}
	}
	rules := axiom.Of(m)
	o.fill()
	machine := o.Machine
	if machine.MaxSteps == 0 || machine.MaxSteps > mostSteps {
		machine.MaxSteps = mostSteps
	}
	pr := newProver(p, cycles)
	within, stop := context.WithCancel(ctx)
	defer stop()
	var e Exploration
	seen := 0
	told := Progress{Stage: "prove " + m.Name, Total: o.Prove}
	found, err := explore.Run(within, p, rules, explore.Options{
		Machine: machine, Workers: 1, MaxExecutions: int64(o.Prove),
		Every: func(x *explore.Execution, cut bool) {
			if pr.missing == 0 {
				return // what comes before exploring stops
			}
			if seen++; seen&1023 == 0 {
				told.Done, told.Executions = min(seen, o.Prove), seen
				o.progress(told)
			}
			if pr.learn(x) {
				pr.learnt = seen
			}
			if cut {
				return
			}
			if e.Executions++; pr.look(x, true) == 0 {
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
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		e.Limit = "the time limit was reached"
	case ctx.Err() != nil:
		e.Limit = "interrupted"
	case found.Bounded == 0:
		e.Limit = fmt.Sprintf("exploring ended after %d", o.Prove)
	default:
		e.Limit = "some executions were cut short"
	}
	settled := e.Complete && pr.lookAgain(ctx, p, rules, machine)
	for i := range cycles {
		switch {
		case pr.has[i]:
			reasons[i] = Possible
		case !settled:
			reasons[i] = Undecided
		case pr.perhaps[i]:
			reasons[i] = PerhapsIdle
		default:
			reasons[i] = Impossible
		}
	}
	return reasons, e
}

// prove gives the reasons of the cycles that the trials of a model did not create.
func prove(ctx context.Context, r *Report, mr *ModelReport) {
	if r.Options.Prove == 0 || ctx.Err() != nil {
		return
	}
	var (
		cycles []predict.Cycle
		of     []*Confirmation
	)
	for i := range mr.Cycles {
		if c := &mr.Cycles[i]; c.Created == 0 {
			cycles, of = append(cycles, c.Cycle), append(of, c)
		}
	}
	var reasons []Reason
	reasons, mr.Explored = Prove(ctx, r.Program, mr.Model, cycles, r.Options)
	for i, c := range of {
		c.Reason = reasons[i]
	}
}
