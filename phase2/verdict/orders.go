package verdict

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"fencepost/interp/c/rewrite"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/phase2/fences"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// byOrders mends failures by stronger memory orders, if the C11 model shows one of them. rest are
// those that it does not mend.
func (f *finder) byOrders(found []Failure) (list []Cause, rest []Failure) {
	if !slices.ContainsFunc(found, func(g Failure) bool { return slices.Contains(g.Models, f.o.Native) }) {
		return nil, found
	}
	o, strongest := f.inference(), fences.Strongest(f.program, f.o.Native)
	mendable, _ := divide(found, func(g Failure) bool { return !f.shows(g, strongest) })
	o.Strengthen, o.Known = true, f.recordings(mendable)
	r, err := fences.InferOrders(f.ctx, f.program, f.o.Native, o)
	if err != nil || r.Incomplete != "" || len(r.Changes) == 0 {
		return nil, found
	}
	groups, rest := f.split(found, len(r.Changes), func(i int) *code.Program {
		return fences.ApplyOrders(f.program, slices.Delete(slices.Clone(r.Changes), i, i+1))
	}, r.Program)
	for _, g := range groups {
		changes := lists.Map(g.changes, func(i int) fences.OrderChange { return r.Changes[i] })
		if len(g.failures) == 0 {
			continue
		}
		fix := &Fix{Orders: changes, Proved: r.Verdict.Proved}
		if r := f.atCallers(f.write(fix), groups); r != nil {
			fix.Diff, fix.Proved = r.diff, r.proved
			fix.Notes = []string{"the order is passed at " + strings.Join(r.at, ", ")}
		}
		fix.Description = f.words(changes)
		accesses, why := f.explainOrders(fences.WithCopies(f.program, changes), g.failures)
		list = append(list, Cause{Kind: Order, Accesses: accesses, Explanation: why, Fix: fix, Failures: g.failures})
	}
	return list, rest
}

// recordings returns the runs of failures under the native model.
func (f *finder) recordings(found []Failure) (list []*witness.Recording) {
	for _, g := range found {
		if rec := f.recording(g); rec != nil && g.Witness.Model == f.o.Native {
			list = append(list, rec)
		}
	}
	return list
}

// A callersFix is a change of calls that pass a memory order.
type callersFix struct {
	diff   string
	proved bool
	at     []string // places
}

// atCallers returns the fix at the calls of a function that gets the order of an access as a
// parameter, for a change c that could be written except for that access. It returns nil if there
// is no change, there is another cause, or something still goes wrong.
func (f *finder) atCallers(c *fences.Change, groups []group) *callersFix {
	if c == nil || len(c.Failed) != 1 || len(groups) != 1 || c.Failed[0].Fail {
		return nil
	}
	if len(c.Program.Sites) != len(f.program.Sites) {
		return nil
	}
	source, err := rewrite.Open(c.Program, f.o.Compile)
	if err != nil {
		return nil
	}
	before, err := rewrite.Open(f.program, f.o.Compile)
	if err != nil {
		return nil
	}
	for _, r := range source.AtCallers(c.Failed[0].Site, c.Failed[0].From, c.Failed[0].To) {
		if proved, ok := f.clean(r.Program); ok {
			return &callersFix{diff: r.DiffTo(before), proved: proved, at: lists.Map(r.Calls, trace.Pos.String)}
		}
	}
	return nil
}

// explained bounds the failures whose executions are searched for partners.
const explained = 4

// explainOrders explains changes of orders by the executions of the failures.
func (f *finder) explainOrders(changes []fences.OrderChange, found []Failure) (accesses []Access, why string) {
	var runs [][]trace.Event
	for _, g := range found[:min(explained, len(found))] {
		runs = append(runs, f.events(g)) // without them no partner is named
	}
	var parts []string
	for _, c := range changes {
		at := f.program.Sites[c.Site].Pos
		p := partnerIn(runs, c, changes)
		if p.access == nil && slices.ContainsFunc(changes, func(o fences.OrderChange) bool {
			return o.Site != c.Site && f.program.Sites[o.Site].Pos == at && (eventOf(runs, c.Site) == nil && eventOf(runs, o.Site) != nil ||
				o.Fail == c.Fail && partnerIn(runs, o, changes).access != nil)
		}) {
			continue // another copy of it runs, or has a partner
		}
		accesses = append(accesses, f.at(at))
		why := "the accesses around it may take effect in another order"
		if p.access != nil {
			if why = "that of one thread does not synchronise with that of another"; p.access.Site != c.Site || c.Fail {
				pos := f.program.Sites[p.access.Site].Pos
				if !pos.System() { // else there is no line of the program to show
					accesses = append(accesses, f.at(pos))
				}
				why = fmt.Sprintf("it does not synchronise with the %s %s at %s", p.access.Order, noun(p.access), f.place(pos))
			}
			if p.fence != nil {
				pos := f.program.Sites[p.fence.Site].Pos
				accesses = append(accesses, f.at(pos))
				why += " and the fence at " + f.place(pos)
			}
		}
		parts = lists.Add(parts, fmt.Sprintf("%s is %s, so %s", f.subject(runs, c), c.From, why))
	}
	return once(accesses), strings.Join(parts, "; ")
}

// subject describes what a change makes stronger: an access, or the failure of a compare-exchange.
func (f *finder) subject(runs [][]trace.Event, c fences.OrderChange) string {
	what := "operation"
	if c.Fail {
		what = "failure order of the compare-exchange"
	} else if e := eventOf(runs, c.Site); e != nil {
		what = noun(e)
	}
	return fmt.Sprintf("the %s at %s", what, f.place(f.program.Sites[c.Site].Pos))
}

// eventOf returns an event of a site; nil if there is none.
func eventOf(runs [][]trace.Event, site int32) *trace.Event {
	for _, events := range runs {
		if e := lists.Find(events, func(e trace.Event) bool { return e.Site == site && e.Kind != trace.Commit }); e != nil {
			return e
		}
	}
	return nil
}

// A partner is the access of another thread at the other end of a reads-from edge, with the fence
// by which it synchronises; nil if it synchronises by its order.
type partner struct{ access, fence *trace.Event }

// partnerIn returns the partner of the access at a changed site: the first with which it
// synchronises once all changes are made. If there is none, it is the first at another site, or
// at the same one. It has no access if there is none at all, or the change is not for a partner.
func partnerIn(runs [][]trace.Event, c fences.OrderChange, changes []fences.OrderChange) (found partner) {
	if c.To == trace.SeqCst {
		return found
	}
	for _, events := range runs {
		p, synchronises := partnerOf(events, c, changes)
		if synchronises {
			return p
		}
		if p.access != nil && (found.access == nil || found.access.Site == c.Site) {
			found = p
		}
	}
	return found
}

// partnerOf is partnerIn for one execution, and reports whether they synchronise.
func partnerOf(events []trace.Event, c fences.OrderChange, changes []fences.OrderChange) (found partner, synchronises bool) {
	changed := func(e *trace.Event) trace.Order {
		for _, c := range changes {
			if c.Site == e.Site && c.Fail == (e.Kind == trace.CASFail) {
				return c.To
			}
		}
		return e.Order
	}
	plain := c.From == trace.Plain
	releases := plain || c.To.Releases() && !c.From.Releases()
	acquires := plain || c.To.Acquires() && !c.From.Acquires()
	for i := range events {
		e := &events[i]
		if e.RF <= 0 || !e.Kind.Reads() || int(e.RF) > len(events) {
			continue
		}
		from := &events[e.RF-1]
		writes := releases && from.Site == c.Site
		reads := acquires && e.Site == c.Site && c.Fail == (e.Kind == trace.CASFail)
		if from.Thread == e.Thread || !writes && !reads || changed(from) == trace.Plain {
			continue
		}
		var release, acquire *trace.Event
		if !changed(from).Releases() {
			release = fenceOf(slices.All(events[:e.RF-1]), from.Thread, func(f *trace.Event) bool { return changed(f).Releases() })
		}
		if !changed(e).Acquires() {
			acquire = fenceOf(slices.All(events[i+1:]), e.Thread, func(f *trace.Event) bool { return changed(f).Acquires() })
		}
		other, fence := from, release
		if writes {
			other, fence = e, acquire
		}
		if (release != nil || changed(from).Releases()) && (acquire != nil || changed(e).Acquires()) {
			return partner{other, fence}, true
		}
		if found.access == nil || found.access.Site == c.Site {
			found.access = other
		}
	}
	return found, false
}

// fenceOf returns the first fence of a thread for which does holds; nil if there is none.
func fenceOf(events iter.Seq2[int, trace.Event], thread trace.ThreadID, does func(*trace.Event) bool) *trace.Event {
	for _, e := range events {
		if e.Thread == thread && e.Kind == trace.Fence && does(&e) {
			return &e
		}
	}
	return nil
}

// noun returns the word for an event.
func noun(e *trace.Event) string {
	switch e.Kind {
	case trace.Load:
		return "load"
	case trace.Store:
		return "store"
	case trace.Fence:
		return "fence"
	}
	return "read-modify-write"
}

// words describes changes of orders.
func (f *finder) words(changes []fences.OrderChange) string {
	var words []string
	for _, c := range changes {
		at := " at "
		if c.Barrier {
			at = " "
		}
		words = lists.Add(words, c.Describe()+at+place(f.program.Sites[c.Site].Pos))
	}
	return strings.Join(words, ", ")
}
