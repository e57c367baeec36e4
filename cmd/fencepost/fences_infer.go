package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/phase2/fences"
)

// infer infers fences for each of the models.
func (a *app) infer(ctx context.Context, prog *code.Program, x *fenceFlags, o fences.Options, m *terminal.Meter) error {
	var (
		list            []report.Inferred
		bug, incomplete bool
	)
	if x.prove > 0 {
		o.Prove = fences.Explorer(o.Campaign.Machine, x.prove, x.robust)
	}
	for _, model := range x.Models {
		o.Progress = func(p witness.Progress) {
			m.Show(terminal.Stage{Name: model.Name, Executions: p.Executions, Detail: fmt.Sprintf("%d placements tried, %d executions went wrong, trying %d fences", p.Done, p.Buggy, p.Changes)})
		}
		one, err := a.inferOne(ctx, prog, model, x, o)
		if err != nil {
			return err
		}
		list = append(list, *one)
		bug = bug || one.Result == nil
		incomplete = incomplete || one.Result != nil && one.Result.Incomplete != ""
	}
	out := report.FromInference(prog, list, x.Seed, x.robust, report.StatusOf(bug, incomplete))
	return a.showChange(out, list[0].Change, x)
}

// inferOne infers a placement for one model, and writes the change and the
// witnesses that are asked for.
func (a *app) inferOne(ctx context.Context, prog *code.Program, m *models.Model, x *fenceFlags, o fences.Options) (*report.Inferred, error) {
	out := &report.Inferred{Model: m}
	r, err := fences.Infer(ctx, prog, m, o)
	var unsupported *interp.UnsupportedError
	var inexact *axiom.InexactError
	switch {
	case errors.As(err, &unsupported), errors.As(err, &inexact):
		return nil, err
	case err != nil:
		out.None, out.Wrong = err, fences.Wrong(err)
		return out, nil
	}
	out.Result = r
	if r.Incomplete != "" {
		return out, nil
	}
	if out.Change, err = fences.Write(prog, r.Placement, o.Compile); err != nil {
		return nil, err
	}
	out.Files, err = a.saveWithout(x, m, len(r.Removals), func(i int) (*witness.Witness, *code.Program, error) {
		return r.Without(ctx, prog, i, o.Compile)
	})
	return out, err
}

// inferOrders infers the memory orders of a program.
func (a *app) inferOrders(ctx context.Context, prog *code.Program, x *fenceFlags, o fences.Options, m *terminal.Meter) (err error) {
	model := x.Models[0]
	out := &report.OrdersInferred{Program: prog, Seed: x.Seed, Model: model, Weaken: x.weaken}
	o.Tests = x.tests
	if err := o.ProveBy(ctx, prog, model, x.prove); err != nil {
		return err
	}
	o.Progress = func(p witness.Progress) {
		m.Show(terminal.Stage{Name: model.Name, Executions: p.Executions, Detail: fmt.Sprintf("%d choices of orders tried, %d executions went wrong, %d changes", p.Done, p.Buggy, p.Changes)})
	}
	r, err := fences.InferOrders(ctx, prog, model, o)
	var infeasible *fences.OrderError
	switch {
	case errors.As(err, &infeasible):
		out.None, out.Wrong = err, infeasible.Err
		return a.showChange(report.FromOrders(out, report.Bug), nil, x)
	case err != nil:
		return err
	}
	out.Result = r
	if out.Change, out.Minimal, err = r.Write(prog, o.Compile); err != nil {
		return err
	}
	out.Files, err = a.saveWithout(x, model, len(r.Reasons), func(i int) (*witness.Witness, *code.Program, error) {
		return r.Without(ctx, prog, i, o.Compile)
	})
	if err != nil {
		return err
	}
	return a.showChange(report.FromOrders(out, report.StatusOf(false, r.Incomplete != "")), out.Shown(), x)
}

// saveWithout writes, if asked to, what goes wrong without each of the n parts of a
// change, as witnesses of the changed source; the path of a part that has none is empty.
func (a *app) saveWithout(x *fenceFlags, m *models.Model, n int, without func(i int) (*witness.Witness, *code.Program, error)) (files []string, err error) {
	if x.Out == "" {
		return nil, nil
	}
	for i := range n {
		w, p, err := without(i)
		if err != nil {
			return nil, err
		}
		path := ""
		if w != nil {
			path = filepath.Join(x.Out, witness.WithoutName(m.Name, i+1))
			a.files.Witness(path, w.File(p, x.CompileOptions(), x.Seed))
		}
		files = append(files, path)
	}
	return files, nil
}

// showChange prints what was inferred, or only the change if that is asked for and
// nothing is wrong.
func (a *app) showChange(out *report.Result, c *fences.Change, x *fenceFlags) error {
	if x.diff && c != nil && out.Status == report.OK {
		return a.showDiff(c)
	}
	x.Quiet = x.Quiet || x.diff
	return a.show(out, &x.Settings, x.Verbose)
}
