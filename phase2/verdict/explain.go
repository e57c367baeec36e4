package verdict

import (
	"cmp"
	"context"
	"slices"

	"fencepost/interp"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search"
	"fencepost/models"
)

// ExplainExplored is Explain for the errors of an exploration.
func ExplainExplored(ctx context.Context, x *search.Exploration, o Options) (list []Cause, left []string, err error) {
	var found []Failure
	for k := range x.Models {
		m := &x.Models[k]
		var shownBy []*models.Model
		if machine := m.Machine(); machine != nil {
			shownBy = []*models.Model{machine}
			if machine.Native {
				o.Native = machine
			}
		}
		for i := range m.Report.Errors {
			f := &m.Report.Errors[i]
			run := m.Runs[f]
			if run != nil && run.Model.New == nil {
				run = nil // no machine runs the model
			}
			found = append(found, Failure{Error: f.Error, Models: shownBy, Witness: run})
		}
	}
	return Explain(ctx, x.Program, found, o)
}

// Explain groups the failures that testing or exploring found by cause, as Run does. It first
// tests and explores which of them sequential consistency shows too. It keeps to o.Budget; left
// says what it therefore left out.
func Explain(ctx context.Context, p *code.Program, found []Failure, o Options) (list []Cause, left []string, err error) {
	if len(found) == 0 {
		return nil, nil, nil
	}
	b := newBudget(o.Budget)
	o.Campaign.Machine.Work = b.meter
	step, done := b.limit(ctx, b.left())
	defer done()
	var known map[string]bool
	if slices.ContainsFunc(found, func(f Failure) bool { return !f.shownBySC() }) {
		if known, err = logicErrors(step, p, &o, b); err != nil {
			return nil, nil, err
		}
	}
	unique := merge(found)
	for i := range unique {
		f := &unique[i]
		if f.Error.Kind == interp.DataRace && f.Witness != nil && !f.Witness.Explored { // exploring numbers its events by itself
			m := interp.New(p, f.Witness.Model, o.Campaign.Machine)
			f.Error = witness.Race(step, m, f.Witness.Choices, f.Error)
		}
		if (known[f.Error.Key()] || f.shownBySC()) && !slices.Contains(f.Models, models.SC) {
			f.Models = slices.Insert(f.Models, 0, models.SC)
		}
	}
	list = newFinder(step, p, o).ranked(unique)
	return list, leftOut(ctx, step, list), nil
}

// shownBySC reports whether the failure's execution is sequentially consistent.
func (f *Failure) shownBySC() bool { return f.Witness != nil && f.Witness.Model == models.SC }

// logicTests is the number of random executions under sequential consistency.
const logicTests = 1000

// logicErrors returns the keys of the errors that sequential consistency shows.
func logicErrors(ctx context.Context, p *code.Program, o *Options, b *budget) (map[string]bool, error) {
	own := *o
	own.Campaign.Models = nil
	x := newExplorations(p, &own)
	if err := x.run(ctx, b, exploreFirst, b.percent(explorePart), true); err != nil {
		return nil, err
	}
	keys := map[string]bool{}
	if r := x.found[0]; r != nil {
		for i := range r.Errors {
			keys[r.Errors[i].Error.Key()] = true
		}
	}
	r, _ := campaign.Run(ctx, p, models.SC, o.tests(logicTests, false)) // what is not supported shows no error
	for _, f := range r.Findings {
		keys[f.Error.Key()] = true
	}
	return keys, nil
}

// merge unites the failures of one error, in the order in which they were found.
func merge(found []Failure) (list []Failure) {
	at := map[string]int{}
	for _, f := range found {
		key := f.Error.Key()
		i, known := at[key]
		if !known {
			at[key] = len(list)
			f.Models = slices.Clone(f.Models)
			list = append(list, f)
			continue
		}
		list[i].Models = append(list[i].Models, f.Models...)
		list[i].Witness = cmp.Or(list[i].Witness, f.Witness)
	}
	return list
}
