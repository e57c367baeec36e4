package main

import (
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/replay"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/phase2"

	"github.com/spf13/cobra"
)

func newConfirm(a *app) *cobra.Command {
	var (
		s     flags.Settings
		cycle string
	)
	cmd := help.Describe(&cobra.Command{
		Use:               "confirm FILE... --cycle N",
		Short:             "Try to make one cycle happen, many times",
		Args:              flags.Programs,
		ValidArgsFunction: flags.Sources(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cycle == "" {
				return failure.Usagef("confirm needs --cycle: a number that predict lists, or a list of sites")
			}
			return a.confirm(args, cycle, &s)
		},
	})
	f := cmd.Flags()
	s.ProgramFlags(f, models.Relaxed()...)
	s.AllowC11(f)
	s.PredictFlags(f)
	s.ConfirmFlags(f)
	s.ProveFlag(f)
	f.StringVar(&cycle, "cycle", "", "which cycle: `N`, or its sites separated by commas")
	flags.Complete(cmd)
	return cmd
}

func (a *app) confirm(paths []string, wanted string, s *flags.Settings) error {
	prog, o, err := a.begin(paths, s)
	if err != nil {
		return err
	}
	w := report.Witnesses{Files: map[*witness.Witness]string{}}
	out, err := a.confirmProgram(prog, wanted, s, o, w.Files)
	if err != nil {
		return err
	}
	if !s.Quiet && !s.JSON {
		ctx, cancel := a.limited()
		defer cancel()
		w.Executions = replay.All(ctx, prog, []*witness.Witness{out.Shown()})
	}
	return a.show(report.FromConfirmation(out, w, report.StatusOf(out.HasBug(), out.Incomplete != "")), s, false)
}

// confirmProgram predicts, and makes trials for the cycle that is wanted.
func (a *app) confirmProgram(prog *code.Program, wanted string, s *flags.Settings, o phase2.Options, files map[*witness.Witness]string) (*report.Confirmations, error) {
	ctx, m, end := a.metered(s)
	defer end()
	o.Progress = m.Tell
	r, pr, err := phase2.Predict(ctx, prog, o)
	if err != nil {
		return nil, err
	}
	prediction := report.NewPredicted(report.NewSource(prog), pr, s.Models)
	c, err := prediction.Find(wanted)
	if err != nil {
		return nil, failure.OrLate(ctx, failure.Usagef("--cycle %s: %v", wanted, err), "the cycle was predicted")
	}
	out := &report.Confirmations{
		Program: prog, Seed: s.Seed, Cycle: c, Number: c.Number, SC: r.SC.Errors, Incomplete: r.Incomplete,
	}
	save := outputs.Saver{Files: &a.files, Program: prog, Settings: s, Paths: files}
	for _, model := range s.Models {
		if ctx.Err() != nil {
			break
		}
		conf, err := phase2.Confirm(ctx, prog, model, prediction.Under(model, c), o, r.ErrorKeys())
		if err != nil {
			return nil, err
		}
		mc := report.ModelConfirmation{Model: model, Confirmation: conf}
		if conf.Confirmations == 0 && o.Prove > 0 && ctx.Err() == nil {
			mc.Explored = phase2.Prove(ctx, prog, model, &mc.Confirmation, o, r.ErrorKeys())
		}
		save.Save(mc.ConfirmedWitness, witness.ConfirmedName(model.Name, c.Number))
		delete(files, mc.BuggyWitness) // exploring finds one execution for both names
		save.Save(mc.BuggyWitness, witness.BuggyName(model.Name, c.Number))
		out.Models = append(out.Models, mc)
	}
	if why := witness.Limit(ctx); why != "" {
		out.Incomplete = why
	}
	return out, nil
}
