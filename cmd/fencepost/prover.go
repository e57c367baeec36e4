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
// bound always ends at the same one.
func (x *fenceFlags) prover(machine interp.Options) fences.Prover {
	if x.mapping == models.C11.Name {
		machine.Mapping = nil
	}
	return func(ctx context.Context, p *code.Program, m models.Model) fences.Proof {
		name := m.Name
		if m.Orders {
			name = axiom.RC11.Name
		}
		rules, ok := axiom.Lookup(name)
		if !ok {
			return fences.Proof{Limit: "there are no axioms of the model"}
		}
		found, err := explore.Run(ctx, p, rules, explore.Options{Machine: machine, Workers: 1, MaxExecutions: int64(x.prove)})
		if err != nil {
			return fences.Proof{Limit: err.Error()}
		}
		proof := fences.Proof{Complete: found.Complete}
		if name != m.Name {
			proof.Model = name
		}
		if len(found.Errors) > 0 {
			proof.Err = found.Errors[0].Error
		}
		switch {
		case found.Complete:
		case found.Executions+found.Blocked >= int64(x.prove):
			proof.Limit = fmt.Sprintf("%d executions were explored (--prove)", x.prove)
		default:
			proof.Limit = "some executions were cut short"
		}
		return proof
	}
}
