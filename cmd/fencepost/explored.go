package main

import (
	"errors"
	"fmt"
	"os"
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
func (e *exploring) saveExplored(file *report.Exploration, p *code.Program, m *report.ModelExploration, machine interp.Options) error {
	if e.flags.out == "" {
		return nil
	}
	base := strings.TrimSuffix(filepath.Base(file.Name), filepath.Ext(file.Name))
	for i := range m.Report.Errors {
		f := &m.Report.Errors[i]
		if f.Witness == nil {
			continue
		}
		path := filepath.Join(e.flags.out, fmt.Sprintf("%s-%s-error-%d.json", base, m.Model.Name, i+1))
		m.Files[f] = path
		if w := m.Runs[f]; w != nil {
			if err := saveWitness(path, w, p, e.flags.compileOptions(), 0); err != nil {
				return err
			}
			continue
		}
		out, err := os.Create(path)
		if err != nil {
			return inputf(path, "%v", reason(err))
		}
		w := witness.File{
			Program: p.Name, Hash: p.Hash, Files: p.Files, Defines: e.flags.defines, IncludeDirs: e.flags.includes,
			Include: e.flags.headers, RelaxedVolatile: e.flags.volatile == "relaxed",
			Model: m.Model.Name, Mapping: e.flags.mapping, MaxSteps: machine.MaxSteps,
			MallocFail: machine.MallocFail, WeakFail: machine.WeakFail, Unroll: machine.Unroll,
			Error: f.Error.Error(), Events: len(f.Witness.Events), Explored: true, Choices: f.Witness.Schedule(),
		}
		err = w.Write(out)
		if closed := out.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return inputf(path, "%v", reason(err))
		}
	}
	return nil
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
		m = c11.Model
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
				if err := out.writeDOT(shown); err != nil {
					return err
				}
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
