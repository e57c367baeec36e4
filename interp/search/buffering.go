package search

import (
	"cmp"
	"context"
	"path/filepath"
	"strings"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/buffering"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// buffers reports whether the function buffering searches under a model.
func (x *Exploration) buffers(m *candidates.Model) bool { return x.Test == nil && m.Dependent() }

// buffering searches a C program under a model that allows load buffering but orders what
// depends on a load.
func (x *Exploration) buffering(ctx context.Context, name string, m *candidates.Model, o *Options) (*Found, error) {
	out := &Found{
		Model: &axiom.Model{Name: m.Name()}, Pictures: map[string]*candidates.Picture{}, Files: map[*explore.Counterexample]string{},
		Runs: map[*explore.Counterexample]*witness.Witness{}, Shown: map[string]*witness.Witness{},
	}
	var r *buffering.Report
	var err error
	if o.joins() {
		r, err = x.joinBuffering(ctx, name, o)
	} else {
		r, err = x.runBuffering(ctx, m, o)
	}
	if e, ok := err.(*interp.Error); ok {
		err = &interp.UnsupportedError{Err: e}
	}
	if err != nil {
		return nil, err
	}
	r.Model = m.Name()
	out.Report, out.Incomplete = r.Report, cmp.Or(r.Incomplete, incomplete(ctx, r.Report, o))
	out.Note = assumption + "; " + unseen(buffering.Unseen(m.Mapping().Decided))
	out.sortOutcomes(r.Outcomes)
	if err := out.findExecutions(ctx, x.Program, m, r, o); err != nil {
		return nil, err
	}
	return out, nil
}

// runBuffering searches. The error is an *interp.Error if the program is not supported.
func (x *Exploration) runBuffering(ctx context.Context, m *candidates.Model, o *Options) (*buffering.Report, error) {
	return buffering.Run(ctx, x.Program, m, buffering.Options{
		Machine: o.Machine, MaxExecutions: o.MaxExecutions, UntilError: o.UntilError, UnrollEndless: o.UnrollEndless, Examples: o.Examples,
		Progress: o.Progress(filepath.Base(x.Name)+" "+m.Name(), 0),
		Outcome:  func(dst []byte, e *buffering.Execution) []byte { return explore.AppendState(dst, e, x.observed) },
	})
}

// assumption is what an answer under a model with load buffering relies on.
const assumption = "assumed: the compiler keeps each dependency of the source, such as that of v - v"

// unseen returns the note of an answer that does not look for some errors.
func unseen(errors []string) string { return "not looked at: " + strings.Join(errors, ", ") }

// findExecutions keeps an execution for each error and, with Options.Examples, for each of the
// first shownAtMost outcomes. When the context ends it keeps no more.
func (m *Found) findExecutions(ctx context.Context, p *code.Program, of *candidates.Model, r *buffering.Report, o *Options) error {
	late, cancel := witness.Grace(ctx)
	defer cancel()
	for i := range r.Errors {
		if !o.Runs || o.MaxRuns > 0 && i >= o.MaxRuns {
			break
		}
		f := &r.Errors[i]
		w, _, err := buffering.Witness(late, p, of, o.Machine, r.Schedules[i], f.Error)
		if late.Err() != nil {
			return nil
		} else if err != nil {
			return err
		}
		m.Runs[f], f.Error = w, w.Error
	}
	for _, out := range m.Outcomes[:min(len(m.Outcomes), shownAtMost)] {
		if r.Examples[out.State] == nil {
			continue
		}
		w, _, err := buffering.Witness(late, p, of, o.Machine, r.Examples[out.State], nil)
		if late.Err() != nil {
			return nil
		} else if err != nil {
			return err
		}
		m.Shown[out.State] = w
	}
	return nil
}
