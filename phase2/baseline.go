package phase2

import (
	"cmp"
	"context"

	"fencepost/interp"
	"fencepost/interp/campaign"
	"fencepost/interp/strategy"
	"fencepost/interp/witness"
	"fencepost/models"
	"fencepost/predict"
	"fencepost/trace"
)

// perRecorded is how many executions of the baseline there are for each that is
// recorded, under a model that knows data races.
const perRecorded = 10

// baselineRuns returns of how many executions the baseline under a model is.
func (o *Options) baselineRuns(m *models.Model) int {
	if m.Native {
		return perRecorded * o.Runs
	}
	return o.Runs
}

// baseline tests the program under a model: an error may need no predicted cycle,
// such as one of accesses to a block that is freed. Under a model that knows data
// races there are more executions, for one that races is wrong whatever it shows,
// and a program may race where no cycle is predicted under it; and besides those that aim at
// nothing there is one for each predicted cycle, since its sites are such as may
// race, up to as many.
func baseline(ctx context.Context, r *Report, mr *ModelReport, pr *predict.Predictor) {
	o := &r.Options
	known := r.ErrorKeys()
	r.testModel(ctx, mr, o.baselineRuns(mr.Model), known)
	if !mr.Model.Native {
		return
	}
	w := newWorker(r.Program, mr.Model, o)
	for run, c := range pr.Candidates(perRecorded * o.Runs) {
		if ctx.Err() != nil {
			break
		}
		res, events := w.runner.Run(ctx, c, strategySeed(o.Seed, streamBaseline, uint64(run)))
		switch res.Outcome {
		case interp.Interrupted:
			continue
		case interp.Unsupported:
			meet(&mr.Unsupported, res.Err)
			continue
		}
		mr.Ended.Add(res.Outcome, res.Loop)
		if res.Err != nil && !known[res.Err.Key()] {
			mr.Errors = w.addFinding(mr.Errors, res.Err, res, events)
		}
		for _, e := range res.Races {
			mr.Races = w.addFinding(mr.Races, e, res, events)
		}
	}
}

// endlessSteps bounds the executions of a program that serves for ever: what races
// there, does so soon and again and again.
const endlessSteps = 5000

// baselineEndless tests a program of which no execution came to its end.
func baselineEndless(ctx context.Context, r *Report, mr *ModelReport) {
	short := &Report{Program: r.Program, Options: r.Options}
	o := &short.Options.Machine
	o.MaxSteps = min(cmp.Or(o.MaxSteps, endlessSteps), endlessSteps)
	short.testModel(ctx, mr, giveUp, r.ErrorKeys())
	newWorker(r.Program, mr.Model, &short.Options).minimiseRaces(ctx, mr.Races)
}

// testModel adds to mr what so many tests show, but for the errors that are known.
func (r *Report) testModel(ctx context.Context, mr *ModelReport, runs int, known map[string]bool) {
	found, tested := r.test(ctx, mr.Model, runs)
	mr.Unsupported = tested.Unsupported
	mr.Ended.Merge(tested.Ended)
	mr.Behaviours = tested.Behaviours
	for _, f := range found {
		switch {
		case f.Error.Kind == interp.DataRace:
			mr.Races = append(mr.Races, f)
		case !known[f.Error.Key()]:
			mr.Errors = append(mr.Errors, f)
		}
	}
}

// baselineSC makes as many executions under SC as the baselines do under a model, so
// that an error which SC can show is not blamed on it.
func baselineSC(ctx context.Context, r *Report) {
	runs := 0
	for _, m := range r.Options.Models {
		runs = max(runs, r.Options.baselineRuns(m))
	}
	found, tested := r.test(ctx, models.SC, runs)
	meet(&r.Unsupported, tested.Unsupported)
	r.SC.Runs += tested.Ended.Total()
	r.SC.Ended.Merge(tested.Ended)
	r.SC.Overflows, r.SC.OverflowAt = tested.Overflows, tested.OverflowAt
	r.SC.Errors = mergeFindings(r.SC.Errors, found)
	newWorker(r.Program, models.SC, &r.Options).minimiseAll(ctx, r.SC.Errors)
}

// test is a campaign of so many tests. What they met that is not supported is in its
// report.
func (r *Report) test(ctx context.Context, m *models.Model, runs int) (found []witness.Finding, t *campaign.Report) {
	o := &r.Options
	seed := strategySeed(o.Seed, streamBaseline)
	t, _ = campaign.Run(ctx, r.Program, m, campaign.Options{
		Strategy: func() interp.Strategy { return strategy.NewAuto(seed, true) },
		Runs:     runs, Workers: o.Workers, Machine: o.Machine,
		Progress: func(c *campaign.Report) {
			o.progress(witness.Progress{Stage: "test " + m.Name, Done: c.Runs, Total: runs, Executions: c.Runs})
		},
	})
	w := newWorker(r.Program, m, o)
	late, cancel := witness.Grace(ctx)
	defer cancel()
	for i := range t.Findings {
		f := &t.Findings[i]
		var rec trace.Recorder
		res, _ := witness.Replay(late, w.machine, f.Witness.Choices, &rec)
		if res.Outcome == interp.Interrupted {
			found = append(found, witness.Finding{Error: f.Error, Count: f.Count, Witness: f.Witness})
			continue
		}
		found = append(found, witness.Finding{Error: f.Error, Count: f.Count, Witness: w.witness(res, rec.Events, nil)})
	}
	return found, t
}

// minimiseRaces makes the witnesses of data races smaller, and fills in where the
// threads were when they raced.
func (w *worker) minimiseRaces(ctx context.Context, races []witness.Finding) {
	late, cancel := witness.Grace(ctx)
	defer cancel()
	for i := range races {
		f := &races[i]
		f.Witness = f.Witness.Minimise(ctx, w.machine, witness.Goal{Race: f.Error.Key()})
		f.Error = witness.Race(late, w.machine, f.Witness.Choices, f.Error)
	}
}
