package parse

import (
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
)

func TestLexer(t *testing.T) {
	const cut = "!"
	tests := []struct {
		src  string
		want string // lexemes, separated by blanks; a cut one ends in cut
	}{
		{"a+b1", "a + b1"},
		{"x->y", "x - > y"},
		{"1.5e+3f .5 0x1p-2 1..2", "1.5e+3f .5 0x1p-2 1..2"},
		{"a.b", "a . b"},
		{`"a\"b" 'c' L'\''`, `"a\"b" 'c' L '\''`},
		{"a/*b*/c//d\ne", "a c \n e"},
		{"a/ b", "a / b"},
		{"ab\\\ncd", "abcd"},
		{"ab\\\r\ncd", "abcd"},
		{"\"a\\\nb\"", `"ab"`},
		{"/\\\n* x *\\\n/ y", "y"},
		{"// a \\\n b\nc", "\n c"},
		{"'a", "'a" + cut},
		{"\"a\nb", "\"a" + cut + " \n b"},
		{"/* a", "/* a" + cut},
		{`"\`, `"\` + cut},
		{"é$", "é$"},
		{"", ""},
	}
	for _, tt := range tests {
		var got []string
		l := newLexer("", []byte(tt.src))
		for x := l.next(); x.Kind != LexEnd; x = l.next() {
			if x.Kind == LexCut {
				x.Text += cut
			}
			got = append(got, x.Text)
		}
		if g := strings.Join(got, " "); g != tt.want {
			t.Errorf("%q: got %q, want %q", tt.src, g, tt.want)
		}
	}
}

func TestMeasure(t *testing.T) {
	const n = maxNesting + 10
	deep := func(s string) string { return strings.Repeat(s, n) }
	tests := []struct {
		name, src string
		ok        bool
	}{
		{"statements", "{" + deep("a = b + c; if (a) { b(); }") + "}", true},
		{"list", "int a[] = {" + deep("1 + 2, ") + "};", true},
		{"arguments", "f(" + deep("-a, ") + "b);", true},
		{"enough brackets", strings.Repeat("(", maxNesting) + "1" + strings.Repeat(")", maxNesting), true},
		{"statements of if", deep("if (a) b; "), true},
		{"brackets", deep("(") + "1" + deep(")"), false},
		{"index", deep("a[") + "1" + deep("]"), false},
		{"blocks", deep("{") + deep("}"), false},
		{"prefix operators", deep("- "), false},
		{"casts", deep("(int)") + "1", false},
		{"compound literals", deep("+ (int){1} "), false},
		{"sizeof", deep("sizeof ") + "1", false},
		{"conditional", "a" + deep(" ? b : c"), false},
		{"conditional with commas", "a" + deep(" ? b, c : d"), false},
		{"assignments", deep("a = ") + "b", false},
		{"pointers", "int " + deep("*") + " a", false},
		{"else", deep("if (a) b; else ") + "c;", false},
		{"else blocks", deep("if (a) { b; } else ") + "c;", false},
		{"if in if", deep("if (a) ") + ";", false},
		{"for in for", deep("for (;;) ") + ";", false},
		{"do in do", deep("do ") + ";", false},
		{"labels", deep("a: ") + ";", false},
		{"cases", deep("case 1: ") + ";", false},
		{"product of two", strings.Repeat(strings.Repeat("- ", 50)+"(", 50) + "1" + strings.Repeat(")", 50), false},
		{"not closed", "{ (", false},
		{"not opened", ")", false},
		{"crossed", "( [ ) ]", false},
	}
	for _, tt := range tests {
		if _, message := measureText([]byte(tt.src + ";")); (message == "") != tt.ok {
			t.Errorf("%s: got %q, want ok %v", tt.name, message, tt.ok)
		}
	}
}

// The guard refuses a file by the least number of steps that its preprocessing takes only if the C
// parser refuses it, too.
func TestTooManySteps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{strings.Repeat("a ", maxExpansion+1), tooManySteps},
		{strings.Repeat("\n", maxExpansion+1), ""},
		{strings.Repeat("1", maxExpansion+1), ""},
		{strings.Repeat("+=", maxExpansion/2+1), ""},
		{"#if 0\n" + strings.Repeat("a ", maxExpansion+1) + "\n#endif\n", ""},
	} {
		r := &Reporter{}
		g := guard{r: r}
		g.admit("a.c", []byte(c.text))
		if got := r.Err(); (got == nil) != (c.want == "") || got != nil && !strings.HasSuffix(got.Error(), c.want) {
			t.Errorf("%.20q: %v, want %q", c.text, got, c.want)
		}
	}
	for i, token := range []string{"a ", "1 ", ";"} { // with what is defined in front, it is too many for the C parser
		if testsize.LeftOut(3, i) {
			continue
		}
		r := &Reporter{}
		Parse("a.c", []byte("int x;"+strings.Repeat(token, maxExpansion-3)), Options{}, r)
		if err := r.Err(); err == nil || !strings.Contains(err.Error(), tooManySteps) {
			t.Errorf("so many %q: %v", token, err)
		}
	}
}
