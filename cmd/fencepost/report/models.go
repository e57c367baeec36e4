package report

import (
	"cmp"
	"strings"

	"fencepost/interp/hardware/isa"
	"fencepost/interp/search/candidates"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/trace"
)

// An exchange is a pair of accesses that a model may reorder.
type exchange struct {
	before, after trace.Kind
	fence         trace.FenceKind // a fence that prevents it; none: no model reorders them
}

func (e exchange) String() string { return e.before.String() + "->" + e.after.String() }

var exchanges = []exchange{
	{trace.Store, trace.Load, trace.StoreLoad},
	{trace.Store, trace.Store, trace.StoreStore},
	{trace.Load, trace.Load, trace.LoadLoad},
	{trace.Load, trace.Store, trace.NoFence},
}

// A MappingRow is a row of a mapping's table.
type MappingRow struct {
	Operation string `json:"operation"`
	Order     string `json:"order"`
	Before    string `json:"before"` // ll, ss, sl or none
	After     string `json:"after"`
}

// text returns the lowered operation as text.
func (r MappingRow) text() string {
	text := r.Operation
	if r.Operation == "fence" {
		text = ""
	}
	none := trace.NoFence.String()
	if r.Before != none {
		text = joined("; ", r.Before, text)
	}
	if r.After != none {
		text = joined("; ", text, r.After)
	}
	return cmp.Or(text, "nothing")
}

// mappingRows returns the table of a mapping.
func mappingRows(m models.Mapping) []MappingRow {
	var rows []MappingRow
	add := func(op string, o trace.Order, l models.Lowering) {
		rows = append(rows, MappingRow{op, o.String(), l.Before.String(), l.After.String()})
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

// A ModelInfo is a memory model.
type ModelInfo struct {
	Model    string   `json:"model"`
	Name     string   `json:"name"`
	Source   string   `json:"source"`
	Reorders []string `json:"reorders"`

	C11 bool `json:"-"` // it takes C11 memory orders
}

// A Mapping is the translation of C11 operations for a hardware model.
type Mapping struct {
	Mapping string       `json:"mapping"`
	Rows    []MappingRow `json:"rows"`
}

// A MachineRow is a row of the mapping to hardware of today.
type MachineRow struct {
	Operation string `json:"operation"`
	Order     string `json:"order"`
	Means     string `json:"means"` // fences and tags with their names in the model's text
}

// A MachineMapping is the translation of C11 operations by explore for a model in cat.
type MachineMapping struct {
	Model string       `json:"model"`
	Rows  []MachineRow `json:"rows"`
}

// A Difference is a litmus test that distinguishes two models.
type Difference struct {
	Test      string     `json:"test"`
	Source    string     `json:"source"`
	Reason    string     `json:"reason"`
	Allowed   ModelNames `json:"allowed"`   // models that allow its condition
	Forbidden ModelNames `json:"forbidden"` // models that forbid it
}

// Models are the memory models and the mappings.
type Models struct {
	Models      []ModelInfo      `json:"models"`
	Mappings    []Mapping        `json:"mappings"`
	Machines    []MachineMapping `json:"machines"`
	Differences []Difference     `json:"differences"`
}

// machineRows returns the table of a mapping to a machine.
func machineRows(m *isa.Mapping) []MachineRow {
	var rows []MachineRow
	for _, op := range []struct {
		name   string
		table  *[trace.NumOrders]isa.Lowering
		orders []trace.Order
	}{
		{"load", &m.Load, []trace.Order{trace.Relaxed, trace.Acquire, trace.SeqCst}},
		{"store", &m.Store, []trace.Order{trace.Relaxed, trace.Release, trace.SeqCst}},
		{"rmw", &m.RMW, []trace.Order{trace.Relaxed, trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst}},
		{"fence", &m.Fence, []trace.Order{trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst}},
	} {
		for _, o := range op.orders {
			rows = append(rows, MachineRow{op.name, o.String(), machineText(op.name, &op.table[o])})
		}
	}
	return rows
}

// machineText returns what an operation is lowered to.
func machineText(op string, l *isa.Lowering) string {
	names := func(t isa.Tags) string { return strings.Join(t.Names(), " ") }
	text := op
	switch reads, writes := names(l.Tags|l.ReadTags), names(l.Tags|l.WriteTags); {
	case op == "fence":
		text = ""
	case op == "rmw":
		text = "read[" + reads + "] write[" + writes + "]"
	case names(l.Tags) != "":
		text += "[" + names(l.Tags) + "]"
	}
	after := names(l.After)
	if l.Branch {
		after = joined("; ", "branch", after)
	}
	return joined("; ", joined("; ", names(l.Before), text), after)
}

// FromModels returns the memory models, strongest first, the mappings, and tests that
// distinguish models.
func FromModels(differences []candidates.Difference) *Result {
	d := &Models{}
	for _, x := range differences {
		d.Differences = append(d.Differences, Difference{x.Test.Name, x.Source, x.Reason, notNil(x.Allowed), notNil(x.Forbidden)})
	}
	for _, m := range c11.Runnable() {
		info := ModelInfo{Model: m.Name, Name: m.Title, Source: m.Source, Reorders: []string{}, C11: m.Native}
		for _, e := range exchanges {
			if m.Reorders(e.before, e.after) {
				info.Reorders = append(info.Reorders, e.String())
			}
		}
		d.Models = append(d.Models, info)
	}
	for _, m := range []models.Mapping{models.C11, models.None} {
		d.Mappings = append(d.Mappings, Mapping{m.Name, mappingRows(m)})
	}
	for _, m := range []struct {
		model string
		to    *isa.Mapping
	}{{"armv8", &isa.Armv8}, {"armv7", &isa.Armv7}, {"power", &isa.Power}, {"riscv", &isa.RISCV}} {
		d.Machines = append(d.Machines, MachineMapping{m.model, machineRows(m.to)})
	}
	return WithBody("models", OK, d)
}

// A ModelText is a model as a page of text, in cat.
type ModelText struct {
	Model string `json:"model"`
	Text  string `json:"text"`
}
