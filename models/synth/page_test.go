package synth

import (
	"slices"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/models/cat"
)

// The pages of the models have the tests of the models themselves.
func TestFromCat(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		model *Model
		size  int
	}{{sc, 4}, {tso, 4}, {c11orig, 4}, {rc11, 4}} {
		page, err := cat.Load(c.model.Name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := FromCat(page)
		if err != nil {
			t.Fatal(err)
		}
		all := 0
		if c.model != sc && !testsize.Whole() {
			c.size--
		}
		for size := 2; size <= c.size; size++ {
			o := Options{Size: size, MaxRMWs: 2, AnyLocations: true, Workers: 1}
			native, got := programs(run(t, c.model, o)), programs(run(t, m, o))
			all += len(native)
			if !slices.Equal(native, got) {
				t.Errorf("%s: of size %d its page has %d tests, it has %d", c.model.Name, size, len(got), len(native))
			}
		}
		if all == 0 {
			t.Errorf("%s: no tests", c.model.Name)
		}
	}
}

func programs(r *Result) (list []string) {
	for _, t := range r.Tests {
		list = append(list, string(t.key))
	}
	return list
}

// Pages of other models.
func TestPages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text string
		want       []string // families of size 4
	}{
		{"coherence", "\"Only coherence\"\nacyclic po-loc | rf | co | fr as coherence\n", []string{"CoRR"}},
		{"pso", "", []string{"CoRR", "LB"}},
		{"armv8", "", []string{"CoRR", "CoWR"}},
	} {
		var page *cat.Model
		var err error
		if c.text == "" {
			page, err = cat.Load(c.name)
		} else {
			page, err = cat.Parse(c.name+".cat", []byte(c.text), nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		m, err := FromCat(page)
		if err != nil {
			t.Fatal(err)
		}
		families := map[string]bool{}
		for size := 2; size <= 4; size++ {
			for _, x := range run(t, m, Options{Size: size, AnyLocations: true, Workers: 1}).Tests {
				families[x.Family.Name] = true
			}
		}
		t.Log(c.name, families)
		for _, f := range c.want {
			if !families[f] {
				t.Errorf("%s: no test of %s among %v", c.name, f, families)
			}
		}
	}
	for _, name := range []string{"imm"} {
		page, err := cat.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := FromCat(page); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}
