package fences

import (
	"context"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/trace"
)

// Options are the settings of Compare and Infer. The zero Options are usable.
type Options struct {
	// Campaign is how placements are tested: seed, runs, trials for a cycle, and
	// what concerns single executions.
	Campaign phase2.Options
	// Others are hardware models, strongest first. Tests try those that allow no more
	// than the model in question, too: what goes wrong there shows sooner.
	Others []*models.Model
	// Weights are what executing a fence costs; nil means DefaultWeights.
	Weights *Weights
	// Robust asks for no violation of SC at all, not only for no error.
	Robust bool
	// Rounds is how often a placement is tested before it is believed, each time
	// with other seeds; 0 means 3.
	Rounds int
	// Random is how many executions of a round have random schedules; 0 means 500.
	Random int
	// OrderWeights are what memory orders cost; nil means DefaultOrderWeights.
	OrderWeights *OrderWeights
	// Tests is how many executions test a setting of memory orders; 0 means 2000.
	Tests int
	// Strengthen ends the search for memory orders when nothing goes wrong: neither is
	// it told what goes wrong without each change, nor are orders weakened.
	Strengthen bool
	// Compile is how the program was compiled, so that what is hard to write in its
	// source is known.
	Compile cfront.Options
	// Prove, if not nil, explores all executions of a program under a model.
	Prove Prover
	limit int // executions that Prove explores, if it is that of ProveBy
	// ProveOnly says that InferOrders goes by Prove alone: no machine runs the model.
	// A stronger order must never allow more. A proof that is not complete, and finds
	// no error, ends the search.
	ProveOnly bool
	// Progress, if not nil, is told how far the search is: how many placements, or
	// settings of memory orders, were tried, how many executions went wrong, and what
	// is being tried.
	Progress func(witness.Progress)
}

// DefaultTests is how many executions test a setting unless Options say otherwise.
const DefaultTests = 2000

// A Prover explores all executions of a program under a model.
type Prover func(ctx context.Context, p *code.Program, m *models.Model) Proof

// A Proof is what a Prover found.
type Proof struct {
	Complete bool          // all executions were explored
	Err      *interp.Error // what one of them ended in, or nil
	Robust   bool          // if complete: all are sequentially consistent
	Violates bool          // one is not sequentially consistent
	Events   []trace.Event // of that one, if they are known
	Limit    string        // why it is not complete
	Model    string        // that was explored, if it has another name
}

func (o *Options) fill() {
	if o.Weights == nil {
		w := DefaultWeights
		o.Weights = &w
	}
	if o.OrderWeights == nil {
		w := DefaultOrderWeights
		o.OrderWeights = &w
	}
	if o.Tests == 0 {
		o.Tests = DefaultTests
	}
	if o.Rounds == 0 {
		o.Rounds = 3
	}
	if o.Random == 0 {
		o.Random = 500
	}
	if o.Campaign.Runs == 0 {
		o.Campaign.Runs = phase2.DefaultRuns
	}
	if o.Campaign.Trials == 0 {
		o.Campaign.Trials = phase2.DefaultTrials
	}
}
