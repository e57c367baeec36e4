package report

import (
	"errors"
	"fmt"
	"io/fs"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/hardware/isa"
	"fencepost/trace"
)

// Diagnose returns the diagnostics of an error in an input. unsupported says that the input
// is correct but not supported. list is nil for an error that concerns no input.
func Diagnose(err error) (list []trace.Diagnostic, unsupported bool) {
	var (
		compile *cfront.Error
		run     *interp.UnsupportedError
		lowered *isa.Unsupported
		one     *trace.Diagnostic
		file    *fs.PathError
	)
	switch {
	case errors.As(err, &compile):
		return compile.Diagnostics, compile.Unsupported
	case errors.As(err, &run):
		return []trace.Diagnostic{{Pos: run.Err.Pos, Message: string(run.Err.Kind) + ": " + run.Err.Message}}, true
	case errors.As(err, &lowered):
		return []trace.Diagnostic{{Message: lowered.Message}}, true
	case errors.As(err, &one):
		return []trace.Diagnostic{*one}, one.Unsupported
	case errors.As(err, &file):
		return []trace.Diagnostic{{Pos: trace.Pos{File: file.Path}, Message: fmt.Sprint(file.Err)}}, false
	}
	return nil, false
}

// Line formats a diagnostic as compilers do: file:line:col: error: message, without unknown
// parts.
func Line(d trace.Diagnostic) string {
	if d.File == "" || d.Line == 0 {
		return d.String()
	}
	return d.Pos.String() + ": error: " + d.Message
}
