package main

import (
	"context"

	"fencepost/benchmarks"
	"fencepost/benchmarks/study"
	"fencepost/cmd/fencepost/report"

	"github.com/spf13/cobra"
)

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

The paper's tool draws its change points once a process, from a generator without a
seed: all executions have the same. It shows 100% of linuxrwlocks, mcs-lock and
mpmc-queue with them, and 17%, 20% and 39% if they are drawn for every execution, as
they are here.

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

func (a *app) benchPCTWM(programs []benchmarks.PCTWMRow, t *testFlags) error {
	tables := &report.PCTWMTables{Seed: t.seed, Runs: t.runs, Rows: []report.PCTWMRow{}}
	cut, err := a.measured(t, len(programs), func(ctx context.Context, o study.Options) (int, error) {
		rows, err := study.PCTWM(ctx, programs, o)
		for _, row := range rows {
			tables.Add(row)
		}
		return len(rows), err
	})
	if err != nil {
		return err
	}
	tables.Incomplete = cut
	return a.showStudy("pctwm", tables, cut != nil, &t.settings)
}
