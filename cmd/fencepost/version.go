package main

import (
	"runtime"

	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/version"

	"github.com/spf13/cobra"
)

func newVersion(a *app) *cobra.Command {
	var s flags.Settings
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Long:    "Version prints which build this is, and of which Go version.",
		Example: flags.Example("fencepost version"),
		Args:    flags.None,
		RunE: func(*cobra.Command, []string) error {
			return a.show(report.WithBody("version", report.OK, &report.Build{Build: version.Build(), Go: runtime.Version()}), &s, false)
		},
	}
	s.OutputFlags(cmd.Flags())
	return cmd
}

func newSchema(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON schema of what --json prints",
		Long: `Schema prints the JSON schema, of draft 2020-12, of the document that every command
prints with --json.`,
		Example: flags.Example("fencepost schema > fencepost.schema.json"),
		Args:    flags.None,
		RunE: func(*cobra.Command, []string) error {
			_, err := a.stdout.Write(report.Schema())
			return err
		},
	}
}
