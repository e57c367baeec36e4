package buffering_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/buffering"
	"fencepost/interp/search/candidates"
	"fencepost/interp/search/explore"
)

// Executions of random programs replay to the byte, and their events have the values of what they
// read. Another schedule gives another execution, or strays.
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
					other := slices.Clone(schedule)
					other[r.IntN(len(other))] = int32(r.IntN(len(other)) - 3)
					switch x, err := buffering.Replay(context.Background(), p, m, interp.Options{}, nil, other); {
					case err != nil && !errors.Is(err, explore.ErrStrayed):
						t.Fatalf("%s: %v\n%v\n%s", state, err, other, src)
					case err == nil && !slices.Equal(other, schedule) && witness.Hash(x.Events) == w.Trace:
						t.Fatalf("%s: another schedule gives the same execution\n%v\n%v\n%s", state, other, schedule, src)
					}
				}
			}
			if replayed < 30 {
				t.Errorf("%d executions replayed", replayed)
			}
		})
	}
}
