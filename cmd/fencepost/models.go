package main

import (
	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp/search/candidates"
	"fencepost/models/cat"
	"fencepost/models/page"
	"fencepost/trace/lists"

	"github.com/spf13/cobra"
)

func newModels(a *app) *cobra.Command {
	var s flags.Settings
	var machine bool
	cmd := &cobra.Command{
		Use:   "models [NAME]",
		Short: "List the memory models, or print one as text",
		Long: `Models lists the memory models, strongest first: what each may reorder, and
which fences matter to it. C11 is the language's own. Below stand the mappings,
which say what fences a C11 memory order puts around an access when a program runs
under one of the others, and what it becomes on machines of today. At the end stand
litmus tests that tell C11 as first formalised from C11 as it was repaired.

With a NAME it prints that model as a page in cat, the language of herd. There are
` + lists.Sentence(cat.Names()) + `. With --machine it prints a machine with store buffers as
a page, to be changed and given to --model as a FILE.machine (fencepost help machines): there
are ` + lists.Sentence(page.Names()) + `.

` + exit.Help,
		Example: flags.Example("fencepost models", "fencepost models --json", "fencepost models armv8", "fencepost models tso --machine > my.machine"),
		Args:    cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) > 1:
				return failure.Usagef("models takes one name, not %d", len(args))
			case machine && len(args) == 0:
				return failure.Usagef("--machine needs a NAME: there are %s", lists.Sentence(page.Names()))
			case len(args) == 1:
				library, names := cat.Text, cat.Names
				if machine {
					library, names = page.Text, page.Names
				}
				text, ok := library(args[0])
				if !ok {
					return failure.Usagef("unknown model %q: there are %s", args[0], lists.Sentence(names()))
				}
				return a.show(report.WithBody("models", report.OK, &report.ModelText{Model: args[0], Text: text}), &s, false)
			}
			list, err := candidates.Differences(a.ctx)
			if err != nil {
				return err
			}
			return a.show(report.FromModels(list), &s, false)
		},
	}
	s.OutputFlags(cmd.Flags())
	cmd.Flags().BoolVar(&machine, "machine", false, "print the machine NAME as a page")
	return cmd
}
