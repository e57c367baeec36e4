package trace

import "io"

// Run is an execution read from a trace file.
type Run struct {
	RunInfo
	Events []Event
}

// File is the content of a trace file.
type File struct {
	Header
	Runs []Run
}

// Read reads a whole trace file; name is for errors.
func Read(name string, r io.Reader) (*File, error) {
	t, err := NewReader(name, r)
	if err != nil {
		return nil, err
	}
	f := &File{Header: t.Header()}
	for {
		if _, err := t.Next(); err == io.EOF {
			return f, nil
		} else if err != nil {
			return nil, err
		}
		var rec Recorder
		info, err := t.Feed(&rec)
		if err != nil {
			return nil, err
		}
		f.Runs = append(f.Runs, Run{info, rec.Events})
	}
}

// Feed passes the rest of the current run to out, and returns all that is
// known of the run.
func (t *Reader) Feed(out Sink) (RunInfo, error) {
	out.Begin()
	var e Event
	for {
		switch err := t.Event(&e); err {
		case nil:
			out.Event(&e)
		case io.EOF:
			return t.info, nil
		default:
			return t.info, err
		}
	}
}
