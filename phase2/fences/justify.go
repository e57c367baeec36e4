package fences

import (
	"cmp"
	"context"
	"slices"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/trace"
)

// A Need says whether a program needs a memory order.
type Need uint8

// The needs of orders.
const (
	Undecided Need = iota // bounds ended the search, or no test repeats what exploring found
	Needed                // an execution goes wrong with a weaker order
	TooStrong             // a weaker order is enough
	Weakest               // there is no weaker order
	Unreached             // no execution that was looked at gets there
)

// A Justification says what one memory order of a program is for.
type Justification struct {
	OrderSite
	Order trace.Order     // as written
	Fence trace.FenceKind // of a fence of hardware, which has no order; Weaker is then relaxed: none
	Need  Need
	// Partners are the sites that it synchronises with: of a load that acquires the stores
	// that release and that it reads from in another thread, of a store such loads. By site.
	Partners []int32
	// Weaker is an order with which something goes wrong, of one that is Needed, and one
	// that is enough, of one that is TooStrong.
	Weaker trace.Order
	// Changes turn the program into one that goes wrong, of an order that is Needed. It is
	// the change to Weaker alone if that does; otherwise the program needs the order as
	// soon as all that are TooStrong are weakened, and these changes stand here, too.
	Changes []OrderChange
	// Error is what goes wrong; of an order that is TooStrong with one weaker than Weaker, nil
	// if nothing does.
	Error   *interp.Error
	Witness *witness.Witness // of the program with Changes; nil if only exploring shows it
}

// Joint reports whether the order is needed as soon as others are weakened.
func (j *Justification) Joint() bool { return len(j.Changes) > 1 }

// A Justified is what is known of all memory orders and fences of a program.
type Justified struct {
	Model  *models.Model
	Orders []Justification // by site
	// Wrong is set if something goes wrong with the orders as written: nothing else is
	// known then.
	Wrong *interp.Error
	// Enough are the changes that weaken all orders that are TooStrong together, and
	// Verdict says how it is known that nothing goes wrong then, or as written if there are
	// none.
	Enough  []OrderChange
	Verdict Verdict
	// Reached says that all executions were explored for orders that are Unreached.
	Reached bool
	// Executions is how many were made, exploring left out.
	Executions int
	// Incomplete says why the search was cut short; empty if it was not.
	Incomplete string
}

// Which orders a program reaches is found by exploring at most so many executions, or else
// by so many random ones.
const (
	reachExplored = 2_000
	reachTests    = 300
)

// Justify finds out which memory orders and fences a program needs under m. It weakens
// orders as InferOrders does, and leaves out fences of hardware, the dearest first, each as far as nothing goes wrong together
// with those that were weakened before; of the others it looks for an execution that goes
// wrong with the next weaker one. The error is an *interp.UnsupportedError or that of a
// program which cannot be run.
func Justify(ctx context.Context, p *code.Program, m *models.Model, o Options) (*Justified, error) {
	o.fill()
	s := &orderSearch{orderTable: newOrderTable(p, m).withFences(), prober: prober{ctx: ctx, model: m, o: &o}}
	out := &Justified{Model: m}
	caught, verdict, err := s.check(s.written)
	if err == nil && ctx.Err() == nil && len(caught) == 0 {
		caught, err = s.confirm(s.written, &verdict)
	}
	if err != nil {
		return nil, err
	}
	if len(caught) > 0 {
		out.Wrong = caught[0].Error
		return out, nil
	}
	r := &OrderResult{Model: m, Program: p, Verdict: verdict}
	if err := s.weaken(r, s.written); err != nil {
		return nil, err
	}
	out.Verdict = r.OverStrongVerdict
	seen, err := s.communicate()
	if err != nil {
		return nil, err
	}
	out.Reached = seen.Complete
	for i, site := range s.sites {
		j := Justification{OrderSite: site, Order: s.written[i], Partners: s.partners(seen, i)}
		if a := &p.Access[site.Site]; a.Order == trace.Plain {
			j.Fence = a.Fence
		}
		if err := s.justify(&j, i, r, seen.reached); err != nil {
			return nil, err
		}
		out.Orders = append(out.Orders, j)
		if j.Need == TooStrong {
			out.Enough = append(out.Enough, OrderChange{site, j.Order, j.Weaker})
		}
	}
	out.Executions, out.Incomplete = s.executions, cmp.Or(witness.Limit(ctx), s.limit)
	return out, nil
}

// justify says what the order of site i is for.
func (s *orderSearch) justify(j *Justification, i int, r *OrderResult, reached map[OrderSite]bool) error {
	of := func(c OrderChange) bool { return c.OrderSite == j.OrderSite }
	weakened := slices.IndexFunc(r.OverStrong, of)
	needed := slices.IndexFunc(r.Needed, func(n Reason) bool { return of(n.Change) })
	switch {
	case weakened < 0 && needed >= 0:
		return s.certify(j, r.OverStrong, r.Needed[needed].Change.To)
	case s.ctx.Err() != nil:
	case !reached[j.OrderSite]:
		j.Need = Unreached
	case weakened >= 0:
		j.Need, j.Weaker = TooStrong, r.OverStrong[weakened].To
		if needed >= 0 {
			j.Error = r.Needed[needed].Error
		}
	case len(s.below(s.written, i)) == 0:
		j.Need = Weakest
	}
	return nil
}

// certify looks for an execution that goes wrong with a weaker order: in the program as it is
// written, or else in the one with all the weaker orders that are enough.
func (s *orderSearch) certify(j *Justification, enough []OrderChange, weaker trace.Order) error {
	for _, base := range []setting{s.written, s.setting(enough)} {
		r, err := s.reason(base, OrderChange{j.OrderSite, j.Order, weaker})
		if err != nil || s.ctx.Err() != nil {
			return err
		}
		if r.Error != nil {
			j.Need, j.Weaker, j.Error, j.Witness = Needed, weaker, r.Error, r.Witness
			j.Changes = s.changes(s.written, s.changed(base, r.Change))
			return nil
		}
	}
	return nil
}

// communicate explores the program as it is written, or else takes random executions.
func (s *orderSearch) communicate() (*Communication, error) {
	c, err := communicate(s.ctx, s.program, s.model, s.o.Campaign.Machine, reachExplored)
	if err == nil && c.Complete || s.ctx.Err() != nil || s.o.ProveOnly {
		return c, err
	}
	if c == nil {
		c = &Communication{reached: map[OrderSite]bool{}}
	}
	sampler := phase2.NewSampler(s.program, s.model, s.o.Campaign)
	for k := range uint64(reachTests) {
		if s.ctx.Err() != nil {
			break
		}
		_, events := sampler.Random(s.ctx, seedOf(s.o.Campaign.Seed, streamRandom, k))
		s.executions++
		for i := range events {
			c.reach(events[i].Site, events[i].Kind == trace.CASFail || events[i].Kind == trace.Load)
		}
	}
	return c, nil
}

// partners returns the sites that site i synchronises with.
func (s *orderSearch) partners(seen *Communication, i int) (list []int32) {
	site := s.sites[i]
	order := func(site int32) trace.Order { return s.program.Access[site].Order }
	for pair := range seen.seen {
		switch {
		case site.Fail || !releases(order(pair.Store)) || !acquires(order(pair.Load)):
		case pair.Store == site.Site:
			list = append(list, pair.Load)
		case pair.Load == site.Site:
			list = append(list, pair.Store)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Execution returns what goes wrong without an order that is Needed as a witness of the
// program that is compiled from the changed source, and that program; nil if the change
// cannot be written, or there is no witness.
func (j *Justification) Execution(ctx context.Context, p *code.Program, o cfront.Options) (*witness.Witness, *code.Program, error) {
	return without(ctx, j.Witness, func() (*Change, error) { return WriteOrders(p, j.Changes, o) })
}
