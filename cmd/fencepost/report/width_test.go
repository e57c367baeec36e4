package report

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fencepost/models"
	"fencepost/trace"
	"fencepost/trace/graph"
)

func TestFold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"short\n", "short\n"},
		{"one two three four five\n", "one two three\nfour five\n"},
		{"  one two three four five\n", "  one two three\n      four five\n"},
		{"  at pl  then this\n", "  at pl\n      then this\n"},
		{"averyveryverylongword and\n", "averyveryverylongword\nand\n"},
		{"a\n\nb\n  c\n", "a\n\nb\n  c\n"},
	} {
		if got := Fold(c.text, 16); got != c.want {
			t.Errorf("%q is folded to\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
}

// Folding changes blanks and line ends alone, and no line is too wide that could be broken.
func TestFoldKeepsWords(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		var b strings.Builder
		for range 1 + rng.IntN(4) {
			b.WriteString(strings.Repeat(" ", rng.IntN(9)))
			for range 1 + rng.IntN(12) {
				b.WriteString(strings.Repeat("x", 1+rng.IntN(12)) + strings.Repeat(" ", 1+rng.IntN(3)))
			}
			b.WriteByte('\n')
		}
		var p printer
		p.Width, p.Fold = 40, true
		p.WriteString(b.String())
		got := p.folded()
		if !slices.Equal(strings.Fields(got), strings.Fields(b.String())) {
			t.Fatalf("words are lost: %q", got)
		}
		for line := range strings.Lines(got) {
			if columnsOf(strings.TrimRight(line, " \n")) > 40 {
				t.Fatalf("too wide: %q", line)
			}
		}
	}
}

// What is verbatim is not folded.
func TestVerbatim(t *testing.T) {
	t.Parallel()
	p := printer{TextOptions: TextOptions{Width: 10, Fold: true}}
	p.printf("one two three\n")
	p.verbatim("four five six\n")
	p.printf("seven eight nine\n")
	if got, want := p.folded(), "one two\n    three\nfour five six\nseven\n    eight\n    nine\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A table that is too wide loses no cell, in whatever parts it comes.
func TestWideTable(t *testing.T) {
	t.Parallel()
	table := newTable(1, "program", "mean probability", "confirmed", "under model", "errors")
	table.add("benchmarks/one.c", "0.25", "17", "1234", "3")
	table.add("two.c", "0.75", "19", "5678", "4")
	for width := 30; width < 100; width += 7 {
		var b strings.Builder
		if err := table.write(&b, width); err != nil {
			t.Fatal(err)
		}
		if n := widest([]byte(b.String())); n > width {
			t.Errorf("width %d: a line of %d columns\n%s", width, n, b.String())
		}
		for _, cell := range []string{"0.25", "0.75", "17", "19", "1234", "5678"} {
			if strings.Count(b.String(), cell) != 1 {
				t.Errorf("width %d: %s is not there once\n%s", width, cell, b.String())
			}
		}
	}
}

// An execution is drawn in any width, and shows each event.
func TestNarrowColumns(t *testing.T) {
	t.Parallel()
	p := program()
	x := NewExecution(NewSource(p), graph.New(storeBuffering(p), nil), under(models.TSO))
	for _, width := range []int{0, 80, 60, 50, 40, 30} {
		pr := printer{TextOptions: TextOptions{Width: width, Fold: true}}
		pr.columns(x, columns{})
		if width > 0 && widest([]byte(pr.String())) > width {
			t.Errorf("wider than %d:\n%s", width, pr.String())
		}
		words := strings.Join(strings.Fields(pr.String()), " ")
		for _, want := range []string{`1 .*4: write x = 1`, `\[x=1\]`, `9: write y = 1`, `10: read x = 0`} {
			if !regexp.MustCompile(want).MatchString(words) && width != 40 && width != 30 && width != 50 {
				t.Errorf("width %d: no %s in\n%s", width, want, pr.String())
			}
		}
	}
}

// Shares that are neither 0% nor 100% are not shown as these.
func TestShareText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		k, n int
		want string
	}{{0, 10, "0.0%"}, {10, 10, "100.0%"}, {6, 20000, "0.03%"}, {1, 3, "33.3%"}, {99999, 100000, "99.999%"}} {
		if got := shareText(c.k, c.n, 1); got != c.want {
			t.Errorf("%d of %d is %s, want %s", c.k, c.n, got, c.want)
		}
	}
}

// A diff becomes edits that do the same.
func TestReadDiff(t *testing.T) {
	t.Parallel()
	diff := "--- a/d/x.c\n+++ b/d/x.c\n@@ -2,4 +2,5 @@\n two\n-three\n+THREE\n+more\n four\n-five\n@@ -9 +10 @@\n-nine\n+NINE\n--- a/y.c\n+++ b/y.c\n@@ -1,0 +2 @@\n+new\n"
	got := readDiff(diff)
	want := []changedFile{
		{"d/x.c", []edit{{3, 1, "THREE\nmore\n"}, {5, 1, ""}, {9, 1, "NINE\n"}}},
		{"y.c", []edit{{2, 0, "new\n"}}},
	}
	if !slices.EqualFunc(got, want, func(a, b changedFile) bool { return a.name == b.name && slices.Equal(a.edits, b.edits) }) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestSuppression(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"x = 1; // fencepost:ignore a benign race":  "a benign race",
		"/* fencepost:ignore: see manual */ x = 1;": "see manual",
		"x = 1; // fencepost:ignore":                "",
		"x = 1; // fencepost:ignored for good":      "",
		"x = 1; fencepost:ignore none":              "",
	} {
		s := &Source{lines: map[string][]string{"x.c": {line}}}
		e := &Error{}
		e.Pos.File, e.Pos.Line = "x.c", 1
		if got := s.suppression(e); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// A thread that ends with many plain stores, as in litmus tests, has them told in one row.
func TestRegisterWrites(t *testing.T) {
	t.Parallel()
	p := program()
	var events []trace.Event
	for i := range 6 {
		events = append(events, trace.Event{ID: int32(i + 1), Thread: 1, Kind: trace.Store, Site: 0, Addr: p.Objects[0].Addr, Value: uint64(i), C: int32(i + 1)})
	}
	events = append(events, trace.Event{ID: 7, Thread: 1, Kind: trace.Exit, Site: -1})
	x := NewExecution(NewSource(p), graph.New(events, nil), under(models.SC))
	pr := printer{TextOptions: TextOptions{Width: 80, Fold: true}}
	pr.columns(x, columns{})
	if text := pr.String(); strings.Count(text, "write") != 1 || strings.Count(text, " = ") != 6 || strings.Contains(text, "...") {
		t.Errorf("got\n%s", text)
	}
	pr = printer{TextOptions: TextOptions{Width: 80, Fold: true}}
	pr.columns(x, columns{marked: []int32{4}})
	if text := pr.String(); strings.Count(text, "write") != 6 {
		t.Errorf("one is marked, but got\n%s", text)
	}
}
