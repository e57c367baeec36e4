package main

import (
	"context"

	"fencepost/benchmarks"
	"fencepost/benchmarks/study"
	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/flags"
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
program with a planted bug, how many of the executions show it, and how long one
takes, with the strategies auto, random and c11tester, beside the three tools of
the paper. Auto has one setting for all programs, and learns nothing from what it
finds.

The strategy c11tester schedules as the paper's tool does: consecutive relaxed and
release stores run on, and so do plain accesses. Of 10,000 executions mcs-lock,
mpmc-queue and seqlock show their bug in 88.8, 60.8 and 27.8%; the paper has 89.4,
59.4 and 28.8. The others differ more; all programs are written anew here.
linuxrwlocks has 62.7% for the paper's 86.2, and 86.0 if plain accesses may be
interrupted; seqlock has 35.3 then, so that this is not what the tool does. barrier
(87.3 for 76.6), dekker-fences (34.9 for 21.6) and rwlock (48.2 for 55.3) are not
explained.

The paper's times hold a process of its own for each execution, ours do not.

` + exit.Help,
		Example: flags.Example("fencepost bench c11tester", "fencepost bench c11tester --executions 10000 seqlock"),
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
	table := &report.C11TesterTable{Seed: t.Seed, Runs: t.Runs, Rows: []report.C11TesterRow{}, Cut: []string{}}
	cut, err := a.measured(t, len(programs), func(ctx context.Context, o study.Options) (int, error) {
		rows, err := study.C11Tester(ctx, programs, o)
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
	return a.showStudy("c11tester", table, cut != nil, &t.Settings)
}

// benchFlags adds the flags of a study of detection rates.
func (t *testFlags) benchFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	t.ProgramFlags(f, c11.Model)
	f.Var(flags.NewRange(&t.Runs, campaign.DefaultRuns, 1, flags.MaxCount), "executions", "execute each program `N` times")
	t.WorkersFlag(f)
	for _, name := range []string{"model", "define", "include", "mapping"} {
		// It fails only for a flag that does not exist.
		_ = f.MarkHidden(name)
	}
	flags.Complete(cmd)
}

// measured calls a study of the detection rates of so many programs, within the limits, and
// shows its progress. Measure returns how many it has measured; cut says why it was cut short,
// or is nil.
func (a *app) measured(t *testFlags, programs int, measure func(context.Context, study.Options) (int, error)) (cut *string, err error) {
	machine, err := t.MachineOptions()
	if err != nil {
		return nil, err
	}
	ctx, cancel := a.limited()
	defer cancel()
	meter := a.newMeter(&t.Settings)
	defer a.endMeter(meter, &t.Settings)
	n, err := measure(ctx, study.Options{
		Seed: t.Seed, Runs: t.Runs, Workers: t.Workers, Machine: machine,
		Progress: func(program string, at study.Strategy) func(*campaign.Report) {
			return meter.Tests(program+" "+(&flags.Strategy{Name: at.Name, Depth: at.Depth, History: at.History}).Describe().String(), t.Runs)
		},
	})
	if err == nil && n < programs {
		cut = cutShort(ctx)
	}
	return cut, err
}
