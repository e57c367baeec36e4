package campaign_test

import (
	"context"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/interp"
	"fencepost/interp/campaign"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/vm"
	"fencepost/models"
)

// BenchmarkCoverage shows what asking for coverage costs.
func BenchmarkCoverage(b *testing.B) {
	p := programtest.Compile(b, "relaxer/dekker.c")
	for _, asked := range []bool{false, true} {
		name, o := "off", interp.Options{}
		if asked {
			name, o.Coverage = "on", vm.NewCoverage(p)
		}
		b.Run(name, func(b *testing.B) {
			_, err := campaign.Run(context.Background(), p, models.PSO, campaign.Options{
				Strategy: func() interp.Strategy { return strategy.NewRandom(1) },
				Runs:     b.N, Workers: 1, Machine: o,
			})
			if err != nil {
				b.Fatal(err)
			}
		})
	}
}
