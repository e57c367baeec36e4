package report

import (
	"fencepost/interp"
	"fencepost/interp/witness"
	"fencepost/models"
	"fencepost/models/axiom"
)

// Issues returns the errors of a C program's executions in the order of the text,
// each once for all models that show it. Of a data race no execution is told.
func (x *Exploration) Issues() *Issues {
	o := &Issues{Command: "explore", Program: x.Source.prog, Source: x.Source, Replay: x.Replay,
		Files: map[*witness.Witness]string{}}
	for f, w := range x.Runs {
		if path, ok := x.Files[f]; ok {
			o.Files[w] = path
		}
	}
	at := map[string]int{}
	for k := range x.Models {
		m := &x.Models[k]
		model := &models.Model{Name: m.Model.Name, Title: m.Model.Title}
		o.Models = append(o.Models, model)
		if o.Incomplete == "" {
			o.Incomplete = m.Incomplete
		}
		for i := range m.Report.Errors {
			f := &m.Report.Errors[i]
			n, ok := at[f.Error.Key()]
			if !ok {
				n = len(o.list)
				at[f.Error.Key()] = n
				o.list = append(o.list, issue{err: f.Error})
			}
			out := &o.list[n]
			out.models = append(out.models, model)
			out.count += int(f.Executions)
			if out.witness == nil && f.Error.Kind != interp.DataRace {
				out.witness = x.Runs[f]
			}
			if m.Model == axiom.SC {
				out.cause = causeSC
			}
		}
	}
	return o
}
