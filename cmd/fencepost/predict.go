package main

import (
	"bufio"
	"cmp"
	"context"
	"io"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/inputs"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp/c/cfront"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/predict"
	"fencepost/trace"

	"github.com/spf13/cobra"
)

func newPredict(a *app) *cobra.Command {
	var s flags.Settings
	cmd := help.Describe(&cobra.Command{
		Use:               "predict FILE...",
		Short:             "List the cycles that relaxed memory may cause",
		Args:              flags.Programs,
		ValidArgsFunction: flags.Sources("trace"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.predict(args, &s, cmd.Flags().Changed("mapping"))
		},
	})
	s.ProgramFlags(cmd.Flags(), models.Relaxed()...)
	s.AllowC11(cmd.Flags())
	s.PredictFlags(cmd.Flags())
	s.AllFlag(cmd.Flags(), "list every cycle, by number, instead of groups")
	flags.Complete(cmd)
	return cmd
}

func (a *app) predict(paths []string, s *flags.Settings, mappingGiven bool) error {
	f, name, err := a.in.Open(a.reading(), paths[0])
	if err != nil {
		return err
	}
	defer f.Close()
	ctx, cancel := a.limited()
	defer cancel()
	in := bufio.NewReader(f)
	var p *report.Predicted
	bug := false
	if inputs.IsJSON(in) {
		if len(paths) > 1 {
			return failure.Usagef("predict takes one trace file, not %d", len(paths))
		}
		p, err = predictTrace(ctx, name, in, s, mappingGiven)
	} else {
		p, bug, err = a.predictProgram(ctx, name, in, paths, s)
	}
	if err != nil {
		return err
	}
	return a.show(report.FromPrediction(p, report.StatusOf(bug, p.Incomplete != "")), s, s.All)
}

// predictProgram records executions of a C program and predicts from them; bug
// tells that one ended in an error.
func (a *app) predictProgram(ctx context.Context, name string, in io.Reader, paths []string, s *flags.Settings) (p *report.Predicted, bug bool, err error) {
	o, err := s.Campaign()
	if err != nil {
		return nil, false, err
	}
	sources := make([]cfront.Source, len(paths))
	if sources[0], err = inputs.ReadSource(name, in); err != nil {
		return nil, false, err
	}
	for i, path := range paths[1:] {
		if sources[i+1], err = a.in.Source(a.reading(), path); err != nil {
			return nil, false, err
		}
	}
	if err := s.ReadDatabase(paths); err != nil {
		return nil, false, err
	}
	prog, err := a.in.CompileAll(a.reading(), sources, s)
	if err != nil {
		return nil, false, err
	}
	m := a.newMeter(s)
	o.Progress = m.Tell
	r, pr, err := phase2.Predict(ctx, prog, o)
	a.endMeter(m, s)
	if err != nil {
		return nil, false, err
	}
	p = report.NewPredicted(report.NewSource(prog), pr, s.Models)
	p.Program, p.Hash, p.Executions, p.Incomplete = prog.Name, prog.Hash, min(r.SC.Runs, s.Runs), cmp.Or(r.Incomplete, p.Incomplete)
	p.Errors = r.SC.Errors
	return p, r.HasBug(), nil
}

// predictTrace predicts from the executions of a trace file.
func predictTrace(ctx context.Context, name string, in io.Reader, s *flags.Settings, mappingGiven bool) (*report.Predicted, error) {
	o, err := s.Campaign()
	if err != nil {
		return nil, err
	}
	r, err := trace.NewReader(name, in)
	if err != nil {
		return nil, err
	}
	mapping := o.Machine.Mapping
	if !mappingGiven {
		mapping = models.Mapping{} // as the file says
	}
	o.Predict.Models = s.Models
	pr, runs, cut, err := predict.FromTrace(ctx, r, o.Predict, mapping)
	if err != nil {
		return nil, err
	}
	h := r.Header()
	p := report.NewPredicted(report.TraceSource(h), pr, s.Models)
	p.Program, p.Hash, p.Executions = h.Program, h.Hash, runs
	switch {
	case runs == 0:
		p.Incomplete = "the trace file holds no execution"
	case cut:
		p.Incomplete = witness.Limit(ctx)
	}
	return p, nil
}
