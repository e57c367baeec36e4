package verdict

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"fencepost/interp"
	"fencepost/interp/c/rewrite"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/work"
	"fencepost/models"
	"fencepost/phase2/fences"
	"fencepost/trace"
)

// A Fix is a change of the source that mends a cause.
type Fix struct {
	Description string // one or several changes, in words
	Diff        string // for patch -p1; empty if the change could not be written
	Notes       []string
	// One of these is not empty.
	Orders []fences.OrderChange
	Fences []fences.Fence
	Atomic []string // variables
	Proved bool     // all executions of the program with all fixes were explored
}

// exploreMended is how many executions of a mended program are explored, and
// testMended how many are tested.
const (
	exploreMended = 20_000
	testMended    = 1000
)

// byOrders mends findings by stronger memory orders, if the C11 model shows one.
func (f *finder) byOrders(found []Failure) ([]Cause, []Failure) {
	if !slices.ContainsFunc(found, func(g Failure) bool { return slices.Contains(g.Models, f.o.Native) }) {
		return nil, found
	}
	o := f.inference()
	o.Strengthen = true
	r, err := fences.InferOrders(f.ctx, f.program, f.o.Native, o)
	if err != nil || r.Incomplete != "" || len(r.Changes) == 0 {
		return nil, found
	}
	groups, rest := f.split(found, len(r.Changes), func(i int) *code.Program {
		return fences.ApplyOrders(f.program, slices.Delete(slices.Clone(r.Changes), i, i+1))
	}, r.Program)
	var list []Cause
	for _, g := range groups {
		var changes []fences.OrderChange
		for _, i := range g.changes {
			changes = append(changes, r.Changes[i])
		}
		if len(g.failures) == 0 {
			continue
		}
		fix := &Fix{Orders: changes, Proved: r.Verdict.Proved}
		if c, err := fences.WriteOrders(f.program, changes, f.o.Compile); err == nil {
			fix.Diff, fix.Notes = c.Diff, c.Notes
			if r := f.atCallers(c, groups); r != nil {
				fix.Diff, fix.Proved = r.diff, r.proved
				fix.Notes = []string{"the order is passed at " + strings.Join(r.at, ", ")}
			}
		}
		fix.Description = f.words(changes)
		accesses, why := f.explainOrders(changes, g.failures)
		list = append(list, Cause{Kind: Order, Accesses: accesses, Explanation: why, Fix: fix, Failures: g.failures})
	}
	return list, rest
}

// A callersFix is a change of the calls that pass a memory order.
type callersFix struct {
	diff   string
	proved bool
	at     []string // places
}

// atCallers changes the calls of a function that has the order of an access from a parameter, where
// that is all of a change that could not be written, and all that there is to mend: nothing may go
// wrong then. It returns nil if that is not so.
func (f *finder) atCallers(c *fences.Change, groups []group) *callersFix {
	if len(c.Failed) != 1 || len(groups) != 1 || c.Failed[0].Fail {
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
			fix := &callersFix{diff: r.DiffTo(before), proved: proved}
			for _, p := range r.Calls {
				fix.at = append(fix.at, p.String())
			}
			return fix
		}
	}
	return nil
}

// inference returns how orders and fences are searched for.
func (f *finder) inference() fences.Options {
	c := f.o.Campaign
	c.Progress = nil
	return fences.Options{Campaign: c, Others: models.Relaxed(), Tests: testMended, Compile: f.o.Compile, Prove: fences.Explorer(f.machine, exploreMended, false)}
}

// explained is of how many findings the executions are looked through for partners.
const explained = 4

// explainOrders says what is too weak, by the execution of the finding that has a partner for the
// most changes.
func (f *finder) explainOrders(changes []fences.OrderChange, found []Failure) (accesses []Access, why string) {
	best := -1
	for _, g := range found[:min(explained, len(found))] {
		if at, words, partners := f.explainBy(changes, g); partners > best {
			accesses, why, best = at, words, partners
		}
	}
	return accesses, why
}

// explainBy is explainOrders by the execution of one finding, and counts the partners.
func (f *finder) explainBy(changes []fences.OrderChange, g Failure) (accesses []Access, why string, partners int) {
	var rec trace.Recorder
	if g.Witness != nil {
		// What is not repeated has no events, and then no partner is named.
		_, _ = g.Witness.Replay(f.late, f.program, &rec)
	}
	var parts []string
	for _, c := range changes {
		accesses = append(accesses, f.at(f.program.Sites[c.Site].Pos))
		at := f.program.Sites[c.Site].Pos
		e := eventOf(rec.Events, c.Site)
		what := "operation"
		if e != nil {
			what = noun(e)
		}
		partner := partnerOf(rec.Events, c.Site, changes)
		fence := ""
		if partner.access != nil {
			partners++
		}
		if partner.fence != nil {
			pos := f.program.Sites[partner.fence.Site].Pos
			accesses = append(accesses, f.at(pos))
			fence = " and the fence at " + f.place(pos)
		}
		switch {
		case c.To == trace.SeqCst:
			parts = append(parts, fmt.Sprintf("the %s at %s is %s, so the accesses around it may take effect in another order", what, f.place(at), c.From))
		case partner.access != nil && partner.access.Site == c.Site:
			parts = append(parts, fmt.Sprintf("the %s at %s is %s, so that of one thread does not synchronise with that of another%s", what, f.place(at), c.From, fence))
		case partner.access != nil:
			pos := f.program.Sites[partner.access.Site].Pos
			accesses = append(accesses, f.at(pos))
			parts = append(parts, fmt.Sprintf("the %s at %s is %s, so it does not synchronise with the %s %s at %s%s",
				what, f.place(at), c.From, partner.access.Order, noun(partner.access), f.place(pos), fence))
		default:
			parts = append(parts, fmt.Sprintf("the %s at %s is %s, so it does not synchronise", what, f.place(at), c.From))
		}
	}
	return once(accesses), strings.Join(parts, "; "), partners
}

// place returns the line of an access, and its file if that is not the only one of the program.
func (f *finder) place(at trace.Pos) string {
	units := 0
	for _, file := range f.program.Files {
		if file.Unit {
			units++
		}
	}
	if units == 1 && at.File == f.program.Name {
		return strconv.Itoa(at.Line)
	}
	return fmt.Sprintf("%s:%d", at.File, at.Line)
}

// once returns accesses, each where it comes first.
func once(list []Access) (out []Access) {
	for _, a := range list {
		if !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	return out
}

// eventOf returns an event of a site; nil if there is none.
func eventOf(events []trace.Event, site int32) *trace.Event {
	for i := range events {
		if events[i].Site == site && events[i].Kind != trace.Commit {
			return &events[i]
		}
	}
	return nil
}

// A partner is the other end of a reads-from edge to or from another thread, and the fence by which
// it synchronises; nil if it does so by its order.
type partner struct{ access, fence *trace.Event }

// partnerOf returns the partner of the access of a changed site: the first with which it
// synchronises by all changes made, otherwise the first of another place, or of the same; without
// an access if there is none.
func partnerOf(events []trace.Event, site int32, changes []fences.OrderChange) (found partner) {
	changed := func(e *trace.Event) trace.Order {
		for _, c := range changes {
			if c.Site == e.Site {
				return c.To
			}
		}
		return e.Order
	}
	for i := range events {
		e := &events[i]
		if e.RF <= 0 || !e.Kind.Reads() || int(e.RF) > len(events) {
			continue
		}
		from := &events[e.RF-1]
		if from.Thread == e.Thread || from.Site != site && e.Site != site || changed(from) == trace.Plain {
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
		if from.Site == site {
			other, fence = e, acquire
		}
		if (release != nil || changed(from).Releases()) && (acquire != nil || changed(e).Acquires()) {
			return partner{other, fence}
		}
		if found.access == nil || found.access.Site == site {
			found.access = other
		}
	}
	return found
}

// fenceOf returns the first fence of a thread that does something; nil if there is none.
func fenceOf(events iter.Seq2[int, trace.Event], thread trace.ThreadID, does func(*trace.Event) bool) *trace.Event {
	for _, e := range events {
		if e.Thread == thread && e.Kind == trace.Fence && does(&e) {
			return &e
		}
	}
	return nil
}

// noun names what an event is.
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

// byFences mends findings of the machines' models by fences.
func (f *finder) byFences(found []Failure) ([]Cause, []Failure) {
	var weakest *models.Model
	for _, g := range found {
		for _, m := range g.Models {
			if m.Native {
				return nil, found
			}
			if weakest == nil || weakest.PPO.Includes(m.PPO) {
				weakest = m
			}
		}
	}
	if weakest == nil {
		return nil, found
	}
	o := f.inference()
	o.Prove = nil // of what comes out alone
	r, err := fences.Infer(f.ctx, f.program, weakest, o)
	if err != nil || r.Incomplete != "" || len(r.Placement.Add) == 0 {
		return nil, found
	}
	proof := f.inference().Prove(f.ctx, r.Program, weakest)
	if proof.Err != nil {
		return nil, found
	}
	add := r.Placement.Add
	groups, rest := f.split(found, len(add), func(i int) *code.Program {
		return fences.Apply(f.program, fences.Placement{Add: slices.Delete(slices.Clone(add), i, i+1)})
	}, r.Program)
	var list []Cause
	for _, g := range groups {
		if len(g.failures) == 0 {
			continue
		}
		c := Cause{Kind: Fence, Fix: &Fix{Proved: proof.Complete}, Failures: g.failures}
		var words, why []string
		for _, i := range g.changes {
			c.Fix.Fences = append(c.Fix.Fences, add[i])
			pos := f.program.Sites[add[i].Site].Pos
			words = append(words, fmt.Sprintf("a fence %s %s the access at %s", add[i].Kind, add[i].Side, place(pos)))
			why = append(why, fmt.Sprintf("%s lets the accesses %s the one at %d take effect in another order", weakest.Name, around(add[i].Side), pos.Line))
			c.Accesses = append(c.Accesses, f.at(pos))
		}
		c.Fix.Description, c.Explanation = strings.Join(words, ", "), strings.Join(why, "; ")
		if w, err := fences.Write(f.program, fences.Placement{Add: c.Fix.Fences}, f.o.Compile); err == nil {
			c.Fix.Diff, c.Fix.Notes = w.Diff, w.Notes
		}
		list = append(list, c)
	}
	return list, rest
}

func around(s fences.Side) string {
	if s == fences.After {
		return "from"
	}
	return "up to"
}

// byLocks takes out the races of a variable that one thread writes without a lock
// while another accesses it under one: an order cannot mend that.
func (f *finder) byLocks(found []Failure) ([]Cause, []Failure) {
	var missing []string
	for _, g := range found {
		if o := f.racing(g); o != nil && f.lockMissing(g) && !slices.Contains(missing, o.Name) {
			missing = append(missing, o.Name)
		}
	}
	var list []Cause
	for _, name := range missing {
		c := Cause{Kind: Lock, Explanation: fmt.Sprintf("a lock is missing at the accesses of %s: no order or fence mends it", name)}
		var rest []Failure
		for _, g := range found {
			if o := f.racing(g); o != nil && o.Name == name {
				c.Failures = append(c.Failures, g)
				for _, x := range f.accesses(g) {
					if !slices.Contains(c.Accesses, x) {
						c.Accesses = append(c.Accesses, x)
					}
				}
			} else {
				rest = append(rest, g)
			}
		}
		found = rest
		list = append(list, c)
	}
	return list, found
}

// byAtomics makes variables that race atomic: one if that is enough, else all.
func (f *finder) byAtomics(found []Failure) ([]Cause, []Failure) {
	var objects []code.Declared
	for _, g := range found {
		if o := f.racing(g); o != nil && !slices.Contains(objects, *o) {
			objects = append(objects, *o)
		}
	}
	if len(objects) == 0 {
		return nil, found
	}
	source, err := rewrite.Open(f.program, f.o.Compile)
	if err != nil {
		return nil, found
	}
	for _, o := range objects {
		if fix := f.withOrders(source, o); fix != nil {
			return []Cause{{Kind: Plain, Accesses: f.racesOf(found, o), Explanation: plainWords(o), Fix: fix, Failures: found}}, nil
		}
	}
	if f.atomic(source, objects...) == nil {
		return nil, found
	}
	objects = f.needed(source, objects)
	var list []Cause
	for _, same := range together(objects) {
		c := Cause{Kind: Plain, Explanation: plainWords(same...), Fix: f.withOrders(source, same...)}
		if c.Fix == nil { // with the others it mends all
			c.Fix, _ = f.madeAtomic(source, same)
		}
		for _, o := range same {
			c.Accesses = append(c.Accesses, f.racesOf(found, o)...)
		}
		var rest []Failure
		for _, g := range found {
			own := f.racing(g)
			if own != nil && slices.Contains(same, *own) || len(list) == 0 && (own == nil || !slices.Contains(objects, *own)) {
				c.Failures = append(c.Failures, g)
			} else {
				rest = append(rest, g)
			}
		}
		found = rest
		list = append(list, c)
	}
	return list, found
}

// byAccesses makes the accesses that race atomic where they are written, with the compiler's own
// functions: those of one race if that is enough, else of all. It mends what a pointer leads to
// that is passed to a function, which no _Atomic does.
func (f *finder) byAccesses(found []Failure) ([]Cause, []Failure) {
	plain := map[int32]bool{}
	for _, site := range fences.Sites(f.program) {
		a := &f.program.Access[site]
		plain[site] = a.Order == trace.Plain && a.Size <= 8 && !a.Copy
	}
	var tries [][]int32
	var all []int32
	for _, g := range found {
		if g.Error.Kind != interp.DataRace || !g.Error.First.Atomic && !plain[g.Error.First.Site] || !g.Error.Second.Atomic && !plain[g.Error.Second.Site] {
			continue
		}
		var own []int32
		for _, r := range []*interp.Racer{g.Error.First, g.Error.Second} {
			if !r.Atomic {
				own = append(own, r.Site)
			}
		}
		tries, all = append(tries, own), append(all, own...)
	}
	slices.Sort(all)
	if all = slices.Compact(all); len(tries) > 1 {
		tries = append(tries[:min(len(tries), maxDropped)], all)
	}
	for _, sites := range tries {
		if fix, changes := f.accessed(sites); fix != nil {
			accesses, why := f.explainOrders(changes, found)
			return []Cause{{Kind: Plain, Accesses: accesses, Explanation: why, Fix: fix, Failures: found}}, nil
		}
	}
	return nil, found
}

// accessed returns the fix that makes the accesses of some sites atomic, with orders that suffice;
// nil if something goes wrong then, or it cannot be written.
func (f *finder) accessed(sites []int32) (*Fix, []fences.OrderChange) {
	var changes []fences.OrderChange
	for _, site := range sites {
		changes = append(changes, fences.OrderChange{OrderSite: fences.OrderSite{Site: site}, From: trace.Plain, To: trace.Relaxed})
	}
	o := f.inference()
	o.Strengthen = true
	r, err := fences.InferOrders(f.ctx, fences.ApplyOrders(f.program, changes), f.o.Native, o)
	if err != nil || r.Incomplete != "" {
		return nil, nil
	}
	for _, c := range r.Changes {
		if i := slices.IndexFunc(changes, func(d fences.OrderChange) bool { return d.OrderSite == c.OrderSite }); i >= 0 {
			changes[i].To = c.To
		} else {
			changes = append(changes, c)
		}
	}
	slices.SortFunc(changes, func(a, b fences.OrderChange) int { return int(a.Site - b.Site) })
	c, err := fences.WriteOrders(f.program, changes, f.o.Compile)
	if err != nil || len(c.Failed) > 0 {
		return nil, nil
	}
	fix := &Fix{Orders: changes, Diff: c.Diff, Notes: c.Notes}
	var ok bool
	if fix.Proved, ok = f.clean(c.Program); !ok {
		return nil, nil
	}
	fix.Description = f.words(changes)
	return fix, changes
}

// words says what changes of orders are.
func (f *finder) words(changes []fences.OrderChange) string {
	var words []string
	for _, c := range changes {
		at := " at "
		if c.Barrier {
			at = " "
		}
		words = append(words, c.Describe()+at+place(f.program.Sites[c.Site].Pos))
	}
	return strings.Join(words, ", ")
}

// maxDropped is of up to how many variables it is tried which need not be atomic.
const maxDropped = 12

// needed leaves out variables that need not be atomic for nothing to go wrong.
func (f *finder) needed(source *rewrite.Source, objects []code.Declared) []code.Declared {
	for i := 0; i < len(objects) && len(objects) <= maxDropped && f.ctx.Err() == nil; {
		if without := slices.Delete(slices.Clone(objects), i, i+1); f.atomic(source, without...) != nil {
			objects = without
		} else {
			i++
		}
	}
	return objects
}

// together puts the members of a structure together.
func together(objects []code.Declared) (groups [][]code.Declared) {
	for _, o := range objects {
		i := slices.IndexFunc(groups, func(g []code.Declared) bool { return o.Record.Line > 0 && g[0].Record == o.Record })
		if i < 0 {
			i, groups = len(groups), append(groups, nil)
		}
		groups[i] = append(groups[i], o)
	}
	return groups
}

func plainWords(objects ...code.Declared) string {
	var names []string
	for _, o := range objects {
		names = append(names, o.Name)
	}
	verb := "is"
	if len(names) > 1 {
		verb = "are"
	}
	return fmt.Sprintf("threads share %s, which %s not atomic, and nothing orders their accesses", strings.Join(names, " and "), verb)
}

// racesOf returns the accesses of an object that race.
func (f *finder) racesOf(found []Failure, o code.Declared) []Access {
	var list []Access
	for _, g := range found {
		if own := f.racing(g); own != nil && *own == o {
			list = append(list, f.accesses(g)...)
		}
	}
	return once(list)
}

// atomic returns the fix that makes objects atomic; nil if something goes wrong then.
func (f *finder) atomic(source *rewrite.Source, objects ...code.Declared) *Fix {
	fix, r := f.madeAtomic(source, objects)
	if fix == nil {
		return nil
	}
	var ok bool
	if fix.Proved, ok = f.clean(r.Program); !ok {
		return nil
	}
	return fix
}

// withOrders is atomic, and tells which orders suffice.
func (f *finder) withOrders(source *rewrite.Source, objects ...code.Declared) *Fix {
	fix := f.atomic(source, objects...)
	if fix != nil && fix.Proved {
		_, r := f.madeAtomic(source, objects)
		if enough := f.enough(r.Program); enough != "" {
			fix.Notes = append(fix.Notes, enough)
		}
	}
	return fix
}

// enough tells which orders suffice for accesses that were plain ones and are atomic in p, of
// which C makes seq_cst ones; empty if that is not known, or nothing less suffices.
func (f *finder) enough(p *code.Program) string {
	plain := map[trace.Pos]bool{}
	for i, s := range f.program.Sites {
		plain[s.Pos] = f.program.Access[i].Order == trace.Plain
	}
	var less []fences.OrderChange
	for _, s := range fences.OrderSites(p) {
		if !s.Fail && p.Access[s.Site].Order == trace.SeqCst && plain[p.Sites[s.Site].Pos] {
			less = append(less, fences.OrderChange{OrderSite: s, From: trace.SeqCst, To: trace.Relaxed})
		}
	}
	if len(less) == 0 {
		return ""
	}
	o := f.inference()
	o.Strengthen = true
	r, err := fences.InferOrders(f.ctx, fences.ApplyOrders(p, less), f.o.Native, o)
	if err != nil || r.Incomplete != "" || !r.Verdict.Proved {
		return ""
	}
	var words []string
	for _, c := range r.Changes {
		if c.To == trace.SeqCst || !slices.ContainsFunc(less, func(l fences.OrderChange) bool { return l.OrderSite == c.OrderSite }) {
			return ""
		}
		words = append(words, fmt.Sprintf("%s at %s", c.To, place(p.Sites[c.Site].Pos)))
	}
	if len(words) == 0 {
		return "C makes its accesses seq_cst; relaxed suffices (proved)"
	}
	return fmt.Sprintf("C makes its accesses seq_cst; these orders suffice (proved): %s, relaxed elsewhere", strings.Join(words, ", "))
}

// madeAtomic returns the change that makes objects atomic; nil if it cannot be made.
func (f *finder) madeAtomic(source *rewrite.Source, objects []code.Declared) (*Fix, *rewrite.Result) {
	var at []trace.Pos
	fix := &Fix{}
	for _, o := range objects {
		at = append(at, o.Pos)
		fix.Atomic = append(fix.Atomic, o.Name)
	}
	r, ok := source.Atomic(at)
	if !ok {
		return nil, nil
	}
	fix.Description, fix.Diff = "_Atomic "+strings.Join(fix.Atomic, ", "), r.Diff
	if r.Others {
		fix.Notes = append(fix.Notes, "what the same declaration declares becomes atomic as well")
	}
	return fix, r
}

// clean reports whether nothing goes wrong in a mended program.
func (f *finder) clean(p *code.Program) (proved, ok bool) {
	seed := f.o.Campaign.Seed
	r, err := campaign.Run(f.ctx, p, f.o.Native, campaign.Options{
		Strategy: func() interp.Strategy { return strategy.NewAuto(seed, true) },
		Runs:     testMended, Workers: f.o.Campaign.Workers, UntilBug: true, Machine: f.machine,
	})
	if err != nil || len(r.Findings) > 0 || r.Incomplete != "" && !(r.Runs >= fences.Least && work.Spent(f.ctx)) {
		return false, false
	}
	proof := f.inference().Prove(f.ctx, p, f.o.Native)
	return proof.Complete, proof.Err == nil
}

// racing returns the variable of a data race, or the member of a structure; nil if it has none.
func (f *finder) racing(g Failure) *code.Declared {
	if g.Error.Kind != interp.DataRace {
		return nil
	}
	for _, r := range []*interp.Racer{g.Error.Second, g.Error.First} {
		if d, ok := f.program.Declared[r.Site]; ok {
			return &d
		}
	}
	events := f.events(g)
	addr, known := raceAddr(events, g.Error)
	if !known {
		return nil
	}
	for i := range events { // another access may name the member that a pointer leads to
		if d, ok := f.program.Declared[events[i].Site]; ok && events[i].Addr == addr {
			return &d
		}
	}
	for i := range f.program.Objects {
		if o := &f.program.Objects[i]; addr >= o.Addr && addr < o.Addr+uint64(o.Size) {
			return &code.Declared{Name: o.Name, Pos: o.Pos}
		}
	}
	return nil
}

// raceAddr returns the address that the accesses of a data race of an execution have.
func raceAddr(events []trace.Event, race *interp.Error) (addr uint64, known bool) {
	if int(race.Second.Event) > len(events) || race.Second.Event < 1 {
		return 0, false
	}
	return events[race.Second.Event-1].Addr, true
}

// lockMissing reports whether one access of a race is made under a lock and the other,
// which writes, under none.
func (f *finder) lockMissing(g Failure) bool {
	events := f.events(g)
	held := func(r *interp.Racer) int {
		n := 0
		for i := range events {
			if e := &events[i]; e.ID < r.Event && e.Thread == r.Thread {
				switch e.Kind {
				case trace.Lock:
					n++
				case trace.Unlock:
					n--
				}
			}
		}
		return n
	}
	a, b := g.Error.First, g.Error.Second
	return held(a) > 0 && held(b) == 0 && b.Writes || held(b) > 0 && held(a) == 0 && a.Writes
}

// events returns the execution of a finding.
func (f *finder) events(g Failure) []trace.Event {
	if g.Witness == nil {
		return nil
	}
	var rec trace.Recorder
	if _, err := g.Witness.Replay(f.late, f.program, &rec); err != nil {
		return nil
	}
	return rec.Events
}

// place returns file:line.
func place(p trace.Pos) string {
	p.Col = 0
	return p.String()
}
