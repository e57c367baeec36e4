package main

import (
	"fencepost/benchmarks"
	"fencepost/benchmarks/study"
	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/report"

	"github.com/spf13/cobra"
)

func newBenchCDSChecker(a *app) *cobra.Command {
	var s flags.Settings
	cmd := &cobra.Command{
		Use:   "cdschecker [PROGRAM...]",
		Short: "Figure 11 of CDSChecker (TOPLAS 2016)",
		Long: `Cdschecker repeats Figure 11 of CDSChecker (TOPLAS 2016): for each program how many
executions an exhaustive search explores, how many of them are blocked, and the
bug, and the seconds, beside the numbers of CDSChecker. Blocked ones are those in
which a thread waits for ever.

Ours are far fewer. An execution graph is one execution here, in whatever order its
events can be run; CDSChecker also counts the orders that it cannot tell apart before
it has run them, and the executions that it gives up: those that are not feasible. It
reads values of stores that are still to come, and a thread that waits may go round
with two old values. No loop is bounded here: those that wait are recognised.

` + exit.Help,
		Example: flags.Example("fencepost bench cdschecker", "fencepost bench cdschecker mcs-lock -v"),
		RunE: func(_ *cobra.Command, args []string) error {
			all, err := benchmarks.CDSChecker()
			if err != nil {
				return err
			}
			rows, err := selectNamed(all, args, func(r benchmarks.CDSCheckerRow) string { return r.Name })
			if err != nil {
				return err
			}
			return a.benchCDSChecker(rows, &s)
		},
	}
	f := cmd.Flags()
	s.OutputFlags(f)
	s.TimeFlag(f)
	s.DisplayFlags(f)
	s.WorkersFlag(f)
	flags.Complete(cmd)
	return cmd
}

func (a *app) benchCDSChecker(programs []benchmarks.CDSCheckerRow, s *flags.Settings) error {
	ctx, cancel := a.limited()
	defer cancel()
	meter := a.newMeter(s)
	rows, err := study.CDSChecker(ctx, programs, s.Workers, func(program string) func(int64, int64) { return meter.Explores(program, 0) })
	a.endMeter(meter, s)
	if err != nil {
		return err
	}
	table := &report.Fig11{Rows: []report.Fig11Row{}, Cut: []string{}}
	for _, row := range rows {
		table.Add(row)
	}
	for _, left := range programs[len(rows):] {
		table.Cut = append(table.Cut, left.Title())
	}
	if len(rows) < len(programs) {
		table.Incomplete = cutShort(ctx)
	}
	return a.showStudy("cdschecker", table, table.Incomplete != nil, s)
}
