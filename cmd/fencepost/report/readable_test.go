package report

import (
	"context"
	"strings"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/interp"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/graph"
)

// choices notes how many stores each load could read, by the load's event.
type choices struct {
	interp.Strategy
	rec trace.Recorder
	of  map[int32]int
}

func (c *choices) Choose(q *interp.Choice) int {
	if q.Kind == interp.ReadFrom {
		c.of[int32(len(c.rec.Events))+1] = q.N
	}
	return c.Strategy.Choose(q)
}

// The old values that an explanation tells are those that the model offers to each
// load; one that has no choice reads what it says that memory holds.
func TestOldValuesAreReadable(t *testing.T) {
	chosen := 0
	for _, name := range []string{"litmus/IRIW.c", "litmus/WRC+ra.c", "litmus/MP+cas-read.c", "relaxer/msn.c", "relaxer/bakery.c", "relaxer/harris.c", "relaxer/lazylist.c"} {
		p := programtest.Compile(t, name)
		machine := interp.New(p, models.PSLO, interp.Options{Semantics: interp.Semantics{MaxSteps: 2000}})
		for seed := range uint64(20) {
			c := &choices{Strategy: strategy.NewRandom(seed + 1), of: map[int32]int{}}
			c.Begin(0)
			machine.Run(context.Background(), c, &c.rec)
			s := NewExecution(NewSource(p), graph.New(c.rec.Events, nil), under(models.PSLO)).Explain(0, true)
			memory, cells := s.Memory(0), map[int32]int{}
			for i := range c.rec.Events {
				e := &c.rec.Events[i]
				if _, known := cells[e.Loc]; !known && (e.Kind.Reads() || e.Kind.Writes()) {
					cells[e.Loc] = len(cells)
				}
				for _, w := range s.Steps[i].Writes {
					memory[w.Cell] = w.Value
				}
				if e.Kind != trace.Load || e.C == trace.NoCommit {
					continue
				}
				cell, want := cells[e.Loc], max(c.of[e.ID], 1)
				if want > 1 {
					chosen++
				} else if !strings.HasSuffix(s.Steps[i].Does, " = "+memory[cell]) {
					t.Errorf("%s, seed %d: event %d, %s: memory holds %s", name, seed+1, e.ID, s.Steps[i].Does, memory[cell])
				}
				if got := readable(s, i, e.Thread, cell); got != want {
					t.Errorf("%s, seed %d: event %d, %s: %d values, could read %d", name, seed+1, e.ID, s.Steps[i].Does, got, want)
				}
			}
		}
	}
	if chosen < 100 {
		t.Errorf("only %d loads had a choice", chosen)
	}
}

// readable returns how many values of a cell the story tells that a thread may
// read before step i happens.
func readable(s *Explanation, i int, thread int32, cell int) int {
	if i == 0 {
		return 1
	}
	for _, o := range s.Steps[i-1].Old {
		if o.Thread == thread && o.Cell == cell {
			return len(o.Values)
		}
	}
	return 1
}
