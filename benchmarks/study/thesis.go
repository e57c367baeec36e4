package study

import (
	"context"

	"fencepost/benchmarks"
	"fencepost/interp/compilers"
	"fencepost/interp/search/candidates"
	"fencepost/models/synth"
)

// A Thesis is what Tables 2 to 5 of Adolfsson's thesis (Uppsala 2022) become.
type Thesis struct {
	Tests     []*synth.Result  // by size, from 4 on
	Compilers []ThesisCompiler // Table 4
	Outcomes  []ThesisOutcomes // Table 5, by size
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

// RunThesis makes the thesis's tests of up to a number of events, with an RMW in each of its six
// functions, and has mappings translate them. If ctx ends, it holds the sizes that are whole.
func RunThesis(ctx context.Context, published []benchmarks.ThesisCompiler, size, workers int, progress func(size, done, total int)) (*Thesis, error) {
	c11, err := candidates.Lookup("c11orig")
	if err != nil {
		return nil, err
	}
	model, _ := synth.Lookup("c11orig")
	out := &Thesis{Compilers: []ThesisCompiler{}, Outcomes: []ThesisOutcomes{}}
	var list []*compilers.Compiler
	for _, p := range published {
		m, err := compilers.ShippedMapping(p.Map)
		if err != nil {
			return nil, err
		}
		list = append(list, compilers.Mapped(m))
		out.Compilers = append(out.Compilers, ThesisCompiler{Compiler: p.Name, Map: p.Map, Published: ThesisCompilerPublished{p.Failed, p.Unobservable}})
	}
	allowed, unreachable := make([]int, len(list)), make([]int, len(list))
	for _, at := range benchmarks.ThesisTable5 {
		if at.Size > size {
			break
		}
		r := synth.Run(ctx, model, synth.Options{Size: at.Size, MaxRMWs: 1, Workers: workers})
		var tests []*compilers.Test
		for _, t := range r.Tests {
			for _, p := range t.Programs() {
				if p.Function != synth.CompareExchange {
					tests = append(tests, compilers.Tests(p, synth.Forms[:1], len(tests))...)
				}
			}
		}
		rows, err := compilers.Run(ctx, list, tests, compilers.Options{Model: c11, Workers: workers, Progress: func(done, total int) {
			progress(at.Size, done, total)
		}})
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return nil, err
		}
		out.Tests = append(out.Tests, r)
		for i, row := range rows {
			c := &out.Compilers[i]
			c.Tests, c.Failed = c.Tests+row.Tests, c.Failed+len(row.Failures)
			allowed[i], unreachable[i] = allowed[i]+row.Allowed, unreachable[i]+row.Unreachable
			c.Unobservable = 100 * float64(unreachable[i]) / float64(max(allowed[i], 1))
			if n := float64(max(row.Tests, 1)); c.Map == "armv7" {
				out.Outcomes = append(out.Outcomes, ThesisOutcomes{
					at.Size, row.Tests, float64(row.Allowed) / n, float64(row.Allowed-row.Unreachable) / n,
					ThesisOutcomesPublished{synth.ThesisTests[at.Size], at.C11, at.Model, at.ModelPercent, at.Stressed, at.StressedPercent},
				})
			}
		}
	}
	return out, nil
}
