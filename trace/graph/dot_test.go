package graph_test

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"fencepost/trace"
	"fencepost/trace/graph"
	"fencepost/trace/tracetest"
)

var update = flag.Bool("update", false, "write golden files")

func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s: got\n%s\nwant\n%s", path, got, want)
	}
}

func TestDOTGolden(t *testing.T) {
	x := graph.New(tracetest.StoreBuffering(true), nil)
	sites := []trace.Site{{Pos: trace.Pos{File: "sb.c", Line: 7, Col: 5}, Text: "x = \"1\"", Func: "p"}}
	for name, d := range map[string]graph.Drawing{
		"testdata/sb.dot":      {Sites: sites, Cycle: x.Cycle()},
		"testdata/sb_part.dot": {Show: []int32{2, 5}},
	} {
		var first bytes.Buffer
		for range 5 { // the library goes through maps
			var out bytes.Buffer
			if err := x.WriteDOT(&out, d); err != nil {
				t.Fatal(err)
			}
			if first.Len() > 0 && !bytes.Equal(out.Bytes(), first.Bytes()) {
				t.Fatalf("%s: drawn again it is another drawing", name)
			}
			first = out
		}
		golden(t, name, first.Bytes())
	}
}

// An order is a coherence order given as constraints.
type order []graph.Edge

func (o order) Precedes(_, a, b int32) bool {
	for _, e := range o {
		if e.From == a && (e.To == b || o.Precedes(0, e.To, b)) {
			return true
		}
	}
	return false
}

func (o order) Constraints(dst []graph.Edge, loc int32) []graph.Edge {
	if loc > 0 {
		return dst
	}
	return append(dst, o...)
}

// Of native C11 the graph has rf, mo and sw, and initial content where one of them
// leaves it; the edges of happens-before and modification order are reduced.
func TestDOTNative(t *testing.T) {
	var b tracetest.Builder
	b.Threads(2)
	b.Add(0, trace.Store, x, 1, 0) // event 2
	b.Add(1, trace.Load, x, 1, 2)
	b.Add(1, trace.Load, y, 0, 0)
	b.Add(1, trace.Store, x, 2, 0)
	b[1].Order, b[2].Order = trace.Release, trace.Acquire
	var out bytes.Buffer
	g := graph.New(b, order{{From: 0, To: 2}, {From: 0, To: 5}, {From: 2, To: 5}})
	if err := g.WriteDOT(&out, graph.Drawing{}); err != nil {
		t.Fatal(err)
	}
	for want, there := range map[string]bool{
		`"e2" -> "e3" [ color="darkgreen", label="sw, rf",  weight=8 ]`: true, `"i1" -> "e4" [ color="blue"`: true,
		`"i0" -> "e2" [ color="brown"`: true, `"e2" -> "e5" [ color="brown"`: true, `"e3" -> "e4" [ label="po"`: true,
		`"i0" -> "e5"`: false, `"e1" -> "e3"`: false, `label="fr"`: false,
	} {
		if strings.Contains(out.String(), want) != there {
			t.Errorf("%q is there: %v, in\n%s", want, !there, out.String())
		}
	}
}
