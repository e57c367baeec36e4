package main

import (
	"io"

	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/weaken"
	"fencepost/phase2/fences"

	"github.com/spf13/cobra"
)

// mutateFlags holds the flags of mutate.
type mutateFlags struct {
	weaken.Flags
	lcov  string
	under int
}

func newMutate(a *app) *cobra.Command {
	var x mutateFlags
	cmd := help.Describe(&cobra.Command{
		Use:               "mutate [FILE...]",
		Short:             "Say which weaker memory orders a test does not notice",
		Args:              func(cmd *cobra.Command, args []string) error { return a.weakerArgs(cmd, args, &x.Flags) },
		ValidArgsFunction: flags.Sources(),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.mutate(cmd, args, &x) },
	})
	f := cmd.Flags()
	x.Flags.Flags(f)
	f.StringVar(&x.lcov, "lcov", "", "also write the coverage to `FILE`, in the format of lcov")
	f.Var(flags.NewRange(&x.under, 0, 0, 100), "fail-under", "fail if less than `N` percent of the mutants are killed")
	flags.Complete(cmd)
	return cmd
}

func (a *app) mutate(cmd *cobra.Command, paths []string, x *mutateFlags) error {
	ctx, w, end, err := a.weaker(cmd, paths, &x.Flags)
	if err != nil {
		return err
	}
	defer end()
	r, err := fences.MutateAll(ctx, w.Clients)
	if err != nil {
		return w.Failed(err)
	}
	out := report.FromMutation(w.Tested, x.Seed, r, x.under)
	x.Files.Write(&a.files, out, a.elapsed())
	if x.lcov != "" {
		a.files.To(x.lcov, func(w io.Writer) error { return report.WriteLCOV(w, out) })
	}
	return a.show(out, &x.Settings, x.Verbose)
}
