package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"fencepost/cmd/fencepost/report"
	"fencepost/interp"
	"fencepost/interp/candidates"
	"fencepost/interp/code"
	"fencepost/interp/explore"
	"fencepost/interp/litmus"
	"fencepost/interp/witness"
	"fencepost/models/axiom"
	"fencepost/trace/graph"

	"github.com/spf13/cobra"
)

// exploreFlags holds the flags of explore.
type exploreFlags struct {
	settings
	models  []string // empty: by the program's language
	rs      string   // release sequences of rc11
	why     string
	observe []string
	format  string
	dot     string
	max     int
	unroll  int
	atExit  string
	idle    bool

	link     bool
	estimate bool
	files    outputs
	traces   bool
}

// estimateSamples is how many random descents make an estimate.
const estimateSamples = 1000

func newExplore(a *app) *cobra.Command {
	var x exploreFlags
	cmd := &cobra.Command{
		Use:   "explore FILE...",
		Short: "Explore every execution of C programs and litmus tests",
		Long: `Explore goes through every execution of a program under a memory model: each class
of executions in which all reads read from the same stores, and the stores to each
location are in the same order, exactly once. It counts them, lists the distinct
final states, and reports the errors. If it ends by itself, nothing is left to find.

The models are sc, tso, pso, pslo and rc11, which is C11's own without load
buffering; the default is rc11, and tso for x86 assembly. A loop that only waits is
taken as waiting; for one that does more and may go on for ever, give --unroll.

A FILE is a C program, a litmus test in herd's format for C, X86, X86_64, AArch64,
ARM, PPC or RISCV (its name ends in .litmus), or a folder of such tests. Several are
shown as a table.

Litmus tests, and C programs whose main starts threads and joins them, are explored
under models written in cat, too, by their candidate executions: C under c11orig, C11
as first formalised, with load buffering, and imm; assembly by default under armv8,
armv7, power or riscv, and C by the mapping that compilers use for these; and each
under a FILE.cat of your own, whose includes -I finds. A read may then read a store
that program order, without a dependency, only brings later. --why names the rule
that forbids a litmus test's state.

Of a C program, the final states tell the values of the globals that --observe
names, or of all but those of 8 bytes if they are few, when all threads have ended,
which is noted where main returns, or exit is called, before. With --at-exit stop an
execution has a final state for each way in which it may have ended then.

Exit status:
  0  every execution was explored and none has a bug
  1  an execution has a bug, or the condition of a litmus test, one with forall or
     ~exists, does not hold
  2  the command line or an input is wrong
  3  a time limit, an interrupt or a bound cut the search short, no bug was found
  4  a program uses what is not supported
 70  internal error`,
		Example: example(
			"fencepost explore --model all --observe r1,r2 benchmarks/litmus/SB.c",
			"fencepost explore --format herd SB.litmus",
			"fencepost explore --model armv8 --why '1:X0=1; 1:X2=0' MP.litmus",
			"fencepost explore --model rc11 --timeout 1m litmus-tests/",
		),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("explore needs a FILE")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.explore(args, &x) },
	}
	f := cmd.Flags()
	f.Var(&modelNames{&x.models}, "model", "memory models, separated by commas, or all, or a model in cat: `FILE.cat`")
	f.Var(newChoice(&x.rs, "c11", cxx20), "release-sequence", "what continues a release sequence in rc11: in c11 later stores of its thread too, in c++20 read-modify-writes alone")
	x.runFlags(f)
	f.StringSliceVar(&x.observe, "observe", nil, "make outcomes of the final values of the globals `NAME,...`")
	f.Var(newChoice(&x.format, "text", "herd"), "format", "text, or of litmus tests herd's log")
	f.BoolVar(&x.link, "link", false, "several C files are one program, not one each")
	f.StringVar(&x.dot, "dot", "", "draw an execution with each outcome and each error to `FILE`, in Graphviz's language")
	f.StringVar(&x.why, "why", "", "tell of a litmus test why it does not end in `STATE`, such as '1:r0=1; [x]=2', or the word condition")
	f.Var(newRange(&x.max, 0, 0, maxCount), "max-executions", "end after `N` executions; 0 is no bound")
	f.Var(newRange(&x.unroll, 0, 0, maxCount), "unroll", "end an execution in which a loop goes round more than `N` times; 0 is no bound")
	f.BoolVar(&x.idle, "skip-idle", false, "do not follow reads of older stores after which a thread can only wait")
	f.Var(newChoice(&x.atExit, "finish", "stop"), "at-exit", "final states when main returns: threads first finish, or stop anywhere")
	f.StringVar(&x.out, "out", "", "write witness files of errors to `DIR`")
	x.files.flags(f)
	f.BoolVar(&x.traces, "traces", false, "with --json: also the executions that end in errors, for the report command")
	f.BoolVar(&x.estimate, "estimate", false, "first tell on the error output how many executions to expect, and for how long")
	x.workersFlag(f)
	completeFlags(cmd)
	return cmd
}

func (a *app) explore(paths []string, x *exploreFlags) error {
	files, err := litmusFiles(paths)
	if err != nil {
		return err
	}
	if (x.files.beside("html") || x.traces) && (!x.link && len(files) != 1 || isLitmus(files[0])) {
		return usagef("--sarif, --junit and --traces are for one C program")
	}
	if x.files.path("html") != "" && len(files) != 1 && !x.link {
		return usagef("--html is for one C program or litmus test")
	}
	if x.link && slices.ContainsFunc(files, isLitmus) {
		return usagef("--link is for C files")
	}
	if x.traces && !x.json {
		return usagef("--traces adds to the document of --json, which is not asked for")
	}
	a.witnessDir(x.out)
	ctx, cancel := a.limited(&x.settings)
	defer cancel()
	meter := a.newMeter(&x.settings)
	defer meter.close(a, &x.settings)
	var (
		found       []*report.Exploration
		incomplete  string
		diagnostics []report.Diagnostic
		wrong       int // exit status of the first input that cannot be used
		whys        bytes.Buffer
	)
	bases := baseNames{}
	for i, path := range files {
		if x.link && i > 0 {
			break
		}
		if incomplete = witness.Limit(ctx); incomplete != "" && len(found) > 0 {
			break
		}
		incomplete = ""
		own := *x // a compilation database adds flags of the file
		e := exploring{app: a, flags: &own, ctx: ctx, meter: meter, base: bases.of(path)}
		one, err := e.file(e.linked(files, path)...)
		if err != nil && (len(files) == 1 || x.link) {
			return err
		}
		if err != nil {
			f := asFailure(err)
			fmt.Fprintln(a.stderr, f.Error())
			diagnostics = append(diagnostics, f.diagnostics...)
			if wrong == 0 {
				wrong = f.status
			}
			continue
		}
		found = append(found, one)
		whys.Write(e.whys.Bytes())
	}
	bug, cut := false, incomplete != ""
	for _, f := range found {
		bug, cut = bug || f.HasBug(), cut || f.IsIncomplete()
	}
	word := status(bug, cut)
	if wrong != 0 && !bug {
		word = report.Failure
	}
	w := report.Witnesses{Executions: executionsOf(ctx, found)}
	if err := a.showExplored(found, x, wrong, report.FromExplore(found, incomplete, w, word, diagnostics...)); err != nil || x.json || x.quiet || x.format == "herd" {
		return err
	}
	_, err = a.stdout.Write(whys.Bytes())
	return err
}

// showExplored prints what was explored, and writes the files that are asked for.
func (a *app) showExplored(found []*report.Exploration, x *exploreFlags, wrong int, out *report.Result) error {
	if x.dot != "" {
		a.writeTo(x.dot, func(w io.Writer) error { return report.WriteDOT(w, out) })
	}
	if len(found) == 1 && found[0].Test == nil {
		x.files.write(a, out)
	}
	if x.traces && len(found) == 1 {
		page, err := report.NewPage(out)
		if err != nil {
			return err
		}
		out.Body.(*report.Explore).Traces = page
	}
	if x.format != "herd" || x.json {
		if err := a.show(out, &x.settings, false); err != nil {
			return err
		}
	}
	if a.status = statuses[out.Status]; out.Status == report.Failure {
		a.status = wrong
	}
	if x.format == "herd" && !x.json {
		for _, f := range found {
			for i := range f.Models {
				if err := f.Models[i].Litmus.WriteLog(a.stdout); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// executionsOf runs again what was explored of one C program, if it is to be shown.
func executionsOf(ctx context.Context, found []*report.Exploration) map[*witness.Witness]*graph.Execution {
	if len(found) != 1 {
		return nil
	}
	var list []*witness.Witness
	for _, m := range found[0].Models {
		for _, w := range m.Runs {
			list = append(list, w)
		}
	}
	return replayAll(ctx, found[0].Program, list)
}

// litmusFiles replaces folders by the litmus tests in them, in order of name.
func litmusFiles(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil || !info.IsDir() {
			files = append(files, path) // opening it will tell
			continue
		}
		before := len(files)
		err = filepath.WalkDir(path, func(p string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && isLitmus(p) {
				files = append(files, p)
			}
			return err
		})
		if err != nil {
			return nil, inputf(path, "%v", reason(err))
		}
		if len(files) == before {
			return nil, inputf(path, "holds no litmus test")
		}
	}
	return files, nil
}

func isLitmus(path string) bool { return strings.HasSuffix(path, ".litmus") }

// An exploring is the work on one input.
type exploring struct {
	*app
	flags *exploreFlags
	ctx   context.Context
	meter *meter
	whys  bytes.Buffer // what --why asks for
	base  string       // how the names of witnesses begin
}

// linked returns the files of the program that a file begins: with --link all.
func (e *exploring) linked(files []string, path string) []string {
	if e.flags.link {
		return files
	}
	return []string{path}
}

// file explores one program under the models chosen.
func (e *exploring) file(paths ...string) (*report.Exploration, error) {
	x, path := e.flags, paths[0]
	out := &report.Exploration{Name: path}
	machine, err := x.machineOptions()
	if err != nil {
		return nil, err
	}
	if x.mapping == "c11" {
		machine.Mapping = nil
	}
	machine.Unroll = x.unroll
	chosen := slices.Clone(x.models)
	var (
		prog     *code.Program
		observed []explore.Observed
	)
	if isLitmus(path) {
		if out.Test, err = e.litmus(path); err != nil {
			return nil, err
		}
		prog = out.Test.Program
		machine.WeakFail = machine.WeakFail || out.Test.Options().WeakFail
		if chosen == nil {
			chosen = []string{candidates.Default(out.Test.Arch)}
		}
	} else {
		if x.format == "herd" {
			return nil, inputf(path, "--format herd is for litmus tests")
		}
		if prog, err = e.compile(paths, &x.settings); err != nil {
			return nil, err
		}
		out.Name = prog.Name
		if observed, err = explore.Observe(prog, x.observe); err != nil {
			return nil, usagef("--observe %v", err)
		}
	}
	if chosen == nil {
		chosen = []string{axiom.RC11.Name}
	}
	if i := slices.Index(chosen, axiom.RC11.Name); i >= 0 && x.rs == cxx20 {
		chosen[i] = axiom.RC20.Name
	}
	out.Program = prog
	for _, name := range chosen {
		var found *report.ModelExploration
		if m, ok := axiom.Lookup(name); ok && (out.Test == nil || out.Test.Arch.Runs()) {
			found, err = e.model(out, prog, m, machine, observed)
		} else {
			found, err = e.candidates(out, name, observed)
		}
		if err != nil {
			return nil, err
		}
		out.Models = append(out.Models, *found)
	}
	if out.Test == nil {
		if x.why != "" {
			return nil, usagef("--why is for litmus tests")
		}
		return out, nil
	}
	if x.why != "" {
		if err := e.explain(out, chosen); err != nil {
			return nil, err
		}
	}
	if x.files.path("html") != "" {
		return out, e.page(out, chosen)
	}
	return out, nil
}

// litmus reads and parses a litmus test.
func (e *exploring) litmus(path string) (*litmus.Test, error) {
	f, name, err := e.open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxInput))
	if err != nil {
		return nil, inputf(name, "%v", reason(err))
	}
	return litmus.Parse(name, text)
}

// model explores a program under one model.
func (e *exploring) model(file *report.Exploration, p *code.Program, m *axiom.Model, machine interp.Options, observed []explore.Observed) (*report.ModelExploration, error) {
	var (
		mu  sync.Mutex
		out = &report.ModelExploration{Model: m, Files: map[*explore.Finding]string{}, Runs: map[*explore.Finding]*witness.Witness{}}
	)
	var examples map[string]*explore.Graph // of each outcome the least, whatever the order of the search
	if e.flags.dot != "" {
		examples = map[string]*explore.Graph{}
	}
	add := func(outcome string, g *explore.Graph) {
		if old := examples[outcome]; old == nil || g.Compare(old) < 0 {
			examples[outcome] = g
		}
	}
	o := explore.Options{Machine: machine, Workers: e.flags.workers, MaxExecutions: int64(e.flags.max), StopAtExit: e.flags.atExit == "stop", SkipIdle: e.flags.idle}
	name, expected := filepath.Base(file.Name)+" "+m.Name, 0
	if e.flags.estimate {
		var err error
		if expected, err = e.estimate(name, p, m, o); err != nil {
			return nil, unsupportedSearch(err)
		}
	}
	progress := e.meter.explores(name, expected)
	o.Progress = progress
	if file.Test != nil {
		out.Litmus = file.Test.NewOutcomes()
		o.Each = func(x *explore.Execution) {
			mu.Lock()
			defer mu.Unlock()
			out.Litmus.Add(x)
			if examples != nil {
				add(file.Test.State(x), x.Graph())
			}
		}
	} else {
		o.Outcome = func(dst []byte, x *explore.Execution) []byte { return explore.AppendState(dst, x, observed) }
		if examples != nil {
			o.Each = func(x *explore.Execution) {
				mu.Lock()
				defer mu.Unlock()
				add(string(explore.AppendState(nil, x, observed)), x.Graph())
			}
		}
	}
	r, err := explore.Run(e.ctx, p, m, o)
	if err != nil {
		return nil, unsupportedSearch(err)
	}
	progress(r.Executions, r.Blocked)
	out.Report, out.Incomplete = r, e.incomplete(r)
	if out.Litmus != nil {
		out.Litmus.Race = report.Races(r)
		for _, s := range out.Litmus.States() {
			out.Outcomes = append(out.Outcomes, report.Outcome{State: s.Text, Executions: int64(s.Executions), Satisfies: s.Satisfies})
		}
	} else {
		out.Outcomes = report.SortedOutcomes(r.Outcomes)
		if r.EndsEarly && !o.StopAtExit {
			out.Note = "the program ends while threads are left; final states are those in which all threads have ended (--at-exit stop shows what the end may cut short)"
		}
	}
	e.findRuns(p, out, machine)
	out.Examples = examples
	e.saveExplored(p, out, machine)
	return out, nil
}

// estimate tells how many executions to expect, and returns their number.
func (e *exploring) estimate(name string, p *code.Program, m *axiom.Model, o explore.Options) (int, error) {
	est, err := explore.Estimate(e.ctx, p, m, o, estimateSamples, 1)
	if err != nil {
		return 0, err
	}
	workers := time.Duration(max(1, min(e.flags.workers, runtime.GOMAXPROCS(0))))
	fmt.Fprintf(e.stderr, "%s: expect %.4g executions (standard error %.2g) and %.4g blocked, in about %s\n",
		name, est.Executions, est.Error, est.Blocked, (est.Time() / workers).Round(time.Millisecond))
	return int(min(est.Executions+est.Blocked, maxCount)), nil
}

// incomplete says why a search was cut short; it is empty if it was not.
func (e *exploring) incomplete(r *explore.Report) string {
	switch why := witness.Limit(e.ctx); {
	case r.Complete:
		return ""
	case why != "":
		return why
	case r.Bounded > 0:
		return fmt.Sprintf("%d executions reached a bound on loops or steps", r.Bounded)
	}
	return "the bound on executions was reached"
}

// unsupportedSearch returns the failure of a program that cannot be explored;
// faults of the search itself are for the command's handler of internal errors.
func unsupportedSearch(err error) error {
	var e *interp.Error
	if errors.As(err, &e) {
		return &interp.UnsupportedError{Err: e}
	}
	panic(err)
}

// explores returns a function that is told of the progress of a search, of which
// as many executions are expected; 0 if that is not known.
func (m *meter) explores(name string, expected int) func(executions, blocked int64) {
	return func(executions, blocked int64) {
		done := int(executions + blocked)
		m.show(stage{name: name, done: done, total: expected, executions: done, detail: fmt.Sprintf("%d blocked", blocked)})
	}
}
