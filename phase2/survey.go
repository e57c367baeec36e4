package phase2

import (
	"context"

	"fencepost/interp"
	"fencepost/interp/campaign"
	"fencepost/interp/strategy"
	"fencepost/models"
	"fencepost/predict"
	"fencepost/trace"
)

// surveys is how many executions of a survey there are for each that is recorded,
// under a model that knows data races.
const surveys = 10

// surveyed returns of how many executions a survey under a model is.
func (o *Options) surveyed(m *models.Model) int {
	if m.Native {
		return surveys * o.Runs
	}
	return o.Runs
}

// survey tests the program under a model: an error may need no predicted cycle,
// such as one of accesses to a block that is freed. Under a model that knows data
// races there are more executions, for one that races is wrong whatever it shows,
// and a program may race where no cycle is kept; and besides those that aim at
// nothing there is one for each predicted cycle, since its sites are such as may
// race, up to as many.
func survey(ctx context.Context, r *Report, mr *ModelReport, pr *predict.Predictor) error {
	found, ended, err := r.test(ctx, mr.Model, r.Options.surveyed(mr.Model))
	if err != nil {
		return err
	}
	mr.Ended.Merge(ended)
	o := &r.Options
	known := r.ErrorKeys()
	for _, f := range found {
		switch {
		case f.Error.Kind == interp.DataRace:
			mr.Races = append(mr.Races, f)
		case !known[f.Error.Key()]:
			mr.Errors = append(mr.Errors, f)
		}
	}
	if !mr.Model.Native {
		return nil
	}
	w := newWorker(r.Program, mr.Model, o)
	for run, c := range pr.Candidates(surveys * o.Runs) {
		if ctx.Err() != nil {
			break
		}
		res, events := w.biased(ctx, c, 0, nil, strategySeed(o.Seed, streamSurvey, uint64(run)))
		switch res.Outcome {
		case interp.Interrupted:
			continue
		case interp.Unsupported:
			return &interp.UnsupportedError{Err: res.Err}
		}
		mr.Ended.Add(res.Outcome)
		if res.Err != nil && !known[res.Err.Key()] {
			mr.Errors = w.addFinding(mr.Errors, res.Err, res, events)
		}
		for _, e := range res.Races {
			mr.Races = w.addFinding(mr.Races, e, res, events)
		}
	}
	return nil
}

// surveySC makes as many executions under SC as the surveys do under a model, so
// that an error which SC can show is not blamed on it.
func surveySC(ctx context.Context, r *Report) error {
	runs := 0
	for _, m := range r.Options.Models {
		runs = max(runs, r.Options.surveyed(m))
	}
	found, ended, err := r.test(ctx, models.SC, runs)
	if err != nil {
		return err
	}
	r.SC.Runs += ended.Total()
	r.SC.Ended.Merge(ended)
	r.SC.Errors = mergeFindings(r.SC.Errors, found)
	newWorker(r.Program, models.SC, &r.Options).minimiseAll(ctx, r.SC.Errors)
	return nil
}

// test is a campaign of so many tests.
func (r *Report) test(ctx context.Context, m *models.Model, runs int) (found []Finding, ended interp.Outcomes, err error) {
	o := &r.Options
	seed := strategySeed(o.Seed, streamSurvey)
	t, err := campaign.Run(ctx, r.Program, m, campaign.Options{
		Strategy: func() interp.Strategy { return strategy.NewAuto(seed, true) },
		Runs:     runs, Workers: o.Workers, Machine: o.Machine,
		Progress: func(c *campaign.Report) {
			o.progress(Progress{Stage: "test " + m.Name, Done: c.Runs, Total: runs, Executions: c.Runs})
		},
	})
	if err != nil {
		return nil, ended, err
	}
	w := newWorker(r.Program, m, o)
	for i := range t.Findings {
		f := &t.Findings[i]
		res, events := w.again(ctx, f.Witness.Choices)
		found = append(found, Finding{Error: f.Error, Count: f.Count, Witness: w.witness(res, events, nil)})
	}
	return found, t.Ended, nil
}

// again runs an execution once more, to its end whatever becomes of ctx.
func (w *worker) again(ctx context.Context, choices []int32) (*interp.Result, []trace.Event) {
	s := strategy.NewReplay(choices)
	s.Begin(0)
	var rec trace.Recorder
	res := w.machine.Run(context.WithoutCancel(ctx), s, &rec)
	return res, rec.Events
}

// minimiseRaces makes the witnesses of data races smaller, and fills in where the
// threads were when they raced.
func (w *worker) minimiseRaces(ctx context.Context, races []Finding) {
	for i := range races {
		f := &races[i]
		f.Witness = w.minimise(ctx, f.Witness, goal{race: f.Error.Key()})
		res, _ := w.again(ctx, f.Witness.Choices)
		w.machine.RaceStacks(context.WithoutCancel(ctx))
		for _, e := range res.Races {
			if e.Key() == f.Error.Key() {
				f.Error = e
			}
		}
	}
}
