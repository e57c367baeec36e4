package main

import (
	"fencepost/cmd/fencepost/report"

	"github.com/spf13/cobra"
)

func newModels(a *app) *cobra.Command {
	var s settings
	cmd := &cobra.Command{
		Use:   "models",
		Short: "List the memory models and the mappings of C11 memory orders",
		Long: `Models lists the memory models, strongest first: what each may reorder, and
which fences matter to it. C11 is the language's own. Below stand the mappings,
which say what fences a C11 memory order puts around an access when a program runs
under one of the others.

` + exitHelp,
		Example: example("fencepost models", "fencepost models --json"),
		Args:    nothing,
		RunE: func(*cobra.Command, []string) error {
			if s.json {
				return report.WriteJSON(a.stdout, report.ModelsDocument())
			}
			return report.WriteModels(a.stdout, a.style)
		},
	}
	s.outputFlags(cmd.Flags())
	return cmd
}
