package report

import (
	"fencepost/models/c11"
	"fencepost/phase2/verdict"
)

// orders writes the orders to strengthen with what goes wrong as they are,
// those that may be weakened, how it is known, and the change of the source.
func (t *printer) orders(b *Orders) {
	for i := range b.Models {
		m := &b.Models[i]
		if t.Quiet {
			t.printf("%s\n", m.Sentence)
			continue
		}
		t.ordersModel(m)
	}
}

func (t *printer) ordersModel(m *OrdersModel) {
	headline := t.Style.good
	if !m.Found || len(m.Orders) > 0 {
		headline = t.Style.bad
	}
	t.printf("%s\n", headline(m.Sentence))
	if m.Reason != "" {
		strongest := "also if all are seq_cst"
		if m.Model == verdict.LKMM.Name {
			strongest = "of those that the kernel has words for, and wherever a barrier stands"
		}
		t.printf("whatever the orders are, %s:\n\n", strongest)
		t.error(t.result.Source, m.Wrong)
		if r := m.Wrong.Racers; len(r) == 2 && (!r[0].Atomic || !r[1].Atomic) {
			t.printf("\nWhat races is not atomic: 'fencepost check' looks for the variables and members that have to be.\n")
		}
		return
	}
	for i := range m.Orders {
		if i == 0 {
			t.printf("\n")
		}
		t.weakOrder(&m.Orders[i])
	}
	if m.Tested {
		t.printf("\n%s\n", m.Verdict)
		if !m.Exact {
			t.printf("%s\n", t.Style.note("a cheaper choice may exist: the search for one was cut short"))
		}
	}
	t.printf("%s tried, %s that went wrong\n", Count(m.Tried, "choice"), Count(m.Caught, "execution"))
	t.overStrong(m)
	if t.All && len(m.Needed) > 0 {
		t.printf("\nNeeded:\n\n")
		for i := range m.Needed {
			c := &m.Needed[i]
			t.orderChange(c)
			t.printf("      then: %s\n", c.Error.Headline())
		}
	}
	t.change(m.Diff, m.Notes)
}

func (t *printer) orderChange(c *OrderChange) {
	t.printf("  %s  %s  %s\n", t.Style.bold(c.Words), c.At, snippet(c.Line, 60))
}

// weakOrder writes an order that is too weak.
func (t *printer) weakOrder(c *OrderChange) {
	t.orderChange(c)
	if !c.Tried {
		return
	}
	what, without := "nothing was found", "with "+c.From
	if c.Error != nil {
		what = c.Error.Headline()
	}
	if c.Barrier != "" {
		without = "without it"
	}
	t.printf("      %s: %s\n", without, what)
	t.see(c.Witness)
}

// overStrong writes the orders that are stronger than needed, as a table.
func (t *printer) overStrong(m *OrdersModel) {
	if len(m.OverStrong) == 0 {
		return
	}
	t.printf("\nStronger than this program needs, all together:\n\n")
	rows := newTable(5, "operation", "at", "", "has", "enough")
	for _, c := range m.OverStrong {
		when, enough := "", c.To
		if c.Failure {
			when = "on failure"
		}
		if c.Removes {
			enough = "no fence"
		}
		rows.add(clip(c.Text, 50), c.At, when, c.From, enough)
	}
	t.table(rows)
	t.printf("\n%s; the orders then cost %d instead of %d\n", m.WeakVerdict, m.WeakCost, m.Cost)
	if m.Model == c11.Model.Name || m.Model == c11.CXX20.Name {
		t.printf("That is for what this program does; and %s lets no store overtake an earlier load, as some machines do.\n", m.Model)
	} else {
		t.printf("That is for what this program does on %s; the language, or another machine, may need more.\n", m.Model)
	}
}
