package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fencepost/trace/graph"
	"fencepost/trace/lists"
)

// Bounds of the relations in a text, unless all is asked for.
const (
	relationLines = 40 // of each kind
	longChain     = 24 // stores of a chain before its middle is left out
)

// relations tells what the C11 model says of an execution beside its trace: what is
// decided of the modification order of each location, and which events synchronise.
// Stores are told by their events. Of other models it writes nothing.
func (t *printer) relations(x *Execution) {
	if !x.Native {
		return
	}
	var mo, sw []string
	hidden := t.hidden(x)
	for _, l := range x.orderOfLocations() {
		if !slices.ContainsFunc(l, func(e graph.Edge) bool { return !hidden(e.To) }) {
			continue
		}
		texts := lists.Map(chains(l), func(c []int32) string { return chainText(c, t.All) })
		mo = append(mo, fmt.Sprintf("%s: %s", x.memory.Location(x.Event(l[0].To)), strings.Join(texts, ";  ")))
	}
	for e := range x.SW() {
		if hidden(e.From) && hidden(e.To) {
			continue
		}
		sw = append(sw, fmt.Sprintf("%d %s -> %d %s", e.From, x.memory.Describe(x.Event(e.From)), e.To, x.memory.Describe(x.Event(e.To))))
	}
	for _, part := range []struct {
		title string
		lines []string
	}{
		{"Modification order, as far as it is decided, by event:", mo},
		{"What synchronises with what:", sw},
		{"Loads that were put off (load buffering, as on Arm, RISC-V and Power machines):", x.putOff()},
	} {
		if len(part.lines) == 0 {
			continue
		}
		t.WriteString("\n" + part.title + "\n")
		for k, line := range part.lines {
			if k == relationLines && !t.All {
				t.printf("  ... %d more\n", len(part.lines)-k)
				break
			}
			t.WriteString("  " + line + "\n")
		}
	}
}

// hidden returns which events, by their IDs, a text tells only together with others.
func (t *printer) hidden(x *Execution) func(id int32) bool {
	shown := make([]bool, len(x.Events)+1)
	for _, s := range x.spans(x.marked(), t.Steps) {
		shown[s.from+1] = !s.several()
	}
	return func(id int32) bool { return !shown[id] }
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
