package report

import (
	"slices"
	"strings"

	"fencepost/models"
	"fencepost/trace/lists"
)

// models lists the models and the mappings.
func (t *printer) models(b *Models) {
	header := append([]string{"model", "name", "source"}, lists.Map(exchanges, exchange.String)...)
	rows := newTable(len(header)+1, append(header, "fences that matter")...)
	for _, m := range b.Models {
		row := []string{m.Model, m.Name, m.Source}
		fences := ""
		for _, e := range exchanges {
			if !slices.Contains(m.Reorders, e.String()) {
				row = append(row, "preserved")
				continue
			}
			row = append(row, "may swap")
			fences = joined(" ", fences, e.fence.String())
		}
		switch {
		case m.C11:
			fences = "C11's"
		case fences == "":
			fences = "none"
		}
		rows.add(append(row, fences)...)
	}
	t.table(rows)
	t.printf(`
Accesses to one address are never swapped. The fences are sl (store-load), ss
(store-store) and ll (load-load): fence_sl(), fence_ss() and fence_ll() of
<fencepost.h>. Under c11 the memory orders count as they are, without a mapping,
and data races are errors.
`)
	for _, a := range models.Aliases() {
		t.printf("%s is another name of %s.\n", a.Other, a.Name)
	}
	for _, m := range b.Mappings {
		t.printf("\n%s\n\n", t.Style.bold("Mapping "+m.Mapping))
		rows := newTable(3, "C11 operation", "order", "means")
		for _, r := range m.Rows {
			rows.add(r.Operation, r.Order, r.text())
		}
		t.table(rows)
	}
	t.printf(`
A compare-exchange takes what stands before the rmw of its success order, and
what stands after it if it succeeds; if it fails, what stands after the load of
its failure order.
`)
	for _, m := range b.Machines {
		t.printf("\n%s\n\n", t.Style.bold("C11 under "+m.Model))
		rows := newTable(3, "C11 operation", "order", "means")
		for _, r := range m.Rows {
			rows.add(r.Operation, r.Order, r.Means)
		}
		t.table(rows)
	}
	t.printf(`
The last four tables are those by which explore compiles C for the models of machines;
fences and, in brackets, the kinds of accesses have the names of the models' texts,
which fencepost models NAME prints. A plain access is a relaxed one.

These tests tell c11orig, C11 as first formalised, from c11, as it was repaired:
`)
	for _, d := range b.Differences {
		t.printf("\n%s", fill(t.Style.bold(d.Test)+": allowed under "+strings.Join(d.Allowed, ", ")+"; forbidden under "+strings.Join(d.Forbidden, ", ")+". "+d.Reason))
		t.printf("\n")
		for line := range strings.Lines(d.Source) {
			t.verbatim("    " + line)
		}
	}
}
