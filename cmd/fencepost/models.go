package main

import (
	"strings"

	"fencepost/cmd/fencepost/report"
	"fencepost/interp/search/candidates"
	"fencepost/models/cat"

	"github.com/spf13/cobra"
)

func newModels(a *app) *cobra.Command {
	var s settings
	cmd := &cobra.Command{
		Use:   "models [NAME]",
		Short: "List the memory models, or print one as text",
		Long: `Models lists the memory models, strongest first: what each may reorder, and
which fences matter to it. C11 is the language's own. Below stand the mappings,
which say what fences a C11 memory order puts around an access when a program runs
under one of the others, and what it becomes on machines of today. At the end stand
litmus tests that tell C11 as first formalised from C11 as it was repaired.

With a NAME it prints that model as a page in cat, the language of herd. There are
` + catNames() + `.

` + exitHelp,
		Example: example("fencepost models", "fencepost models --json", "fencepost models armv8"),
		Args:    cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) > 1:
				return usagef("models takes one name, not %d", len(args))
			case len(args) == 1:
				text, ok := cat.Text(args[0])
				if !ok {
					return usagef("unknown model %q: there are %s", args[0], catNames())
				}
				out := report.New("models", report.OK)
				out.Body = &report.ModelText{Model: args[0], Text: text}
				return a.show(out, &s, false)
			}
			list, err := candidates.Differences(a.ctx)
			if err != nil {
				return err
			}
			return a.show(report.FromModels(list), &s, false)
		},
	}
	s.outputFlags(cmd.Flags())
	return cmd
}

// catNames lists the models that are pages of text.
func catNames() string {
	names := cat.Names()
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
