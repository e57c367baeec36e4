package search

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/buffering"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// Rerun makes the execution of a witness again: a run of its model's machine, or an execution of a
// search.
func Rerun(ctx context.Context, p *code.Program, w *witness.Witness) (*graph.Execution, error) {
	switch {
	case !w.Explored:
		var rec trace.Recorder
		m, err := w.Replay(ctx, p, &rec)
		if err != nil {
			return nil, err
		}
		return m.Shown(ctx, rec.Events), nil
	case w.Model.New != nil: // of package explore, which searches under models with machines
		_, x, err := repeat(ctx, p, axiom.Of(w.Model), explore.Options{Machine: w.Options}, w.Choices, w.Error.Error(), w.Trace)
		return x, err
	}
	_, r, err := again(ctx, p, w.Model.Name, w.Options, nil, w.Choices, w.Trace)
	if err != nil {
		return nil, err
	}
	return r.Execution, nil
}

// Shown returns an error that exploring found under a model, with an execution that shows it: a run
// of the model's machine m. The machine of C11 runs only a part of what C11 allows: the package
// comment of models/c11 says which. The machine of any other model runs all. But no machine sees that a
// thread waits for ever in a loop that undoes what it writes. Where C11's machine has no run, or the
// error is such a wait, the execution is the explored one, made again. Otherwise it is an error if there
// is no run. The error is as the execution shows it: the explorer sees a thread wait at the condition of
// a loop, a machine at its head.
func Shown(ctx context.Context, p *code.Program, m *models.Model, o interp.Options, f *explore.Counterexample) (*witness.Finding, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var rec trace.Recorder
	o.Units = f.Witness.Units
	mc, res, err := explore.Linearise(ctx, p, m, o, f, &rec)
	switch {
	case errors.Is(err, explore.ErrNoRun) && (m.Native || f.Error.Waiting != nil):
		return explored(ctx, p, m, o, f)
	case err != nil:
		return nil, err
	}
	found := &witness.Finding{Error: res.Err, Count: int(f.Executions), Witness: witness.Of(mc, o, res, rec.Events)}
	if f.Error.Kind == interp.DataRace {
		found.Error = witness.Race(ctx, mc, found.Witness.Choices, f.Error)
	}
	return found, nil
}

// explored is Shown for the explored execution. It is an error if that cannot be made again, or does
// not end in f.Error then.
func explored(ctx context.Context, p *code.Program, m *models.Model, o interp.Options, f *explore.Counterexample) (*witness.Finding, error) {
	o.Coverage, o.Output = nil, nil
	events := f.Witness.Execution().Events
	w := &witness.Witness{
		Model: m, Options: o, Choices: f.Witness.Schedule(), Steps: len(events), Events: len(events), Trace: witness.Hash(events),
		Error: f.Error, Explored: true,
	}
	again, x, err := repeat(ctx, p, axiom.Of(m), explore.Options{Machine: o}, w.Choices, f.Error.Error(), w.Trace)
	if err != nil {
		return nil, err
	}
	e := numbered(f.Error, x.Events)
	addStacks(e, again.Error)
	return &witness.Finding{Error: e, Count: int(f.Executions), Witness: w}, nil
}

// numbered returns a data race with the numbers that its accesses have in an execution, the later
// one as the second. It returns other errors as they are. An access that is repeated is the last one.
func numbered(e *interp.Error, events []trace.Event) *interp.Error {
	if e.Kind != interp.DataRace {
		return e
	}
	first, second := *e.First, *e.Second
	last := func(r *interp.Racer) {
		for i := range slices.Backward(events) {
			if x := &events[i]; x.Thread == r.Thread && x.Site == r.Site {
				r.Event = x.ID
				break
			}
		}
	}
	last(&first)
	last(&second)
	out := *e
	if out.First, out.Second = &first, &second; first.Event > second.Event {
		out.First, out.Second = &second, &first
	}
	return &out
}

// addStacks gives the accesses of a data race the stacks that they have in a run.
func addStacks(e, run *interp.Error) {
	for _, r := range e.Racers() {
		for _, s := range run.Racers() {
			if r.Thread == s.Thread && r.Site == s.Site && len(s.Stack) > 0 {
				r.Stack = s.Stack
			}
		}
	}
}

// repeat makes an execution of package explore again. It is an error if it does not end in an error
// with the text ends, or if the hash of its events is another; no hash is empty.
func repeat(ctx context.Context, p *code.Program, m *axiom.Model, o explore.Options, schedule []int32, ends, hash string) (*explore.Counterexample, *graph.Execution, error) {
	r, err := explore.Replay(ctx, p, m, o, schedule)
	if err != nil {
		return nil, nil, err
	}
	for i := range r.Errors {
		f := &r.Errors[i]
		if f.Error.Error() != ends {
			continue
		}
		x := f.Witness.Execution()
		if hash != "" && witness.Hash(x.Events) != hash {
			return nil, nil, witness.ErrStrayed
		}
		return f, x, nil
	}
	return nil, nil, notEnding(ends)
}

func notEnding(ends string) error {
	return fmt.Errorf("the execution does not end in %q, as the witness says", ends)
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
// of a machine, or of the search of package buffering, which repeats it in steps, or a graph under
// C11, whose steps need no store buffers.
func HasSteps(w *witness.File) bool {
	if !w.Explored || graphOfC11(w) != nil {
		return true
	}
	m, err := candidates.Lookup(w.Model)
	return err == nil && m.Dependent()
}

// CanStep reports whether HasSteps holds for the file of a witness.
func CanStep(w *witness.Witness) bool {
	f := witness.File{Model: w.Model.Name, Explored: w.Explored}
	f.SetPage(w.Model)
	return HasSteps(&f)
}

// graphOfC11 returns the model of a witness file of package explore if it is C11 or C++20, and nil
// for other files.
func graphOfC11(w *witness.File) *axiom.Model {
	if m, ok := axiom.Lookup(w.Model); ok && w.Explored && w.Page == "" && m.HB() {
		return m
	}
	return nil
}

// RerunFile repeats the execution of a witness file with Explored and steps. What the program writes
// goes to output, except under C11. It is an error if the execution differs from the file.
func RerunFile(ctx context.Context, p *code.Program, w *witness.File, output io.Writer) (*models.Model, *graph.Execution, *interp.Result, error) {
	if m := graphOfC11(w); m != nil {
		f, x, err := repeat(ctx, p, m, optionsOf(w, p), w.Choices, w.Error, w.Trace)
		if err != nil {
			return nil, nil, nil, err
		}
		machine := machineOf(m)
		shown := &models.Model{Name: machine.Name, Title: machine.Title, Native: true, CXX20: m.CXX20}
		out := resultOf(numbered(f.Error, x.Events), len(x.Events), len(x.Events))
		out.Outcome = interp.Failed // a graph ends at its error, a data race, too
		return shown, x, out, w.Intact()
	}
	m, r, err := again(ctx, p, w.Model, interp.Options{Semantics: w.Semantics}, output, w.Choices, w.Trace)
	if err != nil {
		return nil, nil, nil, err
	}
	if len(r.Events) != w.Events {
		return nil, nil, nil, witness.ErrStrayed
	}
	var ends *interp.Error
	if w.Error != "" {
		if ends = r.Ends(w.Error); ends == nil {
			return nil, nil, nil, notEnding(w.Error)
		}
	}
	return buffering.Shown(m), r.Execution, resultOf(ends, r.Steps, len(r.Events)), w.Intact()
}

// resultOf returns the result of an execution that ends in an error, or in none.
func resultOf(e *interp.Error, steps, events int) *interp.Result {
	out := &interp.Result{Outcome: interp.Completed, Steps: steps, Events: events}
	switch {
	case e == nil:
	case e.Kind == interp.DataRace:
		out.Races = []*interp.Error{e}
	default:
		out.Outcome, out.Err = interp.Failed, e
	}
	return out
}
