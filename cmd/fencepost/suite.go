package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"fencepost/cmd/fencepost/exit"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/project"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/suite"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/cmd/fencepost/version"
	"fencepost/trace"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A suiteFlags holds the flags that check has for suites.
type suiteFlags struct {
	run     string
	list    bool
	each    bool
	jobs    int
	noCache bool
}

// ofSuites are the flags that one program does not take.
var ofSuites = []string{"run", "list", "jobs", "no-cache"}

// forOne are the flags that a suite takes if it has one harness, with what a suite takes instead.
var forOne = map[string]string{
	"nats": sharded, "creds": sharded, "ca": sharded, "sign": sharded, "partial": sharded, "watch": "", "traces": "",
}

// sharded says what a suite takes instead of a program that is divided.
const sharded = ", or divide the suite by --shard I/N, and run a part on each machine"

// forEach are the flags of which each harness of a suite writes a file or folder of its own below the
// one that is given.
var forEach = map[string]string{"out": "", "html": ".html"} // with the end of its name

func (x *suiteFlags) flags(f *pflag.FlagSet) {
	x.choiceFlags(f)
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	own.BoolVar(&x.list, "list", false, "of a suite: list the harnesses, and run none")
	own.Var(flags.NewRange(&x.jobs, runtime.GOMAXPROCS(0), 1, flags.MaxWorkers), "jobs", "of a suite: run `N` harnesses at once")
	own.Lookup("jobs").DefValue = "the number of processors"
	own.BoolVar(&x.noCache, "no-cache", false, "of a suite: run also the harnesses in which nothing changed")
	f.AddFlagSet(own)
	own.VisitAll(func(flag *pflag.Flag) { project.ForSuites(f, flag.Name) })
	project.ForSuites(f, slices.Collect(maps.Keys(forOne))...)
	project.ForSuites(f, slices.Collect(maps.Keys(forEach))...)
	project.ForSuites(f, "json", "quiet", "verbose", "sarif", "junit", "github", "gitlab", "shard", "baseline", "update-baseline")
}

// choiceFlags adds the flags that choose programs.
func (x *suiteFlags) choiceFlags(f *pflag.FlagSet) {
	f.StringVar(&x.run, "run", "", "of a suite: only the harnesses whose names `REGEXP` matches")
	f.BoolVar(&x.each, "each", false, "take each FILE as a program of its own: a suite without "+project.Name)
	project.ForSuites(f, "run", "each")
}

// A suiteRun is a suite that check is for.
type suiteRun struct {
	harnesses []project.Harness
	given     []string // the command line without the settings of the project's file
	alone     bool     // one harness is chosen
}

// ofPrograms are flags of explore that litmus tests do not take.
var ofPrograms = []string{"baseline", "update-baseline"}

// suiteCommand is the command that takes suites.
const suiteCommand = "check"

// findSuite reports whether a command is for a suite: that of the project's file, or with --each the
// files.
func (a *app) findSuite(files []string, x *suiteFlags) bool {
	if x.each && len(files) > 0 {
		a.suite.harnesses = nil
		for _, f := range files {
			a.suite.harnesses = append(a.suite.harnesses, project.NewHarness(filepath.ToSlash(f), f))
		}
	}
	return len(a.suite.harnesses) > 0 && (x.each || len(files) == 0)
}

// runSuite checks the harnesses of a suite.
func (a *app) runSuite(cmd *cobra.Command, s *flags.Settings, x *suiteFlags, files outputs.Formats, known outputs.Baseline) error {
	list, err := a.chosen(x)
	if err != nil {
		return err
	}
	if x.list {
		for _, h := range list {
			fmt.Fprintln(a.stdout, h.Name)
		}
		return nil
	}
	only := ""
	cmd.Flags().Visit(func(f *pflag.Flag) {
		_, one := forOne[f.Name]
		if _, each := forEach[f.Name]; one || len(list) == 1 && (each || f.Name == "baseline") {
			only = f.Name
		}
	})
	switch {
	case only == "":
	case len(list) != 1:
		return failure.Usagef("--%s is for one program: choose a harness by --run%s", only, forOne[only])
	default:
		return a.runAlone(cmd, &list[0])
	}
	if err := known.Check(); err != nil {
		return err
	}
	r := &harnessRunner{app: a, given: a.flagsOf(cmd, func(f *pflag.Flag) bool { return f.Name != "timeout" && !project.IsForSuites(f) })}
	if err := r.divide(list, files.Path("html"), s.Out); err != nil {
		return err
	}
	if known.Path != "" {
		x.noCache = true
		r.given = append(r.given, "--baseline="+known.Path, fmt.Sprintf("--update-baseline=%t", known.Update))
	}
	x.noCache = x.noCache || r.own != nil
	if a.suite.alone = len(list) == 1; !a.suite.alone && !x.noCache {
		r.cache = suiteCache()
		r.texts.Cache, r.texts.Version = r.cache, version.Exact()
		defer r.cache.Trim()
	}
	jobs := min(x.jobs, max(1, len(list)))
	r.workers = max(1, runtime.GOMAXPROCS(0)/jobs)
	if err := a.runAll(list, jobs, r, s, files); err != nil || known.Path == "" {
		return err
	}
	return r.writeBaseline(known)
}

// divide gives each harness a place below the folders of the flags that each writes to.
func (r *harnessRunner) divide(list []project.Harness, html, out string) error {
	folders := map[string]string{"html": html, "out": out}
	for _, flag := range slices.Sorted(maps.Keys(folders)) {
		dir := folders[flag]
		if dir == "" {
			continue
		}
		if err := os.MkdirAll(dir, 0o777); err != nil {
			return failure.Usagef("--%s %s: of a suite it is a folder, which cannot be made: %v", flag, dir, err)
		}
		if r.own == nil {
			r.own = map[string][]string{}
		}
		names := outputs.BaseNames{}
		for _, h := range list {
			own := names.Of(notInNames.ReplaceAllString(h.Name, "-") + ".")
			r.own[h.Name] = append(r.own[h.Name], "--"+flag+"="+filepath.Join(dir, own+forEach[flag]))
		}
	}
	return nil
}

// notInNames is what the names of harnesses have that those of files should not.
var notInNames = regexp.MustCompile(`^\.+|[^\w.+-]+`)

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

// chosen returns the harnesses that flags choose.
func (a *app) chosen(x *suiteFlags) ([]project.Harness, error) {
	var choice suite.Selection
	if x.run != "" {
		expression, err := regexp.Compile(x.run)
		if err != nil {
			return nil, failure.Usagef("--run: %v", err)
		}
		choice.Run = expression
	}
	if a.work.Partial == "" {
		choice.Shard, choice.Of = a.work.Shard.I, a.work.Shard.N
	}
	list := choice.Choose(a.suite.harnesses)
	if len(list) == 0 && choice.Of == 0 {
		var names []string
		for _, h := range a.suite.harnesses[:min(len(a.suite.harnesses), namesTold)] {
			names = append(names, h.Name)
		}
		if len(a.suite.harnesses) > namesTold {
			names = append(names, "...")
		}
		return nil, failure.Usagef("--run %s: no harness is called so; there are %s", x.run, strings.Join(names, ", "))
	}
	return list, nil
}

// namesTold is how many harnesses are named to who names none of them.
const namesTold = 5

// suiteCache is where results of harnesses are kept; nowhere if the system has no place.
func suiteCache() suite.Cache {
	dir, err := os.UserCacheDir()
	if err != nil {
		return suite.Cache{}
	}
	return suite.Open(filepath.Join(dir, "fencepost", "suite"))
}

// flagsOf returns the flags of the command line, in their order, which keep allows.
func (a *app) flagsOf(cmd *cobra.Command, keep func(*pflag.Flag) bool) (words []string) {
	// The command line was parsed once, without an error.
	_ = cmd.Flags().ParseAll(a.suite.given, func(f *pflag.Flag, value string) error {
		if keep(f) {
			words = append(words, "--"+f.Name+"="+value)
		}
		return nil
	})
	return words
}

// runAlone runs the command for one harness as if its files were named.
func (a *app) runAlone(cmd *cobra.Command, h *project.Harness) error {
	given := a.flagsOf(cmd, func(f *pflag.Flag) bool {
		return !slices.Contains(ofSuites, f.Name) && f.Name != "each" && f.Name != "config"
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
	m := &member{cache: r.cache, alone: r.suite.alone}
	words := r.words(h)
	b := newApp(ctx, strings.NewReader(""), &stdout, &stderr)
	b.style, b.width, b.folds, b.member, b.in.Texts = r.style, r.width, r.folds, m, &r.texts
	m.words = strings.Join(words, "\x00")
	b.args = slices.Insert(words, 1, fmt.Sprintf("--workers=%d", r.workers))
	status := b.executeHarness()
	wrote := b.files.Write(ctx, status, b.in.Opened, b.stderr)
	if m.baseline != nil {
		r.mu.Lock()
		r.baselines = append(r.baselines, m.baseline)
		r.mu.Unlock()
	}
	out := m.made
	if out == nil {
		word := report.Failure
		if status == exit.Incomplete {
			word = report.Incomplete
		}
		if m.failed == nil {
			m.failed = []trace.Diagnostic{{Message: strings.TrimSpace(stderr.String())}}
		}
		out = report.FailedHarness(word, m.failed)
		out.Text = stderr.String()
	}
	out.Name, out.Files, out.Expect, out.Exit = h.Name, h.Files, h.Expect, status
	out.Judge()
	if wrote != status {
		out.Failure, out.Exit = out.Headline+"; its files cannot be written", wrote
	}
	if m.made != nil {
		out.Text = stderr.String() + out.Text
		if !r.suite.alone && !out.Passes() {
			out.Text += fmt.Sprintf("Its executions: fencepost check --run '^%s$'\n", regexp.QuoteMeta(h.Name))
		}
	}
	return &ranHarness{*out, stderr.String(), b.elapsed()}
}

// words returns the command line of a harness. Of the flags for all harnesses, explore takes
// those that it has.
func (r *harnessRunner) words(h *project.Harness) []string {
	cmd, _, err := newRoot(&app{ctx: r.ctx, stdout: io.Discard, stderr: io.Discard}).Find([]string{h.Command})
	words := append([]string{h.Command}, h.Flags...)
	for _, w := range slices.Concat(r.given, r.own[h.Name]) {
		name, value, _ := strings.Cut(strings.TrimPrefix(w, "--"), "=")
		if f := cmd.Flag(name); err == nil && f != nil && (h.Command == suiteCommand || f.Value.Set(value) == nil && !slices.Contains(ofPrograms, name)) {
			words = append(words, w)
		}
	}
	return slices.Concat(words, []string{"--"}, h.Files)
}

// executeHarness runs the command line of a harness, of which no fault ends the suite.
func (a *app) executeHarness() (status int) {
	defer func() {
		if v := recover(); v != nil {
			a.member.made = nil
			status = a.internal(v)
		}
	}()
	return a.execute(newRoot(a))
}
