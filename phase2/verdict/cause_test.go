package verdict

import (
	"context"
	"slices"
	"testing"

	"fencepost/interp"
	"fencepost/interp/code"
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
