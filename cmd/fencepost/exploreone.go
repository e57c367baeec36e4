package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"

	"fencepost/cmd/fencepost/cluster"
	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/flags"
	"fencepost/cmd/fencepost/inputs"
	"fencepost/cmd/fencepost/report"
	"fencepost/cmd/fencepost/terminal"
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/search"
	"fencepost/interp/search/explore"
)

// exploreOne explores one program, whose witnesses' names begin with base.
func (a *app) exploreOne(ctx context.Context, paths []string, x *exploreFlags, meter *terminal.Meter, base string) (*search.Exploration, error) {
	machine, err := x.MachineOptions()
	if err != nil {
		return nil, err
	}
	machine.Unroll = x.unroll
	out, err := a.toExplore(paths, x)
	if err != nil {
		return nil, err
	}
	// What is more than a screen of text tells runs of all errors.
	all := x.Out != "" || x.files.Executions() || x.traces || x.JSON && x.single
	o := search.Options{
		Machine: machine, Workers: x.Workers, MaxExecutions: int64(x.max), UntilError: x.untilBug, StopAtExit: x.atExit == "stop", Reductions: x.reductions(),
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
	if e := a.work.Worded(); e != nil {
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

// toExplore reads the program of some files.
func (a *app) toExplore(paths []string, x *exploreFlags) (*search.Exploration, error) {
	if litmus.IsFile(paths[0]) {
		test, err := a.in.LitmusTest(a.reading(), paths[0])
		if err != nil {
			return nil, err
		}
		return search.OfTest(paths[0], test), nil
	}
	if x.format == "herd" {
		return nil, failure.Inputf(paths[0], "--format herd is for litmus tests")
	}
	prog, err := a.in.Compile(a.reading(), paths, &x.Settings)
	if err != nil {
		return nil, err
	}
	out, err := search.OfProgram(prog, x.observe)
	if err != nil {
		return nil, failure.Usagef("--observe %v", err)
	}
	return out, nil
}
