package main

import (
	"context"
	"fmt"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/phase2/fences"
)

// prover explores every execution of a program, one worker alone so that a
// bound always ends at the same one. With --robust it looks whether each is
// sequentially consistent.
func (x *fenceFlags) prover(machine interp.Options) fences.Prover {
	if x.mapping == models.C11.Name {
		machine.Mapping = nil
	}
	return func(ctx context.Context, p *code.Program, m *models.Model) fences.Proof {
		rules := axiom.Of(m)
		o := explore.Options{Machine: machine, Workers: 1, MaxExecutions: int64(x.prove)}
		violates := false
		if x.robust {
			o.Each = func(e *explore.Execution) { violates = violates || !e.Graph().Execution().SC() }
		}
		found, err := explore.Run(ctx, p, rules, o)
		if err != nil {
			return fences.Proof{Limit: err.Error()}
		}
		// A thread that waits may read what is not of SC before it goes on, and no
		// complete execution that is explored shows that.
		proof := fences.Proof{
			Complete: found.Complete, Violates: violates,
			Robust: x.robust && found.Complete && !violates && found.Blocked == 0,
		}
		if rules.Hardware != m {
			proof.Model = rules.Name
		}
		if len(found.Errors) > 0 {
			proof.Err = found.Errors[0].Error
		}
		switch {
		case found.Complete && x.robust && found.Blocked > 0:
			proof.Limit = "threads wait, and what they may read meanwhile is not explored"
		case found.Complete:
		case found.Executions+found.Blocked >= int64(x.prove):
			proof.Limit = fmt.Sprintf("%d executions were explored (--prove)", x.prove)
		default:
			proof.Limit = "some executions were cut short"
		}
		return proof
	}
}
