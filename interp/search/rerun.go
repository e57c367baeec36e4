package search

import (
	"context"
	"fmt"
	"io"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/buffering"
	"fencepost/interp/search/candidates"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// Rerun makes the execution of a witness again: a run of its model's machine or, of a model that
// none runs, an execution of its search.
func Rerun(ctx context.Context, p *code.Program, w *witness.Witness) (*graph.Execution, error) {
	if !w.Explored {
		var rec trace.Recorder
		m, err := w.Replay(ctx, p, &rec)
		if err != nil {
			return nil, err
		}
		return m.Execution(rec.Events), nil
	}
	_, r, err := again(ctx, p, w.Model.Name, w.Options, nil, w.Choices, w.Trace)
	if err != nil {
		return nil, err
	}
	return r.Execution, nil
}

// again makes an execution of a search again. It is an error if the hash of its events differs.
func again(ctx context.Context, p *code.Program, model string, o interp.Options, output io.Writer, schedule []int32, hash string) (*candidates.Model, *buffering.Replayed, error) {
	m, err := candidates.Lookup(model)
	if err != nil {
		return nil, nil, err
	}
	r, err := buffering.Replay(ctx, p, m, o, output, schedule)
	if err == nil && witness.Hash(r.Events) != hash {
		err = witness.ErrStrayed
	}
	return m, r, err
}

// HasSteps reports whether the execution of a witness file can be shown step by step: it is a run
// of a machine, or of the search of package buffering, which repeats it in steps.
func HasSteps(w *witness.File) bool {
	if !w.Explored {
		return true
	}
	m, err := candidates.Lookup(w.Model)
	return err == nil && m.Dependent()
}

// RerunFile repeats the execution of a witness file of package buffering. The output of the program
// goes to output. It is an error if the execution differs from the file.
func RerunFile(ctx context.Context, p *code.Program, w *witness.File, output io.Writer) (*models.Model, *graph.Execution, *interp.Result, error) {
	m, r, err := again(ctx, p, w.Model, interp.Options{Semantics: w.Semantics}, output, w.Choices, w.Trace)
	if err != nil {
		return nil, nil, nil, err
	}
	if len(r.Events) != w.Events {
		return nil, nil, nil, witness.ErrStrayed
	}
	out := &interp.Result{Outcome: interp.Completed, Steps: r.Steps, Events: len(r.Events)}
	if w.Error != "" {
		if out.Err = r.Ends(w.Error); out.Err == nil {
			return nil, nil, nil, fmt.Errorf("the execution does not end in %q, as the witness says", w.Error)
		}
		out.Outcome = interp.Failed
		if out.Err.Kind == interp.DataRace {
			out.Outcome, out.Races, out.Err = interp.Completed, []*interp.Error{out.Err}, nil
		}
	}
	return buffering.Shown(m), r.Execution, out, w.Intact()
}
