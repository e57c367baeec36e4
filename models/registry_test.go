package models

import (
	"slices"
	"testing"

	"fencepost/trace"
)

// Reorders is what ppo leaves out, between accesses to different addresses.
func TestReordersIsTheComplementOfPPO(t *testing.T) {
	kinds := []struct {
		kind trace.Kind
		node nodeKind
	}{
		{trace.Load, load}, {trace.Store, store}, {trace.RMW, update}, {trace.CASFail, check},
		{trace.Lock, update}, {trace.Unlock, store}, {trace.LockRead, check},
	}
	for _, m := range All() {
		for _, a := range kinds {
			for _, b := range kinds {
				before := &node{kind: a.node, in: instr{loc: 0}}
				after := &node{kind: b.node, in: instr{loc: 1}}
				if got, want := m.Reorders(a.kind, b.kind), !preserved(m.Name, before, after); got != want {
					t.Errorf("%s reorders %v before %v: %v, want %v", m.Name, a.kind, b.kind, got, want)
				}
			}
		}
	}
}

func TestReordersOnlyAccesses(t *testing.T) {
	for _, m := range All() {
		for _, k := range []trace.Kind{trace.Bad, trace.Fence, trace.Create, trace.Exit, trace.Join, trace.Alloc, trace.Free} {
			for _, access := range []trace.Kind{trace.Load, trace.Store, trace.RMW} {
				if m.Reorders(k, access) || m.Reorders(access, k) {
					t.Errorf("%s reorders %v and %v", m.Name, k, access)
				}
			}
		}
	}
}

func TestAbilities(t *testing.T) {
	for _, m := range All() {
		f := newFixture(m)
		f.store(1, 1, 0, 1)
		if waits := !f.Drained(1); waits != m.Buffered {
			t.Errorf("%s: a store waits: %v, Buffered: %v", m.Name, waits, m.Buffered)
		}
		f.Flush(1, 0)
		if n := len(f.Readable(nil, &Op{Kind: trace.Load})); (n > 1) != m.ReadChoice {
			t.Errorf("%s: %d stores are readable, ReadChoice: %v", m.Name, n, m.ReadChoice)
		}
	}
}

func TestParse(t *testing.T) {
	tests := []struct {
		list string
		want []string // nil: an error
	}{
		{"tso", []string{"tso"}},
		{"pslo,sc", []string{"pslo", "sc"}},
		{"tso, pso , pslo", []string{"tso", "pso", "pslo"}},
		{"", nil},
		{"tso,", nil},
		{"tso,tso", nil},
		{"TSO", nil},
		{"power", nil},
	}
	for _, c := range tests {
		list, err := Parse(c.list)
		var got []string
		for _, m := range list {
			got = append(got, m.Name)
		}
		if (err != nil) != (c.want == nil) || err == nil && !slices.Equal(got, c.want) {
			t.Errorf("Parse(%q) is %v, %v", c.list, got, err)
		}
	}
}
