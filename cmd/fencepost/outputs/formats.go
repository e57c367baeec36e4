package outputs

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/version"

	"github.com/spf13/pflag"
)

// Formats are the files in other formats that a command writes beside its text, by the name of
// the format; empty if it is not asked for.
type Formats map[string]*string

// Flags adds the flags that ask for such files: of the formats that are named, or all.
func (o *Formats) Flags(f *pflag.FlagSet, names ...string) {
	*o = Formats{}
	for _, format := range report.Formats() {
		if len(names) > 0 && !slices.Contains(names, format.Name) {
			continue
		}
		(*o)[format.Name] = f.String(format.Name, "", format.Help)
	}
}

// Path returns the file to write in a format; empty if it is not asked for.
func (o Formats) Path(format string) string {
	if path := o[format]; path != nil {
		return *path
	}
	return ""
}

// Write adds the files that are asked for.
func (o Formats) Write(to *Files, r *report.Result, elapsed time.Duration) {
	origin := Origin()
	origin.Elapsed = elapsed
	for _, format := range report.Formats() {
		if path := o.Path(format.Name); path != "" {
			to.To(path, func(w io.Writer) error { return format.Write(w, r, origin) })
		}
	}
}

// WriteSuite adds the files that are asked for of the harnesses of a suite.
func (o Formats) WriteSuite(to *Files, list []report.Harness) {
	for _, format := range report.Formats() {
		if path := o.Path(format.Name); path != "" && format.Join != nil {
			to.To(path, func(w io.Writer) error { return format.Join(w, list, Origin()) })
		}
	}
}

// Executions reports whether a file shows executions.
func (o Formats) Executions() bool {
	return slices.ContainsFunc(report.Formats(), func(f report.Format) bool { return f.Executions && o.Path(f.Name) != "" })
}

// Besides reports whether files are asked for in another format.
func (o Formats) Besides(format string) bool {
	return slices.ContainsFunc(report.Formats(), func(f report.Format) bool { return f.Name != format && o.Path(f.Name) != "" })
}

// Origin returns where results are from: this build, in the working directory.
func Origin() report.Origin { return report.Origin{Dir: WorkingDir(), Build: version.Build()} }

// WorkingDir returns the working directory; empty if it is not known.
func WorkingDir() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return dir
}

// BaseNames are the beginnings of the names of witnesses given out, with how often.
type BaseNames map[string]int

// Of returns that of a program: its name, with a number if another has the same.
func (b BaseNames) Of(path string) string {
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
