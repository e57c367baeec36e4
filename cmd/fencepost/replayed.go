package main

import (
	"bytes"
	"context"
	"path/filepath"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/report"
	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/llvm"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// A replayed is the execution of a witness file, replayed.
type replayed struct {
	file    *witness.File
	prog    *code.Program
	model   *models.Model
	mapping models.Mapping
	output  bytes.Buffer
	result  *interp.Result
	*graph.Execution
}

// replayed reads a witness file, compiles the program in it and replays it.
func (a *app) replayed(ctx context.Context, path string) (*replayed, error) {
	file, name, err := a.readWitness(path)
	if err != nil {
		return nil, err
	}
	if !search.HasSteps(file) {
		return nil, failure.Inputf(name, "holds an execution graph of which no run was found, so that there are no steps to tell: 'fencepost replay' shows it")
	}
	return a.replayFile(ctx, name, file)
}

// readWitness reads a witness file, or one by its number in the last result, and returns its
// name for people.
func (a *app) readWitness(path string) (*witness.File, string, error) {
	if n := numberOf(path); n > 0 {
		w, err := kept(n)
		return w, "execution " + path, err
	}
	f, name, err := a.in.Open(a.reading(), path)
	if err != nil {
		return nil, name, err
	}
	defer f.Close()
	w, err := witness.Read(f)
	if err != nil {
		switch filepath.Ext(name) {
		case ".c":
			return nil, name, failure.Inputf(name, "is a C program: fencepost check, test, explore and run take it")
		case ".litmus":
			return nil, name, failure.Inputf(name, "is a litmus test: fencepost explore takes it")
		}
		if llvm.Takes(name) {
			return nil, name, failure.Inputf(name, "is a program: fencepost check, test, explore and run take it")
		}
		return nil, name, failure.Unread(name, err)
	}
	return w, name, nil
}

// replayFile compiles the program in a witness file of a name and replays it.
func (a *app) replayFile(ctx context.Context, name string, w *witness.File) (*replayed, error) {
	var err error
	r := &replayed{file: w}
	if r.prog, err = w.Compile(ctx); err != nil {
		return nil, failure.OrLate(ctx, failure.Inputf(name, "%v", err), "the program was compiled")
	}
	if w.Explored {
		if r.model, r.Execution, r.result, err = search.RerunFile(ctx, r.prog, w, &r.output); err != nil {
			return nil, failure.OrLate(ctx, failure.Inputf(name, "%v", err), "the execution was made again")
		}
		r.mapping = models.Native
		return r, nil
	}
	var rec trace.Recorder
	m, result, err := r.file.Replay(ctx, r.prog, &r.output, &rec)
	if err != nil {
		return nil, failure.Inputf(name, "%v", err)
	}
	late, ended := witness.Grace(ctx)
	defer ended()
	m.RaceStacks(late)
	r.result, r.model, r.mapping, r.Execution = result, m.Model(), m.Mapping(), m.Execution(rec.Events)
	return r, nil
}

// interrupted reports whether the execution was cut short.
func (r *replayed) interrupted() bool { return r.result.Outcome == interp.Interrupted }

// finished returns the execution to be shown.
func (r *replayed) finished() *report.Finished {
	return &report.Finished{
		Program: r.prog, Seed: r.file.Seed, Model: r.model, Mapping: r.mapping, Execution: r.Execution,
		Result: r.result, Output: r.output.String(), Cycle: r.file.Cycle,
	}
}
