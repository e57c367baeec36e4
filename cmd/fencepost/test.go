package main

import (
	"cmp"

	"fencepost/cmd/fencepost/cluster"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/inputs"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/replay"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp"
	"fencepost/interp/campaign"
	"fencepost/interp/machine/vm"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/phase2/verdict"
	"fencepost/trace/lists"

	"github.com/spf13/cobra"
)

// testFlags holds the flags of commands that test by many executions.
type testFlags struct {
	flags.Settings
	strategy flags.Strategy
	window   int32 // see models.Model
	untilBug bool
	spec     string // of linearizability

	files outputs.Formats
	known outputs.Baseline
}

func newTest(a *app) *cobra.Command {
	var t testFlags
	cmd := help.Describe(&cobra.Command{
		Use:               "test FILE...",
		Short:             "Test a C program by many executions under one memory model",
		Args:              flags.Programs,
		ValidArgsFunction: flags.Sources(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(t.strategy.Check(cmd.Flags(), t.Verbose), t.known.Check()); err != nil {
				return err
			}
			model, err := t.OneModel(cmd)
			if err != nil {
				return err
			}
			if t.window > 0 {
				if !model.Native {
					return failure.Usagef("--prune: model %s keeps no old stores", model.Name)
				}
				if model.LoadBuffering {
					return failure.Usagef("--prune: model %s forgets no store that may be read", model.Name)
				}
				model = c11.Windowed(model, t.window)
			}
			return a.test(args, &t, model)
		},
	}, "{strategies}", flags.StrategyHelp())
	f := cmd.Flags()
	t.ProgramFlags(f, c11.Model)
	t.AllowC11(f)
	t.AllowIMM(f)
	f.Var(flags.NewPruning(&t.window), "prune", "which stores the C11 model forgets, so that a long execution stays within --memory: those that nobody can read any more, or also those older than N events, whose executions are missed then")
	t.strategy.Flags(f)
	f.Var(flags.NewRange(&t.Runs, campaign.DefaultRuns, 1, flags.MaxCount), "executions", "execute the program `N` times")
	f.BoolVar(&t.untilBug, "until-bug", false, "end at the first execution that shows an error")
	flags.SpecificationFlag(f, &t.spec)
	f.StringVar(&t.Out, "out", "", "write witness files to `DIR`")
	t.AllFlag(f, "tell everything: the executions, drawn in columns")
	t.files.Flags(f)
	t.known.Flags(f)
	a.watchFlag(f)
	t.WorkersFlag(f)
	a.work.Flags(f)
	a.work.CheckpointFlags(f)
	flags.Complete(cmd)
	return cmd
}

func (a *app) test(paths []string, t *testFlags, model *models.Model) error {
	machine, err := t.MachineOptions()
	if err != nil {
		return err
	}
	prog, err := a.in.Compile(a.reading(), paths, &t.Settings)
	if err != nil {
		return err
	}
	a.files.Witnesses(t.Out)
	ctx, cancel := a.limited()
	defer cancel()
	meter := a.newMeter(&t.Settings)
	coverage := vm.NewCoverage(prog)
	machine.Coverage = coverage
	spec, err := a.in.Specification(a.reading(), t.spec, prog)
	if err != nil {
		return err
	}
	if spec != nil {
		machine.Judge = spec
	}
	r, err := cluster.RunTests(ctx, a.work.Remote(), prog, model, campaign.Options{
		Strategy: func() interp.Strategy { return t.strategy.New(t.Seed) },
		Runs:     t.Runs, Workers: t.Workers, UntilBug: t.untilBug, Machine: machine, Explore: true,
		Progress: meter.Tests(model.Name, t.Runs),
	})
	a.endMeter(meter, &t.Settings)
	if err == nil {
		err = inputs.SpecificationError(spec)
	}
	if err != nil {
		return err
	}
	machine.Coverage, machine.Units = nil, r.Units
	found := r.Minimised(ctx, machine)
	w := report.Witnesses{Files: map[*witness.Witness]string{}}
	save := outputs.Saver{Files: &a.files, Program: prog, Settings: &t.Settings, Paths: w.Files}
	save.SaveErrors(model.Name, found)
	if !t.Quiet || t.files.Executions() {
		w.Executions = replay.All(ctx, prog, lists.Map(found, func(f witness.Finding) *witness.Witness { return f.Witness }))
	}
	chosen := t.strategy.Describe()
	chosen.Bound = t.strategy.Bound(r)
	out := report.FromTest(r, found, chosen, t.Seed, t.Runs, w, report.StatusOf(len(r.Findings) > 0, r.Incomplete != ""))
	var (
		causes []verdict.Cause
		left   []string
	)
	if t.JSON || t.files.Executions() {
		o, unpruned := t.Explanations(machine), model
		if model.Native {
			unpruned = c11.Windowed(model, 0) // a change has to mend the executions that are missed, too
			o.Native = unpruned
		}
		if causes, left, err = verdict.Explain(ctx, prog, verdict.Of(unpruned, found), o); err != nil {
			return err
		}
	}
	out.Answer(t.Given(paths), causes, coverage.Reached(), left)
	out.AdviseCheck(t.Given(paths))
	if err := a.recognise(&t.known, out, r.Incomplete != "", true); err != nil {
		return err
	}
	t.files.Write(&a.files, out, a.elapsed())
	a.keepLast(prog, out, &t.Settings)
	return a.show(out, &t.Settings, t.All)
}
