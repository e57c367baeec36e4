package rewrite_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fencepost/benchmarks/testsize"
	"fencepost/interp/c/cfront"
	"fencepost/interp/c/library"
	"fencepost/interp/c/rewrite"
	"fencepost/interp/code"
	"fencepost/phase2/fences"
	"fencepost/trace"
)

// prelude declares what the texts use.
const prelude = `#include <stdatomic.h>
#include <stdio.h>
static int x, y, z, a[4];
static atomic_int u, v;
static _Atomic long w;
static struct node { struct node *next; int key; atomic_int lock; } *head;
static int f(int n) { return n; }
`

// texts are functions with what changes of the source have to cope with. Prose is
// how many of the changes of TestEveryChange cannot be written: a fence between
// the two halves of an update such as x++, or between the reading of an address
// and the access there.
var texts = []struct {
	name, text string
	prose      int
}{
	{"statement", "int main(void)\n{\n\tx = 1;\n\ty = x;\n\treturn 0;\n}\n", 0},
	{"several on a line", "int main(void) { x = 1; y = 2; z = x + y; return z; }\n", 0},
	{"if and else without braces", "int main(void)\n{\n\tif (x)\n\t\ty = 1;\n\telse if (y)\n\t\tz = 1;\n\telse\n\t\tz = 2;\n\treturn 0;\n}\n", 0},
	{"while", "int main(void)\n{\n\twhile (x < 3)\n\t\tx = x + 1;\n\twhile (y);\n\treturn 0;\n}\n", 0},
	{"do", "int main(void)\n{\n\tdo\n\t\tx = y;\n\twhile (x > y);\n\treturn 0;\n}\n", 0},
	{"for head", "int main(void)\n{\n\tfor (x = 0; x < 3; x++)\n\t\ta[x] = y;\n\tfor (int i = y; i < z; i += x)\n\t\t;\n\treturn 0;\n}\n", 3},
	{"comma expression", "int main(void)\n{\n\tint r = (x = 1, y);\n\tz = (x, y) + r;\n\treturn 0;\n}\n", 0},
	{"switch", "int main(void)\n{\n\tswitch (x) {\n\tcase 1: y = 1; break;\n\tcase 2:\n\tdefault: z = y;\n\t}\n\treturn 0;\n}\n", 0},
	{"labels and goto", "int main(void)\n{\nagain:\n\tx = x + 1;\n\tif (x < 3) goto again;\nout: return y;\n}\n", 0},
	{"logical operators", "int main(void)\n{\n\tif (x && (y || !z)) x = y ? z : 1;\n\treturn 0;\n}\n", 0},
	{"pointers", "int main(void)\n{\n\tstruct node *n = head;\n\twhile (n && n->next)\n\t\tn = n->next;\n\tif (n)\n\t\tn->key = (*n).key + a[x];\n\treturn 0;\n}\n", 1},
	{"nested calls", "int main(void)\n{\n\treturn f(f(x) + f(y)) + f(f(z));\n}\n", 0},
	{"declarations", "int main(void)\n{\n\tint p = x, q = y, *r = &z;\n\tconst int s[2] = { x, *r };\n\treturn p + q + s[0];\n}\n", 0},
	{"increments", "int main(void)\n{\n\tx++;\n\t++y;\n\tz = x-- + --y;\n\tx += z;\n\ta[x++] |= 3;\n\treturn 0;\n}\n", 15},
	{"atomic operators", "int main(void)\n{\n\tu++;\n\t--u;\n\tx = u++ + ++v;\n\tu += 2;\n\tw ^= x;\n\tv = u;\n\treturn v;\n}\n", 0},
	{"atomic members", "int main(void)\n{\n\tif (head) {\n\t\thead->lock++;\n\t\thead->lock = head->key;\n\t\treturn head->lock;\n\t}\n\treturn *&u;\n}\n", 4},
	{"atomic calls", "int main(void)\n{\n\tint e = 0;\n\tatomic_store(&u, 1);\n\tatomic_store_explicit(&v, 2, memory_order_release);\n\tif (atomic_compare_exchange_strong(&u, &e, 3))\n\t\tx = atomic_fetch_add(&v, 1);\n\treturn atomic_load_explicit(&u, memory_order_acquire);\n}\n", 0},
	{"gnu calls", "int main(void)\n{\n\t__atomic_store_n(&x, 1, __ATOMIC_RELEASE);\n\ty = __atomic_load_n(&x, __ATOMIC_ACQUIRE);\n\t__sync_fetch_and_add(&z, 1);\n\t__sync_synchronize();\n\t__sync_lock_release(&z);\n\treturn y;\n}\n", 0},
	{"order in a macro", "#define ORDER memory_order_relaxed\n#define HOW ORDER\nint main(void)\n{\n\tatomic_store_explicit(&u, 1, ORDER);\n\tatomic_store_explicit(&v, 1, HOW);\n\treturn 0;\n}\n", 0},
	{"default order", "#ifndef ORDER\n#define ORDER memory_order_relaxed\n#endif\nint main(void)\n{\n\tatomic_store_explicit(&u, 1, ORDER);\n\treturn atomic_load_explicit(&u, ORDER);\n}\n", 0},
	{"macro that says its order", "#define mo_relaxed memory_order_relaxed\nint main(void)\n{\n\tatomic_store_explicit(&u, 1, mo_relaxed);\n\treturn 0;\n}\n", 0},
	{"access in a macro", "#define READ(p) (*(volatile int *)&(p))\n#define WRITE(p, n) do { *(volatile int *)&(p) = (n); } while (0)\nint main(void)\n{\n\tWRITE(x, 1);\n\tif (READ(y))\n\t\tWRITE(x, READ(y) + READ(z));\n\treturn READ(x);\n}\n", 0},
	{"atomic access in a macro", "#define PUT(p, n) atomic_store_explicit(&(p), n, memory_order_relaxed)\n#define GET(p) atomic_load(&(p))\n#define INC(p) ((p)++)\nint main(void)\n{\n\tPUT(u, 1);\n\tPUT(v, GET(u));\n\tINC(u);\n\treturn GET(v);\n}\n", 0},
	{"statements in a macro", "#define BOTH(p, q) p = 1; \\\n\tq = 2\n#define TWICE(s) s s\nint main(void)\n{\n\tBOTH(x, y);\n\tTWICE(z = x;)\n\treturn 0;\n}\n", 0},
	{"half a statement in a macro", "#define BEGIN {\n#define IF(c) if (c)\n#define ELSE else\nint main(void)\n{\n\tIF (x) BEGIN y = 1; } ELSE z = 1;\n\treturn 0;\n}\n", 0},
	{"pasted and quoted", "#define SET(n) field_##n = 1; puts(#n)\nstatic int field_b;\nint main(void)\n{\n\tSET(b);\n\tputs(\"x = 1; /* not a comment */ // \\\" x++\");\n\tx = '\"';\n\treturn 0;\n}\n", 0},
	{"odd spacing", "int main ( void )\n  {\n  x\n   =\n     1 ; if(x)y=2;for(;x<3;)x ++ ;\n    return(  z ) ;}\n", 2},
	{"comments", "int main(void)\n{\n\tx = 1; // sets x; y = 2;\n\t/* first */ y /* in */ = /* the */ 2 /* middle */; /* last\n\t   line */ z = 3;\n\treturn /* what? */ x;\n}\n", 0},
	{"joined lines", "int main(void)\n{\n\tx \\\n\t\t= y; \\\n\ty = 2;\n\tret\\\nurn x;\n}\n", 0},
	{"carriage returns", "int main(void)\r\n{\r\n\tx = 1;\r\n\tif (x)\r\n\t\ty = 2;\r\n\treturn z;\r\n}\r\n", 0},
	{"statement expression", "int main(void)\n{\n\tint r = ({ x = 1; y; });\n\treturn r + ({ int q = z; q + x; });\n}\n", 0},
	{"adjacent strings", "int main(void)\n{\n\tprintf(\"%d \" \"%d\\n\", x,\n\t\ty);\n\treturn 0;\n}\n", 0},
	{"own fences", "#define FULL atomic_thread_fence(memory_order_seq_cst)\n#define FENCED(s) do { s; FULL; } while (0)\nint main(void)\n{\n\tx = 1;\n\tFULL;\n\tif (y)\n\t\tFULL;\n\telse { atomic_thread_fence(memory_order_acquire); }\n\tFENCED(x = 2);\n\twhile (FULL, x < 2)\n\t\t;\n\treturn (FULL, z);\n}\n", 0},
	{"no end of line", "int main(void) { x = 1; return 0; }", 0},
	{"flags and exchanges", "static atomic_flag g;\nint main(void)\n{\n\twhile (atomic_flag_test_and_set(&g))\n\t\t;\n\tx = atomic_exchange_explicit(&u, 1, memory_order_acq_rel);\n\tatomic_flag_clear_explicit(&g, memory_order_release);\n\treturn 0;\n}\n", 0},
}

func compileText(t testing.TB, text string) *code.Program {
	t.Helper()
	p, err := cfront.Compile("t.c", []byte(text), cfront.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// TestEveryChange makes each change of each text: a fence before and after each
// access, no fence of the program, each other order. What is compiled from the
// changed text does what was wanted, or prose says what could not be written.
func TestEveryChange(t *testing.T) {
	t.Parallel()
	for _, test := range testsize.Part(3, texts) {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			p := compileText(t, prelude+test.text)
			source, err := rewrite.Open(p, cfront.Options{})
			if err != nil {
				t.Fatal(err)
			}
			list := everyChange(p)
			var prose []string
			for i, c := range list {
				if !testsize.Long() && i%6 != len(test.name)%6 {
					continue
				}
				r := source.Rewrite([]rewrite.Change{c.change}, func(done []int) *code.Program { return c.want })
				if len(r.Failed) > 0 {
					prose = append(prose, fmt.Sprintf("%s %s", p.Sites[c.change.Site], c))
				}
				verify(t, p, r)
			}
			if len(list) == 0 || len(prose) != test.prose && testsize.Long() || len(prose) > test.prose {
				t.Errorf("%d of %d changes are not written, want %d:\n%s", len(prose), len(list), test.prose, strings.Join(prose, "\n"))
			}
		})
	}
}

// A wanted is a change with the program that it is to make.
type wanted struct {
	change rewrite.Change
	want   *code.Program
}

func (c wanted) String() string {
	return fmt.Sprintf("%s: %s %s", []string{"before", "after", "remove", "reorder"}[c.change.Kind], c.want.Sites[c.change.Site].Text, c.change.Order)
}

// everyChange returns a fence before and after each access, the removal of each
// fence, and each operation relaxed and seq_cst.
func everyChange(p *code.Program) (list []wanted) {
	for _, s := range fences.Sites(p) {
		for side, kind := range []rewrite.Kind{fences.Before: rewrite.Before, fences.After: rewrite.After} {
			f := fences.Fence{Site: s, Side: fences.Side(side), Kind: trace.StoreLoad}
			c := rewrite.Change{Site: s, Kind: kind, Call: "fence_sl()", Header: "fencepost.h"}
			list = append(list, wanted{c, fences.Apply(p, fences.Placement{Add: []fences.Fence{f}})})
		}
	}
	for _, s := range fences.Own(p) {
		list = append(list, wanted{rewrite.Change{Site: s, Kind: rewrite.Remove}, fences.Apply(p, fences.Placement{Remove: []int32{s}})})
	}
	for _, s := range fences.OrderSites(p) {
		for _, to := range []trace.Order{trace.Relaxed, trace.SeqCst} {
			a := p.Access[s.Site]
			if s.Fail || a.Order == to || slices.Contains(fences.Own(p), s.Site) {
				continue
			}
			changes := []fences.OrderChange{{OrderSite: s, From: a.Order, To: to}}
			if a.Order, a.Fail = to, min(a.Fail, to); a.Fail != p.Access[s.Site].Fail {
				changes = append(changes, fences.OrderChange{OrderSite: fences.OrderSite{Site: s.Site, Fail: true}, From: p.Access[s.Site].Fail, To: a.Fail})
			}
			c := rewrite.Change{Site: s.Site, Kind: rewrite.Reorder, Header: "stdatomic.h", Order: a.Order, Fail: a.Fail}
			list = append(list, wanted{c, fences.ApplyOrders(p, changes)})
		}
	}
	return list
}

// verify checks that a result is a change that was made, or none that was not.
func verify(t testing.TB, p *code.Program, r *rewrite.Result) {
	t.Helper()
	switch {
	case len(r.Failed) > 0 && (r.Diff != "" || r.Files[0].Text != p.Files[0].Text):
		t.Errorf("what could not be written is in the diff:\n%s", r.Diff)
	case len(r.Failed) == 0 && (r.Diff == "" || rewrite.SameShape(p, r.Program)):
		t.Errorf("nothing changes:\n%s", r.Diff)
	case r.Program.Hash != "" && r.Files[0].Text != r.Program.Files[0].Text:
		t.Errorf("the program is not that of the files:\n%s", r.Files[0].Text)
	}
}

// FuzzRewrite makes a change of any program that compiles: it is written, or it
// is not, and what is written is what was wanted.
func FuzzRewrite(f *testing.F) {
	for i, test := range testsize.Part(3, texts) {
		f.Add(prelude+test.text, uint16(i))
	}
	f.Fuzz(func(t *testing.T, text string, n uint16) {
		if len(text) > 10_000 {
			return
		}
		o := cfront.Options{ReadFile: func(string) ([]byte, error) { return nil, fs.ErrNotExist }}
		p, err := cfront.Compile("t.c", []byte(text), o)
		if err != nil || len(p.Sites) > 500 {
			return
		}
		source, err := rewrite.Open(p, o)
		if err != nil {
			t.Fatal(err)
		}
		list := everyChange(p)
		if len(list) == 0 {
			return
		}
		c := list[int(n)%len(list)]
		verify(t, p, source.Rewrite([]rewrite.Change{c.change}, func([]int) *code.Program { return c.want }))
		efforts := source.Efforts(fences.Sites(p))
		for _, s := range fences.Sites(p) {
			efforts.Of(s, n%2 == 0)
		}
	})
}

// TestAllChanges puts a fence after every access of each text, in long tests, or of some: patch makes the changed file of the diff, and another compiler takes it.
func TestAllChanges(t *testing.T) {
	t.Parallel()
	patch, noPatch := exec.LookPath("patch")
	gcc, noGCC := exec.LookPath("gcc")
	if noPatch != nil || noGCC != nil {
		t.Logf("without patch or gcc this test checks less: %v, %v", noPatch, noGCC)
	}
	dir := t.TempDir()
	header, _ := library.Header("fencepost.h")
	write(t, filepath.Join(dir, "fencepost.h"), header)
	var files []string
	for i, test := range texts {
		if i%2 != 0 && !testsize.Long() || i%4 != 0 && !testsize.Whole() {
			continue
		}
		text := prelude + test.text
		p := compileText(t, text)
		c, err := fences.Write(p, fences.All(p), cfront.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := len(fences.Own(c.Program)) - len(fences.Own(p)) + len(c.Notes); got != len(fences.Sites(p)) {
			t.Errorf("%s: %d fences and notes for %d accesses", test.name, got, len(fences.Sites(p)))
		}
		sub := filepath.Join(dir, fmt.Sprint(i))
		if err := os.Mkdir(sub, 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(sub, "t.c"), text)
		write(t, filepath.Join(sub, "p"), c.Diff)
		if noPatch == nil {
			cmd := exec.Command(patch, "--binary", "-p1", "-i", "p")
			cmd.Dir = sub
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s\n%s", test.name, err, out, c.Diff)
			}
			if got, _ := os.ReadFile(filepath.Join(sub, "t.c")); string(got) != c.Files[0].Text {
				t.Errorf("%s: patch makes another file of\n%s", test.name, c.Diff)
			}
		}
		files = append(files, filepath.Join(sub, "t.c"))
	}
	if noPatch == nil && noGCC == nil {
		args := append([]string{"-std=gnu11", "-w", "-fsyntax-only", "-I", dir}, files...)
		if out, err := exec.Command(gcc, args...).CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestMacros checks that a definition changes if all its uses want the same, that an argument changes
// where it is written, and that a use is written out otherwise.
func TestMacros(t *testing.T) {
	t.Parallel()
	const order = "#define ORDER memory_order_relaxed\nint main(void)\n{\n\tatomic_store_explicit(&u, 1, ORDER);\n\tatomic_store_explicit(&v, 1, ORDER);\n\treturn 0;\n}\n"
	const put = "#define PUT(p) atomic_store(&(p), 1)\nint main(void)\n{\n\tPUT(u);\n\tPUT(v);\n\treturn 0;\n}\n"
	const both = "#define BOTH() x = 1; y = 2\nint main(void)\n{\n\tBOTH();\n\tBOTH();\n\treturn 0;\n}\n"
	const argument = "#define DO(s) do { s; } while (0)\nint main(void)\n{\n\tDO(atomic_store_explicit(&u, 1, memory_order_relaxed));\n\tDO(DO(v = 1));\n\treturn 0;\n}\n"
	tests := []struct {
		name, text string
		define     string
		sites      []string // the first accesses there, by line and column
		call       string   // put after the sites; none: they get release
		want       []string // lines that are added
	}{
		{"all uses of an order", order, "", []string{"11:2", "12:2"}, "", []string{"#define ORDER memory_order_release"}},
		{"one use of an order", order, "", []string{"12:2"}, "", []string{"\tatomic_store_explicit(&v, 1, memory_order_release);"}},
		{"an order of the command line", strings.Replace(order, "#define ORDER memory_order_relaxed", "", 1), "ORDER=memory_order_relaxed", []string{"11:2", "12:2"}, "",
			[]string{"\tatomic_store_explicit(&u, 1, memory_order_release);", "\tatomic_store_explicit(&v, 1, memory_order_release);"}},
		{"all uses of a call", put, "", []string{"11:2", "12:2"}, "", []string{"#define PUT(p) atomic_store_explicit(&(p), 1, memory_order_release)"}},
		{"one use of a call", put, "", []string{"11:2"}, "", []string{"\tatomic_store_explicit(&(u), 1, memory_order_release);"}},
		{"an argument", argument, "", []string{"11:2"}, "", []string{"\tDO(atomic_store_explicit(&u, 1, memory_order_release));"}},
		{"an argument of an argument", argument, "", []string{"12:2"}, "", []string{"\tDO(DO(atomic_store_explicit(&v, 1, memory_order_release)));"}},
		{"all uses of statements", both, "", []string{"11:2", "12:2"}, "fence_sl()", []string{"#include <fencepost.h>", "#define BOTH() x = 1; fence_sl(); y = 2"}},
		{"one use of statements", both, "", []string{"12:2"}, "fence_sl()", []string{"#include <fencepost.h>", "\tx = 1; fence_sl(); y = 2;"}},
	}
	for _, test := range tests {
		o := cfront.Options{}
		if test.define != "" {
			o.Defines = []string{test.define}
		}
		p, err := cfront.Compile("t.c", []byte(prelude+test.text), o)
		if err != nil {
			t.Fatal(err)
		}
		source, err := rewrite.Open(p, o)
		if err != nil {
			t.Fatal(err)
		}
		var changes []rewrite.Change
		for _, s := range fences.Sites(p) {
			pos := p.Sites[s].Pos
			if p.Sites[s].N == 1 && slices.Contains(test.sites, fmt.Sprintf("%d:%d", pos.Line, pos.Col)) {
				c := rewrite.Change{Site: s, Kind: rewrite.After, Call: test.call, Header: "fencepost.h"}
				if test.call == "" {
					c = rewrite.Change{Site: s, Kind: rewrite.Reorder, Header: "stdatomic.h", Order: trace.Release}
				}
				changes = append(changes, c)
			}
		}
		r := source.Rewrite(changes, func(done []int) *code.Program {
			var pl fences.Placement
			var orders []fences.OrderChange
			for _, i := range done {
				s := changes[i].Site
				pl.Add = append(pl.Add, fences.Fence{Site: s, Side: fences.After, Kind: trace.StoreLoad})
				orders = append(orders, fences.OrderChange{OrderSite: fences.OrderSite{Site: s}, From: p.Access[s].Order, To: trace.Release})
			}
			if test.call == "" {
				return fences.ApplyOrders(p, orders)
			}
			return fences.Apply(p, pl)
		})
		var added []string
		for _, l := range strings.Split(r.Diff, "\n") {
			if strings.HasPrefix(l, "+") && !strings.HasPrefix(l, "+++") {
				added = append(added, l[1:])
			}
		}
		if len(changes) != len(test.sites) || len(r.Failed) > 0 || !slices.Equal(added, test.want) {
			t.Errorf("%s: %d changes, %d failed\n%s", test.name, len(changes), len(r.Failed), r.Diff)
		}
	}
}
