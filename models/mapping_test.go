package models

import (
	"testing"

	"fencepost/trace"
)

// lowering reads what stands before and after the access of a row: "ss; rmw; ll".
func lowering(before, after trace.FenceKind) Lowering { return Lowering{before, after} }

func TestMappingRows(t *testing.T) {
	const (
		no = trace.NoFence
		ll = trace.LoadLoad
		ss = trace.StoreStore
		sl = trace.StoreLoad
	)
	rows := []struct {
		order                   trace.Order
		load, store, rmw, fence Lowering
	}{
		{order: trace.Plain},
		{order: trace.Relaxed},
		{order: trace.Consume, load: lowering(no, ll), rmw: lowering(no, ll), fence: lowering(no, ll)},
		{order: trace.Acquire, load: lowering(no, ll), rmw: lowering(no, ll), fence: lowering(no, ll)},
		{order: trace.Release, store: lowering(ss, no), rmw: lowering(ss, no), fence: lowering(no, ss)},
		{order: trace.AcqRel, rmw: lowering(ss, ll), fence: lowering(ll, ss)},
		{order: trace.SeqCst, load: lowering(no, ll), store: lowering(ss, sl), rmw: lowering(ss, ll), fence: lowering(no, sl)},
	}
	for _, r := range rows {
		for _, c := range []struct {
			what      string
			got, want Lowering
		}{
			{"load", C11.Load[r.order], r.load},
			{"store", C11.Store[r.order], r.store},
			{"rmw", C11.RMW[r.order], r.rmw},
			{"fence", C11.Fence[r.order], r.fence},
			{"load, none", None.Load[r.order], Lowering{}},
			{"store, none", None.Store[r.order], Lowering{}},
			{"rmw, none", None.RMW[r.order], Lowering{}},
			{"fence, none", None.Fence[r.order], r.fence},
		} {
			if c.got != c.want {
				t.Errorf("%v %s is %v, want %v", r.order, c.what, c.got, c.want)
			}
		}
	}
	if Acquiring != (Lowering{After: ll}) || Releasing != (Lowering{Before: ss}) {
		t.Errorf("locks are %v and %v", Acquiring, Releasing)
	}
}

func TestParseMapping(t *testing.T) {
	for _, name := range []string{"c11", "none"} {
		if m, err := ParseMapping(name); err != nil || m.Name != name {
			t.Errorf("%s: %v, %v", name, m.Name, err)
		}
	}
	if _, err := ParseMapping("c12"); err == nil {
		t.Error("c12 is a mapping")
	}
}
