package interp

import (
	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/clock"
	"fencepost/trace/lists"
)

// A prefix tracks, under a hardware model, which accesses come before the next operation of
// a thread in every execution with the same past: those before it in program order,
// reads-from, the creation and join of threads, and signals that end a wait.
//
// Any other access may be delayed until after that operation: leave it out of the
// execution, with everything that it comes before. The rest is an execution: no read in it
// reads a store that was left out, and there are only fewer pending stores and old values.
// In it the access is the next operation of its thread. So if the operation is a free of
// the block, the thread still uses the block after its free. That is an error of the
// program under the model, though this execution does not show it. The C11 model uses
// happens-before instead, which is weaker.
//
// An atomic section is left out as a whole or not at all: an operation that reads from it
// comes after all of it.
//
// With buffers, or with loads of old stores, a load counts as reading from all earlier
// stores to its location. That finds fewer errors, and no false ones.
type prefix struct {
	vm     *vm.VM
	exact  bool // each load reads the newest store
	off    bool // the execution had an effect that is not tracked
	width  int
	now    []int32 // by thread: a vector clock
	stored []int32 // by location: clock of the events that a load of it comes after
	last   []use   // by location and thread: its latest access

	// The atomic section that was noted last. Operations that depend on it come after its
	// end, which is noted at the next access.
	section trace.ThreadID // its thread; -1: none
	written []models.Loc   // locations written in it
	follows []trace.ThreadID
}

// A use is an access of a location. Event is 0 if there is none.
type use struct {
	event, number, site int32
	writes, atomic      bool
}

// newPrefix returns the prefix of executions of a program under a model. It returns nil if
// there is nothing to find: the program frees nothing, or the model itself reports such
// accesses.
func newPrefix(p *code.Program, m *models.Model, v *vm.VM) *prefix {
	frees := func(in code.Instr) bool {
		id := code.SysID(in.C)
		return in.Op == code.Sys && (id == code.Free || id == code.Realloc)
	}
	if m.Native || !p.Has(frees) {
		return nil
	}
	return &prefix{vm: v, exact: !m.Buffered && !m.ReadChoice, width: 8}
}

// begin starts an execution with the main thread.
func (p *prefix) begin() {
	p.off = false
	p.now, p.stored, p.last = p.now[:0], p.stored[:0], p.last[:0]
	p.section, p.written, p.follows = -1, p.written[:0], p.follows[:0]
	p.thread(0)
}

// thread makes room for the new thread t.
func (p *prefix) thread(t trace.ThreadID) {
	if int(t) >= p.width {
		p.off = true // more threads than a prefix tracks
		return
	}
	p.now = lists.Extended(p.now, (int(t)+1)*p.width)
}

func (p *prefix) clock(list []int32, i int32) []int32 {
	return list[int(i)*p.width : (int(i)+1)*p.width]
}

// access notes the access that t has just made, whose event has this ID.
func (p *prefix) access(t *vm.Thread, event int32, reads, writes bool) {
	if p.off {
		return
	}
	within := p.within(t.ID)
	op := &t.Op
	for len(p.stored) < (int(op.Loc)+1)*p.width {
		p.stored = append(p.stored, make([]int32, p.width)...)
		p.last = append(p.last, make([]use, p.width)...)
	}
	own, at := p.clock(p.now, t.ID), p.clock(p.stored, op.Loc)
	own[t.ID]++
	if reads {
		clock.Join(own, at)
	}
	switch {
	case writes && p.exact:
		copy(at, own)
	case writes:
		clock.Join(at, own)
	}
	u := &p.last[int(op.Loc)*p.width+int(t.ID)]
	u.event, u.number, u.site, u.writes, u.atomic = event, own[t.ID], op.Site, writes, op.Order != trace.Plain
	if within && writes {
		p.written = append(p.written, op.Loc)
	}
}

// within reports whether thread t is in an atomic section. If the section noted last has
// ended, operations that depend on it come after its end from now on. Until then only its
// own thread has stepped.
func (p *prefix) within(t trace.ThreadID) bool {
	in := p.vm.Section()
	if s := p.section; s >= 0 && s != in {
		end := p.clock(p.now, s)
		for _, l := range p.written {
			clock.Join(p.clock(p.stored, l), end)
		}
		for _, u := range p.follows {
			clock.Join(p.clock(p.now, u), end)
		}
		p.written, p.follows = p.written[:0], p.follows[:0]
	}
	p.section = in
	return in == t
}

// follow notes that the next operation of u comes after all past ones of t.
func (p *prefix) follow(t, u trace.ThreadID) {
	if p.off {
		return
	}
	if p.within(t) {
		p.follows = append(p.follows, u)
	}
	clock.Join(p.clock(p.now, u), p.clock(p.now, t))
}

// latest returns the latest access of location l that need not come before the next
// operation of t. Its event is 0 if there is none.
func (p *prefix) latest(t trace.ThreadID, l models.Loc) (found use, by trace.ThreadID) {
	if p.off || int(l)*p.width >= len(p.last) {
		return use{}, -1
	}
	p.within(t)
	own := p.clock(p.now, t)
	for u := range p.now[:len(p.now)/p.width] {
		if e := p.last[int(l)*p.width+u]; e.number > own[u] && e.event > found.event {
			found, by = e, trace.ThreadID(u)
		}
	}
	return found, by
}
