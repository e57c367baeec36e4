package fences

import (
	"cmp"
	"context"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/phase2"
)

// Options configure Compare and Infer. The zero value is the default.
type Options struct {
	// Campaign configures the tests of placements: seed, runs, trials for a cycle, and the
	// options of single executions.
	Campaign phase2.Options
	// Others are hardware models, strongest first. Tests also use each of them that allows no
	// more than the model in question, because errors show sooner under it.
	Others []*models.Model
	// Weights are the costs of executing fences; nil means DefaultWeights.
	Weights *Weights
	// Robust asks for sequential consistency, and not only for no error.
	Robust bool
	// Rounds is the number of times a placement is tested before it is accepted, with
	// different seeds; 0 means 3.
	Rounds int
	// Random is the number of executions of a round with random schedules; 0 means 500.
	Random int
	// OrderWeights are the costs of memory orders; nil means DefaultOrderWeights.
	OrderWeights *OrderWeights
	// Tests is the number of executions that test a setting of memory orders; 0 means 2000.
	Tests int
	// Strengthen ends the search for memory orders when nothing goes wrong any more: it
	// does not find the execution that goes wrong without each change, and weakens no orders.
	Strengthen bool
	// Known are runs of the program under the model that go wrong. InferOrders starts from them.
	Known []*witness.Recording
	// Compile has the options with which the program was compiled. They are needed to know
	// the effort of writing a fence in its source.
	Compile cfront.Options
	// Prove, if not nil, explores all executions of a program under a model.
	Prove Prover
	limit int // bound of the executions of Prove, if ProveBy set it
	// ProveOnly says that InferOrders uses only Prove, because no machine runs the model. A
	// stronger order must never allow more. A proof that is not complete and finds no error
	// ends the search.
	ProveOnly bool
	// Progress, if not nil, receives the progress of the search: the number of placements
	// or settings tried, the number of executions that went wrong, and the current one.
	Progress func(witness.Progress)
}

// DefaultProof is how many executions commands explore to prove a result.
const DefaultProof = 20_000

// DefaultTests is the value of Options.Tests if it is 0.
const DefaultTests = 2000

// A Prover explores all executions of a program under a model.
type Prover func(ctx context.Context, p *code.Program, m *models.Model) Proof

// A Proof is the result of a Prover.
type Proof struct {
	Complete bool               // all executions were explored
	Err      *interp.Error      // the error of an execution, or nil
	Run      *witness.Recording // the execution of Err, or one that Violates; nil if no machine's run of it is known
	Robust   bool               // if complete: all executions are sequentially consistent
	Violates bool               // some execution is not sequentially consistent
	Limit    string             // why the proof is not complete
	Model    string             // the explored model, if it has another name
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
	o.Tests = cmp.Or(o.Tests, DefaultTests)
	o.Rounds = cmp.Or(o.Rounds, 3)
	o.Random = cmp.Or(o.Random, 500)
	o.Campaign.Runs = cmp.Or(o.Campaign.Runs, phase2.DefaultRuns)
	o.Campaign.Trials = cmp.Or(o.Campaign.Trials, phase2.DefaultTrials)
}
