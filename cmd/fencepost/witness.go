package main

import (
	"context"
	"path/filepath"
	"slices"

	"fencepost/cmd/fencepost/flags"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search"
	"fencepost/phase2"
	"fencepost/trace/graph"
)

// saveWitnesses writes the witnesses of a campaign to the directory of s.
// Names tell the model, the cycle's number, and whether the execution ends in
// an error: tso-3-confirmed.json, tso-3-buggy.json. Errors of executions that
// confirmed no cycle are numbered on their own: sc-error-1.json.
func (a *app) saveWitnesses(r *phase2.Report, files map[*witness.Witness]string, s *flags.Settings) {
	save := func(w *witness.Witness, name string) {
		if w == nil || files[w] != "" {
			return
		}
		path := filepath.Join(s.Out, name)
		files[w] = path
		a.files.Witness(path, w.File(r.Program, s.CompileOptions(), r.Options.Seed))
	}
	saveAll := func(findings []witness.Finding, model string) {
		for i := range findings {
			save(findings[i].Witness, witness.ErrorName(model, i+1))
		}
	}
	saveAll(r.SC.Errors, "sc")
	for i := range r.Models {
		m := &r.Models[i]
		for j := range m.Cycles {
			conf := &m.Cycles[j]
			number := conf.Cycle.Number
			save(conf.ConfirmedWitness, witness.ConfirmedName(m.Model.Name, number))
			save(conf.BuggyWitness, witness.BuggyName(m.Model.Name, number))
		}
		saveAll(slices.Concat(m.Errors, m.Races), m.Model.Name)
	}
}

// maxReplayed is how many events the executions have that replayAll returns. One more
// execution may go beyond that.
const maxReplayed = 1 << 19

// replayAll runs witnesses again, each on a machine of its own. Every execution that is
// shown comes from here, so none is shown that cannot be replayed.
func replayAll(ctx context.Context, p *code.Program, list []*witness.Witness) map[*witness.Witness]*graph.Execution {
	out := map[*witness.Witness]*graph.Execution{}
	late, cancel := witness.Grace(ctx)
	defer cancel()
	events := 0
	for _, w := range list {
		if events > maxReplayed {
			break
		}
		if w == nil || out[w] != nil {
			continue
		}
		x, err := search.Rerun(late, p, w)
		if late.Err() != nil {
			break
		}
		if err != nil {
			panic("a recorded execution cannot be repeated")
		}
		out[w] = x
		events += len(x.Events)
	}
	return out
}
