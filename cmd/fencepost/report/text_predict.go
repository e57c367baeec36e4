package report

import (
	"fmt"
	"strings"

	"fencepost/trace/lists"
)

// prediction lists the causes, or the cycles, each once, with what each model may relax.
func (t *printer) prediction(b *Prediction) {
	t.printf("%s: %s predicted from %s", b.Program, t.Style.bold(Count(b.Predicted, "cycle")), Count(b.Executions, "execution"))
	for i := range b.Models {
		m := &b.Models[i]
		more := ""
		if !m.Complete {
			more = " and more"
		}
		sep := ", "
		if i == 0 {
			sep = "; of these under "
		}
		t.printf("%s%s %d%s", sep, m.Model, len(m.Cycles), more)
	}
	t.printf("\n")
	if b.Incomplete != nil {
		t.printf("%s\n", t.Style.note("incomplete: "+*b.Incomplete))
	}
	t.headlines(b.Errors, "sc")
	switch {
	case t.Quiet:
		for _, c := range b.Cycles {
			t.printf("#%-4d %s  (%s)\n", c.Number, pairText(c.Sites), strings.Join(c.Models, ", "))
		}
	case t.All:
		for i := range b.Cycles {
			t.printf("\n")
			t.predicted(&b.Cycles[i])
		}
	default:
		for i := range b.Causes {
			t.predictedCause(b, i)
		}
		if len(b.Causes) > 0 {
			t.printf("\nThe likely harmful first; --all lists every cycle.\n")
		}
	}
}

// predictedCause writes a cause: its first cycle, and the numbers of the others.
func (t *printer) predictedCause(b *Prediction, i int) {
	c := &b.Causes[i]
	what := "no access takes effect late"
	if c.Late != nil {
		what = *c.Late + "  " + snippet(c.Text, 40)
	}
	t.printf("\n%s  (%s)\n", t.Style.bold(fmt.Sprintf("%d. late: %s", i+1, what)), Count(len(c.Cycles), "cycle"))
	if len(c.With) > 0 {
		t.printf("   with, in some: %s\n", some(c.With))
	}
	t.predicted(b.cycle(c.Cycles[0]))
	if rest := lists.Map(c.Cycles[1:], func(n int) string { return fmt.Sprintf("#%d", n) }); len(rest) > 0 {
		t.printf("  and %s\n", some(rest))
	}
}

// manyNames is how many names of a list are written.
const manyNames = 6

// some writes names of a list, and how many more there are.
func some(list []string) string {
	if len(list) <= manyNames {
		return strings.Join(list, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(list[:manyNames-1], ", "), len(list)-manyNames+1)
}

// headlines writes a line for each error.
func (t *printer) headlines(list []Finding, tag string) {
	for _, f := range list {
		t.printf("%s [%s]\n", f.Headline(), tag)
	}
}

// predicted lists the sites of a cycle, two for each thread.
func (t *printer) predicted(c *PredictedCycle) {
	t.printf("%s  (%s)\n", t.Style.bold(fmt.Sprintf("#%d", c.Number)), strings.Join(c.Models, ", "))
	for j, site := range c.Sites {
		t.printf("  %-18s %s\n", site, clip(c.Texts[j], 70))
		switch {
		case j%2 == 1:
			t.printf("  races with %s of another thread\n", c.Sites[(j+1)%len(c.Sites)])
		case len(c.Relaxed[j/2]) > 0:
			t.printf("  | %s\n", t.Style.note("may take effect later: "+strings.Join(c.Relaxed[j/2], ", ")))
		default:
			t.printf("  |\n")
		}
	}
}
