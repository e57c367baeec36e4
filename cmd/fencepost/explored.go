package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"fencepost/cmd/fencepost/report"
	"fencepost/interp"
	"fencepost/interp/cfront"
	"fencepost/interp/code"
	"fencepost/interp/explore"
	"fencepost/interp/litmus"
	"fencepost/interp/witness"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/models/c11"
	"fencepost/trace"
)

// saveExplored writes the witnesses of the errors that a search found under one
// model: SB-rc11-error-1.json. A witness is a run of the model's machine, under
// rc11 of the c11 backend, or, if none is found, the execution graph.
func (e *exploring) saveExplored(p *code.Program, m *report.ModelExploration, machine interp.Options) {
	if e.flags.out == "" {
		return
	}
	for i := range m.Report.Errors {
		f := &m.Report.Errors[i]
		if f.Witness == nil {
			continue
		}
		path := filepath.Join(e.flags.out, fmt.Sprintf("%s-%s-error-%d.json", e.base, m.Model.Name, i+1))
		m.Files[f] = path
		if w := m.Runs[f]; w != nil {
			e.saveWitness(path, w, p, e.flags.compileOptions(), 0)
			continue
		}
		w := witness.File{
			Program: p.Name, Hash: p.Hash, Files: p.Files, Defines: e.flags.build.Defines, IncludeDirs: e.flags.build.Includes,
			Include: e.flags.build.Headers, RelaxedVolatile: e.flags.volatile == "relaxed",
			Model: m.Model.Name, Mapping: e.flags.mapping, MaxSteps: machine.MaxSteps,
			MallocFail: machine.MallocFail, WeakFail: machine.WeakFail, Unroll: machine.Unroll,
			Error: f.Error.Error(), Events: len(f.Witness.Events), Explored: true, Choices: f.Witness.Schedule(),
		}
		e.writeWitness(path, w.Write)
	}
}

// baseNames are the beginnings of the names of witnesses given out, with how often.
type baseNames map[string]int

// of returns that of a program: its name, with a number if another has the same.
func (b baseNames) of(path string) string {
	base := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	for {
		b[base]++
		n := b[base]
		if n == 1 {
			return base
		}
		base = fmt.Sprintf("%s-%d", base, n)
	}
}

// findRuns finds runs that end in the errors found under one model, if anything
// is made of them.
func (e *exploring) findRuns(p *code.Program, m *report.ModelExploration, machine interp.Options) {
	if x := e.flags; x.out == "" && !x.files.executions() && !x.traces {
		return
	}
	for i := range m.Report.Errors {
		f := &m.Report.Errors[i]
		if w := e.run(p, m.Model, machine, f); w != nil {
			m.Runs[f] = w
		}
	}
}

// run returns a run that makes the execution of a finding, or nil if none is found.
func (e *exploring) run(p *code.Program, am *axiom.Model, o interp.Options, f *explore.Finding) *witness.Witness {
	m := am.Hardware
	if m == nil {
		if m = c11.Model; am.RMWSequences {
			m = c11.CXX20
		}
	}
	var rec trace.Recorder
	mc, r, err := explore.Linearise(e.ctx, p, m, o, f, &rec)
	if err != nil {
		return nil
	}
	return witness.Of(mc, o, r, rec.Events)
}

// replayExplored makes an execution of an exhaustive search again.
func (a *app) replayExplored(name string, w *witness.File, s *settings, out *executionFiles) error {
	prog, err := compileWitness(w)
	if err != nil {
		return inputf(name, "%v", err)
	}
	m, ok := axiom.Lookup(w.Model)
	if !ok {
		return inputf(name, "the witness is of an unknown model %q", w.Model)
	}
	if err := w.Intact(); err != nil {
		return inputf(name, "%v", err)
	}
	machine := interp.Options{MaxSteps: w.MaxSteps, MallocFail: w.MallocFail, WeakFail: w.WeakFail, Unroll: w.Unroll}
	if w.Mapping == models.None.Name {
		machine.Mapping = &models.None
	}
	ctx, cancel := a.limited(s)
	defer cancel()
	r, err := explore.Replay(ctx, prog, m, explore.Options{Machine: machine}, w.Choices)
	if err != nil {
		return inputf(name, "%v", err)
	}
	for i := range r.Errors {
		if f := &r.Errors[i]; f.Error.Error() == w.Error {
			shown := report.FromExploredRun(prog, m, f)
			if f.Witness != nil {
				out.writeDOT(a, shown)
			}
			return a.show(shown, s, s.verbose)
		}
	}
	return inputf(name, "the execution does not end in %q, as the witness says", w.Error)
}

// compileWitness compiles the program of a witness: C, or a litmus test.
func compileWitness(w *witness.File) (*code.Program, error) {
	f := &w.Files[0]
	if !isLitmus(f.Name) {
		p, err := w.Compile()
		var compile *cfront.Error
		if errors.As(err, &compile) {
			return nil, fmt.Errorf("the witness's program does not compile: %v", compile.Diagnostics[0])
		}
		return p, err
	}
	t, err := litmus.Parse(f.Name, []byte(f.Text))
	if err != nil {
		return nil, fmt.Errorf("the witness's test cannot be read: %w", err)
	}
	if t.Program.Hash != w.Hash {
		return nil, errors.New("the test is not the one that the witness was made from: the hash differs")
	}
	return t.Program, nil
}
