package phase2

import (
	"context"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/phase2/cycles"
	"fencepost/predict"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// proveFirst decides before any trial which cycles are impossible and which are possible, the
// latter with a witness. It returns nil if Options.ProveFirst is 0.
func proveFirst(ctx context.Context, r *Report, mr *ModelReport, list []predict.Cycle) []Confirmation {
	if r.Options.ProveFirst == 0 {
		return nil
	}
	proved := make([]Confirmation, len(list))
	all := make([]*Confirmation, len(list))
	for i := range list {
		proved[i].Cycle, all[i] = list[i], &proved[i]
	}
	w := newWorker(r.Program, mr.Model, &r.Options)
	explored, errors := w.prove(ctx, all, r.Options.ProveFirst, r.ErrorKeys())
	mr.Explored, mr.Errors = explored, mergeFindings(mr.Errors, errors)
	return proved
}

// prove confirms the cycles of a model that its trials did not confirm, or gives the
// reasons.
func prove(ctx context.Context, r *Report, mr *ModelReport) {
	if r.Options.Prove == 0 || ctx.Err() != nil {
		return
	}
	var list []*Confirmation
	for i := range mr.Cycles {
		if c := &mr.Cycles[i]; c.Confirmations == 0 && c.Reason == cycles.NotExplored {
			list = append(list, c)
		}
	}
	w := newWorker(r.Program, mr.Model, &r.Options)
	explored, errors := w.prove(ctx, list, r.Options.Prove, r.ErrorKeys())
	mr.Explored, mr.Errors = explored, mergeFindings(mr.Errors, errors)
}

// Prove explores, within Options.Prove, for a cycle that the trials of Confirm did not
// confirm. It confirms the cycle or gives the reason.
func Prove(ctx context.Context, p *code.Program, m *models.Model, c *Confirmation, o Options, known map[string]bool) cycles.Exploration {
	o.fill()
	explored, errors := newWorker(p, m, &o).prove(ctx, []*Confirmation{c}, o.Prove, known)
	c.Errors = mergeFindings(c.Errors, errors)
	return explored
}

// prove explores at most this many executions for the cycles of list, none of which a trial
// confirmed. It returns the new errors of the runs that confirm them.
func (w *worker) prove(ctx context.Context, list []*Confirmation, executions int, known map[string]bool) (e cycles.Exploration, errors []witness.Finding) {
	missing := lists.Map(list, func(c *Confirmation) predict.Cycle { return c.Cycle })
	o := w.options
	reasons, e := cycles.Prove(ctx, w.prog, w.model, missing, cycles.Proof{
		Executions: executions, Machine: o.Machine, Progress: o.Progress,
		Confirm: func(i int, g *explore.Graph) bool {
			return w.run(ctx, list[i], g, known)
		},
	})
	for i, c := range list {
		c.Reason = reasons[i]
		if c.HasBug() {
			errors = mergeFindings(errors, []witness.Finding{{Error: c.Error, Count: 1, Witness: c.BuggyWitness}})
		}
		w.minimiseCycle(ctx, c)
	}
	w.minimiseAll(ctx, errors)
	return e, errors
}

// run makes a run of the machine from an explored execution, and confirms the execution's
// cycle with it. The replay by the worker's own machine decides.
func (w *worker) run(ctx context.Context, c *Confirmation, g *explore.Graph, known map[string]bool) bool {
	w.runner.Aim(c.Cycle)
	var rec trace.Recorder
	confirmed := func(r *interp.Result) bool {
		return (r.Outcome == interp.Completed || r.Outcome == interp.Failed) && w.runner.Holds(rec.Events)
	}
	_, res, err := g.Linearise(ctx, w.prog, w.model, w.options.Machine, &rec, confirmed)
	if err != nil {
		return false
	}
	res, followed := witness.Replay(ctx, w.machine, slices.Clone(res.Choices()), &rec)
	if !followed || !confirmed(res) {
		return false
	}
	c.ConfirmedWitness = w.witness(res, rec.Events, w.siteNames(c.Cycle))
	if res.Err != nil && !known[res.Err.Key()] {
		c.BuggyWitness, c.Error = c.ConfirmedWitness, res.Err
	}
	return true
}
