package report

// justified writes for each memory order why it is needed, or that it may be weaker, and the
// change to the weaker orders. Orders than which none is weaker stand in the whole list alone.
func (t *printer) justified(b *Justified) {
	if t.Quiet {
		t.printf("%s\n", b.Sentence)
		return
	}
	if b.Error != nil {
		t.error(t.result.Source, b.Error)
		t.printf("\n%s\n", t.Style.bad(b.Sentence))
		return
	}
	for i := range b.Orders {
		o := &b.Orders[i]
		if o.Need == "weakest" && !t.All {
			continue
		}
		t.printf("%s: %s  %s\n    %s\n", o.At, t.Style.bold(o.name()), snippet(o.Line, 60), o.why(b))
		if o.Execution > 0 {
			t.printf("    its execution: fencepost explain %d\n", o.Execution)
		}
	}
	t.change(b.Diff, b.Notes)
	if len(b.Orders) > 0 {
		t.printf("\n%s\n", b.Verdict)
	}
	t.printf("%s\n", t.Style.good(b.Sentence))
}
