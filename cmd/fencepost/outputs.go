package main

import (
	"bufio"
	"io"
	"os"

	"fencepost/cmd/fencepost/report"

	"github.com/spf13/pflag"
)

// outputs are the files in other formats that a command writes beside its text.
type outputs struct{ html, sarif, junit string }

// flags adds the flags that ask for such files.
func (o *outputs) flags(f *pflag.FlagSet) {
	f.StringVar(&o.html, "html", "", "also write a page to `FILE`, to be stepped through in a browser")
	f.StringVar(&o.sarif, "sarif", "", "also write the errors to `FILE` as SARIF 2.1.0")
	f.StringVar(&o.junit, "junit", "", "also write the outcome to `FILE` as JUnit XML")
}

// write writes the files that are asked for.
func (o *outputs) write(r *report.Result) error {
	dir, err := os.Getwd()
	if err != nil {
		dir = ""
	}
	for _, out := range []struct {
		path  string
		write func(io.Writer) error
	}{
		{o.html, func(w io.Writer) error { return report.WriteHTML(w, r) }},
		{o.sarif, func(w io.Writer) error { return report.WriteSARIF(w, r, dir, buildVersion()) }},
		{o.junit, func(w io.Writer) error { return report.WriteJUnit(w, r) }},
	} {
		if out.path == "" {
			continue
		}
		if err := writeTo(out.path, out.write); err != nil {
			return err
		}
	}
	return nil
}

// executions reports whether a file shows executions.
func (o *outputs) executions() bool { return o.html != "" || o.sarif != "" }

// show prints a result as the flags say, and sets the exit status.
func (a *app) show(r *report.Result, s *settings, all bool) error {
	a.status = statuses[r.Status]
	if s.json {
		return report.WriteJSON(a.stdout, r)
	}
	return report.WriteText(a.stdout, r, report.TextOptions{Quiet: s.quiet, All: all, Style: a.style})
}

// writeTo writes a file.
func writeTo(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return inputf(path, "%v", reason(err))
	}
	w := bufio.NewWriter(f)
	err = write(w)
	if flushed := w.Flush(); err == nil {
		err = flushed
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return inputf(path, "%v", reason(err))
	}
	return nil
}
