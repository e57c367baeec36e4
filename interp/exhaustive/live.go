package exhaustive

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"fencepost/interp/explore"
	"fencepost/interp/liveness"
	"fencepost/interp/witness"
)

// live looks for threads that never get on. What it finds are executions of each model
// that has a machine.
func (x *Exploration) live(ctx context.Context, o *Options) error {
	r, err := liveness.Search(ctx, x.Program, liveness.Options{Machine: o.Machine})
	if err != nil {
		return err
	}
	for i := range x.Models {
		m := &x.Models[i]
		if m.Machine() == nil {
			continue
		}
		note := fmt.Sprintf("under sc no thread waits for ever while all run, in %d states", r.States)
		switch {
		case r.Incomplete != "":
			note = "liveness: " + r.Incomplete
			m.Incomplete = cmp.Or(m.Incomplete, note)
		case len(r.Findings) > 0:
			note = fmt.Sprintf("liveness: all of %d states under sc were looked at", r.States)
		}
		if m.Note != "" {
			m.Note += "; "
		}
		m.Note += note
		m.add(r.Findings)
	}
	return nil
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
		if !slices.ContainsFunc(all, func(old found) bool { return old.Error.Key() == f.Error.Key() }) {
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
