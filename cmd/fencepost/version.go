package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"fencepost/cmd/fencepost/report"

	"github.com/spf13/cobra"
)

func newVersion(a *app) *cobra.Command {
	var s settings
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Long:    "Version prints which build this is, and of which Go version.",
		Example: example("fencepost version"),
		Args:    nothing,
		RunE: func(*cobra.Command, []string) error {
			out := report.New("version", report.OK)
			out.Body = &report.Build{Build: buildVersion(), Go: runtime.Version()}
			return a.show(out, &s, false)
		},
	}
	s.outputFlags(cmd.Flags())
	return cmd
}

func newSchema(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON schema of what --json prints",
		Long: `Schema prints the JSON schema, of draft 2020-12, of the document that every command
prints with --json.`,
		Example: example("fencepost schema > fencepost.schema.json"),
		Args:    nothing,
		RunE: func(*cobra.Command, []string) error {
			_, err := a.stdout.Write(report.Schema())
			return err
		},
	}
}

// buildVersion returns the module's version, or the revision it was built from.
func buildVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" && (v == "" || v == "(devel)") {
			v = setting.Value
		}
	}
	if v == "" {
		return "unknown"
	}
	return v
}

// exactVersion is the version as machines that share work compare it: of a build that is
// not of a commit as it is, by a hash of the executable, too.
var exactVersion = sync.OnceValue(func() string {
	v := buildVersion()
	if strings.HasPrefix(v, "v") && !strings.Contains(v, "+dirty") {
		return v
	}
	path, err := os.Executable()
	if err != nil {
		return v
	}
	file, err := os.Open(path)
	if err != nil {
		return v
	}
	defer file.Close()
	h := sha256.New()
	if _, err := io.Copy(h, file); err != nil {
		return v
	}
	return fmt.Sprintf("%s %x", v, h.Sum(nil)[:8])
})
