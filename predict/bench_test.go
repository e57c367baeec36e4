package predict

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"fencepost/trace/tracetest"
)

// BenchmarkLoop feeds a million events of a loop.
func BenchmarkLoop(b *testing.B) {
	events := loop(1_000_000 / 6)
	b.ReportAllocs()
	for b.Loop() {
		predictAll(Options{}, events).Predicted()
	}
	b.ReportMetric(float64(len(events))*float64(b.N)/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkSearch searches executions with many summaries.
func BenchmarkSearch(b *testing.B) {
	for _, maxLen := range []int{4, 6, 8} {
		b.Run(fmt.Sprint(maxLen), func(b *testing.B) {
			r := rand.New(rand.NewPCG(8, 8))
			events := tracetest.Run(r, tracetest.Random(r, tracetest.Shape{Threads: 4, Ops: 25, Locs: 6, Sites: 60}), "sc")
			n := 0
			for b.Loop() {
				n = predictAll(Options{MaxLen: maxLen}, events).Predicted()
			}
			b.ReportMetric(float64(n), "cycles")
		})
	}
}
