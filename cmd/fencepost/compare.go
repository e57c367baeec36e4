package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/phase2/fences"
)

// compare compares placements of fences.
func (a *app) compare(ctx context.Context, prog *code.Program, x *fenceFlags, o fences.Options, m *terminal.Meter) error {
	list := fences.Placements(prog)
	if len(x.places) > 0 {
		list = nil
	}
	for _, spec := range x.places {
		pl, err := fences.Parse(prog, spec)
		if err != nil {
			return failure.Usagef("--place %s: %v", spec, err)
		}
		if pl.Short != "" && slices.ContainsFunc(list, func(o fences.Placement) bool { return o.Short == pl.Short }) {
			return failure.Usagef("--place %s: two placements have the name %s", spec, pl.Short)
		}
		list = append(list, pl)
	}
	if x.diff {
		c, err := fences.Write(prog, list[0], x.CompileOptions())
		if err != nil {
			return err
		}
		return a.showDiff(c)
	}
	o.Progress = func(p witness.Progress) { m.Show(terminal.Stage{Name: "placements", Done: p.Done, Total: len(list)}) }
	rows, err := fences.Compare(ctx, prog, list, o)
	if err != nil {
		return err
	}
	incomplete := witness.Limit(ctx)
	for i := range rows {
		incomplete = cmp.Or(incomplete, rows[i].Report.Incomplete)
	}
	return a.show(report.FromComparison(prog, rows, x.Seed, incomplete, report.StatusOf(false, incomplete != "")), &x.Settings, false)
}

// showDiff prints a change; what it does not hold goes to the error output.
func (a *app) showDiff(c *fences.Change) error {
	for _, note := range c.Notes {
		fmt.Fprintln(a.stderr, note)
	}
	return a.writeExactly(c.Diff)
}
