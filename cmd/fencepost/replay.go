package main

import (
	"bytes"
	"context"
	"errors"
	"io"

	"fencepost/cmd/fencepost/internal/report"
	"fencepost/interp"
	"fencepost/interp/cfront"
	"fencepost/phase2"
	"fencepost/trace"

	"github.com/spf13/cobra"
)

func newReplay(a *app) *cobra.Command {
	var (
		s         settings
		tracePath string
	)
	cmd := &cobra.Command{
		Use:   "replay WITNESS",
		Short: "Run a recorded execution again and draw it",
		Long: `Replay runs the execution of a witness file again, step by step as it was, and
draws it: a column for each thread, with its store buffer beside it. It says
whether the execution is sequentially consistent, shows the shortest cycle if it
is not, and the error if it ends in one.

A witness file holds the program's source, so nothing else is needed. Check,
confirm and test write such files with --out DIR.

Exit status:
  0  the execution ends without an error
  1  the execution ends in an error
  2  the command line or the witness is wrong
 70  internal error`,
		Example: example(
			"fencepost check --out witnesses benchmarks/relaxer/dekker.c",
			"fencepost replay witnesses/tso-1-created.json",
		),
		Args:              exactly("one WITNESS"),
		ValidArgsFunction: completeFiles("json"),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.replay(args[0], &s, tracePath)
		},
	}
	f := cmd.Flags()
	s.outputFlags(f)
	s.timeFlag(f)
	s.displayFlags(f)
	f.StringVar(&tracePath, "trace", "", "write the execution to the trace file `OUT`")
	completeFlags(cmd)
	return cmd
}

func (a *app) replay(path string, s *settings, tracePath string) error {
	file, name, err := a.open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	w, err := phase2.ReadWitness(file)
	if err != nil {
		return inputf(name, "%v", err)
	}
	prog, err := w.Compile()
	if err != nil {
		var compile *cfront.Error
		if errors.As(err, &compile) {
			return inputf(name, "the witness's program does not compile: %v", compile.Diagnostics[0])
		}
		return inputf(name, "%v", err)
	}
	ctx, cancel := a.limited(s)
	defer cancel()
	var (
		output bytes.Buffer
		rec    trace.Recorder
	)
	machine, res, err := w.Replay(ctx, prog, &output, &rec)
	if err != nil {
		return inputf(name, "%v", err)
	}
	machine.RaceStacks(context.WithoutCancel(ctx))
	if tracePath != "" && res.Outcome != interp.Interrupted {
		info := trace.RunInfo{Model: w.Model, Mapping: w.Mapping, Seed: w.Seed}
		if err := saveTrace(tracePath, prog, info, rec.Events, res); err != nil {
			return err
		}
	}
	model, _ := phase2.Models().Lookup(w.Model)
	r := &report.Run{
		Command: "replay", Program: prog.Name, Seed: w.Seed, Model: model, Source: report.NewSource(prog),
		Events: rec.Events, Result: res, Output: output.String(), Cycle: w.Cycle, Style: a.style,
	}
	if !s.json && !s.quiet {
		terminated := &lineWriter{w: a.stdout}
		if _, err := io.Copy(terminated, &output); err != nil {
			return err
		}
		terminated.endLine()
	}
	return a.showRun(r, s, !s.quiet)
}
