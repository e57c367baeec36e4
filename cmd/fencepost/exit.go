package main

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"fencepost/cmd/fencepost/report"
	"fencepost/trace"

	"github.com/spf13/cobra"
)

// The exit statuses.
const (
	exitOK          = 0  // the plan ended without a bug
	exitBug         = 1  // a bug was found, also if the plan was cut short
	exitUsage       = 2  // the command line or an input is wrong
	exitIncomplete  = 3  // the plan was cut short and no bug was found
	exitUnsupported = 4  // the program uses C that is not supported
	exitInternal    = 70 // a fault of fencepost
	exitShort       = 71 // there is no memory or descriptor left
	exitOutput      = 74 // what was found cannot be written
)

const exitHelp = `Exit status:
  0  the planned runs and trials ended without a bug
  1  a bug was found
  2  the command line or an input is wrong
  3  a time limit, an interrupt or a cap cut the plan short, no bug was found
  4  the program uses C that is not supported
` + faultHelp

// faultHelp are the statuses that every command may end with.
const faultHelp = ` 70  internal error
 71  the system has no memory or file descriptors left for this process
 74  a file or the output cannot be written`

// fail reports the error that ended a command and returns the exit status.
func (a *app) fail(cmd *cobra.Command, err error) int {
	f := asFailure(err)
	if a.member != nil {
		a.member.failed = f.diagnostics
	}
	a.tell(f)
	if f.usage {
		fmt.Fprintf(a.stderr, "run '%s --help' for help\n", cmd.CommandPath())
	}
	if a.wantsJSON() {
		writeDocument(a.stdout, cmd.Name(), f)
	}
	return f.status
}

// What a failure shows of the source: the lines of so many diagnostics, of files of at most so
// many bytes.
const (
	excerpts    = 5
	maxExcerpts = 1 << 22
)

// tell writes what is wrong. Below a diagnostic stands the line of the source, if it can be read.
func (a *app) tell(f *failure) {
	sources := map[string]*report.Source{}
	for i, d := range f.diagnostics {
		for line := range strings.SplitSeq(report.Line(d), "\n") {
			if f.diagnostics[0].File == "" {
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
		writeDocument(a.stdout, "", &failure{diagnostics: []trace.Diagnostic{{Message: fmt.Sprintf("internal error: %v", v)}}})
	}
	return exitInternal
}

func writeDocument(w io.Writer, command string, f *failure) {
	word := report.Failure
	if f.status == exitIncomplete {
		word = report.Incomplete
	}
	// A failure to write is found when the output is flushed.
	_ = report.WriteJSON(w, report.New(command, word, f.diagnostics...))
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

// status returns the word for how a command ended that has a result.
func status(bug bool, incomplete bool) string {
	switch {
	case bug:
		return report.Bug
	case incomplete:
		return report.Incomplete
	}
	return report.OK
}

// statuses are the exit statuses of results.
var statuses = map[string]int{report.OK: exitOK, report.Bug: exitBug, report.Incomplete: exitIncomplete}
