package search

import (
	"fencepost/interp/hardware/litmus"
	"fencepost/interp/search/candidates"
)

// A focus narrows the search of a litmus test with many executions. From counted units of
// work on it looks only for new final states. From tried units on, or from listed final
// states on, it looks only for executions that may decide the condition.
type focus struct {
	counted, tried int64
	listed         int

	test               *litmus.Test
	seen               *litmus.Outcomes
	positive, negative bool // some executions satisfy the condition's proposition, and some do not
	narrowed, decides  bool
}

// newFocus narrows a search whose outcomes are collected in seen.
func newFocus(t *litmus.Test, seen *litmus.Outcomes, o *candidates.Options) *focus {
	f := &focus{counted: 100_000, tried: 150_000, listed: 1 << 16, test: t, seen: seen}
	o.Known, o.KnownFrom, o.KnownShown = f.known, f.counted, true
	for _, l := range t.Observed {
		o.KnownShown = o.KnownShown && l.Thread >= 0
	}
	wanted := o.Wanted
	o.Wanted = func(addr uint64, value int64) bool {
		return (wanted == nil || wanted(addr, value)) && (!f.decides || !f.negative || t.Condition.Admits(addr, value))
	}
	return f
}

// add notes an execution.
func (f *focus) add(e *candidates.Execution) {
	if f.test.Counts(e) {
		satisfies := f.test.Satisfies(e)
		f.positive = f.positive || satisfies
		f.negative = f.negative || !satisfies
	}
}

// known reports whether executions that end like e are of no interest.
func (f *focus) known(e *candidates.Execution) bool {
	f.narrowed = true
	f.decides = f.decides || f.seen.Len() >= f.listed || e.Work() >= f.tried
	switch {
	case !f.test.Counts(e) || f.seen.Has(e):
		return true
	case !f.decides:
		return false
	case f.test.Satisfies(e):
		return f.positive
	}
	return f.negative
}

// note describes the executions that were left out; it is empty if none was.
func (f *focus) note() string {
	switch {
	case !f.narrowed:
		return ""
	case !f.decides:
		return "all final states are listed, but not all executions counted (--no-narrowing counts all)"
	}
	return "the condition is decided, but not all final states are listed (--no-narrowing lists all)"
}
