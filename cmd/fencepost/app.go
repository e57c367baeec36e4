package main

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	"fencepost/cmd/fencepost/cluster/dispatch"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/inputs"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/replay"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/suite"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/phase2"
	"fencepost/trace/lists"

	"github.com/spf13/pflag"
)

// An app is one run of the command.
type app struct {
	ctx            context.Context
	inTime         context.Context // ctx with the time limit of the command; nil: there is none
	args           []string
	stdout, stderr io.Writer
	shown          *terminal.Writer // behind stdout
	terminal       io.Writer        // the error output, for progress
	style          report.Style
	width          int  // columns of the output
	folds          bool // it is known: text is folded to it
	color          string
	status         int // set by the subcommand that ran
	start          time.Time

	in    inputs.Reader
	files outputs.Files
	work  dispatch.Work

	offering bool           // searches are offered, and not made yet
	asksJSON bool           // the job has the option json
	limits   map[string]int // how large options of the job may be

	suite   suiteRun      // of which this is the command
	isSuite bool          // it is for that, and not for a program
	member  *suite.Member // of a suite; nil: it is none
}

// newApp returns a run of the command, with progress shown nowhere.
func newApp(ctx context.Context, stdin io.Reader, stdout, stderr io.Writer) *app {
	return &app{
		ctx: ctx, stdout: stdout, stderr: stderr, terminal: io.Discard, width: terminal.DefaultWidth, start: time.Now(),
		in: inputs.Reader{Stdin: stdin, Stderr: stderr}, work: dispatch.Work{Stderr: stderr},
	}
}

// limited returns the context of a command that is to end in time.
func (a *app) limited() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(a.reading())
	return witness.WholeWork(ctx), cancel
}

// reading returns the context of reading inputs: it ends when the command is to end.
func (a *app) reading() context.Context { return cmp.Or(a.inTime, a.ctx) }

// recognise marks the issues of a result that the baseline has, and has the baseline written if there
// is none. onlyIssues says that only issues gave the status of a bug. If all of them are known, the
// status changes.
func (a *app) recognise(known *outputs.Baseline, r *report.Result, incomplete, onlyIssues bool) error {
	b, err := known.Apply(a.reading(), r, incomplete, onlyIssues)
	switch {
	case err != nil || b == nil:
		return err
	case a.member != nil: // the suite writes those of all
		a.member.Baseline = b
	default:
		a.files.Add(known.File(b, a.stderr))
	}
	return nil
}

// keepLast keeps the executions of a result that is shown as text.
func (a *app) keepLast(p *code.Program, r *report.Result, s *flags.Settings) {
	if a.member != nil && !a.member.Alone {
		return
	}
	replay.Keep(lists.Map(r.Numbered(), func(w *witness.Witness) replay.Numbered {
		return replay.Numbered{Witness: w, Program: p, Settings: s}
	}), s)
}

// show prints a result as the flags say, and sets the exit status. In a suite it makes the result a
// part of the suite's.
func (a *app) show(r *report.Result, s *flags.Settings, all bool) error {
	a.status = s.ExitStatus(r)
	o := report.TextOptions{Quiet: s.Quiet, All: all, Steps: s.Verbose, Stats: s.Stats, Width: a.width, Fold: a.folds, Style: a.style}
	switch {
	case a.member != nil:
		o.Quiet, o.All = false, s.All
		return a.member.Join(r, o, outputs.Origin(), a.status, witness.Limit(a.reading()) == "")
	case s.JSON:
		return report.WriteJSON(a.stdout, r)
	}
	return report.WriteText(a.stdout, r, o)
}

// setColor does what --color says.
func (a *app) setColor() {
	if a.color != "auto" && a.shown != nil {
		a.style.Color = a.color == "always"
		a.shown.Marks = a.style.Color
	}
}

// writeUnescaped prints what may be read by another program, unless to a terminal, as
// it is.
func (a *app) writeUnescaped(text string) error {
	return a.unescaped(func() error {
		_, err := io.WriteString(a.stdout, text)
		return err
	})
}

// unescaped lets print print as writeUnescaped does.
func (a *app) unescaped(print func() error) error {
	out := a.stdout.(*bufio.Writer)
	if err := out.Flush(); err != nil {
		return err
	}
	a.shown.Exact = !terminal.Is(a.shown.W)
	err := cmp.Or(print(), out.Flush())
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

// metered returns the context of a command that is to end in time, and a meter of its progress; end
// ends both.
func (a *app) metered(s *flags.Settings) (ctx context.Context, m *terminal.Meter, end func()) {
	ctx, cancel := a.limited()
	m = a.newMeter(s)
	return ctx, m, func() { a.endMeter(m, s); cancel() }
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

// begin is how the commands that make trials begin: the options of the campaign
// and the program, and the directory for witnesses is made.
func (a *app) begin(paths []string, s *flags.Settings) (*code.Program, phase2.Options, error) {
	o, err := s.Campaign()
	if err != nil {
		return nil, o, err
	}
	prog, err := a.in.Compile(a.reading(), paths, s)
	if err != nil {
		return nil, o, err
	}
	a.files.Witnesses(s.Out)
	return prog, o, nil
}

// watchFlag adds the flag that runs the command again whenever an input is saved.
func (a *app) watchFlag(f *pflag.FlagSet) {
	f.BoolVar(&a.in.Watched, "watch", false, "run again whenever an input is saved, until an interrupt")
}
