package main

import (
	"bytes"
	"os"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/trace"

	"github.com/spf13/cobra"
)

func newRun(a *app) *cobra.Command {
	var (
		s    flags.Settings
		file outputs.Execution
	)
	cmd := help.Describe(&cobra.Command{
		Use:               "run FILE...",
		Short:             "Run a C program once under a memory model",
		Args:              flags.Programs,
		ValidArgsFunction: flags.Sources(),
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := s.OneModel(cmd); err != nil {
				return err
			}
			return a.runOnce(args, &s, &file)
		},
	})
	s.ProgramFlags(cmd.Flags(), models.SC)
	s.AllowC11(cmd.Flags())
	s.AllowIMM(cmd.Flags())
	file.Flags(cmd.Flags())
	flags.Complete(cmd)
	return cmd
}

func (a *app) runOnce(paths []string, s *flags.Settings, file *outputs.Execution) error {
	o, err := s.MachineOptions()
	if err != nil {
		return err
	}
	prog, err := a.in.Compile(a.reading(), paths, s)
	if err != nil {
		return err
	}
	var output bytes.Buffer
	terminated := &terminal.LineWriter{W: a.stdout}
	o.Output = terminated
	if s.JSON {
		o.Output = &output
	}
	ctx, cancel := a.limited()
	defer cancel()
	var rec trace.Recorder
	var sink trace.Sink // nil if only the outcome is shown: an execution may be long
	var stored *outputs.StoredTrace
	info := trace.RunInfo{Model: s.Models[0].Name, Mapping: s.Mapping, Seed: s.Seed}
	switch {
	case s.JSON || s.Verbose || file.DOT != "":
		sink = &rec
	case file.Trace != "":
		if stored, err = outputs.NewStoredTrace(prog, info); err != nil {
			return failure.Unwritten(os.TempDir(), err)
		}
		sink = stored.Writer
	}
	random := strategy.NewRandom(s.Seed)
	random.Begin(0)
	machine := interp.New(prog, s.Models[0], o)
	var res *interp.Result
	err = a.unescaped(func() error {
		res = machine.Run(ctx, random, sink)
		return nil
	})
	if err != nil {
		return err
	}
	late, ended := witness.Grace(ctx)
	defer ended()
	machine.RaceStacks(late)
	if res.Outcome == interp.Unsupported {
		return &interp.UnsupportedError{Err: res.Err}
	}
	switch {
	case stored != nil:
		stored.Save(&a.files, file.Trace, res)
	case file.Trace != "":
		file.WriteTrace(&a.files, prog, info, rec.Events, res)
	}
	f := &report.Finished{
		Program: prog, Seed: s.Seed, Model: s.Models[0], Mapping: machine.Mapping(), Execution: machine.Shown(late, rec.Events),
		Result: res, Output: output.String(),
	}
	r := report.FromRun("run", f, report.StatusOf(f.HasBug(), res.Outcome != interp.Completed))
	file.WriteDOT(&a.files, r)
	terminated.EndLine()
	return a.show(r, s, s.Verbose)
}
