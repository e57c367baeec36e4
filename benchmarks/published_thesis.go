package benchmarks

import _ "embed"

//go:embed thesis.csv
var thesisTable string

// A ThesisCompiler is a row of Table 4 of Adolfsson's thesis (Uppsala 2022): a compiler, how many tests
// fail, and how many percent of the final states that C11 allows it cannot have. Map is the mapping that
// stands for it here.
type ThesisCompiler struct {
	Name, Map    string
	Failed       int
	Unobservable float64
}

// ThesisCompilers returns the table, in its order. Rows that are alike are one.
func ThesisCompilers() ([]ThesisCompiler, error) {
	return published(thesisTable, func(r record) ThesisCompiler {
		return ThesisCompiler{r.text("compiler"), r.text("map"), r.int("failed"), r.float("unobservable")}
	})
}

// ThesisOutcomes is a row of Table 5: how many final states C11 allows a test on average, and how many of them
// its Arm compiler shows under a model, and by running, also in percent.
type ThesisOutcomes struct {
	Size                          int
	C11, Model, Stressed          float64
	ModelPercent, StressedPercent int
}

// ThesisTable5 is the table, by size.
var ThesisTable5 = []ThesisOutcomes{{4, 2.7, 2.7, 1.0, 100, 33}, {5, 5.1, 5.0, 2.1, 97, 40}, {6, 11.2, 10.4, 2.6, 93, 33}}
