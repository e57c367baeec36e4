package candidates

import (
	"context"
	"fmt"
	"io"
	"slices"

	"fencepost/interp/hardware/isa"
	"fencepost/trace/lists"
)

// A Why explains why no execution ends in a state, or shows one that does.
type Why struct {
	Allowed    bool     // an execution ends in it; Picture shows it
	None       bool     // the threads cannot end so even separately; there is no Picture
	Axioms     []string // axioms that are violated by the candidate with the fewest violations
	Cycle      []int    // of the first axiom: events of the Picture; the last leads back to the first
	Relations  []string // from each event of Cycle to the next
	Picture    *Picture
	Incomplete string // why there may be a better answer; empty: there is none
}

// maxExplained bounds the candidates examined for an explanation.
const maxExplained = 1 << 20

// Explain finds out why no execution of p ends in a state that holds accepts. wanted, if
// set, reports whether a value that a thread shows may belong to such a state. Of the
// candidates that end so it chooses one that violates the fewest axioms, and of these one
// with a shortest cycle, first among the coherent ones.
func Explain(ctx context.Context, p *isa.Program, m *Model, unroll int, wanted func(addr uint64, value int64) bool, holds func(*Execution) bool) (*Why, error) {
	w := &Why{None: true}
	models := []Model{*m, {Model: m.Model, Speculative: true, mapping: m.mapping, archs: m.archs}}
	if !m.Coherent {
		models = models[:1]
	}
	for i := range models {
		if err := w.search(ctx, p, &models[i], unroll, wanted, holds); err != nil {
			return nil, err
		}
		if !w.None {
			break
		}
	}
	return w, nil
}

func (w *Why) search(ctx context.Context, p *isa.Program, m *Model, unroll int, wanted func(uint64, int64) bool, holds func(*Execution) bool) error {
	checker := m.NewChecker()
	var violated []int
	best := 0
	o := Options{Model: m, Unroll: unroll, Wanted: wanted, MaxCandidates: maxExplained}
	o.Candidate = func(x *Execution) (more bool) {
		if !holds(x) {
			return true
		}
		c := x.s.candidate
		violated = checker.Violations(violated[:0], c)
		if !w.None && len(violated) > best {
			return true
		}
		var cycle []int
		if len(violated) > 0 {
			checker.Check(c)
			var first int
			first, cycle = checker.Violated()
			if i := slices.Index(violated, first); i > 0 {
				violated[0], violated[i] = violated[i], violated[0]
			}
		}
		if !w.None && len(violated) == best && len(cycle) >= len(w.Cycle) {
			return true
		}
		w.None, best = false, len(violated)
		w.Allowed = best == 0
		w.Axioms, w.Relations = nil, nil
		for _, a := range violated {
			w.Axioms = append(w.Axioms, m.Axioms()[a])
		}
		w.Cycle, w.Picture = slices.Clone(cycle), x.Picture()
		for i, e := range cycle {
			w.Relations = append(w.Relations, x.relation(e, cycle[(i+1)%len(cycle)]))
		}
		return !w.Allowed
	}
	r, err := Run(ctx, p, o)
	if err != nil {
		return err
	}
	w.Incomplete = r.Incomplete
	return nil
}

// WriteText writes the explanation. state and model are their names in the text.
func (w *Why) WriteText(to io.Writer, state, model string) error {
	var err error
	printf := func(format string, args ...any) {
		if err == nil {
			_, err = fmt.Fprintf(to, format, args...)
		}
	}
	switch {
	case w.None && w.Incomplete == "":
		printf("No choice of values ends in %s, whatever the model.\n", state)
	case w.None:
		printf("No candidate that ends in %s was found.\n", state)
	case w.Allowed:
		printf("%s is allowed under %s:\n\n", state, model)
		w.Picture.writeEvents(printf)
	default:
		printf("%s is forbidden under %s: the candidate that violates the fewest axioms violates %s.\n\n", state, model, lists.Sentence(w.Axioms))
		for i, e := range w.Cycle {
			printf("  %s\n", w.Picture.Events[e])
			if len(w.Cycle) > 1 || w.Relations[i] != "" {
				printf("    %s\n", w.Relations[i])
			}
		}
		if len(w.Cycle) > 1 {
			printf("  and so back to the first.\n")
		}
	}
	if w.Incomplete != "" {
		printf("Incomplete: %s.\n", w.Incomplete)
	}
	return err
}

// String returns the event as in P1: R x=1 LDR W1,[X20].
func (e PictureEvent) String() string {
	if e.Thread < 0 {
		return "init: " + e.Does
	}
	return fmt.Sprintf("P%d: %-10s  %s", e.Thread, e.Does, e.Text)
}

// writeEvents lists the events of the threads, and the sources of the reads.
func (p *Picture) writeEvents(printf func(string, ...any)) {
	for i, e := range p.Events {
		if e.Thread < 0 {
			continue
		}
		printf("  %s\n", e)
		for _, edge := range p.Edges {
			if edge.Name == "rf" && edge.To == i {
				printf("    reads from %s\n", p.Events[edge.From])
			}
		}
	}
}
