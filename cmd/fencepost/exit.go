package main

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/report"
	"fencepost/trace"

	"github.com/spf13/cobra"
)

// fail reports the error that ended a command and returns the exit status.
func (a *app) fail(cmd *cobra.Command, err error) int {
	f := failure.Of(err)
	if a.member != nil {
		a.member.failed = f.Diagnostics
	}
	a.tell(f)
	if f.Help {
		fmt.Fprintf(a.stderr, "run '%s --help' for help\n", cmd.CommandPath())
	}
	if a.wantsJSON() {
		writeDocument(a.stdout, cmd.Name(), f)
	}
	return f.Status
}

// What a failure shows of the source: the lines of so many diagnostics, of files of at most so
// many bytes.
const (
	excerpts    = 5
	maxExcerpts = 1 << 22
)

// tell writes what is wrong. Below a diagnostic stands the line of the source, if it can be read.
func (a *app) tell(f *failure.Error) {
	sources := map[string]*report.Source{}
	for i, d := range f.Diagnostics {
		for line := range strings.SplitSeq(report.Line(d), "\n") {
			if f.Diagnostics[0].File == "" {
				line = "fencepost: " + line
			}
			fmt.Fprintln(a.stderr, line)
		}
		if d.Line == 0 || i >= excerpts {
			continue
		}
		if sources[d.File] == nil {
			sources[d.File] = report.FileSource(d.File, string(a.excerptOf(d.File)))
		}
		fmt.Fprint(a.stderr, sources[d.File].Excerpt(d.Pos))
	}
}

// excerptOf returns a text of which lines are shown; nil if it cannot be read.
func (a *app) excerptOf(file string) (text []byte) {
	if a.replays {
		text, _ = a.job.ReadFile(file)
		return text
	}
	if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && info.Size() <= maxExcerpts {
		text, _ = os.ReadFile(file)
	}
	return text
}

// internal reports a fault of this program and returns the exit status.
func (a *app) internal(v any) int {
	fmt.Fprintf(a.stderr, "fencepost: internal error: %v\n%s", v, debug.Stack())
	if a.wantsJSON() {
		writeDocument(a.stdout, "", &failure.Error{Diagnostics: []trace.Diagnostic{{Message: fmt.Sprintf("internal error: %v", v)}}})
	}
	return exit.Internal
}

func writeDocument(w io.Writer, command string, f *failure.Error) {
	// A failure to write is found when the output is flushed.
	_ = report.WriteJSON(w, report.New(command, f.Verdict(), f.Diagnostics...))
}

// wantsJSON reports whether --json stands among the arguments: an error in the
// flags before it must not hide it.
func (a *app) wantsJSON() bool {
	if a.asksJSON {
		return true
	}
	end := slices.Index(a.args, "--")
	if end < 0 {
		end = len(a.args)
	}
	return slices.Contains(a.args[:end], "--json") || slices.Contains(a.args[:end], "--json=true")
}
