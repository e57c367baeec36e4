package report

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"fencepost/phase2"
	"fencepost/trace"
)

// Bounds of the relations in a text, unless all is asked for.
const (
	relationLines = 40 // of each kind
	longChain     = 24 // stores of a chain before its middle is left out
)

// WriteRelations tells what C11's own model says of an execution beside its trace:
// what is decided of the modification order of each location, and which events
// synchronise. Stores are told by their events.
func (x *Execution) WriteRelations(w io.Writer, r *trace.Relations, all bool) error {
	var mo, sw []string
	for _, l := range r.MO {
		var texts []string
		for _, c := range chains(l.Edges) {
			texts = append(texts, chainText(c, all))
		}
		mo = append(mo, fmt.Sprintf("%s: %s", x.nameOf(l), strings.Join(texts, ";  ")))
	}
	for _, e := range r.SW {
		sw = append(sw, fmt.Sprintf("%d %s -> %d %s", e.From, x.describe(x.event(e.From)), e.To, x.describe(x.event(e.To))))
	}
	var b strings.Builder
	for _, part := range []struct {
		title string
		lines []string
	}{
		{"Modification order, as far as it is decided, by event:", mo},
		{"What synchronises with what:", sw},
	} {
		if len(part.lines) == 0 {
			continue
		}
		b.WriteString("\n" + part.title + "\n")
		for k, text := range part.lines {
			if k == relationLines && !all {
				fmt.Fprintf(&b, "  ... %d more\n", len(part.lines)-k)
				break
			}
			b.WriteString("  " + text + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// relationsOf returns what f, which may be nil, tells of a witness.
func relationsOf(f func(*phase2.Witness) *trace.Relations, w *phase2.Witness) *trace.Relations {
	if f == nil {
		return nil
	}
	return f(w)
}

// writeRelationsOf tells the relations of a witness of which x is the beginning;
// nothing if it has none.
func (x *Execution) writeRelationsOf(w io.Writer, f func(*phase2.Witness) *trace.Relations, wit *phase2.Witness, all bool) error {
	r := relationsOf(f, wit)
	if r == nil {
		return nil
	}
	return x.WriteRelations(w, r.Within(int32(len(x.Events))), all)
}

// nameOf names a location of a modification order.
func (x *Execution) nameOf(l trace.LocationOrder) string {
	return x.location(x.event(l.Edges[0].To))
}

// chains covers edges with paths, each edge once: first those from where no edge
// leads to.
func chains(edges []trace.Edge) [][]int32 {
	leaving := map[int32][]int32{}
	entered := map[int32]bool{}
	for _, e := range edges {
		leaving[e.From] = append(leaving[e.From], e.To)
		entered[e.To] = true
	}
	var list [][]int32
	for _, inner := range []bool{false, true} {
		for _, e := range edges {
			if entered[e.From] != inner || len(leaving[e.From]) == 0 {
				continue
			}
			chain := []int32{e.From}
			for at := e.From; len(leaving[at]) > 0; {
				next := leaving[at][0]
				leaving[at] = leaving[at][1:]
				chain = append(chain, next)
				at = next
			}
			list = append(list, chain)
		}
	}
	return list
}

func chainText(chain []int32, all bool) string {
	texts := make([]string, len(chain))
	for i, id := range chain {
		texts[i] = strconv.Itoa(int(id))
		if id == 0 {
			texts[i] = "initial"
		}
	}
	if n := len(texts); n > longChain && !all {
		half := longChain / 2
		left := fmt.Sprintf("... %d stores", n-2*half)
		texts = append(append(texts[:half:half], left), texts[n-half:]...)
	}
	return strings.Join(texts, " -> ")
}

// jsonRelations are the edges of an execution under C11's own model, by event; from
// is 0 for the initial content.
type jsonRelations struct {
	RF []jsonEdge `json:"rf"`
	MO []jsonMO   `json:"mo"`
	SW []jsonEdge `json:"sw"` // with program order they make happens-before
}

type jsonEdge struct {
	From int32 `json:"from"`
	To   int32 `json:"to"`
}

// A jsonMO is what is decided of the modification order of a location, without
// what follows from other edges.
type jsonMO struct {
	Location string     `json:"location"`
	Address  uint64     `json:"address"`
	Edges    []jsonEdge `json:"edges"`
}

// jsonRelations returns the JSON form of relations; nil for nil.
func (x *Execution) jsonRelations(r *trace.Relations) *jsonRelations {
	if r == nil {
		return nil
	}
	j := &jsonRelations{RF: []jsonEdge{}, MO: []jsonMO{}, SW: jsonEdges(r.SW)}
	for i := range x.Events {
		if e := &x.Events[i]; e.Kind.Reads() {
			j.RF = append(j.RF, jsonEdge{e.RF, e.ID})
		}
	}
	for _, l := range r.MO {
		j.MO = append(j.MO, jsonMO{x.nameOf(l), x.event(l.Edges[0].To).Addr, jsonEdges(l.Edges)})
	}
	return j
}

func jsonEdges(edges []trace.Edge) []jsonEdge {
	list := []jsonEdge{}
	for _, e := range edges {
		list = append(list, jsonEdge(e))
	}
	return list
}
