package report

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"fencepost/trace/graph"
)

// Bounds of the relations in a text, unless all is asked for.
const (
	relationLines = 40 // of each kind
	longChain     = 24 // stores of a chain before its middle is left out
)

// WriteRelations tells what native C11 says of an execution beside its trace: what is
// decided of the modification order of each location, and which events synchronise.
// Stores are told by their events. Of other models it tells nothing.
func (x *Execution) WriteRelations(w io.Writer, all bool) error {
	if !x.Native {
		return nil
	}
	var mo, sw []string
	for _, l := range x.orderOfLocations() {
		var texts []string
		for _, c := range chains(l) {
			texts = append(texts, chainText(c, all))
		}
		mo = append(mo, fmt.Sprintf("%s: %s", x.location(x.Event(l[0].To)), strings.Join(texts, ";  ")))
	}
	for e := range x.SW() {
		sw = append(sw, fmt.Sprintf("%d %s -> %d %s", e.From, x.describe(x.Event(e.From)), e.To, x.describe(x.Event(e.To))))
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

// orderOfLocations returns what is decided of the modification order, by location.
func (x *Execution) orderOfLocations() (list [][]graph.Edge) {
	loc := int32(-1)
	for e := range x.CO() {
		if l := x.Event(e.To).Loc; l != loc {
			list, loc = append(list, nil), l
		}
		last := &list[len(list)-1]
		*last = append(*last, e)
	}
	return list
}

// chains covers edges with paths, each edge once: first those from where no edge
// leads to.
func chains(edges []graph.Edge) [][]int32 {
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

// jsonRelations returns the JSON form of the relations of an execution of native C11.
func (x *Execution) jsonRelations() *jsonRelations {
	j := &jsonRelations{RF: jsonEdges(x.RF()), MO: []jsonMO{}, SW: jsonEdges(x.SW())}
	for _, l := range x.orderOfLocations() {
		e := x.Event(l[0].To)
		j.MO = append(j.MO, jsonMO{x.location(e), e.Addr, jsonEdges(slices.Values(l))})
	}
	return j
}

func jsonEdges(edges iter.Seq[graph.Edge]) []jsonEdge {
	list := []jsonEdge{}
	for e := range edges {
		list = append(list, jsonEdge(e))
	}
	return list
}
