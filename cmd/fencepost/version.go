package main

import (
	"runtime"

	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/help"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/version"

	"github.com/spf13/cobra"
)

func newVersion(a *app) *cobra.Command {
	var s flags.Settings
	cmd := help.Describe(&cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  flags.None,
		RunE: func(*cobra.Command, []string) error {
			return a.show(report.WithBody("version", report.OK, &report.Build{Build: version.Build(), Go: runtime.Version()}), &s, false)
		},
	})
	s.OutputFlags(cmd.Flags())
	return cmd
}

func newSchema(a *app) *cobra.Command {
	return help.Describe(&cobra.Command{
		Use:   "schema",
		Short: "Print the JSON schema of what --json prints",
		Args:  flags.None,
		RunE: func(*cobra.Command, []string) error {
			_, err := a.stdout.Write(report.Schema())
			return err
		},
	})
}
