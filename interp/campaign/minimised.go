package campaign

import (
	"context"

	"fencepost/interp"
	"fencepost/interp/machine/witness"
	"fencepost/trace"
)

// Minimised returns the findings with replayed witnesses, made shorter where possible. o
// are the machine options of the campaign.
func (r *Report) Minimised(ctx context.Context, o interp.Options) []witness.Finding {
	var list []witness.Finding
	m := interp.New(r.Program, r.Model, o)
	late, cancel := witness.Grace(ctx)
	defer cancel()
	for i := range r.Findings {
		f := &r.Findings[i]
		var (
			rec trace.Recorder
			to  witness.Goal
		)
		if f.Error.Kind == interp.DataRace {
			to.Race = f.Error.Key()
		}
		res, _ := witness.Replay(late, m, f.Witness.Choices, &rec)
		if res.Outcome == interp.Interrupted {
			list = append(list, *f) // there is no time left
			continue
		}
		w := witness.Of(m, o, res, rec.Events).Minimise(ctx, m, to)
		e := w.Error
		if f.Error.Kind == interp.DataRace {
			e = witness.Race(late, m, w.Choices, f.Error)
		}
		list = append(list, witness.Finding{Error: e, Count: f.Count, First: f.First, Witness: w})
	}
	return list
}
