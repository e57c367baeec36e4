package fences

import (
	"context"

	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/phase2"
)

// A Comparison is the result of a program with one placement.
type Comparison struct {
	Placement Placement
	Program   *code.Program // with the placement
	Cost      Cost
	Report    *phase2.Report // of the whole pipeline
	Models    []Outcome      // in the order of Report.Models
}

// An Outcome is the result of phase 2 under one model.
type Outcome struct {
	Model      *models.Model
	Predicted  int // number of cycles of Algorithm 1, the same for all models
	UnderModel int
	Confirmed  int
	Buggy      int // number of cycles
	Errors     int // number of distinct errors that SC does not show
	// FirstBug counts the executions, cycles being tried in order, up to the first that
	// ended in such an error; 0 if there is none.
	FirstBug int
}

// Placements returns the placements to compare in a program: no fences, as written, without
// each of its own fences, and all fences.
func Placements(p *code.Program) []Placement {
	list := []Placement{AsWritten()}
	if len(Own(p)) > 0 {
		list = append([]Placement{None(p)}, list...)
		list = append(list, EachRemoved(p)...)
	}
	return append(list, All(p))
}

// Compare runs the pipeline on the program with each of the placements, under the models of
// the campaign. When ctx ends it returns the placements reached so far; the Report of the
// last one may be incomplete.
func Compare(ctx context.Context, p *code.Program, list []Placement, o Options) ([]Comparison, error) {
	o.fill()
	var rows []Comparison
	for _, pl := range list {
		if ctx.Err() != nil {
			break
		}
		row := Comparison{Placement: pl, Program: Apply(p, pl)}
		r, err := phase2.Check(ctx, row.Program, o.Campaign)
		if err != nil {
			return nil, err
		}
		row.Report = r
		row.Cost = count(ctx, row.Program, o.Campaign.Runs, o.Campaign).cost(*o.Weights)
		for i := range r.Models {
			m := &r.Models[i]
			row.Models = append(row.Models, Outcome{
				Model: m.Model, Predicted: m.Predicted, UnderModel: m.UnderModel, Confirmed: m.Confirmed(), Buggy: m.Buggy(),
				Errors: len(m.Errors), FirstBug: m.FirstBug(),
			})
		}
		rows = append(rows, row)
		if o.Progress != nil {
			o.Progress(witness.Progress{Done: len(rows)})
		}
	}
	return rows, nil
}
