package cluster

import (
	"cmp"
	"context"
	"encoding/json"

	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/models"
)

// Tests is the Work of campaign.Run with these arguments. A unit is a range of executions.
type Tests struct {
	program  *code.Program
	model    *models.Model
	o        campaign.Options
	campaign *campaign.Campaign
}

// A testsPart is the result of the executions of a range.
type testsPart struct {
	Found   *campaign.Part `json:"found"`
	Reached []byte         `json:"reached,omitempty"` // see vm.Coverage.Seen
}

// Units divides the executions.
func (t *Tests) Units(_ context.Context, n int) ([]Unit, error) {
	return rangeUnits(t.campaign.Ranges(n))
}

// rangeUnits returns a unit for each range of a sorted list.
func rangeUnits(list []campaign.Range) ([]Unit, error) {
	out, err := units(list...)
	for i := range out {
		out[i].Order = list[i].First
	}
	return out, err
}

// Do runs the executions of a range.
func (t *Tests) Do(ctx context.Context, u Unit, enough func() bool) (*Result, error) {
	var r campaign.Range
	if err := json.Unmarshal(u.What, &r); err != nil {
		return nil, err
	}
	if r.First < 0 || r.N < 1 || r.First > t.o.Runs-r.N {
		return nil, errForeign
	}
	var p testsPart
	var reached *vm.Coverage
	if t.o.Machine.Coverage != nil {
		reached = vm.NewCoverage(t.program)
	}
	var err error
	if p.Found, err = t.campaign.Run(ctx, r, reached, enough); err != nil {
		return nil, err
	}
	if reached != nil {
		p.Reached = reached.Seen()
	}
	out := &Result{Ends: p.Found.Stopped}
	if !out.Ends {
		if out.Rest, err = rangeUnits(rest(r, p.Found.N)); err != nil {
			return nil, err
		}
	}
	out.Part, err = json.Marshal(p)
	return out, err
}

// Check returns an error if a part does not belong to its range.
func (t *Tests) Check(u Unit, part json.RawMessage) error {
	var r campaign.Range
	var p testsPart
	if err := cmp.Or(json.Unmarshal(u.What, &r), json.Unmarshal(part, &p)); err != nil {
		return err
	}
	if p.Found == nil || p.Found.First != r.First || p.Found.N != r.N && !(p.Found.Stopped && p.Found.N < r.N) {
		return errForeign
	}
	return nil
}

// pieces bounds the number of units into which the rest of a range is divided.
const pieces = 16

// rest divides the rest of a range, of which the first done executions were run, into
// ranges of about that size, or a few larger ones.
func rest(r campaign.Range, done int) (list []campaign.Range) {
	end := r.First + r.N
	size := max(done, (r.N-done)/pieces)
	size = (size + campaign.BatchSize - 1) / campaign.BatchSize * campaign.BatchSize
	for first := r.First + done; first < end; first += size {
		list = append(list, campaign.Range{First: first, N: min(size, end-first)})
	}
	return list
}

// Fold merges the parts of adjacent ranges.
func (t *Tests) Fold(list []Part) (folded []Part, err error) {
	all, err := parts[testsPart](InOrder(list)) // this also sorts list
	if err != nil {
		return nil, err
	}
	var last *testsPart
	for i, p := range all {
		if p.Found == nil || last != nil && len(p.Reached) != len(last.Reached) {
			return nil, errForeign
		}
		if last == nil || !last.Found.Add(p.Found) {
			last = p
			folded = append(folded, Part{Unit: list[i].Unit})
		} else {
			for k, seen := range p.Reached {
				last.Reached[k] |= seen
			}
		}
		to := &folded[len(folded)-1]
		to.Ends = last.Found.Stopped
		if to.Part, err = json.Marshal(last); err != nil {
			return nil, err
		}
	}
	return folded, nil
}

// Join makes the report of the campaign from its parts.
func (t *Tests) Join(ctx context.Context, list []json.RawMessage) (*campaign.Report, error) {
	all, err := parts[testsPart](list)
	if err != nil {
		return nil, err
	}
	var found []*campaign.Part
	reached := map[*campaign.Part][]byte{}
	for _, p := range all {
		if p.Found == nil {
			return nil, errForeign
		}
		found, reached[p.Found] = append(found, p.Found), p.Reached
	}
	return campaign.Join(ctx, t.program, t.model, t.o, found, func(p *campaign.Part) error {
		if t.o.Machine.Coverage == nil {
			return nil
		}
		return t.o.Machine.Coverage.Add(reached[p])
	})
}
