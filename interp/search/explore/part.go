package explore

import (
	"errors"
	"fmt"

	"fencepost/interp"
)

// A Part has the results of a subtree as plain data. It can be sent as JSON to another process,
// which joins parts by Join.
type Part struct {
	Report
	Last   *string `json:"last,omitempty"` // the greatest outcome that is kept; nil: none was dropped
	Cut    bool    `json:"cut,omitempty"`  // the results of some subtree are missing
	Weight uint64  `json:"weight"`         // see allWeight
}

// part returns the results as plain data.
func (y *tally) part(raced bool) *Part {
	p := &Part{Report: *y.report(""), Weight: y.weight}
	if p.Raced = raced; y.outcomes.full {
		p.Last = &y.outcomes.last
	}
	return p
}

// Join returns the report of the whole search from its parts, in any order. It is an error if an
// execution is missing in the parts, or is there twice, unless a part is Cut.
func Join(model string, parts []*Part) (*Report, error) {
	all, raced, cut, err := gather(parts)
	if err != nil {
		return nil, err
	}
	if !cut && all.weight != allWeight {
		return nil, errors.New("the parts of the search are not all of it, or have some of it twice")
	}
	r := all.report(model)
	r.Raced = raced
	r.Complete = !cut && r.Omits() == "" && r.Bounded == 0
	return r, nil
}

// Fold makes one part of several, in any order.
func Fold(parts []*Part) (*Part, error) {
	all, raced, cut, err := gather(parts)
	if err != nil {
		return nil, err
	}
	p := all.part(raced)
	p.Cut = cut
	return p, nil
}

// maxCounted bounds the executions of a part that gather accepts: more than any search has time
// for, and few enough that sums do not overflow.
const maxCounted = 1 << 50

// sensible reports whether all counts are between 0 and maxCounted, and those of outcomes positive.
func (p *Part) sensible() bool {
	for _, n := range p.Outcomes {
		if n < 1 || n > maxCounted {
			return false
		}
	}
	for i := range p.Errors {
		if n := p.Errors[i].Executions; n < 0 || n > maxCounted {
			return false
		}
	}
	return min(p.Executions, p.Blocked, p.Bounded, p.Others) >= 0 && max(p.Executions, p.Blocked, p.Bounded, p.Others) <= maxCounted
}

// gather adds up parts. raced and cut report whether any part has Raced and Cut.
func gather(parts []*Part) (all *tally, raced, cut bool, err error) {
	all = &tally{}
	all.reset()
	for _, p := range parts {
		if !p.sensible() {
			return nil, false, false, errors.New("numbers of executions that cannot be")
		}
		var y tally
		y.reset()
		y.Counts, y.weight = p.Counts, p.Weight
		for _, at := range p.Endless {
			y.endless[at] = true
		}
		for s, n := range p.Outcomes {
			y.outcomes.counts[s] = &n
		}
		if y.outcomes.others = p.Others; p.Last != nil {
			y.outcomes.full, y.outcomes.last = true, *p.Last
		}
		y.lastRace = p.LastRace
		for i := range p.Errors {
			f := p.Errors[i]
			if f.Error == nil || f.Witness == nil || f.Error.Kind == interp.DataRace && (f.Error.First == nil || f.Error.Second == nil) {
				return nil, false, false, fmt.Errorf("a finding without an execution")
			}
			y.errors[f.Error.Key()] = &f
		}
		all.merge(&y)
		raced, cut = raced || p.Raced, cut || p.Cut
	}
	return all, raced, cut, nil
}
