package outputs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/report"
	"fencepost/trace/input"

	"github.com/spf13/pflag"
)

// A Baseline holds the flags that say which findings are known.
type Baseline struct {
	Path   string
	Update bool
}

// Flags adds the flags.
func (k *Baseline) Flags(f *pflag.FlagSet) {
	f.StringVar(&k.Path, "baseline", "", "fail on findings only that are not in `FILE`; write it if there is none")
	f.BoolVar(&k.Update, "update-baseline", false, "write the findings to the file of --baseline, also if there is one")
}

// Check checks the flags against each other.
func (k *Baseline) Check() error {
	if k.Update && k.Path == "" {
		return failure.Usagef("--update-baseline needs --baseline")
	}
	return nil
}

// Apply notes which issues of a result are known, by the baseline or by comments in the source.
// It returns the baseline that is to be written; nil if there is none. If only issues made the
// status that of a bug, it is no longer so when all are known.
func (k *Baseline) Apply(ctx context.Context, r *report.Result, incomplete, onlyIssues bool) (write *report.Baseline, err error) {
	var b *report.Baseline
	if k.Path != "" && !k.Update {
		if b, err = k.read(ctx); err != nil {
			return nil, err
		}
	}
	dir := WorkingDir()
	if k.Path != "" && b == nil {
		r.Recognise(nil, dir) // those that comments suppress are not to be written
		write = report.NewBaseline(r, dir)
		b, r.Known = write, nil
	}
	if all := r.Recognise(b, dir); all && onlyIssues && r.Status == report.Bug {
		r.Status = report.StatusOf(false, incomplete)
	}
	return write, nil
}

// File returns the file of a baseline that is to be written.
func (k *Baseline) File(b *report.Baseline, stderr io.Writer) File {
	return File{Path: k.Path, Write: b.Write, Done: func() {
		fmt.Fprintf(stderr, "%s: baseline of %s written\n", k.Path, report.Count(len(b.Known), "finding"))
	}}
}

// read reads the baseline; it returns nil if there is no such file.
func (k *Baseline) read(ctx context.Context) (*report.Baseline, error) {
	text, err := input.Read(ctx, k.Path, input.Data)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, failure.Unread(k.Path, err)
	}
	b, err := report.ReadBaseline(bytes.NewReader(text))
	if err != nil {
		return nil, failure.Inputf(k.Path, "%v", err)
	}
	return b, nil
}
