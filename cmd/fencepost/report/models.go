package report

import (
	"fmt"
	"io"

	"fencepost/models"
	"fencepost/phase2"
	"fencepost/trace"
)

// An exchange is a pair of accesses that a model may reorder.
type exchange struct {
	before, after trace.Kind
	fence         trace.FenceKind // that prevents it; none: no model does it
}

func (e exchange) String() string { return e.before.String() + "->" + e.after.String() }

var exchanges = []exchange{
	{trace.Store, trace.Load, trace.StoreLoad},
	{trace.Store, trace.Store, trace.StoreStore},
	{trace.Load, trace.Load, trace.LoadLoad},
	{trace.Load, trace.Store, trace.NoFence},
}

// loweringRow is a row of a mapping's table.
type loweringRow struct {
	Operation string `json:"operation"`
	Order     string `json:"order"`
	Before    string `json:"before"` // ll, ss, sl or none
	After     string `json:"after"`
}

// text returns what the operation is lowered to.
func (r loweringRow) text() string {
	text := r.Operation
	if r.Operation == "fence" {
		text = ""
	}
	none := trace.NoFence.String()
	if r.Before != none {
		text = join(r.Before, text)
	}
	if r.After != none {
		text = join(text, r.After)
	}
	if text == "" {
		return "nothing"
	}
	return text
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

// mappingRows returns the table of a mapping.
func mappingRows(m models.Mapping) []loweringRow {
	var rows []loweringRow
	add := func(op string, o trace.Order, l models.Lowering) {
		rows = append(rows, loweringRow{op, o.String(), l.Before.String(), l.After.String()})
	}
	for _, o := range []trace.Order{trace.Plain, trace.Relaxed, trace.Consume, trace.Acquire, trace.SeqCst} {
		add("load", o, m.Load[o])
	}
	for _, o := range []trace.Order{trace.Plain, trace.Relaxed, trace.Release, trace.SeqCst} {
		add("store", o, m.Store[o])
	}
	for o := trace.Relaxed; o < trace.NumOrders; o++ {
		add("rmw", o, m.RMW[o])
	}
	for o := trace.Acquire; o < trace.NumOrders; o++ {
		add("fence", o, m.Fence[o])
	}
	add("rmw", trace.Plain, models.Acquiring)
	rows[len(rows)-1].Order = "lock"
	add("store", trace.Plain, models.Releasing)
	rows[len(rows)-1].Order = "unlock"
	return rows
}

// WriteModels lists the models and the mappings.
func WriteModels(w io.Writer, st Style) error {
	header := []string{"model", "name", "source"}
	for _, e := range exchanges {
		header = append(header, e.String())
	}
	t := newTable(len(header)+1, append(header, "fences that matter")...)
	for _, m := range phase2.Models() {
		row := []string{m.Name, m.Title, m.Source}
		fences := ""
		for _, e := range exchanges {
			if !m.Reorders(e.before, e.after) {
				row = append(row, "kept")
				continue
			}
			row = append(row, "may swap")
			fences = joinWords(fences, e.fence.String())
		}
		switch {
		case m.Native:
			fences = "C11's"
		case fences == "":
			fences = "none"
		}
		t.add(append(row, fences)...)
	}
	if err := t.write(w); err != nil {
		return err
	}
	fmt.Fprintf(w, `
Accesses to one address are never swapped. The fences are sl (store-load), ss
(store-store) and ll (load-load): fence_sl(), fence_ss() and fence_ll() of
<fencepost.h>. Under c11 the memory orders count as they are, without a mapping,
and data races are errors.
`)
	for _, m := range []models.Mapping{models.C11, models.None} {
		fmt.Fprintf(w, "\n%s\n\n", st.bold("Mapping "+m.Name))
		t := newTable(3, "C11 operation", "order", "means")
		for _, r := range mappingRows(m) {
			t.add(r.Operation, r.Order, r.text())
		}
		if err := t.write(w); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, `
A compare-exchange takes what stands before the rmw of its success order, and
what stands after it if it succeeds; if it fails, what stands after the load of
its failure order.
`)
	return err
}

func joinWords(a, b string) string {
	if a == "" {
		return b
	}
	return a + " " + b
}

type jsonModelInfo struct {
	Model    string   `json:"model"`
	Name     string   `json:"name"`
	Source   string   `json:"source"`
	Reorders []string `json:"reorders"`
}

type jsonMapping struct {
	Mapping string        `json:"mapping"`
	Rows    []loweringRow `json:"rows"`
}

// ModelsDocument returns the models and mappings as a JSON document.
func ModelsDocument() any {
	d := struct {
		Document
		Models   []jsonModelInfo `json:"models"`
		Mappings []jsonMapping   `json:"mappings"`
	}{Document: NewDocument("models", OK)}
	for _, m := range phase2.Models() {
		info := jsonModelInfo{m.Name, m.Title, m.Source, []string{}}
		for _, e := range exchanges {
			if m.Reorders(e.before, e.after) {
				info.Reorders = append(info.Reorders, e.String())
			}
		}
		d.Models = append(d.Models, info)
	}
	for _, m := range []models.Mapping{models.C11, models.None} {
		d.Mappings = append(d.Mappings, jsonMapping{m.Name, mappingRows(m)})
	}
	return d
}

// ModelText returns a model's page of text as a JSON document.
func ModelText(name, text string) any {
	return struct {
		Document
		Model string `json:"model"`
		Text  string `json:"text"`
	}{NewDocument("models", OK), name, text}
}
