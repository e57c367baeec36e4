package fences

import (
	"cmp"
	"slices"

	"fencepost/interp"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// weaken weakens every order of a setting as far as nothing goes wrong, together with those
// that were weakened before. If confirm finds that the last setting does go wrong, it
// starts again with that knowledge.
func (s *orderSearch) weaken(r *OrderResult, from setting) error {
	for {
		now, err := s.weakenAll(r, from)
		if err != nil || s.ctx.Err() != nil || len(r.OverStrong) == 0 {
			return err
		}
		found, err := s.confirm(now, &r.OverStrongVerdict)
		if err != nil || s.ctx.Err() != nil || len(found.caught) == 0 {
			return err
		}
		s.refused = append(s.refused, refusal{now, found.caught[0].Error, found.in})
	}
}

// A refusal is a setting in which something goes wrong.
type refusal struct {
	at  setting
	err *interp.Error
	in  int // index of the program
}

// refuses returns a refusal of a setting at least as strong as at; nil if there is none.
func (s *orderSearch) refuses(at setting) *refusal {
	return lists.Find(s.refused, func(r refusal) bool { return weaker(at, r.at) })
}

// weakenAll goes through all orders once.
func (s *orderSearch) weakenAll(r *OrderResult, from setting) (setting, error) {
	now := from
	r.OverStrong, r.OverStrongVerdict, r.Needed = nil, r.Verdict, nil
	r.Minimal, r.Weakest, r.Least = r.Changes, r.Program, r.Cost
	for _, i := range s.dearest(from) {
		for _, o := range s.below(now, i) {
			c := OrderChange{s.sites[i], now[i], o}
			next := s.changed(now, c)
			if wrong := s.refuses(next); wrong != nil {
				r.need(Reason{Change: c, Program: s.apply(next), Error: wrong.err, in: wrong.in})
				continue
			}
			s.trying = len(s.changes(s.written, next))
			found, err := s.check(next)
			if err != nil || s.ctx.Err() != nil {
				return now, err
			}
			if caught := found.caught; len(caught) > 0 {
				s.refused = append(s.refused, refusal{next, caught[0].Error, found.in})
				r.need(Reason{Change: c, Program: s.apply(next), Error: caught[0].Error, in: found.in})
				continue
			}
			if s.o.ProveOnly && !found.verdict.Proved {
				continue
			}
			now = next
			r.OverStrong, r.OverStrongVerdict = s.changes(from, now), found.verdict
			r.Minimal, r.Weakest, r.Least = s.changes(s.written, now), s.apply(now), s.o.OrderWeights.cost(now)
			break
		}
	}
	return now, nil
}

// need notes why an order is needed. If a site has several reasons, it keeps that for the
// strongest order.
func (r *OrderResult) need(n Reason) {
	i, found := slices.BinarySearchFunc(r.Needed, n.Change.OrderSite, func(m Reason, s OrderSite) int { return compareOrderSites(m.Change.OrderSite, s) })
	if found {
		r.Needed[i] = n
		return
	}
	r.Needed = slices.Insert(r.Needed, i, n)
}

// dearest returns the sites by the cost of their operations, the dearest first. The order
// of failure comes before that of success, which must not be weaker.
func (s *orderSearch) dearest(at setting) []int {
	list := make([]int, len(s.sites))
	for i := range list {
		list[i] = i
	}
	cost := func(i int) int {
		if s.sites[i].Fail {
			i--
		}
		return s.o.OrderWeights[at[i]]
	}
	slices.SortFunc(list, func(a, b int) int {
		return cmp.Or(cmp.Compare(cost(b), cost(a)), cmp.Compare(s.sites[a].Site, s.sites[b].Site), b-a)
	})
	return list
}

// below returns the orders weaker than that of site i, the cheapest first.
func (s *orderSearch) below(at setting, i int) []trace.Order {
	list := lists.Where(s.levels[i], func(o trace.Order) bool { return covers(at[i], o) && !covers(o, at[i]) && s.legal(at, i, o) })
	slices.SortStableFunc(list, func(a, b trace.Order) int { return cmp.Compare(s.o.OrderWeights[a], s.o.OrderWeights[b]) })
	return list
}

func compareOrderSites(a, b OrderSite) int {
	fail := func(s OrderSite) int {
		if s.Fail {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(a.Site, b.Site), cmp.Compare(fail(a), fail(b)))
}
