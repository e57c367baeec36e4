package benchmarks

import "fencepost/trace/lists"

// Defines returns the macros of all variants that a verdict or cycle names, in
// order of appearance; "" is the program as it is.
func (e *Expectation) Defines() []string {
	var all []string
	for _, v := range e.Verdicts {
		all = lists.Add(all, v.Define)
	}
	for _, c := range e.Cycles {
		all = lists.Add(all, c.Define)
	}
	return all
}
