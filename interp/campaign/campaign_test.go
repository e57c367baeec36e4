package campaign_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"fencepost/benchmarks/programtest"
	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/interp/machine/witness"
	"fencepost/models"
	"fencepost/models/c11"
)

// strategies are those that a campaign may use, by name.
var strategies = []struct {
	name string
	make func() interp.Strategy
}{
	{"random", func() interp.Strategy { return strategy.NewRandom(1) }},
	{"c11tester", func() interp.Strategy { return strategy.NewC11Tester(1) }},
	{"pct", func() interp.Strategy { return strategy.NewPCT(1, 3) }},
	{"pctwm", func() interp.Strategy { return strategy.NewPCTWM(1, 2, 2, 0) }},
	{"auto", func() interp.Strategy { return strategy.NewAuto(1, false) }},
	{"adaptive", func() interp.Strategy { return strategy.NewAuto(1, true) }},
}

func run(tb testing.TB, p *code.Program, m *models.Model, o campaign.Options) *campaign.Report {
	tb.Helper()
	r, err := campaign.Run(context.Background(), p, m, o)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// The report is the same for any number of workers, and the witnesses replay.
func TestWorkersChangeNothing(t *testing.T) {
	for _, c := range []struct {
		name  string
		model *models.Model
	}{
		{"relaxer/dekker.c", models.TSO},
		{"relaxer/msn.c", models.PSLO},
		{"c11/rwlock.c", c11.Model},
		{"c11/mpmc-queue.c", c11.Model},
	} {
		p := programtest.Compile(t, c.name)
		for _, s := range strategies {
			want := run(t, p, c.model, campaign.Options{Strategy: s.make, Runs: 300, Workers: 1})
			for _, workers := range []int{2, 5} {
				got := run(t, p, c.model, campaign.Options{Strategy: s.make, Runs: 300, Workers: workers})
				got.Model, want.Model = nil, nil
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %s: %d workers find something else than one", c.name, s.name, workers)
				}
			}
			for _, f := range want.Findings {
				checkReplay(t, p, c.model, f)
			}
		}
	}
}

func checkReplay(t *testing.T, p *code.Program, m *models.Model, f witness.Finding) {
	t.Helper()
	s := strategy.NewReplay(f.Witness.Choices)
	s.Begin(0)
	res := interp.New(p, m, interp.Options{}).Run(context.Background(), s, nil)
	shown := res.Races
	if res.Err != nil {
		shown = append(shown, res.Err)
	}
	for _, e := range shown {
		if e.Key() == f.Error.Key() && s.Followed() && res.Steps == f.Witness.Steps && res.Events == f.Witness.Events {
			return
		}
	}
	t.Errorf("%s: the witness of %v does not show it", p.Name, f.Error)
}

// Executions that differ only in the order of independent steps count once.
func TestBehaviours(t *testing.T) {
	for _, c := range []struct {
		name  string
		model *models.Model
		want  int
	}{
		{"litmus/SB.c", models.SC, 3},
		{"litmus/SB.c", models.TSO, 4},
		{"litmus/SB.c", c11.Model, 4},
		{"litmus/MP.c", models.TSO, 3},
		{"litmus/MP.c", models.PSO, 4},
		{"litmus/2+2W.c", models.PSO, 1}, // nobody reads
		{"litmus/IRIW.c", models.PSO, 15},
		{"litmus/IRIW.c", models.PSLO, 16},
	} {
		r := run(t, programtest.Compile(t, c.name), c.model, campaign.Options{
			Runs: 3000, Strategy: func() interp.Strategy { return strategy.NewRandom(1) },
		})
		if r.Behaviours != c.want {
			t.Errorf("%s under %s: %d behaviours, want %d", c.name, c.model.Name, r.Behaviours, c.want)
		}
	}
}

// A campaign that ends at the first bug shows that of the full one that comes
// first.
func TestUntilBug(t *testing.T) {
	p := programtest.Compile(t, "relaxer/dekker.c")
	for _, s := range strategies {
		o := campaign.Options{Strategy: s.make, Runs: 500}
		all := run(t, p, models.TSO, o)
		if len(all.Findings) == 0 {
			t.Errorf("%s: no bug found", s.name)
			continue
		}
		o.UntilBug = true
		for _, workers := range []int{1, 2} {
			o.Workers = workers
			one := run(t, p, models.TSO, o)
			first := all.Findings[0].First
			if one.Runs != first || one.Buggy != 1 || one.Findings[0].First != first || one.Incomplete != "" {
				t.Errorf("%s: ended after %d executions, %d of them buggy (%s); the first bug is in number %d",
					s.name, one.Runs, one.Buggy, one.Incomplete, first)
			}
		}
	}
}

// A race is reported with both its places and both stacks, once.
func TestRaces(t *testing.T) {
	r := run(t, programtest.Compile(t, "c11/ms-queue.c"), c11.Model, campaign.Options{Strategy: strategies[0].make, Runs: 500})
	seen := map[string]bool{}
	for _, f := range r.Findings {
		e := f.Error
		if e.Kind != interp.DataRace || len(e.First.Stack) == 0 || len(e.Second.Stack) == 0 {
			t.Errorf("%v: stacks %v and %v", e, e.First.Stack, e.Second.Stack)
		}
		if seen[e.Key()] || f.Count == 0 {
			t.Errorf("%v: found %d times, reported before: %t", e, f.Count, seen[e.Key()])
		}
		seen[e.Key()] = true
	}
	if len(seen) == 0 {
		t.Error("no race found")
	}
}

func TestCutShort(t *testing.T) {
	p := programtest.Compile(t, "litmus/SB.c")
	ctx, cancel := context.WithCancel(context.Background())
	o := campaign.Options{Strategy: strategies[0].make, Runs: 1 << 30}
	o.Progress = func(r *campaign.Report) {
		if r.Runs >= 1000 {
			cancel()
		}
	}
	r, err := campaign.Run(ctx, p, models.TSO, o)
	if err != nil || r.Incomplete != "interrupted" || r.Runs < 1000 {
		t.Errorf("cancelled: %d executions, incomplete %q, error %v", r.Runs, r.Incomplete, err)
	}
	ctx, cancel = context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	o.Progress = nil
	r, err = campaign.Run(ctx, p, models.TSO, o)
	if err != nil || r.Incomplete != "the time limit was reached" {
		t.Errorf("timed out: incomplete %q, error %v", r.Incomplete, err)
	}
}

func TestNothingCompletes(t *testing.T) {
	o := campaign.Options{Strategy: strategies[0].make, Runs: 10, Machine: interp.Options{Semantics: interp.Semantics{MaxSteps: 3}}}
	r := run(t, programtest.Compile(t, "litmus/SB.c"), models.TSO, o)
	if r.Ended.OutOfSteps != 10 || r.Incomplete != "no execution completed" {
		t.Errorf("%+v, incomplete %q", r.Ended, r.Incomplete)
	}
}

func TestUnsupported(t *testing.T) {
	p, err := cfront.Compile("t.c", []byte(`
#include <fencepost.h>
int a, b;
int main(void) { return dcas(&a, &b, 0, 0, 1, 1); }
`), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = campaign.Run(context.Background(), p, c11.Model, campaign.Options{Strategy: strategies[0].make})
	var u *interp.UnsupportedError
	if !errors.As(err, &u) || u.Err.Kind != interp.NotSupported {
		t.Errorf("error %v", err)
	}
}

// An execution that shows a race at one pair of places again and again counts once.
func TestRacesCountOnce(t *testing.T) {
	t.Parallel()
	p, err := cfront.Compile("races.c", []byte(`#include <pthread.h>
int hits;
static void *add(void *p) { for (int i = 0; i < 3; i++) hits++; return p; }
int main(void)
{
	pthread_t t[3];
	for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, add, 0);
	for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
	return 0;
}
`), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := campaign.Run(context.Background(), p, c11.Model, campaign.Options{
		Strategy: func() interp.Strategy { return strategy.NewAuto(1, true) }, Runs: 64, Workers: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Findings) == 0 {
		t.Fatal("no race is found")
	}
	for _, f := range r.Findings {
		if f.Count > r.Runs {
			t.Errorf("%s in %d of %d executions", f.Error, f.Count, r.Runs)
		}
	}
}

// Of many data races a campaign keeps some, which are the same however it is divided.
func TestManyRaces(t *testing.T) {
	t.Parallel()
	source := "#include <pthread.h>\nint x;\nstatic void *set(void *p)\n{\n" + strings.Repeat("\tx = 1;\n", 80) + "\treturn p;\n}\n" +
		"int main(void) { pthread_t t; pthread_create(&t, 0, set, 0); set(0); return pthread_join(t, 0); }\n"
	p, err := cfront.Compile("races.c", []byte(source), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o := campaign.Options{Strategy: strategies[0].make, Runs: 4 * campaign.BatchSize}
	want := run(t, p, c11.Model, o)
	if len(want.Findings) != interp.MaxRaces || want.LastRace == nil {
		t.Errorf("%d races are kept, the last is %v", len(want.Findings), want.LastRace)
	}
	c := campaign.New(p, c11.Model, o)
	var parts []*campaign.Part
	for _, r := range c.Ranges(4) {
		part, err := c.Run(context.Background(), r, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, part)
	}
	got, err := campaign.Join(context.Background(), p, c11.Model, o, parts, nil)
	if err != nil {
		t.Fatal(err)
	}
	got.Model, want.Model = nil, nil
	if len(parts) < 4 || !reflect.DeepEqual(got, want) {
		t.Errorf("%d parts find something else than one", len(parts))
	}
}
