package report

// pairsOnScreen is how many pairs that were not seen are listed, unless all are.
const pairsOnScreen = 10

// mutated writes the mutants in which nothing goes wrong, and the pairs that were not seen. Those
// that were killed stand in the whole list alone.
func (t *printer) mutated(b *Mutated) {
	if t.isShort(b.Sentence, b.Faults) {
		return
	}
	for _, m := range b.Mutants {
		switch {
		case m.Fate == "survived" || m.Fate == "unreached":
			t.printf("%s: %s  %s\n    %s: %s\n", m.At, t.Style.bold(m.Change), snippet(m.Line, 60), m.Fate, m.why())
		case m.Fate == "killed" && t.All:
			t.printf("%s: %s  %s\n    killed: %s\n", m.At, t.Style.bold(m.Change), snippet(m.Line, 60), m.Error.Headline()+inHarness(m.Harness))
		}
	}
	missing := b.Communication.Missing
	shown := missing
	if !t.All {
		shown = missing[:min(len(missing), pairsOnScreen)]
	}
	for i, p := range shown {
		if i == 0 {
			t.printf("\nnot seen:\n")
		}
		t.printf("  the load at %s reads the store at %s\n", p.Load, p.Store)
	}
	if more := len(missing) - len(shown); more > 0 {
		t.printf("  and %d more (--verbose lists them)\n", more)
	}
	if !b.Communication.Complete && len(b.Mutants) > 0 {
		t.printf("  (not all executions were explored: more may be seen)\n")
	}
	t.printf("%s\n", t.Style.good(b.Sentence))
}
