package phase2

import (
	"context"
	"slices"

	"fencepost/interp"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/trace"
)

// sequential makes an error that was found under a model one of sequential consistency if an
// SC execution that was not met before shows it: the one that makes each store where it took
// effect. Tests under SC meet few of a program's executions; of a store to freed memory it
// is often the delay that matters, not what brings it about.
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

// DropSequential takes out of what was found under the models the errors that SC shows.
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

// underSC attempts the execution of an error under SC, and returns what it found if that is
// the same error.
func (w *worker) underSC(ctx context.Context, m *models.Model, f witness.Finding) *witness.Finding {
	if f.Witness == nil {
		return nil
	}
	rec := witness.Record(ctx, interp.New(w.prog, m, w.options.Machine), f.Witness.Choices)
	if rec == nil {
		return nil
	}
	got := rec.InOrder().Follow(ctx, w.machine, func(int32) bool { return true })
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
