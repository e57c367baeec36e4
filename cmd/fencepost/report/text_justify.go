package report

// justified writes for each memory order why it is needed, or that it may be weaker, and the
// change to the weaker orders. Orders than which none is weaker stand in the whole list alone.
func (t *printer) justified(b *Justified) {
	if t.isShort(b.Sentence, b.Error) {
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

// isShort writes a sentence that is all there is to write: that is asked for, or something goes wrong
// in the program itself, which is written before it. Otherwise it writes nothing, and reports false.
func (t *printer) isShort(sentence string, wrong *Error) bool {
	switch {
	case t.Quiet:
		t.printf("%s\n", sentence)
	case wrong != nil:
		t.error(t.result.Source, wrong)
		t.printf("\n%s\n", t.Style.bad(sentence))
	default:
		return false
	}
	return true
}
