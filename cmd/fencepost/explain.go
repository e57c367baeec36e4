package main

import (
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/replay"
	"fencepost/cmd/fencepost/report"

	"github.com/spf13/cobra"
)

func newExplain(a *app) *cobra.Command {
	var (
		s    flags.Settings
		step bool
	)
	cmd := help.Describe(&cobra.Command{
		Use:               "explain NUMBER | WITNESS",
		Short:             "Explain a recorded execution, step by step",
		Args:              flags.One("one NUMBER or WITNESS"),
		ValidArgsFunction: flags.Files("json"),
		RunE: func(_ *cobra.Command, args []string) error {
			if step && (s.JSON || args[0] == "-") {
				return failure.Usagef("--step reads commands: it goes neither with --json nor with - for the witness")
			}
			return a.explain(args[0], &s, step)
		},
	})
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
