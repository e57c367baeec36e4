// Package replay runs recorded executions again: those of witness files, and those that the last
// text numbered.
package replay

import (
	"bytes"
	"context"
	"path/filepath"

	"fencepost/cmd/fencepost/failure"
	"fencepost/cmd/fencepost/inputs"
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

// An Execution is the execution of a witness file, replayed.
type Execution struct {
	File    *witness.File
	Program *code.Program
	Model   *models.Model
	Mapping models.Mapping
	Output  bytes.Buffer
	Result  *interp.Result
	*graph.Execution
}

// Read reads a witness file, compiles the program in it and replays it.
func Read(ctx context.Context, in *inputs.Reader, path string) (*Execution, error) {
	file, name, err := ReadWitness(ctx, in, path)
	if err != nil {
		return nil, err
	}
	if !search.HasSteps(file) {
		return nil, failure.Inputf(name, "holds an execution graph of which no run was found, so that there are no steps to tell: 'fencepost replay' shows it")
	}
	return Run(ctx, name, file)
}

// ReadWitness reads a witness file, or one by its number in the last result, and returns its
// name for people.
func ReadWitness(ctx context.Context, in *inputs.Reader, path string) (*witness.File, string, error) {
	if n := numberOf(path); n > 0 {
		w, err := kept(session(), n)
		return w, "execution " + path, err
	}
	f, name, err := in.Open(ctx, path)
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

// Run compiles the program in a witness file of a name and replays it.
func Run(ctx context.Context, name string, w *witness.File) (*Execution, error) {
	var err error
	r := &Execution{File: w}
	if r.Program, err = w.Compile(ctx); err != nil {
		return nil, failure.OrLate(ctx, failure.Inputf(name, "%v", err), "the program was compiled")
	}
	if w.Explored {
		if r.Model, r.Execution, r.Result, err = search.RerunFile(ctx, r.Program, w, &r.Output); err != nil {
			return nil, failure.OrLate(ctx, failure.Inputf(name, "%v", err), "the execution was made again")
		}
		r.Mapping = models.Native
		return r, nil
	}
	var rec trace.Recorder
	m, result, err := r.File.Replay(ctx, r.Program, &r.Output, &rec)
	if err != nil {
		return nil, failure.Inputf(name, "%v", err)
	}
	late, ended := witness.Grace(ctx)
	defer ended()
	m.RaceStacks(late)
	r.Result, r.Model, r.Mapping, r.Execution = result, m.Model(), m.Mapping(), m.Shown(late, rec.Events)
	return r, nil
}

// Interrupted reports whether the execution was cut short.
func (r *Execution) Interrupted() bool { return r.Result.Outcome == interp.Interrupted }

// Finished returns the execution to be shown.
func (r *Execution) Finished() *report.Finished {
	return &report.Finished{
		Program: r.Program, Seed: r.File.Seed, Model: r.Model, Mapping: r.Mapping, Execution: r.Execution,
		Result: r.Result, Output: r.Output.String(), Cycle: r.File.Cycle,
	}
}

// maxReplayed is how many events the executions have that All returns. One more
// execution may go beyond that.
const maxReplayed = 1 << 19

// All runs witnesses again, each on a machine of its own. Every execution that is
// shown comes from here, so none is shown that cannot be replayed.
func All(ctx context.Context, p *code.Program, list []*witness.Witness) map[*witness.Witness]*graph.Execution {
	out := map[*witness.Witness]*graph.Execution{}
	late, cancel := witness.Grace(ctx)
	defer cancel()
	events := 0
	for _, w := range list {
		if events > maxReplayed {
			break
		}
		if w == nil || out[w] != nil {
			continue
		}
		x, err := search.Rerun(late, p, w)
		if late.Err() != nil {
			break
		}
		if err != nil {
			panic("a recorded execution cannot be repeated")
		}
		out[w] = x
		events += len(x.Events)
	}
	return out
}
