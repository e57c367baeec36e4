package main

import (
	"fencepost/benchmarks"
	"fencepost/benchmarks/study"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp/campaign"
	"fencepost/models/c11"

	"github.com/spf13/cobra"
)

func newBenchC11Tester(a *app) *cobra.Command {
	var t testFlags
	cmd := &cobra.Command{
		Use:   "c11tester [PROGRAM...]",
		Short: "Table 2 of C11Tester (ASPLOS 2021)",
		Long: `C11tester repeats Table 2 and section 7.1 of C11Tester (ASPLOS 2021): for each
program with a planted bug, how many of the executions show it, with the
strategies auto and random, beside the three tools of the paper. Auto has one
setting for all programs, and learns nothing from what it finds.

` + exitHelp,
		Example: example("fencepost bench c11tester", "fencepost bench c11tester --executions 10000 seqlock"),
		RunE: func(_ *cobra.Command, args []string) error {
			all, err := benchmarks.C11Tester()
			if err != nil {
				return err
			}
			rows, err := selectNamed(all, args, func(r benchmarks.C11TesterRow) string { return r.Name })
			if err != nil {
				return err
			}
			return a.benchC11Tester(rows, &t)
		},
	}
	t.benchFlags(cmd)
	return cmd
}

func (a *app) benchC11Tester(programs []benchmarks.C11TesterRow, t *testFlags) error {
	ctx, cancel := a.limited(&t.settings)
	defer cancel()
	table := &report.C11TesterTable{Seed: t.seed, Runs: t.runs, Rows: []report.C11TesterRow{}}
	err := a.measured(t, func(o study.Options) error {
		rows, err := study.C11Tester(ctx, programs, o)
		for _, row := range rows {
			table.Add(row)
		}
		return err
	})
	if err != nil {
		return err
	}
	if len(table.Rows) < len(programs) {
		table.Incomplete = cutShort(ctx)
	}
	return a.showStudy("c11tester", table, table.Incomplete != nil, &t.settings)
}

// benchFlags adds the flags of a study of detection rates.
func (t *testFlags) benchFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	t.programFlags(f, c11.Model)
	f.Var(newRange(&t.runs, campaign.DefaultRuns, 1, maxCount), "executions", "execute each program `N` times")
	formerly(f, "runs", "executions")
	t.workersFlag(f)
	for _, name := range []string{"model", "define", "include", "mapping"} {
		// It fails only for a flag that does not exist.
		_ = f.MarkHidden(name)
	}
	completeFlags(cmd)
}

// measured calls a study of detection rates, and shows its progress.
func (a *app) measured(t *testFlags, measure func(study.Options) error) error {
	machine, err := t.machineOptions()
	if err != nil {
		return err
	}
	meter := a.newMeter(&t.settings)
	defer meter.close(a, &t.settings)
	return measure(study.Options{
		Seed: t.seed, Runs: t.runs, Workers: t.workers, Machine: machine,
		Progress: func(program, strategy string, depth, history int) func(*campaign.Report) {
			s := *t
			s.strategy, s.depth, s.history = strategy, depth, history
			return meter.tests(program+" "+s.describe().String(), t.runs)
		},
	})
}
