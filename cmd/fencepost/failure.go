package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"fencepost/cmd/fencepost/report"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/explore"
	"fencepost/trace"
)

// A failure ends a command before it has a result.
type failure struct {
	status      int
	diagnostics []trace.Diagnostic
	usage       bool // --help may tell more
}

// Error returns one line for each diagnostic.
func (f *failure) Error() string {
	lines := make([]string, len(f.diagnostics))
	for i, d := range f.diagnostics {
		lines[i] = report.Line(d)
	}
	return strings.Join(lines, "\n")
}

// usagef returns the failure of a wrong command line.
func usagef(format string, args ...any) *failure {
	return &failure{exitUsage, []trace.Diagnostic{{Message: fmt.Sprintf(format, args...)}}, true}
}

// inputf returns the failure of an input that cannot be used.
func inputf(file, format string, args ...any) *failure {
	return &failure{exitUsage, []trace.Diagnostic{{Pos: trace.Pos{File: file}, Message: fmt.Sprintf(format, args...)}}, false}
}

// outputf returns the failure of a file that cannot be written.
func outputf(file string, err error) *failure {
	f := inputf(file, "%v", reason(err))
	f.status = statusOfWrite(err)
	return f
}

// orLate returns the failure of what a limit or an interrupt ended before something was
// done, or an error that has another reason.
func orLate(ctx context.Context, err error, done string) error {
	if why := witness.Limit(ctx); why != "" {
		return &failure{status: exitIncomplete, diagnostics: []trace.Diagnostic{{Message: why + " before " + done}}}
	}
	return err
}

// asFailure returns the failure that an error of a command stands for. Faults of a search
// are for the handler of internal errors.
func asFailure(err error) *failure {
	var f *failure
	var fault *explore.Fault
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, &fault):
		panic(err)
	}
	list, unsupported := report.Diagnose(err)
	if list == nil {
		list = []trace.Diagnostic{{Message: err.Error()}}
	}
	return &failure{status: statusOf(unsupported), diagnostics: list}
}

// statusOf returns the status of an input that is wrong, or not supported.
func statusOf(unsupported bool) int {
	if unsupported {
		return exitUnsupported
	}
	return exitUsage
}
