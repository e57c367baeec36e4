package report

import (
	"fmt"
	"strings"
)

// prediction lists the cycles, each once, with what each model may relax.
func (t *printer) prediction(b *Prediction) {
	t.printf("%s: %s predicted from %s", b.Program, t.Style.bold(count(b.Predicted, "cycle")), count(b.Executions, "execution"))
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
	for i := range b.Cycles {
		c := &b.Cycles[i]
		names := strings.Join(c.Models, ", ")
		if t.Quiet {
			t.printf("#%-4d %s  (%s)\n", i+1, pairText(c.Sites), names)
			continue
		}
		t.printf("\n%s  (%s)\n", t.Style.bold(fmt.Sprintf("#%d", i+1)), names)
		t.predicted(c)
	}
}

// headlines writes a line for each error.
func (t *printer) headlines(list []Finding, tag string) {
	for _, f := range list {
		t.printf("%s [%s]\n", f.Headline(), tag)
	}
}

// predicted lists the sites of a cycle, two for each thread.
func (t *printer) predicted(c *PredictedCycle) {
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
