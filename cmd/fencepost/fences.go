package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
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
	cmd := &cobra.Command{
		Use:   "fences FILE...",
		Short: "Compare placements of fences, or infer the cheapest that works",
		Long: `Fences runs FILE with different fences under each memory model, and shows for
each placement how many cycles are predicted under the model, confirmed and buggy,
and how many fences a run executes. Without --place it compares the program as it is written,
without its fences, without each of them, and with one after every access.

A placement is none, all, as-written, without-N, or a list of fences to add or to
leave out, which may have a NAME= in front:
  --place 'dekker.c:66=sl,before:dekker.c:68:9=ll'   FILE:LINE[:COL]=KIND
  --place 'first=without:dekker.c:67'

With --infer it searches instead for a cheapest set of fences, beside those that
the program has, with which no execution ends in an error, or with --robust none
violates sequential consistency. It says whether that is proved, by exploring
every execution, or only tested; it shows what goes wrong without each fence, and
the change of the source. A cost is given to each execution of a fence.

With --infer --model c11 it searches for memory orders: it strengthens a cheapest
set of those that are too weak, then tells which are stronger than the program
needs. Costs are given to the orders in the source. What is proved is proved by
exploring under c11. A program needs only what it does itself: a lock may need
more than a test of it shows. c11 lets no store overtake an earlier load, as some
machines do: --model armv8, armv7, power or riscv infers the orders with which no
assertion fails on that machine, the program being compiled by the mapping that
fencepost models prints. That is for small programs, whose main starts threads that
call nothing, joins them, and asserts. It is proved, or exit status 3 says why not.
--model lkmm does so for a program with the Linux kernel's headers, in the kernel's
words: smp_load_acquire(), smp_store_release(), RMWs with and without a suffix; and it
places smp_mb(), smp_wmb() and smp_rmb(), or tells which are not needed.

Exit status:
  0  the placements were compared; or fences or orders that suffice were found
  1  with --infer: something goes wrong that no fences or orders forbid
  2  the command line or an input is wrong
  3  a time limit or an interrupt cut the work short
  4  the program uses C that is not supported
` + exit.FaultHelp,
		Example: flags.Example(
			"fencepost fences --model tso -D FIXED benchmarks/relaxer/dekker.c",
			"fencepost fences --infer --model tso benchmarks/relaxer/dekker.c",
			"fencepost fences --infer --model pso --diff benchmarks/relaxer/msn.c | patch -p1",
			"fencepost fences --infer --model c11 benchmarks/c11/rwlock.c",
			"fencepost fences --infer --model armv8 --diff LB.c",
		),
		Args:              flags.Programs,
		ValidArgsFunction: flags.Sources(),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := x.check(); err != nil {
				return err
			}
			return a.fences(args, &x)
		},
	}
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
