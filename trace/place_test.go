package trace

import (
	"os"
	"path/filepath"
	"testing"
)

func TestPlaces(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "src", "q.c")
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	site := func(file string, n int) *Site { return &Site{Pos: Pos{File: file, Line: 7, Col: 3}, N: n} }
	for _, c := range []struct {
		place string
		site  *Site
		want  bool
	}{
		{"q.c:7", site("q.c", 1), true},
		{"q.c:7:3", site("q.c", 1), true},
		{"q.c:7:4", site("q.c", 1), false},
		{"q.c:8", site("q.c", 1), false},
		{"q.c:7:3", site("q.c", 2), true},
		{"q.c:7:3#1", site("q.c", 0), true},
		{"q.c:7:3#1", site("q.c", 2), false},
		{"./q.c:7", site("q.c", 1), true},
		{"q.c:7", site("src/q.c", 1), true},
		{"src/../src/q.c:7", site("src/q.c", 1), true},
		{"rc/q.c:7", site("src/q.c", 1), false},
		{"src/q.c:7", site("q.c", 1), false},
		{file + ":7", site(filepath.Join(dir, "src", "..", "src", "q.c"), 1), true},
		{filepath.Join(dir, "q.c") + ":7", site(file, 1), false},
		{"p.c:7", site(file, 1), false},
	} {
		if p, ok := ParsePlace(c.place); !ok || p.Names(c.site) != c.want {
			t.Errorf("%s names %s: %v, want %v", c.place, c.site, !c.want, c.want)
		}
	}
	for _, s := range []string{"", "q.c", "7", ":7", "q.c:", "q.c:x", "q.c:7:", "q.c:7#2"} {
		if p, ok := ParsePlace(s); ok {
			t.Errorf("%q is the place %v", s, p)
		}
	}
}
