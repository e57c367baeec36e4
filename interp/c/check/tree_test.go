package check

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"fencepost/interp/c/library"
	"fencepost/interp/c/types"
	"fencepost/trace"
)

var opNames = map[types.Op]string{
	types.OpNeg: "neg", types.OpCom: "com", types.OpNot: "not", types.OpAdd: "+", types.OpSub: "-", types.OpMul: "*", types.OpDiv: "/", types.OpMod: "%",
	types.OpAnd: "&", types.OpOr: "|", types.OpXor: "^", types.OpShl: "<<", types.OpShr: ">>", types.OpPtrAdd: "ptradd", types.OpPtrSub: "ptrsub",
	types.OpEq: "==", types.OpNe: "!=", types.OpLt: "<", types.OpLe: "<=", types.OpGt: ">", types.OpGe: ">=", types.OpLAnd: "&&", types.OpLOr: "||",
	types.OpCond: "?", types.OpComma: ",", types.OpAssign: "=", types.OpAssignOp: "op=", types.OpPreInc: "preinc", types.OpPostInc: "postinc",
	types.OpCall: "call", types.OpLibrary: "lib", types.OpAtomic: "atomic", types.OpStmt: "stmt", types.OpInit: "init",
	types.OpAddr: "addr", types.OpRead: "read", types.OpCast: "cast", types.OpDeref: "deref", types.OpMember: "member",
}

// dump writes an expression as (operation:type operands).
func dump(e *types.Expr) string {
	switch e.Op {
	case types.OpObj:
		return e.Obj.Name
	case types.OpFunc:
		return "&" + e.Fn.Name
	case types.OpInt:
		return fmt.Sprintf("%d:%s", e.I, e.Type)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "(%s", opNames[e.Op])
	switch e.Op {
	case types.OpAtomic:
		b.WriteString(dumpAtomic(e))
	case types.OpLibrary:
		b.WriteString(" " + e.Lib)
	case types.OpAssignOp:
		fmt.Fprintf(&b, " %s", opNames[e.Sub])
	case types.OpCall:
		if e.Fn != nil {
			b.WriteString(" " + e.Fn.Name)
		}
	}
	fmt.Fprintf(&b, ":%s", e.Type)
	switch e.Op {
	case types.OpMember, types.OpPtrAdd, types.OpPtrSub, types.OpPreInc, types.OpPostInc:
		fmt.Fprintf(&b, " %d", e.I)
	}
	if e.Type2 != nil {
		fmt.Fprintf(&b, " [%s]", e.Type2)
	}
	for _, x := range append([]*types.Expr{e.X, e.Y, e.Z}, e.Args...) {
		if x != nil {
			b.WriteString(" " + dump(x))
		}
	}
	for _, in := range e.Inits {
		fmt.Fprintf(&b, " %d<-%s", in.Off, dump(in.Val))
	}
	if e.Body != nil && e.Body.Value != nil {
		b.WriteString(" " + dump(e.Body.Value))
	}
	return b.String() + ")"
}

func dumpAtomic(e *types.Expr) string {
	names := []string{"load", "store", "rmw", "cas", "casval", "casbool", "fence", "testset", "clear", "dcas"}
	s := " " + names[e.Atomic]
	if e.HW != trace.NoFence {
		return s + " " + e.HW.String()
	}
	s += " " + e.Order.String()
	if e.Atomic == types.AtomicCAS {
		s += "/" + e.Fail.String()
	}
	if e.Weak {
		s += " weak"
	}
	if e.Fetch {
		s += " new"
	}
	return s
}

// statementsOf returns the statements of function f of a program.
func statementsOf(t *testing.T, u *types.Unit, f string) []*types.Stmt {
	t.Helper()
	for _, fn := range u.Funcs {
		if fn.Name == f {
			return fn.Body.List
		}
	}
	t.Fatalf("no function %s", f)
	return nil
}

const treePrelude = `#include <stdatomic.h>
#include <stdlib.h>
#include <assert.h>
#include <fencepost.h>
struct S { int a; char b; struct S *next; int v[3]; } s, *p;
char c; short h; int i, *ip; unsigned u; long l; unsigned long ul; _Bool b; void *vp;
enum E { E0 } e;
atomic_int ai; _Atomic(int *) ap; atomic_flag af;
int a[4], m[2][3];
int f(long x) { return x; }
int (*fp)(long);
struct S g(void) { return s; }
int main(void) {
`

// TestTree compares typed expressions: conversions, constants, lvalues.
func TestTree(t *testing.T) {
	tests := []struct{ src, want string }{
		{"i = c;", "(=:int i (cast:int (read:char c)))"},
		{"c = i + 1;", "(=:char c (cast:char (+:int (read:int i) 1:int)))"},
		{"l = i + u;", "(=:long l (cast:long (+:unsigned int (cast:unsigned int (read:int i)) (read:unsigned int u))))"},
		{"i = c + h;", "(=:int i (+:int (cast:int (read:char c)) (cast:int (read:short h))))"},
		{"b = ip;", "(=:_Bool b (cast:_Bool (read:int * ip)))"},
		{"b = 2;", "(=:_Bool b 1:_Bool)"},
		{"i = -1 < 0u;", "(=:int i 0:int)"},
		{"i = sizeof s;", "(=:int i 32:int)"},
		{"e = i;", "(=:enum E e (cast:enum E (read:int i)))"},
		{"i = e;", "(=:int i (cast:int (read:enum E e)))"},
		{"i = 1 ? c : 2;", "(=:int i (cast:int (read:char c)))"},
		{"ip = 0;", "(=:int * ip 0:int *)"},
		{"vp = ip;", "(=:void * vp (cast:void * (read:int * ip)))"},
		{"ip = vp;", "(=:int * ip (cast:int * (read:void * vp)))"},
		{"ip = a;", "(=:int * ip (addr:int * a))"},
		{"i = a[2];", "(=:int i (read:int (member:int 8 a)))"},
		{"i = a[i];", "(=:int i (read:int (deref:int (ptradd:int * 4 (addr:int * a) (cast:long (read:int i))))))"},
		{"i = *a;", "(=:int i (read:int (member:int 0 a)))"},
		{"i = m[1][2];", "(=:int i (read:int (member:int 8 (member:int[3] 12 m))))"},
		{"i = ip[i];", "(=:int i (read:int (deref:int (ptradd:int * 4 (read:int * ip) (cast:long (read:int i))))))"},
		{"i = s.b;", "(=:int i (cast:int (read:char (member:char 4 s))))"},
		{"i = p->next->v[1];", "(=:int i (read:int (member:int 4 (member:int[3] 16 (deref:struct S (read:struct S * (member:struct S * 8 (deref:struct S (read:struct S * p)))))))))"},
		{"i = (*&s).a;", "(=:int i (read:int (member:int 0 s)))"},
		{"p = &s;", "(=:struct S * p (addr:struct S * s))"},
		{"ip = &p->a;", "(=:int * ip (addr:int * (member:int 0 (deref:struct S (read:struct S * p)))))"},
		{"ip = &*ip;", "(=:int * ip (read:int * ip))"},
		{"s = *p;", "(=:struct S s (read:struct S (deref:struct S (read:struct S * p))))"},
		{"i = g().a;", "(=:int i (read:int (member:int 0 (init:struct S 0<-(call g:struct S)))))"},
		{"ip += i;", "(op= ptradd:int * [int *] ip (cast:long (read:int i)))"},
		{"c += u;", "(op= +:char [unsigned int] c (read:unsigned int u))"},
		{"c <<= l;", "(op= <<:char [int] c (read:long l))"},
		{"ip--;", "(postinc:int * -4 ip)"},
		{"++c;", "(preinc:char 1 c)"},
		{"l = ip - a;", "(=:long l (ptrsub:long 4 (read:int * ip) (addr:int * a)))"},
		{"i = f(c);", "(=:int i (call f:int (cast:long (read:char c))))"},
		{"fp = f;", "(=:int (*)(long) fp &f)"},
		{"i = fp(1);", "(=:int i (call:int (read:int (*)(long) fp) 1:long))"},
		{"i = (*fp)(1);", "(=:int i (call:int (read:int (*)(long) fp) 1:long))"},
		{"i = (&f)(1);", "(=:int i (call f:int 1:long))"},
		{"vp = malloc(4);", "(=:void * vp (lib malloc:void * 4:unsigned long))"},
		{"free(malloc(4));", "(lib free:void (lib malloc:void * 4:unsigned long))"},
		{"assert(malloc(1));", "(lib assert:void (lib malloc:void * 1:unsigned long))"},
		{"ip = &*(int *)malloc(1);", "(=:int * ip (cast:int * (lib malloc:void * 1:unsigned long)))"},
		{"assert(i > 1);", "(lib assert:void (>:int (read:int i) 1:int))"},
		{"i = !ip && u;", "(=:int i (&&:int (not:int (read:int * ip)) (read:unsigned int u)))"},
		{"i = ip == 0;", "(=:int i (==:int (read:int * ip) 0:int *))"},
		{"i = (c, h);", "(=:int i (cast:int (,:short 0:int (read:short h))))"},
		{"i = ({ int z = 1; z; });", "(=:int i (stmt:int (read:int z)))"},
		{"(void)i;", "(cast:void 0:int)"},
		{"(void)p->a;", "(cast:void (read:struct S * p))"},
		{"ai = 1;", "(=:int ai 1:int)"},
		{"i = ai;", "(=:int i (read:int ai))"},
		{"ai++;", "(postinc:int 1 ai)"},
		{"ap += 1;", "(op= ptradd:int * [int *] ap 1:long)"},
		{"i = atomic_load_explicit(&ai, memory_order_acquire);", "(=:int i (atomic load acquire:int [_Atomic int] (addr:_Atomic int * ai)))"},
		{"atomic_store(&ai, l);", "(atomic store seq_cst:void [_Atomic int] (addr:_Atomic int * ai) (cast:int (read:long l)))"},
		{"atomic_compare_exchange_weak_explicit(&ai, &i, 1, memory_order_release, memory_order_relaxed);",
			"(atomic cas release/relaxed weak:_Bool [_Atomic int] (addr:_Atomic int * ai) (addr:int * i) 1:int)"},
		{"atomic_fetch_add(&ap, 2);", "(atomic rmw seq_cst:int * [int *_Atomic] (addr:int *_Atomic * ap) 8:long)"},
		{"__atomic_add_fetch(&i, 1, __ATOMIC_RELAXED);", "(atomic rmw relaxed new:int [int] (addr:int * i) 1:int)"},
		{"__atomic_load(&i, ip, 0);", "(cast:void (=:int (deref:int (read:int * ip)) (atomic load relaxed:int [int] (addr:int * i))))"},
		{"atomic_flag_clear(&af);", "(atomic clear seq_cst:void [_Atomic _Bool] (addr:_Atomic _Bool * (member:_Atomic _Bool 0 af)))"},
		{"atomic_init(&ai, 3);", "(cast:void (=:int (deref:int (cast:int * (addr:_Atomic int * ai))) 3:int))"},
		{"atomic_thread_fence(memory_order_acquire);", "(atomic fence acquire:void)"},
		{"atomic_thread_fence(memory_order_relaxed);", "(cast:void 0:int)"},
		{"fence_ss();", "(atomic fence ss:void)"},
		{"__sync_lock_release(&i);", "(atomic store release:void [int] (addr:int * i) 0:int)"},
	}
	for _, test := range tests {
		u := mustCheck(t, treePrelude+test.src+"\n}")
		if got := dump(statementsOf(t, u, "main")[0].X); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.src, got, test.want)
		}
	}
}

// TestAccessPositions checks where accesses stand, and their text.
func TestAccessPositions(t *testing.T) {
	const line = "  a[i] = *ip + p->next->v[0] + (i += 2) + atomic_load(&ai) + f(s.a);"
	u := mustCheck(t, treePrelude+line+"\n}")
	var got []string
	var walk func(e *types.Expr)
	walk = func(e *types.Expr) {
		switch e.Op {
		case types.OpRead, types.OpAssign, types.OpAssignOp, types.OpAtomic, types.OpCall:
			got = append(got, fmt.Sprintf("%d %s", e.Pos.Col, e.Text))
		}
		e.Operands(walk)
	}
	walk(statementsOf(t, u, "main")[0].X)
	want := []string{
		"3 a[i] = *ip + p->next->v[0] + (i += 2) + atomic_load(&ai)...",
		"10 *ip", "11 ip", "25 p->next->v[0]", "19 p->next", "16 p", "33 i += 2",
		"43 atomic_load(&ai)", "62 f(s.a)", "66 s.a", "5 i",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestInitialisers compares what initialises static and automatic objects.
func TestInitialisers(t *testing.T) {
	tests := []struct{ decl, want string }{
		{"int x = 3;", "0=3"},
		{"int x[3] = {1, [2] = 2};", "0=1 8=2"},
		{"int x[] = {[2] = 5, [0] = 1, 2};", "8=5 0=1 4=2"},
		{"int x[2] = {1, 2, [0] = 3};", "4=2 0=3"},
		{"char x[4] = \"ab\";", "0=97 1=98 2=0"},
		{"char x[2] = \"ab\";", "0=97 1=98"},
		{"struct T { int a; struct { char b, c; } d; int e[2]; } x = {1, 2, 3, 4, 5};", "0=1 4=2 5=3 8=4 12=5"},
		{"struct T { int a; struct { char b, c; } d; int e[2]; } x = {.d.c = 2, 3, .a = 1};", "5=2 8=3 0=1"},
		{"struct T { int a; struct { char b, c; } d; int e[2]; } x = {.e = {[1] = 7}, .d = {1}};", "12=7 4=1"},
		{"struct T { int a; struct { char b, c; } d; } x = {.d = {1, 2}, .d = {3}};", "4=3"},
		{"struct T { int a; union { int i; char c; }; } x = {.c = 1};", "4=1"},
		{"union T { char c; int i; } x = {5};", "0=5"},
		{"union T { char c; int i; } x = {.i = 5};", "0=5"},
		{"struct T { struct { int a, b; } p[2]; } x = {.p[1].a = 1, 2, .p[0] = {3}};", "8=1 12=2 0=3"},
		{"int x[2][2] = {1, 2, {3}};", "0=1 4=2 8=3"},
		{"struct T { char s[4]; int n; } x[] = {\"a\", 1, {\"b\", 2}};", "0=97 1=0 4=1 8=98 9=0 12=2"},
		{"int x = {4};", "0=4"},
		{"int x[2] = {};", ""},
		{"_Bool x[2] = {5, 0};", "0=1 1=0"},
	}
	for _, test := range tests {
		u := mustCheck(t, "static "+test.decl+"\nint main(void) { "+test.decl+" return sizeof x; }")
		var static, auto []string
		for _, it := range u.Objects[0].Init {
			static = append(static, fmt.Sprintf("%d=%d", it.Off, it.Val.I))
		}
		list := statementsOf(t, u, "main")
		for _, it := range list[0].Inits {
			auto = append(auto, fmt.Sprintf("%d=%d", it.Off, it.Val.I))
		}
		if got := strings.Join(static, " "); got != test.want {
			t.Errorf("static %s\n got %s\nwant %s", test.decl, got, test.want)
		}
		if got := strings.Join(auto, " "); got != test.want {
			t.Errorf("auto %s\n got %s\nwant %s", test.decl, got, test.want)
		}
	}
}

// TestStringsAreShared checks that equal literals are one object, and others not.
func TestStringsAreShared(t *testing.T) {
	u := mustCheck(t, `const char *a[] = {"\x80", "\x81", "", "a", "a", "\0"}; int main(void) { return 0; }`)
	if n := len(u.Objects); n != 6 {
		t.Errorf("%d objects, want a and five literals", n)
	}
}

// TestAddressConstants checks what static initialisers are reduced to.
func TestAddressConstants(t *testing.T) {
	u := mustCheck(t, `
struct S { int a, b[3]; } s;
static int f(int x) { return x; }
int *p1 = &s.b[1], *p2 = s.b + 2, *p3 = &(&s)->a;
char *p4 = (char *)&s + 3;
const char *p5 = &"abc"[1];
long l = (long)&s.b;
int (*fp)(int) = f;
void *vp = (void *)(f);
struct S *self[] = {&s, &s + 1, (void *)0, (struct S *)16};
int main(void) { return 0; }`)
	want := map[string]string{
		"p1": "s+8", "p2": "s+12", "p3": "s+0", "p4": "s+3", "p5": `"abc"+1`, "l": "s+4",
		"fp": "f", "vp": "f", "self": "s+0 s+16 0 16",
	}
	for _, o := range u.Objects {
		var got []string
		for _, it := range o.Init {
			switch it.Val.Op {
			case types.OpInt:
				got = append(got, fmt.Sprint(it.Val.I))
			case types.OpFunc:
				got = append(got, it.Val.Fn.Name)
			default:
				got = append(got, fmt.Sprintf("%s+%d", it.Val.Obj.Name, it.Val.I))
			}
		}
		if w, ok := want[o.Name]; ok && strings.Join(got, " ") != w {
			t.Errorf("%s: got %q, want %q", o.Name, got, w)
		}
	}
}

// TestReachable checks that the unit holds what main needs, and no more of the
// embedded headers.
func TestReachable(t *testing.T) {
	u := mustCheck(t, `#include <ctype.h>
#include <stdlib.h>
#include <string.h>
static void unused(void) { toupper(1); }
static int viaPointer(void) { return strlen("x"); }
static int (*table[])(void) = {viaPointer};
static int called(void) { return table[0](); }
int global;
int main(void) { return called(); }`)
	var got []string
	for _, f := range u.Funcs {
		got = append(got, f.Name)
	}
	if s := strings.Join(got, " "); s != "strlen viaPointer called main" {
		t.Errorf("functions %s", s)
	}
	got = nil
	for _, o := range u.Objects {
		got = append(got, o.Name)
	}
	if s := strings.Join(got, " "); s != `"x" table global` {
		t.Errorf("objects %s", s)
	}
}

// TestLiterals checks what the declarations of testdata cannot: text.
func TestLiterals(t *testing.T) {
	tests := []struct {
		src  string
		want string
	}{
		{`"a\n\t\\\"\0"`, "97 10 9 92 34 0"},
		{`"\x41\102z"`, "65 66 122"},
		{`"\u00e4"`, "-61 -92"},
		{`L"\u00e4\x1234"`, "228 4660"},
		{`u8"\377"`, "-1"},
		{`"é"`, "-61 -87"},
		{`L"é"`, "233"},
	}
	for _, test := range tests {
		units, _, err := parseString(test.src)
		if got := strings.Trim(fmt.Sprint(units), "[]"); err != nil || got != test.want {
			t.Errorf("%s: got %s, %v, want %s", test.src, got, err, test.want)
		}
	}
	for _, src := range []string{`"\`, `"\x"`, `"\9"`, `"\400"`, `"\u12"`, `"\ud800"`, `U"a"`} {
		if units, _, err := parseString(src + `"`); err == nil {
			t.Errorf("%s: no error, %v", src, units)
		}
	}
}

// TestTypeStrings checks how diagnostics show types.
func TestTypeStrings(t *testing.T) {
	tests := []struct{ src, want string }{
		{"int", "int"},
		{"long unsigned", "unsigned long"},
		{"char const *", "const char *"},
		{"char *const", "char *const"},
		{"int _Atomic *", "_Atomic int *"},
		{"int *_Atomic *", "int *_Atomic *"},
		{"int *[3]", "int *[3]"},
		{"int (*)[3]", "int (*)[3]"},
		{"int (*)(long, char *)", "int (*)(long, char *)"},
		{"void (*(*)(void))(int)", "void (*(*)(void))(int)"},
		{"int (*)()", "int (*)()"},
		{"int (*)(char const *, ...)", "int (*)(const char *, ...)"},
		{"struct S *volatile", "struct S *volatile"},
	}
	for _, test := range tests {
		u := mustCheck(t, "struct S; typeof("+test.src+") *object; int main(void) { return 0; }")
		if got := u.Objects[0].Type.Elem.String(); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// TestGCCAgrees compiles what must pass with GCC, if it is there.
func TestGCCAgrees(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc")
	}
	header, _ := library.Header("fencepost.h")
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/fencepost.h", []byte(header), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"good_types.c", "good_program.c"} {
		out, err := exec.Command(gcc, "-std=gnu11", "-w", "-fsyntax-only", "-I", dir, "testdata/"+name).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", name, err, out)
		}
	}
}
