package explore

import (
	"math"
	"testing"

	"fencepost/interp"
)

// Parts are joined if their weights sum to that of the whole search, or one says that something is
// missing: neither fewer parts nor one of them twice is a search. Numbers and findings that no search
// has are refused.
func TestJoin(t *testing.T) {
	t.Parallel()
	counted := func(c Counts) Report { return Report{Counts: c} }
	one := counted(Counts{Executions: 1})
	weights := func(list ...uint64) (parts []*Part) {
		for _, w := range list {
			parts = append(parts, &Part{Report: one, Weight: w})
		}
		return parts
	}
	for name, c := range map[string]struct {
		parts        []*Part
		ok, complete bool
	}{
		"all in one":              {weights(allWeight), true, true},
		"all in two":              {weights(allWeight-5, 5), true, true},
		"all in three":            {weights(7, allWeight-12, 5), true, true},
		"none":                    {weights(), false, false},
		"one of two":              {weights(allWeight - 5), false, false},
		"the other of two":        {weights(5), false, false},
		"one of two twice":        {weights(allWeight-5, 5, 5), false, false},
		"all twice":               {weights(allWeight, allWeight), false, false},
		"too little by one":       {weights(allWeight - 1), false, false},
		"too much by one":         {weights(allWeight, 1), false, false},
		"one that is cut":         {[]*Part{{Report: one, Cut: true}}, true, false},
		"all, and one is cut":     {append(weights(allWeight-5, 5), &Part{Cut: true}), true, false},
		"all, with races left":    {[]*Part{{Report: Report{Counts: one.Counts, Raced: true}, Weight: allWeight}}, true, false},
		"all, with a bound":       {[]*Part{{Report: counted(Counts{Bounded: 1}), Weight: allWeight}}, true, false},
		"a sample":                {[]*Part{{Report: counted(Counts{Executions: 1, Sampled: true}), Weight: allWeight}}, true, false},
		"fewer than no execution": {[]*Part{{Report: counted(Counts{Executions: -1}), Weight: allWeight}}, false, false},
		"more than there are":     {[]*Part{{Report: counted(Counts{Blocked: math.MaxInt64}), Weight: allWeight}}, false, false},
		"an outcome of none":      {[]*Part{{Report: Report{Counts: one.Counts, Outcomes: map[string]int64{"x=1": 0}}, Weight: allWeight}}, false, false},
		"an error of no witness":  {[]*Part{{Report: Report{Counts: one.Counts, Errors: []Counterexample{{Error: &interp.Error{Kind: interp.Livelock}}}}, Weight: allWeight}}, false, false},
	} {
		r, err := Join("sc", c.parts)
		if (err == nil) != c.ok || err == nil && (r.Complete != c.complete || r.Model != "sc") {
			t.Errorf("%s: %+v, %v; want accepted %v, complete %v", name, r, err, c.ok, c.complete)
		}
	}
}
