package interp_test

import (
	"context"
	"testing"

	"fencepost/interp"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/models/c11"
)

// BenchmarkPromises measures random executions under IMM beside those under C11.
func BenchmarkPromises(b *testing.B) {
	for _, name := range []string{"seqlock", "ms-queue", "rwlock"} {
		p := compileFile(b, "../benchmarks/c11/"+name+".c")
		for _, m := range []*models.Model{c11.Model, c11.IMM} {
			b.Run(name+"/"+m.Name, func(b *testing.B) {
				mc := interp.New(p, m, interp.Options{})
				s := strategy.NewRandom(1)
				events, i := 0, 0
				b.ReportAllocs()
				for b.Loop() {
					s.Begin(i)
					events += mc.Run(context.Background(), s, nil).Events
					i++
				}
				report(b, events)

			})
		}
	}
}
