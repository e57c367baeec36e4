package main

import (
	"io"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/replay"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search"
	"fencepost/trace"

	"github.com/spf13/cobra"
)

func newReplay(a *app) *cobra.Command {
	var (
		s    flags.Settings
		file outputs.Execution
		page string
	)
	cmd := help.Describe(&cobra.Command{
		Use:               "replay NUMBER | WITNESS",
		Short:             "Run a recorded execution again and draw it",
		Args:              flags.One("one NUMBER or WITNESS"),
		ValidArgsFunction: flags.Files("json"),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.replay(args[0], page, &s, &file)
		},
	})
	f := cmd.Flags()
	s.ReportFlags(f)
	file.Flags(f)
	f.StringVar(&page, "html", "", "also write a page to `FILE`, to be stepped through in a browser")
	flags.Complete(cmd)
	return cmd
}

func (a *app) replay(path, page string, s *flags.Settings, out *outputs.Execution) error {
	ctx, cancel := a.limited()
	defer cancel()
	file, name, err := replay.ReadWitness(a.reading(), &a.in, path)
	if err != nil {
		return err
	}
	if file.Explored && out.Trace != "" {
		return failure.Usagef("--trace: an execution of an exhaustive search has no trace")
	}
	if !search.HasSteps(file) {
		if page != "" {
			return failure.Usagef("--html: an execution of an exhaustive search has no steps")
		}
		return a.replayExplored(name, file, s, out)
	}
	w, err := replay.Run(ctx, name, file)
	if err != nil {
		return err
	}
	if out.Trace != "" && !w.Interrupted() {
		info := trace.RunInfo{Model: w.File.Model, Mapping: w.File.Mapping.Name, Seed: w.File.Seed}
		out.WriteTrace(&a.files, w.Program, info, w.Events, w.Result)
	}
	f := w.Finished()
	r := report.FromRun("replay", f, report.StatusOf(f.HasBug(), f.Result.Outcome != interp.Completed))
	out.WriteDOT(&a.files, r)
	if page != "" && len(f.Events) > 0 {
		shown := report.FromExplanation("report", f, path, r.Status)
		a.files.To(page, func(to io.Writer) error { return report.WriteHTML(to, shown) })
	}
	if !s.JSON && !s.Quiet {
		terminated := &terminal.LineWriter{W: a.stdout}
		err := a.unescaped(func() error {
			_, err := io.Copy(terminated, &w.Output)
			return err
		})
		if err != nil {
			return err
		}
		terminated.EndLine()
	}
	return a.show(r, s, s.Verbose)
}

// replayExplored makes an execution of an exhaustive search again.
func (a *app) replayExplored(name string, w *witness.File, s *flags.Settings, out *outputs.Execution) error {
	ctx, cancel := a.limited()
	defer cancel()
	prog, m, f, err := search.Replay(ctx, w)
	if err != nil {
		return failure.OrLate(ctx, failure.Inputf(name, "%v", err), "the execution was made again")
	}
	shown := report.FromExploredRun(prog, m, f)
	if f.Witness != nil {
		out.WriteDOT(&a.files, shown)
	}
	return a.show(shown, s, s.Verbose)
}
