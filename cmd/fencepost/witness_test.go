package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/cmd/fencepost/replay"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/trace"
)

// testProgram tests a program of the benchmarks as the command does.
func testProgram(tb testing.TB, name string, m *models.Model, runs int) (*code.Program, *campaign.Report) {
	tb.Helper()
	p := programtest.Compile(tb, name)
	r, err := campaign.Run(context.Background(), p, m, campaign.Options{
		Strategy: func() interp.Strategy { return strategy.NewAuto(1, true) }, Runs: runs,
	})
	if err != nil {
		tb.Fatal(err)
	}
	return p, r
}

// size returns how many events and context switches an execution has.
func size(events []trace.Event) (n, switches int) {
	last := trace.ThreadID(0)
	for i := range events {
		if e := &events[i]; e.Kind != trace.Commit && e.Thread != last {
			last = e.Thread
			switches++
		}
	}
	return len(events), switches
}

// Witnesses of C11 executions are no longer than what was found, show the same
// error, and are repeated from their files event by event; those of data races, too.
func TestC11WitnessesAreShort(t *testing.T) {
	races, shorter := 0, 0
	for _, name := range []string{"c11/barrier.c", "c11/mcs-lock.c", "c11/mpmc-queue.c", "c11/seqlock.c"} {
		p, r := testProgram(t, name, c11.Model, 128)
		for i, f := range r.Minimised(t.Context(), interp.Options{}) {
			if f.Error.Key() != r.Findings[i].Error.Key() {
				t.Errorf("%s: %s became %s", name, r.Findings[i].Error.Key(), f.Error.Key())
			}
			found := r.Findings[i].Witness.Events
			if f.Witness.Events > found {
				t.Errorf("%s: %v: %d events became %d", name, f.Error, found, f.Witness.Events)
			} else if f.Witness.Events < found {
				shorter++
			}
			if f.Error.Kind == interp.DataRace {
				races++
				if f.Error.Second.Event > int32(f.Witness.Events) || len(f.Error.First.Stack) == 0 {
					t.Errorf("%s: %v: the race is not that of the witness", name, f.Error)
				}
			}
			var file bytes.Buffer
			if err := f.Witness.File(p, cfront.Options{}, 1).Write(&file); err != nil {
				t.Fatal(err)
			}
			w, err := witness.Read(&file)
			if err != nil {
				t.Fatal(err)
			}
			var rec trace.Recorder
			_, res, err := w.Replay(context.Background(), p, nil, &rec)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			shown := slices.Clone(res.Races)
			if res.Err != nil {
				shown = append(shown, res.Err)
			}
			if !slices.ContainsFunc(shown, func(e *interp.Error) bool { return e.Key() == f.Error.Key() }) {
				t.Errorf("%s: the replay does not show %v", name, f.Error)
			}
		}
	}
	if races == 0 || shorter == 0 {
		t.Errorf("%d data races, %d shorter witnesses", races, shorter)
	}
}

// BenchmarkWitnesses reports, for each program of C11 with a bug, the events and
// context switches of the shortest execution found in 1000 and of the witness made
// of it, in all findings.
func BenchmarkWitnesses(b *testing.B) {
	for _, prog := range programtest.All(b, "c11") {
		p, r := testProgram(b, prog.Path, c11.Model, 1000)
		machine := interp.New(p, c11.Model, interp.Options{})
		for i := range r.Findings {
			f := &r.Findings[i]
			b.Run(fmt.Sprintf("%s/%d", prog.Name(), i+1), func(b *testing.B) {
				one := *r
				one.Findings = r.Findings[i : i+1]
				var found trace.Recorder
				s := strategy.NewReplay(f.Witness.Choices)
				s.Begin(0)
				machine.Run(context.Background(), s, &found)
				var w *witness.Witness
				for b.Loop() {
					w = one.Minimised(b.Context(), interp.Options{})[0].Witness
				}
				n, switches := size(found.Events)
				b.ReportMetric(float64(n), "events-found")
				b.ReportMetric(float64(switches), "switches-found")
				n, switches = size(replay.All(b.Context(), p, []*witness.Witness{w})[w].Events)
				b.ReportMetric(float64(n), "events")
				b.ReportMetric(float64(switches), "switches")
			})
		}
	}
}
