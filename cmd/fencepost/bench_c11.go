package main

import (
	"context"

	"fencepost/benchmarks"
	"fencepost/benchmarks/study"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
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
		Example: example("fencepost bench c11tester", "fencepost bench c11tester --runs 10000 seqlock"),
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
	f.Var(newRange(&t.runs, campaign.DefaultRuns, 1, maxCount), "runs", "execute each program `N` times")
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

func (a *app) benchC11Tester(rows []benchmarks.C11TesterRow, t *testFlags) error {
	ctx, cancel := a.limited(&t.settings)
	defer cancel()
	table := &report.C11TesterTable{Seed: t.seed, Runs: t.runs, Rows: []report.C11TesterRow{}}
	for _, row := range rows {
		p, err := study.Compile("c11", row.Name)
		if err != nil {
			return err
		}
		var rates [2]report.Rate
		for i, strategy := range []string{"auto", "random"} {
			s := *t
			s.strategy = strategy
			if rates[i], err = a.rate(ctx, p, &s); err != nil {
				return err
			}
		}
		if table.Incomplete = cutShort(ctx); table.Incomplete != nil {
			break
		}
		table.Add(row, rates[0], rates[1])
	}
	return a.showStudy("c11tester", table, table.Incomplete != nil, &t.settings)
}

func (a *app) benchPCTWM(rows []benchmarks.PCTWMRow, t *testFlags) error {
	ctx, cancel := a.limited(&t.settings)
	defer cancel()
	tables := &report.PCTWMTables{Seed: t.seed, Runs: t.runs, Rows: []report.PCTWMRow{}}
	for _, row := range rows {
		p, err := study.Compile("c11", row.Name)
		if err != nil {
			return err
		}
		s := *t
		s.strategy = "auto"
		auto, err := a.rate(ctx, p, &s)
		if err != nil {
			return err
		}
		partial := *tables
		err = partial.Add(row, auto, func(depth, history int) (report.Rate, error) {
			s.strategy, s.depth, s.history = "pctwm", depth, history
			return a.rate(ctx, p, &s)
		})
		if err != nil {
			return err
		}
		err = partial.AddFigure6(row, func(writes int, strategy string, depth, history int) (report.Rate, error) {
			more, err := study.CompileMoreWrites(row.Name, writes)
			if err != nil {
				return report.Rate{}, err
			}
			s.strategy, s.depth, s.history = strategy, depth, history
			return a.rate(ctx, more, &s)
		})
		if err != nil {
			return err
		}
		if tables.Incomplete = cutShort(ctx); tables.Incomplete != nil {
			break
		}
		*tables = partial
	}
	return a.showStudy("pctwm", tables, tables.Incomplete != nil, &t.settings)
}

// rate measures how many executions show a bug.
func (a *app) rate(ctx context.Context, p *code.Program, t *testFlags) (report.Rate, error) {
	machine, err := t.machineOptions()
	if err != nil {
		return report.Rate{}, err
	}
	meter := a.newMeter(&t.settings)
	r, err := campaign.Run(ctx, p, c11.Model, campaign.Options{
		Strategy: func() interp.Strategy { return t.newStrategy(false) },
		Runs:     t.runs, Workers: t.workers, Machine: machine,
		Progress: meter.tests(p.Name+" "+t.describe().String(), t.runs),
	})
	meter.close(a, &t.settings)
	if err != nil {
		return report.Rate{}, err
	}
	return report.Rate{Buggy: r.Buggy, Executions: r.Runs}, nil
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
