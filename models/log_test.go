package models

import (
	"slices"
	"testing"

	"fencepost/trace"
)

// buffering returns the models that have store buffers.
func buffering() []*Model {
	return slices.DeleteFunc(All(), func(m *Model) bool { return !m.Buffered })
}

// A fixture is a Memory with threads 0 and 1 and two locations of content 0,
// the second never written.
type fixture struct {
	Memory
	log    Log
	create Op
}

func newFixture(m *Model) *fixture {
	f := &fixture{}
	f.Memory = m.New(&f.log)
	f.start()
	return f
}

func (f *fixture) start() {
	f.log.Commits = f.log.Commits[:0]
	f.Reset()
	f.Define(0, 0, 0)
	f.Define(1, 0, trace.AllUndef(4))
	f.create = Op{Kind: trace.Create}
	f.Sync(&f.create, 1)
}

func (f *fixture) store(id StoreID, t trace.ThreadID, l Loc, v uint64) Op {
	op := Op{Kind: trace.Store, ID: id, Thread: t, Loc: l, Site: 10 + id, I: 20 + id}
	f.Store(&op, v)
	return op
}

func (f *fixture) fence(t trace.ThreadID, k trace.FenceKind) {
	f.Fence(&Op{Kind: trace.Fence, Thread: t, Fence: k})
}

func (f *fixture) load(t trace.ThreadID, l Loc, from StoreID) (Op, uint64) {
	op := Op{Kind: trace.Load, Thread: t, Loc: l}
	v := f.Load(&op, from)
	return op, v
}

// logged returns what was logged since the last call.
func (f *fixture) logged() []Committed {
	out := slices.Clone(f.log.Commits)
	f.log.Commits = f.log.Commits[:0]
	return out
}

func committed(id StoreID, t trace.ThreadID, l Loc, v uint64, c int32) Committed {
	return Committed{Step: Step{Thread: t, Store: id, Loc: l, Site: 10 + id}, I: 20 + id, Value: v, C: c}
}

func TestEveryWayToCommitIsLogged(t *testing.T) {
	ways := []struct {
		name string
		do   func(f *fixture)
	}{
		{"Commit", func(f *fixture) {
			f.Commit(f.Commits(nil)[0])
			f.Commit(f.Commits(nil)[0])
		}},
		{"Prepare", func(f *fixture) { f.Prepare(&Op{Kind: trace.RMW, Thread: 1, Loc: 0}) }},
		{"Fence", func(f *fixture) { f.fence(1, trace.StoreLoad) }},
		{"Create", func(f *fixture) { f.Sync(&Op{Kind: trace.Create, Thread: 1}, 2) }},
		{"Flush", func(f *fixture) { f.Flush(1, 0) }},
	}
	for _, m := range buffering() {
		for _, w := range ways {
			f := newFixture(m)
			f.store(1, 1, 0, 7)
			f.store(2, 1, 0, 8)
			w.do(f)
			want := []Committed{committed(1, 1, 0, 7, 1), committed(2, 1, 0, 8, 2)}
			if got := f.logged(); !slices.Equal(got, want) {
				t.Errorf("%s, %s: logged %v, want %v", m.Name, w.name, got, want)
			}
		}
	}
}

func TestStoresOfOtherKindsAreNotLogged(t *testing.T) {
	for _, m := range All() {
		f := newFixture(m)
		op := Op{Kind: trace.RMW, ID: 3, Thread: 1}
		f.Prepare(&op)
		f.Load(&op, 0)
		f.Store(&op, 1)
		if got := f.logged(); len(got) > 0 || op.C != 1 || op.RF != 0 {
			t.Errorf("%s: an RMW logged %v, with C %d and RF %d", m.Name, got, op.C, op.RF)
		}
	}
	f := newFixture(SC)
	if op := f.store(1, 1, 0, 7); op.C != 1 || len(f.logged()) > 0 {
		t.Errorf("sc: a store has C %d", op.C)
	}
}

func TestCommitIndices(t *testing.T) {
	for _, m := range buffering() {
		f := newFixture(m)
		if op := f.store(1, 1, 0, 7); op.C != trace.NoCommit {
			t.Errorf("%s: a pending store has C %d", m.Name, op.C)
		}
		if op, v := f.load(1, 0, 1); op.C != trace.NoCommit || op.RF != 1 || v != 7 {
			t.Errorf("%s: a forwarding load has C %d, RF %d, value %d", m.Name, op.C, op.RF, v)
		}
		if op, v := f.load(0, 0, 0); op.C != 0 || op.RF != 0 || v != 0 {
			t.Errorf("%s: a load of the initial content has C %d, RF %d, value %d", m.Name, op.C, op.RF, v)
		}
		f.fence(1, trace.StoreLoad)
		if op, v := f.load(1, 0, 1); op.C != 1 || op.RF != 1 || v != 7 {
			t.Errorf("%s: a load from m has C %d, RF %d, value %d", m.Name, op.C, op.RF, v)
		}
	}
	f := newFixture(PSLO)
	f.store(1, 1, 0, 7)
	f.store(2, 1, 0, 8)
	f.fence(1, trace.StoreLoad)
	if op, v := f.load(0, 0, 1); op.C != 1 || op.RF != 1 || v != 7 {
		t.Errorf("a load from the history has C %d, RF %d, value %d", op.C, op.RF, v)
	}
}

func TestNeverWrittenContentSpreads(t *testing.T) {
	for _, m := range All() {
		f := newFixture(m)
		if op, _ := f.load(0, 1, 0); op.Undef == 0 {
			t.Errorf("%s: never-written content reads as written", m.Name)
		}
		copied := Op{Kind: trace.Store, ID: 1, Thread: 1, Undef: trace.AllUndef(4)}
		f.Store(&copied, 0)
		if op, _ := f.load(1, 0, 1); op.Undef == 0 {
			t.Errorf("%s: a copy of it reads as written", m.Name)
		}
		f.Flush(1, 0)
		if op, _ := f.load(0, 0, 1); op.Undef == 0 {
			t.Errorf("%s: a committed copy of it reads as written", m.Name)
		}
		for _, c := range f.logged() {
			if c.Undef == 0 {
				t.Errorf("%s: the commit of a copy of it is %v", m.Name, c)
			}
		}
		if _, _, undef := f.Latest(0, 0); undef == 0 {
			t.Errorf("%s: Latest says written", m.Name)
		}
		f.store(2, 1, 1, 5)
		if op, v := f.load(1, 1, 2); op.Undef != 0 || v != 5 {
			t.Errorf("%s: written content reads as never written", m.Name)
		}
	}
}
