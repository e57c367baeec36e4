package interp

import (
	"fencepost/interp/code"
	"fencepost/interp/machine/vm"
	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/clock"
)

// A prefix follows, under a hardware model, which accesses come before what a thread
// does next in every execution that goes the same way up to there: those before it in
// program order and reads-from, with the creation and join of threads and the signal
// that ends a wait. An access that does not may be put off until after: leave it out
// of the execution, and all that it comes before. What is left is an execution, for
// nothing in it reads what is gone, and buffers and old values only become fewer. In
// it the access is the next one of its thread. So a free that comes next is one of a
// block which that thread still uses: an error that the model has, though not in this
// execution. The C11 model asks happens-before, which is weaker.
//
// An atomic section is left out whole or not at all: who reads what it wrote comes after all
// of it.
//
// With buffers, or loads of old stores, a load counts as reading from all earlier
// stores to its location. That finds fewer errors, and no others.
type prefix struct {
	vm     *vm.VM
	exact  bool // a load reads the newest store
	off    bool // the execution had an effect that is not followed
	width  int
	now    []int32 // by thread: a clock
	stored []int32 // by location: what a load of it comes after
	last   []use   // by location and thread: its latest access

	// The atomic section of which something was noted last. What depends on it comes after its
	// end, which is noted when the next thing is.
	section trace.ThreadID // whose it is; -1: of none
	written []models.Loc   // in it
	follows []trace.ThreadID
}

// A use is an access of a location. Its event is 0 if there is none.
type use struct {
	event, number, site int32
	writes, atomic      bool
}

// newPrefix returns what follows executions of a program under a model, or nil if
// nothing can be found: the program frees nothing, or the model tells by itself.
func newPrefix(p *code.Program, m *models.Model, v *vm.VM) *prefix {
	if m.Native {
		return nil
	}
	for i := range p.Funcs {
		for _, in := range p.Funcs[i].Code {
			if id := code.SysID(in.C); in.Op == code.Sys && (id == code.Free || id == code.Realloc) {
				return &prefix{vm: v, exact: !m.Buffered && !m.ReadChoice, width: 8}
			}
		}
	}
	return nil
}

// begin starts an execution with the main thread.
func (p *prefix) begin() {
	p.off = false
	p.now, p.stored, p.last = p.now[:0], p.stored[:0], p.last[:0]
	p.section, p.written, p.follows = -1, p.written[:0], p.follows[:0]
	p.thread(0)
}

// thread makes room for thread t, which is new.
func (p *prefix) thread(t trace.ThreadID) {
	if int(t) >= p.width {
		p.off = true // more threads than are followed
		return
	}
	for len(p.now) < (int(t)+1)*p.width {
		p.now = append(p.now, 0)
	}
}

func (p *prefix) clock(list []int32, i int32) []int32 {
	return list[int(i)*p.width : (int(i)+1)*p.width]
}

// access notes the access that t just made, its event being the one of this ID.
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

// within reports whether thread t is in an atomic section. If the one before has ended, what
// depends on it comes after its end from now on: until then nobody but its thread did anything.
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

// follow notes that what u does next comes after all that t did.
func (p *prefix) follow(t, u trace.ThreadID) {
	if p.off {
		return
	}
	if p.within(t) {
		p.follows = append(p.follows, u)
	}
	clock.Join(p.clock(p.now, u), p.clock(p.now, t))
}

// latest returns the latest access of location l that need not come before what t does
// next; its event is 0 if all must.
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
