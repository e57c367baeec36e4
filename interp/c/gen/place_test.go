package gen_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fencepost/interp/c/cfront"
	"fencepost/interp/code"
	"fencepost/trace"
)

// function returns the compiled function f of a program that starts with text.
func compiledFunction(t *testing.T, text string) *code.Func {
	t.Helper()
	p := compileText(t, "p.c", text+"\nint main(void) { f(0); return 0; }\n")
	i := slices.IndexFunc(p.Funcs, func(f code.Func) bool { return f.Name == "f" })
	if i < 0 {
		t.Fatal("no function f")
	}
	return &p.Funcs[i]
}

func TestPlacement(t *testing.T) {
	const prelude = `#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct pair { int a, b; };
atomic_int shared;
int *keep;
void use(int *p) { keep = p; }
`
	for _, c := range []struct{ body, want string }{
		{"int x = n; x++;", ""},
		{"int x; x = n; use(0); n = x;", ""},
		{"int x = n; use(&x);", "x visible"},
		{"int x = n; keep = &x;", "x visible"},
		{"int x = n; *(char *)&x = 2;", "x private"},
		{"use(&n);", "n visible"},
		{"int x[2]; x[n] = 1; n = x[0];", "x private"},
		{"int x[2]; use(x);", "x visible"},
		{"int x[2]; use(&x[1]);", "x visible"},
		{"int x[2], *p = x; p[0] = 1;", "x visible"},
		{"struct pair x = { 1 }; x.a = x.b;", "x private"},
		{"struct pair x = { 1 }, y = x; y = x; n = y.b;", "x private, y private"},
		{"struct pair x = { 1 }; use(&x.b);", "x visible"},
		{"struct pair x[2]; x[n].a = 1; ((char *)x)[2] = 1;", "x private"},
		// Compare-exchange, thread creation and join hand a value back.
		{"int x = n; atomic_compare_exchange_strong(&shared, &x, 2);", ""},
		{"int x[2] = { 0 }; atomic_compare_exchange_strong(&shared, &x[1], 2);", "x private"},
		{"struct pair x = { 0 }; atomic_compare_exchange_strong(&shared, &x.b, 2);", "x private"},
		{"pthread_t x; pthread_create(&x, 0, 0, 0); pthread_detach(x);", ""},
		{"pthread_t x[2]; pthread_create(&x[n], 0, 0, 0); pthread_detach(x[n]);", "x private"},
		{"void *x; pthread_join(0, &x); keep = x;", ""},
		{"atomic_int x = 1; x++; n = x;", ""},
		{"atomic_int x = 1; atomic_fetch_add(&x, 1);", "x visible"},
		// What may be read before it is written is in memory.
		{"int x; if (n) x = 1; n = x;", "x private"},
		{"int x; if (n) x = 1; else x = 2; n = x;", ""},
		{"int x; if (n) x = 1; else return; n = x;", ""},
		{"int x; if (n) x = 1; else abort(); n = x;", ""},
		{"int x; while (n) { x = 1; break; } n = x;", "x private"},
		{"int x; while (1) { x = 1; if (n) break; } n = x;", ""},
		{"int x; do x = n; while (x); n = x;", ""},
		{"int x; do { if (n) continue; x = 1; } while (x);", "x private"},
		{"int x; for (x = 0; x < n; x++) ; n = x;", ""},
		{"for (int i = 0, j; i < n; i++) { j = i; n += j; }", ""},
		{"for (int i = 0, j; i < n; i++) { n += j; j = i; }", "j private"},
		{"for (int i = 0; i < n; i++) { int j; if (i) n += j; j = i; }", "j private"},
		{"int x; if (n && (x = n)) n = x;", ""},
		{"int x; if (n || (x = n)) n = x;", "x private"},
		{"int x; if (!(n || (x = n))) n = x;", ""},
		{"int x; n ? (x = 1) : (x = 2); n = x;", ""},
		{"int x; switch (n) { case 1: x = 1; break; default: x = 2; } n = x;", ""},
		{"int x; switch (n) { case 1: x = 1; break; case 2: x = 2; } n = x;", "x private"},
		{"int x; switch (n) { case 1: x = 1; default: n = x; }", "x private"},
		{"int x; if (n) goto out; x = 1; out: n = 2;", ""},
		{"int x; if (n) goto out; x = 1; out: n = x;", "x private"},
		{"int x; x = 1; again: n = x; if (n) goto again;", ""},
		{"{ int x = 1; in: n = x; } if (n < 5) goto in;", "x private"},
		{"if (n) goto in; int x = 1; in: n = x;", "x private"},
		{"int x = (x = 3, n); n = x;", "x private"},
		{"int x = ({ int y = (x = 3, n); y; }); n = x;", "x private"},
		{"for (int i = 0; i < n; i++) { int x = n; n = x; }", ""},
	} {
		f := compiledFunction(t, prelude+"void f(int n)\n{\n"+c.body+"\n}")
		var got []string
		for _, l := range f.Locals {
			where := "visible"
			if l.Private {
				where = "private"
			}
			got = append(got, l.Name+" "+where)
		}
		if s := strings.Join(got, ", "); s != c.want {
			t.Errorf("%s\ngot %q, want %q", c.body, s, c.want)
		}
	}
}

func TestSites(t *testing.T) {
	p := compileText(t, "p.c", `int x, y;
#define TWICE(v) ((v) + (v))
int main(void)
{
	x += y;
	int a[2] = { x };
	a[y]++;
	return TWICE(x) - y;
}
`)
	var got []string
	for _, f := range p.Funcs {
		for _, in := range f.Code {
			if in.Op == code.Load || in.Op == code.Store {
				s := p.Sites[in.Imm]
				got = append(got, fmt.Sprintf("%s %s %s", in.Op, s, s.Text))
				if s.Func != "main" {
					t.Errorf("site %s is said to be in %q", s, s.Func)
				}
			}
		}
	}
	want := []string{"load p.c:5:7 y", "load p.c:5:2 x += y", "store p.c:5:2#2 x += y",
		"load p.c:6:15 x", "load p.c:7:4 y", "load p.c:8:9 x", "load p.c:8:9#2 x", "load p.c:8:20 y"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestObjects(t *testing.T) {
	p := compileText(t, "p.c", `#include <stdatomic.h>
struct s { char c; int v[2]; struct { short h; }; union { long l; char b[8]; } u; } s = { 1, { 2, -3 } };
int zero[1000], *ptr = &s.v[1];
static int (*fun)(void);
_Thread_local short own = -2;
int big[5000];
int main(void) { fun = main; return own + zero[0] + big[1] + "text"[0]; }
`)
	byName := map[string]code.Object{}
	for _, o := range append(p.Objects, p.TLS...) {
		byName[o.Name] = o
	}
	s := byName["s"]
	var paths []string
	for _, l := range s.Scalars {
		paths = append(paths, fmt.Sprintf("%s@%d:%d", l.Path, l.Off, l.Size))
	}
	if got := strings.Join(paths, " "); got != ".c@0:1 .v[0]@4:4 .v[1]@8:4 .h@12:2 .u.l@16:8" {
		t.Errorf("scalars of s: %s", got)
	}
	if want := []byte{1, 0, 0, 0, 2, 0, 0, 0, 0xfd, 0xff, 0xff, 0xff}; !slices.Equal(s.Init, want) {
		t.Errorf("content of s: %v", s.Init)
	}
	ptr := byName["ptr"].Init
	if len(ptr) != 8 || uint64(ptr[0])|uint64(ptr[1])<<8|uint64(ptr[2])<<16|uint64(ptr[3])<<24 != s.Addr+8 {
		t.Errorf("content of ptr: %v, s is at %#x", ptr, s.Addr)
	}
	if z := byName["zero"]; z.Init != nil || len(z.Scalars) != 1000 || z.Size != 4000 {
		t.Errorf("zero: %d bytes of content, %d scalars", len(z.Init), len(z.Scalars))
	}
	if byName["big"].Scalars != nil {
		t.Error("the scalars of a large object are listed")
	}
	if len(p.TLS) != 1 || !slices.Equal(p.TLS[0].Init, []byte{0xfe, 0xff}) || p.TLS[0].Addr != 0 {
		t.Errorf("thread-local objects: %+v", p.TLS)
	}
	for _, o := range p.Objects {
		if o.ReadOnly != strings.HasPrefix(o.Name, `"`) {
			t.Errorf("%s: read-only %v", o.Name, o.ReadOnly)
		}
	}
}

func TestSignatures(t *testing.T) {
	p := compileText(t, "p.c", `enum e { one };
int a(int *p, enum e x) { return 0; }
int b(char *q, unsigned y) { return 1; }
int c(void *q, int y) { return 1; }
void d(void) {}
void e() {}
struct s { int a; } h(struct s s) { return s; }
struct z { int a; } i(struct z s) { return s; }
int main(void) { a(0, 0); b(0, 0); c(0, 0); d(); e(); h((struct s){ 0 }); i((struct z){ 0 }); return 0; }
`)
	sig := map[string]int32{}
	for _, f := range p.Funcs {
		sig[f.Name] = f.Sig
	}
	if sig["a"] != sig["b"] || sig["d"] != sig["e"] {
		t.Errorf("compatible functions differ: %v", sig)
	}
	if sig["a"] == sig["c"] || sig["h"] == sig["i"] || sig["a"] == sig["d"] || sig["main"] == sig["d"] {
		t.Errorf("incompatible functions agree: %v", sig)
	}
}

func TestNotGenerated(t *testing.T) {
	deep := strings.Repeat("(g + ", 300) + "g" + strings.Repeat(")", 300)
	var params []string
	for i := range 65 {
		params = append(params, fmt.Sprintf("int p%d", i))
	}
	for _, c := range []struct{ text, want string }{
		{"int g;\nint main(void) {\n return " + deep + ";\n}", "expression needs too many registers"},
		{"int many(" + strings.Join(params, ", ") + ") { return 0; }\nint main(void) { return (long)many == 0; }",
			"p.c:1:5: more than 64 parameters are not supported"},
		{"struct s { int a[5000]; } x;\nint main(void) {\n struct s y = x;\n return y.a[0];\n}",
			"p.c:3:15: copying an object of more than 4096 scalars is not supported"},
	} {
		_, err := cfront.Compile("p.c", []byte(c.text), cfront.Options{})
		var e *cfront.Error
		if !errors.As(err, &e) || !e.Unsupported || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

// TestNestedTypes compiles types whose number of parts is exponential in the
// size of the text.
func TestNestedTypes(t *testing.T) {
	var b strings.Builder
	b.WriteString("union u0 { int a; char b[4]; };\n")
	for i := range 60 {
		fmt.Fprintf(&b, "union u%d { union u%d a, b, c; };\n", i+1, i)
	}
	b.WriteString("union u60 v, w;\nint main(void) { v = w; return 0; }\n")
	p := compileText(t, "p.c", b.String())
	if n := len(p.Sites); n != 2 {
		t.Errorf("%d accesses, want the 2 of v = w", n)
	}
	if pos := p.Sites[0].Pos; pos != (trace.Pos{File: "p.c", Line: 63, Col: 22}) {
		t.Errorf("the first is at %s", pos)
	}
}
