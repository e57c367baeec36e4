package phase2

import (
	"context"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/explore"
	"fencepost/interp/witness"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/phase2/cycles"
	"fencepost/predict"
	"fencepost/trace"
)

// By so many random descents, of at most so many steps, proveFirst tells how many executions
// there are.
const (
	estimateSamples = 300
	estimateSteps   = 20_000
)

// proveFirst tells which cycles cannot happen; nil if nobody asked, or there seem to be too
// many executions.
func proveFirst(ctx context.Context, r *Report, m *models.Model, list []predict.Cycle) []cycles.Reason {
	o := &r.Options
	if o.ProveFirst == 0 || m.Native || len(list) == 0 {
		return nil
	}
	eo := explore.Options{Machine: o.Machine}
	eo.Machine.MaxSteps = estimateSteps
	if e, err := explore.Estimate(ctx, r.Program, axiom.Of(m), eo, estimateSamples, 1); err != nil || e.Executions+e.Blocked > float64(o.ProveFirst) {
		return nil
	}
	reasons, _ := cycles.Prove(ctx, r.Program, m, list, cycles.Proof{Executions: o.ProveFirst, Machine: o.Machine, Progress: o.Progress})
	return reasons
}

// prove confirms cycles of a model that its trials did not create, or gives the reasons.
func prove(ctx context.Context, r *Report, mr *ModelReport) {
	if r.Options.Prove == 0 || ctx.Err() != nil {
		return
	}
	var list []*Confirmation
	for i := range mr.Cycles {
		if c := &mr.Cycles[i]; c.Created == 0 && c.Reason == cycles.NotExplored {
			list = append(list, c)
		}
	}
	w := newWorker(r.Program, mr.Model, &r.Options)
	explored, errors := w.prove(ctx, list, r.ErrorKeys())
	mr.Explored, mr.Errors = explored, mergeFindings(mr.Errors, errors)
}

// Prove explores, as Options.Prove says, for a cycle that the trials of Confirm did not
// create: it confirms it or gives the reason.
func Prove(ctx context.Context, p *code.Program, m *models.Model, c *Confirmation, o Options, known map[string]bool) cycles.Exploration {
	o.fill()
	explored, errors := newWorker(p, m, &o).prove(ctx, []*Confirmation{c}, known)
	c.errors = mergeFindings(c.errors, errors)
	return explored
}

// prove explores for the cycles of list, none of which a trial created, and returns what
// errors of their own the executions that confirm them end in.
func (w *worker) prove(ctx context.Context, list []*Confirmation, known map[string]bool) (e cycles.Exploration, errors []witness.Finding) {
	missing := make([]predict.Cycle, len(list))
	for i, c := range list {
		missing[i] = c.Cycle
	}
	o := w.options
	reasons, e := cycles.Prove(ctx, w.prog, w.model, missing, cycles.Proof{
		Executions: o.Prove, Machine: o.Machine, Progress: o.Progress,
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

// run looks for a run of the machine that makes an explored execution, and confirms with
// it the cycle that the execution has. What the worker's own machine does when it replays
// the run decides.
func (w *worker) run(ctx context.Context, c *Confirmation, g *explore.Graph, known map[string]bool) bool {
	w.runner.Aim(c.Cycle)
	var rec trace.Recorder
	created := func(r *interp.Result) bool {
		return (r.Outcome == interp.Completed || r.Outcome == interp.Failed) && w.runner.Holds(rec.Events)
	}
	_, res, err := g.Linearise(ctx, w.prog, w.model, w.options.Machine, &rec, created)
	if err != nil {
		return false
	}
	res, followed := witness.Replay(ctx, w.machine, slices.Clone(res.Choices), &rec)
	if !followed || !created(res) {
		return false
	}
	c.CreatedWitness = w.witness(res, rec.Events, w.siteNames(c.Cycle))
	if res.Err != nil && !known[res.Err.Key()] {
		c.BuggyWitness, c.Error = c.CreatedWitness, res.Err
	}
	return true
}
