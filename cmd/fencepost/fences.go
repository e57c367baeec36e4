package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/phase2/fences"

	"github.com/spf13/cobra"
)

// fenceFlags holds the flags of fences.
type fenceFlags struct {
	flags.Settings
	places []string
	infer  bool
	robust bool
	diff   bool
	costs  string
	prove  int
	tests  int
	weaken bool
}

func newFences(a *app) *cobra.Command {
	var x fenceFlags
	cmd := help.Describe(&cobra.Command{
		Use:               "fences FILE...",
		Short:             "Compare placements of fences, or infer the cheapest that works",
		Args:              flags.Programs,
		ValidArgsFunction: flags.Sources(),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := x.check(); err != nil {
				return err
			}
			return a.fences(args, &x)
		},
	})
	f := cmd.Flags()
	x.ProgramFlags(f, models.Relaxed()...)
	f.Lookup("model").Value.(*flags.Models).From = slices.Concat(phase2.Models(), fences.Machines())
	x.PredictFlags(f)
	x.ConfirmFlags(f)
	x.WorkersFlag(f)
	f.StringArrayVar(&x.places, "place", nil, "compare the placement `SPEC`; may be given several times")
	f.BoolVar(&x.infer, "infer", false, "search for a cheapest placement that works")
	f.BoolVar(&x.robust, "robust", false, "with --infer: no violation of sequential consistency may be left")
	f.BoolVar(&x.diff, "diff", false, "print only the change of the source, for patch -p1")
	f.StringVar(&x.costs, "cost", "", "what executing a fence of each kind costs, or with c11 each memory order")
	f.Lookup("cost").DefValue = fences.DefaultWeights.String() + " or " + fences.DefaultOrderWeights.String()
	f.Var(flags.NewRange(&x.prove, fences.DefaultProof, 0, flags.MaxCount), "prove", "with --infer: explore at most `N` executions to prove the result; 0 is none")
	f.Var(flags.NewRange(&x.tests, fences.DefaultTests, 1, flags.MaxCount), "test-executions", "with c11: test orders that cannot be proved by `N` executions")
	f.BoolVar(&x.weaken, "weaken", false, "with c11: let the change weaken what is stronger than needed, too")
	flags.Complete(cmd)
	return cmd
}

// orders reports whether memory orders are inferred, not fences.
func (x *fenceFlags) orders() bool {
	return slices.ContainsFunc(x.Models, func(m *models.Model) bool { return m.Native })
}

// check checks flags against each other.
func (x *fenceFlags) check() error {
	switch {
	case x.infer && len(x.places) > 0:
		return failure.Usagef("--infer searches for a placement: it takes no --place")
	case x.orders() && !x.infer:
		return failure.Usagef("--model %s is for --infer, which infers memory orders", x.Models[0].Name)
	case x.orders() && len(x.Models) > 1:
		return failure.Usagef("c11 and the machines of today infer memory orders, other models fences: give one --model")
	case x.orders() && x.robust:
		return failure.Usagef("--robust is about fences: %s has no use for it", x.Models[0].Name)
	case x.weaken && !x.orders():
		return failure.Usagef("--weaken is about memory orders: it needs --infer --model c11")
	case x.robust && !x.infer:
		return failure.Usagef("--robust says what --infer is to find")
	case x.diff && x.infer && len(x.Models) != 1:
		return failure.Usagef("--diff prints one change: give one --model")
	case x.diff && !x.infer && len(x.places) != 1:
		return failure.Usagef("--diff prints one change: give one --place, or --infer")
	case x.diff && x.JSON:
		return failure.Usagef("--diff and --json print different things: the document of --infer holds the change")
	}
	return nil
}

// weights parses --cost into the weights of fences or of memory orders.
func (x *fenceFlags) weights(o *fences.Options) (err error) {
	switch {
	case x.costs == "":
	case x.orders():
		o.OrderWeights, err = fences.ParseOrderWeights(x.costs)
	default:
		o.Weights, err = fences.ParseWeights(x.costs)
	}
	if err != nil {
		return failure.Usagef("--cost %s: %v", x.costs, err)
	}
	return nil
}

func (a *app) fences(paths []string, x *fenceFlags) error {
	campaign, err := x.Campaign()
	if err != nil {
		return err
	}
	o := fences.Options{Others: models.Relaxed(), Robust: x.robust, Compile: x.CompileOptions()}
	if err := x.weights(&o); err != nil {
		return err
	}
	prog, err := a.in.Compile(a.reading(), paths, &x.Settings)
	if err != nil {
		return err
	}
	a.files.Witnesses(x.Out)
	ctx, m, end := a.metered(&x.Settings)
	defer end()
	o.Campaign = campaign
	switch {
	case x.orders():
		return a.inferOrders(ctx, prog, x, o, m)
	case x.infer:
		return a.infer(ctx, prog, x, o, m)
	}
	return a.compare(ctx, prog, x, o, m)
}

// compare compares placements of fences.
func (a *app) compare(ctx context.Context, prog *code.Program, x *fenceFlags, o fences.Options, m *terminal.Meter) error {
	list, err := fences.ParseAll(prog, x.places)
	if err != nil {
		return failure.Usagef("--place %v", err)
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
	return a.writeUnescaped(c.Diff)
}
