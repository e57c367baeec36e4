package report

import (
	"fmt"
	"slices"

	"fencepost/phase2/cycles"
)

// confirmation writes the trials, and the shortest buggy execution, or otherwise the
// shortest one that confirmed the cycle.
func (t *printer) confirmation(b *Confirmation) {
	t.printf("%s: cycle #%d  %s\n", b.Program, b.Number, pairText(b.Sites))
	if b.Incomplete != nil {
		t.printf("%s\n", t.Style.note("incomplete: "+*b.Incomplete))
	}
	t.printf("\n")
	rows := newTable(1, "model", "trials", "confirmed", "probability", "95% interval", "buggy", "probability", "95% interval")
	for _, m := range b.Models {
		row := []string{m.Model, fmt.Sprint(m.Trials)}
		for _, e := range []Estimate{m.Confirmed, m.Buggy} {
			row = append(row, fmt.Sprint(e.Count), probability(e.Share, 3), probability(e.Low, 3)+"-"+probability(e.High, 3))
		}
		rows.add(row...)
	}
	if len(rows.rows) > 0 {
		t.table(rows)
	}
	for _, m := range b.Models {
		if m.Explored != nil {
			why := m.Why
			if m.Reason == cycles.Run.String() {
				why = "was " + why
			}
			t.printf("\n%s: the cycle %s (%s)\n", m.Model, why, exploredText(m.Explored))
		}
	}
	for _, f := range b.SC {
		t.printf("\n%s [sc]\n", f.Headline())
	}
	for i := range b.Models {
		for _, f := range slices.Concat(b.Models[i].Errors, b.Models[i].Races) {
			t.printf("\n%s [%s, %s]\n", f.Headline(), b.Models[i].Model, Count(f.Count, "execution"))
		}
	}
	if i := b.Example; i != nil && !t.Quiet && i.Execution != nil {
		t.confirmed(i)
	}
}

func (t *printer) confirmed(i *Issue) {
	x := i.Execution
	t.printf("\n")
	if i.Error != nil {
		t.error(t.result.Source, i.Error)
		t.printf("\n")
	}
	t.printf("The cycle:\n\n")
	t.nodes(x.cycleNodes(x.Instance))
	t.printf("\nThe shortest execution found under %s (%s):\n\n", x.Model.Name, Count(len(x.Events), "event"))
	t.columns(x, columns{marked: x.Instance, limit: eventsInFull, from: x.Model.C11})
	t.replay(i.Witness)
}
