package rewrite

import (
	"slices"
	"testing"
)

func TestMerge(t *testing.T) {
	t.Parallel()
	const text = "a\nb\nc\nd\n"
	for _, c := range []struct {
		name     string
		versions []string
		want     string
		meet     []int
	}{
		{"none", nil, text, nil},
		{"the same twice", []string{"a\nB\nc\nd\n", "a\nB\nc\nd\n"}, "a\nB\nc\nd\n", nil},
		{"other lines", []string{"A\nb\nc\nd\n", "a\nb\nc\nD\n"}, "A\nb\nc\nD\n", nil},
		{"one has more of the lines in a row", []string{"a\nB\nc\nd\n", "A\nB\nC\nd\n"}, "A\nB\nC\nd\n", nil},
		{"a new line", []string{"x\na\nb\nc\nd\n", "x\na\nb\nC\nd\n"}, "x\na\nb\nC\nd\n", nil},
		{"a line less", []string{"a\nc\nd\n", "a\nc\nD\n"}, "a\nc\nD\n", nil},
		{"one line in two ways", []string{"a\nB\nc\nd\n", "a\nbb\nc\nD\n"}, "a\nB\nc\nD\n", []int{2}},
	} {
		got, meet := Merge(text, c.versions)
		if got != c.want || !slices.Equal(meet, c.meet) {
			t.Errorf("%s: %q, %v, want %q, %v", c.name, got, meet, c.want, c.meet)
		}
	}
}
