package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"fencepost/cmd/fencepost/report"
	"fencepost/interp/code"
	"fencepost/interp/witness"
	"fencepost/models"
	"fencepost/phase2/fences"
)

// machines are the machines of today that memory orders are inferred for. No machine
// of package interp runs them: their candidate executions are explored.
var machines = models.Catalog{
	{Name: "armv8", Title: "Armv8, by the standard mapping", Native: true},
	{Name: "armv7", Title: "Armv7, by the standard mapping", Native: true},
	{Name: "power", Title: "Power, by the standard mapping", Native: true},
	{Name: "riscv", Title: "RISC-V, by the standard mapping", Native: true},
}

// inferOrders infers the memory orders of a program.
func (a *app) inferOrders(ctx context.Context, prog *code.Program, x *fenceFlags, o fences.Options, m *meter) error {
	model := x.models[0]
	out := &report.OrdersInferred{Program: prog, Seed: x.seed, Model: model, Weaken: x.weaken}
	o.Tests = x.tests
	switch {
	case slices.Contains(machines, model):
		prover, err := x.candidateProver(ctx, prog, model)
		if err != nil {
			return err
		}
		o.Prove, o.ProveOnly = prover, true
	case x.prove > 0:
		o.Prove = fences.Explorer(o.Campaign.Machine, x.prove, x.robust)
	}
	o.Progress = func(p witness.Progress) {
		m.show(stage{name: model.Name, executions: p.Executions, detail: fmt.Sprintf("%d choices of orders tried, %d executions went wrong, %d changes", p.Done, p.Buggy, p.Changes)})
	}
	r, err := fences.InferOrders(ctx, prog, model, o)
	var infeasible *fences.OrderError
	switch {
	case errors.As(err, &infeasible):
		out.None, out.Wrong = err, infeasible.Err
	case err != nil:
		return err
	default:
		if err := a.finishOrders(ctx, out, r, x); err != nil {
			return err
		}
	}
	return a.showChange(report.FromOrders(out, status(r == nil, r != nil && r.Incomplete != "")), out.Shown(), x)
}

// finishOrders writes the changes and the witnesses that are asked for.
func (a *app) finishOrders(ctx context.Context, out *report.OrdersInferred, r *fences.OrderResult, x *fenceFlags) (err error) {
	out.Result = r
	if out.Change, err = fences.WriteOrders(out.Program, r.Changes, x.compileOptions()); err != nil {
		return err
	}
	if out.Minimal, err = fences.WriteOrders(out.Program, r.Minimal, x.compileOptions()); err != nil {
		return err
	}
	if x.out == "" {
		return nil
	}
	for i := range r.Reasons {
		path, err := a.saveReason(ctx, out.Program, r, i, x)
		if err != nil {
			return err
		}
		out.Files = append(out.Files, path)
	}
	return nil
}

// saveReason writes the witness of what goes wrong without a change: a witness
// of the source with all the others. The path is empty if there is none.
func (a *app) saveReason(ctx context.Context, prog *code.Program, r *fences.OrderResult, i int, x *fenceFlags) (string, error) {
	if r.Reasons[i].Witness == nil {
		return "", nil
	}
	c, err := fences.WriteOrders(prog, slices.Delete(slices.Clone(r.Changes), i, i+1), x.compileOptions())
	if err != nil {
		return "", err
	}
	return a.saveWithout(ctx, x, r.Reasons[i].Witness, c.Program, r.Model, i)
}
