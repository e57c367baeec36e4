package report

// justified writes for each memory order why it is needed, or that it may be weaker, and the
// change to the weaker orders. Orders than which none is weaker stand in the whole list alone.
func (t *printer) justified(b *Justified) {
	if t.isShort(b.Sentence, b.Faults) {
		return
	}
	for _, o := range b.Orders {
		if o.Need == "weakest" && !t.All {
			continue
		}
		t.printf("%s: %s  %s\n    %s\n", o.At, t.Style.bold(o.name()), snippet(o.Line, 60), o.why(b))
		if o.Execution > 0 {
			t.printf("    its execution: %s\n", o.telling)
		}
	}
	t.change(b.Diff, b.Notes)
	if len(b.Orders) > 0 {
		t.printf("\n%s\n", b.Verdict)
	}
	t.printf("%s\n", t.Style.good(b.Sentence))
}

// isShort writes a sentence that is all there is to write: that is asked for, or something goes wrong
// in the program itself, which is written before it. Otherwise it writes nothing, and reports false.
func (t *printer) isShort(sentence string, wrong []Fault) bool {
	if t.Quiet {
		t.printf("%s\n", sentence)
		return true
	}
	for _, f := range wrong {
		if f.Harness != "" {
			t.printf("%s\n", t.Style.bold("== "+f.Harness))
		}
		t.error(t.result.Source, f.Error)
		t.printf("\n")
	}
	if len(wrong) > 0 {
		t.printf("%s\n", t.Style.bad(sentence))
	}
	return len(wrong) > 0
}
