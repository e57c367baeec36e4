package compilers

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/search/candidates"
	"fencepost/models/synth"
)

var skippedFunctions = regexp.MustCompile(`\+(fetch_sub|fetch_or|fetch_xor|fetch_and|cas)`)

// Mappings by themselves: how many of the minimal tests of sizes 2 to 5 each fails. Those of Power do what C11 as first formalised forbids (Manerkar et al. 2016; Lahav et al.,
// PLDI 2017, section 2), and RC11 allows it. So do those of Armv7 with ISB for a barrier
// behind an acquire.
func TestMappings(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	failing := map[string]int{"armv7-leading-sync": 6, "armv7-trailing-sync": 20, "power-leading-sync": 7, "power-trailing-sync": 21, "riscv-fence-w-r-acquire": 102}
	repaired := lookup(t, "c11")
	var tests []*Test
	for _, x := range Synthesise(ctx, "c11orig", synth.Options{Size: 5, MaxRMWs: 1, Workers: 1}, false) {
		if !skippedFunctions.MatchString(x.Name) {
			tests = append(tests, x)
		}
	}
	var list []*Compiler
	names := testsize.Part(4, Mappings())
	for _, name := range names {
		m, err := ShippedMapping(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, Mapped(m))
	}
	rows, err := Run(ctx, list, tests, Options{Model: lookup(t, "c11orig"), Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range rows {
		name := names[i]
		if len(r.Failures) != failing[name] || r.Tests != len(tests) {
			t.Errorf("%s: %d of %d tests fail, want %d; refused %v", name, len(r.Failures), r.Tests, failing[name], r.Refused)
		}
		for _, f := range r.Failures {
			if strings.HasPrefix(name, "power") && !f.Test.allowed(ctx, repaired).allowed[f.State] {
				t.Errorf("%s: c11 forbids %s of %s", name, f.State, f.Test.Name)
			}
		}
	}
}

func lookup(t *testing.T, name string) *candidates.Model {
	t.Helper()
	m, err := candidates.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// What is wrong with a table is told with its line.
func TestParseMapping(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"load relaxed: load", "m.map:1:1: the first row is model and its name"},
		{"model vax", "m.map:1:1: one model is given"},
		{"model riscv\nload relaxed: load SYNC", "m.map:2:1: SYNC is no tag of the model"},
		{"model riscv\nload relaxed: Fence.rw.rw; Fence.rw.rw; load", "m.map:2:1: Fence.rw.rw is the second fence in one place"},
		{"model riscv\nload release: load", "m.map:2:1: load release is no row of a mapping"},
		{"model riscv\nload relaxed: store", `m.map:2:1: "store" is neither load nor a fence`},
		{"model riscv\nload relaxed:", "m.map:2:1: the load itself is missing"},
		{"model power\nload relaxed: load; branch", "m.map:2:1: a branch stands before a fence"},
		{"model riscv\nfetch relaxed: load", "m.map:2:1: a row is load, store, rmw or fence"},
		{"model riscv\nload relaxed: load", "m.map:1:1: there is no row of load acquire"},
	} {
		if _, err := ParseMapping("m.map", c.text); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
}
