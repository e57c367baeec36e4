package main

import (
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
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
	cmd := help.Describe(&cobra.Command{
		Use:   "models [NAME]",
		Short: "List the memory models, or print one as text",
		Args:  cobra.ArbitraryArgs,
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
	}, "{models}", lists.Sentence(cat.Names()), "{machines}", lists.Sentence(page.Names()))
	s.OutputFlags(cmd.Flags())
	cmd.Flags().BoolVar(&machine, "machine", false, "print the machine NAME as a page")
	return cmd
}
