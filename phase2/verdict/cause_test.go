package verdict

import (
	"context"
	"slices"
	"strings"
	"testing"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/campaign"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
	"fencepost/models/c11"
	"fencepost/trace"
)

// TestRacesInLibrary says which failures count as effects of a data race: those at the calls of
// functions of the library in which the race is. Races between the same two calls have one cause.
func TestRacesInLibrary(t *testing.T) {
	pos := func(line int) trace.Pos { return trace.Pos{File: "a.cpp", Line: line, Col: 1} }
	racer := func(site int32, line int) *interp.Racer { return &interp.Racer{Site: site, Pos: pos(line)} }
	race := func(a, b *interp.Racer) Failure {
		return Failure{Error: &interp.Error{Kind: interp.DataRace, Pos: b.Pos, First: a, Second: b}, Models: []*models.Model{c11.Model}}
	}
	fails := func(kind interp.ErrorKind, line int) Failure {
		return Failure{Error: &interp.Error{Kind: kind, Pos: pos(line)}, Models: []*models.Model{models.SC}}
	}
	found := []Failure{
		fails(interp.DoubleFree, 7), fails(interp.AssertionFailed, 9),
		race(racer(0, 6), racer(1, 7)), race(racer(3, 7), racer(2, 6)), race(racer(0, 6), racer(4, 8)),
	}
	for _, c := range []struct {
		name    string
		library trace.Pos
		want    []int // the failures of each cause
	}{
		{"of the library", trace.Pos{File: "/usr/include/c++/12/vector", Line: 3}, []int{1, 3, 1}},
		{"of the program", trace.Pos{}, []int{1, 1, 2, 1}},
	} {
		p := &code.Program{}
		for _, line := range []int{6, 7, 6, 7, 8} {
			p.Sites = append(p.Sites, trace.Site{Pos: pos(line), Library: c.library})
			p.Access = append(p.Access, code.Access{})
		}
		list := newFinder(context.Background(), p, Options{}).causes(found)
		var got []int
		for _, x := range list {
			got = append(got, len(x.Failures))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("an access %s: %d failures by cause, want %d", c.name, got, c.want)
		}
	}
}

// TestVariablesAreKept checks that an execution is made again once to find the variable of a race, however
// many causes ask for it: of n races with a cause each it would otherwise be made n*n times.
func TestVariablesAreKept(t *testing.T) {
	p, err := cfront.Compile("race.c", []byte(`#include <pthread.h>
int x;
void *f(void *arg) { x = 1; return arg; }
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, f, 0);
	x = 2;
	return pthread_join(t, 0);
}
`), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := campaign.Run(context.Background(), p, c11.Model, campaign.Options{Runs: 10, Strategy: func() interp.Strategy { return strategy.NewRandom(1) }})
	if err != nil || len(r.Findings) != 1 {
		t.Fatalf("findings %v, %v", r, err)
	}
	race := Of(c11.Model, r.Findings)[0]
	f := newFinder(context.Background(), p, Options{})
	ended, cancel := context.WithCancel(f.late)
	cancel()
	for _, f.late = range []context.Context{f.late, ended} {
		if o := f.racing(race); o == nil || o.Name != "x" {
			t.Errorf("the race is of %v, want x", o)
		}
	}
}

// TestRacesWhenTimeIsUp checks that races whose variables no time is left to find are not a cause each.
func TestRacesWhenTimeIsUp(t *testing.T) {
	p := &code.Program{}
	pos := func(line int) trace.Pos { return trace.Pos{File: "a.c", Line: line, Col: 1} }
	for line := range 60 {
		p.Sites = append(p.Sites, trace.Site{Pos: pos(line)})
		p.Access = append(p.Access, code.Access{})
	}
	var found []Failure
	for i := range int32(30) {
		for k := range int32(30) {
			a, b := &interp.Racer{Site: i, Pos: pos(int(i))}, &interp.Racer{Site: 30 + k, Pos: pos(int(30 + k))}
			found = append(found, Failure{Error: &interp.Error{Kind: interp.DataRace, Pos: b.Pos, First: a, Second: b}, Models: []*models.Model{c11.Model}})
		}
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for ctx, want := range map[context.Context]int{context.Background(): 900, ended: 1} {
		f := newFinder(ctx, p, Options{})
		list := f.unmendedRaces(found, true)
		n := 0
		for _, c := range list {
			n += len(c.Failures)
		}
		if len(list) != want || n != len(found) {
			t.Errorf("%d causes of %d failures, want %d of %d", len(list), n, want, len(found))
		}
		if cut := strings.Contains(list[0].Explanation, "cut short"); cut != (ctx == ended) {
			t.Errorf("the explanation is %q", list[0].Explanation)
		}
	}
}
