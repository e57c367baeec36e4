package main

import (
	"io"
	"os"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/trace"
)

// saveTrace has one execution written as a trace file.
func (a *app) saveTrace(path string, p *code.Program, info trace.RunInfo, events []trace.Event, res *interp.Result) {
	a.writeTrace(path, func(to io.Writer) error {
		w := newTraceWriter(to, p, info)
		w.Begin()
		for i := range events {
			w.Event(&events[i])
		}
		return endTrace(w, res)
	})
}

// A storedTrace is that of an execution in progress, which may be longer than memory: it
// waits in a temporary file for the results to be printed.
type storedTrace struct {
	*trace.Writer
	file *os.File
}

func newStoredTrace(p *code.Program, info trace.RunInfo) (*storedTrace, error) {
	f, err := os.CreateTemp("", "fencepost-*.trace")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name()) // it lives as long as it is open; where that cannot be, until it is saved
	return &storedTrace{newTraceWriter(f, p, info), f}, nil
}

// save has the trace of an execution that has ended written to a path.
func (t *storedTrace) save(a *app, path string, res *interp.Result) {
	failed := endTrace(t.Writer, res)
	a.writeTrace(path, func(to io.Writer) error {
		defer os.Remove(t.file.Name())
		defer t.file.Close()
		if failed != nil {
			return failed
		}
		if _, err := t.file.Seek(0, io.SeekStart); err != nil {
			return err
		}
		_, err := io.Copy(to, t.file)
		return err
	})
}

func newTraceWriter(to io.Writer, p *code.Program, info trace.RunInfo) *trace.Writer {
	w := trace.NewWriter(to, trace.Header{Program: p.Name, Hash: p.Hash, Sites: p.Sites, Wides: p.Wides})
	w.Info = info
	return w
}

func endTrace(w *trace.Writer, res *interp.Result) error {
	result := res.Outcome.String()
	if res.Outcome == interp.Completed {
		result = "ok"
	} else if res.Err != nil {
		result = string(res.Err.Kind)
	}
	w.End(result, res.Choices())
	return w.Close()
}
