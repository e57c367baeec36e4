package campaign_test

import (
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/interp/campaign"
	"fencepost/models/c11"
)

// BenchmarkDetection tests the buggy programs for C11: the share of executions
// that show a bug, the behaviours among them, and the time of one execution.
func BenchmarkDetection(b *testing.B) {
	for _, prog := range programtest.All(b, "c11") {
		p := prog.Compile(b)
		for _, s := range strategies {
			b.Run(prog.Name()+"/"+s.name, func(b *testing.B) {
				var r *campaign.Report
				runs := 0
				for b.Loop() {
					r = run(b, p, c11.Model, campaign.Options{Strategy: s.make, Runs: 1000})
					runs += r.Runs
				}
				b.ReportMetric(100*float64(r.Buggy)/float64(r.Runs), "%buggy")
				b.ReportMetric(float64(r.Behaviours), "behaviours")
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(runs), "µs/execution")
			})
		}
	}
}
