package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp/machine/witness"

	"github.com/spf13/pflag"
)

// outputs are the files in other formats that a command writes beside its text, by the
// name of the format; empty if it is not asked for.
type outputs map[string]*string

// flags adds the flags that ask for such files: of the formats that are named, or all.
func (o *outputs) flags(f *pflag.FlagSet, names ...string) {
	*o = outputs{}
	for _, format := range report.Formats() {
		if len(names) > 0 && !slices.Contains(names, format.Name) {
			continue
		}
		(*o)[format.Name] = f.String(format.Name, "", format.Help)
	}
}

// path returns the file to write in a format; empty if it is not asked for.
func (o outputs) path(format string) string {
	if path := o[format]; path != nil {
		return *path
	}
	return ""
}

// write has the files written that are asked for.
func (o outputs) write(a *app, r *report.Result) {
	dir, err := os.Getwd()
	if err != nil {
		dir = ""
	}
	origin := report.Origin{Dir: dir, Build: buildVersion(), Elapsed: time.Since(a.start)}
	for _, format := range report.Formats() {
		if path := o.path(format.Name); path != "" {
			a.writeTo(path, func(w io.Writer) error { return format.Write(w, r, origin) })
		}
	}
}

// executions reports whether a file shows executions.
func (o outputs) executions() bool {
	return slices.ContainsFunc(report.Formats(), func(f report.Format) bool { return f.Executions && o.path(f.Name) != "" })
}

// beside reports whether files are asked for in another format.
func (o outputs) beside(format string) bool {
	return slices.ContainsFunc(report.Formats(), func(f report.Format) bool { return f.Name != format && o.path(f.Name) != "" })
}

// show prints a result as the flags say, and sets the exit status.
func (a *app) show(r *report.Result, s *settings, all bool) error {
	a.status = s.exitStatus(r)
	if a.member != nil {
		return a.join(r, s)
	}
	if s.json {
		return report.WriteJSON(a.stdout, r)
	}
	return report.WriteText(a.stdout, r, report.TextOptions{Quiet: s.quiet, All: all, Stats: s.stats, Width: a.width, Fold: a.folds, Style: a.style})
}

// executionFiles are the files that one execution is written to.
type executionFiles struct{ trace, dot string }

func (f *executionFiles) flags(set *pflag.FlagSet) {
	set.StringVar(&f.trace, "trace", "", "write the execution to the trace file `OUT`")
	set.StringVar(&f.dot, "dot", "", "draw the execution to `FILE`, in Graphviz's language")
}

// writeDOT writes the drawing, if it is asked for.
func (f *executionFiles) writeDOT(a *app, r *report.Result) {
	if f.dot != "" {
		a.writeTo(f.dot, func(w io.Writer) error { return report.WriteDOT(w, r) })
	}
}

// setColor does what --color says.
func (a *app) setColor() {
	if a.color != "auto" && a.shown != nil {
		a.style.Color = a.color == "always"
		a.shown.Marks = a.style.Color
	}
}

// writeExactly prints what may be read by another program, unless to a terminal, as
// it is.
func (a *app) writeExactly(text string) error {
	return a.exactly(func() error {
		_, err := io.WriteString(a.stdout, text)
		return err
	})
}

// exactly lets print print as writeExactly does.
func (a *app) exactly(print func() error) error {
	out := a.stdout.(*bufio.Writer)
	if err := out.Flush(); err != nil {
		return err
	}
	a.shown.Exact = !terminal.Is(a.shown.W)
	err := print()
	if flushed := out.Flush(); err == nil {
		err = flushed
	}
	a.shown.Exact = false
	return err
}

// newMeter returns a meter that shows only if the error output is a terminal.
func (a *app) newMeter(s *settings) *terminal.Meter {
	if s.quiet || !terminal.Is(a.terminal) {
		return terminal.NewMeter(nil)
	}
	return terminal.NewMeter(a.terminal)
}

// endMeter ends a meter, and with --verbose tells the times.
func (a *app) endMeter(m *terminal.Meter, s *settings) {
	timings := m.Close()
	if s.verbose {
		for _, t := range timings {
			fmt.Fprintln(a.stderr, t)
		}
	}
}

// limited returns the context of a command with a time limit, which counts from the start of the command.
func (a *app) limited(s *settings) (context.Context, context.CancelFunc) {
	if s.timeout > 0 {
		ctx, cancel := context.WithDeadline(a.ctx, a.start.Add(s.timeout))
		return witness.WholeWork(ctx), cancel
	}
	ctx, cancel := context.WithCancel(a.ctx)
	return witness.WholeWork(ctx), cancel
}
