package report

import "fmt"

// comparison writes one table, a row for each placement and model, and below it
// the errors of each placement.
func (t *printer) comparison(b *Comparison) {
	t.printf("%s: %s compared\n", b.Program, Count(len(b.Comparisons), "placement"))
	if b.Incomplete != nil {
		t.printf("%s\n", t.Style.note("incomplete: "+*b.Incomplete))
	}
	t.printf("\n")
	rows := newTable(2, "placement", "model", "under model", "confirmed", "buggy", "errors", "first bug", "sl", "ss", "ll", "cost")
	for _, pl := range b.Comparisons {
		for k, m := range pl.Models {
			name, cells := "", make([]string, 4)
			if k == 0 {
				name = pl.Name
				for n, v := range []float64{pl.Cost.SL, pl.Cost.SS, pl.Cost.LL, pl.Cost.Weighted} {
					cells[n] = fmt.Sprintf("%.1f", v)
				}
			}
			first := "-"
			if m.FirstBug != nil {
				first = fmt.Sprint(*m.FirstBug)
			}
			rows.add(append([]string{name, m.Model, fmt.Sprint(m.UnderModel), fmt.Sprint(m.Confirmed), fmt.Sprint(m.Buggy), fmt.Sprint(m.Errors), first}, cells...)...)
		}
	}
	if len(rows.rows) > 0 {
		t.table(rows)
	}
	legend := ""
	for _, pl := range b.Comparisons {
		if pl.Name != pl.Placement && len(pl.Added)+len(pl.Removed) > 0 {
			legend += fmt.Sprintf("%s: %s\n", t.Style.bold(pl.Name), pl.Placement)
		}
	}
	if legend != "" {
		t.printf("\n%s", legend)
	}
	t.printf("\nunder model: cycles that it may make; first bug: executions until then\nsl, ss, ll: fences executed in a run; cost: in all, weighted\n")
	for i := range b.Comparisons {
		t.placementErrors(&b.Comparisons[i])
	}
}

// errorsInFull is how many errors of a placement are listed.
const errorsInFull = 4

func (t *printer) placementErrors(pl *Placement) {
	if len(pl.Errors) == 0 {
		return
	}
	t.printf("\n%s:\n", t.Style.bold(pl.Name))
	for _, line := range pl.Errors[:min(len(pl.Errors), errorsInFull)] {
		t.printf("  %s\n", line)
	}
	t.more(len(pl.Errors)-errorsInFull, "  and %s more", "")
}

// inference writes for each model the fences, what each is for, how it is known
// that they suffice, and the change of the source.
func (t *printer) inference(b *Inference) {
	for i := range b.Models {
		m := &b.Models[i]
		if t.Quiet {
			t.printf("%s\n", m.Sentence)
			continue
		}
		if i > 0 {
			t.printf("\n")
		}
		t.inferred(m)
	}
}

func (t *printer) inferred(m *InferredModel) {
	headline := t.Style.good
	if !m.Found {
		headline = t.Style.bad
	}
	t.printf("%s\n", headline(m.Sentence))
	if m.Reason != "" {
		if m.Wrong != nil {
			t.printf("\n")
			t.error(t.result.Source, m.Wrong)
			return
		}
		t.printf("\n%s\n", m.Reason)
		return
	}
	if len(m.Fences) > 0 {
		t.printf("\n")
	}
	for i := range m.Fences {
		t.fence(&m.Fences[i])
	}
	if m.Incomplete == nil {
		t.printf("\n%s\n", m.Verdict)
		if !m.Exact {
			t.printf("%s\n", t.Style.note("a cheaper placement may exist: the search for one was cut short"))
		}
	}
	t.printf("%s tried, %s that went wrong\n", Count(m.Tried, "placement"), Count(m.Caught, "execution"))
	t.change(m.Diff, m.Notes)
}

// change writes a change of the source, and what it tells in prose.
func (t *printer) change(diff string, notes []string) {
	if diff != "" {
		t.printf("\nThe change, for patch -p1:\n\n")
		t.verbatim(diff)
	}
	if len(notes) == 0 {
		return
	}
	t.printf("\nTo be done by hand:\n")
	for _, note := range notes {
		t.printf("  %s\n", note)
	}
}

// fence writes a fence, and what goes wrong without it.
func (t *printer) fence(f *Fence) {
	t.printf("  %s  %s %s  %s\n", t.Style.bold("fence_"+f.Kind+"()"), f.Side, f.At, snippet(f.Line, 60))
	switch {
	case !f.Tried:
		return
	case !f.Shown:
		t.printf("      without it: nothing was found, for %s\n", clip(f.Text, 40))
	case f.Error == nil:
		t.printf("      without it: an execution that is not sequentially consistent\n")
	default:
		t.printf("      without it: %s\n", f.Error.Headline())
	}
	t.see(f.Witness)
}

func (t *printer) see(witness *string) {
	if witness != nil {
		t.printf("      to see it: fencepost explain %s\n", *witness)
	}
}
