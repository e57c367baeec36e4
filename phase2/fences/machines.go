package fences

import (
	"context"
	"fmt"
	"slices"

	"fencepost/interp/code"
	"fencepost/interp/search/candidates"
	"fencepost/models"
	"fencepost/models/axiom"
)

// Machines returns the hardware for which memory orders are inferred. Package interp cannot
// run it: its candidate executions are explored.
func Machines() models.Catalog { return slices.Clone(machines) }

var machines = models.Catalog{
	{Name: "armv8", Title: "Armv8, by the standard mapping", Native: true},
	{Name: "armv7", Title: "Armv7, by the standard mapping", Native: true},
	{Name: "power", Title: "Power, by the standard mapping", Native: true},
	{Name: "riscv", Title: "RISC-V, by the standard mapping", Native: true},
	{Name: "lkmm", Title: "the Linux kernel's memory model", Native: true},
}

// IsMachine reports whether a model is one of Machines, for which InferOrders uses only a
// proof.
func IsMachine(m *models.Model) bool { return slices.Contains(machines, m) }

// ProveBy sets the prover for programs like p under a model, with at most limit executions
// unless limit is 0. The error is that of Candidates, or says that no search is exact under
// the model.
func (o *Options) ProveBy(ctx context.Context, p *code.Program, m *models.Model, limit int) (err error) {
	switch {
	case IsMachine(m):
		o.ProveOnly = true
		o.Prove, err = Candidates(ctx, p, m, limit)
	case limit > 0:
		if err = axiom.Of(m).Exact(); err == nil {
			o.Prove, o.limit = Explorer(o.Campaign.Machine, limit, false), limit
		}
	}
	return err
}

// Candidates returns a Prover that makes at most limit candidate executions, and at least
// one, of a program compiled for one of Machines. The error says why there is none; it is
// an *isa.Unsupported if the program is the reason.
func Candidates(ctx context.Context, p *code.Program, m *models.Model, limit int) (Prover, error) {
	model, err := candidates.Lookup(m.Name)
	if err != nil {
		return nil, err
	}
	limit = max(limit, 1)
	if _, err := proveCandidates(ctx, p, model, limit); err != nil && ctx.Err() == nil {
		return nil, err
	}
	return func(ctx context.Context, p *code.Program, _ *models.Model) Proof {
		proof, err := proveCandidates(ctx, p, model, limit)
		if err != nil {
			proof.Limit = err.Error()
		}
		return proof
	}, nil
}

// proveCandidates searches for a failing assertion.
func proveCandidates(ctx context.Context, p *code.Program, m *candidates.Model, limit int) (proof Proof, err error) {
	lowered, err := m.Lower(p)
	if err != nil {
		return proof, err
	}
	ctx, enough := context.WithCancel(ctx)
	defer enough()
	executions := 0
	found, err := candidates.Run(ctx, lowered, candidates.Options{Model: m, NullErrors: true, Each: func(e *candidates.Execution) {
		if site, failed := e.Failed(); failed && proof.Err == nil {
			proof.Err = candidates.Assertion(p, site)
			enough()
		}
		if executions++; executions >= limit {
			enough()
		}
	}})
	switch {
	case proof.Err != nil:
	case err != nil && executions >= limit:
		proof.Limit = fmt.Sprintf("%d executions were explored (--prove)", executions)
	case err != nil:
		return proof, err
	default:
		proof.Complete, proof.Limit = found.Incomplete == "", found.Incomplete
		for _, f := range found.Raised {
			if e := f.Error(); e != nil && proof.Err == nil {
				proof.Err = e
			}
		}
	}
	return proof, nil
}
