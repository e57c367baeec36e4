package main

import (
	"context"
	"fmt"

	"fencepost/interp/candidates"
	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/phase2/fences"
)

// candidateProver explores the candidate executions of a program, compiled for a
// machine of today. The error says why that cannot be.
func (x *fenceFlags) candidateProver(ctx context.Context, p *code.Program, of *models.Model) (fences.Prover, error) {
	m, err := candidates.Lookup(of.Name)
	if err != nil {
		return nil, err
	}
	explore := func(ctx context.Context, p *code.Program) (fences.Proof, error) {
		lowered, err := m.Lower(p)
		if err != nil {
			return fences.Proof{}, err
		}
		ctx, enough := context.WithCancel(ctx)
		defer enough()
		var proof fences.Proof
		executions := 0
		found, err := candidates.Run(ctx, lowered, candidates.Options{Model: m, Each: func(e *candidates.Execution) {
			if site, failed := e.Failed(); failed && proof.Err == nil {
				proof.Err = assertion(p, site)
				enough()
			}
			if executions++; executions >= max(x.prove, 1) {
				enough()
			}
		}})
		switch {
		case proof.Err != nil:
		case err != nil && executions >= max(x.prove, 1):
			proof.Limit = fmt.Sprintf("%d executions were explored (--prove)", executions)
		case err != nil:
			return proof, err
		default:
			proof.Complete, proof.Limit = found.Incomplete == "", found.Incomplete
		}
		return proof, nil
	}
	if _, err := explore(ctx, p); err != nil && ctx.Err() == nil {
		return nil, candidateFailure(err)
	}
	return func(ctx context.Context, p *code.Program, _ *models.Model) fences.Proof {
		proof, err := explore(ctx, p)
		if err != nil {
			proof.Limit = err.Error()
		}
		return proof
	}, nil
}
