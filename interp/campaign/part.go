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
	"fencepost/trace/lists"
)

// A Range is the executions with numbers First to First+N-1, counted from 0.
type Range struct {
	First int `json:"first"`
	N     int `json:"n"`
}

func (r Range) end() int { return r.First + r.N }

// A Part is the result of the executions of a range, as plain data: it can be sent as JSON
// to another process, where Join uses it.
type Part struct {
	Range
	Results
	// Stopped says that the campaign ends with the last execution of the range.
	Stopped bool `json:"stopped,omitempty"`

	seen map[uint64]bool // numbers of behaviours

	places  map[string]int // indices of the findings by their errors' keys, if there are more than few
	counted []int          // by finding: N when an execution was last counted for it
	races   int            // number of findings that are data races
}

// few is the number of findings up to which they are searched linearly.
const few = 32

// maxKept bounds the choices of executions that strategies keep.
const maxKept = 1 << 14

func newPart(first int) *Part { return &Part{Range: Range{First: first}, seen: map[uint64]bool{}} }

// addBatch adds the next executions, in order of number.
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
			outcome = interp.Failed // it had a race before
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
			if p.LastRace.Drops(e) {
				continue
			}
			i := p.find(e)
			if i >= 0 && p.counted[i] == p.N {
				continue // this execution already showed it, at other accesses of the same positions
			}
			i = p.addAt(i, witness.Finding{Error: e, Count: 1, First: p.end(), Witness: x.witness})
			p.counted[i] = p.N
		}
		p.trim(2 * interp.MaxRaces)
		if untilBug {
			p.Stopped = true
			return
		}
	}
	p.Stopped = p.First == 0 && p.Unsupported != nil && p.Ended.Total() == 0
}

// overflowed counts n executions with an overflow, the first of which is at a position.
func (p *Part) overflowed(n int, at trace.Pos) {
	if p.Overflows == 0 {
		p.OverflowAt = at
	}
	p.Overflows += n
}

// lacks reports whether some error in errs has no witness of at most this many steps.
func (p *Part) lacks(errs []*interp.Error, steps int) bool {
	return slices.ContainsFunc(errs, func(e *interp.Error) bool {
		if p.LastRace.Drops(e) {
			return false
		}
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

// addAt counts the executions of an error, whose index is i, and keeps the shortest
// witness; f may lack its witness if that is not shorter. It returns the index of the
// finding.
func (p *Part) addAt(i int, f witness.Finding) int {
	if i < 0 {
		i = len(p.Findings)
		p.Findings, p.counted = append(p.Findings, f), append(p.counted, 0)
		if f.Error.Kind == interp.DataRace {
			p.races++
		}
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

// trim drops the greatest data races if there are more than most.
func (p *Part) trim(most int) {
	if p.races <= most {
		return
	}
	p.keepUpTo(interp.LastRace(p.LastRace, lists.Map(p.Findings, func(f witness.Finding) *interp.Error { return f.Error })))
}

// keepUpTo drops the data races whose places are greater than last.
func (p *Part) keepUpTo(last *interp.RacePlaces) {
	p.LastRace = last
	found, counted := p.Findings, p.counted
	p.Findings, p.counted, p.places, p.races = nil, nil, nil, 0
	for i, f := range found {
		if !last.Drops(f.Error) {
			p.counted[p.addAt(-1, f)] = counted[i]
		}
	}
}

// place adds new findings to places.
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

// Add adds the part of the next range. It reports whether next is that part.
func (p *Part) Add(next *Part) bool {
	follows := !p.Stopped && next.First == p.end()
	if follows {
		p.addPart(next)
	}
	return follows
}

// addPart adds the part of the next range.
func (p *Part) addPart(next *Part) {
	p.N += next.N
	p.Ended.Merge(next.Ended)
	p.Buggy += next.Buggy
	p.PrefixReplays += next.PrefixReplays
	p.overflowed(next.Overflows, next.OverflowAt)
	p.Stopped, p.Unsupported = next.Stopped, cmp.Or(p.Unsupported, next.Unsupported)
	p.KCom = cmp.Or(next.KCom, p.KCom)
	maps.Copy(p.seen, next.seen)
	if last := next.LastRace; last != nil && (p.LastRace == nil || last.Compare(*p.LastRace) < 0) {
		p.keepUpTo(last)
	}
	for _, f := range next.Findings {
		if !p.LastRace.Drops(f.Error) {
			p.addAt(p.find(f.Error), f)
		}
	}
	p.trim(2 * interp.MaxRaces)
}

// Join makes the report of a campaign from its parts. They must cover its executions, or
// those up to the execution that ends it, or, if ctx has ended, those up to any. Parts
// after that are left out. used, if not nil, is called for each of the others.
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

// report returns the report so far.
func (p *Part) report(prog *code.Program, m *models.Model) *Report {
	return &Report{Program: prog, Model: m, Runs: p.Ended.Total(), Results: p.Results, Behaviours: len(p.seen)}
}

// finish returns the report of the whole campaign.
func (p *Part) finish(ctx context.Context, prog *code.Program, m *models.Model, o *Options) (*Report, error) {
	p.trim(interp.MaxRaces)
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

// addStacks adds call stacks to the races of the report, by performing their witnesses
// again.
func (r *Report) addStacks(ctx context.Context, o interp.Options) {
	o.Coverage = nil
	var (
		m     *interp.Machine
		shown []int32 // choices of an execution that shows races
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

// A wirePart is the JSON of a Part. Behaviours are eight bytes each, the lowest first.
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

// UnmarshalJSON reads a part and checks that its numbers are consistent. Its witnesses have
// no program and model yet.
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
		if f.Error.Kind == interp.DataRace {
			p.races++
		}
	}
	if p.First < 0 || p.N < 0 || p.N > math.MaxInt32 || !p.Ended.Sensible(p.N) || p.Buggy < 0 || p.Buggy > p.N ||
		p.PrefixReplays < 0 || p.PrefixReplays > p.Buggy || p.Overflows < 0 || p.KCom < 0 || len(p.seen) > p.N {
		return errors.New("numbers of executions that cannot be")
	}
	p.place()
	return nil
}
