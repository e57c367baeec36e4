package main

import (
	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/replay"
	"fencepost/cmd/fencepost/report"

	"github.com/spf13/cobra"
)

func newExplain(a *app) *cobra.Command {
	var (
		s    flags.Settings
		step bool
	)
	cmd := &cobra.Command{
		Use:   "explain NUMBER | WITNESS",
		Short: "Explain a recorded execution, step by step",
		Long: `Explain runs an execution again, one that the last check, test, explore or justify gave a
NUMBER, or that of a WITNESS file, and tells what happened: the error it ends in, the
cycle that no sequentially consistent execution has, the execution in columns, and a
sentence for each step. What a library does for one call of the program, more than two steps,
is told as one step, at the call; -v tells each.

With --step it shows one step at a time, forwards and backwards, with what
memory, the store buffers and, under pslo, the old values that may still be read
hold then. It reads commands from the standard input, one a line: Enter for the
next step, b for the one before, a number to go there, q to end.

Exit status:
  0  the execution ends without an error
  1  the execution ends in an error
  2  the command line or the witness is wrong
` + exit.FaultHelp,
		Example: flags.Example(
			"fencepost check benchmarks/relaxer/dekker.c",
			"fencepost explain 1",
			"fencepost check --model tso --out witnesses benchmarks/relaxer/dekker.c",
			"fencepost explain witnesses/tso-3-buggy.json",
			"fencepost explain --step witnesses/tso-3-buggy.json",
		),
		Args:              flags.One("one NUMBER or WITNESS"),
		ValidArgsFunction: flags.Files("json"),
		RunE: func(_ *cobra.Command, args []string) error {
			if step && (s.JSON || args[0] == "-") {
				return failure.Usagef("--step reads commands: it goes neither with --json nor with - for the witness")
			}
			return a.explain(args[0], &s, step)
		},
	}
	f := cmd.Flags()
	s.ReportFlags(f)
	f.BoolVar(&step, "step", false, "show one step at a time")
	return cmd
}

func (a *app) explain(path string, s *flags.Settings, step bool) error {
	ctx, cancel := a.limited()
	defer cancel()
	r, err := replay.Read(ctx, &a.in, path)
	if err != nil {
		return err
	}
	f := r.Finished()
	out := report.FromExplanation("explain", f, path, report.StatusOf(f.HasBug(), len(f.Events) == 0 || r.Interrupted()))
	if step && !s.Quiet && len(f.Events) > 0 {
		a.status = out.Status.Exit()
		return report.Walk(a.ctx, a.in.Stdin, a.stdout, out, report.TextOptions{Steps: s.Verbose, Width: a.width, Fold: a.folds, Style: a.style})
	}
	return a.show(out, s, s.Verbose)
}
