package study

import (
	"context"
	"time"

	"fencepost/benchmarks"
	"fencepost/interp"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// A Fig11Row is a program of the figure.
type Fig11Row struct {
	Name       string         `json:"name"`
	Executions int64          `json:"executions"`
	Blocked    int64          `json:"blocked"`
	Complete   bool           `json:"complete"`
	Seconds    float64        `json:"seconds"`
	Bugs       []string       `json:"bugs"` // kinds
	Published  Fig11Published `json:"published"`
}

// Fig11Published is what CDSChecker found.
type Fig11Published struct {
	Executions int     `json:"executions"`
	Feasible   int     `json:"feasible"`
	Seconds    float64 `json:"seconds"`
	Bug        string  `json:"bug"`
}

// CDSChecker explores programs of Figure 11 of CDSChecker under c11, no loop bounded.
// Progress, if set, returns what is told of the progress of a search.
func CDSChecker(ctx context.Context, programs []benchmarks.CDSCheckerRow, workers int, progress func(program string) func(executions, blocked int64)) ([]Fig11Row, error) {
	rows := []Fig11Row{}
	for _, published := range programs {
		p, err := Compile("c11", published.Name, published.Defines()...)
		if err != nil {
			return nil, err
		}
		o := explore.Options{Machine: interp.Options{Semantics: interp.Semantics{NoSpurious: true}}, Workers: workers} // CDSChecker has none
		if progress != nil {
			o.Progress = progress(p.Name)
		}
		start := time.Now()
		r, err := explore.Run(ctx, p, axiom.RC11, o)
		if err != nil {
			return nil, err
		}
		took := time.Since(start)
		if ctx.Err() != nil {
			break
		}
		if progress != nil {
			o.Progress(r.Executions, r.Blocked)
		}
		row := Fig11Row{
			Name: published.Title(), Executions: r.Executions, Blocked: r.Blocked + r.Bounded, Complete: r.Complete, Seconds: took.Seconds(), Bugs: []string{},
			Published: Fig11Published{published.Executions, published.Feasible, published.Seconds, published.Bug},
		}
		for _, f := range r.Errors {
			row.Bugs = append(row.Bugs, string(f.Error.Kind))
		}
		rows = append(rows, row)
	}
	return rows, nil
}
