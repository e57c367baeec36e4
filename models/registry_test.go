package models

import (
	"slices"
	"testing"

	"fencepost/trace"
)

// TestPPO holds what each model keeps of program order against the second
// description, pair by pair.
func TestPPO(t *testing.T) {
	kinds := map[nodeKind]Class{load: R, store: W, update: U, check: C,
		fenceLL: LL, fenceSS: SS, fenceSL: SL, create: Create, join: Join}
	for _, m := range All() {
		for a, before := range kinds {
			for b, after := range kinds {
				for loc := range int32(2) {
					same := loc == 0 && before.Accesses() && after.Accesses()
					want := preserved(m.Name, &node{kind: a, in: instr{loc: 0}}, &node{kind: b, in: instr{loc: loc}})
					if got := m.PPO.Keeps(before, after, same); got != want {
						t.Errorf("%s keeps class %d before %d: %v, want %v (same location: %v)", m.Name, before, after, got, want, same)
					}
				}
			}
		}
	}
}

// TestPPOOfFences tells which fences order something. What two of them in a row
// order one of them must: fences are tried one by one.
func TestPPOOfFences(t *testing.T) {
	want := map[*Model][]trace.FenceKind{
		SC: nil, TSO: {trace.StoreLoad}, PSO: {trace.StoreStore, trace.StoreLoad},
		PSLO: {trace.LoadLoad, trace.StoreStore, trace.StoreLoad},
	}
	for _, m := range All() {
		if got := m.PPO.Fences(); !slices.Equal(got, want[m]) {
			t.Errorf("%s: fences %v, want %v", m.Name, got, want[m])
		}
		for a := R; a < NumClasses; a++ {
			for b := R; b < NumClasses; b++ {
				if isFence(a) || isFence(b) {
					continue
				}
				for f := LL; f <= SL; f++ {
					for g := LL; g <= SL; g++ {
						two := m.PPO.Keeps(a, f, false) && m.PPO.Keeps(f, g, false) && m.PPO.Keeps(g, b, false)
						if two && !m.PPO.Keeps(a, b, false) && !m.PPO.ordered(a, f, b) && !m.PPO.ordered(a, g, b) {
							t.Errorf("%s: fences %d and %d order %d before %d, neither alone does", m.Name, f, g, a, b)
						}
					}
				}
			}
		}
	}
}

// TestIncludes tells which models are stronger.
func TestIncludes(t *testing.T) {
	for i, strong := range All() {
		for j, weak := range All() {
			if got := strong.PPO.Includes(weak.PPO); got != (i <= j) {
				t.Errorf("%s includes %s: %v", strong.Name, weak.Name, got)
			}
		}
	}
}

// An order includes another if its fences order as much, too, unless it keeps without a fence what
// the other needs one for.
func TestIncludesFences(t *testing.T) {
	t.Parallel()
	storeLoad := Relaxation{Before: []Class{W}, After: []Class{R}}
	stores := Relaxation{Before: []Class{W}, After: []Class{W}, Elsewhere: true}
	// A store-store fence lets a later load pass a store, as it does under PSO.
	passes := Relaxation{Before: []Class{SS}, After: []Class{R}}
	none, full := NewPPO(nil, storeLoad), NewPPO([]Class{SL}, storeLoad)
	strict := NewPPO(nil)
	both, onlyFull := NewPPO([]Class{SS, SL}, storeLoad, stores, passes), NewPPO([]Class{SL}, storeLoad, stores)
	for name, c := range map[string]struct {
		strong, weak *PPO
		want         bool
	}{
		"a fence against none":               {full, none, true},
		"none against a fence":               {none, full, false},
		"what is kept needs no fence":        {strict, full, true},
		"a fence that is not needed":         {full, strict, false},
		"two fences against one of them":     {both, onlyFull, true},
		"the stronger fence alone":           {onlyFull, both, false},
		"stores in order need no such fence": {full, both, true},
		"the same":                           {both, both, true},
	} {
		if got := c.strong.Includes(c.weak); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
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
		list, err := Catalog(All()).Parse(c.list)
		var got []string
		for _, m := range list {
			got = append(got, m.Name)
		}
		if (err != nil) != (c.want == nil) || err == nil && !slices.Equal(got, c.want) {
			t.Errorf("Parse(%q) is %v, %v", c.list, got, err)
		}
	}
}
