package report

import (
	"fmt"
	"strconv"

	"fencepost/benchmarks"
	"fencepost/benchmarks/study"
	"fencepost/models/synth"
	"fencepost/trace/lists"
)

// A Thesis is Tables 2 to 5 of Adolfsson's thesis (Uppsala 2022), measured again.
type Thesis struct {
	Incomplete *string                `json:"incomplete"` // why the study was cut short, or null
	Size       int                    `json:"size"`       // up to which tests were asked for
	Table2     []jsonSynthSize        `json:"table2"`
	Table3     []jsonSynthFamily      `json:"table3"`
	Table4     []study.ThesisCompiler `json:"table4"`
	Table5     []study.ThesisOutcomes `json:"table5"`
	Cut        []int                  `json:"cut"` // sizes that a limit left out
}

// FromThesis returns the study of the tests of up to a size. why says what cut it short; it is empty
// if nothing did.
func FromThesis(r *study.Thesis, size int, why string) *Result {
	b := &Thesis{
		Incomplete: orNull(why), Size: size, Table3: synthFamilies(r.Tests),
		Table2: lists.Map(r.Tests, func(x *synth.Result) jsonSynthSize {
			return jsonSynthSize{x.Size, x.Concrete(), synth.ThesisTests[x.Size]}
		}),
		Table4: r.Compilers, Table5: r.Outcomes, Cut: []int{},
	}
	for _, at := range benchmarks.ThesisTable5[len(r.Tests):] {
		if at.Size <= size {
			b.Cut = append(b.Cut, at.Size)
		}
	}
	return WithBody("bench thesis", StatusOf(false, why != ""), b)
}

func (t *printer) thesis(b *Thesis) {
	cut := lists.Map(b.Cut, strconv.Itoa)
	beside := func(ours, published any) string { return fmt.Sprintf("%v (%v)", ours, published) }
	t.printf("Adolfsson's thesis, Table 2: programs by size; published in brackets\n\n")
	out := newTable(1, "size", "programs")
	for _, r := range b.Table2 {
		out.add(fmt.Sprint(r.Size), beside(r.Programs, r.Thesis))
	}
	out.cut(cut)
	t.table(out)
	t.printf("\nTable 3: tests by family, without an RMW and with one; published in brackets\n\n")
	out = newTable(1, "family", "without", "with")
	for _, f := range b.Table3 {
		without := fmt.Sprint(f.WithoutRMW)
		if f.Table3 != nil {
			without = beside(without, *f.Table3)
		}
		out.add(f.Family, without, fmt.Sprint(f.WithRMW))
	}
	for _, size := range cut {
		out.add("size "+size, "cut", "")
	}
	t.table(out)
	t.printf("\nTable 4: compilers, and mappings that stand for them: tests that fail, and final states\nthat C11 allows and the assembly cannot have; published in brackets\n\n")
	out = newTable(2, "compiler", "mapping", "tests", "failed", "unobservable %")
	for _, c := range b.Table4 {
		tests := fmt.Sprint(c.Tests)
		if len(cut) > 0 {
			tests += ", cut"
		}
		out.add(c.Compiler, c.Map, tests, beside(c.Failed, c.Published.Failed), fmt.Sprintf("%.1f (%.1f)", c.Unobservable, c.Published.Unobservable))
	}
	t.table(out)
	t.printf("\nTable 5: final states of a test on average, of armv7; published in brackets, gcc's by herd,\nand by running on a Cortex-A9\n\n")
	out = newTable(1, "size", "tests", "C11", "model", "% visible", "by running")
	for _, o := range b.Table5 {
		p := o.Published
		out.add(fmt.Sprint(o.Size), beside(o.Tests, p.Tests), fmt.Sprintf("%.1f (%.1f)", o.C11, p.C11), fmt.Sprintf("%.1f (%.1f)", o.Model, p.Model),
			fmt.Sprintf("%.0f (%d)", 100*o.Model/o.C11, p.ModelPercent), fmt.Sprintf("(%.1f, %d%%)", p.Stressed, p.StressedPercent))
	}
	out.cut(cut)
	t.table(out)
	t.incomplete(b.Incomplete)
}
