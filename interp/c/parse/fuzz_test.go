package parse

import (
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fencepost/benchmarks/testsize"
)

// parseLimit is far above what any small file takes.
const parseLimit = 5 * time.Minute

// parseInTime fails the test if parsing does not come back in time, or leaves
// neither a program nor an error.
func parseInTime(t *testing.T, src []byte) {
	t.Helper()
	done := make(chan bool, 1)
	go func() {
		var r Reporter
		p := Parse("t.c", src, Options{ReadFile: fileMap(nil)}, &r)
		done <- (p == nil) == r.Failed()
	}()
	select {
	case ok := <-done:
		if !ok {
			t.Fatalf("a program and an error, or none: %q", src)
		}
	case <-time.After(parseLimit):
		t.Fatalf("no end: %q", src)
	}
}

func samples(t testing.TB) (texts [][]byte) {
	t.Helper()
	names, err := filepath.Glob("testdata/*.c")
	if err != nil || len(names) == 0 {
		t.Fatal("no samples", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
	}
	return texts
}

func TestPrefixes(t *testing.T) {
	t.Parallel()
	step := 4
	if testsize.Whole() {
		step = 1
	}
	for _, text := range samples(t) {
		for n := 0; n < len(text); n += step {
			parseInTime(t, text[:n])
		}
	}
}

// pieces is what mutations insert.
var pieces = []string{"(", ")", "[", "]", "{", "}", "()", "{}", ";", ",", "*", "&", "^", ":", "?", "=", "-", "...", "\"", "'", "\\", "#", "##", "\n",
	"int ", " struct ", " enum ", " typedef ", " else ", " case ", " do ", " _Generic(", " _Atomic ", " sizeof ", " typeof(", " __attribute__ ", " __auto_type ",
	" asm ", " goto ", " _Static_assert ", " static ", " __label__ ", "1", ".1", "x", "\n#define x ", "\n#if ", "\n#endif\n", "\n#include "}

func TestMutations(t *testing.T) {
	t.Parallel()
	texts := samples(t)
	rng := rand.New(rand.NewSource(1))
	for range testsize.Count(400, 20_000) {
		text := string(texts[rng.Intn(len(texts))])
		for range 1 + rng.Intn(3) {
			i := rng.Intn(len(text))
			j := min(len(text), i+rng.Intn(8)*rng.Intn(2))
			text = text[:i] + pieces[rng.Intn(len(pieces))] + text[j:]
		}
		parseInTime(t, []byte(text))
	}
}

// directives is what programs of nothing but directives and macros are made of.
var directives = []string{
	"#define F(x) x##x", "#define G(x,...) F(__VA_ARGS__) #x", "#define A B", "#define B A F(", "#define _P _Pra",
	"#define CAT(a,b) a##b", "CAT(_Pra,gma)(\"once\")", "_Pragma(\"x\")", "#if", "#if 1",
	"#elif __has_include(<a.h>)", "#else", "#endif", "#include <stdio.h>", "#include \"t.c\"",
	"#include_next <stdint.h>", "#undef A", "#pragma push_macro(\"A\")", "#pragma pop_macro(\"A\")",
	"#pragma pack(1)", "F(1)", "G(a,b)", "A", "B", "int x = A;", "__COUNTER__", "__LINE__", "__FILE__", "L\"a\"",
	"u8\"x\"", "'a'", "(", ")", "{", "}", ";", ",", "\\\n", "##", "#", "__has_include(", "defined A", "#ifdef A",
	"#ifndef B", "int f(void) { return F(2) G(1,2,3); }", "/* c */", "// d", "1e+", "0x1p-", "..", ".5", "->",
	"<<=", "$", "é", "@", "`", "#define Q(a...) a", "Q()", "Q(,)", "__VA_OPT__(,)", "#error x", "#line 3",
	"#define H(", "#define H(a", "#define 1", " ",
}

func TestDirectives(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewSource(7))
	for range testsize.Count(400, 20_000) {
		var b strings.Builder
		for range 1 + rng.Intn(25) {
			b.WriteString(directives[rng.Intn(len(directives))])
			b.WriteString([]string{"\n", " ", "\n", ""}[rng.Intn(4)])
		}
		b.WriteString("\nint z;\n")
		parseInTime(t, []byte(b.String()))
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range samples(f) {
		f.Add(text)
	}
	f.Add([]byte("#define CAT(a, b) a##b\nCAT(x, y)"))
	f.Add([]byte("int f(void) { __auto_type ^ typedef ^ __attribute__ }"))
	f.Fuzz(func(t *testing.T, src []byte) {
		parseInTime(t, src)
	})
}
