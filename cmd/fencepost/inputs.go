package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp/hardware/litmus"
	"fencepost/trace"
	"fencepost/trace/input"
)

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
	if l.exit == 0 {
		l.exit = f.Status
	}
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

// litmusTest reads a litmus test.
func (a *app) litmusTest(path string) (*litmus.Test, error) {
	f, name, err := a.open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := input.ReadAll(f, input.Text)
	if err != nil {
		return nil, failure.Unread(name, err)
	}
	return litmus.Parse(name, text)
}

// baseNames are the beginnings of the names of witnesses given out, with how often.
type baseNames map[string]int

// of returns that of a program: its name, with a number if another has the same.
func (b baseNames) of(path string) string {
	base := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	for {
		b[base]++
		n := b[base]
		if n == 1 {
			return base
		}
		base = fmt.Sprintf("%s-%d", base, n)
	}
}

// oneLine refuses names of files that have line breaks, for a name stands within a line of
// the output.
func oneLine(paths []string) error {
	for _, path := range paths {
		if strings.ContainsAny(path, "\n\r") {
			return failure.Usagef("the name %q has a line break: give the file another", path)
		}
	}
	return nil
}
