package fences

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/interp/machine/work"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// An OrderResult says which memory orders of a program are too weak, and which are stronger
// than necessary.
type OrderResult struct {
	Program *code.Program // with the changes
	// Changes is a cheapest set of orders to strengthen after which nothing goes wrong, by
	// site. It is empty if nothing goes wrong as written.
	Changes []OrderChange
	Reasons []Reason // parallel to Changes: an execution that goes wrong without the change
	Exact   bool     // no cheaper set forbids the executions seen
	Verdict Verdict
	Cost    int // sum of all orders with the changes
	Before  int // the same as written
	// OverStrong are orders that may then be weakened, all together.
	OverStrong        []OrderChange
	OverStrongVerdict Verdict // of the program with Changes and OverStrong
	Least             int     // cost of all orders then
	Needed            []Reason
	Weakest           *code.Program // with Changes and OverStrong
	// Minimal has Changes and those changes of OverStrong of which the program is a test.
	// Uncovered has the others, which are not made.
	Minimal   []OrderChange
	Uncovered []OrderChange
	// statistics of the search
	Tried      int // settings tested
	Caught     int // executions that went wrong
	Executions int
	// Incomplete is the reason why the search was cut short; empty if it was not.
	Incomplete string
}

// A Reason is an execution that goes wrong with a weaker order.
type Reason struct {
	Change  OrderChange      // the change to the weaker order
	Program *code.Program    // with the change
	Error   *interp.Error    // nil if no test repeated the error
	Witness *witness.Witness // nil if only exploring finds it
	in      int              // index of the program, if there are several
}

// An OrderError says that a program goes wrong with any memory orders.
type OrderError struct{ Err *interp.Error }

// Error returns the error of the execution, and says that no order mends it.
func (e *OrderError) Error() string {
	return e.Err.Error() + " (also if every order is seq_cst: no order mends it)"
}

// InferOrders searches for a cheapest strengthening of the memory orders of a program under
// which nothing goes wrong in model m, a C11 model, and then for orders that may be
// weakened. The error is an *OrderError or a *interp.UnsupportedError. When ctx ends, the
// result so far is returned, marked incomplete. With o.Strengthen there is no search if no
// order can be stronger.
//
// The first search is that of Infer. An execution that goes wrong is followed with other
// orders in place. That gives sets of changes of which at least one is needed, and a
// cheapest choice from all sets is tried next. Weakening is greedy: the dearest orders
// first, each as far as possible after the orders before it. The result is a minimum, though
// another one may be cheaper.
func InferOrders(ctx context.Context, p *code.Program, m *models.Model, o Options) (*OrderResult, error) {
	o.fill()
	s := newOrderSearch(newOrderTable(p, m).withoutCopies(), &prober{ctx: ctx, model: m, o: &o, known: slices.Clone(o.Known)})
	if inKernelWords(p, m) {
		s.addBarriers()
	}
	s.makeElements()
	r := &OrderResult{Program: p, Exact: true, Before: o.OrderWeights.cost(s.written)}
	if o.Strengthen && len(s.elements) == 0 {
		return r, nil
	}
	if err := s.search(r); err != nil {
		return nil, err
	}
	none := noneEnded(s.executions, s.ended)
	if none != "" {
		r.OverStrong = nil // nothing shows that they are
	}
	if len(r.OverStrong) > 0 {
		s.keepCovered(r)
	}
	r.Tried, r.Caught, r.Executions = s.tried, s.caught, s.executions
	if !s.mended {
		r.Incomplete = cmp.Or(witness.Limit(ctx), s.limit, none)
	}
	return r, nil
}

// An orderSearch is the state of InferOrders, and of Justify.
type orderSearch struct {
	*orderTable
	*prober  // the prober of the first program
	members  []*member
	elements []element
	prices   []price       // by element
	byPrice  []int         // elements, cheapest first
	apart    map[int][]int // elements of the same site for which no order covers both
	cores    [][]int       // sets of which each must be hit; elements in ascending order
	refused  []refusal

	limit  string // why a proof alone does not give the failing execution; empty: it does
	mended bool   // the result so far is final, because the budget is spent
}

// newOrderSearch returns a search in the programs of a table, with a prober for each.
func newOrderSearch(t *orderTable, probers ...*prober) *orderSearch {
	s := &orderSearch{orderTable: t, prober: probers[0]}
	for k, b := range probers {
		s.members = append(s.members, &member{prober: b, table: t, program: k})
	}
	return s
}

// A member is one of the programs of a search.
type member struct {
	*prober
	table   *orderTable
	program int
	endless []setting // settings in which exploring did not complete
	held    []heldSetting
}

// A heldSetting is a setting in which nothing goes wrong.
type heldSetting struct {
	at      setting
	verdict Verdict
}

// heldAt returns the result for an earlier setting in which the program is the same as in
// at; nil if there is none.
func (m *member) heldAt(at setting) *heldSetting {
	return lists.Find(m.held, func(h heldSetting) bool { return len(m.table.within(m.program, m.table.changes(h.at, at))) == 0 })
}

// An element is a site with a minimal order.
type element struct {
	site  int
	order trace.Order
}

func (s *orderSearch) makeElements() {
	for i := range s.sites {
		for _, o := range s.levels[i] {
			if covers(s.written[i], o) || join(s.written[i], o) != o {
				continue
			}
			next := slices.Clone(s.written)
			s.raise(next, i, o)
			cost := s.o.OrderWeights.cost(next) - s.o.OrderWeights.cost(s.written)
			s.elements = append(s.elements, element{i, o})
			s.prices = append(s.prices, price{dynamic: int64(cost), static: 1})
		}
	}
	s.apart = map[int][]int{}
	for a, e := range s.elements {
		for b, f := range s.elements {
			if e.site == f.site && !slices.Contains(s.levels[e.site], join(e.order, f.order)) {
				s.apart[a] = append(s.apart[a], b)
			}
		}
	}
	if inKernelWords(s.programs[0], s.model) {
		s.priceBarriers()
	}
	for e := range s.elements {
		s.byPrice = append(s.byPrice, e)
	}
	slices.SortStableFunc(s.byPrice, func(a, b int) int { return comparePrices(s.prices[a], s.prices[b]) })
}

// with returns a setting raised by some elements.
func (s *orderSearch) with(base setting, set ...int) setting {
	out := slices.Clone(base)
	for _, e := range set {
		s.raise(out, s.elements[e].site, s.elements[e].order)
	}
	return out
}

// search fills in the result.
func (s *orderSearch) search(r *OrderResult) error {
	var set []int
	now := s.written
	for {
		r.Program, r.Changes, r.Cost = s.apply(now), s.changes(s.written, now), s.o.OrderWeights.cost(now)
		r.Minimal, r.Weakest, r.Least = r.Changes, r.Program, r.Cost
		s.trying, s.limit = len(r.Changes), ""
		found, err := s.check(now)
		caught, verdict := found.caught, found.verdict
		if err == nil && s.ctx.Err() == nil && len(caught) == 0 {
			found, err = s.confirm(now, &verdict)
			caught = found.caught
		}
		if err == nil && len(caught) == 0 && s.mustDo(verdict) {
			r.Verdict, s.mended = verdict, true
			return nil
		}
		if err != nil || s.ctx.Err() != nil {
			return err
		}
		if len(caught) == 0 {
			if r.Verdict = verdict; s.limit != "" {
				return nil
			}
			break
		}
		if len(s.cores) == 0 {
			if err := s.checkStrongest(caught); err != nil || s.ctx.Err() != nil {
				return err
			}
		}
		if err := s.learn(caught, now); err != nil {
			return err
		}
		var exact bool
		if set, exact, err = s.cheapest(); err != nil {
			return err
		}
		r.Exact = r.Exact && exact
		now = s.with(s.written, set...)
	}
	if s.o.Strengthen {
		return nil
	}
	for _, c := range r.Changes {
		reason, err := s.reason(now, OrderChange{c.OrderSite, c.To, c.From})
		if err != nil || s.ctx.Err() != nil {
			return err
		}
		r.Reasons = append(r.Reasons, reason)
	}
	return s.weaken(r, now)
}

// mustDo reports whether the budget is spent and the tests of v are enough for a result.
func (s *orderSearch) mustDo(v Verdict) bool {
	return s.o.Strengthen && v.Executions >= Least && work.Spent(s.ctx)
}

// checkStrongest returns an *OrderError if a few tests find an execution that goes wrong with all
// orders at their strongest. The search finds later any such execution that they miss. The prover
// is used only if the execution cannot be followed.
func (s *orderSearch) checkStrongest(caught []*witness.Recording) error {
	at := s.strongest()
	for _, rec := range caught {
		if rec.Events != nil && s.shows(at, rec) {
			return &OrderError{rec.Error}
		}
	}
	find := func() ([]*witness.Recording, error) {
		caught, _, err := s.test(s.apply(at), min(firstTests, s.o.Tests))
		return s.remember(caught), err
	}
	if slices.ContainsFunc(caught, func(rec *witness.Recording) bool { return rec.Events == nil }) {
		find = func() ([]*witness.Recording, error) {
			found, err := s.check(at)
			return found.caught, err
		}
	}
	more, err := find()
	if err != nil || len(more) == 0 {
		return err
	}
	return &OrderError{more[0].Error}
}

// learn adds executions that went wrong in a setting and cannot be followed in it. They
// only show that another element is needed.
func (s *orderSearch) learn(caught []*witness.Recording, now setting) error {
	for _, rec := range caught {
		if rec.Events != nil && s.shows(now, rec) {
			continue
		}
		if s.o.ProveOnly {
			var err error
			if now, err = s.grow(now, s.byPrice); err != nil || s.ctx.Err() != nil {
				return err
			}
		}
		var others []int
		for e := range s.elements {
			if !slices.Equal(s.with(now, e), now) {
				others = append(others, e)
			}
		}
		if len(others) == 0 {
			return &OrderError{rec.Error}
		}
		s.cores = append(s.cores, others)
	}
	return nil
}

// grow strengthens a setting in which something goes wrong by elements of a list, as far as
// something still goes wrong. It tries all of them at once, and if that is too much, each
// half.
func (s *orderSearch) grow(at setting, list []int) (setting, error) {
	next := s.with(at, list...)
	if slices.Equal(next, at) {
		return at, nil
	}
	found, err := s.check(next)
	switch {
	case err != nil || s.ctx.Err() != nil:
		return at, err
	case len(found.caught) > 0:
		return next, nil
	case len(list) == 1:
		return at, nil
	}
	half := len(list) / 2
	if at, err = s.grow(at, list[:half]); err != nil {
		return at, err
	}
	return s.grow(at, list[half:])
}

// shows reports whether a recording, followed in a setting, goes wrong there, too.
func (s *orderSearch) shows(at setting, rec *witness.Recording) bool {
	s.executions++
	return s.follow(s.apply(at), rec) != nil
}

// follow repeats the execution of a recording in program p, which has other orders, and
// returns the execution there if it goes wrong; otherwise nil.
func (b *prober) follow(p *code.Program, rec *witness.Recording) *witness.Recording {
	return rec.Follow(b.ctx, interp.New(p, b.model, b.o.Campaign.Machine))
}

// cheapest returns a cheapest set of elements that forbids all executions known to go
// wrong.
func (s *orderSearch) cheapest() (set []int, exact bool, err error) {
	exact = true
	for s.ctx.Err() == nil {
		var ok bool
		set, ok = hittingSet(s.cores, s.prices, s.apart)
		exact = exact && ok
		known := len(s.cores)
		for _, rec := range s.known {
			if err := s.addCores(rec, s.with(s.written, set...)); err != nil {
				return nil, false, err
			}
		}
		if len(s.cores) == known {
			break
		}
	}
	return set, exact, nil
}

// addCores adds the cores that a setting does not hit: sets of elements of which at least
// one is needed to forbid an execution. With all other elements in place it still goes
// wrong.
func (s *orderSearch) addCores(rec *witness.Recording, at setting) error {
	for s.ctx.Err() == nil && s.shows(at, rec) {
		var core []int
		full := at
		for _, e := range s.byPrice {
			next := s.with(full, e)
			if slices.Equal(next, full) {
				continue
			}
			if s.shows(next, rec) {
				full = next
			} else {
				core = append(core, e)
			}
		}
		if s.ctx.Err() != nil {
			return nil
		}
		if len(core) == 0 {
			return &OrderError{rec.Error}
		}
		slices.Sort(core)
		s.cores = append(s.cores, core)
		at = s.with(at, core...) // the next core is disjoint from this one
	}
	return nil
}

// reason finds out what goes wrong if a change is made to a setting.
func (s *orderSearch) reason(at setting, c OrderChange) (Reason, error) {
	weak := s.changed(at, c)
	r := Reason{Change: c, Program: s.apply(weak)}
	found, err := s.check(weak)
	if err != nil || len(found.caught) == 0 {
		return r, err
	}
	if r.in = found.in; r.in > 0 {
		r.Program = s.applyTo(r.in, weak)
	}
	s.members[r.in].explain(&r, found.caught[0])
	return r, nil
}

// changed returns a setting with one site changed.
func (s *orderSearch) changed(at setting, c OrderChange) setting {
	out := slices.Clone(at)
	i := slices.Index(s.sites, c.OrderSite)
	out[i] = c.To
	return out
}

// explain sets the error and the witness of a reason from a recorded execution.
func (b *prober) explain(r *Reason, rec *witness.Recording) {
	r.Error = rec.Error
	if rec.Events == nil {
		return
	}
	ctx, cancel := witness.Grace(b.ctx)
	defer cancel()
	var events trace.Recorder
	machine := interp.New(r.Program, b.model, b.o.Campaign.Machine)
	res, _ := witness.Replay(ctx, machine, rec.Choices, &events)
	if res.Outcome == interp.Interrupted {
		return
	}
	sampler := phase2.NewSampler(r.Program, b.model, b.o.Campaign)
	r.Witness = sampler.Minimise(b.ctx, sampler.Witness(res, events.Events), rec.Error)
	if short := witness.Record(ctx, machine, r.Witness.Choices); short != nil {
		r.Error = short.Error
		if r.Error.Kind == interp.DataRace {
			r.Error = witness.Race(ctx, machine, r.Witness.Choices, r.Error)
		}
	}
}

// progress reports the progress of the search. running is the number of executions of the current test so far.
func (b *prober) progress(running int) {
	if b.o.Progress != nil {
		b.o.Progress(witness.Progress{Done: b.tried, Buggy: b.caught, Executions: b.executions + running, Changes: b.trying})
	}
}

// Describe returns the change in words: relaxed -> acquire, or smp_wmb() before.
func (c OrderChange) Describe() string {
	if c.Barrier {
		return barrierCalls(max(c.From, c.To)) + " " + c.Side.String()
	}
	to := c.To.String()
	if c.Fail {
		to += " on failure"
	}
	return fmt.Sprintf("%s -> %s", c.From, to)
}
