package explore

import (
	"errors"
	"fmt"

	"fencepost/interp"
)

// A Part is what the executions of a subtree showed, as plain data: as JSON it can be
// sent to another process, where Join takes it.
type Part struct {
	Report
	Last   *string `json:"last,omitempty"` // if outcomes were dropped: the greatest that is kept
	Cut    bool    `json:"cut,omitempty"`  // a part is missing
	Weight uint64  `json:"weight"`         // see allWeight
}

// part returns what was found as plain data.
func (y *tally) part(raced bool) *Part {
	p := &Part{Report: *y.report(""), Weight: y.weight}
	if p.Raced = raced; y.outcomes.full {
		p.Last = &y.outcomes.last
	}
	return p
}

// Join makes the report of the search that parts are all of; their order does not
// matter. It is an error if they are not.
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

// Fold makes one part of several, whose order does not matter.
func Fold(parts []*Part) (*Part, error) {
	all, raced, cut, err := gather(parts)
	if err != nil {
		return nil, err
	}
	p := all.part(raced)
	p.Cut = cut
	return p, nil
}

// maxCounted is how many executions a part can have: more than there is time for, and so
// few that sums do not overflow.
const maxCounted = 1 << 50

// sensible reports whether the numbers can be those of a search.
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

// gather adds up what parts say.
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
