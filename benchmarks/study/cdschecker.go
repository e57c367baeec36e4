package study

import (
	"context"
	"time"

	"fencepost/benchmarks"
	"fencepost/interp"
	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
)

// A CDSCheckerRow is a program of Figure 11 of CDSChecker, explored.
type CDSCheckerRow struct {
	Published benchmarks.CDSCheckerRow
	Report    *explore.Report
	Time      time.Duration
}

// CDSChecker explores programs of Figure 11 of CDSChecker under c11, no loop bounded.
// Progress, if set, returns what is told of the progress of a search.
func CDSChecker(ctx context.Context, programs []benchmarks.CDSCheckerRow, workers int, progress func(program string) func(executions, blocked int64)) ([]CDSCheckerRow, error) {
	var rows []CDSCheckerRow
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
		rows = append(rows, CDSCheckerRow{published, r, took})
	}
	return rows, nil
}
