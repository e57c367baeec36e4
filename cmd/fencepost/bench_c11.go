package main

import (
	"context"

	"fencepost/benchmarks"
	"fencepost/benchmarks/study"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp/campaign"
	"fencepost/interp/witness"
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

func newBenchPCTWM(a *app) *cobra.Command {
	var t testFlags
	cmd := &cobra.Command{
		Use:   "pctwm [PROGRAM...]",
		Short: "Tables 2 and 3 and Figure 6 of PCTWM (ASPLOS 2023)",
		Long: `Pctwm repeats Tables 2 and 3 of PCTWM (ASPLOS 2023): for each program with a
planted bug, how many of the executions show it with the strategy pctwm, at the
paper's depths and histories, and with auto.

Figure 6 is about more relaxed writes, that change nothing else: here some number of
them before every atomic store and read-modify-write, to a variable that nobody
reads. It compares pctwm with pct, at the paper's depths.

The paper's tool draws its change points once a process, so that a figure of 100%
there may stand for one lucky draw; here they are drawn for every execution.

` + exitHelp,
		Example: example("fencepost bench pctwm", "fencepost bench pctwm barrier rwlock"),
		RunE: func(_ *cobra.Command, args []string) error {
			all, err := benchmarks.PCTWM()
			if err != nil {
				return err
			}
			rows, err := selectNamed(all, args, func(r benchmarks.PCTWMRow) string { return r.Name })
			if err != nil {
				return err
			}
			return a.benchPCTWM(rows, &t)
		},
	}
	t.benchFlags(cmd)
	return cmd
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
			return nil, usagef("no program %q in the published table", name)
		}
	}
	return rows, nil
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

func (a *app) benchPCTWM(programs []benchmarks.PCTWMRow, t *testFlags) error {
	ctx, cancel := a.limited(&t.settings)
	defer cancel()
	tables := &report.PCTWMTables{Seed: t.seed, Runs: t.runs, Rows: []report.PCTWMRow{}}
	err := a.measured(t, func(o study.Options) error {
		rows, err := study.PCTWM(ctx, programs, o)
		for _, row := range rows {
			tables.Add(row)
		}
		return err
	})
	if err != nil {
		return err
	}
	if len(tables.Rows) < len(programs) {
		tables.Incomplete = cutShort(ctx)
	}
	return a.showStudy("pctwm", tables, tables.Incomplete != nil, &t.settings)
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

// cutShort says why a study was cut short; nil if it was not.
func cutShort(ctx context.Context) *string {
	if why := witness.Limit(ctx); why != "" {
		return &why
	}
	return nil
}

// showStudy prints a study, quiet or not, and sets the exit status.
func (a *app) showStudy(name string, table report.Body, incomplete bool, s *settings) error {
	out := report.New("bench "+name, status(false, incomplete))
	out.Body = table
	return a.show(out, s, false)
}
