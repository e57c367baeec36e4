package campaign_test

import (
	"sync/atomic"
	"testing"

	"fencepost/interp/campaign"
)

// All work is done before a panic in some of it reaches the caller.
func TestParallelPassesPanicsOn(t *testing.T) {
	var done atomic.Int32
	defer func() {
		if v := recover(); v != "two" || done.Load() != 7 {
			t.Errorf("recovered %v after %d", v, done.Load())
		}
	}()
	campaign.Parallel(8, func(i int) {
		if i == 2 {
			panic("two")
		}
		done.Add(1)
	})
	t.Error("no panic")
}
