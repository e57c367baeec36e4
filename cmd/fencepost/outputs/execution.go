package outputs

import (
	"io"
	"os"

	"fencepost/cmd/fencepost/report"
	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/trace"

	"github.com/spf13/pflag"
)

// An Execution names the files that one execution is written to; empty if it is not asked for.
type Execution struct{ Trace, DOT string }

// Flags adds the flags that ask for the files.
func (x *Execution) Flags(f *pflag.FlagSet) {
	f.StringVar(&x.Trace, "trace", "", "write the execution to the trace file `OUT`")
	f.StringVar(&x.DOT, "dot", "", "draw the execution to `FILE`, in Graphviz's language")
}

// WriteDOT adds the drawing, if it is asked for.
func (x *Execution) WriteDOT(to *Files, r *report.Result) {
	if x.DOT != "" {
		to.To(x.DOT, func(w io.Writer) error { return report.WriteDOT(w, r) })
	}
}

// WriteTrace adds the trace file of an execution.
func (x *Execution) WriteTrace(to *Files, p *code.Program, info trace.RunInfo, events []trace.Event, res *interp.Result) {
	to.Add(File{Path: x.Trace, Exact: true, Write: func(to io.Writer) error {
		w := newTraceWriter(to, p, info)
		w.Begin()
		for i := range events {
			w.Event(&events[i])
		}
		return endTrace(w, res)
	}})
}

// A StoredTrace is that of an execution in progress, which may be longer than memory: it
// waits in a temporary file for the results to be printed.
type StoredTrace struct {
	*trace.Writer
	file *os.File
}

// NewStoredTrace makes the temporary file.
func NewStoredTrace(p *code.Program, info trace.RunInfo) (*StoredTrace, error) {
	f, err := os.CreateTemp("", "fencepost-*.trace")
	if err != nil {
		return nil, err
	}
	_ = os.Remove(f.Name()) // it lives as long as it is open; where that cannot be, until it is saved
	return &StoredTrace{newTraceWriter(f, p, info), f}, nil
}

// Save adds the trace file of the execution, which has ended.
func (t *StoredTrace) Save(files *Files, path string, res *interp.Result) {
	failed := endTrace(t.Writer, res)
	files.Add(File{Path: path, Exact: true, Write: func(to io.Writer) error {
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
	}})
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
