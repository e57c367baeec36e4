package main

import (
	"context"

	"fencepost/benchmarks"
	"fencepost/benchmarks/study"
	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/report"

	"github.com/spf13/cobra"
)

func newBenchApplications(a *app) *cobra.Command {
	var t testFlags
	var folder string
	cmd := &cobra.Command{
		Use:   "applications [NAME...]",
		Short: "The applications of C11Tester and PCTWM",
		Long: `Applications tests those of C11Tester (ASPLOS 2021, Table 1) and PCTWM (ASPLOS 2023,
Table 4) under the memory model of C++20, each with a client of a few threads,
and says which errors show, how often, and what an execution takes, beside what
the papers say. The sources are not part of this command: --sources names a
folder with the repositories stephentu/silo, khizmax/libcds (which GDAX's order
book is made of), chxdeng/mabain and zxjcarrot/iris, each under its own name. A
row whose sources are not there says so. silo-spinlock and mabain-writer need
none: they are the papers' bugs in C. C++ needs clang; mabain also jemalloc's
headers.

The papers' figures stand in a table of their own: they are of the applications' own
drivers, which run for seconds, ours of a client's execution.

C11Tester takes volatile accesses for relaxed atomic ones, and so does this study
of Silo; it found that Silo's bug is gone where they acquire and release. So it is
here: check --volatile acq-rel proves silo-spinlock. (fencepost help c11)

` + exit.Help,
		Example: flags.Example("fencepost bench applications --sources ../applications", "fencepost bench applications mabain-writer"),
		RunE: func(_ *cobra.Command, args []string) error {
			all, err := benchmarks.Applications()
			if err != nil {
				return err
			}
			rows, err := selectNamed(all, args, func(r benchmarks.Application) string { return r.Name })
			if err != nil {
				return err
			}
			return a.benchApplications(rows, folder, &t)
		},
	}
	t.benchFlags(cmd)
	cmd.Flags().StringVar(&folder, "sources", "", "the applications' sources are in folder `DIR`")
	_ = cmd.MarkFlagDirname("sources")
	return cmd
}

func (a *app) benchApplications(programs []benchmarks.Application, folder string, t *testFlags) error {
	table := &report.Applications{Seed: t.Seed, Runs: t.Runs, Rows: []report.Application{}, Cut: []string{}}
	cut, err := a.measured(t, len(programs), func(ctx context.Context, o study.Options) (int, error) {
		rows, err := study.Applications(ctx, programs, folder, o)
		for _, row := range rows {
			table.Add(row)
		}
		for _, left := range programs[len(rows):] {
			table.Cut = append(table.Cut, left.Name)
		}
		return len(rows), err
	})
	if err != nil {
		return err
	}
	table.Incomplete = cut
	return a.showStudy("applications", table, cut != nil, &t.Settings)
}
