package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"fencepost/benchmarks/lessons"
	"fencepost/benchmarks/svcomp"
	"fencepost/cmd/fencepost/cluster"
	"fencepost/cmd/fencepost/project"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/c/compdb"
	"fencepost/interp/hardware/isa"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/explore"
	"fencepost/models/cat"
	"fencepost/models/page"
	"fencepost/trace"
)

// A failure ends a command before it has a result.
type failure struct {
	status      int
	diagnostics []report.Diagnostic
	usage       bool // --help may tell more
}

// Error returns one line for each diagnostic.
func (f *failure) Error() string {
	lines := make([]string, len(f.diagnostics))
	for i, d := range f.diagnostics {
		lines[i] = d.String()
	}
	return strings.Join(lines, "\n")
}

// usagef returns the failure of a wrong command line.
func usagef(format string, args ...any) *failure {
	return &failure{exitUsage, []report.Diagnostic{{Message: fmt.Sprintf(format, args...)}}, true}
}

// inputf returns the failure of an input that cannot be used.
func inputf(file, format string, args ...any) *failure {
	return &failure{exitUsage, []report.Diagnostic{{File: file, Message: fmt.Sprintf(format, args...)}}, false}
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
		return &failure{status: exitIncomplete, diagnostics: []report.Diagnostic{{Message: why + " before " + done}}}
	}
	return err
}

// asFailure returns the failure that an error of a command stands for. Faults of a search
// are for the handler of internal errors.
func asFailure(err error) *failure {
	var (
		f           *failure
		compile     *cfront.Error
		unsupported *interp.UnsupportedError
		assembly    *isa.Unsupported
		test        *litmus.Error
		model       *cat.Error
		machine     *page.Error
		build       *compdb.Error
		task        *svcomp.Error
		toml        *project.Error
		events      *trace.Error
		file        *fs.PathError
		fault       *explore.Fault
		partial     *cluster.PartialError
		lesson      *lessons.Error
	)
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, &partial):
		return inputf(partial.File, "%s", partial.Message)
	case errors.As(err, &fault):
		panic(err)
	case errors.As(err, &compile):
		f = &failure{status: statusOf(compile.Unsupported)}
		for _, d := range compile.Diagnostics {
			f.diagnostics = append(f.diagnostics, report.Diagnostic{File: d.File, Line: d.Line, Col: d.Col, Message: d.Message})
		}
		return f
	case errors.As(err, &unsupported):
		e := unsupported.Err
		return failureAt(exitUnsupported, e.Pos, string(e.Kind)+": "+e.Message)
	case errors.As(err, &assembly):
		return failureAt(exitUnsupported, trace.Pos{}, assembly.Message)
	case errors.As(err, &test):
		return failureAt(statusOf(test.Unsupported), test.Pos, test.Message)
	case errors.As(err, &lesson):
		return failureAt(exitUsage, lesson.Pos, lesson.Message)
	case errors.As(err, &model):
		return failureAt(exitUsage, trace.Pos{File: model.Pos.File, Line: model.Pos.Line, Col: model.Pos.Col}, model.Msg)
	case errors.As(err, &machine):
		return failureAt(exitUsage, trace.Pos{File: machine.File, Line: machine.Line, Col: machine.Col}, machine.Msg)
	case errors.As(err, &toml):
		return failureAt(exitUsage, toml.Pos, toml.Message)
	case errors.As(err, &events):
		return failureAt(exitUsage, events.Pos, events.Message)
	case errors.As(err, &task):
		return inputf(task.File, "%s", task.Message)
	case errors.As(err, &build):
		return inputf(build.File, "%s", build.Message)
	case errors.As(err, &file):
		return inputf(file.Path, "%v", file.Err)
	}
	return failureAt(exitUsage, trace.Pos{}, err.Error())
}

// statusOf returns the status of an input that is wrong, or not supported.
func statusOf(unsupported bool) int {
	if unsupported {
		return exitUnsupported
	}
	return exitUsage
}

func failureAt(status int, p trace.Pos, message string) *failure {
	return &failure{status: status, diagnostics: []report.Diagnostic{{File: p.File, Line: p.Line, Col: p.Col, Message: message}}}
}
