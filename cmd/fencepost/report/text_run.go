package report

import (
	"fmt"
	"slices"

	"fencepost/trace"
)

// Bounds of an execution unless all is asked for.
const (
	replayEvents = 400 // that are drawn
	stepsInFull  = 100 // that an explanation tells
)

// run draws an execution, of the command run if asked for all of it, and says how it
// ended.
func (t *printer) run(b *Run) {
	if t.All || t.result.Command == "replay" && !t.Quiet {
		t.reordered(b)
		t.trace(b)
		t.printf("\n")
	}
	if t.Quiet && b.Exit != nil && len(b.Races) == 0 {
		return
	}
	t.ending(b)
}

// reordered says where the orders are not those of the source.
func (t *printer) reordered(b *Run) {
	for i, o := range b.Orders {
		if i == 0 {
			t.printf("With other memory orders than the source has:\n")
		}
		t.printf("  %s\n", o)
	}
	if len(b.Orders) > 0 {
		t.printf("\n")
	}
}

// trace draws an execution and says whether it is sequentially consistent, if that is
// known.
func (t *printer) trace(b *Run) {
	x := b.Execution
	t.columns(x, columns{marked: x.marked(), limit: t.limit(replayEvents), from: x.Model.C11})
	t.relations(x)
	switch {
	case b.SC == nil:
	case *b.SC:
		t.printf("\nThe execution is sequentially consistent.\n")
	default:
		t.printf("\nThe execution is not sequentially consistent. The shortest cycle:\n\n")
		t.nodes(x.nodes())
	}
}

// ending says which races the execution has, and how it ended.
func (t *printer) ending(b *Run) {
	for _, e := range b.Races {
		t.error(t.result.Source, e)
	}
	if b.Error != nil {
		t.error(t.result.Source, b.Error)
		return
	}
	text := b.ending()
	if b.Exit != nil {
		text += fmt.Sprintf(", exit status %d", *b.Exit)
	}
	t.printf("%s under %s after %s%s\n", text, b.Model, Count(b.Steps, "step"), inLoop(b.Loop))
}

// explained says how the execution ended, which cycle it holds, and what happened step
// by step.
func (t *printer) explained(b *Explained) {
	x := b.Run.Execution
	if t.Quiet || len(x.Events) == 0 {
		t.ending(b.Run)
		return
	}
	limit := t.limit(stepsInFull)
	s := x.Explain(limit, t.Steps)
	t.printf("%s, under %s\n\n", b.Program, x.Model.titled())
	t.reordered(b.Run)
	t.ending(b.Run)
	if why := s.Why(); why != "" {
		t.printf("\n%s", fill(why))
	}
	t.printf("\n")
	t.nodes(s.Cycle)
	if len(s.Cycle) > 0 {
		t.printf("\n")
	}
	t.columns(x, columns{marked: s.marked(), limit: limit, from: x.Model.C11})
	t.relations(x)
	t.printf("\nStep by step:\n\n")
	t.steps(s)
	t.printf("\nTo step through it:  fencepost explain --step %s\nTo replay it:        fencepost replay %s\n", b.Path, b.Path)
}

// steps tells the steps of an explanation.
func (t *printer) steps(s *Explanation) {
	if n := int(s.Steps[0].Event) - 1; n > 0 {
		t.printf("       %s before (-v tells them)\n", Count(n, "event"))
	}
	for i := range s.Steps {
		t.printf("%5d  %s\n", s.Steps[i].Event, t.sentence(&s.Steps[i]))
	}
	if n := s.Events - int(s.Steps[len(s.Steps)-1].last()); n > 0 {
		t.printf("       and %s more (-v tells them)\n", Count(n, "event"))
	}
	if slices.ContainsFunc(s.Steps, func(s Step) bool { return s.Last > 0 }) {
		t.printf("       (-v tells the steps of the library, too)\n")
	}
}

// marked returns the events of the cycle, each at the place of its number.
func (s *Explanation) marked() []int32 {
	var ids []int32
	for _, n := range s.Cycle {
		for len(ids) < n.Mark {
			ids = append(ids, -1)
		}
		ids[n.Mark-1] = n.Event
	}
	return ids
}

// sentence returns what a step says, with its number in the cycle and its place.
func (t *printer) sentence(s *Step) string {
	text := s.Sentence
	if s.Mark > 0 {
		text = t.Style.bold(fmt.Sprintf("(%d) %s", s.Mark, text))
	}
	if s.Kind != trace.Commit.String() {
		text += t.place(s.place())
	}
	return text
}

// place returns a place as it stands behind a step; empty if there is none.
func (t *printer) place(p trace.Pos) string {
	if p.Line == 0 {
		return ""
	}
	return t.Style.dim(fmt.Sprintf("  [%s]", t.result.Source.Place(p)))
}
