package main

import (
	"fencepost/benchmarks"
	"fencepost/benchmarks/study"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp"
	"fencepost/interp/explore"
	"fencepost/models/axiom"

	"github.com/spf13/cobra"
)

func newBenchCDSChecker(a *app) *cobra.Command {
	var s settings
	cmd := &cobra.Command{
		Use:   "cdschecker [PROGRAM...]",
		Short: "Figure 11 of CDSChecker (TOPLAS 2016)",
		Long: `Cdschecker repeats Figure 11 of CDSChecker (TOPLAS 2016): for each program how many
executions an exhaustive search explores, how many of them are blocked, and the
bug, beside the numbers of CDSChecker. No loop is bounded here: those that wait
are recognised.

` + exitHelp,
		Example: example("fencepost bench cdschecker", "fencepost bench cdschecker mcs-lock -v"),
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
	s.outputFlags(f)
	s.timeFlag(f)
	s.displayFlags(f)
	s.workersFlag(f)
	completeFlags(cmd)
	return cmd
}

func (a *app) benchCDSChecker(rows []benchmarks.CDSCheckerRow, s *settings) error {
	ctx, cancel := a.limited(s)
	defer cancel()
	table := &report.Fig11{Rows: []report.Fig11Row{}}
	for _, row := range rows {
		p, err := study.Compile("c11", row.Name, row.Defines()...)
		if err != nil {
			return err
		}
		meter := a.newMeter(s)
		progress := meter.explores(p.Name, 0)
		r, err := explore.Run(ctx, p, axiom.RC11, explore.Options{
			Machine: interp.Options{NoSpurious: true}, // CDSChecker has none
			Workers: s.workers, Progress: progress,
		})
		if err == nil {
			progress(r.Executions, r.Blocked)
		}
		meter.close(a, s)
		if err != nil {
			return searchFailure(err)
		}
		if table.Incomplete = cutShort(ctx); table.Incomplete != nil {
			break
		}
		table.Add(row, r)
	}
	return a.showStudy("cdschecker", table, table.Incomplete != nil, s)
}
