package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/report"
	"fencepost/trace/input"

	"github.com/spf13/pflag"
)

// A knownFlags holds the flags that say which findings are known.
type knownFlags struct {
	path   string
	update bool
}

func (k *knownFlags) flags(f *pflag.FlagSet) {
	f.StringVar(&k.path, "baseline", "", "fail on findings only that are not in `FILE`; write it if there is none")
	f.BoolVar(&k.update, "update-baseline", false, "write the findings to the file of --baseline, also if there is one")
}

// check checks the flags against each other.
func (k *knownFlags) check() error {
	if k.update && k.path == "" {
		return failure.Usagef("--update-baseline needs --baseline")
	}
	return nil
}

// apply notes which issues of a result are known, by the baseline or by comments in the
// source, and has the baseline written if there is none. If only issues made the status
// that of a bug, it is no longer so when all are known.
func (k *knownFlags) apply(a *app, r *report.Result, incomplete, onlyIssues bool) error {
	dir := outputs.WorkingDir()
	var b *report.Baseline
	if k.path != "" && !k.update {
		var err error
		if b, err = a.readBaseline(k.path); err != nil {
			return err
		}
	}
	write := k.path != "" && b == nil
	if write {
		r.Recognise(nil, dir) // those that comments suppress are not to be written
		b = report.NewBaseline(r, dir)
		r.Known = nil
		if a.member != nil { // the suite writes those of all
			a.member.baseline = b
		} else {
			a.files.Add(outputs.File{Path: k.path, Write: b.Write, Done: func() { a.wrote(k, b) }})
		}
	}
	if all := r.Recognise(b, dir); all && onlyIssues && r.Status == report.Bug {
		r.Status = report.StatusOf(false, incomplete)
	}
	return nil
}

// wrote says that a baseline was written.
func (a *app) wrote(k *knownFlags, b *report.Baseline) {
	fmt.Fprintf(a.stderr, "%s: baseline of %s written\n", k.path, countOf(len(b.Known), "finding"))
}

// readBaseline reads a baseline; it returns nil if there is no such file.
func (a *app) readBaseline(path string) (*report.Baseline, error) {
	text, err := input.Read(a.reading(), path, input.Data)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, failure.Unread(path, err)
	}
	b, err := report.ReadBaseline(bytes.NewReader(text))
	if err != nil {
		return nil, failure.Inputf(path, "%v", err)
	}
	return b, nil
}

func countOf(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
