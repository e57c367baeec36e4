package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/project"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/suite"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp/code"
	"fencepost/trace/lists"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A suiteRun is a suite that check is for.
type suiteRun struct {
	harnesses []project.Harness
	given     []string // the command line without the settings of the project's file
}

// programsOrSuite checks that a command got the files of a program, or is for a suite: that of the
// project's file, or with --each the files.
func (a *app) programsOrSuite(cmd *cobra.Command, files []string, x *suite.Flags) error {
	if x.Each {
		a.suite.harnesses = lists.Map(files, func(f string) project.Harness { return project.NewHarness(filepath.ToSlash(f), f) })
	}
	a.isSuite = len(a.suite.harnesses) > 0 && (x.Each || len(files) == 0)
	switch {
	case a.isSuite:
		return nil
	case x.Each:
		return failure.Usagef("--each needs a FILE")
	case len(files) == 0:
		return failure.Usagef("%s needs a FILE, or a %s with harnesses, here or in a folder above: fencepost init writes one", cmd.Name(), project.Name)
	}
	return flags.Programs(cmd, files)
}

// runSuite checks the harnesses of a suite.
func (a *app) runSuite(cmd *cobra.Command, s *flags.Settings, x *suite.Flags, files outputs.Formats, known outputs.Baseline) error {
	list, err := a.chosen(x)
	if err != nil {
		return err
	}
	if x.List {
		for _, h := range list {
			fmt.Fprintln(a.stdout, h.Name)
		}
		return nil
	}
	if alone, err := suite.CheckNumber(cmd, len(list)); err != nil {
		return err
	} else if alone {
		return a.runAlone(cmd, &list[0])
	}
	if err := known.Check(); err != nil {
		return err
	}
	r := &suite.Runner{
		Harnesses: list, Jobs: x.Jobs, NoCache: x.NoCache, Known: known, Command: a.unrun, Execute: a.runHarness,
		Given: suite.Given(cmd, a.suite.given, func(f *pflag.Flag) bool { return f.Name != "timeout" && !project.IsForSuites(f) }),
	}
	if r.Own, err = suite.Divide(list, files.Path("html"), s.Out); err != nil {
		return err
	}
	return a.runAll(r, s, files)
}

// chosen returns the harnesses that flags choose.
func (a *app) chosen(x *suite.Flags) ([]project.Harness, error) {
	if a.work.Partial != "" { // one harness is divided, not the suite
		return x.Choose(a.suite.harnesses, 0, 0)
	}
	return x.Choose(a.suite.harnesses, a.work.Shard.I, a.work.Shard.N)
}

// runAlone runs the command for one harness as if its files were named.
func (a *app) runAlone(cmd *cobra.Command, h *project.Harness) error {
	given := suite.Given(cmd, a.suite.given, func(f *pflag.Flag) bool {
		return !slices.Contains(suite.SuiteOnly, f.Name) && f.Name != "each" && f.Name != "config"
	})
	a.suite = suiteRun{}
	root := newRoot(a, []string{h.Command})
	root.SetArgs(slices.Concat([]string{h.Command}, h.Flags, given, []string{"--"}, h.Files))
	return root.ExecuteContext(a.ctx)
}

// runAll runs harnesses and shows their results.
func (a *app) runAll(r *suite.Runner, s *flags.Settings, files outputs.Formats) error {
	ctx, cancel := a.limited()
	defer cancel()
	names := lists.Map(r.Harnesses, func(h project.Harness) string { return h.Name })
	text := report.NewSuiteText(names, report.TextOptions{Quiet: s.Quiet, Width: a.width, Fold: a.folds, Style: a.style})
	m := a.newMeter(s)
	var all []report.Harness
	r.Run(ctx, func(i int, h *suite.Run) {
		m.Clear()
		if h.Passes() {
			_, _ = io.WriteString(a.stderr, h.Stderr) // there is nobody to tell that it failed
		}
		if s.Verbose {
			fmt.Fprintf(a.stderr, "%s: %s\n", h.Name, h.Took.Round(time.Millisecond))
		}
		if !s.JSON {
			fmt.Fprint(a.stdout, text.Line(&h.Harness))
			a.flush()
		}
		all = append(all, h.Harness)
		m.Show(terminal.Stage{Name: "harnesses", Done: i + 1, Total: len(names), Detail: h.Name})
	})
	m.Clear()
	out, worst := report.FromSuite(all)
	a.status = worst
	files.WriteSuite(&a.files, all)
	var err error
	if s.JSON {
		err = report.WriteJSON(a.stdout, out)
	} else {
		_, err = io.WriteString(a.stdout, text.End(out.Body.(*report.Suite)))
	}
	if b := r.Baseline(); b != nil && err == nil {
		a.files.Add(r.Known.File(b, a.stderr))
	}
	return err
}

// flush writes what is printed so far.
func (a *app) flush() {
	if f, ok := a.stdout.(interface{ Flush() error }); ok {
		_ = f.Flush() // it fails again when all is printed
	}
}

// unrun returns a command of the name that is not run.
func (a *app) unrun(name string) *cobra.Command {
	cmd, _, _ := newRoot(&app{ctx: a.ctx, stdout: io.Discard, stderr: io.Discard}, []string{name}).Find([]string{name}) // it is check or explore
	return cmd
}

// runHarness runs the command line of a harness. It returns the exit status, the one after the files
// were written, and the error output.
func (a *app) runHarness(ctx context.Context, m *suite.Member, line []string) (int, int, string) {
	var stdout, stderr bytes.Buffer
	b := newApp(ctx, strings.NewReader(""), &stdout, &stderr)
	b.style, b.width, b.folds, b.member, b.in.Texts, b.args = a.style, a.width, a.folds, m, m.Texts, line
	status := b.executeHarness()
	return status, b.files.Write(ctx, status, b.in.Opened, b.stderr), stderr.String()
}

// executeHarness runs the command line of a harness, of which no fault ends the suite.
func (a *app) executeHarness() (status int) {
	defer func() {
		if v := recover(); v != nil {
			a.member.Made = nil
			status = a.internal(v)
		}
	}()
	return a.execute(newRoot(a, a.args))
}

// recall takes the result of a program from the cache, if the command is for a suite and the
// result is kept.
func (a *app) recall(p *code.Program) (known bool) {
	if a.member != nil {
		shown := append([]string{outputs.WorkingDir(), fmt.Sprint(a.style, a.width, a.folds)}, a.in.Pages...)
		a.status, known = a.member.Recall(p, shown...)
	}
	return known
}
