package buffering_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/buffering"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
)

// Every execution of random programs replays to the byte, is one of its outcome, and its events
// have the values of what they read.
func TestReplay(t *testing.T) {
	for _, model := range machines {
		t.Run(model, func(t *testing.T) {
			t.Parallel()
			m, err := candidates.Lookup(model)
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(7, 3))
			replayed := 0
			for range testsize.Count(60, 500) {
				src, names := random(r)
				p := compile(t, src)
				observed, err := explore.Observe(p, names)
				if err != nil {
					t.Fatal(err)
				}
				found, err := buffering.Run(context.Background(), p, m, buffering.Options{
					Examples: true, Outcome: func(dst []byte, x *buffering.Execution) []byte { return explore.AppendState(dst, x, observed) },
				})
				if err != nil {
					t.Fatalf("%v\n%s", err, src)
				}
				for state, schedule := range found.Examples {
					w, x, err := buffering.Witness(context.Background(), p, m, interp.Options{}, schedule, nil)
					if err != nil {
						t.Fatalf("%s: %v\n%s", state, err, src)
					}
					again, err := buffering.Replay(context.Background(), p, m, interp.Options{}, nil, w.Choices)
					if err != nil || witness.Hash(again.Events) != w.Trace {
						t.Fatalf("%s: the second replay differs: %v\n%s", state, err, src)
					}
					for i := range x.Events {
						e := &x.Events[i]
						read := e.Value
						if e.Kind.Writes() {
							read = e.Read
						}
						if e.Kind.Reads() && e.RF > 0 && (x.Event(e.RF).Value != read || x.Event(e.RF).Addr != e.Addr) {
							t.Fatalf("%s: event %d reads %d, event %d wrote %d\n%s", state, e.ID, read, e.RF, x.Event(e.RF).Value, src)
						}
					}
					replayed++
				}
			}
			if replayed < 50 {
				t.Errorf("%d executions replayed", replayed)
			}
		})
	}
}
