package fences

import (
	"cmp"
	"context"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/trace"
)

// A Need says whether a program needs a memory order.
type Need uint8

// The needs of orders.
const (
	Undecided Need = iota // bounds ended the search, or no test repeats an execution that exploring found
	Needed                // an execution goes wrong with a weaker order
	TooStrong             // a weaker order suffices
	Weakest               // there is no weaker order
	Unreached             // no execution examined reaches the access
)

// A Justification is the result for one memory order of a source.
type Justification struct {
	// At are the accesses with this order, by program. Functions inlined into several
	// callers, templates and headers occur several times. There is at least one.
	At    []Access
	Fail  bool            // the failure order of a compare-exchange
	Order trace.Order     // as written
	Fence trace.FenceKind // kind of a hardware fence, which has no order; a Weaker of relaxed then means no fence
	Need  Need
	// Partners are the accesses with which it synchronises. For an acquire load they are the
	// release stores of other threads that it reads; for a release store they are these loads.
	Partners []Access
	// Weaker is an order with which something goes wrong, if Need is Needed, and an order
	// that suffices, if Need is TooStrong.
	Weaker trace.Order
	// Joint says that the order is needed only once all orders that are TooStrong are
	// weakened.
	Joint bool
	// Error is the error with Weaker. For an order that is TooStrong it is the error with
	// an order weaker than Weaker, nil if there is none.
	Error *interp.Error
	// Program is the index of the program that goes wrong. Changed is that program with
	// Weaker and, if Joint, the other weaker orders. Witness is an execution of Changed;
	// nil if only exploring shows it.
	Program int
	Changed *code.Program
	Witness *witness.Witness
}

// A Justified is the result for all memory orders and fences of a source.
type Justified struct {
	Model  *models.Model
	Orders []Justification // in the order of the source
	// Wrong has the errors of the programs with the orders as written. If there are any,
	// there are no other results.
	Wrong []Fault
	// Enough has, for each program, the changes that weaken all TooStrong orders together.
	// Verdict is the evidence that nothing goes wrong with them, or, if there are none, as
	// written.
	Enough  [][]OrderChange
	Verdict Verdict
	// Reached says that all executions were explored to find the Unreached orders.
	Reached bool
	// Executions is the number of tested executions. Explored executions do not count.
	Executions int
	// Incomplete is the reason why the search was cut short; empty if it was not.
	Incomplete string
}

// A Fault is the error of one of several programs.
type Fault struct {
	Program int
	Error   *interp.Error
}

// Justify is JustifyAll for one program.
func Justify(ctx context.Context, p *code.Program, m *models.Model, o Options) (*Justified, error) {
	return JustifyAll(ctx, []Client{{p, m, o}})
}

// JustifyAll finds out which memory orders and fences programs need. It weakens orders as
// InferOrders does and removes hardware fences, the dearest first, each as far as nothing
// goes wrong in any program together with the changes before. For each of the others it
// looks for an execution that goes wrong with the next weaker order. The error is a
// *ClientError: an *interp.UnsupportedError, or another reason why the program cannot run.
func JustifyAll(ctx context.Context, clients []Client) (*Justified, error) {
	programs, probers := unpack(ctx, clients)
	m := clients[0].Model
	s := newOrderSearch(jointTable(programs, m), probers...)
	out := &Justified{Model: m, Reached: true, Enough: make([][]OrderChange, len(clients))}
	verdict, seen := Verdict{Proved: true}, []*Communication{}
	for k, member := range s.members {
		l, err := member.survey(programs[k])
		if err == nil && ctx.Err() == nil && len(l.caught) == 0 {
			var more int
			l.caught, more, err = member.test(programs[k], confirmations*member.o.Tests)
			l.verdict.Executions += more
		}
		if err != nil {
			return nil, &ClientError{k, err}
		}
		if l.cut {
			member.endless = append(member.endless, s.written)
		}
		if len(l.caught) > 0 {
			out.Wrong = append(out.Wrong, Fault{k, l.caught[0].Error})
		}
		verdict, seen = verdict.and(&l.verdict), append(seen, l.seen)
		out.Reached = out.Reached && l.seen.Complete
	}
	if len(out.Wrong) > 0 {
		return out, nil
	}
	r := &OrderResult{Program: programs[0], Verdict: verdict}
	if err := s.weaken(r, s.written); err != nil {
		return nil, err
	}
	out.Verdict = r.OverStrongVerdict
	var enough []OrderChange
	for i, site := range s.sites {
		j := Justification{At: s.at[site.Site], Fail: site.Fail, Order: s.written[i], Partners: s.partners(seen, i)}
		if a := s.access(j.At[0]); a.Order == trace.Plain {
			j.Fence = a.Fence
		}
		if err := s.justify(&j, i, r, seen); err != nil {
			return nil, err
		}
		out.Orders = append(out.Orders, j)
		if k := len(enough) - 1; j.Need == TooStrong {
			enough = append(enough, OrderChange{site, j.Order, j.Weaker})
		} else if site.Fail && k >= 0 && enough[k].Site == site.Site && enough[k].To < j.Order {
			// The failure order must not be stronger than that of success, whether it is
			// reached or not.
			enough = append(enough, OrderChange{site, j.Order, s.setting(r.OverStrong)[i]})
		}
	}
	for k := range clients {
		out.Enough[k] = s.within(k, enough)
	}
	slices.SortStableFunc(out.Orders, func(a, b Justification) int {
		return s.place(a.At[0]).Compare(s.place(b.At[0]))
	})
	for _, member := range s.members {
		out.Executions += member.executions
	}
	out.Incomplete = cmp.Or(witness.Limit(ctx), s.limit)
	return out, nil
}

// unpack returns the programs of clients and a prober for each.
func unpack(ctx context.Context, clients []Client) (programs []*code.Program, probers []*prober) {
	for _, c := range clients {
		c.Options.fill()
		programs, probers = append(programs, c.Program), append(probers, &prober{ctx: ctx, model: c.Model, o: &c.Options})
	}
	return programs, probers
}

// access returns the properties of an access; place returns its place in the source.
func (t *orderTable) access(a Access) *code.Access { return &t.programs[a.Program].Access[a.Site] }
func (t *orderTable) place(a Access) trace.Pos     { return t.programs[a.Program].Sites[a.Site].Pos }

// justify fills in the Justification of site i.
func (s *orderSearch) justify(j *Justification, i int, r *OrderResult, seen []*Communication) error {
	of := func(c OrderChange) bool { return c.OrderSite == s.sites[i] }
	reached := func(a Access) bool { return seen[a.Program].reached[OrderSite{Site: a.Site, Fail: j.Fail}] }
	weakened := slices.IndexFunc(r.OverStrong, of)
	needed := slices.IndexFunc(r.Needed, func(n Reason) bool { return of(n.Change) })
	switch {
	case weakened < 0 && needed >= 0:
		return s.certify(j, r.Needed[needed].Change.OrderSite, r.OverStrong, r.Needed[needed].Change.To)
	case s.ctx.Err() != nil:
	case !slices.ContainsFunc(j.At, reached):
		j.Need = Unreached
	case weakened >= 0:
		j.Need, j.Weaker = TooStrong, r.OverStrong[weakened].To
		if needed >= 0 {
			j.Error, j.Program = r.Needed[needed].Error, r.Needed[needed].in
		}
	case len(s.below(s.written, i)) == 0:
		j.Need = Weakest
	}
	return nil
}

// certify looks for an execution that goes wrong with a weaker order: first with the other
// orders as written, then with all the weaker orders that suffice.
func (s *orderSearch) certify(j *Justification, site OrderSite, enough []OrderChange, weaker trace.Order) error {
	for k, base := range []setting{s.written, s.setting(enough)} {
		r, err := s.reason(base, OrderChange{site, j.Order, weaker})
		if err != nil || s.ctx.Err() != nil {
			return err
		}
		if r.Error != nil {
			j.Need, j.Weaker, j.Error, j.Joint = Needed, weaker, r.Error, k > 0
			j.Program, j.Changed, j.Witness = r.in, r.Program, r.Witness
			return nil
		}
	}
	return nil
}

// partners returns the accesses with which site i synchronises.
func (s *orderSearch) partners(seen []*Communication, i int) (list []Access) {
	if s.sites[i].Fail {
		return nil
	}
	for k, c := range seen {
		own := func(site int32) bool { return slices.Contains(s.at[s.sites[i].Site], Access{k, site}) }
		order := func(site int32) trace.Order { return s.programs[k].Access[site].Order }
		for pair := range c.seen {
			if !releases(order(pair.Store)) || !acquires(order(pair.Load)) {
				continue
			}
			if own(pair.Store) {
				list = append(list, Access{k, pair.Load})
			}
			if own(pair.Load) {
				list = append(list, Access{k, pair.Store})
			}
		}
	}
	slices.SortFunc(list, func(a, b Access) int { return cmp.Or(cmp.Compare(a.Program, b.Program), cmp.Compare(a.Site, b.Site)) })
	return slices.Compact(list)
}
