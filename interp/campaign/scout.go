package campaign

import (
	"context"
	"sync"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/vm"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// Bounds of an exploration: its executions, and about the steps of all of them together. A
// program with an execution of more than scoutLength steps is not explored.
const (
	scoutExecutions = 4_000
	scoutSteps      = 200_000
	scoutLength     = 2_000
)

// An exploration is what exploring the program shows, once it has been asked for.
type exploration struct {
	once    sync.Once
	buggy   [][]int32 // choices of executions that show errors
	reached []byte    // coverage, in the format of vm.Coverage
}

func (k *exploration) get(ctx context.Context, c *crew) (buggy [][]int32, reached []byte) {
	k.once.Do(func() {
		o := c.o.Machine
		o.Coverage = vm.NewCoverage(c.program)
		k.buggy = scout(ctx, c.program, c.model, o)
		k.reached = o.Coverage.Seen()
	})
	return k.buggy, k.reached
}

// scout explores a program as far as that is cheap, and returns, for each error that it
// finds, the choices of a run of the machine. The error counts only when a strategy has run
// these choices again. The result depends only on program and model.
func scout(ctx context.Context, p *code.Program, m *models.Model, o interp.Options) (buggy [][]int32) {
	o.Output, o.Judge = nil, nil
	if o.MaxSteps == 0 || o.MaxSteps > scoutLength {
		o.MaxSteps = scoutLength
	}
	length := lengthOf(ctx, p, m, o)
	if length == 0 {
		return nil
	}
	eo := explore.Options{
		Machine: o, Workers: 1, Reductions: explore.AllReductions(), UnrollEndless: 1, PassUnsupported: true,
		MaxExecutions: int64(min(scoutExecutions, scoutSteps/length)),
	}
	r, err := explore.Run(ctx, p, axiom.Of(m), eo)
	if err != nil {
		return nil
	}
	for i := range r.Errors {
		f := &r.Errors[i]
		if f.Witness == nil {
			continue
		}
		if _, res, err := explore.Linearise(ctx, p, m, o, f, &trace.Recorder{}); err == nil {
			buggy = append(buggy, res.Choices())
		}
	}
	return buggy
}

// lengthOf returns the number of steps of one execution; 0 if it is too long
// or does not end.
func lengthOf(ctx context.Context, p *code.Program, m *models.Model, o interp.Options) int {
	s := strategy.NewRandom(1)
	s.Begin(0)
	switch r := interp.New(p, m, o).Run(ctx, s, nil); r.Outcome {
	case interp.Completed, interp.Failed:
		return max(r.Steps, 1)
	}
	return 0
}
