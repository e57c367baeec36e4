package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/project"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/suite"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/cmd/fencepost/version"
	"fencepost/interp/code"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A suiteRun is a suite that check is for.
type suiteRun struct {
	harnesses []project.Harness
	given     []string // the command line without the settings of the project's file
	alone     bool     // one harness is chosen
}

// programsOrSuite checks that a command got the files of a program, or is for a suite: that of the
// project's file, or with --each the files.
func (a *app) programsOrSuite(cmd *cobra.Command, files []string, x *suite.Flags) error {
	if x.Each {
		a.suite.harnesses = nil
		for _, f := range files {
			a.suite.harnesses = append(a.suite.harnesses, project.NewHarness(filepath.ToSlash(f), f))
		}
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
	r := &harnessRunner{app: a, given: suite.Given(cmd, a.suite.given, func(f *pflag.Flag) bool { return f.Name != "timeout" && !project.IsForSuites(f) })}
	if r.own, err = suite.Divide(list, files.Path("html"), s.Out); err != nil {
		return err
	}
	if known.Path != "" {
		x.NoCache = true
		r.given = append(r.given, "--baseline="+known.Path, fmt.Sprintf("--update-baseline=%t", known.Update))
	}
	x.NoCache = x.NoCache || r.own != nil
	if a.suite.alone = len(list) == 1; !a.suite.alone && !x.NoCache {
		r.cache = suite.DefaultCache()
		r.texts.Cache, r.texts.Version = r.cache, version.Exact()
		defer r.cache.Trim()
	}
	jobs := min(x.Jobs, max(1, len(list)))
	r.workers = max(1, runtime.GOMAXPROCS(0)/jobs)
	if err := a.runAll(list, jobs, r, s, files); err != nil || known.Path == "" {
		return err
	}
	return r.writeBaseline(known)
}

// chosen returns the harnesses that flags choose.
func (a *app) chosen(x *suite.Flags) ([]project.Harness, error) {
	if a.work.Partial != "" { // one harness is divided, not the suite
		return x.Choose(a.suite.harnesses, 0, 0)
	}
	return x.Choose(a.suite.harnesses, a.work.Shard.I, a.work.Shard.N)
}

// writeBaseline writes the findings of all harnesses, if there is no baseline or it is to be written
// anew.
func (r *harnessRunner) writeBaseline(known outputs.Baseline) error {
	if _, err := os.Stat(known.Path); err == nil && !known.Update {
		return nil
	}
	b := report.JoinBaselines(r.baselines)
	r.files.Add(known.File(b, r.stderr))
	return nil
}

// runAlone runs the command for one harness as if its files were named.
func (a *app) runAlone(cmd *cobra.Command, h *project.Harness) error {
	given := suite.Given(cmd, a.suite.given, func(f *pflag.Flag) bool {
		return !slices.Contains(suite.SuiteOnly, f.Name) && f.Name != "each" && f.Name != "config"
	})
	a.suite = suiteRun{}
	root := newRoot(a)
	root.SetArgs(slices.Concat([]string{h.Command}, h.Flags, given, []string{"--"}, h.Files))
	return root.ExecuteContext(a.ctx)
}

// runAll runs harnesses, several at once, and shows what they come to.
func (a *app) runAll(list []project.Harness, jobs int, r *harnessRunner, s *flags.Settings, files outputs.Formats) error {
	ctx, cancel := a.limited()
	defer cancel()
	var names []string
	for _, h := range list {
		names = append(names, h.Name)
	}
	text := report.NewSuiteText(names, report.TextOptions{Quiet: s.Quiet, Width: a.width, Fold: a.folds, Style: a.style})
	m := a.newMeter(s)
	var all []report.Harness
	suite.Run(ctx, len(list), jobs, func(ctx context.Context, i int) *ranHarness { return r.run(ctx, &list[i]) }, func(i int, h *ranHarness) {
		m.Clear()
		if h.Passes() {
			_, _ = io.WriteString(a.stderr, h.warnings) // there is nobody to tell that it failed
		}
		if s.Verbose {
			fmt.Fprintf(a.stderr, "%s: %s\n", h.Name, h.took.Round(time.Millisecond))
		}
		if !s.JSON {
			fmt.Fprint(a.stdout, text.Line(&h.Harness))
			a.flush()
		}
		all = append(all, h.Harness)
		m.Show(terminal.Stage{Name: "harnesses", Done: i + 1, Total: len(list), Detail: h.Name})
	})
	m.Clear()
	out, worst := report.FromSuite(all)
	a.status = worst
	files.WriteSuite(&a.files, all)
	if s.JSON {
		return report.WriteJSON(a.stdout, out)
	}
	_, err := io.WriteString(a.stdout, text.End(out.Body.(*report.Suite)))
	return err
}

// flush writes what is printed so far.
func (a *app) flush() {
	if f, ok := a.stdout.(interface{ Flush() error }); ok {
		_ = f.Flush() // it fails again when all is printed
	}
}

// A harnessRunner runs harnesses.
type harnessRunner struct {
	*app
	given   []string // flags of the command line
	workers int      // of each
	cache   suite.Cache
	texts   suite.Texts
	own     map[string][]string // flags of single harnesses, by name

	mu        sync.Mutex
	baselines []*report.Baseline // of harnesses, in any order
}

// A ranHarness is what a harness came to.
type ranHarness struct {
	report.Harness
	warnings string
	took     time.Duration
}

// run runs a harness by a command line of its own.
func (r *harnessRunner) run(ctx context.Context, h *project.Harness) *ranHarness {
	var stdout, stderr bytes.Buffer
	m := &suite.Member{Cache: r.cache, Alone: r.suite.alone}
	cmd, _, _ := newRoot(&app{ctx: ctx, stdout: io.Discard, stderr: io.Discard}).Find([]string{h.Command}) // it is check or explore
	words := suite.CommandLine(cmd, h, slices.Concat(r.given, r.own[h.Name]))
	b := newApp(ctx, strings.NewReader(""), &stdout, &stderr)
	b.style, b.width, b.folds, b.member, b.in.Texts = r.style, r.width, r.folds, m, &r.texts
	m.Words = strings.Join(words, "\x00")
	b.args = slices.Insert(words, 1, fmt.Sprintf("--workers=%d", r.workers))
	status := b.executeHarness()
	wrote := b.files.Write(ctx, status, b.in.Opened, b.stderr)
	if m.Baseline != nil {
		r.mu.Lock()
		r.baselines = append(r.baselines, m.Baseline)
		r.mu.Unlock()
	}
	return &ranHarness{*m.Harness(h, status, wrote, stderr.String()), stderr.String(), b.elapsed()}
}

// executeHarness runs the command line of a harness, of which no fault ends the suite.
func (a *app) executeHarness() (status int) {
	defer func() {
		if v := recover(); v != nil {
			a.member.Made = nil
			status = a.internal(v)
		}
	}()
	return a.execute(newRoot(a))
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
