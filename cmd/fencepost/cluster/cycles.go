package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"sync/atomic"

	"fencepost/phase2"
)

// Cycles is the Work of the trials of critical cycles. A unit is a few cycles under one
// model.
type Cycles struct {
	trials *phase2.Trials
	// before is the work that makes this one unnecessary if it confirms anything; it may be
	// nil.
	before *Cycles
	found  atomic.Bool
}

// Later reports whether the work may turn out to be unnecessary.
func (c *Cycles) Later() bool { return c.before != nil }

// A someCycles is the content of a unit.
type someCycles struct {
	Model int `json:"model"`
	First int `json:"first"`
	N     int `json:"n"`
}

// Units divides the cycles.
func (c *Cycles) Units(ctx context.Context, n int) ([]Unit, error) {
	if c.before != nil {
		if wrong, err := c.before.trials.Wrong(ctx); wrong || err != nil {
			return nil, err
		}
	}
	counts, err := c.trials.Cycles(ctx)
	if err != nil {
		return nil, err
	}
	total := 0
	for _, k := range counts {
		total += k
	}
	size := max(1, total/max(n, 1))
	var list []someCycles
	for m, k := range counts {
		for first := 0; first < k; first += size {
			list = append(list, someCycles{m, first, min(size, k-first)})
		}
	}
	return units(list...)
}

// Do makes the trials of some cycles.
func (c *Cycles) Do(ctx context.Context, u Unit, enough func() bool) (*Result, error) {
	var some someCycles
	if err := json.Unmarshal(u.What, &some); err != nil {
		return nil, err
	}
	if c.before != nil && c.before.found.Load() {
		text, err := json.Marshal(&phase2.Part{Model: some.Model, First: some.First})
		return &Result{Part: text}, err // the merge knows that it is not needed
	}
	p, err := c.trials.Run(ctx, some.Model, some.First, some.N, enough)
	if err != nil {
		return nil, err
	}
	for i := range p.Done {
		if d := &p.Done[i]; d.Confirmations > 0 || len(d.Errors)+len(d.Races) > 0 {
			c.found.Store(true)
		}
	}
	out := &Result{}
	if done := len(p.Done); done > 0 && done < some.N {
		if out.Rest, err = units(someCycles{some.Model, some.First + done, some.N - done}); err != nil {
			return nil, err
		}
	}
	out.Part, err = json.Marshal(p)
	return out, err
}

// Check returns an error if the cycles of a part are not those of its unit.
func (c *Cycles) Check(u Unit, part json.RawMessage) error {
	var some someCycles
	var p phase2.Part
	if err := cmp.Or(json.Unmarshal(u.What, &some), json.Unmarshal(part, &p)); err != nil {
		return err
	}
	if p.Model != some.Model || p.First != some.First || len(p.Done) != some.N && (len(p.Done) > 0 || c.before == nil) {
		return errForeign
	}
	return nil
}
