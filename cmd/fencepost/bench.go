package main

import (
	"context"

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp/machine/witness"

	"github.com/spf13/cobra"
)

// studies are what bench repeats.
const studies = "relaxer, c11tester, pctwm, cdschecker, applications, thesis or ablation"

func newBench(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench NAME",
		Short: "Repeat a study of a paper, its numbers beside ours",
		Long: `Bench repeats the evaluation of a paper on the programs in benchmarks, which are
built into this command, and prints the table with the published numbers beside
the measured ones.

` + exit.Help,
		Example: flags.Example("fencepost bench relaxer --timeout 10m", "fencepost bench c11tester"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return failure.Usagef("bench needs a name: %s", studies)
			}
			return failure.Usagef("unknown study %q: choose %s", args[0], studies)
		},
	}
	cmd.AddCommand(newBenchRelaxer(a), newBenchC11Tester(a), newBenchPCTWM(a), newBenchCDSChecker(a), newBenchApplications(a), newBenchThesis(a), newBenchAblation(a))
	return cmd
}

// selectNamed returns the rows of a table that are named, or all.
func selectNamed[Row any](all []Row, names []string, nameOf func(Row) string) ([]Row, error) {
	if len(names) == 0 {
		return all, nil
	}
	var rows []Row
	for _, name := range names {
		found := false
		for _, row := range all {
			if nameOf(row) == name {
				rows, found = append(rows, row), true
			}
		}
		if !found {
			return nil, failure.Usagef("no program %q in the published table", name)
		}
	}
	return rows, nil
}

// cutShort says why a study was cut short; nil if it was not.
func cutShort(ctx context.Context) *string {
	if why := witness.Limit(ctx); why != "" {
		return &why
	}
	return nil
}

// showStudy prints a study, quiet or not, and sets the exit status.
func (a *app) showStudy(name string, table report.Body, incomplete bool, s *flags.Settings) error {
	out := report.New("bench "+name, report.StatusOf(false, incomplete))
	out.Body = table
	return a.show(out, s, false)
}
