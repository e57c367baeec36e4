package parse

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"fencepost/interp/c/library"
	"fencepost/trace"
)

// parseText parses a source text, and returns what is wrong with it.
func parseText(name, src string, o Options) (*Tree, error) {
	var r Reporter
	p := Parse(name, []byte(src), o, &r)
	if err := r.Err(); err != nil {
		return nil, err
	}
	return p, nil
}

func mustParse(t *testing.T, name, src string, o Options) *Tree {
	t.Helper()
	p, err := parseText(name, src, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// fileMap is an Options.ReadFile.
func fileMap(files map[string]string) func(string) ([]byte, error) {
	return func(path string) ([]byte, error) {
		text, ok := files[path]
		switch {
		case path == "dir.h":
			return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("is a directory")}
		case !ok:
			return nil, fs.ErrNotExist
		}
		return []byte(text), nil
	}
}

func everyHeader(t *testing.T) string {
	var b strings.Builder
	for _, name := range library.Headers() {
		b.WriteString("#include <" + name + ">\n")
	}
	return b.String()
}

func TestHeaders(t *testing.T) {
	for _, name := range library.Headers() {
		mustParse(t, name+".c", "#include <"+name+">\n#include \""+name+"\"\nint x;\n", Options{})
	}
	mustParse(t, "all.c", everyHeader(t)+everyHeader(t)+"int x;\n", Options{})
	mustParse(t, "ndebug.c", "#define NDEBUG\n#include <assert.h>\nvoid f(void) { assert(no such thing); }\n#undef NDEBUG\n#include <assert.h>\nvoid g(void) { assert(1); }\n", Options{})
}

func TestParseCorrect(t *testing.T) {
	tests := []string{
		"int x;",
		"#include <stdio.h>\nint main(void) { printf(\"%d\\n\", 1); }",
		"#if 0\n#foo\n#elif 1\nint x;\n#endif\n",
		"#pragma omp parallel\nint x;\n#warning don't\n#ident \"x\"\n# 1 \"x.c\"\n#\n",
		"#define CAT(a, b) a##b\nint CAT(x, 1) = __COUNTER__; CAT(_, Pragma)(\"\")",
		"#define STR(x) #x\nconst char *s = STR(\"a\" 'b');",
		"#define EMPTY \\\n\\\n\\\n\nint EMPTY x;",
		"\ufeffint x;",
		"int x;\r\nint y;\r\n",
		"#if __has_builtin(__atomic_load_n) && __has_builtin(__builtin_clz) && __has_builtin(__builtin_va_arg) && !__has_builtin(__builtin_foo) && __has_include(<stdio.h>)\nint x;\n#else\n#error\n#endif",
		"#if __x86_64__ && __LP64__ && __STDC_VERSION__ == 201112L && __FENCEPOST__ == 1\nint x;\n#else\n#error\n#endif",
		"struct s { int a; int b[3]; } s = { .b = { [1] = 2 }, .a = 1 };",
		"void f(void) { int n = ({ 1; }); L: if (n) goto L; else for (;;) break; }",
		"int f(int), (*g(void))(int);",
		"_Noreturn void f(void); _Static_assert(1, \"\"); _Alignas(8) char c;",
		"void f(void) { __asm__ volatile (\"\" ::: \"memory\"); }",
		"int f(void) { return __builtin_expect(1, 0) + __func__[0] + __FUNCTION__[0]; }",
		"typedef int T; void f(void) { int T = 1; T++; { typedef char T; T t; } }",
		"#if __STDC_HOSTED__ && defined __STDC_MB_MIGHT_NEQ_WC__ && defined __DATE__\nchar *s = __DATE__ __TIME__;\n#else\n#error\n#endif",
		"char *s = \"a\" \"b\" u8\"c\"; int w = L'x';",
	}
	for _, src := range tests {
		if _, err := parseText("t.c", src, Options{}); err != nil {
			t.Errorf("%q: %v", src, err)
		}
	}
}

func TestParseFaulty(t *testing.T) {
	files := fileMap(map[string]string{
		"a.h":     "int a;\nint b = ;\n",
		"self.h":  "#include \"self.h\"\n",
		"cut.h":   "int a; /* no end",
		"guard.h": "#ifndef GUARD_H\n",
	})
	tests := []struct {
		src, want string
	}{
		{"", "t.c:1:1: the file is empty"},
		{" \n\n", "t.c:1:1: the file is empty"},
		{"int x;\x00", "t.c:1:7: the file holds a NUL byte: it is not C source"},
		{"int x;\n\xff\xfe", "t.c:2:1: the file is not UTF-8 text"},
		{"int x;\n/* y", "t.c:2:1: comment without its end"},
		{"int x = 'a;\n", "t.c:1:9: character constant without its end"},
		{"char *x =\n  \"a;\nint y;\n", "t.c:2:3: string literal without its end"},
		{"int x; \\", "t.c:1:8: backslash at the end of the file"},
		{"int x;\n// y \\\n", "t.c:2:6: backslash at the end of the file"},
		{"int x;\nint f(void) { return (1; }\n", "t.c:2:26: unexpected }"},
		{"int f(void) {\n if (1) {\n}\nint y;\n", "t.c:1:13: { is not closed"},
		{"int x;\n}\n", "t.c:2:1: unexpected }"},
		{"#define OPEN {\nint f(void) OPEN\n return 1;\n", "t.c:2:13: { is not closed"},
		{"int x = ;\n", "t.c:1:9: unexpected ';', expected unary expression"},
		{"int x\n", "t.c:1:5: unexpected end of the file, expected ';'"},
		{"uint32_t x;\n", "t.c:1:10: unknown type 'uint32_t': it is in <stdint.h>"},
		{"int x;\nint f(int a, bool b);\n", "t.c:2:19: 'bool' is not defined: it is a macro of <stdbool.h>"},
		{"int f(void) { return (1) x; }\n", "t.c:1:26: unexpected 'x', expected ';'"},
		{"int x\n#include <pthread.h>\n", "t.c:2:1: "},
		{"int x = 1 +\n", "t.c:1:11: "},
		{"#include \"none.h\"\n", "t.c:1:10: include file not found: \"none.h\"; -I DIR adds the folder that has it"},
		{"#include <atomic>\n", "t.c:1:10: include file not found: <atomic>; if this is C++, the file's name has to end in .cpp"},
		{"int x;\n  #include <none.h>\n", "t.c:2:12: include file not found: <none.h>; -I DIR adds the folder that has it, /usr/include too"},
		{"#include \"a.h\"\n", "a.h:2:9: unexpected ';', expected unary expression"},
		{"#include \"cut.h\"\n", "cut.h:1:8: comment without its end"},
		{"#include \"guard.h\"\n", "guard.h:1:1: conditional directive without #endif"},
		{"int x;\n#include \"self.h\"\n", "t.c:2:1: too many files are included, or files include each other without end"},
		{"ssize_t f(int);\n", "t.c:1:9: unknown type 'ssize_t': it is in <sys/types.h>"},
		{"void f(void *a) { node *n = a; }\n", "t.c:1:27: 'node' is not a type"},
		{"void f(void *a) { FILE **n = a; }\n", "t.c:1:28: unknown type 'FILE': it is in <stdio.h>"},
		{"void f(int a) { a * 2 = 3; }\n", "t.c:1:23: LHS must be unary-expression"},
		{"__BEGIN_DECLS\ntypedef int q;\n", "t.c:2:1: '__BEGIN_DECLS' is not defined: it is a macro of <sys/cdefs.h>"},
		{"int x;\n#include <tgmath.h>\n", "t.c:2:10: header <tgmath.h> is not supported"},
		{"int x;\n#include <regex.h>\n", "t.c:2:10: header <regex.h> is not supported"},
		{"int x;\n#include \"dir.h\"\n", "t.c:2:1: dir.h: is a directory"},
		{"int x;\n#include <stdio.h\n", "t.c:2:18: expected the name of a header"},
		{"#include\n", "t.c:1:9: expected the name of a header"},
		{"int x;\n#if\n#endif\n", "t.c:2:2: expected expression"},
		{"#if 1\nint x;\n", "t.c:1:1: conditional directive without #endif"},
		{"int x;\n#endif\n", "t.c:2:1: #endif without #if"},
		{"#if 1\n#else\n#else\n#endif\nint x;", "t.c:3:1: #else after #else"},
		{"int x;\n#foo bar\n", "t.c:2:2: unknown directive #foo"},
		{"int x;\n#define V(...) __VA_OPT__(a) __VA_ARGS__\n", "t.c:2:16: __VA_OPT__ of more than a comma is not supported"},
		{"int x;\n#define M(a" + strings.Repeat(",a", maxParams) + ")\n", "t.c:2:1: a macro has more than 1000 parameters"},
		{"int x;\n  # error don't do this\n", "t.c:2:5: don\u2019t do this"},
		{"#if 1 +\n#endif\nint x;", "t.c:1:1: expected an expression"},
		{"#if (1\n#endif\nint x;", "t.c:1:5: expected ')'"},
		{"#line 7 \"other.c\"\nint x = ;\n", "t.c:2:9: unexpected ';', expected unary expression"},
		{"# 7 \"other.c\"\nint x = ;\n", "t.c:2:9: unexpected ';', expected unary expression"},
		{"#define M(x) (x +)\n\nint x = M(1);\n", "t.c:3:9: unexpected ')', expected unary expression"},
		{"#define M(x) x\nint x = M(1;\n", "t.c:2:9: unterminated argument list invoking macro \"M\""},
		{"#define M(x) x\nint x = M(1, 2);\n", "t.c:2:15: too many macro arguments"},
		{"_Pragma\nint x;", "t.c:1:1: _Pragma without a string literal in brackets"},
		{"_Pragma(x)\nint x;", "t.c:1:1: _Pragma without a string literal in brackets"},
		{"int x" + strings.Repeat("*", 1200) + ";", "t.c:1:1006: brackets, operators and statements nest deeper than 1000"},
	}
	for _, tt := range tests {
		p, err := parseText("t.c", tt.src, Options{ReadFile: files})
		if p != nil || err == nil {
			t.Errorf("%.60q: no error, want %s", tt.src, tt.want)
			continue
		}
		if first, _, _ := strings.Cut(err.Error(), "\n"); !strings.HasPrefix(first, tt.want) {
			t.Errorf("%.60q:\n got %s\nwant %s", tt.src, first, tt.want)
		}
	}
}

func TestUnsupportedYieldsToWrong(t *testing.T) {
	var r Reporter
	r.Unsupportedf(trace.Pos{File: "t.c", Line: 1, Col: 1}, "floating point is not supported")
	if e := r.Err().(*Error); !e.Unsupported {
		t.Error("not unsupported")
	}
	r.Errorf(trace.Pos{File: "t.c", Line: 3, Col: 1}, "second")
	r.Errorf(trace.Pos{File: "t.c", Line: 2, Col: 9}, "first")
	r.Errorf(trace.Pos{File: "t.c", Line: 2, Col: 9}, "first")
	e := r.Err().(*Error)
	if got, want := e.Error(), "t.c:2:9: first\nt.c:3:1: second"; e.Unsupported || got != want {
		t.Errorf("got %q, unsupported %v", got, e.Unsupported)
	}
}

func TestDiagnosticJSON(t *testing.T) {
	b, err := json.Marshal(Diagnostics{{Pos: trace.Pos{File: "t.c", Line: 2, Col: 9}, Message: "what"}})
	if want := `[{"file":"t.c","line":2,"col":9,"message":"what"}]`; err != nil || string(b) != want {
		t.Errorf("got %s, %v, want %s", b, err, want)
	}
}

func TestIncludes(t *testing.T) {
	files := map[string]string{
		"src/a.h":       "#pragma once\n#include \"sub/b.h\"\nint a;\n",
		"src/sub/b.h":   "#include \"c.h\"\n#include \"../a.h\"\nint b;\n",
		"src/sub/c.h":   "int c;\n",
		"inc/lib.h":     "#include \"beside.h\"\nint lib;\n",
		"inc/beside.h":  "int beside;\n",
		"inc2/only.h":   "int only = 0\n",
		"inc2/stdio.h":  "#error never\n",
		"inc/missing.h": "int missing;\n",
		"inc/up.h":      "#include \"../next/n.h\"\nint up;\n",
		"next/n.h":      "#include \"../inc/beside.h\"\nint n;\n",
	}
	o := Options{IncludeDirs: []string{"inc", "inc2"}, ReadFile: fileMap(files)}
	p := mustParse(t, "src/main.c", "#include \"a.h\"\n#include \"a.h\"\n#include <lib.h>\n#include <stdio.h>\nint main;\n", o)
	var names []string
	for _, f := range p.Files {
		names = append(names, f.Name)
	}
	if got, want := strings.Join(names, " "), "src/main.c src/a.h src/sub/b.h src/sub/c.h inc/lib.h inc/beside.h"; got != want {
		t.Errorf("files: got %s, want %s", got, want)
	}
	up := mustParse(t, "src/main.c", "#include <up.h>\nint main;\n", o)
	if f := up.Files; len(f) != 4 || f[2].Name != "next/n.h" || f[3].Name != "inc/beside.h" {
		t.Errorf("files above an include directory: %d, want next/n.h and inc/beside.h", len(f))
	}
	if _, err := parseText("src/main.c", "#include <only.h>\nvoid f(void);\n", o); err == nil || !strings.HasPrefix(err.Error(), "inc2/only.h:") && !strings.HasPrefix(err.Error(), "src/main.c:2:1:") {
		t.Errorf("error in an included file: %v", err)
	}
	// A program compiles from its own files alone.
	again := make(map[string]string)
	for _, f := range p.Files[1:] {
		again[f.Name] = f.Text
	}
	o.ReadFile = fileMap(again)
	if q := mustParse(t, p.Files[0].Name, p.Files[0].Text, o); q.Hash != p.Hash {
		t.Error("the hash changes when the program is compiled from the files served")
	}
}

// A file above the main one is told from one of the same name beside it.
func TestIncludesFromAbove(t *testing.T) {
	files := map[string]string{"a.c": "int above;\n", "src/a.c": "#error beside\n"}
	p := mustParse(t, "src/main.c", "#include \"../a.c\"\nint main;\n", Options{ReadFile: fileMap(files)})
	if len(p.Files) != 2 || p.Files[1].Name != "a.c" {
		t.Errorf("files: %v", p.Files)
	}
}

func TestHash(t *testing.T) {
	const src = "#include <assert.h>\nconst char *f = __FILE__; int l = __LINE__;\n"
	hash := func(name, src string, defines ...string) string {
		return mustParse(t, name, src, Options{Defines: defines}).Hash
	}
	base := hash("m.c", src)
	if len(base) != 64 {
		t.Errorf("%q is no SHA-256", base)
	}
	same := map[string]string{
		"another directory": hash("/some/where/m.c", src),
		"comments":          hash("m.c", "/* c */"+src+"// d"),
		"line ends":         hash("m.c", strings.ReplaceAll(src, "\n", "\r\n")),
		"unused macro":      hash("m.c", src, "UNUSED=1"),
	}
	for what, h := range same {
		if h != base {
			t.Errorf("the hash depends on: %s", what)
		}
	}
	if hash("m.c", src+"int x;") == base || hash("m.c", src, "f=g") == base {
		t.Error("the hash does not depend on the program")
	}
}

func TestDefines(t *testing.T) {
	mustParse(t, "t.c", "#if A != 1 || B != 2\n#error\n#endif\nint x = C(3);\n", Options{Defines: []string{"A", "B=2", "C(x)=x + 1"}})
	mustParse(t, "t.c", "#if defined A || defined __x86_64__ || B != 2\n#error\n#endif\nint x;\n", Options{Defines: []string{"A", "-UA", "-UB", "B=2", "-U__x86_64__"}})
	for _, d := range []string{"", "1A", "A B", "A=1\n", "A\n#error", "A='", "_Pragma(x)=1", "A=/*"} {
		if _, err := parseText("t.c", "int x;", Options{Defines: []string{d}}); err == nil {
			t.Errorf("-D %q is accepted", d)
		}
	}
}

// Tokens of a macro's expansion stand where the macro is invoked, and lines
// continued or included before them do not shift them.
func TestPositions(t *testing.T) {
	const src = "#define ONE \\\n  1\n#include <stddef.h>\nint a;\nint b = /* c\n */ ONE;\n\tint \\\n c;\n"
	p := mustParse(t, "dir/t.c", src, Options{})
	var got []string
	for u := p.AST.TranslationUnit; u != nil; u = u.TranslationUnit {
		d := u.ExternalDeclaration.Declaration
		if d == nil || d.InitDeclaratorList == nil {
			continue
		}
		id := d.InitDeclaratorList.InitDeclarator
		if pos := p.Pos(id.Declarator); !pos.System() && !strings.HasPrefix(id.Declarator.Name(), "__fp") {
			got = append(got, id.Declarator.Name()+" "+pos.String())
			if id.Initializer != nil {
				got = append(got, p.Pos(id.Initializer).String())
			}
		}
	}
	if g, want := strings.Join(got, ", "), "a dir/t.c:4:5, b dir/t.c:5:5, dir/t.c:6:5, c dir/t.c:8:2"; g != want {
		t.Errorf("got %s, want %s", g, want)
	}
}

// Comments may hold bytes of any encoding; literals and code may not.
func TestOtherEncodings(t *testing.T) {
	const header = "/* Gr\xfc\xdfe, \xe9 */ // \xff \\\n \xfe\n"
	for src, want := range map[string]string{
		header + "int x;\n": "",
		"char *u = \"/* \\\" //\"; /* \xff * / \" \xe4*/\n": "",
		"char c = '\"'; // \xe4\n":                          "",
		header + "int \xe4;\n":                              "t.c:3:5: the file is not UTF-8 text",
		"char *s = \"/*\xe9*/\";\n":                         "t.c:1:14: the file is not UTF-8 text",
	} {
		got := ""
		if _, err := parseText("t.c", src, Options{}); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", src, got, want)
		}
	}
}

// GNU C's name for the further arguments of a macro means what __VA_ARGS__ does.
func TestNamedArguments(t *testing.T) {
	t.Parallel()
	for _, use := range []string{"M(1)", "M(1, 2)", "M(1, 2, 3)", "M(f, )", "N()", "N(4, 5)", "S(a, b)"} {
		const macros = "int g(); int h(const char *);\n#define M(f, rest...) g(f, ## rest)\n#define N(rest...) g(rest)\n#define S(rest...) h(#rest)\nint x(void) { int f = 1; return %s; }\n"
		named := fmt.Sprintf(macros, use)
		standard := strings.NewReplacer("rest...", "...", "rest", "__VA_ARGS__").Replace(named)
		a, b := mustParse(t, "t.c", named, Options{}), mustParse(t, "t.c", standard, Options{})
		if a.Hash != b.Hash {
			t.Errorf("%s is not the same by both names", use)
		}
		optional := strings.NewReplacer("rest...", "...", ", ## rest", " __VA_OPT__(,) __VA_ARGS__", "rest", "__VA_ARGS__").Replace(named)
		if c := mustParse(t, "t.c", optional, Options{}); c.Hash != a.Hash {
			t.Errorf("%s is not the same by __VA_OPT__", use)
		}
	}
}
