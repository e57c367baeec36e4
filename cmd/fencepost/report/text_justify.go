package report

import "fmt"

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
		order := o.Order
		if o.Failure {
			order += " on failure"
		}
		t.printf("%s: %s  %s\n    %s\n", o.At, t.Style.bold(order), snippet(o.Line, 60), o.why(b))
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

// why says in words what the order is for.
func (o *OrderPurpose) why(b *Justified) string {
	switch o.Need {
	case "needed":
		s := "needed: with " + o.Weaker
		if o.Joint {
			s = "needed as soon as the orders that may be weaker are: then, with " + o.Weaker
		}
		return s + ", " + o.Error.Headline()
	case "too-strong":
		how := "tested"
		if b.Proved {
			how = "proved"
		}
		s := fmt.Sprintf("may be weaker (%s): %s is enough", how, o.Weaker)
		if o.Error != nil {
			s += "; with a weaker one yet, " + o.Error.Headline()
		}
		return s
	case "weakest":
		return "no order is weaker"
	case "unreached":
		if b.Reached {
			return "warning: no execution gets here: this program says nothing of it"
		}
		return "warning: no execution that was looked at gets here"
	}
	return "not decided: more executions may settle it (--test-executions, --prove)"
}
