package verdict

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fencepost/interp"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/machine/witness"
	"fencepost/interp/machine/work"
	"fencepost/interp/search"
	"fencepost/models"
	"fencepost/phase2/fences"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A Fix is a change of the source that mends a cause.
type Fix struct {
	Description string // one or several changes, in words
	Diff        string // for patch -p1; empty if the change could not be written
	Notes       []string
	// One of these is not empty.
	Orders []fences.OrderChange
	Fences []fences.Fence
	Atomic []string // names of variables
	Proved bool     // all executions of the program with all fixes were explored: none goes wrong
}

// Bounds of the executions of a mended program, explored and at random.
const (
	exploreMended = 20_000
	testMended    = 1000
)

// inference returns the options of a search for orders or fences.
func (f *finder) inference() fences.Options {
	c := f.o.Campaign
	c.Progress = nil
	return fences.Options{Campaign: c, Others: models.Relaxed(), Tests: testMended, Compile: f.o.Compile, Prove: fences.Explorer(f.o.Campaign.Machine, exploreMended, false),
		Progress: func(p witness.Progress) {
			f.o.Campaign.ReportProgress(witness.Progress{Stage: witness.Mending, Done: p.Done, Executions: p.Executions})
		}}
}

// ordersFix returns the fix that changes memory orders, and with which all is proved.
func (f *finder) ordersFix(changes []fences.OrderChange) *Fix {
	x := &Fix{Orders: changes, Description: f.words(changes), Proved: true}
	f.write(x)
	return x
}

// orderCause returns the cause of an error that only a model without a machine shows.
func (f *finder) orderCause(e *interp.Error, m *models.Model, why string, fix *Fix) Cause {
	c := Cause{Kind: Order, Accesses: []Access{f.at(e.Pos)}, Explanation: why, Fix: fix, Failures: []Failure{{Error: e, Models: []*models.Model{m}}}}
	if fix != nil {
		for _, x := range fix.Orders {
			c.Accesses = append(c.Accesses, f.at(f.program.Sites[x.Site].Pos))
		}
	}
	return c
}

// write adds to a fix its change of the source, and returns it; nil if it cannot be written.
func (f *finder) write(x *Fix) *fences.Change {
	c := f.change(x)
	if c != nil {
		x.Diff, x.Notes = c.Diff, c.Notes
	}
	return c
}

// change returns a fix of orders or fences as a change of the source; nil for other fixes.
func (f *finder) change(x *Fix) (c *fences.Change) {
	var err error
	switch {
	case len(x.Orders) > 0:
		c, err = fences.WriteOrders(f.program, x.Orders, f.o.Compile)
	case len(x.Fences) > 0:
		c, err = fences.Write(f.program, fences.Placement{Add: x.Fences}, f.o.Compile)
	}
	if err != nil {
		return nil
	}
	return c
}

// place returns the line of an access, with its file if the program has several.
func (f *finder) place(at trace.Pos) string {
	units := lists.Count(f.program.Files, func(file code.File) bool { return file.Unit })
	if units == 1 && at.File == f.program.Name {
		return strconv.Itoa(at.Line)
	}
	return fmt.Sprintf("%s:%d", at.File, at.Line)
}

// once removes repeated accesses.
func once(list []Access) (out []Access) {
	for _, a := range list {
		out = lists.Add(out, a)
	}
	return out
}

// byFences mends failures by fences, if no C11 model shows one of them.
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
	o.Prove = nil // only the result is proved, below
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
		f.write(c.Fix)
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

// byLocks returns the causes of races of a variable that one thread writes without a lock and
// another accesses under one: no order mends that. rest are the other failures.
func (f *finder) byLocks(found []Failure) (list []Cause, rest []Failure) {
	var missing []string
	for _, g := range found {
		if o := f.racing(g); o != nil && f.lockMissing(g) && !slices.Contains(missing, o.Name) {
			missing = append(missing, o.Name)
		}
	}
	for _, name := range missing {
		c := Cause{Kind: Lock, Explanation: fmt.Sprintf("a lock is missing at the accesses of %s: no order or fence mends it", name)}
		c.Failures, found = divide(found, func(g Failure) bool { o := f.racing(g); return o != nil && o.Name == name })
		for _, g := range c.Failures {
			c.Accesses = append(c.Accesses, f.accesses(g)...)
		}
		c.Accesses = once(c.Accesses)
		list = append(list, c)
	}
	return list, found
}

// divide divides failures into those for which is holds, and the rest, both in order.
func divide(found []Failure, is func(Failure) bool) (taken, rest []Failure) {
	for _, g := range found {
		if is(g) {
			taken = append(taken, g)
		} else {
			rest = append(rest, g)
		}
	}
	return taken, rest
}

// clean reports whether tests and exploring find no failure of a mended program, and whether that
// is proved.
func (f *finder) clean(p *code.Program) (proved, ok bool) {
	r, err := campaign.Run(f.ctx, p, f.o.Native, f.o.tests(testMended, true))
	if err != nil || len(r.Findings) > 0 || r.Incomplete != "" && !(r.Runs >= fences.Least && work.Spent(f.ctx)) {
		return false, false
	}
	proof := f.inference().Prove(f.ctx, p, f.o.Native)
	return proof.Complete, proof.Err == nil
}

// racing returns the variable or member of a data race; nil if it has no name. The result is kept, as
// it may take an execution, and many causes ask for it.
func (f *finder) racing(g Failure) *code.Declared {
	if g.Error.Kind != interp.DataRace {
		return nil
	}
	key := g.Error.Key()
	d, known := f.variables[key]
	if !known {
		d = f.variable(g)
		f.variables[key] = d
	}
	return d
}

// variable is racing for a data race. The result is not kept.
func (f *finder) variable(g Failure) *code.Declared {
	for _, r := range slices.Backward(g.Error.Racers()) {
		if d, ok := f.program.Declared[r.Site]; ok {
			return &d
		}
	}
	events := f.events(g)
	addr, known := raceAddr(events, g.Error)
	if !known {
		return nil
	}
	for i := range events { // another access of the address may have a name
		if d, ok := f.program.Declared[events[i].Site]; ok && events[i].Addr == addr {
			return &d
		}
	}
	if o := f.program.ObjectAt(addr); o != nil {
		return &code.Declared{Name: o.Name, Pos: o.Pos}
	}
	return nil
}

// raceAddr returns the address of a data race in an execution.
func raceAddr(events []trace.Event, race *interp.Error) (addr uint64, known bool) {
	if int(race.Second.Event) > len(events) || race.Second.Event < 1 {
		return 0, false
	}
	return events[race.Second.Event-1].Addr, true
}

// lockMissing reports whether one access of a race holds a lock, and the other one writes and
// holds none.
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

// events returns the execution of a failure; nil if there is none.
func (f *finder) events(g Failure) []trace.Event { return eventsOf(f.late, f.program, g.Witness) }

// eventsOf returns the execution of a witness, made again; nil if there is none, or if ctx has ended:
// already a machine takes time linear in the program.
func eventsOf(ctx context.Context, p *code.Program, w *witness.Witness) []trace.Event {
	if w == nil || ctx.Err() != nil {
		return nil
	}
	x, err := search.Rerun(ctx, p, w)
	if err != nil {
		return nil
	}
	return x.Events
}

// place returns file:line.
func place(p trace.Pos) string {
	p.Col = 0
	return p.String()
}
