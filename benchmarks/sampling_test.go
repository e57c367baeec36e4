package benchmarks_test

import (
	"context"
	"slices"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/campaign"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/witness"
	"fencepost/models/c11"
)

// TestSampling: in programs that strategies were not made for, auto as the command test has
// it finds every error that random finds in as many executions, and none in what is right.
func TestSampling(t *testing.T) {
	programs := programtest.All(t, "sampling")
	if len(programs) != 20 {
		t.Fatalf("%d programs", len(programs))
	}
	for _, prog := range testsize.Part(4, programs) {
		t.Run(prog.Name(), func(t *testing.T) {
			t.Parallel()
			p := prog.Compile(t)
			for seed := range uint64(testsize.Count(2, 10)) {
				find := func(s interp.Strategy) []witness.Finding {
					r, err := campaign.Run(context.Background(), p, c11.Model, campaign.Options{
						Strategy: func() interp.Strategy { return s }, Runs: 1000, Workers: 1, Explore: true,
					})
					if err != nil {
						t.Fatal(err)
					}
					return r.Findings
				}
				auto, random := find(strategy.NewAuto(seed, true)), find(strategy.NewRandom(seed))
				if len(auto) == 0 {
					t.Errorf("seed %d: auto finds no error", seed)
				}
				for _, f := range random {
					if !slices.ContainsFunc(auto, func(g witness.Finding) bool { return g.Error.Key() == f.Error.Key() }) {
						t.Errorf("seed %d: auto does not find what random finds %d times: %v", seed, f.Count, f.Error)
					}
				}
			}
			fixed := prog.Compile(t, "FIXED")
			r, err := campaign.Run(context.Background(), fixed, c11.Model, campaign.Options{
				Strategy: func() interp.Strategy { return strategy.NewAuto(1, true) }, Runs: 200, Workers: 1, Explore: true,
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range r.Findings {
				t.Errorf("the mended program: %v", f.Error)
			}
		})
	}
}
