package main

import (
	"cmp"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/report"
	"fencepost/trace"

	"github.com/spf13/cobra"
)

// fail reports the error that ended a command and returns the exit status.
func (a *app) fail(cmd *cobra.Command, err error) int {
	f := failure.Of(err)
	if a.member != nil {
		a.member.Failed = f.Diagnostics
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

// excerpts is of how many diagnostics a failure shows the lines of the source.
const excerpts = 5

// tell prints a failure. The line of the source follows each diagnostic, if it can be read.
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
			sources[d.File] = report.FileSource(d.File, string(a.in.Excerpt(d.File)))
		}
		fmt.Fprint(a.stderr, sources[d.File].Excerpt(d.Pos))
	}
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

// An inputFailures collects what is wrong with some of many inputs.
type inputFailures struct {
	*app
	diagnostics []trace.Diagnostic
	exit        int // status of the first; 0: all are right
}

// add tells of one, on the error output at once.
func (l *inputFailures) add(err error) {
	f := failure.Of(err)
	l.tell(f)
	l.diagnostics = append(l.diagnostics, f.Diagnostics...)
	l.exit = cmp.Or(l.exit, f.Status)
}

// status returns the word for how a command ended that has results.
func (l *inputFailures) status(bug, incomplete bool) report.Verdict {
	if l.exit != 0 && !bug {
		return report.Failure
	}
	return report.StatusOf(bug, incomplete)
}

// show prints the result of a command that has results, and sets the exit status: if
// it failed, that of the first input that is wrong.
func (l *inputFailures) show(out *report.Result, s *flags.Settings) error {
	err := l.app.show(out, s, s.All)
	if out.Status == report.Failure {
		l.app.status = l.exit
	}
	return err
}
