package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"fencepost/cmd/fencepost/report"
	"fencepost/interp/exhaustive"
	"fencepost/interp/explore"
	"fencepost/interp/litmus"
	"fencepost/interp/vm"
	"fencepost/interp/witness"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/phase2/verdict"
)

func (a *app) explore(paths []string, x *exploreFlags) error {
	files, err := litmus.Files(paths)
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
		whys       bytes.Buffer
		failures   = inputFailures{app: a}
		bases      = baseNames{}
	)
	programs := make([][]string, 0, len(files))
	for _, path := range files {
		programs = append(programs, []string{path})
	}
	if x.link {
		programs = [][]string{files}
	}
	for _, program := range programs {
		if incomplete = witness.Limit(ctx); incomplete != "" && len(found) > 0 {
			break
		}
		incomplete = ""
		own := *x // a compilation database adds flags of the file
		own.single = len(programs) == 1
		one, err := a.exploreOne(ctx, program, &own, meter, bases.of(program[0]), &whys)
		if err != nil && len(programs) == 1 {
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
		causes, left, err := causesOf(ctx, found[0], x)
		if err != nil {
			return err
		}
		out.Answer(causes, found[0].Reached(), left)
	}
	if err := a.showExplored(found, x, failures.exit, out); err != nil || x.json || x.quiet || x.format == "herd" {
		return err
	}
	_, err = io.WriteString(a.stdout, report.Fold(whys.String(), a.width))
	return err
}

// page reports whether the executions are shown step by step.
func (x *exploreFlags) page() bool { return x.files.path("html") != "" || x.traces }

// causesOf puts together to causes what exploring found, if a document tells them.
func causesOf(ctx context.Context, found *exhaustive.Exploration, x *exploreFlags) ([]verdict.Cause, []string, error) {
	if !x.json && !x.files.executions() {
		return nil, nil, nil
	}
	machine, err := x.machineOptions()
	if err != nil {
		return nil, nil, err
	}
	var (
		list   []verdict.Finding
		native *models.Model
	)
	for k := range found.Models {
		m := &found.Models[k]
		model := m.Machine()
		if model != nil && model.Native {
			native = model
		}
		for i := range m.Report.Errors {
			f := &m.Report.Errors[i]
			g := verdict.Finding{Error: f.Error, Witness: m.Runs[f]}
			if model != nil {
				g.Models = []*models.Model{model}
			}
			list = append(list, g)
		}
	}
	return verdict.Explain(ctx, found.Program, list, x.explanations(machine, native))
}

// exploreOne explores one program, whose witnesses' names begin with base.
func (a *app) exploreOne(ctx context.Context, paths []string, x *exploreFlags, meter *meter, base string, whys io.Writer) (*exhaustive.Exploration, error) {
	out, o, err := a.toExplore(paths, x)
	if err != nil {
		return nil, err
	}
	o.Includes, o.Progress = x.build.Includes, meter.explores
	if x.estimate {
		o.Estimated = func(name string, e *explore.Estimation) {
			workers := time.Duration(max(1, min(x.workers, runtime.GOMAXPROCS(0))))
			fmt.Fprintf(a.stderr, "%s: expect %.4g executions (standard error %.2g) and %.4g blocked, in about %s\n",
				name, e.Executions, e.Error, e.Blocked, (e.Time() / workers).Round(time.Millisecond))
		}
	}
	names := slices.Clone(x.models)
	if names == nil {
		names = []string{exhaustive.Default(out.Test)}
	}
	if i := slices.Index(names, axiom.RC11.Name); i >= 0 && x.rs == cxx20 {
		names[i] = axiom.RC20.Name
	}
	if err := out.Run(ctx, names, o); err != nil {
		return nil, searchFailure(err)
	}
	if x.out != "" {
		a.saveExplored(out, x, base)
	}
	if x.why != "" {
		if err := explain(ctx, out, x.why, o, whys); err != nil {
			return nil, err
		}
	}
	if out.Test == nil {
		return out, nil
	}
	if path := x.files.path("html"); path != "" {
		sections, err := out.Sections(ctx, "Why not: "+x.why, o)
		if err != nil {
			return nil, searchFailure(err)
		}
		a.writeTo(path, func(w io.Writer) error {
			return report.WriteLitmusPage(w, out, sections)
		})
	}
	return out, nil
}

// toExplore reads the program of some files, and returns how it is to be explored.
func (a *app) toExplore(paths []string, x *exploreFlags) (*exhaustive.Exploration, exhaustive.Options, error) {
	machine, err := x.machineOptions()
	o := exhaustive.Options{
		Machine: machine, Workers: x.workers, MaxExecutions: int64(x.max), StopAtExit: x.atExit == "stop", SkipIdle: x.idle,
		Examples: x.dot != "" || x.out != "" || x.page(), Runs: x.out != "" || x.files.executions() || x.traces || x.json && x.single,
	}
	o.Machine.Unroll = x.unroll
	if err != nil {
		return nil, o, err
	}
	if litmus.IsFile(paths[0]) {
		test, err := a.litmusTest(paths[0])
		if err != nil {
			return nil, o, err
		}
		return &exhaustive.Exploration{Name: paths[0], Program: test.Program, Test: test}, o, nil
	}
	if x.format == "herd" {
		return nil, o, inputf(paths[0], "--format herd is for litmus tests")
	}
	prog, err := a.compile(paths, &x.settings)
	if err != nil {
		return nil, o, err
	}
	if o.Observed, err = explore.Observe(prog, x.observe); err != nil {
		return nil, o, usagef("--observe %v", err)
	}
	o.Machine.Coverage = vm.NewCoverage(prog)
	return &exhaustive.Exploration{Name: prog.Name, Program: prog, Coverage: o.Machine.Coverage}, o, nil
}

// explain writes why a program or litmus test does not end in the states that --why asks
// for, under each model.
func explain(ctx context.Context, x *exhaustive.Exploration, why string, o exhaustive.Options, w io.Writer) error {
	state := "The condition"
	if x.Test == nil {
		asked, err := explore.ParseState(x.Program, why)
		if err != nil {
			return usagef("--why: %v", err)
		}
		if err := x.ExplainState(ctx, asked, o); err != nil {
			return searchFailure(err)
		}
		state = asked.String()
	} else {
		prop := x.Test.Condition
		if why != "condition" {
			var err error
			if prop, err = x.Test.ParseState(why); err != nil {
				return usagef("--why: %v", err)
			}
			state = prop.String()
		}
		if err := x.Explain(ctx, prop, o); err != nil {
			return searchFailure(err)
		}
	}
	for i := range x.Models {
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
		if err := x.Models[i].Why.WriteText(w, state, x.Models[i].Model.Name); err != nil {
			return err
		}
	}
	return nil
}

// saveExplored writes the witnesses of outcomes, SB-rc11-outcome-1.json in the order in
// which they are listed, and of errors: SB-rc11-error-1.json. A witness is a run
// of the model's machine, or, if none is found, the execution graph.
func (a *app) saveExplored(x *exhaustive.Exploration, flags *exploreFlags, base string) {
	for k := range x.Models {
		m := &x.Models[k]
		for i, o := range m.Outcomes {
			if w := m.Shown[o.State]; w != nil {
				a.saveWitness(filepath.Join(flags.out, witness.OutcomeName(base+"-"+m.Model.Name, i+1)), w, x.Program, flags.compileOptions(), 0)
			}
		}
		for i := range m.Report.Errors {
			f := &m.Report.Errors[i]
			if f.Witness == nil {
				continue
			}
			path := filepath.Join(flags.out, witness.ErrorName(base+"-"+m.Model.Name, i+1))
			m.Files[f] = path
			if w := m.Runs[f]; w != nil {
				a.saveWitness(path, w, x.Program, flags.compileOptions(), 0)
			} else {
				a.writeWitness(path, m.File(x.Program, f, flags.compileOptions()).Write)
			}
		}
	}
}

// showExplored prints what was explored, and writes the files that are asked for.
func (a *app) showExplored(found []*exhaustive.Exploration, x *exploreFlags, exit int, out *report.Result) error {
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
		a.status = exit
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
