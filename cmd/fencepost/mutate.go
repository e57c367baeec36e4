package main

import (
	"io"

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/flags"
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
	cmd := &cobra.Command{
		Use:   "mutate [FILE...]",
		Short: "Say which weaker memory orders a test does not notice",
		Long: `Mutate weakens a program in one place after the other, and looks whether anything goes
wrong then: it is the score of the program as a test. Mutants are

  each memory order made the next weaker one
  each fence left out
  each store moved after the access that follows it, if these are of other memory

A mutant in which nothing goes wrong survives: no assertion of the program notices the
change, or what it takes away is not needed, which justify tells. Beside the score stands
who reads from whom: of the pairs of a store and a load in other threads that access
the same memory, those that no execution shows.

Without a FILE the harnesses of fencepost.toml are looked at together: a mutant of what
they have in common is killed if one of them kills it, and what one of them shows was
seen. Harnesses that are expected to go wrong, and litmus tests, are left out.

--lcov FILE writes which lines and which pairs were seen, as editors and pages of
coverage take it.

Exit status:
  0  every mutant was tried
  1  something goes wrong in the program itself, or the score is below --fail-under
  2  the command line or an input is wrong
  3  a time limit or an interrupt cut the work short
  4  the program uses C that is not supported
` + exit.FaultHelp,
		Example: flags.Example(
			"fencepost mutate benchmarks/verdicts/mailbox.c",
			"fencepost mutate --fail-under 90 benchmarks/verdicts/mailbox.c",
		),
		Args:              func(cmd *cobra.Command, args []string) error { return a.weakerArgs(cmd, args, &x.Flags) },
		ValidArgsFunction: flags.Sources(),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.mutate(cmd, args, &x) },
	}
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
