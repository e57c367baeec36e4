package fences

import (
	"maps"
	"slices"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// An OrderSite is the memory order of an atomic operation or a C11 fence in the source.
type OrderSite struct {
	Site    int32
	Fail    bool // the failure order of a compare-exchange
	Barrier bool // the place of a barrier of the Linux kernel next to the access; if relaxed there is none
	Side    Side // side of the barrier
}

// An OrderChange gives an order site another order. A fence that becomes relaxed is
// removed.
type OrderChange struct {
	OrderSite
	From, To trace.Order
}

// Removes reports whether the change removes a fence.
func (c OrderChange) Removes(p *code.Program) bool {
	return c.To == trace.Relaxed && !c.Fail && !c.Barrier && slices.Contains(Own(p), c.Site)
}

// OrderSites returns the order sites of a program, by site.
func OrderSites(p *code.Program) []OrderSite {
	var list []OrderSite
	for _, s := range sitesOf(p, func(op code.Op) bool { return accesses(op) || op == code.FenceOp }) {
		a := &p.Access[s]
		if a.Implied || a.Kernel == code.Around {
			continue // the source has no name for it, or it belongs to its RMW
		}
		if a.Order != trace.Plain {
			list = append(list, OrderSite{Site: s})
		}
		if a.Fail != trace.Plain {
			list = append(list, OrderSite{Site: s, Fail: true})
		}
	}
	return list
}

// Orders returns the possible memory orders of an order site, weakest first.
func Orders(p *code.Program, s OrderSite) []trace.Order {
	t := newOrderTable(p, nil)
	if i := slices.Index(t.sites, s); i >= 0 {
		return slices.Clone(t.levels[i])
	}
	return nil
}

// ApplyOrders returns the program with other orders; p itself if there are no changes. A change
// concerns all copies of its access. Sites keep their numbers.
func ApplyOrders(p *code.Program, changes []OrderChange) *code.Program {
	if len(changes) == 0 {
		return p
	}
	changes = WithCopies(p, changes)
	with := withBarriers(p, changes)
	var list []code.Ordering
	at := func(site int32) *code.Ordering {
		n := slices.IndexFunc(list, func(o code.Ordering) bool { return o.Site == site })
		if n < 0 {
			n = len(list)
			list = append(list, code.Ordering{Site: site, Order: p.Access[site].Order, Fail: p.Access[site].Fail})
		}
		return &list[n]
	}
	around := map[int32]bool{} // fences
	for _, c := range changes {
		switch {
		case c.Barrier:
			continue
		case c.Fail:
			at(c.Site).Fail = c.To
			continue
		case c.From == trace.SeqCst:
			fencesAround(p, c.Site, around)
		}
		at(c.Site).Order = c.To
	}
	for _, site := range slices.Sorted(maps.Keys(around)) {
		at(site).Order = trace.Relaxed
	}
	to := with.Reordered(list)
	for _, c := range changes {
		if c.Barrier || c.Fail || c.To == trace.Relaxed {
			continue
		}
		if a := &to.Access[c.Site]; isBarrier(a) {
			a.Kernel = kernelFences[barriersOf(c.To)[0]].access.Kernel
		}
	}
	return to
}

// Strongest returns a program whose memory orders are as strong as they can be under a model.
func Strongest(p *code.Program, m *models.Model) *code.Program {
	t := newOrderTable(p, m)
	return t.apply(t.strongest())
}

// A setting is an order for each of a program's sites.
type setting []trace.Order

// An orderTable describes the order sites of a program, or of several.
type orderTable struct {
	programs []*code.Program
	sites    []OrderSite
	written  setting         // as in the source
	levels   [][]trace.Order // by site: the possible orders, weakest first
	// at has the accesses of each site number; nil: there is one program, and its site numbers
	// are used.
	at [][]Access
}

// The possible orders of kinds of operations, weakest first.
var (
	loadOrders  = []trace.Order{trace.Relaxed, trace.Acquire, trace.SeqCst}
	storeOrders = []trace.Order{trace.Relaxed, trace.Release, trace.SeqCst}
	allOrders   = []trace.Order{trace.Relaxed, trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst}
)

// newOrderTable returns the table of a program under a model; nil stands for any.
func newOrderTable(p *code.Program, m *models.Model) *orderTable {
	t := &orderTable{programs: []*code.Program{p}, sites: OrderSites(p)}
	ops := make([]code.Op, len(p.Sites))
	for i := range p.Funcs {
		for _, in := range p.Funcs[i].Code {
			if accesses(in.Op) {
				ops[in.Imm] = in.Op
			}
		}
	}
	for _, s := range t.sites {
		a := &p.Access[s.Site]
		o, levels := a.Order, allOrders
		switch {
		case s.Fail:
			o, levels = a.Fail, loadOrders
		case ops[s.Site] == code.Load:
			levels = loadOrders
		case ops[s.Site] == code.Store:
			levels = storeOrders
		}
		if m != nil && inKernelWords(p, m) {
			o, levels = kernelOrders(a, s, ops[s.Site], m)
		}
		t.written = append(t.written, o)
		t.levels = append(t.levels, levels)
	}
	return t
}

// withoutCopies leaves out the sites of accesses that are copies of others.
func (t *orderTable) withoutCopies() *orderTable {
	first := firstCopies(t.programs[0])
	out := &orderTable{programs: t.programs}
	for i, s := range t.sites {
		if first == nil || first[s.Site] == s.Site {
			out.sites, out.written, out.levels = append(out.sites, s), append(out.written, t.written[i]), append(out.levels, t.levels[i])
		}
	}
	return out
}

// withFences adds the hardware fences of the program. Such a fence is present, as seq_cst,
// or absent, as relaxed.
func (t *orderTable) withFences() *orderTable {
	p := t.programs[0]
	for _, site := range Own(p) {
		at, known := slices.BinarySearchFunc(t.sites, OrderSite{Site: site}, compareOrderSites)
		if a := &p.Access[site]; known || a.Fence == trace.NoFence {
			continue
		}
		t.sites = slices.Insert(t.sites, at, OrderSite{Site: site})
		t.written = slices.Insert(t.written, at, trace.SeqCst)
		t.levels = slices.Insert(t.levels, at, []trace.Order{trace.Relaxed, trace.SeqCst})
	}
	return t
}

// strongest returns the setting with the strongest orders.
func (t *orderTable) strongest() setting {
	s := make(setting, len(t.sites))
	for i, levels := range t.levels {
		s[i] = levels[len(levels)-1]
	}
	return s
}

// changes returns the changes from one setting to another.
func (t *orderTable) changes(from, to setting) []OrderChange {
	var list []OrderChange
	for i, s := range t.sites {
		if from[i] != to[i] {
			list = append(list, OrderChange{s, from[i], to[i]})
		}
	}
	return list
}

// apply returns the first program with a setting.
func (t *orderTable) apply(s setting) *code.Program { return t.applyTo(0, s) }

// applyTo returns the k-th program with a setting.
func (t *orderTable) applyTo(k int, s setting) *code.Program {
	return ApplyOrders(t.programs[k], t.within(k, t.changes(t.written, s)))
}

// within returns, in the sites of the k-th program, those changes that concern it.
func (t *orderTable) within(k int, list []OrderChange) []OrderChange {
	if t.at == nil {
		return list
	}
	var own []OrderChange
	for _, c := range list {
		for _, a := range t.at[c.Site] {
			if a.Program == k {
				own = append(own, OrderChange{OrderSite{Site: a.Site, Fail: c.Fail}, c.From, c.To})
			}
		}
	}
	slices.SortFunc(own, func(a, b OrderChange) int { return compareOrderSites(a.OrderSite, b.OrderSite) })
	return own
}

// legal reports whether site i may have order o in a setting: the failure order of a
// compare-exchange must not be stronger than that of success.
func (t *orderTable) legal(s setting, i int, o trace.Order) bool {
	switch {
	case t.sites[i].Fail:
		return o <= s[i-1]
	case i+1 < len(t.sites) && t.sites[i+1].Fail:
		return s[i+1] <= o
	}
	return true
}

// raise gives site i at least order o. With a failure order it raises that of success.
func (t *orderTable) raise(s setting, i int, o trace.Order) {
	s[i] = join(s[i], o)
	if levels := t.levels[i]; !slices.Contains(levels, s[i]) {
		s[i] = levels[len(levels)-1]
	}
	if t.sites[i].Fail && s[i] > s[i-1] {
		s[i-1] = join(s[i-1], s[i])
	}
}

func acquires(o trace.Order) bool {
	return o == trace.Consume || o == trace.Acquire || o == trace.AcqRel || o == trace.SeqCst
}

func releases(o trace.Order) bool {
	return o == trace.Release || o == trace.AcqRel || o == trace.SeqCst
}

// covers reports whether order a has all effects of b.
func covers(a, b trace.Order) bool {
	return (a == trace.SeqCst || b != trace.SeqCst) && (acquires(a) || !acquires(b)) && (releases(a) || !releases(b))
}

// join returns the weakest order that covers both.
func join(a, b trace.Order) trace.Order {
	switch {
	case covers(a, b):
		return a
	case covers(b, a):
		return b
	}
	return trace.AcqRel
}

// weaker reports whether b covers a at every site.
func weaker(a, b setting) bool {
	for i := range a {
		if !covers(b[i], a[i]) {
			return false
		}
	}
	return true
}
