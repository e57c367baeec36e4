package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"

	"fencepost/cmd/fencepost/cluster"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/inputs"
	"fencepost/cmd/fencepost/outputs"
	"fencepost/cmd/fencepost/replay"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search"
	"fencepost/interp/search/explore"
	"fencepost/phase2/verdict"
)

func (a *app) explore(paths []string, x *exploreFlags) error {
	files, err := a.in.LitmusFiles(paths)
	if err != nil {
		return err
	}
	if err := x.check(files); err != nil {
		return err
	}
	if known, err := a.recallTest(files, x); known || err != nil {
		return err
	}
	a.files.Witnesses(x.Out)
	ctx, meter, end := a.metered(&x.Settings)
	defer end()
	var (
		found      []*search.Exploration
		given      string // the last of these, on a command line
		incomplete string
		failures   = inputFailures{app: a}
		bases      = outputs.BaseNames{}
	)
	programs := [][]string{files}
	if !x.link {
		programs = slices.Collect(slices.Chunk(files, 1))
	}
	if err := a.offerAll(ctx, programs, x); err != nil {
		return err
	}
	for _, program := range programs {
		if incomplete = witness.Limit(ctx); incomplete != "" && len(found) > 0 {
			break
		}
		incomplete = ""
		own := *x // a compilation database adds flags of the file
		own.single = len(programs) == 1
		one, err := a.exploreOne(ctx, program, &own, meter, bases.Of(program[0]))
		if err != nil && (own.single || errors.Is(err, cluster.ErrElsewhere)) {
			return err
		} else if err != nil {
			failures.add(err)
			continue
		}
		found, given = append(found, one), own.Given(program)
	}
	if len(found) == 0 && len(programs) > 1 && !slices.ContainsFunc(files, litmus.IsFile) && !x.Quiet {
		fmt.Fprintln(a.stderr, "Each of the files was taken as a program of its own; with --link they are one.")
	}
	bug, cut := false, incomplete != ""
	for _, f := range found {
		bug, cut = bug || f.HasBug(), cut || f.IsIncomplete()
	}
	var w report.Witnesses
	if len(found) == 1 {
		list := found[0].Witnesses()
		if x.page() {
			list = append(list, found[0].ShownWitnesses()...)
		}
		w.Executions = replay.All(ctx, found[0].Program, list)
	}
	out := report.FromExplore(found, incomplete, w, failures.status(bug, cut), failures.diagnostics...)
	if len(found) == 1 && found[0].Test == nil {
		var causes []verdict.Cause
		var left []string
		if x.JSON || x.files.Executions() {
			machine, err := x.MachineOptions()
			if err != nil {
				return err
			}
			if causes, left, err = verdict.ExplainExplored(ctx, found[0], x.Explanations(machine)); err != nil {
				return err
			}
		}
		out.Answer(given, causes, found[0].Reached(), left)
		if slices.ContainsFunc(found[0].Models, func(m search.Found) bool { return m.Machine() != nil }) {
			out.AdviseCheck(given)
		}
	}
	return a.showExplored(found, x, &failures, out)
}

// recallTest takes the result of a litmus test from the cache, if the command is for a suite and the
// result is kept. What a model in a file includes is not known, so its results are not kept.
func (a *app) recallTest(files []string, x *exploreFlags) (known bool, err error) {
	if a.member == nil || len(files) != 1 || !litmus.IsFile(files[0]) || slices.ContainsFunc(x.models, search.IsFile) {
		return false, nil
	}
	test, err := a.in.LitmusTest(a.reading(), files[0])
	if err != nil {
		return false, err
	}
	return a.recall(test.Program), nil
}

// offerAll tells the engine, if there is one, of all searches before the first is waited
// for. What is wrong with a program is told later.
func (a *app) offerAll(ctx context.Context, programs [][]string, x *exploreFlags) error {
	if a.work.Engine == nil {
		return nil
	}
	a.offering = true
	defer func() { a.offering = false }()
	bases := outputs.BaseNames{}
	for _, program := range programs {
		own := *x
		own.single, own.Quiet = len(programs) == 1, true
		_, _ = a.exploreOne(ctx, program, &own, terminal.NewMeter(nil), bases.Of(program[0]))
	}
	return a.work.LateError(ctx, ctx.Err())
}

// page reports whether the executions are shown step by step.
func (x *exploreFlags) page() bool { return x.files.Path("html") != "" || x.traces }

// showExplored prints the result, and writes the files of the flags.
func (a *app) showExplored(found []*search.Exploration, x *exploreFlags, failures *inputFailures, out *report.Result) error {
	if x.dot != "" {
		a.files.To(x.dot, func(w io.Writer) error { return report.WriteDOT(w, out) })
	}
	if len(found) == 1 {
		files := maps.Clone(x.files)
		if found[0].Test != nil {
			delete(files, "html") // is of candidate executions
		} else if err := a.recognise(&x.known, out, found[0].IsIncomplete(), true); err != nil {
			return err
		}
		files.Write(&a.files, out, a.elapsed())
		a.keepLast(found[0].Program, out, &x.Settings)
	}
	if x.traces && len(found) == 1 {
		if err := out.AddTraces(); err != nil {
			return err
		}
	}
	out.Body.(*report.Explore).Herd = x.format == "herd"
	return failures.show(out, &x.Settings)
}

// exploreOne explores one program, whose witnesses' names begin with base.
func (a *app) exploreOne(ctx context.Context, paths []string, x *exploreFlags, meter *terminal.Meter, base string) (*search.Exploration, error) {
	machine, err := x.MachineOptions()
	if err != nil {
		return nil, err
	}
	machine.Unroll = x.unroll
	if x.format == "herd" && !litmus.IsFile(paths[0]) {
		return nil, failure.Inputf(paths[0], "--format herd is for litmus tests")
	}
	out, err := a.in.Exploration(a.reading(), paths, x.observe, &x.Settings)
	if err != nil {
		return nil, err
	}
	// What is more than a screen of text tells runs of all errors.
	all := x.Out != "" || x.files.Executions() || x.traces || x.JSON && x.single
	o := search.Options{
		Machine: machine, Workers: x.Workers, MaxExecutions: int64(x.max), UntilError: x.untilBug, StopAtExit: x.atExit == "stop", Reductions: x.reductions(), Classes: a.work.Apart(),
		EveryExecution: x.every, Liveness: x.liveness, Rounds: x.bound, UnrollEndless: explore.DefaultUnroll,
		CXX20: x.rs == flags.CXX20, Pages: x.pages, Includes: x.Build.Includes, Progress: meter.Explores,
		Examples: x.dot != "" || x.Out != "" || x.page(), Runs: all || x.single && !x.Quiet,
	}
	if !all && !x.All {
		o.MaxRuns = report.OnScreen
	}
	if o.Spec, err = a.in.Specification(a.reading(), x.spec, out.Program); err != nil {
		return nil, err
	}
	if x.estimate {
		o.Estimated = func(name string, e *explore.Estimation) {
			fmt.Fprintf(a.stderr, "%s: expect %s\n", name, e.On(min(x.Workers, runtime.GOMAXPROCS(0))))
		}
	}
	switch {
	case a.in.Replays:
		o.Examples, o.Runs = o.Examples || a.in.Job.Examples, o.Runs || a.in.Job.Runs
	case a.in.Job != nil:
		a.in.Job.Examples, a.in.Job.Runs = o.Examples, o.Runs
	}
	if e := a.work.Remote(); e != nil {
		if x.untilBug {
			return nil, failure.Usagef("--until-bug: the first error is that of one search, which is neither divided nor kept in a checkpoint")
		}
		if i := slices.IndexFunc(x.models, search.IsFile); i >= 0 {
			return nil, failure.Usagef("--model %s: a model in a file is not sent elsewhere, nor kept in a checkpoint", x.models[i])
		}
		if a.offering {
			return nil, cluster.OfferSearches(ctx, e, out, x.models, o, base, !x.single)
		}
		o.Parts = cluster.SearchesOf(ctx, e, base)
	}
	if err := out.Run(ctx, x.models, o); err != nil {
		return nil, err
	}
	if err := inputs.SpecificationError(o.Spec); err != nil {
		return nil, err
	}
	if x.Out != "" {
		for _, f := range out.WitnessFiles(x.Out, base, x.CompileOptions()) {
			a.files.Witness(f.Path, f.File)
		}
	}
	if x.why != "" {
		asked, err := out.State(x.why)
		if err != nil {
			return nil, failure.Usagef("--why: %v", err)
		}
		if err := out.Explain(ctx, asked, o); err != nil {
			return nil, err
		}
	}
	if path := x.files.Path("html"); out.Test != nil && path != "" {
		sections, err := out.Sections(ctx, "Why not: "+x.why, o)
		if err != nil {
			return nil, err
		}
		a.files.To(path, func(w io.Writer) error { return report.WriteLitmusPage(w, out, sections) })
	}
	return out, nil
}
