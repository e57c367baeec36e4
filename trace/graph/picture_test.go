package graph_test

import (
	"math/rand/v2"
	"testing"

	"fencepost/trace"
	"fencepost/trace/graph"
	"fencepost/trace/tracetest"
)

// TestPicture holds what is shown of random executions against happens-before by the
// definition: the same order between the events shown, no edge that others imply, and
// layers that go down along it.
func TestPicture(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	reduced := 0
	for range 400 {
		p := tracetest.Random(r, tracetest.Shape{Threads: 3, Ops: 6, Locs: 2, Sites: 4, Main: true})
		events := tracetest.Run(r, p, "pso")
		x := graph.New(events, nil)
		n := len(events) + 1
		hb := make([][]bool, n)
		for i := range hb {
			hb[i] = make([]bool, n)
		}
		for e := range x.PO() {
			hb[e.From][e.To] = true
		}
		for e := range x.SW() {
			hb[e.From][e.To] = true
		}
		closure(hb)
		var show []int32
		for i := range events {
			if events[i].Kind != trace.Commit && r.IntN(3) > 0 {
				show = append(show, events[i].ID)
			}
		}
		if len(show) == 0 {
			continue
		}
		pic, err := x.Picture(show, nil)
		if err != nil {
			t.Fatal(err)
		}
		layer := map[int32]int{}
		for i, id := range pic.Events {
			layer[id] = pic.Layers[i]
		}
		got := make([][]bool, n)
		for i := range got {
			got[i] = make([]bool, n)
		}
		for _, e := range pic.HB {
			got[e.From][e.To] = true
			if layer[e.From] >= layer[e.To] {
				t.Fatalf("layer %d of %d is not above layer %d of %d", layer[e.From], e.From, layer[e.To], e.To)
			}
		}
		closure(got)
		for _, a := range show {
			for _, b := range show {
				if got[a][b] != hb[a][b] {
					t.Fatalf("%d before %d: shown %v, is %v\n%s", a, b, got[a][b], hb[a][b], list(events))
				}
			}
		}
		for _, e := range pic.HB {
			for _, m := range show {
				if hb[e.From][m] && hb[m][e.To] {
					t.Fatalf("%v is shown, though %d lies between", e, m)
				}
			}
		}
		reduced += len(show)
	}
	if reduced < 1000 {
		t.Errorf("only %d events were shown", reduced)
	}
}

func closure(r [][]bool) {
	for k := range r {
		for i := range r {
			for j := range r {
				r[i][j] = r[i][j] || r[i][k] && r[k][j]
			}
		}
	}
}

// Of a long execution a part is shown: the whole would take hours.
func TestPictureOfLongExecution(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 0))
	events := tracetest.Run(r, tracetest.Random(r, tracetest.Shape{Threads: 4, Ops: 20_000, Locs: 9, Sites: 9}), "tso")
	p, err := graph.New(events, nil).Picture(nil, nil)
	if err != nil || len(p.Events) == 0 || len(p.Events) > graph.MaxShown {
		t.Errorf("%d of %d events are shown, %v", len(p.Events), len(events), err)
	}
}
