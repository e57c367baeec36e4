package bias

import (
	"context"
	"slices"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/interp"
	"fencepost/models"
)

// A forgetful strategy knows nothing of the threads from one choice to the next.
type forgetful struct{ *hardware }

func (f forgetful) Choose(c *interp.Choice) int {
	f.allFree = 0
	return f.hardware.Choose(c)
}

// TestKnownThreads: what is kept of the threads from choice to choice changes no execution.
func TestKnownThreads(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, name := range []string{"dekker", "bakery", "msn", "ms2", "snark"} {
		p := programtest.Compile(t, "relaxer/"+name+".c")
		pr, o := predicted(t, p)
		for _, m := range []*models.Model{models.TSO, models.PSO, models.PSLO} {
			for _, o.Delay = range []Delay{DelayEvent, DelayTime} {
				r := newRunner(p, m, o)
				b := r.hardware
				list := pr.Candidates(1000)
				for run := range 40 {
					c := list[run*len(list)/40]
					res, _ := r.run(ctx, c, run%3, uint64(run))
					choices := slices.Clone(res.Choices())
					b.aim(c, run%3, uint64(run))
					if res = r.machine.Run(ctx, forgetful{b}, &b.observer); !slices.Equal(res.Choices(), choices) {
						t.Fatalf("%s, %s, delay by %v, cycle %v: run %d is another one", name, m.Name, o.Delay, c.Sites, run)
					}
				}
			}
		}
	}
}
