package fences

import (
	"maps"
	"slices"

	"fencepost/interp/code"
	"fencepost/models"
	"fencepost/trace"
)

// An OrderSite is where the source gives an atomic operation or a C11 fence its
// memory order.
type OrderSite struct {
	Site    int32
	Fail    bool // the order of a compare-exchange that fails
	Barrier bool // the place of a barrier of the Linux kernel next to the access; a relaxed one is none
	Side    Side // where the barrier stands
}

// An OrderChange gives an order site another order. A fence that becomes relaxed is one
// that is left out.
type OrderChange struct {
	OrderSite
	From, To trace.Order
}

// Removes reports whether the change leaves out a fence.
func (c OrderChange) Removes(p *code.Program) bool {
	return c.To == trace.Relaxed && !c.Fail && !c.Barrier && slices.Contains(Own(p), c.Site)
}

// OrderSites returns the order sites of a program, by site.
func OrderSites(p *code.Program) []OrderSite {
	var list []OrderSite
	for _, s := range sitesOf(p, func(op code.Op) bool { return accesses(op) || op == code.FenceOp }) {
		a := &p.Access[s]
		if a.Implied || a.Kernel == code.Around {
			continue // nothing in the source names it, or it goes with its RMW
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

// Orders returns the memory orders that an order site may have, weakest first.
func Orders(p *code.Program, s OrderSite) []trace.Order {
	t := newOrderTable(p, nil)
	if i := slices.Index(t.sites, s); i >= 0 {
		return slices.Clone(t.levels[i])
	}
	return nil
}

// ApplyOrders returns the program with other orders, p itself if there are no
// changes. Sites keep their numbers.
func ApplyOrders(p *code.Program, changes []OrderChange) *code.Program {
	if len(changes) == 0 {
		return p
	}
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

// A setting is an order for each of a program's sites.
type setting []trace.Order

// An orderTable is what is known of the sites of a program, or of several.
type orderTable struct {
	programs []*code.Program
	sites    []OrderSite
	written  setting         // as the source has it
	levels   [][]trace.Order // by site: those it may have, weakest first
	// at has the accesses that the number of a site stands for; nil: it is that of a site of the
	// one program.
	at [][]Access
}

// The orders that kinds of operations may have, weakest first.
var (
	loadOrders  = []trace.Order{trace.Relaxed, trace.Acquire, trace.SeqCst}
	storeOrders = []trace.Order{trace.Relaxed, trace.Release, trace.SeqCst}
	allOrders   = []trace.Order{trace.Relaxed, trace.Acquire, trace.Release, trace.AcqRel, trace.SeqCst}
)

// newOrderTable returns the table of a program under a model; nil: any.
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

// withFences adds the fences of hardware that the program executes. Such a fence is there, as
// seq_cst, or is not, as relaxed.
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

// strongest returns the setting in which every order is as strong as can be.
func (t *orderTable) strongest() setting {
	s := make(setting, len(t.sites))
	for i, levels := range t.levels {
		s[i] = levels[len(levels)-1]
	}
	return s
}

// changes returns what to change in one setting to get the other.
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

// within returns what changes of the table's sites are in the k-th program.
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

// legal reports whether site i may have order o in a setting: a compare-exchange
// that fails may have no stronger order than one that succeeds.
func (t *orderTable) legal(s setting, i int, o trace.Order) bool {
	switch {
	case t.sites[i].Fail:
		return o <= s[i-1]
	case i+1 < len(t.sites) && t.sites[i+1].Fail:
		return s[i+1] <= o
	}
	return true
}

// raise gives site i at least order o. It raises that of success with that of
// failure.
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

// covers reports whether order a does all that b does.
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

// weaker reports whether no site has in a what it does not have in b.
func weaker(a, b setting) bool {
	for i := range a {
		if !covers(b[i], a[i]) {
			return false
		}
	}
	return true
}
