package search

import (
	"cmp"
	"context"
	"path/filepath"

	"fencepost/interp"
	"fencepost/interp/search/buffering"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// buffering searches a C program under a model that allows load buffering but orders what
// depends on a load.
func (x *Exploration) buffering(ctx context.Context, m *candidates.Model, o *Options) (*Found, error) {
	out := &Found{Model: &axiom.Model{Name: m.Name()}, Pictures: map[string]*candidates.Picture{}, Files: map[*explore.Counterexample]string{}}
	r, err := buffering.Run(ctx, x.Program, m, buffering.Options{
		Machine: o.Machine, MaxExecutions: o.MaxExecutions, UntilError: o.UntilError,
		Progress: o.Progress(filepath.Base(x.Name)+" "+m.Name(), 0),
		Outcome:  func(dst []byte, e *buffering.Execution) []byte { return explore.AppendState(dst, e, x.observed) },
	})
	if e, ok := err.(*interp.Error); ok {
		err = &interp.UnsupportedError{Err: e}
	}
	if err != nil {
		return nil, err
	}
	out.Report, out.Incomplete = r.Report, cmp.Or(r.Incomplete, incomplete(ctx, r.Report, o))
	out.sortOutcomes(r.Outcomes)
	return out, nil
}
