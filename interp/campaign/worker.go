package campaign

import (
	"context"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/trace"
)

// An execution is the record of an execution until its batch is complete.
type execution struct {
	outcome   interp.Outcome
	errs      []*interp.Error
	witness   *witness.Witness // if there are errors, unless it is not needed
	behaviour uint64
	steps     int
	prefix    bool // see strategy.PrefixReplayer
	overflow  trace.Pos
	loop      trace.Pos // see interp.Result
	sample    strategy.Sample
}

// A worker runs executions.
type worker struct {
	machine  *interp.Machine
	options  interp.Options // of the machine
	strategy interp.Strategy
	learner  strategy.Learner        // the strategy, if it is one
	replayer strategy.PrefixReplayer // the strategy, if it is one
	shape    shape
}

func newWorker(p *code.Program, m *models.Model, o *Options) *worker {
	w := &worker{machine: interp.New(p, m, o.Machine), options: o.Machine, strategy: o.Strategy()}
	w.learner, _ = w.strategy.(strategy.Learner)
	w.replayer, _ = w.strategy.(strategy.PrefixReplayer)
	if s, ok := w.strategy.(interface{ Sink() trace.Sink }); ok {
		w.shape.then = s.Sink()
	}
	return w
}

// execute runs execution number run. It keeps its witness if there are errors for which
// known, unless it is nil, has no witness as short.
func (w *worker) execute(ctx context.Context, x *execution, run int, known *Part) {
	*x = execution{outcome: interp.Interrupted, errs: x.errs[:0], sample: x.sample}
	if !w.strategy.Begin(run) {
		return
	}
	res := w.machine.Run(ctx, w.strategy, &w.shape)
	x.outcome, x.behaviour, x.overflow, x.loop, x.steps = res.Outcome, w.shape.sum, res.Overflow, res.Loop, res.Steps
	if w.learner != nil && run < Learning {
		w.learner.Sample(&x.sample)
	}
	x.prefix = w.replayer != nil && w.replayer.ReplaysPrefix()
	if res.Err != nil {
		x.errs = append(x.errs, res.Err)
	}
	x.errs = append(x.errs, res.Races...)
	if len(x.errs) > 0 && (known == nil || known.lacks(x.errs, res.Steps)) {
		x.witness = witness.Of(w.machine, w.options, res, nil)
	}
}
