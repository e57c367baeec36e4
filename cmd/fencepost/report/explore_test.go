package report

import (
	"bytes"
	"strings"
	"testing"

	"fencepost/interp/search/explore"
	"fencepost/models/axiom"
	"fencepost/trace"
)

// A graph is drawn with the halves of an RMW as one event, and without choices.
func TestGraphEvents(t *testing.T) {
	p := program()
	a, b := p.Objects[0].Addr, p.Objects[1].Addr
	g := &explore.Graph{Model: "c11", Events: []explore.Event{
		{Thread: 1, Index: 0, Kind: axiom.Choice, Site: -1, Value: 7, RF: axiom.None},
		{Thread: 1, Index: 1, Kind: axiom.Write, Order: trace.Release, Site: 0, Addr: a, Size: 4, Value: 1, RF: axiom.None, CoPosition: 1},
		{Thread: 2, Index: 0, Kind: axiom.ExclusiveRead, Order: trace.Acquire, Site: 3, Addr: a, Size: 4, Value: 1, RF: 1},
		{Thread: 1, Index: 2, Kind: axiom.Read, Order: trace.Relaxed, Site: 1, Addr: b, Size: 4, RF: axiom.Init},
		{Thread: 2, Index: 1, Kind: axiom.ExclusiveWrite, Order: trace.Acquire, Site: 3, Addr: a, Size: 4, Value: 5, RF: axiom.None, CoPosition: 2},
		{Thread: 2, Index: 2, Kind: axiom.Fence, Order: trace.SeqCst, Site: -1, RF: axiom.None},
	}}
	x := g.Execution()
	events := x.Events
	want := []trace.Event{
		{ID: 1, Thread: 1, I: 2, Kind: trace.Store, Order: trace.Release, Site: 0, Loc: 0, Addr: a, Size: 4, Value: 1, C: 1},
		{ID: 2, Thread: 2, I: 1, Kind: trace.RMW, Order: trace.Acquire, Site: 3, Loc: 0, Addr: a, Size: 4, Value: 5, Read: 1, RF: 1, C: 2},
		{ID: 3, Thread: 1, I: 3, Kind: trace.Load, Order: trace.Relaxed, Site: 1, Loc: 1, Addr: b, Size: 4},
		{ID: 4, Thread: 2, I: 3, Kind: trace.Fence, Order: trace.SeqCst, Site: -1, Loc: -1},
	}
	if len(events) != len(want) {
		t.Fatalf("%d events, want %d: %+v", len(events), len(want), events)
	}
	for i := range want {
		if events[i] != want[i] {
			t.Errorf("event %d is %+v, want %+v", i+1, events[i], want[i])
		}
	}
	var dot bytes.Buffer
	var drawing printer
	s := NewSource(p)
	drawing.columns(drawn(s, x), columns{from: true})
	for _, text := range []string{"write x = 1, release", "update x: 1 to 5, acquire (from 1)", "read y = 0, relaxed (initial)", "fence seq_cst"} {
		if !strings.Contains(drawing.String(), text) {
			t.Errorf("%q is not drawn:\n%s", text, drawing.String())
		}
	}
	body := &Explore{Files: []ExploredFile{{Program: "sb.c", Source: s, Models: []ExploredModel{{Model: "c11", Examples: []Example{{Outcome: "r=1", Execution: x}}}}}}}
	if err := WriteDOT(&dot, &Result{Body: body}); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"// sb.c, c11: r=1\nstrict digraph", `"e1" -> "e2" [ color="darkgreen", label="sw, rf, mo"`, `"e2" -> "e4" [ label="po"`, "fence seq_cst"} {
		if !strings.Contains(dot.String(), text) {
			t.Errorf("%q is not drawn:\n%s", text, dot.String())
		}
	}
}

func TestStrategyName(t *testing.T) {
	number := func(n int) *int { return &n }
	for _, c := range []struct {
		s    Strategy
		want string
	}{
		{Strategy{Name: "auto"}, "auto"},
		{Strategy{Name: "pct", Depth: number(3)}, "pct, depth 3"},
		{Strategy{"pctwm", number(0), number(1), nil}, "pctwm, depth 0, history 1"},
	} {
		if got := c.s.String(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
