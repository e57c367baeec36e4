package outputs

import (
	"path/filepath"
	"slices"

	"fencepost/cmd/fencepost/flags"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/phase2"
)

// A Saver saves the witnesses of a program in the folder of --out; none if there is none.
type Saver struct {
	Files    *Files
	Program  *code.Program
	Settings *flags.Settings
	Paths    map[*witness.Witness]string // of those that are saved
}

// Save saves a witness, which may be nil, unless it is saved.
func (s *Saver) Save(w *witness.Witness, name string) {
	if s.Settings.Out == "" || w == nil || s.Paths[w] != "" {
		return
	}
	s.Paths[w] = filepath.Join(s.Settings.Out, name)
	s.Files.Witness(s.Paths[w], w.File(s.Program, s.Settings.CompileOptions(), s.Settings.Seed))
}

// SaveErrors saves the witnesses of errors, numbered: c11-error-1.json.
func (s *Saver) SaveErrors(model string, list []witness.Finding) {
	for i := range list {
		s.Save(list[i].Witness, witness.ErrorName(model, i+1))
	}
}

// SaveConfirmation saves the witnesses of the trials of a cycle. Names tell the model, the cycle's
// number, and whether the execution ends in an error: tso-3-confirmed.json, tso-3-buggy.json.
func (s *Saver) SaveConfirmation(model string, number int, c *phase2.Confirmation) {
	s.Save(c.ConfirmedWitness, witness.ConfirmedName(model, number))
	s.Save(c.BuggyWitness, witness.BuggyName(model, number))
}

// SaveCampaign saves the witnesses of a campaign. Errors of executions that confirmed no cycle are
// numbered on their own.
func (s *Saver) SaveCampaign(r *phase2.Report) {
	s.SaveErrors("sc", r.SC.Errors)
	for i := range r.Models {
		m := &r.Models[i]
		for j := range m.Cycles {
			s.SaveConfirmation(m.Model.Name, m.Cycles[j].Cycle.Number, &m.Cycles[j])
		}
		s.SaveErrors(m.Model.Name, slices.Concat(m.Errors, m.Races))
	}
}
