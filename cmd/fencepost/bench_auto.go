package main

import (
	"strings"

	"fencepost/benchmarks/study"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp/campaign"
	"fencepost/interp/witness"

	"github.com/spf13/cobra"
)

func newBenchAuto(a *app) *cobra.Command {
	var s settings
	var o study.PartsOptions
	cmd := &cobra.Command{
		Use:   "auto [PART[,PART...]...]",
		Short: "What each part of the strategy auto is worth",
		Long: `Auto switches each part of the strategy auto off, or those that an argument names
together, and compares what test then finds with what it finds with all on: the share
of executions that show a bug, and the distinct errors found, on the programs of
C11Tester and PCTWM and on programs that nothing was tuned on. Known is what a short
exploration of the program finds; each other part is measured without it, as it
decides alone where a program is small. Noise is the standard error of what is lost;
a star marks what pays by more than three of it. The last row is strategy random.

` + exitHelp,
		Example: example("fencepost bench auto", "fencepost bench auto --repeats 3 Known OldReads,NewReads"),
		RunE: func(_ *cobra.Command, args []string) error {
			for _, arg := range args {
				o.Off = append(o.Off, strings.Split(arg, ","))
			}
			o.Seed, o.Runs, o.Workers = s.seed, s.runs, s.workers
			return a.benchAuto(o, &s)
		},
	}
	f := cmd.Flags()
	s.outputFlags(f)
	s.timeFlag(f)
	s.displayFlags(f)
	s.workersFlag(f)
	s.seed = 1
	f.Var(&seed{&s.seed}, "seed", "seed of all random choices: the same seed gives the same result")
	f.Var(newRange(&o.Repeats, study.DefaultRepeats, 2, maxCount), "repeats", "measure `N` times, with seeds of their own")
	f.Var(newRange(&s.runs, campaign.DefaultRuns, 1, maxCount), "executions", "execute each program `N` times")
	completeFlags(cmd)
	return cmd
}

func (a *app) benchAuto(o study.PartsOptions, s *settings) error {
	ctx, cancel := a.limited(s)
	defer cancel()
	m := a.newMeter(s)
	o.Done = func(done, total int) { m.tell(witness.Progress{Stage: "ablation", Done: done, Total: total}) }
	found, err := study.MeasureParts(ctx, o)
	m.close(a, s)
	why := witness.Limit(ctx)
	switch {
	case err != nil && why != "":
		found = &study.Parts{Options: o}
	case err != nil:
		return usagef("%v", err)
	default:
		why = ""
	}
	return a.show(report.FromParts(found, why, status(false, why != "")), s, false)
}
