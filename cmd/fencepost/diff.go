package main

import (
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/replay"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp/search/diff"
	"fencepost/models/axiom"

	"github.com/spf13/cobra"
)

// diffFlags holds the flags of diff.
type diffFlags struct {
	flags.Settings
	model string
	rs    string // release sequences of c11
	git   string
	max   int
}

func newDiff(a *app) *cobra.Command {
	var x diffFlags
	cmd := help.Describe(&cobra.Command{
		Use:               "diff OLD NEW [FILE...]",
		Short:             "Say what one version of a program does and another does not",
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: flags.Sources(),
		RunE: func(_ *cobra.Command, args []string) error {
			return a.diff(args, &x)
		},
	})
	f := cmd.Flags()
	names := []string{axiom.RC11.Name}
	for _, m := range axiom.All() {
		if m != axiom.RC11 {
			names = append(names, m.Name)
		}
	}
	f.Var(flags.NewModelChoice(&x.model, names...), "model", "the memory model")
	flags.ExploreSequences(f, &x.rs)
	x.RunFlags(f)
	x.WorkersFlag(f)
	f.StringVar(&x.git, "git", "", "compare the files as the revisions `A..B` have them")
	f.Var(flags.NewRange(&x.max, 1_000_000, 1, flags.MaxCount), "executions", "end after `N` executions of each version")
	flags.Complete(cmd)
	return cmd
}

// diff compares two versions of a program.
func (a *app) diff(args []string, x *diffFlags) error {
	old, now, err := a.in.Versions(a.reading(), args, x.git, &x.Settings)
	if err != nil {
		return err
	}
	ctx, m, end := a.metered(&x.Settings)
	defer end()
	o := diff.Options{Model: x.model, Workers: x.Workers, MaxExecutions: int64(x.max), CXX20: x.rs == flags.CXX20}
	if o.Machine, err = x.MachineOptions(); err != nil {
		return err
	}
	o.Progress = func(version string, executions, blocked int64) {
		m.Show(terminal.Stage{Name: version, Executions: int(executions + blocked)})
	}
	was, is, err := diff.Run(ctx, old, now, o)
	if err != nil {
		return err
	}
	out := report.FromDiff(x.model, was, is)
	replay.Keep(numberedOf(&x.Settings, was, is), &x.Settings)
	return a.show(out, &x.Settings, x.Verbose)
}

// numberedOf returns the executions that a report of two versions numbers.
func numberedOf(s *flags.Settings, versions ...*diff.Version) (list []replay.Numbered) {
	for _, v := range versions {
		for i := range v.Only {
			if w := v.Only[i].Witness; w != nil {
				list = append(list, replay.Numbered{Witness: w, Program: v.Program, Settings: s})
			}
		}
	}
	return list
}
