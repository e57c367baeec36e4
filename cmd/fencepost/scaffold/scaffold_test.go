package scaffold

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func write(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTypeOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"int v": "int", "const char *s": "char*", "struct queue *q": "struct queue*", "void": "void", " void * p": "void*", "unsigned long n": "unsigned long",
		"queue_t *const restrict q": "queue_t*", "Ring<int> &r": "Ring<int>*", "int v[3]": "int*", "": "", "int (*f)(int)": "", "uint64_t": "uint64_t",
	} {
		typ, pointer := typeOf(text)
		if pointer {
			typ += "*"
		}
		if typ != want {
			t.Errorf("%q is %q, want %q", text, typ, want)
		}
	}
}

func TestCalls(t *testing.T) {
	write(t, map[string]string{"q.h": "void q_init(void);\nint q_put(queue_t *q, int v, void *why);\nstatic inline bool\nq_take(queue_t *q, const unsigned long *n);\n", "q.c": "#include \"q.h\"\n"})
	for functions, want := range map[string]string{
		"q_init": "q_init()|q_init()|", "q_put,q_take": "q_put(&shared_queue_t, 1, 0)|q_take(&shared_queue_t, &v1)|queue_t shared_queue_t", "none": "no file", "a,b,c": "two threads",
	} {
		p, err := New([]string{"q.c", "q.h"}, strings.Split(functions, ","), false)
		got := p.First.Call + "|" + p.Second.Call + "|" + strings.Join(p.Shared, ",")
		if err != nil {
			got = err.Error()
		}
		if got != want && (err == nil || !strings.Contains(got, want)) {
			t.Errorf("%s: %s, want %s", functions, got, want)
		}
	}
}

func TestIncludeDirs(t *testing.T) {
	write(t, map[string]string{
		"src/a.c": "#include \"b.h\"\n#  include <lib/c.h>\n#include <stdio.h>\n", "src/b.h": "", "include/lib/c.h": "#include \"deep.h\"\n",
		"third/party/deep.h": "#include \"lib/c.h\"\n", "build/lib/c.h": "", "other/unused.h": "",
	})
	if got := includeDirs([]string{"src/a.c"}); !slices.Equal(got, []string{".", "include", "third/party"}) {
		t.Errorf("%q", got)
	}
}

func TestBuilds(t *testing.T) {
	write(t, map[string]string{"Makefile": "", "GNUmakefile": "", "meson.build": ""})
	if got := Builds(); !slices.Equal(got, []string{"meson", "make"}) {
		t.Errorf("%q", got)
	}
	t.Chdir(t.TempDir())
	if got := Builds(); !slices.Equal(got, []string{"cmake"}) {
		t.Errorf("%q", got)
	}
}

func TestFileNames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a b.c", "a.py", "a\".c", "a$.h"} {
		if _, err := New([]string{name}, nil, false); err == nil {
			t.Errorf("%q is taken", name)
		}
	}
}
