package main

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"fencepost/benchmarks"
	"fencepost/benchmarks/ablation"
	"fencepost/benchmarks/study"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp/campaign"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/models/c11"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// studies are what bench repeats.
const studies = "relaxer, c11tester, pctwm, cdschecker, applications, thesis or ablation"

func newBench(a *app) *cobra.Command {
	cmd := help.Describe(&cobra.Command{
		Use:   "bench NAME",
		Short: "Repeat a study of a paper, its numbers beside ours",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return failure.Usagef("bench needs a name: %s", studies)
			}
			return failure.Usagef("unknown study %q: choose %s", args[0], studies)
		},
	})
	cmd.AddCommand(newBenchRelaxer(a), newBenchC11Tester(a), newBenchPCTWM(a), newBenchCDSChecker(a), newBenchApplications(a), newBenchThesis(a), newBenchAblation(a))
	return cmd
}

// benchCommand returns the command of a study.
func benchCommand(use, short string, run func(args []string) error) *cobra.Command {
	return help.Describe(&cobra.Command{
		Use: use, Short: short, RunE: func(_ *cobra.Command, args []string) error { return run(args) },
	})
}

func newBenchRelaxer(a *app) *cobra.Command {
	var s flags.Settings
	cmd := benchCommand("relaxer [PROGRAM...]", "Table 1 of RELAXER (ISSTA 2011)", func(args []string) error {
		programs, err := published(benchmarks.Table1, args, func(r *benchmarks.Table1Row) string { return r.Name })
		if err != nil {
			return err
		}
		o, err := s.Campaign()
		if err != nil {
			return err
		}
		ctx, cancel := a.limited()
		defer cancel()
		table := &report.Table1{Seed: s.Seed, Trials: s.Trials, Executions: s.Executions}
		for _, p := range programs {
			if !s.Quiet && ctx.Err() == nil {
				fmt.Fprintf(a.stderr, "%s ...\n", p.Name)
			}
			m := a.newMeter(&s)
			o.Progress = m.Tell
			row, err := study.Relaxer(ctx, p, o)
			a.endMeter(m, &s)
			if err != nil {
				return err
			}
			table.Add(row)
			table.Incomplete = witness.Limit(ctx)
		}
		return a.show(report.WithBody("bench relaxer", report.StatusOf(false, table.Incomplete != ""), table), &s, false)
	})
	f := cmd.Flags()
	s.ProgramFlags(f, models.Relaxed()...)
	s.PredictFlags(f)
	s.ConfirmFlags(f)
	s.WorkersFlag(f)
	s.ProveFlag(f)
	setDefault(f, "prove", study.ProofFirst)
	setDefault(f, "executions", study.TrialExecutions)
	hide(f, "out", "model", "define", "include", "mapping", "coarse", "max-len")
	flags.Complete(cmd)
	return cmd
}

func newBenchC11Tester(a *app) *cobra.Command {
	r := rates[benchmarks.C11TesterRow, study.C11TesterRow]{
		table: benchmarks.C11Tester, name: func(r *benchmarks.C11TesterRow) string { return r.Name }, run: study.C11Tester, result: report.FromC11Tester,
	}
	return r.command(a, "c11tester [PROGRAM...]", "Table 2 of C11Tester (ASPLOS 2021)")
}

func newBenchPCTWM(a *app) *cobra.Command {
	r := rates[benchmarks.PCTWMRow, study.PCTWMRow]{
		table: benchmarks.PCTWM, name: func(r *benchmarks.PCTWMRow) string { return r.Name }, run: study.PCTWM, result: report.FromPCTWM,
	}
	return r.command(a, "pctwm [PROGRAM...]", "Tables 1 to 3 and Figure 6 of PCTWM (ASPLOS 2023)")
}

func newBenchApplications(a *app) *cobra.Command {
	var folder string
	r := rates[benchmarks.Application, study.Application]{
		table: benchmarks.Applications, name: func(r *benchmarks.Application) string { return r.Name }, result: report.FromApplications,
		run: func(ctx context.Context, programs []benchmarks.Application, o study.Options) ([]study.Application, error) {
			return study.Applications(ctx, programs, folder, o)
		},
	}
	cmd := r.command(a, "applications [NAME...]", "The applications of C11Tester and PCTWM")
	cmd.Flags().StringVar(&folder, "sources", "", "the applications' sources are in folder `DIR`")
	_ = cmd.MarkFlagDirname("sources")
	return cmd
}

// rates is a study of detection rates of published programs.
type rates[Program, Row any] struct {
	table  func() ([]Program, error)
	name   func(*Program) string
	run    func(context.Context, []Program, study.Options) ([]Row, error)
	result func(rows []Row, cut []string, o study.Options, why string) *report.Result
}

// command returns the command of the study.
func (r rates[Program, Row]) command(a *app, use, short string) *cobra.Command {
	var t testFlags
	cmd := benchCommand(use, short, func(args []string) error {
		programs, err := published(r.table, args, r.name)
		if err != nil {
			return err
		}
		o := study.Options{Seed: t.Seed, Runs: t.Runs, Workers: t.Workers}
		if o.Machine, err = t.MachineOptions(); err != nil {
			return err
		}
		ctx, meter, end := a.metered(&t.Settings)
		o.Progress = func(program string, at study.Strategy) func(*campaign.Report) {
			chosen := flags.Strategy{Name: at.Name, Depth: at.Depth, History: at.History}
			return meter.Tests(program+" "+chosen.Describe().String(), t.Runs)
		}
		rows, err := r.run(ctx, programs, o)
		cut, why := left(ctx, programs[len(rows):], r.name)
		end()
		if err != nil {
			return err
		}
		return a.show(r.result(rows, cut, o, why), &t.Settings, false)
	})
	f := cmd.Flags()
	t.ProgramFlags(f, c11.Model)
	f.Var(flags.NewRange(&t.Runs, campaign.DefaultRuns, 1, flags.MaxCount), "executions", "execute each program `N` times")
	t.WorkersFlag(f)
	hide(f, "model", "define", "include", "mapping")
	flags.Complete(cmd)
	return cmd
}

func newBenchCDSChecker(a *app) *cobra.Command {
	var s flags.Settings
	cmd := benchCommand("cdschecker [PROGRAM...]", "Figure 11 of CDSChecker (TOPLAS 2016)", func(args []string) error {
		programs, err := published(benchmarks.CDSChecker, args, func(r *benchmarks.CDSCheckerRow) string { return r.Name })
		if err != nil {
			return err
		}
		ctx, meter, end := a.metered(&s)
		rows, err := study.CDSChecker(ctx, programs, s.Workers, func(program string) func(int64, int64) { return meter.Explores(program, 0) })
		cut, why := left(ctx, programs[len(rows):], (*benchmarks.CDSCheckerRow).Title)
		end()
		if err != nil {
			return err
		}
		return a.show(report.FromCDSChecker(rows, cut, why), &s, false)
	})
	f := cmd.Flags()
	s.ReportFlags(f)
	s.WorkersFlag(f)
	flags.Complete(cmd)
	return cmd
}

func newBenchThesis(a *app) *cobra.Command {
	var s flags.Settings
	var size int
	cmd := benchCommand("thesis", "Tables 2 to 5 of Adolfsson's thesis (Uppsala 2022)", func([]string) error {
		published, err := benchmarks.ThesisCompilers()
		if err != nil {
			return err
		}
		ctx, meter, end := a.metered(&s)
		r, err := study.RunThesis(ctx, published, size, min(s.Workers, runtime.GOMAXPROCS(0)), func(_, done, total int) {
			meter.Show(terminal.Stage{Name: "files", Done: done, Total: total})
		})
		why := witness.Limit(ctx)
		end()
		if err != nil {
			return err
		}
		return a.show(report.FromThesis(r, size, why), &s, false)
	})
	cmd.Args = flags.None
	f := cmd.Flags()
	f.Var(flags.NewRange(&size, 6, 4, 6), "size", "tests of up to `N` events")
	s.ReportFlags(f)
	s.WorkersFlag(f)
	return cmd
}

func newBenchAblation(a *app) *cobra.Command {
	var s flags.Settings
	var o ablation.Options
	cmd := benchCommand("ablation [HEURISTIC[,HEURISTIC...]...]", "What each heuristic of phase 2 is worth", func(args []string) error {
		for _, arg := range args {
			o.Off = append(o.Off, strings.Split(arg, ","))
		}
		o.Seed, o.Workers = s.Seed, s.Workers
		ctx, m, end := a.metered(&s)
		o.Progress = func(done, total int) { m.Tell(witness.Progress{Stage: "ablation", Done: done, Total: total}) }
		results := &ablation.Study{Seed: o.Seed, Repeats: o.Repeats}
		programs, err := ablation.Programs(ctx)
		if err == nil {
			results, err = ablation.Run(ctx, programs, o)
		}
		why := ""
		if err != nil {
			why, results = witness.Limit(ctx), &ablation.Study{Seed: o.Seed, Repeats: o.Repeats}
		}
		end()
		if err != nil && why == "" {
			return failure.Usagef("%v", err)
		}
		return a.show(report.FromAblation(results, why, report.StatusOf(false, why != "")), &s, false)
	})
	f := cmd.Flags()
	s.ReportFlags(f)
	s.WorkersFlag(f)
	s.SeedFlag(f)
	f.Var(flags.NewRange(&o.Repeats, ablation.DefaultRepeats, 2, flags.MaxCount), "repeats", "measure `N` times, with seeds of their own")
	f.Var(flags.NewRange(&o.Executions, ablation.DefaultExecutions, 2, flags.MaxCount), "executions", "run the program `N` times in each trial of several")
	f.Var(flags.NewRange(&o.Cycles, ablation.DefaultCycles, 1, flags.MaxCount), "cycles", "measure at most `N` cycles of each program and model")
	flags.Complete(cmd)
	return cmd
}

// hide hides flags that each program of a study sets by itself.
func hide(f *pflag.FlagSet, names ...string) {
	for _, name := range names {
		_ = f.MarkHidden(name) // it fails only for a flag that does not exist
	}
}

// setDefault changes the default of a flag.
func setDefault(f *pflag.FlagSet, name string, value int) {
	if flag := f.Lookup(name); flag.Value.Set(strconv.Itoa(value)) == nil {
		flag.DefValue = flag.Value.String()
	}
}

// published returns the rows of a published table that are named, or all.
func published[Row any](table func() ([]Row, error), names []string, nameOf func(*Row) string) ([]Row, error) {
	all, err := table()
	if err != nil {
		return nil, err
	}
	rows, err := benchmarks.Choose(all, names, nameOf)
	if err != nil {
		return nil, failure.Usagef("%v", err)
	}
	return rows, nil
}

// left names the programs that a study left out, and says which limit cut it short; why is empty if
// there is none.
func left[Program any](ctx context.Context, programs []Program, nameOf func(*Program) string) (cut []string, why string) {
	for i := range programs {
		cut, why = append(cut, nameOf(&programs[i])), witness.Limit(ctx)
	}
	return cut, why
}
