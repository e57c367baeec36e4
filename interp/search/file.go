package search

import (
	"context"
	"fmt"
	"path/filepath"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/linearize"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// A WitnessFile is a witness file with its path.
type WitnessFile struct {
	Path string
	*witness.File
}

// WitnessFiles returns the witness files of outcomes, such as SB-c11-outcome-1.json, in
// the order in which they are listed, and of errors, such as SB-c11-error-1.json, in a
// folder. base is SB in the example. A witness is of Found.Shown or Found.Runs or, for an
// error without one, the execution graph. The files of errors are noted in Found.Files.
func (x *Exploration) WitnessFiles(dir, base string, compile cfront.Options) (list []WitnessFile) {
	for k := range x.Models {
		m := &x.Models[k]
		name := base + "-" + m.Model.Name
		for i, o := range m.Outcomes {
			if w := m.Shown[o.State]; w != nil {
				list = append(list, WitnessFile{filepath.Join(dir, witness.OutcomeName(name, i+1)), w.File(x.Program, compile, 0)})
			}
		}
		for i := range m.Report.Errors {
			f := &m.Report.Errors[i]
			var out *witness.File
			if w := m.Runs[f]; w != nil {
				out = w.File(x.Program, compile, 0)
			} else if f.Witness != nil {
				out = m.file(x.Program, f, compile)
			} else {
				continue
			}
			m.Files[f] = filepath.Join(dir, witness.ErrorName(name, i+1))
			list = append(list, WitnessFile{m.Files[f], out})
		}
	}
	return list
}

// file returns the witness file of an error without a run. It holds the execution graph as the
// schedule with which explore.Replay repeats it. p was compiled with the options.
func (m *Found) file(p *code.Program, f *explore.Counterexample, compile cfront.Options) *witness.File {
	w := witness.NewFile(p, compile, &m.machine)
	w.Model, w.Error, w.Events = m.Model.Name, f.Error.Error(), len(f.Witness.Events)
	w.Explored, w.Choices = true, f.Witness.Schedule()
	w.SetPage(m.Model.Hardware)
	return w
}

// Replay repeats the execution graph of a witness file. The counterexample has the error that the
// file names; it is an error if the execution does not end in it.
func Replay(ctx context.Context, w *witness.File) (*code.Program, *axiom.Model, *explore.Counterexample, error) {
	p, err := w.Compile(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	m, ok := axiom.Lookup(w.Model)
	if own, err := w.Machine(); err != nil {
		return nil, nil, nil, err
	} else if own != nil {
		m, ok = axiom.Of(own), true
	}
	if !ok {
		return nil, nil, nil, fmt.Errorf("the witness is of an unknown model %q", w.Model)
	}
	if err := w.Intact(); err != nil {
		return nil, nil, nil, err
	}
	f, _, err := repeat(ctx, p, m, optionsOf(w, p), w.Choices, w.Error, w.Trace)
	return p, m, f, err
}

// optionsOf returns the options of package explore for the witness file of a program.
func optionsOf(w *witness.File, p *code.Program) explore.Options {
	o := explore.Options{Machine: interp.Options{Semantics: w.Semantics}}
	if s := w.Specification; s != nil {
		o.Check, o.Ends = check(s.Spec(), p), linearize.Ends(p)
	}
	return o
}
