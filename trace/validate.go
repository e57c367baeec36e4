package trace

import (
	"fmt"
	"slices"
)

// maxLoc bounds location numbers, so that tables indexed by them are no larger
// than any program needs.
const maxLoc = 1 << 24

// Validate checks that events are a well-formed trace of one execution
// (RELAXER, section 2.1): program indices count up in each thread, commit
// indices in each location; every value read was written by the store named;
// threads are created before they act, and act no more once they exited.
// Threads are numbered in order of creation. Which values a memory model lets
// a load read is not its matter.
func Validate(events []Event, sites []Site) error { return validate(events, sites, "") }

// ValidateC11 is Validate for an execution under the C11 model. There c tells the
// place of a store among those to its location as they were executed, which need not
// be their order: any store may be read, by an RMW too, as long as some order of the
// stores to each location explains what the threads see there.
func ValidateC11(events []Event, sites []Site) error { return validate(events, sites, c11Model) }

// ValidateIMM is ValidateC11 for an execution under IMM, where a load may come later than it
// stands in its thread, by its program index.
func ValidateIMM(events []Event, sites []Site) error { return validate(events, sites, immModel) }

func validate(events []Event, sites []Site, model string) error {
	var v validator
	v.reset(len(sites), model)
	for i := range events {
		if err := v.add(&events[i]); err != nil {
			return fmt.Errorf("event %d: %w", i+1, err)
		}
	}
	return v.end()
}

// A validator checks the events of an execution one after another.
type validator struct {
	sites   int
	threads []threadCheck
	locs    map[int32]locCheck
	stores  []storeCheck // by event ID-1; kind Bad if the event is no store
	c11     bool         // the execution is one of the language
	late    bool         // loads may come late
	putOff  bool         // the event does
	order   coherence
}

type threadCheck struct {
	index          int32   // of the latest event
	late           []int32 // those of loads to come, which stand before it
	exited, joined bool
}

// maxLate bounds the loads of a thread that are to come.
const maxLate = 16

type locCheck struct {
	addr   uint64
	c      int32 // of the newest store
	newest int32 // its ID
}

type storeCheck struct {
	value  uint64
	loc    int32
	i      int32
	c      int32
	thread ThreadID
	kind   Kind
	size   uint8
	undef  Undef
}

func (v *validator) reset(sites int, model string) {
	v.sites, v.late = sites, model == immModel
	v.c11 = v.late || model == c11Model || model == cxx20Model
	v.order.reset()
	v.threads = append(v.threads[:0], threadCheck{}) // main
	v.stores = v.stores[:0]
	if v.locs == nil {
		v.locs = map[int32]locCheck{}
	}
	clear(v.locs)
}

// end checks what only a whole execution shows.
func (v *validator) end() error {
	if !v.c11 {
		return nil
	}
	for t := range v.threads {
		if late := v.threads[t].late; len(late) > 0 {
			return fmt.Errorf("thread %d: there is no event of i %d", t, late[0])
		}
	}
	return v.order.check()
}

// events is how many were added.
func (v *validator) events() int { return len(v.stores) }

func (v *validator) add(e *Event) error {
	var err error
	switch {
	case int(e.ID) != v.events()+1:
		return fmt.Errorf("expected id %d, not %d", v.events()+1, e.ID)
	case e.Kind == Bad || e.Kind >= NumKinds:
		return fmt.Errorf("unknown kind %d", e.Kind)
	case e.Order >= NumOrders:
		return fmt.Errorf("unknown order %d", e.Order)
	case e.Thread < 0 || int(e.Thread) >= len(v.threads):
		return fmt.Errorf("thread %d was not created", e.Thread)
	case e.Site < -1 || int(e.Site) >= v.sites:
		return fmt.Errorf("site %d is not one of the %d sites", e.Site, v.sites)
	}
	if e.Kind == Commit {
		err = v.commit(e)
	} else if err = v.program(e); err == nil {
		switch {
		case e.Kind.Reads() || e.Kind.Writes():
			err = v.access(e)
		case e.Kind == Fence && e.Value >= uint64(NumFences):
			err = fmt.Errorf("unknown fence %d", e.Value)
		default:
			err = v.thread(e)
		}
	}
	if err != nil {
		return err
	}
	s := storeCheck{}
	if e.Kind.Writes() {
		s = storeCheck{value: e.Value, loc: e.Loc, i: e.I, c: e.C, thread: e.Thread,
			kind: e.Kind, size: e.Size, undef: e.Undef}
	}
	v.stores = append(v.stores, s)
	return nil
}

// program checks the place of an event in program order.
func (v *validator) program(e *Event) error {
	t := &v.threads[e.Thread]
	k := slices.Index(t.late, e.I)
	if v.putOff = k >= 0 && (e.Kind == Load || e.Kind == CASFail); v.putOff {
		t.late = slices.Delete(t.late, k, k+1)
		return nil
	}
	if t.exited {
		return fmt.Errorf("%s of thread %d after its exit", e.Kind, e.Thread)
	}
	for v.late && e.I > t.index+1 && len(t.late) < maxLate {
		t.index++
		t.late = append(t.late, t.index)
	}
	if e.I != t.index+1 {
		return fmt.Errorf("thread %d: expected i %d, not %d", e.Thread, t.index+1, e.I)
	}
	t.index++
	return nil
}

func (v *validator) thread(e *Event) error {
	switch e.Kind {
	case Create:
		if e.Value != uint64(len(v.threads)) {
			return fmt.Errorf("expected the creation of thread %d, not %d", len(v.threads), e.Value)
		}
		v.threads = append(v.threads, threadCheck{})
	case Exit:
		v.threads[e.Thread].exited = true
	case Join:
		if e.Value >= uint64(len(v.threads)) {
			return fmt.Errorf("join of thread %d, which was not created", e.Value)
		}
		t := &v.threads[e.Value]
		if !t.exited {
			return fmt.Errorf("join of thread %d before its exit", e.Value)
		}
		if t.joined {
			return fmt.Errorf("second join of thread %d", e.Value)
		}
		t.joined = true
	}
	return nil
}

func (v *validator) access(e *Event) error {
	if e.Site < 0 && !e.Kind.IsLockWord() {
		return fmt.Errorf("%s without a site", e.Kind)
	}
	if e.Size == 0 || e.Size > MaxSize {
		return fmt.Errorf("access of %d bytes", e.Size)
	}
	if e.Loc < 0 || e.Loc >= maxLoc {
		return fmt.Errorf("location number %d is out of range", e.Loc)
	}
	l, ok := v.locs[e.Loc]
	if !ok {
		l.addr = e.Addr
	} else if l.addr != e.Addr {
		return fmt.Errorf("location %d is at address %d and at %d", e.Loc, l.addr, e.Addr)
	}
	if e.Size < 8 && (e.Value>>(8*e.Size) != 0 || e.Read>>(8*e.Size) != 0) {
		return fmt.Errorf("value does not fit into %d bytes", e.Size)
	}
	if e.Kind.Reads() {
		if err := v.read(e, &l); err != nil {
			return err
		}
	}
	if v.c11 {
		if e.C == NoCommit {
			return fmt.Errorf("a pending store under a model that has none")
		}
		if v.putOff {
			// What its thread sees later it has seen already.
		} else if e.Kind.IsLockWord() {
			// Lock words change as they are executed, whatever else writes to them.
		} else if err := v.order.access(e); err != nil {
			return err
		}
	}
	if e.Kind.Writes() {
		if (e.Kind == RMW || e.Kind == Lock) && e.C != l.c+1 ||
			e.C != NoCommit && e.C != l.c+1 {
			return fmt.Errorf("location %d: expected store %d, not %d", e.Loc, l.c+1, e.C)
		}
		if e.C != NoCommit {
			l.c, l.newest = e.C, e.ID
		}
	}
	v.locs[e.Loc] = l
	return nil
}

// read checks that what e reads was written where e says.
func (v *validator) read(e *Event, l *locCheck) error {
	value, c := e.Value, e.C
	if e.Kind == RMW || e.Kind == Lock {
		value, c = e.Read, e.C-1
		if !v.c11 && e.RF != l.newest {
			return fmt.Errorf("%s reads store %d, not the newest, %d", e.Kind, e.RF, l.newest)
		}
	}
	if e.RF < 0 || int(e.RF) > len(v.stores) {
		return fmt.Errorf("%s reads event %d, which is none before it", e.Kind, e.RF)
	}
	if v.c11 && e.Kind.Writes() && e.RF > 0 {
		c = v.stores[e.RF-1].c // c is only the place of what it writes
	}
	if e.RF == 0 {
		if c != 0 && !(v.c11 && e.Kind.Writes()) {
			return fmt.Errorf("c is %d for the initial content", c)
		}
		return nil
	}
	s := &v.stores[e.RF-1]
	switch {
	case s.kind == Bad:
		return fmt.Errorf("%s reads event %d, which is no store", e.Kind, e.RF)
	case s.loc != e.Loc:
		return fmt.Errorf("%s of location %d reads event %d, a store to location %d", e.Kind, e.Loc, e.RF, s.loc)
	case s.c == NoCommit && s.thread != e.Thread:
		return fmt.Errorf("%s reads event %d, a pending store of another thread", e.Kind, e.RF)
	case s.c != c:
		return fmt.Errorf("%s reads event %d, store %d of its location, not %d", e.Kind, e.RF, s.c, c)
	case s.size == e.Size && e.Size <= 8 && (s.value^value)&^(e.Undef|s.undef).Bits() != 0, e.Size > 8 && e.Undef|s.undef == 0 && s.value != value:
		return fmt.Errorf("%s reads %d, but event %d wrote %d", e.Kind, value, e.RF, s.value)
	}
	return nil
}

func (v *validator) commit(e *Event) error {
	if e.RF <= 0 || int(e.RF) > len(v.stores) || v.stores[e.RF-1].kind == Bad {
		return fmt.Errorf("commit of event %d, which is no store before it", e.RF)
	}
	s := &v.stores[e.RF-1]
	l := v.locs[s.loc]
	switch {
	case s.c != NoCommit:
		return fmt.Errorf("second commit of event %d", e.RF)
	case s.thread != e.Thread || s.i != e.I || s.loc != e.Loc:
		return fmt.Errorf("commit of event %d differs from it in thread, i or loc", e.RF)
	case e.C != l.c+1:
		return fmt.Errorf("location %d: expected store %d, not %d", e.Loc, l.c+1, e.C)
	}
	s.c = e.C
	l.c, l.newest = e.C, e.RF
	v.locs[s.loc] = l
	return nil
}
