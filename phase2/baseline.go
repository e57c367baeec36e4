package phase2

import (
	"cmp"
	"context"
	"math"

	"fencepost/interp"
	"fencepost/interp/campaign"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/trace"
)

// perRecorded is the number of executions of the baseline for each recorded one, under a
// model that detects data races.
const perRecorded = 10

// Tests returns the number of executions of the baseline under a model.
func (o *Options) Tests(m *models.Model) int {
	if m.Native {
		return perRecorded * o.Runs
	}
	return o.Runs
}

// tests are the tests of a program under a model. Campaign.Look makes the first of them.
type tests struct {
	session *campaign.Session
	// set when all tests are made
	report *campaign.Report
	found  []witness.Finding
}

// testsOf returns the tests under a model, at most runs of them.
func (c *Campaign) testsOf(m *models.Model, runs int) *tests {
	key := testsKey{m, runs}
	if c.tests[key] == nil {
		c.tests[key] = &tests{session: c.r.newTests(m, runs)}
	}
	return c.tests[key]
}

type testsKey struct {
	model *models.Model
	runs  int
}

func (r *Report) newTests(m *models.Model, runs int) *campaign.Session {
	o := &r.Options
	seed := strategy.Seed(o.Seed, streamBaseline)
	return campaign.Begin(r.Program, m, campaign.Options{
		Strategy: func() interp.Strategy { return strategy.NewAuto(seed, true) },
		Runs:     runs, Workers: o.Workers, Machine: o.Machine, CutLong: o.Bounds != nil,
		Progress: func(c *campaign.Report) {
			o.ReportProgress(witness.Progress{Stage: "test " + m.Name, Done: c.Runs, Total: runs, Executions: c.Runs})
		},
	})
}

// finish makes all remaining tests.
func (t *tests) finish(ctx context.Context, r *Report, m *models.Model) {
	if t.report == nil {
		t.session.Run(ctx, math.MaxInt)
	}
	t.end(ctx, r, m)
}

// end makes no further tests, and reports the tests so far. A second call does nothing.
func (t *tests) end(ctx context.Context, r *Report, m *models.Model) {
	if t.report != nil {
		return
	}
	t.report, _ = t.session.Report(ctx) // the report has the unsupported C as well
	w := newWorker(r.Program, m, &r.Options)
	late, cancel := witness.Grace(ctx)
	defer cancel()
	for _, f := range t.report.Findings {
		var rec trace.Recorder
		res, _ := witness.Replay(late, w.machine, f.Witness.Choices, &rec)
		found := witness.Finding{Error: f.Error, Count: f.Count, Witness: f.Witness}
		if res.Outcome != interp.Interrupted {
			found.Witness = w.witness(res, rec.Events, nil)
		}
		t.found = append(t.found, found)
	}
}

// baseline tests the program under a model, because an error may need no predicted cycle,
// for example an access to a freed block. A model that detects data races gets more
// executions: an execution with a race is an error whatever it shows, and a program may
// race where no cycle is predicted. For such a model there is, beside the executions
// without an aim, one for each predicted cycle, because its sites may race, up to the same
// number.
func (c *Campaign) baseline(ctx context.Context, mr *ModelReport) {
	r := c.r
	o := &r.Options
	t := c.testsOf(mr.Model, o.Tests(mr.Model))
	t.finish(ctx, r, mr.Model)
	mr.take(t)
	if !mr.Model.Native {
		return
	}
	w := newWorker(r.Program, mr.Model, o)
	w.bound(r)
	for run, cycle := range c.predictor.Candidates(perRecorded * o.Runs) {
		if ctx.Err() != nil {
			break
		}
		res, events := w.runner.Run(ctx, cycle, strategy.Seed(o.Seed, streamBaseline, uint64(run)))
		switch res.Outcome {
		case interp.Interrupted:
			continue
		case interp.Unsupported:
			keepFirst(&mr.Unsupported, res.Err)
			continue
		}
		mr.Ended.Add(res.Outcome, res.Loop)
		if res.Err != nil {
			mr.Errors = w.addFinding(mr.Errors, res.Err, res, events)
		}
		for _, e := range res.Races {
			mr.Races = w.addFinding(mr.Races, e, res, events)
		}
	}
}

// endlessSteps bounds the executions of a program that never ends, such as a server. Its
// races occur soon and again and again.
const endlessSteps = 5000

// baselineEndless tests a program of which no execution ended.
func (c *Campaign) baselineEndless(ctx context.Context, mr *ModelReport) {
	r := c.r
	t := c.testsOf(mr.Model, r.Options.Tests(mr.Model))
	t.end(ctx, r, mr.Model)
	mr.take(t)
	short := &Report{Program: r.Program, Options: r.Options}
	o := &short.Options.Machine
	o.MaxSteps = min(cmp.Or(o.MaxSteps, endlessSteps), endlessSteps)
	short.testModel(ctx, mr, giveUp)
	newWorker(r.Program, mr.Model, &short.Options).minimiseRaces(ctx, mr.Races)
}

// testModel adds the results of this many tests to mr.
func (r *Report) testModel(ctx context.Context, mr *ModelReport, runs int) {
	t := &tests{session: r.newTests(mr.Model, runs)}
	t.finish(ctx, r, mr.Model)
	mr.take(t)
}

// take adds the results of tests.
func (mr *ModelReport) take(t *tests) {
	keepFirst(&mr.Unsupported, t.report.Unsupported)
	mr.Ended.Merge(t.report.Ended)
	mr.Behaviours = max(mr.Behaviours, t.report.Behaviours)
	for i, f := range t.found {
		if f.Error.Kind == interp.DataRace {
			mr.Races = mergeFindings(mr.Races, t.found[i:i+1])
		} else {
			mr.Errors = mergeFindings(mr.Errors, t.found[i:i+1])
		}
	}
}

// testSC makes as many executions under SC as the baseline makes under a model, so that an
// error that SC can show is not blamed on the model.
func (c *Campaign) testSC(ctx context.Context) {
	r := c.r
	runs := 0
	for _, m := range r.Options.Models {
		runs = max(runs, r.Options.Tests(m))
	}
	t := c.testsOf(models.SC, runs)
	t.finish(ctx, r, models.SC)
	keepFirst(&r.Unsupported, t.report.Unsupported)
	r.SC.Runs += t.report.Ended.Total()
	r.SC.Ended.Merge(t.report.Ended)
	r.SC.Overflows, r.SC.OverflowAt = t.report.Overflows, t.report.OverflowAt
	r.SC.Errors = mergeFindings(r.SC.Errors, t.found)
	newWorker(r.Program, models.SC, &r.Options).minimiseAll(ctx, r.SC.Errors)
}

// minimiseRaces minimises the witnesses of data races, and adds the call stacks of the
// racing threads.
func (w *worker) minimiseRaces(ctx context.Context, races []witness.Finding) {
	late, cancel := witness.Grace(ctx)
	defer cancel()
	for i := range races {
		f := &races[i]
		f.Witness = f.Witness.Minimise(ctx, w.machine, witness.Goal{Race: f.Error.Key()})
		f.Error = witness.Race(late, w.machine, f.Witness.Choices, f.Error)
	}
}
