// Package repair makes menus of changes to a program that can prevent an error: for each
// access its memory order, for each gap between two accesses a fence. A choice has a cost,
// that of package fences. The cheapest choice, to compare with, is the one that package
// fences infers.
package repair

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/play"
	"fencepost/models"
	"fencepost/phase2"
	"fencepost/phase2/fences"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A Slot is a place in the program with its options.
type Slot struct {
	Kind    string   `json:"kind"` // order: the order of the access Text; fence: the fence after it
	Func    string   `json:"func"`
	Text    string   `json:"text"` // source text of the access
	File    string   `json:"file"`
	Line    int      `json:"line"`
	Options []string `json:"options"` // weakest first; "none" is no fence
	Written int      `json:"written"` // index of the option in the program as written
	Costs   []int    `json:"costs"`   // of each option

	site fences.OrderSite
}

// Lookup returns the model with this name that has menus: one with a machine, or a
// processor for which C is compiled.
func Lookup(name string) (*models.Model, error) {
	if m, ok := fences.Machines().Lookup(name); ok {
		return m, nil
	}
	if m, err := play.Lookup(name); err == nil {
		return m, nil
	}
	return nil, fmt.Errorf("there are no repairs under %q: choose from %s, %s", name,
		strings.Join(play.Models(), ", "), strings.Join(fences.Machines().Names(), ", "))
}

// The kinds of slots.
const (
	Order = "order"
	Fence = "fence"
)

// A Menu is the slots of a program under one model: orders and C11 fences under C11,
// hardware fences under a hardware model. It is immutable.
type Menu struct {
	Slots []Slot

	model *models.Model
	base  *code.Program // C11: the program with a relaxed fence in each gap
}

// maxGapped bounds the accesses of a program whose gaps are on the menu under C11.
const maxGapped = 12

// New returns the menu of a program under a model. The program must report its wrong
// outcomes as errors, as litmus.Test.Forbidding makes them.
func New(p *code.Program, m *models.Model) *Menu {
	menu := &Menu{model: m, base: p}
	gaps := gapsOf(p)
	if !m.Native {
		menu.Slots = lists.Map(gaps, func(site int32) Slot { return hardwareSlot(p, site) })
		return menu
	}
	pl := fences.Placement{Add: lists.Map(gaps, func(site int32) fences.Fence { return fences.Fence{Site: site, Side: fences.After} })}
	if len(fences.OrderSites(p)) <= maxGapped {
		menu.base = fences.Apply(p, pl)
	}
	menu.Slots = lists.Map(fences.OrderSites(menu.base), func(s fences.OrderSite) Slot { return menu.orderSlot(s, pl) })
	menu.sort(p)
	return menu
}

// gapsOf returns the accesses of a program after which the same function has another one.
// Main, which starts the threads, has none.
func gapsOf(p *code.Program) []int32 {
	sites := fences.Sites(p)
	last := map[string]int32{}
	for _, s := range sites {
		last[p.Sites[s].Func] = s
	}
	return slices.DeleteFunc(sites, func(s int32) bool {
		name := p.Sites[s].Func
		return last[name] == s || name == p.Funcs[p.Main].Name
	})
}

// slot returns the common part of the slots at a site.
func slot(p *code.Program, site int32, kind string) Slot {
	s := &p.Sites[site]
	return Slot{Kind: kind, Func: s.Func, Text: s.Text, File: s.Pos.File, Line: s.Pos.Line, site: fences.OrderSite{Site: site}}
}

// none is the option without a fence.
const none = "none"

func hardwareSlot(p *code.Program, site int32) Slot {
	out := slot(p, site, Fence)
	out.Options, out.Costs = []string{none}, []int{0}
	for _, k := range hardwareFences {
		out.Options, out.Costs = append(out.Options, k.String()), append(out.Costs, fences.DefaultWeights[k])
	}
	return out
}

var hardwareFences = []trace.FenceKind{trace.LoadLoad, trace.StoreStore, trace.StoreLoad}

// orderSlot returns the slot of an order site of the base. Fences that the menu added stand
// after an access.
func (m *Menu) orderSlot(s fences.OrderSite, pl fences.Placement) Slot {
	at, kind := s.Site, Order
	p := m.base
	if added := int(s.Site) - (len(p.Sites) - len(pl.Add)); added >= 0 && p.Sites[s.Site].Text == "atomic_thread_fence" {
		at, kind = pl.Add[added].Site, Fence
	}
	out := slot(p, at, kind)
	out.site = s
	written := p.Access[s.Site].Order
	if s.Fail {
		written, out.Text = p.Access[s.Site].Fail, out.Text+" (on failure)"
	}
	for i, o := range fences.Orders(p, s) {
		name := o.String()
		if kind == Fence && o == trace.Relaxed {
			name = none
		}
		out.Options, out.Costs = append(out.Options, name), append(out.Costs, fences.DefaultOrderWeights[o])
		if o == written {
			out.Written = i
		}
	}
	return out
}

// sort puts the slot of a fence after that of the access before it.
func (m *Menu) sort(p *code.Program) {
	place := func(s *Slot) int {
		return slices.IndexFunc(p.Sites, func(t trace.Site) bool { return t.Text == s.Text && t.Func == s.Func && t.Pos.Line == s.Line })
	}
	slices.SortStableFunc(m.Slots, func(a, b Slot) int { return place(&a) - place(&b) })
}

// Written returns the options of the program as written.
func (m *Menu) Written() []int {
	return lists.Map(m.Slots, func(s Slot) int { return s.Written })
}

// Apply returns the program with one option chosen in each slot, and the cost of all orders
// and fences of the menu. Sites keep their numbers. It is an error if an option does not
// exist, or if C has no such program.
func (m *Menu) Apply(chosen []int) (*code.Program, int, error) {
	if len(chosen) != len(m.Slots) {
		return nil, 0, fmt.Errorf("%d options are chosen of %d menus", len(chosen), len(m.Slots))
	}
	var (
		cost    int
		pl      fences.Placement
		changes []fences.OrderChange
	)
	for i, k := range chosen {
		s := &m.Slots[i]
		if k < 0 || k >= len(s.Options) {
			return nil, 0, fmt.Errorf("menu %d has no option %d: it has %d", i+1, k, len(s.Options))
		}
		cost += s.Costs[k]
		switch {
		case !m.model.Native && k > 0:
			pl.Add = append(pl.Add, fences.Fence{Site: s.site.Site, Side: fences.After, Kind: hardwareFences[k-1]})
		case m.model.Native && k != s.Written:
			orders := fences.Orders(m.base, s.site)
			changes = append(changes, fences.OrderChange{OrderSite: s.site, From: orders[s.Written], To: orders[k]})
		}
	}
	p := fences.ApplyOrders(fences.Apply(m.base, pl), changes)
	for _, s := range fences.OrderSites(p) {
		if s.Fail && p.Access[s.Site].Fail > p.Access[s.Site].Order {
			return nil, 0, fmt.Errorf("%s: the order on failure is stronger than that on success", p.Sites[s.Site].Text)
		}
	}
	return p, cost, nil
}

// proveLimit bounds the executions for the proof that a choice is right.
const proveLimit = 200_000

// Cheapest returns the cheapest choice that package fences infers, and its cost. It is an
// error if there is none. If ctx ends the error is that of ctx.
func (m *Menu) Cheapest(ctx context.Context) (chosen []int, cost int, err error) {
	o := fences.Options{
		Campaign: phase2.Options{Seed: 1, Runs: 200}, Others: models.Relaxed(), Strengthen: true, Tests: 500,
		Prove: fences.Explorer(interp.Options{}, proveLimit, false),
	}
	if fences.IsMachine(m.model) {
		if o.Prove, err = fences.Candidates(ctx, m.base, m.model, proveLimit); err != nil {
			return nil, 0, err
		}
		o.ProveOnly = true
	}
	chosen = m.Written()
	incomplete := ""
	if m.model.Native {
		r, err := fences.InferOrders(ctx, m.base, m.model, o)
		if err != nil {
			return nil, 0, err
		}
		incomplete = r.Incomplete
		for _, c := range r.Changes {
			i := slices.IndexFunc(m.Slots, func(s Slot) bool { return s.site == c.OrderSite })
			chosen[i] = slices.Index(fences.Orders(m.base, c.OrderSite), c.To)
		}
	} else {
		r, err := fences.Infer(ctx, m.base, m.model, o)
		if err != nil {
			return nil, 0, err
		}
		incomplete = r.Incomplete
		for _, f := range r.Placement.Add {
			if i := m.gap(f); i >= 0 {
				chosen[i] = 1 + slices.Index(hardwareFences, f.Kind)
			}
		}
	}
	if incomplete != "" {
		return nil, 0, fmt.Errorf("the search for the cheapest repair is incomplete: %s", incomplete)
	}
	_, cost, err = m.Apply(chosen)
	return chosen, cost, err
}

// gap returns the index of the slot of a fence; -1 if there is none.
func (m *Menu) gap(f fences.Fence) int {
	i := slices.IndexFunc(m.Slots, func(s Slot) bool { return s.site.Site == f.Site })
	if f.Side == fences.After {
		return i
	}
	// It stands after the access before it: the last earlier slot of the function.
	before := -1
	for k := range m.Slots {
		if at := m.Slots[k].site.Site; at < f.Site && m.Slots[k].Func == m.base.Sites[f.Site].Func {
			before = k
		}
	}
	return before
}
