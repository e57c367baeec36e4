package campaign

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/trace"
)

// A Range is the executions of numbers First to First+N-1, counted from 0.
type Range struct {
	First int `json:"first"`
	N     int `json:"n"`
}

func (r Range) end() int { return r.First + r.N }

// A Part is what the executions of a range found, as plain data: as JSON it can be sent
// to another process, where Join takes it.
type Part struct {
	Range
	Ended         interp.Outcomes   `json:"ended"`
	Buggy         int               `json:"buggy"`
	PrefixReplays int               `json:"prefix_replays,omitempty"` // see Report
	Findings      []witness.Finding `json:"findings,omitempty"`
	// Stopped says that the campaign ends with the range's last execution.
	Stopped     bool          `json:"stopped,omitempty"`
	Unsupported *interp.Error `json:"unsupported,omitempty"` // see Report
	Overflows   int           `json:"overflows,omitempty"`
	OverflowAt  trace.Pos     `json:"overflow_at,omitzero"`
	KCom        int           `json:"k_com,omitempty"` // see Report

	seen map[uint64]bool // behaviours

	places  map[string]int // of the findings, by their errors' keys, if there are more than few
	counted []int          // by finding: N when an execution was counted for it last
}

// few is up to how many findings one is looked for by comparing it with each.
const few = 32

// maxKept is how many choices an execution may have that strategies keep.
const maxKept = 1 << 14

func newPart(first int) *Part { return &Part{Range: Range{First: first}, seen: map[uint64]bool{}} }

// addBatch adds the executions that come next, in order of number.
func (p *Part) addBatch(batch []execution, untilBug bool) {
	for i := range batch {
		x := &batch[i]
		p.N++
		errs, outcome := x.errs, x.outcome
		x.sample.Buggy, x.sample.Fresh, x.sample.Choices = false, false, nil
		switch {
		case outcome == interp.Interrupted:
			continue
		case outcome == interp.Unsupported:
			if p.Unsupported == nil {
				p.Unsupported = errs[0]
			}
			if errs = errs[1:]; len(errs) == 0 {
				continue
			}
			outcome = interp.Failed // it raced before
		}
		p.Ended.Add(outcome, x.loop)
		if x.overflow.Line != 0 {
			p.overflowed(1, x.overflow)
		}
		if x.sample.Fresh = !p.seen[x.behaviour]; x.sample.Fresh {
			p.seen[x.behaviour] = true
		}
		if len(errs) == 0 {
			continue
		}
		p.Buggy++
		if x.prefix {
			p.PrefixReplays++
		}
		x.sample.Buggy = true
		if x.sample.Fresh && x.witness != nil && len(x.witness.Choices) <= maxKept {
			x.sample.Choices = x.witness.Choices
		}
		for _, e := range errs {
			i := p.find(e)
			if i >= 0 && p.counted[i] == p.N {
				continue // the execution showed it before, at other accesses of the same places
			}
			i = p.addAt(i, witness.Finding{Error: e, Count: 1, First: p.end(), Witness: x.witness})
			p.counted[i] = p.N
		}
		if untilBug {
			p.Stopped = true
			return
		}
	}
	p.Stopped = p.First == 0 && p.Unsupported != nil && p.Ended.Total() == 0
}

// overflowed counts executions with an overflow, of which the first is at a place.
func (p *Part) overflowed(n int, at trace.Pos) {
	if p.Overflows == 0 {
		p.OverflowAt = at
	}
	p.Overflows += n
}

// lacks reports whether there is one of errs for which the part has no witness of so many
// steps or fewer.
func (p *Part) lacks(errs []*interp.Error, steps int) bool {
	return slices.ContainsFunc(errs, func(e *interp.Error) bool {
		i := p.find(e)
		return i < 0 || steps < p.Findings[i].Witness.Steps
	})
}

// find returns the index of the finding of an error, or -1.
func (p *Part) find(e *interp.Error) int {
	if len(p.Findings) <= few {
		return slices.IndexFunc(p.Findings, func(f witness.Finding) bool { return f.Error.Same(e) })
	}
	if i, ok := p.places[e.Key()]; ok {
		return i
	}
	return -1
}

// addAt counts executions of an error, of which find returned i, keeping the shortest
// witness; one that is not shorter need not be there. It returns the index of the finding.
func (p *Part) addAt(i int, f witness.Finding) int {
	if i < 0 {
		i = len(p.Findings)
		p.Findings, p.counted = append(p.Findings, f), append(p.counted, 0)
		p.place()
		return i
	}
	old := &p.Findings[i]
	old.Count += f.Count
	if f.Witness != nil && f.Witness.Steps < old.Witness.Steps {
		old.Error, old.Witness = f.Error, f.Witness
	}
	return i
}

// place notes where findings are that were added.
func (p *Part) place() {
	if len(p.Findings) <= few {
		return
	}
	if p.places == nil {
		p.places = map[string]int{}
	}
	for i := len(p.places); i < len(p.Findings); i++ {
		p.places[p.Findings[i].Error.Key()] = i
	}
}

// Add adds the part of the range that comes next, and reports whether next is that.
func (p *Part) Add(next *Part) bool {
	follows := !p.Stopped && next.First == p.end()
	if follows {
		p.addPart(next)
	}
	return follows
}

// addPart adds the part of the range that comes next.
func (p *Part) addPart(next *Part) {
	p.N += next.N
	p.Ended.Merge(next.Ended)
	p.Buggy += next.Buggy
	p.PrefixReplays += next.PrefixReplays
	p.overflowed(next.Overflows, next.OverflowAt)
	p.Stopped, p.Unsupported = next.Stopped, cmp.Or(p.Unsupported, next.Unsupported)
	p.KCom = cmp.Or(next.KCom, p.KCom)
	maps.Copy(p.seen, next.seen)
	for _, f := range next.Findings {
		p.addAt(p.find(f.Error), f)
	}
}

// Join makes the report of the campaign that parts are of: they cover its executions, or
// those up to the one that ends it, or if ctx has ended those up to any. What comes behind
// that is left out; used, if not nil, is told of each part that is not.
func Join(ctx context.Context, p *code.Program, m *models.Model, o Options, parts []*Part, used func(*Part) error) (*Report, error) {
	o.fill()
	o.Machine.Coverage = nil
	parts = slices.SortedFunc(slices.Values(parts), func(a, b *Part) int { return cmp.Compare(a.First, b.First) })
	all, machine := newPart(0), interp.New(p, m, o.Machine)
	for _, next := range parts {
		if all.Stopped || next.First != all.end() || next.N <= 0 {
			break
		}
		for i := range next.Findings {
			next.Findings[i].Witness.SetMachine(machine, o.Machine)
		}
		if used != nil {
			if err := used(next); err != nil {
				return nil, err
			}
		}
		all.addPart(next)
	}
	if !all.Stopped && all.end() != o.Runs && ctx.Err() == nil {
		return nil, fmt.Errorf("the parts do not have execution %d, or have it twice", all.end()+1)
	}
	return all.finish(ctx, p, m, &o)
}

// report returns what is known so far.
func (p *Part) report(prog *code.Program, m *models.Model) *Report {
	return &Report{
		Program: prog, Model: m, Runs: p.Ended.Total(), Ended: p.Ended, Buggy: p.Buggy, PrefixReplays: p.PrefixReplays,
		Findings: p.Findings, Behaviours: len(p.seen), Unsupported: p.Unsupported, Overflows: p.Overflows, OverflowAt: p.OverflowAt, KCom: p.KCom,
	}
}

// finish makes the report of a whole campaign.
func (p *Part) finish(ctx context.Context, prog *code.Program, m *models.Model, o *Options) (*Report, error) {
	r := p.report(prog, m)
	if p.Unsupported != nil && len(p.Findings) == 0 {
		return r, &interp.UnsupportedError{Err: p.Unsupported}
	}
	r.addStacks(ctx, o.Machine)
	runs := o.Runs
	if p.Stopped {
		runs = r.Runs
	}
	switch {
	case r.Runs == runs && r.Ended.Completed+r.Ended.Failed > 0:
	case ctx.Err() != nil:
		r.Incomplete = witness.Limit(ctx)
	case r.Unsupported != nil:
		r.Incomplete = r.Unsupported.Error()
	default:
		r.Incomplete = witness.NoneEnded
	}
	return r, nil
}

// addStacks fills in the stacks of the races that the report shows, by
// performing their witnesses once more.
func (r *Report) addStacks(ctx context.Context, o interp.Options) {
	o.Coverage = nil
	var (
		m     *interp.Machine
		shown []int32 // the execution with these choices shows races
		races []*interp.Error
	)
	late, cancel := witness.Grace(ctx)
	defer cancel()
	for i := range r.Findings {
		f := &r.Findings[i]
		if late.Err() != nil {
			return
		}
		if f.Error.Kind != interp.DataRace {
			continue
		}
		if m == nil {
			m = interp.New(r.Program, r.Model, o)
		}
		if !slices.Equal(shown, f.Witness.Choices) || races == nil {
			shown, races = f.Witness.Choices, witness.Races(late, m, f.Witness.Choices)
		}
		f.Error = witness.Same(races, f.Error)
	}
}

// A wirePart is the JSON of a Part: behaviours are eight bytes each, the lowest first.
type wirePart struct {
	plainPart
	Behaviours []byte `json:"behaviours"`
}

type plainPart Part

// MarshalJSON writes the part.
func (p *Part) MarshalJSON() ([]byte, error) {
	w := wirePart{plainPart: plainPart(*p)}
	for _, b := range slices.Sorted(maps.Keys(p.seen)) {
		w.Behaviours = binary.LittleEndian.AppendUint64(w.Behaviours, b)
	}
	return json.Marshal(w)
}

// UnmarshalJSON reads a part, whose numbers must make sense. Its witnesses do not know yet
// what they ran on.
func (p *Part) UnmarshalJSON(text []byte) error {
	var w wirePart
	if err := json.Unmarshal(text, &w); err != nil {
		return err
	}
	*p = Part(w.plainPart)
	p.seen, p.counted = map[uint64]bool{}, make([]int, len(w.Findings))
	for b := w.Behaviours; len(b) >= 8; b = b[8:] {
		p.seen[binary.LittleEndian.Uint64(b)] = true
	}
	for _, f := range p.Findings {
		if f.Error == nil || f.Witness == nil || f.Error.Kind == interp.DataRace && (f.Error.First == nil || f.Error.Second == nil) {
			return errors.New("a finding without an execution")
		}
		if f.Count < 1 || f.Count > p.Buggy || f.First <= p.First || f.First > p.end() {
			return errors.New("a finding of other executions")
		}
	}
	if p.First < 0 || p.N < 0 || p.N > math.MaxInt32 || !p.Ended.Sensible(p.N) || p.Buggy < 0 || p.Buggy > p.N ||
		p.PrefixReplays < 0 || p.PrefixReplays > p.Buggy || p.Overflows < 0 || p.KCom < 0 || len(p.seen) > p.N {
		return errors.New("numbers of executions that cannot be")
	}
	p.place()
	return nil
}
