package report

import (
	"cmp"
	"fmt"
	"strings"

	"fencepost/interp/code"
	"fencepost/phase2/fences"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A Comparison is the result of a program with different placements of fences.
type Comparison struct {
	Program     string      `json:"program"`
	Seed        uint64      `json:"seed"`
	Incomplete  *string     `json:"incomplete"` // why the plan was cut short, or null
	Comparisons []Placement `json:"comparisons"`
}

// A Placement is the result with one placement of fences.
type Placement struct {
	Name      string        `json:"name"` // in the syntax of --place
	Placement string        `json:"placement"`
	Added     []string      `json:"added"`
	Removed   []string      `json:"removed"`
	Cost      Cost          `json:"cost"`
	Models    []PlacedModel `json:"models"`

	Errors []string `json:"-"` // a line each
}

// A PlacedModel is the result with a placement under one model.
type PlacedModel struct {
	Model      string `json:"model"`
	Predicted  int    `json:"predicted"`
	UnderModel int    `json:"predicted_under_model"`
	Confirmed  int    `json:"confirmed"`
	Buggy      int    `json:"buggy"`
	Errors     int    `json:"errors"`
	FirstBug   *int   `json:"first_bug"` // number of executions; null if there is no bug
}

// A Cost is the number of fences of each kind that a run executes, and their cost.
type Cost struct {
	SL       float64 `json:"sl"`
	SS       float64 `json:"ss"`
	LL       float64 `json:"ll"`
	Weighted float64 `json:"weighted"`
}

func newCost(c fences.Cost) Cost {
	return Cost{c.Executed[trace.StoreLoad], c.Executed[trace.StoreStore], c.Executed[trace.LoadLoad], c.Weighted}
}

// FromComparison returns the result of comparing placements of fences in a program.
// incomplete is the reason why it was cut short; empty if it was not.
func FromComparison(p *code.Program, list []fences.Comparison, seed uint64, incomplete string, status Verdict) *Result {
	s := NewSource(p)
	out := New("fences", status)
	out.Source = s
	body := &Comparison{Program: p.Name, Seed: seed, Incomplete: orNull(incomplete), Comparisons: []Placement{}}
	for i := range list {
		row := &list[i]
		pl := Placement{
			Name: cmp.Or(row.Placement.Short, fmt.Sprintf("place-%d", i+1)), Placement: row.Placement.Describe(p), Cost: newCost(row.Cost), Models: []PlacedModel{},
			Added: lists.Map(row.Placement.Add, func(f fences.Fence) string { return f.Describe(p) }), Removed: s.siteList(row.Placement.Remove),
		}
		for _, m := range row.Models {
			o := PlacedModel{Model: m.Model.Name, Predicted: m.Predicted, UnderModel: m.UnderModel, Confirmed: m.Confirmed, Buggy: m.Buggy, Errors: m.Errors}
			if m.FirstBug > 0 {
				o.FirstBug = &m.FirstBug
			}
			pl.Models = append(pl.Models, o)
		}
		if row.Report != nil {
			placed := NewSource(row.Program)
			for _, f := range row.Report.SC.Errors {
				pl.Errors = append(pl.Errors, newError(placed, f.Error).Headline()+" [sc]")
			}
			for _, b := range findBugs(row.Report) {
				pl.Errors = append(pl.Errors, fmt.Sprintf("%s [%s]", newError(placed, b.err).Headline(), strings.Join(modelNames(b.models), ", ")))
			}
		}
		body.Comparisons = append(body.Comparisons, pl)
	}
	out.Body = body
	return out
}
