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
	"fencepost/cmd/fencepost/report"
	"fencepost/interp/exhaustive"
	"fencepost/interp/explore"
	"fencepost/interp/linearize"
	"fencepost/interp/litmus"
	"fencepost/interp/witness"
	"fencepost/phase2/verdict"
)

func (a *app) explore(paths []string, x *exploreFlags) error {
	files, err := a.litmusFiles(paths)
	if err != nil {
		return err
	}
	if err := x.check(files); err != nil {
		return err
	}
	a.witnessDir(x.out)
	ctx, cancel := a.limited(&x.settings)
	defer cancel()
	meter := a.newMeter(&x.settings)
	defer meter.close(a, &x.settings)
	var (
		found      []*exhaustive.Exploration
		incomplete string
		failures   = inputFailures{app: a}
		bases      = baseNames{}
	)
	programs := [][]string{files}
	if !x.link {
		programs = slices.Collect(slices.Chunk(files, 1))
	}
	if err := a.offerSearches(ctx, programs, x); err != nil {
		return err
	}
	for _, program := range programs {
		if incomplete = witness.Limit(ctx); incomplete != "" && len(found) > 0 {
			break
		}
		incomplete = ""
		own := *x // a compilation database adds flags of the file
		own.single = len(programs) == 1
		one, err := a.exploreOne(ctx, program, &own, meter, bases.of(program[0]))
		if err != nil && (own.single || errors.Is(err, cluster.ErrElsewhere)) {
			return err
		} else if err != nil {
			failures.add(err)
			continue
		}
		found = append(found, one)
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
		w.Executions = replayAll(ctx, found[0].Program, list)
	}
	out := report.FromExplore(found, incomplete, w, failures.status(bug, cut), failures.diagnostics...)
	if len(found) == 1 && found[0].Test == nil {
		var causes []verdict.Cause
		var left []string
		if x.json || x.files.executions() {
			machine, err := x.machineOptions()
			if err != nil {
				return err
			}
			if causes, left, err = verdict.ExplainExplored(ctx, found[0], x.explanations(machine)); err != nil {
				return err
			}
		}
		out.Answer(causes, found[0].Reached(), left)
	}
	return a.showExplored(found, x, &failures, out)
}

// page reports whether the executions are shown step by step.
func (x *exploreFlags) page() bool { return x.files.path("html") != "" || x.traces }

// exploreOne explores one program, whose witnesses' names begin with base.
func (a *app) exploreOne(ctx context.Context, paths []string, x *exploreFlags, meter *meter, base string) (*exhaustive.Exploration, error) {
	machine, err := x.machineOptions()
	if err != nil {
		return nil, err
	}
	machine.Unroll = x.unroll
	out, err := a.toExplore(paths, x)
	if err != nil {
		return nil, err
	}
	o := exhaustive.Options{
		Machine: machine, Workers: x.workers, MaxExecutions: int64(x.max), StopAtExit: x.atExit == "stop", Reductions: x.reductions(),
		Rounds: x.bound, UnrollEndless: unrollEndless,
		CXX20: x.rs == cxx20, Includes: x.build.Includes, Progress: meter.explores,
		Examples: x.dot != "" || x.out != "" || x.page(), Runs: x.out != "" || x.files.executions() || x.traces || x.json && x.single,
	}
	if x.spec != "" {
		if o.Spec, err = linearize.Load(x.spec); err != nil {
			return nil, usagef("--linearizable: %v", err)
		}
	}
	if x.estimate {
		o.Estimated = func(name string, e *explore.Estimation) {
			fmt.Fprintf(a.stderr, "%s: expect %s\n", name, e.On(min(x.workers, runtime.GOMAXPROCS(0))))
		}
	}
	if done, err := a.searches(ctx, out, x.models, &o, base, !x.single); done || err != nil {
		return nil, err
	}
	if err := out.Run(ctx, x.models, o); err != nil {
		return nil, err
	}
	if o.Spec != nil && o.Spec.Err() != nil {
		return nil, usagef("--linearizable: %v", o.Spec.Err())
	}
	if x.out != "" {
		for _, f := range out.WitnessFiles(x.out, base, x.compileOptions()) {
			a.writeWitness(f.Path, f.File)
		}
	}
	if x.why != "" {
		asked, err := out.State(x.why)
		if err != nil {
			return nil, usagef("--why: %v", err)
		}
		if err := out.Explain(ctx, asked, o); err != nil {
			return nil, err
		}
	}
	if path := x.files.path("html"); out.Test != nil && path != "" {
		sections, err := out.Sections(ctx, "Why not: "+x.why, o)
		if err != nil {
			return nil, err
		}
		a.writeTo(path, func(w io.Writer) error { return report.WriteLitmusPage(w, out, sections) })
	}
	return out, nil
}

// toExplore reads the program of some files.
func (a *app) toExplore(paths []string, x *exploreFlags) (*exhaustive.Exploration, error) {
	if litmus.IsFile(paths[0]) {
		test, err := a.litmusTest(paths[0])
		if err != nil {
			return nil, err
		}
		return exhaustive.OfTest(paths[0], test), nil
	}
	if x.format == "herd" {
		return nil, inputf(paths[0], "--format herd is for litmus tests")
	}
	prog, err := a.compile(paths, &x.settings)
	if err != nil {
		return nil, err
	}
	out, err := exhaustive.OfProgram(prog, x.observe)
	if err != nil {
		return nil, usagef("--observe %v", err)
	}
	return out, nil
}

// showExplored prints what was explored, and writes the files that are asked for.
func (a *app) showExplored(found []*exhaustive.Exploration, x *exploreFlags, failures *inputFailures, out *report.Result) error {
	if x.dot != "" {
		a.writeTo(x.dot, func(w io.Writer) error { return report.WriteDOT(w, out) })
	}
	if len(found) == 1 {
		files := maps.Clone(x.files)
		if found[0].Test != nil {
			delete(files, "html") // is of candidate executions
		} else if err := x.known.apply(a, out, found[0].IsIncomplete(), true); err != nil {
			return err
		}
		files.write(a, out)
	}
	if x.traces && len(found) == 1 {
		if err := out.AddTraces(); err != nil {
			return err
		}
	}
	out.Body.(*report.Explore).Herd = x.format == "herd"
	return failures.show(out, &x.settings)
}
