package explore_test

import (
	"testing"

	"fencepost/interp/c/cfront"
	"fencepost/interp/search/explore"
)

// TestObserve: a name may leave out a namespace; one that matches nothing tells what there is.
func TestObserve(t *testing.T) {
	t.Parallel()
	p, err := cfront.Compile("t.c", []byte("struct { int n, m; struct { int futex; } inner; struct { char failed; } poison; } a; int b, n; int main(void) { return 0; }"), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.Objects {
		if o := &p.Objects[i]; o.Name == "a" || o.Name == "b" {
			o.Name = "space::" + o.Name
		}
	}
	const has = ": the program has no such global, or does not use it; it has space::a.n, space::a.m, space::b, n"
	for _, c := range []struct {
		name   string
		count  int
		scalar bool // a state can give it a value
		err    string
	}{
		{"a", 2, false, ""},
		{"a.m", 1, true, ""},
		{"space::a", 2, false, ""},
		{"n", 1, true, ""},
		{"space::b", 1, true, ""},
		{"pace::b", 0, false, "pace::b" + has},
		{"m", 0, false, "m" + has},
	} {
		list, err := explore.Observe(p, []string{c.name})
		text := ""
		if err != nil {
			text = err.Error()
		}
		if len(list) != c.count || text != c.err {
			t.Errorf("%s: %d scalars, %q; want %d, %q", c.name, len(list), text, c.count, c.err)
		}
		if _, err := explore.ParseState(p, c.name+"=1"); (err == nil) != c.scalar {
			t.Errorf("state %s=1: %v", c.name, err)
		}
	}
}
