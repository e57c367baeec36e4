package phase2

import (
	"context"

	"fencepost/interp"
	"fencepost/interp/strategy"
	"fencepost/models"
	"fencepost/predict"
)

// Streams of random numbers, named so that they are independent.
const (
	streamSC = iota + 1
	streamBiasedSC
	streamTrials
)

// record performs phase 1: random executions under SC, fed to the predictor
// while they run, and as many biased towards the predicted cycles, so that an
// error which SC can show is not blamed on a relaxed model.
func record(ctx context.Context, r *Report) (*predict.Predictor, error) {
	o := &r.Options
	w := newWorker(r.Program, models.SC, o)
	pr := predict.New(o.Predict)
	random := strategy.NewRandom(strategySeed(o.Seed, streamSC))
	for run := range o.Runs {
		if ctx.Err() != nil {
			break
		}
		random.Begin(run)
		res := w.machine.Run(ctx, random, pr)
		if err := r.scRun(w, res); err != nil {
			return nil, err
		}
		o.progress(Progress{Stage: "sc", Done: run + 1, Total: 2 * o.Runs, Executions: run + 1})
	}
	r.SC.Predicted = pr.Predicted()
	cycles := pr.Cycles(o.Models[len(o.Models)-1])
	for run := range o.Runs {
		if ctx.Err() != nil || len(cycles) == 0 {
			break
		}
		w.bias.aim(cycles[run*len(cycles)/o.Runs], strategySeed(o.Seed, streamBiasedSC, uint64(run)))
		res := w.machine.Run(ctx, w.bias, &w.bias.trail)
		if err := r.scRun(w, res); err != nil {
			return nil, err
		}
		o.progress(Progress{Stage: "sc", Done: o.Runs + run + 1, Total: 2 * o.Runs, Executions: o.Runs + run + 1})
	}
	return pr, nil
}

func (r *Report) scRun(w *worker, res *interp.Result) error {
	if res.Outcome == interp.Unsupported {
		return &UnsupportedError{res.Err}
	}
	if res.Outcome == interp.Interrupted {
		return nil
	}
	r.SC.Runs++
	r.SC.Ended.add(res.Outcome)
	if res.Err != nil {
		r.SC.Errors = addFinding(r.SC.Errors, res.Err, 1, w.witness(res, nil))
	}
	return nil
}

// addFinding counts an error in a list, keeping the shorter witness.
func addFinding(list []Finding, e *interp.Error, n int, w *Witness) []Finding {
	key := e.Key()
	for i := range list {
		f := &list[i]
		if f.Error.Key() == key {
			f.Count += n
			if w.Steps < f.Witness.Steps {
				f.Error, f.Witness = e, w
			}
			return list
		}
	}
	return append(list, Finding{Error: e, Count: n, Witness: w})
}

func (o *Options) progress(p Progress) {
	if o.Progress != nil {
		o.Progress(p)
	}
}

// strategySeed names a stream of random numbers.
func strategySeed(seed uint64, names ...uint64) uint64 {
	r := strategy.NewRand(seed, names...)
	return r.Uint64()
}
