package phase2

import (
	"context"
	"slices"

	"fencepost/interp"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/trace"
)

// sequential moves an error found under a model to SC if an SC execution shows it: the
// execution in which each store is made where it took effect under the model. Tests under
// SC cover few of a program's executions. In a store to freed memory, for example, often
// the delay matters and not its cause.
func (r *Report) sequential(ctx context.Context) {
	r.DropSequential()
	if !slices.ContainsFunc(r.Models, func(m ModelReport) bool { return len(m.Errors) > 0 }) {
		return
	}
	late, cancel := witness.Grace(ctx)
	defer cancel()
	w := newWorker(r.Program, models.SC, &r.Options)
	var found []witness.Finding
	for i := range r.Models {
		m := &r.Models[i]
		for _, f := range m.Errors {
			if g := w.underSC(late, m.Model, f); g != nil {
				found = mergeFindings(found, []witness.Finding{*g})
			}
		}
	}
	w.minimiseAll(late, found)
	r.SC.Errors = append(r.SC.Errors, found...)
	r.DropSequential()
}

// DropSequential removes the errors that SC shows from the reports of the models.
func (r *Report) DropSequential() {
	known := r.ErrorKeys()
	for i := range r.Models {
		m := &r.Models[i]
		m.Errors = slices.DeleteFunc(m.Errors, func(f witness.Finding) bool { return known[f.Error.Key()] })
		for k := range m.Cycles {
			if c := &m.Cycles[k]; c.Error != nil && known[c.Error.Key()] {
				c.Buggy, c.BuggyWitness, c.Error = 0, nil, nil
			}
		}
	}
}

// underSC tries the execution of an error under SC, and returns the finding if it ends in
// the same error.
func (w *worker) underSC(ctx context.Context, m *models.Model, f witness.Finding) *witness.Finding {
	if f.Witness == nil {
		return nil
	}
	rec := witness.Record(ctx, interp.New(w.prog, m, w.options.Machine), f.Witness.Choices)
	if rec == nil {
		return nil
	}
	got := rec.InOrder().Follow(ctx, w.machine)
	if got == nil || !got.Error.Same(f.Error) {
		return nil
	}
	var events trace.Recorder
	res, _ := witness.Replay(ctx, w.machine, got.Choices, &events)
	if res.Err == nil || !res.Err.Same(f.Error) {
		return nil
	}
	return &witness.Finding{Error: res.Err, Count: 1, Witness: w.witness(res, events.Events, nil)}
}
