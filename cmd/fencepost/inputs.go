package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"fencepost/cmd/fencepost/report"
	"fencepost/interp"
	"fencepost/interp/explore"
	"fencepost/interp/isa"
	"fencepost/interp/litmus"
	"fencepost/models/cat"
)

// An inputFailures collects what is wrong with some of many inputs.
type inputFailures struct {
	*app
	diagnostics []report.Diagnostic
	exit        int // status of the first; 0: there is none
}

// add tells of one, on the error output at once.
func (l *inputFailures) add(err error) {
	f := asFailure(err)
	fmt.Fprintln(l.stderr, f.Error())
	l.diagnostics = append(l.diagnostics, f.diagnostics...)
	if l.exit == 0 {
		l.exit = f.status
	}
}

// status returns the word for how a command ended that has results.
func (l *inputFailures) status(bug, incomplete bool) string {
	if l.exit != 0 && !bug {
		return report.Failure
	}
	return status(bug, incomplete)
}

// litmusTest reads a litmus test.
func (a *app) litmusTest(path string) (*litmus.Test, error) {
	f, name, err := a.open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxInput))
	if err != nil {
		return nil, inputf(name, "%v", reason(err))
	}
	return litmus.Parse(name, text)
}

// searchFailure returns the failure that an error of an exhaustive search is; faults of
// the search itself are for the command's handler of internal errors.
func searchFailure(err error) error {
	var (
		fault       *explore.Fault
		unsupported *interp.UnsupportedError
		assembly    *isa.Unsupported
		model       *cat.Error
		file        *fs.PathError
	)
	switch {
	case errors.As(err, &fault):
		panic(err)
	case errors.As(err, &unsupported):
		return err
	case errors.As(err, &assembly):
		return &failure{status: exitUnsupported, diagnostics: []report.Diagnostic{{Message: assembly.Message}}}
	case errors.As(err, &model):
		p := model.Pos
		return &failure{status: exitUsage, diagnostics: []report.Diagnostic{{File: p.File, Line: p.Line, Col: p.Col, Message: model.Msg}}}
	case errors.As(err, &file):
		return inputf(file.Path, "%v", file.Err)
	}
	return usagef("%v", err)
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
