package phase2

import (
	"context"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/predict"
	"fencepost/trace"
)

// A Sampler runs single executions of one program under one model, for callers that decide
// on their number. It is not safe for concurrent use.
type Sampler struct {
	w      *worker
	random strategy.Random
	rec    trace.Recorder
}

// NewSampler returns a Sampler. Of o it uses the options for single executions.
func NewSampler(p *code.Program, m *models.Model, o Options) *Sampler {
	o.fill()
	return &Sampler{w: newWorker(p, m, &o)}
}

// Random runs an execution with uniform choices. The result and the events are valid until
// the next execution.
func (s *Sampler) Random(ctx context.Context, seed uint64) (*interp.Result, []trace.Event) {
	s.random = *strategy.NewRandom(seed)
	s.random.Begin(0)
	res := s.w.machine.Run(ctx, &s.random, &s.rec)
	return res, s.rec.Events
}

// Biased runs an execution biased to cycle c. The result and the events are valid until the
// next execution.
func (s *Sampler) Biased(ctx context.Context, c predict.Cycle, seed uint64) (*interp.Result, []trace.Event) {
	return s.w.runner.Run(ctx, c, seed)
}

// Trial runs the trial with this number of conf's cycle, the index-th, with
// Options.Executions executions, and adds the result to conf. It minimises nothing. Trials
// with equal numbers are equal. known holds the keys of the errors that SC shows.
func (s *Sampler) Trial(ctx context.Context, conf *Confirmation, index, trial int, known map[string]bool) error {
	if s.w.trial(ctx, conf, index, trial, known) {
		return nil
	}
	if conf.Unsupported != nil {
		return &interp.UnsupportedError{Err: conf.Unsupported}
	}
	return ctx.Err()
}

// Makes reports whether the execution just run has cycle c.
func (s *Sampler) Makes(c predict.Cycle, events []trace.Event) bool {
	s.w.runner.Aim(c)
	return s.w.runner.Holds(events)
}

// Witness returns the witness of the execution that ended in res.
func (s *Sampler) Witness(res *interp.Result, events []trace.Event) *witness.Witness {
	return s.w.witness(res, events, nil)
}

// Replay runs the schedule of a witness, which may come from a program with other site
// numbers, and returns the witness for this program. ok is false if the schedule does not
// fit or ends in another way.
func (s *Sampler) Replay(ctx context.Context, wit *witness.Witness) (own *witness.Witness, ok bool) {
	res, followed := witness.Replay(ctx, s.w.machine, wit.Choices, &s.rec)
	if !followed || res.Events != wit.Events || (res.Err == nil) != (wit.Error == nil) {
		return nil, false
	}
	return s.w.witness(res, s.rec.Events, wit.Cycle), true
}

// Minimise returns a shorter witness of error e, which is the error of wit or a data race
// in it. It returns wit if there is none.
func (s *Sampler) Minimise(ctx context.Context, wit *witness.Witness, e *interp.Error) *witness.Witness {
	to := witness.Goal{}
	if e.Kind == interp.DataRace {
		to.Race = e.Key()
	}
	return wit.Minimise(ctx, s.w.machine, to)
}
