package bias

import (
	"context"
	"fencepost/benchmarks/programtest"
	"fencepost/models"
	"reflect"
	"testing"
)

// TestContinuedStates replays how executions began: a continued execution makes
// the very choices of the one that it continues, and goes on from there.
func TestContinuedStates(t *testing.T) {
	p := programtest.Compile(t, "relaxer/dekker.c")
	pr, o := predicted(t, p)
	continued := 0
	for i, c := range pr.Cycles(models.PSO)[:10] {
		w := newRunner(p, models.PSO, o)
		b := w.hardware
		b.observer.asks = true
		w.Aim(c)
		w.split.reset(&w.matcher, c, 1)
		for ex := range 60 {
			begin := w.split.next(ex)
			res, events := w.run(context.Background(), c, ex, begin, uint64(ex))
			if len(begin) > len(res.Choices) || !reflect.DeepEqual(append([]int32{}, begin...), append([]int32{}, res.Choices[:len(begin)]...)) {
				t.Fatalf("cycle %d, execution %d does not begin as it was told", i, ex)
			}
			if w.split.level > 0 {
				continued++
			}
			if !w.Holds(events) {
				w.split.learn(res.Choices, b.asked)
			}
		}
	}
	if continued == 0 {
		t.Error("no execution continued another")
	}
}
