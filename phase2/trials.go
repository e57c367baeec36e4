package phase2

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"sync"

	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/interp/machine/witness"
	"fencepost/interp/machine/work"
	"fencepost/predict"
	"fencepost/trace/lists"
)

// Trials makes the trials of single cycles, in any process. The result for a cycle depends
// only on the seed, the cycle's number and phase 1, which every process runs once. It is
// safe for concurrent use.
type Trials struct {
	program *code.Program
	o       Options

	mu     sync.Mutex
	cycles [][]predict.Cycle // by model; nil: phase 1 has not run yet
	phase1 *Report
	known  map[string]bool
}

// NewTrials returns the trials of Check with these arguments.
func NewTrials(p *code.Program, o Options) *Trials {
	o.fill()
	o.Progress, o.Machine.Coverage, o.Machine.Work = nil, nil, work.NewMeter()
	return &Trials{program: p, o: o}
}

// Cycles returns the number of cycles tried under each model. The error is that of ctx.
func (t *Trials) Cycles(ctx context.Context) (counts []int, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.cycles == nil {
		c := Begin(t.program, t.o)
		list := make([][]predict.Cycle, len(t.o.Models))
		if !c.phase1(ctx) {
			for i, m := range t.o.Models {
				list[i] = c.predictor.Cycles(m)
			}
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t.cycles, t.phase1, t.known = list, c.r, c.r.ErrorKeys()
	}
	return lists.Map(t.cycles, func(list []predict.Cycle) int { return len(list) }), nil
}

// Wrong reports whether SC already shows an error. The error is that of ctx.
func (t *Trials) Wrong(ctx context.Context) (bool, error) {
	_, err := t.Cycles(ctx)
	return len(t.known) > 0, err
}

// A Part is the result of the trials of some cycles under a model, as plain data.
type Part struct {
	Model   int            `json:"model"` // index into Options.Models
	First   int            `json:"first"` // number of the first cycle
	Done    []Confirmation `json:"done"`
	Reached []byte         `json:"reached,omitempty"` // see vm.Coverage.Seen
}

// Run makes the trials of at most n cycles under a model, beginning with cycle first, until
// enough returns true after a cycle. The error is that of ctx.
func (t *Trials) Run(ctx context.Context, model, first, n int, enough func() bool) (*Part, error) {
	if _, err := t.Cycles(ctx); err != nil {
		return nil, err
	}
	o := t.o
	reached := vm.NewCoverage(t.program)
	o.Machine.Coverage = reached
	p := &Part{Model: model, First: first}
	if model < 0 || model >= len(t.cycles) || first < 0 {
		return p, nil
	}
	w := newWorker(t.program, o.Models[model], &o)
	w.bound(t.phase1)
	for i := first; i < min(first+n, len(t.cycles[model])); i++ {
		p.Done = append(p.Done, w.trials(ctx, t.cycles[model][i], i, t.known, false))
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if enough() {
			break
		}
	}
	p.Reached = reached.Seen()
	return p, nil
}

// mergeParts fills in the results of parts, and returns which are filled in.
func (o *Options) mergeParts(model int, w *worker, results []Confirmation) (have []bool) {
	have = make([]bool, len(results))
	if o.Parts == nil {
		return have
	}
	for _, p := range o.Parts(o.Predict.MaxLen) {
		if p.Model != model {
			continue
		}
		if c := o.Machine.Coverage; c != nil && c.Add(p.Reached) != nil {
			continue
		}
		for k := range p.Done {
			if i := p.First + k; i < len(results) {
				results[i], have[i] = p.Done[k], true
				w.adopt(&results[i])
			}
		}
	}
	return have
}

// adopt gives the witnesses of a confirmation that come from another process their program
// and model.
func (w *worker) adopt(c *Confirmation) {
	list := []*witness.Witness{c.ConfirmedWitness, c.BuggyWitness}
	for _, f := range slices.Concat(c.Errors, c.Races) {
		list = append(list, f.Witness)
	}
	for _, wit := range list {
		if wit != nil {
			wit.SetMachine(w.machine, w.options.Machine)
			wit.Model = w.model
		}
	}
}

// UnmarshalJSON reads a confirmation and checks that its numbers are consistent.
func (c *Confirmation) UnmarshalJSON(text []byte) error {
	type plain Confirmation
	if err := json.Unmarshal(text, (*plain)(c)); err != nil {
		return err
	}
	if c.Confirmations < 0 || c.Confirmations > c.Trials || c.Buggy < 0 || c.Buggy > c.Confirmations || c.First < 0 || !c.Ended.Sensible(math.MaxInt32) {
		return errors.New("numbers of trials that cannot be")
	}
	return nil
}
