package search

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"fencepost/interp/machine/witness"
	"fencepost/interp/search/explore"
	"fencepost/interp/search/liveness"
	"fencepost/models"
)

// live searches for threads that make no progress, under each model with a machine: first
// in executions under SC, which every model has, then under the model.
func (x *Exploration) live(ctx context.Context, o *Options) error {
	sc, err := liveness.Search(ctx, x.Program, liveness.Options{Machine: o.Machine})
	if err != nil {
		return err
	}
	for i := range x.Models {
		m := &x.Models[i]
		switch model := m.Machine(); {
		case model == nil:
		case model == models.SC:
			m.lives([]*liveness.Report{sc})
		default:
			own, err := liveness.Search(ctx, x.Program, liveness.Options{Machine: o.Machine, Model: model, Name: m.Model.Name})
			if err != nil {
				return err
			}
			m.lives([]*liveness.Report{sc, own})
		}
	}
	return nil
}

// lives adds the results of searches for threads that make no progress.
func (m *Found) lives(reports []*liveness.Report) {
	var states, bounds []string
	found, incomplete := false, ""
	for _, r := range reports {
		states = append(states, fmt.Sprintf("%d states under %s", r.States, r.Model))
		bounds = append(bounds, r.Bounds...)
		incomplete = cmp.Or(incomplete, r.Incomplete)
		found = found || len(r.Findings) > 0
		m.add(r.Findings)
	}
	note := fmt.Sprintf("no thread waits for ever while all run, in %s", strings.Join(states, " and "))
	switch {
	case incomplete != "":
		note = "liveness: " + incomplete
		m.Incomplete = cmp.Or(m.Incomplete, note)
	case found:
		note = fmt.Sprintf("liveness: all of %s were looked at", strings.Join(states, " and "))
	}
	if len(bounds) > 0 {
		note += ", in which " + strings.Join(bounds, ", ")
	}
	if m.Note != "" {
		m.Note += "; "
	}
	m.Note += note
}

// add adds errors to those of the search, in order of their keys.
func (m *Found) add(list []witness.Finding) {
	type found struct {
		explore.Counterexample
		run *witness.Witness
	}
	var all []found
	for i := range m.Report.Errors {
		f := &m.Report.Errors[i]
		all = append(all, found{*f, m.Runs[f]})
	}
	for _, f := range list {
		if !slices.ContainsFunc(all, func(old found) bool { return old.Error.Same(f.Error) }) {
			all = append(all, found{explore.Counterexample{Error: f.Error, Executions: 1}, f.Witness})
		}
	}
	slices.SortStableFunc(all, func(a, b found) int { return cmp.Compare(a.Error.Key(), b.Error.Key()) })
	m.Report.Errors, m.Runs = make([]explore.Counterexample, len(all)), map[*explore.Counterexample]*witness.Witness{}
	for i, f := range all {
		m.Report.Errors[i] = f.Counterexample
		if f.run != nil {
			m.Runs[&m.Report.Errors[i]] = f.run
		}
	}
}
