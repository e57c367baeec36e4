package verdict

import (
	"fmt"
	"slices"

	"fencepost/interp"
	"fencepost/trace"
)

// logic returns the causes of the failures under sequential consistency, and the failures of
// relaxed memory that do not come of them. Failures at one place have one cause, and so have
// failures with one window. If making variables atomic mends everything, those are the causes.
func (f *finder) logic(found, relaxed []Failure) (list []Cause, rest []Failure) {
	var slips []*slip
	var known []slip
	if len(found) > 0 {
		_, known, _ = f.byMistakes(relaxed)
	}
	for _, g := range found {
		if i := slices.IndexFunc(list, func(c Cause) bool { return c.Failures[0].Error.Pos == g.Error.Pos }); i >= 0 {
			list[i].Failures = append(list[i].Failures, g)
			continue
		}
		w, at, why := f.explain(g, known)
		if i := slices.IndexFunc(slips, func(v *slip) bool { return v != nil && w != nil && v.is(*w) }); i >= 0 {
			list[i].Failures = append(list[i].Failures, g)
			continue
		}
		if at == nil {
			at, why = f.whoWaits(g.Error)
			why = "a logic error: it happens without relaxed memory, and no order or fence mends it" + why + f.heldUp(g)
			if g.Error.Freed.Line > 0 {
				at = append(at, f.at(g.Error.Freed))
			}
		}
		list = append(list, Cause{Kind: Logic, Accesses: at, Failures: []Failure{g}, Explanation: why})
		slips = append(slips, w)
	}
	plain := func(w *slip) bool { return w != nil && f.program.Access[w.again].Order == trace.Plain }
	if f.o.Mend && len(relaxed) > 0 && len(list) > 0 && !slices.ContainsFunc(slips, func(w *slip) bool { return !plain(w) }) {
		if mended, left := f.byAtomics(slices.Concat(found, relaxed)); len(mended) > 0 && len(left) == 0 {
			return mended, nil
		}
	}
	for _, g := range relaxed {
		if i := slices.IndexFunc(slips, func(w *slip) bool { return w != nil && f.comesOf(g, w) }); i >= 0 {
			list[i].Failures = append(list[i].Failures, g)
		} else {
			rest = append(rest, g)
		}
	}
	return list, rest
}

// explain says which known mistake leads to a failure under sequential consistency: the accesses
// and the ways out. known are slips that were found before. at is nil if no known mistake does.
func (f *finder) explain(g Failure, known []slip) (w *slip, at []Access, why string) {
	if at, why = f.heldPointer(g); at != nil {
		return nil, at, why
	}
	if g.Error.Kind == interp.Deadlock {
		at, why = f.waits(g)
		return nil, at, why
	}
	if at, why = f.wakesUnchecked(g); at != nil {
		return nil, at, why
	}
	return f.window(g, known)
}

// comesOf reports whether a data race is a race of the accesses of a slip, or follows from it.
func (f *finder) comesOf(g Failure, w *slip) bool {
	if g.Error.Kind != interp.DataRace || g.Witness == nil {
		return false
	}
	if addr, known := raceAddr(f.events(g), g.Error); known && addr == w.addr {
		return true
	}
	own := f.blame(g).slip
	return own != nil && own.is(*w)
}

// byWindows returns the causes of data races that a window makes possible: a lock that the
// program implements lets two threads in. rest are the other failures.
func (f *finder) byWindows(found []Failure) (list []Cause, rest []Failure) {
	list, _, rest = f.byMistakes(found)
	return list, rest
}

// byMistakes is byWindows, and returns the slip of each cause.
func (f *finder) byMistakes(found []Failure) (list []Cause, slips []slip, rest []Failure) {
	for _, g := range found {
		if g.Error.Kind != interp.DataRace || g.Witness == nil {
			rest = append(rest, g)
			continue
		}
		own := f.windowsOf(f.events(g), true)
		if i := slices.IndexFunc(slips, func(s slip) bool {
			return slices.ContainsFunc(own, func(w window) bool { return w.is(s) })
		}); i >= 0 {
			list[i].Failures = append(list[i].Failures, g)
			continue
		}
		b := f.blame(g)
		if b.slip == nil {
			rest = append(rest, g)
			continue
		}
		list = append(list, Cause{Kind: Logic, Accesses: b.at, Explanation: b.why, Failures: []Failure{g}})
		slips = append(slips, *b.slip)
	}
	return list, slips, rest
}

// A blame is the slip that leads to a failure, with its explanation.
type blame struct {
	slip *slip // nil: none
	at   []Access
	why  string
}

// blame is window for a data race. The result is kept.
func (f *finder) blame(g Failure) blame {
	key := g.Error.Key()
	b, known := f.blamed[key]
	if !known {
		b.slip, b.at, b.why = f.window(g, nil)
		f.blamed[key] = b
	}
	return b
}

// heldPointer explains a use after free by a thread that took a pointer to the block from
// memory before another thread freed it: the read, the free and the use, and the ways out. It
// returns nil if the error is none.
func (f *finder) heldPointer(g Failure) (window []Access, why string) {
	if g.Error.Kind != interp.UseAfterFree || len(g.Error.Stack) == 0 {
		return nil, ""
	}
	events := f.events(g)
	freed := slices.IndexFunc(events, func(e trace.Event) bool {
		return e.Kind == trace.Free && e.Thread != int32(g.Error.Thread) && e.Site >= 0 && f.program.Sites[e.Site].Pos == g.Error.Freed
	})
	if freed < 0 {
		return nil, ""
	}
	free := &events[freed]
	var block *trace.Event
	for i := range events[:freed] {
		if e := &events[i]; e.Kind == trace.Alloc && e.Addr == free.Addr {
			block = e
		}
	}
	for i := freed - 1; i >= 0 && block != nil; i-- {
		e := &events[i]
		if e.Thread != int32(g.Error.Thread) || !e.Kind.Reads() || e.Site < 0 {
			continue
		}
		value := e.Value
		if e.Kind == trace.RMW {
			value = e.Read
		}
		if value-block.Addr < block.Value {
			takes, window := "takes the pointer here", []Access{f.at(g.Error.Freed), f.at(g.Error.Pos)}
			if pos := f.program.Sites[e.Site].Pos; pos.System() {
				takes = "has taken the pointer" // in the library, as what a new thread is given
			} else {
				window = slices.Insert(window, 0, f.at(pos))
			}
			why = fmt.Sprintf("thread %d %s, and uses it after thread %d has freed what it points to: a logic error, that no order or fence mends; "+
				"free later (%s), count references, or do not free", e.Thread, takes, free.Thread, f.reclamation())
			return window, why
		}
	}
	return nil, ""
}

// reclamation names ways to free memory only when no thread holds a pointer to it.
func (f *finder) reclamation() string {
	if f.program.Kernel {
		return "synchronize_rcu, kfree_rcu"
	}
	return "hazard pointers, epochs"
}
