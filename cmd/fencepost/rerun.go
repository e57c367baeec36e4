package main

import (
	"bytes"
	"context"

	"fencepost/cmd/fencepost/report"
	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/witness"
	"fencepost/models"
	"fencepost/trace"
)

// A rerun is the execution of a witness file, run again.
type rerun struct {
	file    *witness.File
	prog    *code.Program
	model   *models.Model
	mapping models.Mapping
	output  bytes.Buffer
	rec     trace.Recorder
	result  *interp.Result
	machine *interp.Machine
}

// rerun reads a witness file, compiles the program in it and runs it again.
func (a *app) rerun(ctx context.Context, path string) (*rerun, error) {
	file, name, err := a.readWitness(path)
	if err != nil {
		return nil, err
	}
	if file.Explored {
		return nil, inputf(name, "holds an execution graph of which no run was found, so that there are no steps to tell: 'fencepost replay' shows it")
	}
	return a.rerunFile(ctx, name, file)
}

// readWitness reads a witness file, and returns its name for people.
func (a *app) readWitness(path string) (*witness.File, string, error) {
	f, name, err := a.open(path)
	if err != nil {
		return nil, name, err
	}
	defer f.Close()
	w, err := witness.Read(f)
	if err != nil {
		return nil, name, inputf(name, "%v", err)
	}
	return w, name, nil
}

// rerunFile compiles the program in a witness file of a name and runs it again.
func (a *app) rerunFile(ctx context.Context, name string, w *witness.File) (*rerun, error) {
	var err error
	r := &rerun{file: w}
	if r.prog, err = compileWitness(w); err != nil {
		return nil, inputf(name, "%v", err)
	}
	m, result, err := r.file.Replay(ctx, r.prog, &r.output, &r.rec)
	if err != nil {
		return nil, inputf(name, "%v", err)
	}
	m.RaceStacks(context.WithoutCancel(ctx))
	r.result, r.model, r.mapping, r.machine = result, m.Model(), m.Mapping(), m
	return r, nil
}

// interrupted reports whether the execution was cut short.
func (r *rerun) interrupted() bool { return r.result.Outcome == interp.Interrupted }

// finished returns the execution to be shown.
func (r *rerun) finished() *report.Finished {
	return &report.Finished{
		Program: r.prog, Seed: r.file.Seed, Model: r.model, Mapping: r.mapping, Execution: r.machine.Execution(r.rec.Events),
		Result: r.result, Output: r.output.String(), Cycle: r.file.Cycle,
	}
}
