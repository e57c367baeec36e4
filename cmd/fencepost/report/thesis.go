package report

import (
	"fmt"

	"fencepost/benchmarks"
	"fencepost/benchmarks/study"
	"fencepost/models/synth"
)

// A Thesis is Tables 2 to 5 of Adolfsson's thesis (Uppsala 2022), measured again.
type Thesis struct {
	Incomplete *string           `json:"incomplete"` // why the study was cut short, or null
	Size       int               `json:"size"`       // up to which tests were asked for
	Table2     []jsonSynthSize   `json:"table2"`
	Table3     []jsonSynthFamily `json:"table3"`
	Table4     []ThesisCompiler  `json:"table4"`
	Table5     []ThesisOutcomes  `json:"table5"`
	Cut        []int             `json:"cut"` // sizes that a limit left out
}

// A ThesisCompiler is a row of Table 4.
type ThesisCompiler struct {
	Compiler     string                  `json:"compiler"` // in the thesis
	Map          string                  `json:"map"`      // the mapping that stands for it
	Tests        int                     `json:"tests"`
	Failed       int                     `json:"failed"`
	Unobservable float64                 `json:"unobservable"` // in percent of the final states that C11 allows
	Published    ThesisCompilerPublished `json:"published"`
}

// ThesisCompilerPublished is what the thesis found.
type ThesisCompilerPublished struct {
	Failed       int     `json:"failed"`
	Unobservable float64 `json:"unobservable"`
}

// ThesisOutcomes is a row of Table 5: final states of a test, on average.
type ThesisOutcomes struct {
	Size      int                     `json:"size"`
	Tests     int                     `json:"tests"`
	C11       float64                 `json:"c11"`   // that C11 allows
	Model     float64                 `json:"model"` // of these, that armv7 shows
	Published ThesisOutcomesPublished `json:"published"`
}

// ThesisOutcomesPublished is what the thesis found; Stressed is by running on a processor.
type ThesisOutcomesPublished struct {
	Tests           int     `json:"tests"`
	C11             float64 `json:"c11"`
	Model           float64 `json:"model"`
	ModelPercent    int     `json:"model_percent"`
	Stressed        float64 `json:"stressed"`
	StressedPercent int     `json:"stressed_percent"`
}

// FromThesis returns the study of the tests of up to a size. why says what cut it short; it is empty
// if nothing did.
func FromThesis(r *study.Thesis, size int, why string) *Result {
	b := &Thesis{
		Incomplete: orNull(why), Size: size, Table2: []jsonSynthSize{}, Table3: []jsonSynthFamily{},
		Table4: []ThesisCompiler{}, Table5: []ThesisOutcomes{}, Cut: []int{},
	}
	for _, x := range r.Tests {
		b.Table2 = append(b.Table2, jsonSynthSize{x.Size, x.Concrete(), synth.ThesisTests[x.Size]})
	}
	b.Table3 = synthFamilies(r.Tests)
	for _, c := range r.Compilers {
		p := c.Published
		b.Table4 = append(b.Table4, ThesisCompiler{
			p.Name, p.Map, c.Tests, c.Failed, percent(c.Unreachable, c.Allowed), ThesisCompilerPublished{p.Failed, p.Unobservable},
		})
	}
	for _, o := range r.Outcomes {
		p, n := o.Published, float64(max(o.Tests, 1))
		b.Table5 = append(b.Table5, ThesisOutcomes{
			p.Size, o.Tests, float64(o.Allowed) / n, float64(o.Allowed-o.Unreachable) / n,
			ThesisOutcomesPublished{synth.ThesisTests[p.Size], p.C11, p.Model, p.ModelPercent, p.Stressed, p.StressedPercent},
		})
	}
	for _, at := range benchmarks.ThesisTable5[len(r.Tests):] {
		if at.Size <= size {
			b.Cut = append(b.Cut, at.Size)
		}
	}
	return WithBody("bench thesis", StatusOf(false, why != ""), b)
}

func (t *printer) thesis(b *Thesis) {
	var cut []string
	for _, size := range b.Cut {
		cut = append(cut, fmt.Sprint(size))
	}
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
