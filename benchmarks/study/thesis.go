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

// A ThesisCompiler is a mapping with the tests of all sizes.
type ThesisCompiler struct {
	Published                           benchmarks.ThesisCompiler
	Tests, Failed, Allowed, Unreachable int
}

// ThesisOutcomes are the final states of the tests of a size, of armv7.
type ThesisOutcomes struct {
	Published                   benchmarks.ThesisOutcomes
	Tests, Allowed, Unreachable int
}

// RunThesis makes the thesis's tests of up to a number of events, with an RMW in each of its six
// functions, and has mappings translate them. If ctx ends, it holds the sizes that are whole.
func RunThesis(ctx context.Context, published []benchmarks.ThesisCompiler, size, workers int, progress func(size, done, total int)) (*Thesis, error) {
	c11, err := candidates.Lookup("c11orig")
	if err != nil {
		return nil, err
	}
	model, _ := synth.Lookup("c11orig")
	out := &Thesis{}
	var list []*compilers.Compiler
	for _, p := range published {
		m, err := compilers.ShippedMapping(p.Map)
		if err != nil {
			return nil, err
		}
		list = append(list, compilers.Mapped(m))
		out.Compilers = append(out.Compilers, ThesisCompiler{Published: p})
	}
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
			c.Allowed, c.Unreachable = c.Allowed+row.Allowed, c.Unreachable+row.Unreachable
			if c.Published.Map == "armv7" {
				out.Outcomes = append(out.Outcomes, ThesisOutcomes{at, row.Tests, row.Allowed, row.Unreachable})
			}
		}
	}
	return out, nil
}
