package fences

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/c/rewrite"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/interp/search/explore"
	"fencepost/models"
	"fencepost/models/axiom"
	"fencepost/phase2"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A Result is a cheapest placement under which nothing goes wrong.
type Result struct {
	Program   *code.Program // with the placement
	Model     *models.Model
	Placement Placement // Add is in order of site
	Cost      Cost      // of all fences of Program
	Exact     bool      // no cheaper placement forbids the executions seen
	Verdict   Verdict
	Removals  []Removal // the reason for each fence, parallel to Placement.Add
	// statistics of the search
	Tried      int // placements tested
	Caught     int // executions that went wrong
	Executions int
	// Incomplete is the reason why the search was cut short; empty if it was not.
	Incomplete string
}

// A Verdict is the evidence that nothing goes wrong.
type Verdict struct {
	Proved     bool   // all executions were explored and none goes wrong
	Robust     bool   // if proved: all executions are sequentially consistent
	Limit      string // if not proved and there is a prover: the reason
	Explored   string // if proved: the model, if it has another name
	Rounds     int    // of testing; 0 if there are none
	Executions int    // executions tested under the model
}

// String returns "proved" or "tested, not proved" with the amount of testing.
func (v Verdict) String() string {
	switch {
	case v.Proved && v.Explored != "":
		return fmt.Sprintf("proved: all executions were explored under %s; and %d tested", v.Explored, v.Executions)
	case v.Robust && v.Proved:
		return "proved: all executions were explored, all are sequentially consistent"
	case v.Proved:
		return "proved: all executions were explored"
	}
	s := fmt.Sprintf("tested, not proved: %d executions", v.Executions)
	if v.Rounds > 0 {
		s += fmt.Sprintf(" in %d rounds", v.Rounds)
	}
	if v.Limit != "" {
		s += "; exploring did not settle it: " + v.Limit
	}
	return s
}

// A Removal shows why a fence is needed.
type Removal struct {
	Fence   Fence
	Program *code.Program    // with the placement without this fence
	Witness *witness.Witness // an execution of Program that goes wrong; nil if no test found one
	Error   *interp.Error    // of Witness, or found by the prover; nil if Witness only violates SC
}

// infeasible returns the error that no fences between accesses forbid an execution.
func infeasible(err *interp.Error) error {
	if err == nil {
		return errors.New("no fences forbid a violation of sequential consistency that was found")
	}
	return fmt.Errorf("%w (no fences forbid this)", err)
}

// Wrong returns the error of the execution if err, from Infer or InferOrders, says that no
// fences or orders forbid that execution. It returns nil for other errors.
func Wrong(err error) *interp.Error {
	var (
		sc    *SCError
		order *OrderError
		other *interp.Error
	)
	switch {
	case errors.As(err, &sc):
		return sc.Err
	case errors.As(err, &order):
		return order.Err
	case errors.As(err, &other):
		return other
	}
	return nil
}

// Infer searches for a cheapest placement of fences under which nothing goes wrong in model m.
// The program keeps its own fences. The error is an *SCError, an *interp.UnsupportedError, or
// says that there is no such placement. When ctx ends, Infer returns the result so far, marked
// incomplete.
func Infer(ctx context.Context, p *code.Program, m *models.Model, o Options) (*Result, error) {
	r, err := infer(ctx, p, m, o)
	if unsupported, ok := errors.AsType[*interp.UnsupportedError](err); ok && explore.FindUnits(ctx, p, m, &o.Campaign.Machine, unsupported.Err) {
		return infer(ctx, p, m, o)
	}
	return r, err
}

func infer(ctx context.Context, p *code.Program, m *models.Model, o Options) (*Result, error) {
	if m.Inexact {
		return nil, fmt.Errorf("no fences can be inferred: %w", axiom.Of(m).Exact())
	}
	o.fill()
	s := &inference{tester: newTester(p, m, &o)}
	if err := s.prepare(ctx); err != nil {
		return nil, err
	}
	r := &Result{Model: m}
	for {
		set, exact, err := s.cheapest()
		if err != nil {
			return nil, err
		}
		r.Placement, r.Exact = Placement{Add: s.fencesOf(set)}, exact
		r.Program = Apply(p, r.Placement)
		s.tried++
		s.progress(len(set))
		before := s.executions
		caught, err := s.test(ctx, r)
		if err != nil {
			return nil, err
		}
		if len(caught) == 0 {
			r.Verdict.Rounds, r.Verdict.Executions = o.Rounds, s.executions-before
			break
		}
		s.learn(caught, set)
	}
	r.Tried, r.Caught = s.tried, s.seen
	if ctx.Err() == nil {
		r.Cost = count(ctx, r.Program, o.Campaign.Runs, o.Campaign).cost(*o.Weights)
		if err := s.explain(ctx, r); err != nil {
			return nil, err
		}
	}
	r.Executions, r.Incomplete = s.executions, cmp.Or(witness.Limit(ctx), noneEnded(s.executions, s.ended))
	return r, nil
}

// An inference is the state of Infer.
type inference struct {
	tester
	elements []Fence          // the fences that a placement may have
	prices   []price          // by element
	byPrice  []int            // elements, cheapest first
	cores    [][]int          // sets of which each must be hit; elements in ascending order
	known    []counterexample // the executions that went wrong and have an order
	tried    int
	seen     int
}

// prepare runs the program under SC and computes the prices of fences.
func (s *inference) prepare(ctx context.Context) error {
	o := s.o.Campaign
	o.Models = []*models.Model{s.model}
	r, _, err := phase2.Predict(ctx, s.program, o)
	if err != nil {
		return err
	}
	if len(r.SC.Errors) > 0 {
		return &SCError{r.SC.Errors[0].Error}
	}
	t := count(ctx, s.program, s.o.Campaign.Runs, s.o.Campaign)
	sites := Sites(s.program)
	effort := efforts(ctx, s.program, s.o.Compile, sites)
	for _, site := range sites {
		for _, side := range []Side{After, Before} {
			for _, k := range s.model.PPO.Fences() {
				s.elements = append(s.elements, Fence{site, side, k})
				p := price{dynamic: int64(s.o.Weights[k] * t.sites[site]), static: 1, effort: int64(effort(site, side))}
				if effort(site, side) == rewrite.Hard {
					p.unwritable = 1
				}
				s.prices = append(s.prices, p)
			}
		}
	}
	for e := range s.elements {
		s.byPrice = append(s.byPrice, e)
	}
	slices.SortStableFunc(s.byPrice, func(a, b int) int { return comparePrices(s.prices[a], s.prices[b]) })
	return nil
}

// efforts returns the effort of writing each fence in the source, which decides between
// placements of equal cost. A program that was not compiled from C has no such source. When
// ctx ends no more sites are examined.
func efforts(ctx context.Context, p *code.Program, o cfront.Options, sites []int32) func(int32, Side) rewrite.Effort {
	hard := func(int32, Side) rewrite.Effort { return rewrite.Hard }
	if ctx.Err() != nil {
		return hard
	}
	source, err := rewrite.Open(p, o)
	if err != nil {
		return hard
	}
	e := source.Efforts(sites)
	return func(site int32, side Side) rewrite.Effort {
		if ctx.Err() != nil {
			return rewrite.Hard
		}
		return e.Of(site, side == After)
	}
}

func (s *inference) fencesOf(set []int) []Fence {
	list := lists.Map(set, func(e int) Fence { return s.elements[e] })
	slices.SortFunc(list, compareFences)
	return list
}

// cheapest returns a cheapest set of elements that forbids every execution that went wrong.
func (s *inference) cheapest() (set []int, exact bool, err error) {
	exact = true
	for {
		var ok bool
		set, ok = hittingSet(s.cores, s.prices, nil)
		exact = exact && ok
		known := len(s.cores)
		for i := range s.known {
			if err := s.addCores(&s.known[i], set); err != nil {
				return nil, false, err
			}
		}
		if len(s.cores) == known {
			return set, exact, nil
		}
	}
}

// addCores adds the cores that a set of elements does not hit: sets of elements of which at
// least one is needed to forbid an execution. With all elements outside such a set in place
// the execution would still be allowed.
func (s *inference) addCores(c *counterexample, set []int) error {
	o := c.order.clone()
	for _, e := range set {
		if !o.try(s.elements[e]) {
			return nil
		}
	}
	for {
		var core []int
		full := o.clone()
		for _, e := range s.byPrice {
			if !full.try(s.elements[e]) {
				core = append(core, e)
			}
		}
		if len(core) == 0 {
			return infeasible(c.err)
		}
		s.cores = append(s.cores, core)
		slices.Sort(core)
		// the next core is disjoint from this one
		for _, e := range core {
			if !o.try(s.elements[e]) {
				return nil
			}
		}
	}
}

// learn adds the executions caught with a set of elements in place.
func (s *inference) learn(caught []counterexample, set []int) {
	s.seen += len(caught)
	for _, c := range caught {
		if c.order != nil && !s.forbids(set, c.order) {
			s.known = append(s.known, c)
			continue
		}
		// The axioms do not explain this execution. It only shows that another element is
		// needed.
		var others []int
		for e := range s.elements {
			if !slices.Contains(set, e) {
				others = append(others, e)
			}
		}
		s.cores = append(s.cores, others)
	}
}

// forbids reports whether a set of elements forbids an execution.
func (s *inference) forbids(set []int, o *order) bool {
	o = o.clone()
	return slices.ContainsFunc(set, func(e int) bool { return !o.try(s.elements[e]) })
}

// test searches for executions of a placement that go wrong: by testing, and if that finds
// none, by the prover.
func (s *inference) test(ctx context.Context, r *Result) ([]counterexample, error) {
	caught, err := s.find(ctx, r.Program, s.o.Rounds, wantCounterexamples)
	if err != nil || len(caught) > 0 || s.o.Prove == nil || ctx.Err() != nil {
		return caught, err
	}
	proof := s.o.Prove(ctx, r.Program, s.model)
	r.Verdict = Verdict{Proved: proof.Complete && proof.Err == nil && (proof.Robust || !s.o.Robust), Robust: proof.Robust, Limit: proof.Limit}
	if proof.Err == nil && !(s.o.Robust && proof.Violates) {
		return nil, nil
	}
	var events []trace.Event
	if proof.Run != nil {
		events = proof.Run.Events
	}
	c, err := s.counterexample(proof.Err, events)
	return []counterexample{c}, err
}

// wantCounterexamples is the number of executions that go wrong after which a placement is
// given up.
const wantCounterexamples = 6

// explain finds, for each fence, an execution that goes wrong without it.
func (s *inference) explain(ctx context.Context, r *Result) error {
	for i, f := range r.Placement.Add {
		without := Placement{Add: slices.Delete(slices.Clone(r.Placement.Add), i, i+1)}
		rem := Removal{Fence: f, Program: Apply(s.program, without)}
		caught, err := s.find(ctx, rem.Program, 2*s.o.Rounds, 1)
		if err != nil {
			return err
		}
		switch {
		case len(caught) > 0:
			rem.Witness, rem.Error = caught[0].witness, caught[0].err
		case s.o.Prove != nil:
			rem.Error = s.o.Prove(ctx, rem.Program, s.model).Err
		}
		if rem.Error != nil && rem.Witness != nil {
			sampler := phase2.NewSampler(rem.Program, rem.Witness.Model, s.o.Campaign)
			rem.Witness = sampler.Minimise(ctx, rem.Witness, rem.Error)
		}
		r.Removals = append(r.Removals, rem)
	}
	return nil
}

func (s *inference) progress(fences int) {
	if s.o.Progress != nil {
		s.o.Progress(witness.Progress{Done: s.tried, Buggy: s.seen, Executions: s.executions, Changes: fences})
	}
}
