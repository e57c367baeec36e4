package verdict

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"fencepost/interp"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/symbols"
	"fencepost/trace"
	"fencepost/trace/lists"
)

// A window is two accesses of one location by a thread, with a write of another thread between
// them, where the first thread assumes that there is none. These are the unserializable
// interleavings of AVIO (Lu, Tucek, Qin, Zhou, ASPLOS 2006), restricted to accesses that C
// programs mean as one step.
type window struct {
	slip
	between int // index of the first write between; of the last one if the value came back
	last    int // index of the second access
}

// A slip is a window without its execution: the mistake and the two accesses.
type slip struct {
	mistake      mistake
	first, again int32 // sites
	addr         uint64
}

// is reports whether two slips are the same: the mistakes are, and the accesses or the location.
// A location on the heap may have another address in another execution.
func (s slip) is(o slip) bool {
	return s.mistake == o.mistake && (s.first == o.first && s.again == o.again || s.addr == o.addr)
}

// A mistake is a kind of window. The first ones are the surest.
type mistake uint8

const (
	staleExpected mistake = iota // a compare-exchange is repeated at once with the expected value that its failure stored
	cameBack                     // a compare-exchange succeeds although others replaced the value meanwhile: ABA
	checkThenAct                 // a write depends on an earlier read
	doubleFetch                  // two reads are meant to read one value
)

// windowsOf returns the windows of an execution, in order of their ends. With onlyAtomic it leaves
// out those of plain accesses. Two reads are no double fetch if the thread orders itself with others
// between, or if the second one decides whether a loop ends: it is then meant to see a change. It takes
// time linear in the events.
func (f *finder) windowsOf(events []trace.Event, onlyAtomic bool) (list []window) {
	if f.cas == nil {
		f.cas = compareExchanges(f.program)
	}
	cas := f.cas
	type key struct {
		thread trace.ThreadID
		addr   uint64
	}
	own := map[key]int{}             // the last access
	step := map[trace.ThreadID]int{} // the last event of the thread that orders threads
	last := map[trace.ThreadID]int{} // the last access of the thread
	held := map[key]int{}            // the first of a row of loads of one value that ends there
	write := map[uint64]int{}        // the last write
	for i := range events {
		e := &events[i]
		if e.Kind == trace.Fence || e.Kind.IsLockWord() || e.Kind.Writes() && e.Order != trace.Plain {
			step[e.Thread] = i
		}
		switch e.Kind {
		case trace.Load, trace.Store, trace.RMW, trace.CASFail:
		default:
			continue
		}
		k := key{e.Thread, e.Addr}
		before, known := own[k]
		previous := last[e.Thread]
		last[e.Thread] = i
		since, holds := held[k]
		if own[k] = i; e.Kind != trace.Load {
			delete(held, k)
		} else if !holds || events[before].Value != e.Value {
			held[k] = i
		}
		between, written := write[e.Addr]
		if e.Kind.Writes() {
			write[e.Addr] = i
		}
		if !known || onlyAtomic && (e.Order == trace.Plain || events[before].Order == trace.Plain) {
			continue
		}
		first := &events[before]
		w := window{slip{0, first.Site, e.Site, e.Addr}, between, i}
		if first.Kind == trace.CASFail && e.Kind == trace.RMW && first.Site == e.Site && e.Read == e.Value && first.Value == e.Read && cas[e.Site] && previous == before {
			w.mistake = staleExpected
			w.between = before
			list = append(list, w)
			continue
		}
		if first.Kind == trace.Load && cas[e.Site] {
			before = since // it looked again, and found what it held
		}
		if !written || between < before || events[between].Thread == e.Thread || first.Kind != trace.Load || first.Site == e.Site {
			continue
		}
		switch {
		case e.Kind == trace.Store, e.Kind == trace.RMW && !cas[e.Site]:
			w.mistake = checkThenAct
		case e.Kind == trace.RMW && e.Read == first.Value && slices.ContainsFunc(events[before:i], func(o trace.Event) bool {
			return o.Addr == e.Addr && o.Kind.Writes() && o.Value != first.Value
		}):
			w.mistake, w.first = cameBack, events[before].Site
		case e.Kind == trace.Load && e.Value != first.Value && step[e.Thread] <= before && !f.endsLoop(e.Site):
			w.mistake = doubleFetch
		default:
			continue
		}
		if w.mistake != cameBack {
			for w.between = before + 1; events[w.between].Addr != e.Addr || !events[w.between].Kind.Writes(); w.between++ {
			}
		}
		list = append(list, w)
	}
	return list
}

// returned says where a block was freed and where an allocation got it again, for the last such
// block of some events. It is empty if there is none.
func (f *finder) returned(events []trace.Event) string {
	line := func(e *trace.Event) int { return f.program.Sites[e.Site].Pos.Line }
	for i := range slices.Backward(events) {
		for k := range slices.Backward(events[:i]) {
			if a, b := &events[i], &events[k]; a.Kind == trace.Alloc && b.Kind == trace.Free && a.Addr == b.Addr {
				return fmt.Sprintf(" (the allocation at %d gets the memory that was freed at %d)", line(a), line(b))
			}
		}
	}
	return ""
}

// compareExchanges returns the sites of compare-exchanges.
func compareExchanges(p *code.Program) map[int32]bool {
	at := map[int32]bool{}
	for i := range p.Funcs {
		for _, in := range p.Funcs[i].Code {
			if in.Op == code.CAS || in.Op == code.DCAS {
				at[in.Imm] = true
			}
		}
	}
	return at
}

// endsLoop reports whether the load at a site decides whether a loop ends.
func (f *finder) endsLoop(site int32) bool {
	if f.conditions == nil {
		f.conditions = conditions(f.program)
	}
	return f.conditions[site]
}

// conditions returns the sites of loads after which the next jump may leave a loop.
func conditions(p *code.Program) map[int32]bool {
	at := map[int32]bool{}
	for i := range p.Funcs {
		f := &p.Funcs[i]
		for _, l := range p.Loops(f) {
			loads := map[int32]bool{} // since the last jump
			for pc, in := range f.Code {
				switch {
				case !l.Body[pc] || in.Op == code.Call || in.Op == code.CallR || in.Op == code.Sys:
					clear(loads)
				case in.Op == code.Load:
					loads[in.Imm] = true
				case in.Op.Jumps():
					if !l.Body[in.Imm] || in.Op != code.Jmp && !l.Body[pc+1] {
						maps.Copy(at, loads)
					}
					clear(loads)
				}
			}
		}
	}
	return at
}

// windowTests is the number of random executions by which window decides.
const windowTests = 300

// window returns the slip that leads to a failure, with its places and an explanation; nil if
// none does. Each execution that goes wrong in this way has the slip. At least half of the
// executions with the slip go wrong, unless it is in known or its mistake is always one. That is
// how Falcon (Park, Vuduc, Harrold, ICSE 2010) ranks interleavings by failing executions.
func (f *finder) window(g Failure, known []slip) (w *slip, at []Access, why string) {
	race := g.Error.Kind == interp.DataRace
	events := f.events(g)
	candidates := f.windowsOf(events, race)
	if len(candidates) == 0 {
		return nil, nil, ""
	}
	type tally struct{ wrong, right int }
	tallies := make([]tally, len(candidates))
	for i := range tallies {
		tallies[i].wrong = 1
	}
	failures := 1
	machine := interp.New(f.program, g.Witness.Model, f.o.Campaign.Machine)
	random := strategy.NewRandom(f.o.Campaign.Seed)
	var rec trace.Recorder
	for run := range windowTests {
		if f.ctx.Err() != nil {
			break
		}
		random.Begin(run)
		res := machine.Run(f.ctx, random, &rec)
		wrong := res.Err != nil && res.Err.Same(g.Error) || slices.ContainsFunc(res.Races, g.Error.Same)
		switch {
		case wrong:
			failures++
		case res.Outcome != interp.Completed && res.Outcome != interp.Failed:
			continue
		}
		had := f.windowsOf(rec.Events, race)
		for i, c := range candidates {
			switch {
			case !slices.ContainsFunc(had, func(w window) bool { return w.is(c.slip) }):
			case wrong:
				tallies[i].wrong++
			default:
				tallies[i].right++
			}
		}
	}
	doubtful := func(s slip) int {
		if s.mistake <= cameBack || slices.ContainsFunc(known, s.is) {
			return 0
		}
		return 1
	}
	best := -1
	for i, c := range candidates {
		if n := &tallies[i]; n.wrong < failures || doubtful(c.slip) > 0 && n.right > n.wrong {
			continue
		}
		if best >= 0 {
			b := candidates[best]
			if cmp.Or(doubtful(c.slip)-doubtful(b.slip), tallies[i].right-tallies[best].right, int(c.mistake)-int(b.mistake), b.last-c.last) >= 0 {
				continue
			}
		}
		best = i
	}
	if best < 0 {
		return nil, nil, ""
	}
	w = &candidates[best].slip
	return w, f.placesOf(events, &candidates[best]), f.describe(events, &candidates[best])
}

// placesOf returns the places of a window's accesses, each once.
func (f *finder) placesOf(events []trace.Event, w *window) []Access {
	sites := []int32{w.first, events[w.between].Site, w.again}
	return once(lists.Map(sites, func(site int32) Access { return f.at(f.program.Sites[site].Pos) }))
}

// describe says what is wrong with a window, and the ways out.
func (f *finder) describe(events []trace.Event, w *window) string {
	names := symbols.New(f.program, f.program.Sites, events)
	between, last := &events[w.between], &events[w.last]
	what := names.Location(last)
	line := func(e *trace.Event) int { return f.program.Sites[e.Site].Pos.Line }
	reads := fmt.Sprintf("thread %d reads %s here", last.Thread, what)
	other := fmt.Sprintf("thread %d changes it between, at %d", between.Thread, line(between))
	switch w.mistake {
	case staleExpected:
		return fmt.Sprintf("thread %d's compare-exchange of %s has failed, which put %s into its expected value, and the next attempt finds that: it changes %s to %s; "+
			"set the expected value anew before each attempt", last.Thread, what, names.Before(last), names.Before(last), names.ValueOf(last, last.Value))
	case cameBack:
		return fmt.Sprintf("%s, and its compare-exchange at %d finds the same value, though others have changed it between, and back at %d%s: the ABA problem; "+
			"count versions beside the value, or do not reuse what others may hold (%s)", reads, line(last), line(between), f.returned(events[:w.last]), f.reclamation())
	case doubleFetch:
		return fmt.Sprintf("%s, and again at %d, but %s: a double fetch; read it once, and use what was read", reads, line(last), other)
	}
	step := "one atomic read-modify-write"
	if last.Order == trace.Plain {
		step = "one atomic read-modify-write (of an atomic variable)"
	}
	return fmt.Sprintf("%s, and writes it at %d as if nothing had changed, but %s: a check and an act that are not one step; "+
		"make them %s, or hold a lock around both", reads, line(last), other, step)
}
