package parse

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/c/library"

	"modernc.org/cc/v4"
)

// tokens returns the tokens of a tree in the user's files and in headers, each with its place.
func tokens(p *Tree) (list []string) {
	for u := p.AST.TranslationUnit; u != nil; u = u.TranslationUnit {
		for _, t := range cc.NodeTokens(u.ExternalDeclaration) {
			if t.Position().Filename != endSource {
				list = append(list, fmt.Sprint(p.Pos(t), " ", t.SrcStr(), " ", p.Spaced(t)))
			}
		}
	}
	return list
}

// sameTree fails the test unless a file is parsed to the same tree whichever way it is
// preprocessed, or flat preprocessing leaves it. It reports whether it does not.
func sameTree(t *testing.T, name string, src []byte, o Options) (flat bool) {
	t.Helper()
	run := func(parse func(s *sources, defines string) (*cc.AST, string)) *Tree {
		s := newSources(name, src, o, &Reporter{})
		defines := s.defines()
		if s.guard.r.Failed() {
			return nil
		}
		ast, hash := parse(s, defines)
		if ast == nil || s.guard.r.Failed() {
			return nil
		}
		return &Tree{AST: ast, Hash: hash, Files: s.files, sources: s}
	}
	got := run(func(s *sources, defines string) (*cc.AST, string) {
		if s.flat = s.flatten(defines, true); s.flat == nil {
			return nil, ""
		}
		return s.parse(), s.flat.hash
	})
	if got == nil {
		return false
	}
	want := run((*sources).parseFiles)
	if want == nil {
		t.Fatalf("%s: only the flat text is correct:\n%s", name, src)
	}
	a, b := tokens(got), tokens(want)
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			t.Fatalf("%s: %s, want %s\n%s", name, a[i], b[i], src)
		}
	}
	if len(a) != len(b) || got.Hash != want.Hash || !reflect.DeepEqual(got.Files, want.Files) {
		t.Fatalf("%s: %d tokens, want %d; hash %s, want %s\n%s", name, len(a), len(b), got.Hash, want.Hash, src)
	}
	return true
}

// Macros are expanded, and conditions evaluated, as the C parser does it.
func TestFlat(t *testing.T) {
	t.Parallel()
	for i, src := range []string{
		"#define A B\n#define B A\nint A;",
		"#define F(x) x+x\nint y = F(1)+F((2,3));",
		"#define F(x, y) x##y\nint F(a, b); int F(, c); int F(d, ); int F(e, 1);",
		"#define S(x) #x\n#define T(x) S(x)\nconst char *s = S( a  \"b\\n\" '\\'' ) T(S(q) r), *t = T(__LINE__);",
		"#define V(f, ...) g(f, ## __VA_ARGS__)\nint g(); int h(void) { return V(1) + V(1, 2, 3); }",
		"#define V(...) g(__VA_ARGS__)\nint g(); int h(void) { return V() + V( 1,2 , 3 ); }",
		"#define TWO \"b\" \"c\"\nconst char *s[] = {\"a\"\"b\",\"a\" \"b\",TWO\"d\",L\"x\" \"y\"};",
		"int f(void){return 1;} int g(void) {return f();}",
		"#define E\n#define P(x) -x\nint i = -E-P(-1)+E+1;",
		"#define f(x) x*2\nint f; int g = f\n(3\n) + 1;",
		"#define f(x) x*2\n#define g f\nint i = g(2)(3);",
		"#define NIL(x) x\n#define G NIL\nint i = G (1) + NIL(NIL)(2) + NIL(NIL (3));",
		"#define EMPTY\n#define D(x) x EMPTY\n#define A2() 7\nint i = D(D(A2))();",
		"#define L1 __LINE__\nint a = L1, b = __LINE__\n; const char *f = __FILE__;",
		"#if defined A || !defined(B) && (1 ? 2 : 3) == 2\nint a;\n#elif 1\nint b;\n#else\nint c;\n#endif",
		"#define A 3\n#if A - 4 < 0u\nint a;\n#elif (2 && 3) == 3 || -1 >> 1 == -1\nint b;\n#endif\n#if ~0 / 2 == 0 && 07 == 7 && 0x1F % 4 == 3ULL && undefined(1) == 0\nint c;\n#endif",
		"#ifdef A\n#if 1\n#else\n#endif\n#error no\n#else\nint a;\n#endif\n#ifndef A\nint b;\n#endif\n#if 0\n#elif 0\n#else\nint c;\n#endif",
		"#if 'a' == 97 && L'\\0' == 0 && '\\n' == 10\nint a;\n#endif\n#pragma push_macro(\"A\")\n#define A 1\n#pragma pop_macro(\"A\")\nint A = __COUNTER__, b = __COUNTER__;",
		"#define L 4\nint x[L], c = L'c'; const char *s = u8\"x\"; int a$b\\\n=1 +\\\n= 2;",
		"#define EMPTY\n#define D(x) x EMPTY\n#define A2() 7\nint i = D(A2) ();\n#define S <stdio.h>\n#include S\n#if __has_include(S) || __has_include(<nix.h>)\nint s;\n#endif\n#include_next <stddef.h>\n",
		"#define M(x) int x;\nM(a) M(b)\n#undef M\nint M;",
		"#define CAT(a, b) a ## b\n#define XCAT(a, b) CAT(a, b)\n#define N 4\nint XCAT(x, N), CAT(x, N);",
		"#define ONE 1\nint a\\\nb = ON\\\nE /* c\nd */ + 2; // e \\\n int f;\nint g;",
		"struct s { int a; } *p; int f(void) { return p->a<<1>>2 >= 3 && p -> a || ! p->a ? p->a++ - --p->a : 0; }",
		"#include <stdio.h>\n#include <stdio.h>\n#define printf(f, ...) fprintf(stderr, f, ## __VA_ARGS__)\nint main(void) { printf(\"%d\\n\", 1); return EOF; }",
		"#if __has_builtin(__builtin_expect) && !__has_feature(x) && defined(__has_include)\nint a;\n#endif",
		"#define LIST(X) X(a) X(b)\n#define ITEM(n) n##_item,\nenum e { LIST(ITEM) };\n#define NAME(n) #n,\nconst char *names[] = { LIST(NAME) };",
	} {
		if testsize.LeftOut(2, i) {
			continue
		}
		if !sameTree(t, "t.c", []byte(src), Options{ReadFile: fileMap(nil)}) {
			t.Errorf("%d is left to the C parser: %s", i, src)
		}
	}
	files, err := filepath.Glob("../gen/testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !sameTree(t, file, src, Options{}) {
			t.Errorf("%s is left to the C parser", file)
		}
	}
}

// Files are found and included as the C parser does it.
func TestFlatFiles(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"src/beside.h":   "#pragma once\n#include \"sub/deep.h\"\nint beside; const char *f1 = __FILE__;\n",
		"src/sub/deep.h": "#ifndef DEEP\n#define DEEP F(deep)\n#include \"../up.h\"\n#endif\n",
		"src/up.h":       "int up = __LINE__;\n#define TWICE(x) x x\n",
		"inc/found.h":    "#include <stdbool.h>\nint found = true; const char *f2 = __FILE__;\n",
		"inc/stdio.h":    "int never;\n",
		"src/first.h":    "#define FIRST 1\nint first;\n",
		"/abs/path.h":    "int absolute;\n#include \"next.h\"\n",
		"/abs/next.h":    "int next\n",
	}
	o := Options{
		Defines: []string{"ONE", "F(x)=x##_made", "EMPTY=", "TEXT=\"a b\""}, IncludeDirs: []string{"inc", "more"},
		Include: []string{"first.h", "<stddef.h>"}, ReadFile: fileMap(files),
	}
	src := "#include \"beside.h\"\n#include \"beside.h\"\n#include <found.h>\n#include <stdio.h>\n#include \"/abs/path.h\"\n= ONE;\n" +
		"int DEEP = FIRST EMPTY; const char *t = TEXT; TWICE(;)\nsize_t n = EOF;\nint g() { return printf(\"\"); }\n"
	if !sameTree(t, "src/main.c", []byte(src), o) {
		t.Error("the program is left to the C parser")
	}
}

func TestFlatHeaders(t *testing.T) {
	t.Parallel()
	for i, h := range library.Headers() {
		if testsize.LeftOut(16, i) {
			continue
		}
		if src := fmt.Sprintf("#include <%s>\nint x;\n", h); !sameTree(t, h, []byte(src), Options{}) {
			t.Errorf("<%s> is left to the C parser", h)
		}
	}
}

// Random text made of macros is expanded as the C parser does it.
func TestFlatRandom(t *testing.T) {
	t.Parallel()
	pieces := strings.Split("A|B|C|F|G|H|A|B|,|,|x|y|x|y|z| 1 |\"s\"|'c'| | |  |+|-|>|=|*| /* */ | \\\n|\n|__LINE__|f|defined", "|")
	operands := strings.Split("x ## y|x##1|a ## x|#x| , ## __VA_ARGS__|__VA_ARGS__|y ## __VA_ARGS__|A##B", "|")
	rng := rand.New(rand.NewSource(1))
	body := false
	var text func(n int) string
	text = func(n int) string {
		var b strings.Builder
		for range rng.Intn(n + 1) {
			switch k := rng.Intn(8); {
			case k == 0 && body:
				b.WriteString(operands[rng.Intn(len(operands))])
			case k < 3:
				b.WriteString([]string{"F(", "G(", "H(", "(", "F (", "G\t(", "A("}[rng.Intn(7)] + text(n-1) + ")")
			default:
				b.WriteString(pieces[rng.Intn(len(pieces))])
			}
		}
		return b.String()
	}
	line := func(n int) string { return strings.ReplaceAll(strings.ReplaceAll(text(n), "\\\n", " "), "\n", " ") }
	flat, same := 0, 0
	for range testsize.Count(500, 10_000) {
		var b strings.Builder
		for _, head := range []string{"A", "B", "C", "F(x)", "G(x, y)", "H(x, ...)"} {
			if rng.Intn(6) > 0 {
				body = strings.Contains(head, "(")
				fmt.Fprintf(&b, "#define %s %s\n", head, line(4))
				body = false
			}
		}
		binary := func() string { list := levels[rng.Intn(len(levels))]; return list[rng.Intn(len(list))] }
		fmt.Fprintf(&b, "#if 7 %s - 1 %s !2u %s x\nint x;\n#endif\n", binary(), binary(), binary())
		fmt.Fprintf(&b, "#define Q(...) # __VA_ARGS__\n#define R(...) Q(__VA_ARGS__)\nconst char *q = Q(%s), *r = R(%s);\n", text(5), text(5))
		fmt.Fprintf(&b, "int z = R(%s\n%s) [%s];\n", text(3), text(5), text(3))
		s := newSources("t.c", []byte(b.String()), Options{ReadFile: fileMap(nil)}, &Reporter{})
		if s.guard.r.Failed() {
			continue
		}
		got := s.flatten("", true)
		if got == nil {
			continue
		}
		flat++
		output, err := s.preprocess("")
		want, message := measureText(output)
		if got.hash != want && squeezed(got.text) == squeezed(output) {
			continue // the output does not show where one token ends and the next begins
		}
		same++
		if err != nil || message != "" || got.hash != want {
			t.Fatalf("%v%s\nof %s\n%s\nwant %s", err, message, b.String(), got.text[max(0, len(got.text)-200):], output[max(0, len(output)-200):])
		}
	}
	if flat < 100 || same < flat/2 {
		t.Errorf("%d texts are preprocessed, %d to the same tokens", flat, same)
	}
}

// squeezed returns a text without blanks.
func squeezed(text []byte) string { return strings.Join(strings.Fields(string(text)), "") }

// The search for the arguments of a macro goes over many lines in no time.
func TestFlatFarArguments(t *testing.T) {
	t.Parallel()
	src := "#define f(x) x\nint f" + strings.Repeat("\n", 400_000)
	parseInTime(t, []byte(src+"(a);"))
	parseInTime(t, []byte(src+";"))
	parseInTime(t, []byte(src))
}

// The declaration of a name that a program uses is not left out.
func TestUsedDeclarations(t *testing.T) {
	t.Parallel()
	flatten := func(name, src string, whole bool) (s *sources, f *flat) {
		s = newSources("t.c", []byte(src), Options{}, &Reporter{})
		if f = s.flatten("", whole); f == nil {
			t.Fatalf("%s is left to the C parser", name)
		}
		return s, f
	}
	names := 0
	for i, h := range append(library.Headers(), library.BuiltinHeader) {
		if testsize.LeftOut(16, i) && h != library.BuiltinHeader {
			continue
		}
		include := fmt.Sprintf("#include <%s>\n", h)
		if h == library.BuiltinHeader {
			include = ""
		}
		s := newSources("t.c", []byte(include+"int __unused;\n"), Options{}, &Reporter{})
		s.flat = s.flatten("", true)
		ast := s.parse()
		if ast == nil {
			t.Fatalf("<%s>: %v", h, s.guard.r.Err())
		}
		text, _ := library.Header(h)
		for name := range ast.Scope.Nodes {
			if !regexp.MustCompile(`\b`+name+`\b`).MatchString(text) || strings.Contains(text, "#define "+name) {
				continue
			}
			_, f := flatten(name, include+name+";\n", false)
			if n := len(regexp.MustCompile(`\b`+name+`\b`).FindAll(f.text, -1)); n < 2 {
				t.Errorf("the declaration of %s in <%s> is left out of %s", name, h, f.text)
			}
			names++
		}
		if _, f := flatten(h, include+"int __unused;\n", false); len(f.text) > 200 {
			t.Errorf("<%s> leaves %d bytes that nothing uses: %s", h, len(f.text), f.text)
		}
	}
	if names == 0 {
		t.Error("no names")
	}
}
