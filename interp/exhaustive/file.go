package exhaustive

import (
	"context"
	"fmt"

	"fencepost/interp"
	"fencepost/interp/cfront"
	"fencepost/interp/code"
	"fencepost/interp/explore"
	"fencepost/interp/witness"
	"fencepost/models"
	"fencepost/models/axiom"
)

// File returns the witness file of an error of which no run was found: it holds the
// execution graph, as the answers that make the search take it again. The options are
// those that p was compiled with.
func (m *Found) File(p *code.Program, f *explore.Finding, compile cfront.Options) *witness.File {
	o, mapping := &m.machine, models.C11.Name
	if o.Mapping != nil {
		mapping = o.Mapping.Name
	}
	return &witness.File{
		Program: p.Name, Hash: p.Hash, Files: p.Files, Defines: compile.Defines, IncludeDirs: compile.IncludeDirs,
		Include: compile.Include, RelaxedVolatile: compile.RelaxedVolatile,
		Model: m.Model.Name, Mapping: mapping, MaxSteps: o.MaxSteps,
		MallocFail: o.MallocFail, WeakFail: o.WeakFail, Unroll: o.Unroll,
		Error: f.Error.Error(), Events: len(f.Witness.Events), Explored: true, Choices: f.Witness.Schedule(),
	}
}

// Replay makes the execution graph of a witness file again.
func Replay(ctx context.Context, w *witness.File) (*code.Program, *axiom.Model, *explore.Finding, error) {
	p, err := w.Compile()
	if err != nil {
		return nil, nil, nil, err
	}
	m, ok := axiom.Lookup(w.Model)
	if !ok {
		return nil, nil, nil, fmt.Errorf("the witness is of an unknown model %q", w.Model)
	}
	if err := w.Intact(); err != nil {
		return nil, nil, nil, err
	}
	machine := interp.Options{MaxSteps: w.MaxSteps, MallocFail: w.MallocFail, WeakFail: w.WeakFail, Unroll: w.Unroll}
	if w.Mapping == models.None.Name {
		machine.Mapping = &models.None
	}
	r, err := explore.Replay(ctx, p, m, explore.Options{Machine: machine}, w.Choices)
	if err != nil {
		return nil, nil, nil, err
	}
	for i := range r.Errors {
		if f := &r.Errors[i]; f.Error.Error() == w.Error {
			return p, m, f, nil
		}
	}
	return nil, nil, nil, fmt.Errorf("the execution does not end in %q, as the witness says", w.Error)
}
