package main

import (
	"strings"

	"fencepost/benchmarks/ablation"
	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp/machine/witness"

	"github.com/spf13/cobra"
)

func newBenchAblation(a *app) *cobra.Command {
	var s flags.Settings
	var o ablation.Options
	cmd := &cobra.Command{
		Use:   "ablation [HEURISTIC[,HEURISTIC...]...]",
		Short: "What each heuristic of phase 2 is worth",
		Long: `Ablation switches each heuristic of phase 2 off, or those that an argument names
together, and compares what trials then give with what they give with all on: the
share of trials that confirm a cycle, over the cycles that some setting confirms, the
cycles confirmed and the bugs found, on the programs that the heuristics were made for
and on programs that nothing was tuned on. Noise is the standard error of what is lost;
a star marks what pays by more than three of it.

` + exit.Help,
		Example: flags.Example("fencepost bench ablation", "fencepost bench ablation --repeats 3 DelayAll,Prefixes"),
		RunE: func(_ *cobra.Command, args []string) error {
			for _, arg := range args {
				o.Off = append(o.Off, strings.Split(arg, ","))
			}
			o.Seed, o.Workers = s.Seed, s.Workers
			return a.benchAblation(o, &s)
		},
	}
	f := cmd.Flags()
	s.OutputFlags(f)
	s.TimeFlag(f)
	s.DisplayFlags(f)
	s.WorkersFlag(f)
	s.Seed = 1
	f.Var(flags.NewSeed(&s.Seed), "seed", "seed of all random choices: the same seed gives the same result")
	f.Var(flags.NewRange(&o.Repeats, ablation.DefaultRepeats, 2, flags.MaxCount), "repeats", "measure `N` times, with seeds of their own")
	f.Var(flags.NewRange(&o.Executions, ablation.DefaultExecutions, 2, flags.MaxCount), "executions", "run the program `N` times in each trial of several")
	f.Var(flags.NewRange(&o.Cycles, ablation.DefaultCycles, 1, flags.MaxCount), "cycles", "measure at most `N` cycles of each program and model")
	flags.Complete(cmd)
	return cmd
}

func (a *app) benchAblation(o ablation.Options, s *flags.Settings) error {
	ctx, cancel := a.limited()
	defer cancel()
	m := a.newMeter(s)
	o.Progress = func(done, total int) { m.Tell(witness.Progress{Stage: "ablation", Done: done, Total: total}) }
	var study *ablation.Study
	programs, err := ablation.Programs(ctx)
	if err == nil {
		study, err = ablation.Run(ctx, programs, o)
	}
	a.endMeter(m, s)
	why := witness.Limit(ctx)
	switch {
	case err != nil && why != "":
		study = &ablation.Study{Seed: o.Seed, Repeats: o.Repeats}
	case err != nil:
		return failure.Usagef("%v", err)
	default:
		why = ""
	}
	return a.show(report.FromAblation(study, why, report.StatusOf(false, why != "")), s, false)
}
