package cfront_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fencepost/interp"
	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/interp/machine/strategy"
	"fencepost/models"
)

// link compiles a program whose files are separated by lines of "---".
func link(text string) (*code.Program, error) {
	var sources []cfront.Source
	for i, part := range strings.Split(text, "---\n") {
		sources = append(sources, cfront.Source{Name: string(rune('a'+i)) + ".c", Text: []byte(part)})
	}
	return cfront.CompileAll(sources, cfront.Options{})
}

// TestLink runs programs of several files; each returns 0 if all is well.
func TestLink(t *testing.T) {
	for name, text := range map[string]string{
		"functions and objects": `int f(int); extern int n; int main(void) { return f(n) - 42; }
---
int n = 40; int f(int a) { return a + 2; }
`,
		"internal linkage": `static int n = 1; static int f(void) { return n; } int g(void); int main(void) { return f() + g() - 3; }
---
static int n = 2; static int f(void) { return n; } int g(void) { return f(); }
`,
		"a shared struct": `struct s { int a; struct s *next; }; int sum(struct s *); struct s one = {1, 0}; int by(struct s);
int main(void) { struct s two = {2, &one}; return sum(&two) + by(two) - 5; }
---
struct s { int a; struct s *next; }; int sum(struct s *p) { int n = 0; for (; p; p = p->next) n += p->a; return n; }
int by(struct s v) { return v.a; }
`,
		"weak definitions": `__attribute__((weak)) int n = 1; __attribute__((weak)) int f(void) { return 1; } int m = 5; int h(void) { return 6; }
int g(void); int main(void) { return n + f() + g() - 2 - 3 - 11; }
---
int n = 2; int f(void) { return 3; } __attribute__((weak)) int m = 7; __attribute__((weak)) int h(void) { return 8; } int g(void) { return m + h(); }
`,
		"an opaque struct": `struct q; struct q *make(void); int get(struct q *); int main(void) { return get(make()) - 7; }
---
#include <stdlib.h>
struct q { int n; }; struct q *make(void) { struct q *p = malloc(sizeof *p); p->n = 7; return p; } int get(struct q *p) { return p->n; }
`,
		"a function by pointer, with a struct": `struct s { int a; }; int call(int (*f)(struct s)); static int one(struct s v) { return v.a; } int main(void) { return call(one) - 1; }
---
struct s { int a; }; int call(int (*f)(struct s)) { struct s v = {1}; return f(v); }
`,
		"a struct that is complete later": `struct w; struct f { int (*e)(struct w); }; struct h { const struct f *f; }; int use(struct h *); extern const struct f g; int main(void) { return use(0); }
---
struct f; struct h { const struct f *f; }; int use(struct h *); struct w { int x; }; struct f { int (*e)(struct w); }; static int x(struct w w) { return w.x; }
extern const struct f g; const struct f g = { x }; int use(struct h *h) { struct w w = {0}; return g.e(w); }
`,
		"another type of a function that nobody calls": `void clean(int, int); void clean(int a, int b) {} int main(void) { return 0; }
---
struct q { int n; }; void clean(struct q *); int other(void) { return 0; }
`,
		"what is never executed": `void wrong_size(void); extern int gone; static void size(int n) { if (sizeof n == 4) { if (n) return; } else if (sizeof n == 8) n = gone; else wrong_size(); }
int main(void) { int n = 0; size(n); if (0) { again: n++; } if (n == 0) goto again; return n - 1; }
`,
		"inline and the library": `#include <string.h>
#include <pthread.h>
inline int twice(int a) { return 2 * a; }
extern pthread_mutex_t m; int len(void); int main(void) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return twice(2) + (int)strlen("abc") + len() - 9; }
---
#include <string.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
inline int twice(int a) { return 2 * a; }
int len(void) { return (int)strlen("a") + twice(0) + 1; }
`,
	} {
		t.Run(name, func(t *testing.T) {
			p, err := link(text)
			if err != nil {
				t.Fatal(err)
			}
			res := interp.New(p, models.SC, interp.Options{}).Run(context.Background(), strategy.NewRandom(1), nil)
			if res.Outcome != interp.Completed || res.Exit != 0 {
				t.Errorf("%v, exit status %d, error %v", res.Outcome, res.Exit, res.Err)
			}
		})
	}
}

// TestLinkErrors compares what is said of files that do not fit each other.
func TestLinkErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"int f(void); int main(void) { return f(); }\n---\nint g(void) { return 0; }\n", "a.c:1:38: 'f' is used but not defined"},
		{"int f(void); int main(void) { goto in; if (0) { in: return f(); } }\n", "a.c:1:60: 'f' is used but not defined"},
		{"int x = 1; int main(void) { return x; }\n---\nint x = 2;\n", "b.c:1:5: duplicate definition of 'x', defined at a.c:1:5 in another file"},
		{"int f(void) { return 1; } int main(void) { return f(); }\n---\nint f(void) { return 2; }\n", "b.c:1:5: duplicate definition of 'f', defined at a.c:1:5 in another file"},
		{"int main(void) { return 1; }\n---\nint main(void) { return 2; }\n", "b.c:1:5: duplicate definition of 'main', defined at a.c:1:5 in another file: the files that are given together are one program; give each program alone"},
		{"int f(void) __attribute__((alias(\"g\"))); int main(void) { return f(); }\n", "a.c:1:5: 'f' is an alias of 'g', which is not defined"},
		{"extern int x; int main(void) { return x; }\n---\nlong x;\n", "b.c:1:6: conflicting types for 'x', declared at a.c:1:12 in another file"},
		{"int f(long a) { return 0; }\n---\nint f(char *); int main(void) { return f(0); }\n", "b.c:1:5: conflicting types for 'f', declared at a.c:1:5 in another file"},
		{"struct s { int a; }; int f(struct s *); int main(void) { return f(0); }\n---\nstruct s { long a; }; int f(struct s *p) { return p != 0; }\n", "b.c:1:27: conflicting types for 'f', declared at a.c:1:26 in another file"},
	} {
		_, err := link(c.text)
		if err == nil || err.Error() != c.want {
			t.Errorf("%q\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

// TestNeighbourDefines finds the file of a folder that has what is missing.
func TestNeighbourDefines(t *testing.T) {
	dir := t.TempDir()
	main := filepath.Join(dir, "main.c")
	for name, text := range map[string]string{
		"queue.c": "#include <stddef.h>\n\nint\nqueue_init(void *q)\n{\n\treturn q != NULL;\n}\n",
		"other.c": "int queue_init(void *q);\nint other(void) { return queue_init(0); }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	_, err := cfront.Compile(main, []byte("int queue_init(void *); int main(void) { return queue_init(0); }\n"), cfront.Options{})
	want := "'queue_init' is used but not defined here: queue.c in this folder defines it; give both files"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestImplicitDeclaration gives library functions the declaration of their header.
func TestImplicitDeclaration(t *testing.T) {
	p, err := cfront.Compile("t.c", []byte("int main(void) { int *p = malloc(4); *p = 1; free(p); return 0; }\n"), cfront.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(p.Warnings); n != 2 || p.Warnings[0].Message != "function 'malloc' is not declared" {
		t.Errorf("warnings %v", p.Warnings)
	}
	const own = "#include <stdio.h>\nstatic int remove(int x) { return x; }\nint main(void) { int *p = malloc(4); return remove(3); }\n"
	if _, err := cfront.Compile("t.c", []byte(own), cfront.Options{}); err == nil || !strings.Contains(err.Error(), "conflicting types for 'remove', first declared at <stdio.h>") {
		t.Errorf("a function declared otherwise than in a header that the program includes: %v", err)
	}
	if _, err := cfront.Compile("t.c", []byte("int main(void) { return unheard(1); }\n"), cfront.Options{}); err == nil {
		t.Error("a function that no header has is accepted")
	}
}

// TestAngledPaths compiles files whose paths look like names of ours.
func TestAngledPaths(t *testing.T) {
	for _, path := range []string{"<b>.c", "<end>", "<define>", "<headers>", "<stdio.h>", "<0>/b.c", "<headers>/stdio.h"} {
		files := map[string]string{"<c>.h": "int y = 3;\n", "<0>/<c>.h": "int y = 3;\n", "<headers>/<c>.h": "int y = 3;\n"}
		o := cfront.Options{ReadFile: func(name string) ([]byte, error) {
			if text, ok := files[strings.TrimPrefix(name, "./")]; ok {
				return []byte(text), nil
			}
			return nil, fs.ErrNotExist
		}}
		p, err := cfront.Compile(path, []byte("#include <stdio.h>\n#include \"<c>.h\"\nint main(void) { return puts(\"\") + y; }\n"), o)
		if err != nil || len(p.Files) != 2 {
			t.Errorf("%s: %v", path, err)
		}
		_, err = cfront.Compile(path, []byte("int main(void) { return x; }\n"), o)
		if want := "./" + path + ":1:25: 'x' is not declared"; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestFileOfHeader checks that __FILE__ in a header is the path by which it is found.
func TestFileOfHeader(t *testing.T) {
	headers := map[string]string{
		"inc/h.h": "#include \"../up/u.h\"\nstatic const char *h = __FILE__;\nstatic const char a[] = \"at \" __FILE__;\n",
		"up/u.h":  "static const char *u = __FILE__;\n",
	}
	read := func(path string) ([]byte, error) {
		text, ok := headers[filepath.ToSlash(path)]
		if !ok {
			return nil, fs.ErrNotExist
		}
		return []byte(text), nil
	}
	main := "#include <string.h>\n#include <h.h>\nint main(void) { return strcmp(h, \"inc/h.h\") || strcmp(a, \"at inc/h.h\") || strcmp(u, \"up/u.h\"); }\n"
	p, err := cfront.Compile("main.c", []byte(main), cfront.Options{IncludeDirs: []string{"inc"}, ReadFile: read})
	if err != nil {
		t.Fatal(err)
	}
	res := interp.New(p, models.SC, interp.Options{}).Run(context.Background(), strategy.NewRandom(1), nil)
	if res.Outcome != interp.Completed || res.Exit != 0 {
		t.Errorf("%v, exit status %d, error %v", res.Outcome, res.Exit, res.Err)
	}
}
