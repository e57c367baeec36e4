package fences_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/programtest"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/phase2/fences"
	"fencepost/trace"
)

// compile compiles a benchmark program.
func compile(t *testing.T, name string, defines ...string) *code.Program {
	t.Helper()
	return programtest.Compile(t, "relaxer/"+name, defines...)
}

func compileText(t *testing.T, name, src string, defines ...string) *code.Program {
	t.Helper()
	p, err := cfront.Compile(name, []byte(src), cfront.Options{Defines: defines})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// threads returns a program of two threads over x, y, z and the results a, b,
// c, d, which must not all be as a condition says.
func threads(one, two, never string) string {
	return `#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
static int x, y, a, b;
static _Atomic int z;
static void *one(void *p)
{
` + one + `
	return p;
}
static void *two(void *p)
{
` + two + `
	return p;
}
int main(void)
{
	pthread_t t, u;
	pthread_create(&t, NULL, one, NULL);
	pthread_create(&u, NULL, two, NULL);
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	assert(!(` + never + `));
	return 0;
}
`
}

var (
	storeBuffering = threads("\tx = 1;\n\tint r = y;\n\ta = r;", "\ty = 1;\n\tint r = x;\n\tb = r;", "a == 0 && b == 0")
	messagePassing = threads("\tx = 1;\n\ty = 1;", "\ta = y;\n\tb = x;", "a == 1 && b == 0")
)

// fails explores all executions and reports whether one ends in an error.
func fails(t *testing.T, p *code.Program, m *models.Model) bool {
	t.Helper()
	found := false
	explore(t, p, m, func(res *interp.Result, _ []trace.Event) { found = found || res.Err != nil })
	return found
}

func explore(t *testing.T, p *code.Program, m *models.Model, visit func(*interp.Result, []trace.Event)) {
	t.Helper()
	mc := interp.New(p, m, interp.Options{})
	var (
		s   = strategy.DFS{Reduced: true}
		rec trace.Recorder
	)
	for run := 0; s.Begin(run); run++ {
		if run > 300_000 {
			t.Fatal("too many executions")
		}
		if res := mc.Run(context.Background(), &s, &rec); res.Outcome != interp.Discarded {
			visit(res, rec.Events)
		}
	}
}

// TestApplyOrders explores small programs with fences: they have the effect
// that the models give them.
func TestApplyOrders(t *testing.T) {
	tests := []struct {
		name, src, place string
		model            *models.Model
		fails            bool
	}{
		{"SB", storeBuffering, "as-written", models.TSO, true},
		{"SB, one fence", storeBuffering, "t.c:9=sl", models.TSO, true},
		{"SB, both", storeBuffering, "t.c:9=sl, t.c:16=sl", models.TSO, false},
		{"SB, before the loads", storeBuffering, "before:t.c:10=sl, before:t.c:17=sl", models.PSLO, false},
		{"SB, the wrong side", storeBuffering, "before:t.c:9=sl, t.c:17=sl", models.TSO, true},
		{"SB, the wrong kind", storeBuffering, "t.c:9=ss, t.c:16=ss", models.TSO, true},
		{"MP", messagePassing, "as-written", models.PSO, true},
		{"MP, ss", messagePassing, "t.c:9=ss", models.PSO, false},
		{"MP, ss", messagePassing, "t.c:9=ss", models.PSLO, true},
		{"MP, ss and ll", messagePassing, "t.c:9=ss, before:t.c:16=ll", models.PSLO, false},
		{"MP, all", messagePassing, "all", models.PSLO, false},
	}
	for _, test := range tests {
		p := compileText(t, "t.c", test.src)
		pl, err := fences.Parse(p, test.place)
		if err != nil {
			t.Fatal(err)
		}
		q := fences.Apply(p, pl)
		if err := q.Verify(); err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		if got := fails(t, q, test.model); got != test.fails {
			t.Errorf("%s under %s: fails: %v, want %v", test.name, test.model.Name, got, test.fails)
		}
	}
}

// TestApplyKeepsSites puts fences everywhere in every benchmark.
func TestApplyKeepsSites(t *testing.T) {
	for _, name := range []string{"dekker.c", "bakery.c", "msn.c", "ms2.c", "lazylist.c", "harris.c", "snark.c"} {
		p := compile(t, name, "FIXED")
		pl := fences.All(p)
		for _, s := range fences.Sites(p) {
			pl.Add = append(pl.Add, fences.Fence{Site: s, Side: fences.Before, Kind: trace.StoreStore})
		}
		pl.Remove = fences.Own(p)
		q := fences.Apply(p, pl)
		if err := q.Verify(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if !slices.Equal(q.Sites[:len(p.Sites)], p.Sites) || len(q.Sites) != len(p.Sites)+len(pl.Add) {
			t.Errorf("%s: the sites changed", name)
		}
		seen := map[string]bool{}
		for _, s := range fences.Own(q) {
			if at := q.Sites[s].String(); seen[at] {
				t.Errorf("%s: two fences are called %s", name, at)
			} else {
				seen[at] = true
			}
		}
		if fences.Apply(p, fences.AsWritten()) != p {
			t.Errorf("%s: a placement that changes nothing changes the program", name)
		}
	}
}

func TestApplyCounts(t *testing.T) {
	// A jump to an access passes the fence before it, a jump behind it does not
	// pass the fence after it.
	p := compileText(t, "t.c", `int x, y;
int main(void)
{
	for (int i = 0; i < 3; i++) {
		if (i == 1)
			x = 1;
		y = i;
	}
	return 0;
}
`)
	for place, want := range map[string]float64{"before:t.c:7=sl": 3, "after:t.c:6=sl": 1, "before:t.c:6=sl": 1, "t.c:7=sl": 3} {
		pl, err := fences.Parse(p, place)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := fences.Compare(context.Background(), p, []fences.Placement{pl}, fences.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := rows[0].Cost.Executed[trace.StoreLoad]; got != want {
			t.Errorf("%s: executed %v times, want %v", place, got, want)
		}
	}
}

func TestParse(t *testing.T) {
	p := compile(t, "dekker.c", "FIXED")
	tests := []struct{ spec, want string }{
		{"none", "none"},
		{"as-written", "as written"},
		{"dekker.c:66=sl", "after:dekker.c:66:3=sl"},
		{"before:dekker.c:66:3=ss", "before:dekker.c:66:3=ss"},
		{"dekker.c:82=ll, after:dekker.c:78=sl", "after:dekker.c:82:3=ll, after:dekker.c:78:10=sl"},
		{"without:dekker.c:67", "without dekker.c:67:3"},
		{"dekker.c:64=sl", "! there is no access at dekker.c:64"},
		{"other.c:66=sl", "! there is no access at other.c:66"},
		{"dekker.c:66:4=sl", "! there is no access at dekker.c:66:4"},
		{"dekker.c:66:3#2=sl", "! there is no access at dekker.c:66:3#2"},
		{"without:dekker.c:66", "! there is no fence at dekker.c:66"},
		{"dekker.c:66", `! placement "dekker.c:66" is not of the form FILE:LINE=KIND`},
		{"dekker.c:66=mb", `! placement "dekker.c:66=mb": unknown fence "mb": choose sl, ss or ll`},
		{"dekker.c=sl", `! place "dekker.c" is not of the form FILE:LINE or FILE:LINE:COL`},
		{"dekker.c:99999999999999999999=sl", "! there is no access at dekker.c:99999999999999999999"},
		{"", `! placement "" is not of the form FILE:LINE=KIND`},
	}
	for _, test := range tests {
		pl, err := fences.Parse(p, test.spec)
		if err != nil {
			if got := "! " + err.Error(); got != test.want {
				t.Errorf("%q: %s, want %s", test.spec, got, test.want)
			}
			continue
		}
		if strings.ContainsAny(test.spec, ":") {
			pl.Name = ""
		}
		if got := pl.Describe(p); got != test.want {
			t.Errorf("%q: %s, want %s", test.spec, got, test.want)
		}
	}
}

// A list of placements is that of the program if it is empty, and an error says which one is wrong.
func TestParseAll(t *testing.T) {
	p := compile(t, "dekker.c", "FIXED")
	if list, err := fences.ParseAll(p, nil); err != nil || len(list) != len(fences.Placements(p)) {
		t.Errorf("%d placements, %v", len(list), err)
	}
	if list, err := fences.ParseAll(p, []string{"none", "mine=without:dekker.c:67", "other=all"}); err != nil || len(list) != 3 || list[1].Short != "mine" {
		t.Errorf("%v, %v", list, err)
	}
	for _, c := range []struct {
		specs []string
		want  string
	}{
		{[]string{"none", "dekker.c:64=sl"}, "dekker.c:64=sl: there is no access at dekker.c:64"},
		{[]string{"a=none", "a=all"}, "a=all: two placements have the name a"},
	} {
		if _, err := fences.ParseAll(p, c.specs); err == nil || err.Error() != c.want {
			t.Errorf("%v: %v, want %s", c.specs, err, c.want)
		}
	}
}

// TestCompare shows why each of dekker's fences is needed.
func TestCompare(t *testing.T) {
	p := compile(t, "dekker.c", "FIXED_SL")
	o := fences.Options{}
	o.Campaign.Models = []*models.Model{models.TSO}
	rows, err := fences.Compare(context.Background(), p, fences.Placements(p), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 7 {
		t.Fatalf("%d placements", len(rows))
	}
	for _, r := range rows {
		safe := r.Placement.Name == "as written" || r.Placement.Name == "all"
		m := r.Models[0]
		if safe != (m.Buggy == 0) || safe != (m.FirstBug == 0) || safe != (m.Errors == 0) {
			t.Errorf("%s: %d buggy cycles, the first bug in execution %d", r.Placement.Name, m.Buggy, m.FirstBug)
		}
		if (r.Placement.Name == "none") != (r.Cost.Weighted == 0) {
			t.Errorf("%s: cost %v", r.Placement.Name, r.Cost)
		}
	}
	if none, all := rows[0], rows[len(rows)-1]; none.Placement.Name != "none" || all.Cost.Weighted < rows[1].Cost.Weighted {
		t.Error("the placements are not in order, or all fences cost less than some")
	}
}
