package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"time"

	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp/machine/witness"
)

// show prints a result as the flags say, and sets the exit status.
func (a *app) show(r *report.Result, s *flags.Settings, all bool) error {
	a.status = s.ExitStatus(r)
	if a.member != nil {
		return a.join(r, s)
	}
	if s.JSON {
		return report.WriteJSON(a.stdout, r)
	}
	return report.WriteText(a.stdout, r, report.TextOptions{Quiet: s.Quiet, All: all, Stats: s.Stats, Width: a.width, Fold: a.folds, Style: a.style})
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

// elapsed returns how long the command has run.
func (a *app) elapsed() time.Duration { return time.Since(a.start) }

// newMeter returns a meter that shows only if the error output is a terminal.
func (a *app) newMeter(s *flags.Settings) *terminal.Meter {
	if s.Quiet || !terminal.Is(a.terminal) {
		return terminal.NewMeter(nil)
	}
	return terminal.NewMeter(a.terminal)
}

// endMeter ends a meter, and with --verbose tells the times.
func (a *app) endMeter(m *terminal.Meter, s *flags.Settings) {
	timings := m.Close()
	if s.Verbose {
		for _, t := range timings {
			fmt.Fprintln(a.stderr, t)
		}
	}
}

// limited returns the context of a command with a time limit, which counts from the start of the command.
func (a *app) limited(s *flags.Settings) (context.Context, context.CancelFunc) {
	if s.Timeout > 0 {
		ctx, cancel := context.WithDeadline(a.ctx, a.start.Add(s.Timeout))
		return witness.WholeWork(ctx), cancel
	}
	ctx, cancel := context.WithCancel(a.ctx)
	return witness.WholeWork(ctx), cancel
}
